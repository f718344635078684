package product_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/skillctl/skillctl/engine/host/machine"
	"github.com/skillctl/skillctl/engine/host/product"
)

// TestPresent: what is set up is found.
func TestPresent(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		folders []string
		env     map[string]string
		want    []string
	}{
		"nothing":              {},
		"OpenClaw":             {folders: []string{"home/.openclaw"}, want: []string{product.OpenClaw}},
		"its old name":         {folders: []string{"home/.clawdbot"}, want: []string{product.OpenClaw}},
		"named":                {env: map[string]string{"OPENCLAW_CONFIG_PATH": "/x.json"}, want: []string{product.OpenClaw}},
		"skills of Claude":     {folders: []string{"work/.claude/skills"}, want: []string{product.Claude}},
		"settings of the user": {folders: []string{"home/.claude"}, want: []string{product.Claude}},
		"settings elsewhere":   {folders: []string{"home/c"}, env: map[string]string{"CLAUDE_CONFIG_DIR": "~/c"}, want: []string{product.Claude}},
		"skills of Codex":      {folders: []string{"work/.codex/skills"}, want: []string{product.Codex}},
		"settings of Codex":    {folders: []string{"home/.codex", "work/.agents/skills"}, want: []string{product.Codex}},
		"Codex elsewhere":      {folders: []string{"home/c"}, env: map[string]string{"CODEX_HOME": "../home/c"}, want: []string{product.Codex}},
		"skills of several":    {folders: []string{"work/.agents/skills"}, want: []string{product.Codex}},
		"of several, above":    {folders: []string{".git", ".agents/skills"}, want: []string{product.Codex}},
		"of the user":          {folders: []string{"home/.agents/skills"}, want: []string{product.Codex}},
		"which OpenClaw loads": {folders: []string{"home/.openclaw", "home/.agents/skills"}, want: []string{product.OpenClaw}},
		"which it does not":    {folders: []string{"home/.openclaw", "work/.agents/skills"}, want: []string{product.OpenClaw, product.Codex}},
		"empty":                {folders: []string{"home/.agents", "work/.agents"}},
		"all":                  {folders: []string{"home/.claude", "home/.openclaw", "home/.codex", "work/.agents/skills"}, want: []string{product.OpenClaw, product.Claude, product.Codex}},
		"both":                 {folders: []string{"home/.claude", "home/.openclaw"}, want: []string{product.OpenClaw, product.Claude}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			for _, folder := range append(test.folders, "home", "work") {
				if err := os.MkdirAll(filepath.Join(dir, folder), 0o700); err != nil {
					t.Fatal(err)
				}
			}
			env := map[string]string{"HOME": filepath.Join(dir, "home")}
			for name, value := range test.env {
				env[name] = value
			}
			host := &product.Host{Machine: machine.Machine{Cwd: filepath.Join(dir, "work"), Env: env}}
			if got := host.Present(); !slices.Equal(got, test.want) {
				t.Errorf("got %v, want %v", got, test.want)
			}
		})
	}
}
