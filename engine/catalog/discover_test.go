package catalog_test

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/skillctl/skillctl/engine/catalog"
)

// layout makes files and links ("name -> target") below a new folder and
// changes into it.
func layout(t *testing.T, names ...string) {
	t.Helper()
	t.Chdir(t.TempDir())
	for _, name := range names {
		name, target, isLink := strings.Cut(name, " -> ")
		name, text, _ := strings.Cut(name, "=")
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		var err error
		if isLink {
			err = os.Symlink(target, name)
		} else {
			err = os.WriteFile(name, []byte(text), 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

var withoutReal = cmpopts.IgnoreFields(catalog.Skill{}, "Real")

func TestDiscover(t *testing.T) {
	for name, test := range map[string]struct {
		tree  []string
		paths []string
		want  catalog.Found
	}{
		"skills and a configuration": {
			tree:  []string{"r/b/SKILL.md", "r/a/SKILL.toml", "r/openclaw.json={}", "r/README.md"},
			paths: []string{"r"},
			want: catalog.Found{
				Skills: []catalog.Skill{
					{Path: "r/a", Root: "r", Rel: "a", Manifest: "SKILL.toml"},
					{Path: "r/b", Root: "r", Rel: "b", Manifest: "SKILL.md"},
				},
				Configs: []catalog.Config{{Path: "r/openclaw.json", Kind: catalog.KindOpenClaw}},
			},
		},
		"a look-alike is a candidate": {
			tree:  []string{"r/a/skill.md"},
			paths: []string{"r"},
			want:  catalog.Found{Skills: []catalog.Skill{{Path: "r/a", Root: "r", Rel: "a"}}},
		},
		"nested, hidden and among dependencies": {
			tree:  []string{"skills/a/SKILL.md", "skills/a/in/SKILL.md", "skills/.b/SKILL.md", ".claude/skills/e/SKILL.md", "skills/node_modules/c/SKILL.md", "node_modules/d/SKILL.md"},
			paths: []string{"."},
			want: catalog.Found{Skills: []catalog.Skill{
				{Path: ".claude/skills/e", Root: ".", Rel: ".claude/skills/e", Manifest: "SKILL.md"},
				{Path: "skills/.b", Root: ".", Rel: "skills/.b", Manifest: "SKILL.md", Unseen: ".b"},
				{Path: "skills/a", Root: ".", Rel: "skills/a", Manifest: "SKILL.md"},
				{Path: "skills/a/in", Root: ".", Rel: "skills/a/in", Manifest: "SKILL.md", Inside: "skills/a"},
				{Path: "skills/node_modules/c", Root: ".", Rel: "skills/node_modules/c", Manifest: "SKILL.md", Unseen: "node_modules"},
			}},
		},
		"a manifest named by itself, and its folder again": {
			tree:  []string{"a/SKILL.md"},
			paths: []string{"a/SKILL.md", "a"},
			want:  catalog.Found{Skills: []catalog.Skill{{Path: "a", Root: "a", Rel: ".", Manifest: "SKILL.md"}}},
		},
		"links are listed, not followed": {
			tree:  []string{"r/a/SKILL.md", "r/l -> a", "r/gone -> nowhere", "r/g/loop -> ..", "r/g/top -> /", "r/a/file.md -> SKILL.md"},
			paths: []string{"r"},
			want: catalog.Found{
				Skills: []catalog.Skill{{Path: "r/a", Root: "r", Rel: "a", Manifest: "SKILL.md"}},
				Links: []catalog.Link{
					{Path: "r/g/loop", Root: "r", Target: "..", Loop: true},
					{Path: "r/g/top", Root: "r", Target: "/", Loop: true},
					{Path: "r/gone", Root: "r", Target: "nowhere", Dangling: true, Problem: catalog.ProblemMissing},
					{Path: "r/l", Root: "r", Target: "a"},
				},
			},
		},
		"configurations inside a skill are its data": {
			tree:  []string{"a/SKILL.md", "a/openclaw.json={}"},
			paths: []string{"a"},
			want:  catalog.Found{Skills: []catalog.Skill{{Path: "a", Root: "a", Rel: ".", Manifest: "SKILL.md"}}},
		},
	} {
		t.Run(name, func(t *testing.T) {
			layout(t, test.tree...)
			got, err := catalog.Discover(context.Background(), test.paths)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, got, withoutReal, cmpopts.IgnoreUnexported(catalog.Found{}), cmpopts.IgnoreFields(catalog.Link{}, "Resolved"), cmpopts.EquateEmpty()); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestKinds(t *testing.T) {
	layout(t,
		"a/openclaw.json={}", ".zeroclaw/config.toml=", "b/config.toml=[risk_profiles.x]", "c/config.toml=[package]",
		"d/config.yaml=skills:\n  codeExec: {}", "e/config.yaml=x: 1", "my-code-exec.yml=skills: {codeExec: {}}", "skillctl.yaml=lint: {}",
	)
	found, err := catalog.Discover(context.Background(), []string{"."})
	if err != nil {
		t.Fatal(err)
	}
	want := []catalog.Config{
		{Path: ".zeroclaw/config.toml", Kind: catalog.KindZeroClaw},
		{Path: "a/openclaw.json", Kind: catalog.KindOpenClaw},
		{Path: "b/config.toml", Kind: catalog.KindZeroClaw},
		{Path: "d/config.yaml", Kind: catalog.KindCodeExec},
		{Path: "my-code-exec.yml", Kind: catalog.KindCodeExec},
		{Path: "skillctl.yaml", Kind: catalog.KindSkillctl},
	}
	if diff := cmp.Diff(want, found.Configs); diff != "" {
		t.Error(diff)
	}
}

func TestDiscoverErrors(t *testing.T) {
	layout(t, "notes.txt=hello")
	if _, err := catalog.Discover(context.Background(), []string{"gone"}); !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), `"gone"`) {
		t.Errorf("missing path: got %v", err)
	}
	var unknown *catalog.NothingKnownError
	if _, err := catalog.Discover(context.Background(), []string{"notes.txt"}); !errors.As(err, &unknown) || unknown.Path != "notes.txt" {
		t.Errorf("unknown file: got %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := catalog.Discover(ctx, []string{"."}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: got %v", err)
	}
}

func TestIgnore(t *testing.T) {
	layout(t, "a/SKILL.md", "b/SKILL.md")
	found, err := catalog.Discover(context.Background(), []string{"."}, catalog.WithIgnore(func(name string) bool { return name == "b" }))
	if err != nil {
		t.Fatal(err)
	}
	if len(found.Skills) != 1 || found.Skills[0].Path != "a" {
		t.Errorf("got %v", found.Skills)
	}
}

// TestSkillsBeyondLimits checks that what is wrong inside of one skill keeps no
// other from being found.
func TestSkillsBeyondLimits(t *testing.T) {
	deep := strings.Repeat("d/", catalog.MaxTreeDepth+2)
	layout(t, "r/a/SKILL.md", "r/a/"+deep+"SKILL.md", "r/b/SKILL.md", "r/c/SKILL.md")
	const wide = 10
	for i := range wide {
		if err := os.WriteFile(filepath.Join("r/c", strconv.Itoa(i)), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	found, err := catalog.Discover(context.Background(), []string{"r"}, catalog.WithFolderEntries(wide))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, skill := range found.Skills {
		names = append(names, skill.Path+" "+skill.Manifest)
	}
	if diff := cmp.Diff([]string{"r/a SKILL.md", "r/b SKILL.md", "r/c SKILL.md"}, names); diff != "" {
		t.Error(diff)
	}
	// Elsewhere they would hide skills without a word.
	if err := os.Remove("r/c/SKILL.md"); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("r/c/x", nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := catalog.Discover(context.Background(), []string{"r/c"}, catalog.WithFolderEntries(wide)); err == nil {
		t.Error("a folder with too many entries was taken")
	}
}

// TestUnreadablePart checks that a folder of a skill which cannot be listed is
// no error, and one that may hold skills is.
func TestUnreadablePart(t *testing.T) {
	if os.Geteuid() <= 0 {
		t.Skip("the modes of folders do not bind this user")
	}
	layout(t, "r/a/SKILL.md", "r/a/x/y", "s/x/y", "t/skills/closed/y", "u/open/SKILL.md", "u/closed/y")
	for _, name := range []string{"r/a/x", "s/x", "t/skills/closed", "u/closed"} {
		if err := os.Chmod(name, 0); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = os.Chmod(name, 0o700) })
	}
	if found, err := catalog.Discover(context.Background(), []string{"r"}); err != nil || len(found.Skills) != 1 {
		t.Errorf("found %v, %v", found.Skills, err)
	}
	// What stands where skills do is one, of which nothing can be read.
	for name, want := range map[string]string{"t": "t/skills/closed", "u": "u/closed"} {
		found, err := catalog.Discover(context.Background(), []string{name})
		if err != nil || !slices.ContainsFunc(found.Skills, func(s catalog.Skill) bool { return s.Path == want && s.Manifest == "" }) {
			t.Errorf("%s: found %v, %v", name, found.Skills, err)
		}
	}
	if _, err := catalog.Discover(context.Background(), []string{"s"}); !errors.Is(err, fs.ErrPermission) {
		t.Errorf("error %v; want that it cannot be read", err)
	}
}

func TestProjects(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, name := range []string{
		"a/.claude/settings.json", "a/.claude/agents/x/y.md", "a/.claude/skills/s/SKILL.md", "a/.claude/skills/s/.mcp.json", "a/CLAUDE.md",
		"b/sub/.cursor/rules/x.mdc", "c/hooks/hooks.json", "c/README.md", "d/.git/AGENTS.md", "e/.claude/projects/x.jsonl", "f/s/SKILL.md", "f/s/AGENTS.md",
	} {
		full := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(full, []byte("x"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.MkdirAll(filepath.Join(dir, "g", ".claude"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("../../a/.claude/agents", filepath.Join(dir, "g", ".claude", "commands")); err != nil {
		t.Skip(err)
	}
	for _, c := range []struct{ from, want string }{
		{".", "a b/sub c g"}, {"a", "a"}, {"a/.claude", "a"}, {"a/.claude/settings.json", "a"}, {"a/CLAUDE.md", "a"}, {"b/sub/.cursor/rules", "b/sub"}, {"c", "c"}, {"e", ""}, {"f", ""},
	} {
		found, err := catalog.Discover(context.Background(), []string{c.from}, catalog.WithDir(dir), catalog.WithProjects())
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, one := range found.Projects {
			got = append(got, one.Path)
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("from %s: projects %q, want %q", c.from, got, c.want)
		}
	}
	if found, err := catalog.Discover(context.Background(), []string{"a"}, catalog.WithDir(dir)); err != nil || len(found.Projects) > 0 {
		t.Errorf("nobody asked for %v, %v", found.Projects, err)
	}
}
