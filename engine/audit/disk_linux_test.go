package audit

import (
	"bytes"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// smallDisk mounts a file system of 128 KiB, half of it taken by a file "ballast".
func smallDisk(t *testing.T) string {
	t.Helper()
	path := t.TempDir()
	if err := syscall.Mount("tmpfs", path, "tmpfs", 0, "size=128k,mode=0700"); err != nil {
		t.Skipf("no small file system can be mounted here: %v", err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(path, syscall.MNT_DETACH) })
	if err := os.WriteFile(filepath.Join(path, "ballast"), bytes.Repeat([]byte("b"), 64<<10), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}
