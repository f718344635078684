//go:build linux && (amd64 || arm64)

package native_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestProtect works beside what is protected, with namespaces and without: there
// the folders on the way take nothing new, and that is said.
func TestProtect(t *testing.T) {
	beside(t)
	for name, b := range sandboxes(t) {
		t.Run(name, func(t *testing.T) {
			beside(t)
			s := on(b, spec(t, "/bin/sh", "-c", `cat kept/in/file && echo x >free/new && echo y >>kept/free/old || exit 9
(echo x >kept/in/file) && exit 1; mv kept/in kept/moved && exit 2; mv kept moved && exit 3; rm -f kept/in/file; test -e kept/in/file || exit 4
echo x >kept/new && echo x >new || exit 5`))
			ws, err := filepath.EvalSymlinks(s.Boundary.Workspace.Path)
			if err != nil {
				t.Fatal(err)
			}
			if err := errors.Join(
				os.MkdirAll(filepath.Join(ws, "kept/in"), 0o755), os.MkdirAll(filepath.Join(ws, "kept/free"), 0o755), os.Mkdir(filepath.Join(ws, "free"), 0o755),
				os.WriteFile(filepath.Join(ws, "kept/in/file"), []byte("content\n"), 0o600), os.WriteFile(filepath.Join(ws, "kept/free/old"), nil, 0o600),
			); err != nil {
				t.Fatal(err)
			}
			s.Boundary.Protect = []string{filepath.Join(ws, "kept/in/file"), filepath.Join(ws, "kept/none")}
			if err := b.Check(t.Context(), s.Boundary); err != nil {
				t.Skipf("%s cannot be had here: %v", name, err)
			}
			got := run(t, b, s)
			code, closed := 0, []string(nil)
			if got.Closed != nil && strings.Contains(name, "landlock") { // a machine without namespaces does the same
				code, closed = 5, []string{ws, filepath.Join(ws, "kept"), filepath.Join(ws, "kept/in")}
			}
			if name == "landlock without namespaces" && got.Closed == nil {
				t.Error("it does not say where nothing could be made")
			}
			if got.Code != code || !slices.Equal(got.Closed, closed) || got.stdout != "content\n" {
				t.Errorf("it ended with %d, closed were %q: %q %s", got.Code, got.Closed, got.stdout, got.stderr)
			}
			if text, err := os.ReadFile(filepath.Join(ws, "kept/in/file")); err != nil || string(text) != "content\n" {
				t.Errorf("the file is %q now: %v", text, err)
			}
		})
	}
}
