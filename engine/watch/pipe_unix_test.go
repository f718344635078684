//go:build unix

package watch

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// TestRootBecomesPipe has a root that is something else for a while.
func TestRootBecomesPipe(t *testing.T) {
	for name, other := range map[string]func(t *testing.T, root string){
		"pipe": func(t *testing.T, root string) { must(t, syscall.Mkfifo(root, 0o600)) },
		"file": func(t *testing.T, root string) { write(t, root, "no folder") },
	} {
		t.Run(name, func(t *testing.T) {
			modes(t, func(t *testing.T, opts ...Option) {
				root := filepath.Join(folder(t), "up", "root")
				file := filepath.Join(root, "a", "SKILL.md")
				write(t, file, "one")
				tell := start(t, []string{root}, opts...)
				for range 3 {
					must(t, os.RemoveAll(root))
					other(t, root)
					tell.until(root)
					must(t, os.Remove(root))
					write(t, file, "two")
					tell.until(root)
					write(t, file, "three, and longer")
					tell.until(file)
				}
			})
		})
	}
}
