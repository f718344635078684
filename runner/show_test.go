package runner_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/skillctl/skillctl/runner"
)

// TestHidden shows what lies in a hidden folder where that is not given itself, and
// hides in it what is hidden by its own name.
func TestHidden(t *testing.T) {
	home, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	at := func(name string) string { return filepath.Join(home, filepath.FromSlash(name)) }
	for _, dir := range []string{"agent/workspace/keys", "agent/agents", "else"} {
		if err := os.MkdirAll(at(dir), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(at("else"), at("agent/link")); err != nil {
		t.Skip(err)
	}
	hidden := []string{at("agent"), at("agent/workspace/keys")}
	boundary := runner.Boundary{Show: []string{at("agent/workspace"), at("agent/link"), at("agent/gone"), at("agent")}}
	for name, c := range map[string]struct{ given, covered, seen []string }{
		"its folder is not given": {
			[]string{at("else")},
			[]string{"agent", "agent/agents", "agent/agents/a.json", "agent/workspace/keys/k", "agent/workspaces"},
			[]string{"agent/workspace", "agent/workspace/notes.md", "else", "else/a"},
		},
		"its folder is given": {
			[]string{home},
			[]string{"agent", "agent/workspace", "agent/workspace/notes.md", "agent/workspace/keys"},
			[]string{"else"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			v := boundary.Hidden(hidden, c.given)
			for _, path := range slices.Concat(c.covered, c.seen) {
				if want := slices.Contains(c.covered, path); v.Covers(at(path)) != want {
					t.Errorf("%s: covered is %t", path, !want)
				}
			}
		})
	}
}
