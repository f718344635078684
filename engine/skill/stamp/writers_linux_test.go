package stamp_test

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/skillctl/skillctl/engine/skill/stamp"
)

func TestUnwritten(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "sub", "a.txt")
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte("text"), 0o644); err != nil {
		t.Fatal(err)
	}
	if !stamp.Unwritten(dir) {
		t.Skip("the file system grants no leases")
	}
	file, err := os.OpenFile(name, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	if stamp.Unwritten(dir) {
		t.Error("a file that is open for writing was not noticed")
	}
	page, err := syscall.Mmap(int(file.Fd()), 0, 4, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_SHARED)
	if err != nil {
		t.Fatal(err)
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
	if stamp.Unwritten(dir) {
		t.Error("a file that is mapped for writing was not noticed")
	}
	if err := syscall.Munmap(page); err != nil {
		t.Fatal(err)
	}
	if !stamp.Unwritten(dir) {
		t.Error("a file that nobody writes any more still counts")
	}
}
