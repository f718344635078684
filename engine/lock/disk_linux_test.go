package lock

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// TestFullDisk installs on a disk with less and less space left: what was there
// stays, with its entry, until the new one is there whole.
func TestFullDisk(t *testing.T) {
	disk := filepath.Join(t.TempDir(), "disk")
	if err := os.Mkdir(disk, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mount("none", disk, "tmpfs", 0, "mode=755,size=256k"); err != nil {
		t.Skipf("no disk can be made here: %v", err)
	}
	defer func() { _ = syscall.Unmount(disk, syscall.MNT_DETACH) }()
	path := filepath.Join(disk, "skills")
	r := opened(t, path)
	dir, entry := staged(t, r, "weather", "one", 2)
	if err := r.Install(context.Background(), "weather", dir, entry); err != nil {
		t.Fatal(err)
	}
	failed, done := 0, 0
	for free := 0; free <= 96<<10; free += 4 << 10 {
		fill := filepath.Join(disk, "fill")
		full, err := os.Create(fill)
		if err != nil {
			t.Fatal(err)
		}
		for block := make([]byte, 4096); err == nil; {
			_, err = full.Write(block)
		}
		info, err := full.Stat()
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(full.Truncate(max(0, info.Size()-int64(free))), full.Close()); err != nil {
			t.Fatal(err)
		}
		version := "two"
		if done%2 == 1 {
			version = "one"
		}
		dir, entry, err := makeStaged(r, "weather", version, 2)
		if err == nil {
			err = r.Install(context.Background(), "weather", dir, entry)
		}
		switch {
		case err == nil:
			done++
		case errors.Is(err, syscall.ENOSPC):
			failed++
		default:
			t.Errorf("with %d bytes left: %v", free, err)
		}
		want := "one"
		if done%2 == 1 {
			want = "two"
		}
		r.Close()
		r = opened(t, path)
		if got := whole(t, r); got["weather"] != want {
			t.Errorf("with %d bytes left: %v; want %s", free, got, want)
		}
		if err := os.Remove(fill); err != nil {
			t.Fatal(err)
		}
	}
	if failed == 0 || done == 0 {
		t.Errorf("%d failed and %d did not: the disk was never full, or always", failed, done)
	}
	r.Close()
}
