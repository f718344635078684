package skill

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestCollisions finds the paths that are one where case or Unicode form does not
// count.
func TestCollisions(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, name := range []string{"SKILL.md", "Docs/x", "docs/x", "gr\u00fcn", "gru\u0308n", "y"} {
		if err := os.MkdirAll(filepath.Join(dir, filepath.Dir(name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(name), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want := [][2]string{{"Docs", "docs"}, {"gru\u0308n", "gr\u00fcn"}}
	if diff := cmp.Diff(want, Collisions(readAt(t, dir).Files)); diff != "" {
		t.Error(diff)
	}
}
