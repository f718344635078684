package product_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/skillctl/skillctl/engine/host/machine"
	"github.com/skillctl/skillctl/engine/host/openclaw/agents"
	"github.com/skillctl/skillctl/engine/host/product"
)

// TestHost has each product read one machine: where it looks, what it takes for a
// manifest, and where its agent works.
func TestHost(t *testing.T) {
	t.Parallel()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"home/.zeroclaw/config.toml":                     "",
		"home/.zeroclaw/workspace/skills/a/SKILL.toml":   "[skill]\nname = \"of-zeroclaw\"\n",
		"home/.openclaw/skills/b/SKILL.md":               "---\nname: of-openclaw\ndescription: d\nmetadata: {\"openclaw\":{\"skillKey\":\"other\"}}\n---\n",
		"project/.claude/skills/c/SKILL.md":              "---\nname: of-claude\ndescription: d\nmetadata: {\"openclaw\":{\"skillKey\":\"other\"}}\nuser-invocable: false\n---\n",
		"home/.codex/skills/g/SKILL.md":                  "---\nname: of-codex\ndescription: d\n---\n",
		"home/.codex/config.toml":                        "[agents.writer]\nx = 1\n[agents.entries.y]\nskills = []\n",
		"home/.openclaw/workspace/skills/d/SKILL.toml":   "[skill]\nname = \"not-of-openclaw\"\n",
		"home/.openclaw/workspace/skills/d/e/f/SKILL.md": "---\nname: deep\ndescription: d\n---\n",
	} {
		if err := os.MkdirAll(filepath.Join(root, filepath.Dir(name)), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(root, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	home := filepath.Join(root, "home")
	for _, c := range []struct {
		product, workspace, config string
		skills, keys               []string
		openclaw                   bool
	}{
		{"", ".openclaw/workspace", ".openclaw/openclaw.json", []string{"of-openclaw", "deep"}, []string{"other", "deep"}, true},
		{product.OpenClaw, ".openclaw/workspace", ".openclaw/openclaw.json", []string{"of-openclaw", "deep"}, []string{"other", "deep"}, true},
		{product.ZeroClaw, ".zeroclaw/workspace", ".zeroclaw/config.toml", []string{"of-zeroclaw"}, []string{"of-zeroclaw"}, false},
		{product.Claude, "../project", ".claude", []string{"of-claude"}, []string{"of-claude"}, false},
		{product.Codex, "../project", ".codex/config.toml", []string{"of-codex"}, []string{"of-codex"}, false},
	} {
		h := &product.Host{Product: c.product, Machine: machine.Machine{Env: map[string]string{"HOME": home}, Cwd: filepath.Join(root, "project"), Platform: "linux"}}
		config, err := h.ReadConfig(t.Context())
		if err != nil {
			t.Fatalf("%q: %v", c.product, err)
		}
		if want := filepath.Join(home, c.config); config.Root == nil || filepath.FromSlash(config.File) != want {
			t.Errorf("%q: the configuration is %s; wanted %s", c.product, config.File, want)
		}
		agent := agents.Agent{ID: agents.Main}
		if got, want := h.WorkspaceOf(config.Root, agent), filepath.Join(home, c.workspace); got != want {
			t.Errorf("%q: the workspace is %s; wanted %s", c.product, got, want)
		}
		facts, err := h.Find(t.Context(), config.Root, agent)
		if err != nil {
			t.Fatalf("%q: %v", c.product, err)
		}
		var names, keys []string
		for i := range facts.Candidates {
			if view := facts.Candidates[i].Skill; view != nil {
				names, keys = append(names, view.Name), append(keys, view.Key)
			}
		}
		if !slices.Equal(names, c.skills) || !slices.Equal(keys, c.keys) {
			t.Errorf("%q: %q with keys %q; wanted %q with %q", c.product, names, keys, c.skills, c.keys)
		}
		if got := h.IsOpenClaw(); got != c.openclaw {
			t.Errorf("%q: OpenClaw is %t", c.product, got)
		}
	}
}
