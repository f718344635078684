package loading

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/skillctl/skillctl/engine/host/machine"
	"github.com/skillctl/skillctl/engine/host/openclaw/agents"
)

func TestCutDescription(t *testing.T) {
	for text, want := range map[string]string{
		"": "", " \n\u00a0": "", "abcd": "abcd", "abcde": "a...", "a bcd": "a...", " ab\n\u3000c ": "ab c", "日本語です": "日...",
		"😀😀": "😀😀", "😀😀😀": "...", "a😀😀": "a...",
	} {
		if got := cutDescription(text, 4); got != want {
			t.Errorf("%q: %q; wanted %q", text, got, want)
		}
	}
}

func TestEscapedUnits(t *testing.T) {
	for text, want := range map[string]int{"": 0, "abc": 3, "é": 1, "😀": 2, "&": 5, "<>": 8, `"'`: 12} {
		if got := escapedUnits(text); got != want {
			t.Errorf("%q: %d; wanted %d", text, got, want)
		}
	}
}

// TestPromptPaths writes files as a shell of the agent would find them.
func TestPromptPaths(t *testing.T) {
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	home, real := filepath.Join(root, "home"), filepath.Join(root, "real")
	if err := os.Mkdir(real, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(real, home); err != nil {
		t.Skipf("no symbolic links: %v", err)
	}
	agent := agents.Agent{ID: "main"}
	for _, c := range []struct {
		env        map[string]string
		file, want string
	}{
		{map[string]string{"HOME": home}, filepath.Join(home, "a", "SKILL.md"), "~/a/SKILL.md"},
		{map[string]string{"HOME": home}, filepath.Join(real, "a", "SKILL.md"), "~/a/SKILL.md"},
		{map[string]string{"HOME": home}, filepath.Join(root, "homes", "SKILL.md"), filepath.Join(root, "homes", "SKILL.md")},
		{map[string]string{"HOME": home}, filepath.Join(home, ".openclaw", "skills", "SKILL.md"), "~/.openclaw/skills/SKILL.md"},
		{map[string]string{"HOME": "/data"}, "/data/.openclaw/skills/a/SKILL.md", "/data/.openclaw/skills/a/SKILL.md"},
		{map[string]string{"HOME": "/data"}, "/data/.openclaw/agents/main/agent/workshop-skills/a/SKILL.md", "/data/.openclaw/agents/main/agent/workshop-skills/a/SKILL.md"},
		{map[string]string{"HOME": "/data"}, "/data/ws/skills/a/SKILL.md", "~/ws/skills/a/SKILL.md"},
		{map[string]string{"HOME": "undefined", "USERPROFILE": home}, filepath.Join(home, ".openclaw", "skills", "SKILL.md"), filepath.Join(home, ".openclaw", "skills", "SKILL.md")},
		{map[string]string{"HOME": "undefined", "USERPROFILE": home}, filepath.Join(home, "ws", "SKILL.md"), "~/ws/SKILL.md"},
		{map[string]string{"USERPROFILE": home}, filepath.Join(home, ".openclaw", "skills", "SKILL.md"), filepath.Join(home, ".openclaw", "skills", "SKILL.md")},
		{map[string]string{"HOME": home + " "}, filepath.Join(home, ".openclaw", "skills", "SKILL.md"), filepath.Join(home, ".openclaw", "skills", "SKILL.md")},
		{map[string]string{"HOME": "/data", "OPENCLAW_STATE_DIR": "/data/state"}, "/data/state/skills/a/SKILL.md", "~/state/skills/a/SKILL.md"},
	} {
		h := Host{&machine.Machine{Env: c.env, Cwd: "/", Home: "/home/account", Platform: "linux"}}
		if got := filepath.ToSlash(h.promptPaths(agent)(c.file)); got != filepath.ToSlash(c.want) {
			t.Errorf("%v, %s: %s; wanted %s", c.env, c.file, got, c.want)
		}
	}
}
