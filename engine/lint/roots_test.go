package lint

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/skillctl/skillctl/engine/catalog"
)

func TestPlaceIn(t *testing.T) {
	t.Parallel()
	roots := []*setRoot{
		{Path: "run", Kind: "given", real: "/run"},
		{Path: "run/team/skills", Kind: "given", real: "/run/team/skills"},
		{Path: "run/team", Kind: "extra", real: "/run/team"},
		{Path: "run/team/inner", Kind: "workspace", real: "/run/team/inner"},
	}
	for _, order := range [][]int{{0, 1, 2, 3}, {3, 2, 1, 0}, {2, 0, 3, 1}} {
		var list []*setRoot
		for _, i := range order {
			list = append(list, roots[i])
		}
		for real, want := range map[string]setPlace{
			"/run/other/a":       {"run", "other/a", 2},
			"/run/team/skills/a": {"run/team", "skills/a", 2}, // known before guessed
			"/run/team/inner/a":  {"run/team/inner", "a", 1},  // the innermost
			"/run/team":          {"run/team", ".", 0},
			"/run/teamwork/a":    {"run", "teamwork/a", 2},
		} {
			_, place := placeIn(list, real)
			if place == nil || *place != want {
				t.Errorf("%s: got %+v, want %+v", real, place, want)
			}
		}
	}
	if root, place := placeIn(roots, "/elsewhere"); root != nil || place != nil {
		t.Errorf("got %+v %+v outside all roots", root, place)
	}
}

func TestConfiguredRoots(t *testing.T) {
	t.Parallel()
	home, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{".openclaw/skills", ".agents/skills", "team", "work/skills", "old/skills"} {
		if err := os.MkdirAll(filepath.Join(home, dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	value := map[string]any{
		"skills": map[string]any{"load": map[string]any{"extraDirs": []any{home + "/team", "relative", home + "/missing"}}},
		"agents": map[string]any{
			"entries": map[string]any{"main": map[string]any{"workspace": home + "/work"}},
			"list":    []any{map[string]any{"id": "old", "workspace": home + "/old"}, "not an agent"},
		},
	}
	got := map[string]string{}
	for _, root := range new(here).configuredRoots(home+"/.openclaw/openclaw.json", value) {
		got[root.Kind] += root.real
	}
	want := map[string]string{
		"managed": home + "/.openclaw/skills", "personal": home + "/.agents/skills",
		"extra": home + "/team", "workspace": home + "/old/skills" + home + "/work/skills",
	}
	for kind, real := range want {
		if got[kind] != real {
			t.Errorf("%s: got %q, want %q", kind, got[kind], real)
		}
	}
	if len(got) != len(want) {
		t.Errorf("got %v", got)
	}
}

func TestWorkshopRoot(t *testing.T) {
	t.Parallel()
	for rel, want := range map[string]string{
		".openclaw/agents/main/agent/workshop-skills/notes":       "state/.openclaw/agents/main/agent/workshop-skills",
		"agents/main/agent/workshop-skills/group/notes":           "state/agents/main/agent/workshop-skills",
		"main/agent/workshop-skills/notes":                        "",
		"agents/main/workshop-skills/notes":                       "",
		".openclaw/agents/main/agent/skills/notes":                "",
		"agents/a/agent/workshop-skills/x/agent/workshop-skills2": "state/agents/a/agent/workshop-skills",
	} {
		root := workshopRoot(&catalog.Skill{Root: "state", Rel: rel, Real: filepath.FromSlash("/state/" + rel)})
		switch {
		case root == nil && want == "":
		case root == nil || root.Path != want || filepath.ToSlash(root.real) != "/"+want || root.Kind != "workshop":
			t.Errorf("%s: got %+v, want %q", rel, root, want)
		}
	}
}

// TestRootInTwoWays wants the way in which OpenClaw reads a folder last, whatever
// the order in which the ways are found.
func TestRootInTwoWays(t *testing.T) {
	t.Parallel()
	extra := func(file string, i int) *setRoot {
		return &setRoot{Kind: "extra", Config: &rootSource{File: file, Path: []any{"skills", "load", "extraDirs", i}}}
	}
	order := []*setRoot{
		{Kind: "given"}, extra("a", 0), extra("a", 2), {Kind: "workshop"}, {Kind: "managed"}, {Kind: "personal"}, {Kind: "agents"}, {Kind: "workspace"},
	}
	for i, low := range order {
		for _, high := range order[i+1:] {
			if low.above(high) || !high.above(low) {
				t.Errorf("%s %v and %s %v are the wrong way round", low.Kind, low.Config, high.Kind, high.Config)
			}
		}
		if low.above(low) {
			t.Errorf("%s is above itself", low.Kind)
		}
	}
	if extra("b", 3).above(extra("a", 0)) {
		t.Error("extra folders of two configurations are compared")
	}
}

// TestAgentsRoot finds .agents/skills by what it is called on the disk, however
// much of its path the user wrote.
func TestAgentsRoot(t *testing.T) {
	home, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(home, ".agents", "skills"), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("HOME", home)
	t.Setenv("USERPROFILE", home)
	for _, tt := range []struct{ root, rel, real, path, kind string }{
		{"ws", ".agents/skills/w", "/ws/.agents/skills/w", "ws/.agents/skills", "agents"},
		{"ws/.agents", "skills/w", "/ws/.agents/skills/w", "ws/.agents/skills", "agents"},
		{"ws/.agents/skills", "w", "/ws/.agents/skills/w", "ws/.agents/skills", "agents"},
		{"ws/.agents/skills", "group/w", "/ws/.agents/skills/group/w", "ws/.agents/skills", "agents"},
		{".", ".agents/skills/w", home + "/.agents/skills/w", ".agents/skills", "personal"},
		{".agents", "skills/w", home + "/.agents/skills/w", ".agents/skills", "personal"},
		{"ws/.agents/skills/w", ".", "/ws/.agents/skills/w", "", ""},
		{"ws/.agents/skills/group", "w", "/ws/.agents/skills/group/w", "", ""},
		{"ws", "agents/skills/w", "/ws/agents/skills/w", "", ""},
	} {
		root := here{}.agentsRoot(&catalog.Skill{Root: tt.root, Rel: tt.rel, Real: filepath.FromSlash(tt.real)})
		switch {
		case root == nil && tt.kind == "":
		case root == nil || root.Kind != tt.kind || root.Path != tt.path || filepath.Base(root.real) != "skills":
			t.Errorf("%s %s: got %+v, want %s %s", tt.root, tt.rel, root, tt.kind, tt.path)
		}
	}
}
