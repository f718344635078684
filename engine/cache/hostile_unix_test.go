//go:build unix

package cache_test

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/skillctl/skillctl/engine/cache"
)

// TestPipeIsForgotten would wait for ever if the pipe were opened.
func TestPipeIsForgotten(t *testing.T) {
	t.Parallel()
	c, dir := open(t)
	c.Put("k", []byte("value"))
	name := entries(t, dir)[0]
	if err := os.Remove(name); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mkfifo(name, 0o600); err != nil {
		t.Skipf("make a pipe: %v", err)
	}
	if got, ok := c.Get("k"); ok {
		t.Errorf("got %q", got)
	}
}

func TestOpenRefusesForeign(t *testing.T) {
	t.Parallel()
	if os.Geteuid() != 0 {
		t.Skip("only root can give a folder away")
	}
	dir := filepath.Join(t.TempDir(), "findings")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Chown(dir, 65534, 65534); err != nil {
		t.Fatal(err)
	}
	if _, err := cache.Open(dir); err == nil {
		t.Error("a folder of another user was taken")
	}
}
