package mcp_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestDecidedAgain asks the same again and again: each answer is recorded, and none outlives what it
// followed from, on the disk or in the settings.
func TestDecidedAgain(t *testing.T) {
	t.Parallel()
	dir, home := project(t, map[string]string{})
	session := connect(t, dir, home, "")
	asked := 0
	decide := func() any {
		t.Helper()
		asked++
		_, got := ask(t, session, "decide_command", map[string]any{"command": "touch made"})
		return got["effect"]
	}
	want := func(when, effect string) {
		t.Helper()
		for range 2 {
			if got := decide(); got != effect {
				t.Errorf("%s: %v, want %s", when, got, effect)
			}
		}
	}
	do := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	made, settings := filepath.Join(dir, "made"), filepath.Join(dir, "skillctl.yaml")
	want("at first", "allow")
	do(os.Symlink(filepath.Join(home, ".bashrc"), made))
	want("with a link that leads out of the project", "ask")
	do(os.Remove(made))
	want("without the link", "allow")
	do(os.WriteFile(settings, []byte("exec:\n  allowlist: [echo]\n"), 0o644))
	want("when the settings no longer allow it", "ask")
	do(os.WriteFile(settings, []byte("exec:\n  allowlist: [touch]\n"), 0o644))
	want("when they allow it again", "allow")

	files, err := filepath.Glob(filepath.Join(home, ".local/state/skillctl/audit/*.jsonl"))
	do(err)
	recorded := 0
	for _, name := range files {
		text, err := os.ReadFile(name)
		do(err)
		recorded += strings.Count(string(text), `"decide_command"`)
	}
	if recorded != asked {
		t.Errorf("%d of %d answers are recorded", recorded, asked)
	}
}
