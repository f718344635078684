package product_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/skillctl/skillctl/engine/host/machine"
	"github.com/skillctl/skillctl/engine/host/product"
)

// TestSkillsFolder asks where each product loads the skills of a scope from.
func TestSkillsFolder(t *testing.T) {
	t.Parallel()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"moved/.openclaw/openclaw.json": `{"agents": {"defaults": {"workspace": "` + filepath.ToSlash(filepath.Join(root, "work")) + `"}}}`,
		"project/README":                "",
		"home/README":                   "",
	} {
		if err := os.MkdirAll(filepath.Join(root, filepath.Dir(name)), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(root, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		product, scope, home string
		env                  map[string]string
		want                 string
	}{
		{product.Claude, product.ScopeProject, "home", nil, "project/.claude/skills"},
		{product.Claude, product.ScopeUser, "home", nil, "home/.claude/skills"},
		{product.Claude, product.ScopeUser, "home", map[string]string{"CLAUDE_CONFIG_DIR": filepath.Join(root, "own")}, "own/skills"},
		{product.Claude, product.ScopeProject, "project", nil, "project/.claude/skills"},
		{product.Codex, product.ScopeProject, "home", nil, "project/.agents/skills"},
		{product.Codex, product.ScopeUser, "home", nil, "home/.agents/skills"},
		{product.OpenClaw, product.ScopeProject, "home", nil, "home/.openclaw/workspace/skills"},
		{product.OpenClaw, product.ScopeProject, "moved", nil, "work/skills"},
		{product.OpenClaw, product.ScopeUser, "home", nil, "home/.openclaw/skills"},
		{product.ZeroClaw, product.ScopeProject, "home", nil, "home/.zeroclaw/workspace/skills"},
		{product.ZeroClaw, product.ScopeUser, "home", nil, ""},
	} {
		env := map[string]string{"HOME": filepath.Join(root, c.home)}
		for name, value := range c.env {
			env[name] = value
		}
		h := &product.Host{Product: c.product, Machine: machine.Machine{Env: env, Cwd: filepath.Join(root, "project"), Platform: "linux"}}
		want := c.want
		if want != "" {
			want = filepath.Join(root, filepath.FromSlash(want))
		}
		if got, err := h.SkillsFolder(t.Context(), c.scope); err != nil || got != want {
			t.Errorf("%s for the %s: %q, %v; wanted %q", c.product, c.scope, got, err, want)
		}
	}
}
