//go:build unix

package catalog

import (
	"errors"
	"path/filepath"
	"syscall"
	"testing"
)

// TestPipeForFolder lists no pipe in the place of a folder: to open one that
// nobody writes into takes for ever.
func TestPipeForFolder(t *testing.T) {
	t.Parallel()
	pipe := filepath.Join(t.TempDir(), "skills")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Skipf("no pipe can be made: %v", err)
	}
	if _, _, err := firstEntries(pipe, 10); !errors.Is(err, errNoFolder) {
		t.Errorf("listing a pipe gives %v", err)
	}
}
