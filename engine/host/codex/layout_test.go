package codex_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/skillctl/skillctl/engine/catalog"
	"github.com/skillctl/skillctl/engine/host/codex"
	"github.com/skillctl/skillctl/engine/host/machine"
	"github.com/skillctl/skillctl/engine/host/openclaw/agents"
)

// lay writes files below a folder, which is given back.
func lay(t *testing.T, files map[string]string) string {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		place := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(place), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(place, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

// skill is a manifest with a name.
func skill(name string) string { return "---\nname: " + name + "\ndescription: d\n---\n" }

// find lists the skills that Codex gets in a folder: root, place and name.
func find(t *testing.T, root, cwd string) []string {
	t.Helper()
	host := codex.Host{Machine: &machine.Machine{Env: map[string]string{"HOME": filepath.Join(root, "home")}, Cwd: filepath.Join(root, cwd), Platform: "win32"}}
	config, err := host.ReadConfig(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	layout, err := host.Layout(config.Root, agents.Agent{})
	if err != nil {
		t.Fatal(err)
	}
	facts, err := catalog.Find(t.Context(), layout)
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for i := range facts.Candidates {
		c := &facts.Candidates[i]
		if c.Skill == nil {
			continue
		}
		place, err := filepath.Rel(root, c.Path)
		if err != nil {
			t.Fatal(err)
		}
		line := strings.TrimPrefix(facts.Roots[c.Root].Tier, "codex-") + " " + filepath.ToSlash(place) + " " + c.Skill.Name
		if c.Skill.Off != "" {
			line += " off"
		}
		if !c.Skill.Model {
			line += " unasked"
		}
		list = append(list, line)
	}
	slices.Sort(list)
	return list
}

// TestLayout: in which folders skills are looked for, as it was observed.
func TestLayout(t *testing.T) {
	t.Parallel()
	files := map[string]string{
		"home/.codex/skills/.system/a/SKILL.md": skill("a"), "home/.codex/skills/.dot/b/SKILL.md": skill("b"),
		"home/.codex/skills/c/SKILL.md": skill("c"), "home/.agents/skills/d/SKILL.md": skill("d"), "home/.agents/skills/.system/e/SKILL.md": skill("e"),
		"repo/.git/HEAD": "ref: x\n", "repo/.agents/skills/f/SKILL.md": skill("f"), "repo/.codex/skills/g/SKILL.md": skill("g"), "repo/skills/h/SKILL.md": skill("h"),
		"repo/in/.agents/skills/i/SKILL.md": skill("i"), "repo/in/.codex/skills/j/SKILL.md": skill("j"),
		"repo/in/deep/README": "", ".agents/skills/k/SKILL.md": skill("k"),
		"bare/.agents/skills/l/SKILL.md": skill("l"), "bare/in/.agents/skills/m/SKILL.md": skill("m"),
		"half/.git/x": "", "half/.agents/skills/n/SKILL.md": skill("n"), "half/.codex/skills/o/SKILL.md": skill("o"), "half/in/.codex/skills/p/SKILL.md": skill("p"),
	}
	user := []string{"personal home/.agents/skills/d d", "personal home/.codex/skills/c c", "system home/.codex/skills/.system/a a"}
	for cwd, want := range map[string][]string{
		"repo/in/deep": {"project repo/.agents/skills/f f", "project repo/.codex/skills/g g", "project repo/in/.agents/skills/i i", "project repo/in/.codex/skills/j j"},
		"bare/in":      {"project bare/in/.agents/skills/m m"},
		"half/in":      {"project half/.agents/skills/n n", "project half/in/.codex/skills/p p"},
		"home":         nil,
	} {
		t.Run(cwd, func(t *testing.T) {
			t.Parallel()
			want := append(slices.Clone(user), want...)
			slices.Sort(want)
			if got := find(t, lay(t, files), cwd); !slices.Equal(got, want) {
				t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
			}
		})
	}
}

// TestSearch: how the folders are searched.
func TestSearch(t *testing.T) {
	t.Parallel()
	files := map[string]string{
		"work/.agents/skills/SKILL.md": skill("root"), "work/.agents/skills/a/SKILL.md": skill("a"), "work/.agents/skills/a/b/SKILL.md": skill("b"),
		"work/.agents/skills/node_modules/c/SKILL.md": skill("c"), "work/.agents/skills/skills/d/SKILL.md": skill("d"), "work/.agents/skills/low/skill.md": skill("low"),
		"work/.agents/skills/1/2/3/4/5/6/SKILL.md": skill("six"), "work/.agents/skills/1/2/3/4/5/6/7/SKILL.md": skill("seven"), "out/e/SKILL.md": skill("e"),
	}
	root := lay(t, files)
	base := filepath.Join(root, "work", ".agents", "skills")
	for name, target := range map[string]string{"link": filepath.Join(root, "out"), "loop": base} {
		if err := os.Symlink(target, filepath.Join(base, name)); err != nil {
			t.Skip(err)
		}
	}
	want := []string{
		"project work/.agents/skills root", "project work/.agents/skills/1/2/3/4/5/6 six", "project work/.agents/skills/a a", "project work/.agents/skills/a/b b",
		"project work/.agents/skills/link/e e", "project work/.agents/skills/node_modules/c c", "project work/.agents/skills/skills/d d",
	}
	if got := find(t, root, "work"); !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestConfig: what settings and skills themselves switch off.
func TestConfig(t *testing.T) {
	t.Parallel()
	files := map[string]string{
		"home/.codex/skills/.system/a/SKILL.md": skill("a"), "home/.codex/skills/b/SKILL.md": skill("b"), "home/.codex/skills/c/SKILL.md": skill("c"),
		"home/.codex/skills/d/SKILL.md": skill("d"), "home/.codex/skills/d/agents/openai.yaml": "policy:\n  products: [chatgpt]\n",
		"home/.codex/skills/e/SKILL.md": skill("e"), "home/.codex/skills/e/agents/openai.yaml": "policy:\n  allow_implicit_invocation: false\n",
		"home/.codex/skills/f/SKILL.md": skill("f"), "home/.codex/skills/f/agents/openai.yaml": "policy:\n  products: [elsewhere]\n  allow_implicit_invocation: false\n",
		"work/.codex/config.toml": "[[skills.config]]\nname = \"c\"\nenabled = false\n",
	}
	plugins := "home/.codex/plugins/cache/market/"
	for _, name := range []string{"one/1.9.0", "one/1.10.0", "two/1", "three/1"} {
		files[plugins+name+"/.codex-plugin/plugin.json"] = `{"name": "` + strings.ReplaceAll(name, "/", "-") + `"}`
		files[plugins+name+"/skills/x/SKILL.md"] = skill("x")
	}
	files["home/.codex/config.toml"] = `project_root_markers = []
[skills.bundled]
enabled = false
[[skills.config]]
name = "b"
enabled = false
[plugins."one@market"]
[plugins."two@market"]
enabled = false
[plugins."../../../x@market"]
`
	want := []string{
		"personal home/.codex/skills/b b off", "personal home/.codex/skills/c c", "personal home/.codex/skills/d d off", "personal home/.codex/skills/e e unasked",
		"personal home/.codex/skills/f f", "plugin home/.codex/plugins/cache/market/one/1.10.0/skills/x one-1.10.0:x",
	}
	if got := find(t, lay(t, files), "work"); !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	files["home/.codex/config.toml"] += "[features]\nplugins = false\n[[skills.config]]\npath = \"~/x\"\nenabled = false\n"
	if got := find(t, lay(t, files), "work"); !slices.Equal(got, want[:5]) {
		t.Errorf("without plugins: got\n%s", strings.Join(got, "\n"))
	}
}
