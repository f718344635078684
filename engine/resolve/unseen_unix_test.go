//go:build unix

package resolve

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/skillctl/skillctl/engine/catalog"
)

// TestResolveUnseen: each reason why a skill is not come to, or a part of a root
// not looked at, is said by its own rule.
func TestResolveUnseen(t *testing.T) {
	t.Parallel()
	limits := func(text string) string {
		return `{agents: {defaults: {workspace: "$ROOT/ws"}}, skills: {limits: {` + text + `}}}`
	}
	for name, tt := range map[string]struct {
		config string
		make   func(h *skillHost)
		want   []string // path, state, rule
		notes  []string // rule, path, a part of the message
	}{
		"a name that is no text": {
			make:  func(h *skillHost) { h.skill("ws/skills/\xff", "bytes"); h.skill("ws/skills/\xfe/in", "in") },
			want:  []string{"ws/skills/\xff dropped catalog/not-text", "ws/skills/\xfe/in dropped catalog/not-text"},
			notes: []string{`catalog/unsearched-name ws/skills "\xfe" in `, `catalog/unsearched-name ws/skills "\xff" in `},
		},
		"links that lead nowhere": {
			make: func(h *skillHost) {
				h.link("self", "ws/skills/self")
				h.link("none", "ws/skills/gone")
				h.link("SKILL.md", "ws/skills/a/SKILL.md")
				h.link("none.md", "ws/skills/b/SKILL.md")
			},
			want: []string{
				"ws/skills/self dropped catalog/circle", "ws/skills/gone dropped catalog/dangling", "ws/skills/a dropped catalog/circle", "ws/skills/b dropped catalog/dangling",
			},
		},
		"more folders than are looked at": {
			config: limits("maxCandidatesPerRoot: 2"),
			make: func(h *skillHost) {
				for _, s := range []string{"a", "b", "c", "d"} {
					h.skill("ws/skills/"+s, s)
				}
			},
			want:  []string{"ws/skills/a loaded catalog/loaded", "ws/skills/b loaded catalog/loaded", "ws/skills/c dropped catalog/cut", "ws/skills/d dropped catalog/cut"},
			notes: []string{"catalog/unsearched-folders ws/skills 2 of the folders"},
		},
		"more files than are read": {
			config: limits("maxCandidatesPerRoot: 2"),
			make: func(h *skillHost) {
				h.skill("ws/skills/a", "a")
				h.skill("ws/skills/z", "z")
				for i := range 1500 {
					if err := os.WriteFile(fmt.Sprintf("%s/ws/skills/f%d", h.root, i), nil, 0o600); err != nil {
						h.t.Fatal(err)
					}
				}
			},
			want:  []string{"ws/skills/a loaded catalog/loaded", "ws/skills/z dropped catalog/cut"},
			notes: []string{"catalog/unsearched-entries ws/skills 502 of the entries"},
		},
		"more folders than are listed": {
			config: limits("maxCandidatesPerRoot: 2"),
			make: func(h *skillHost) {
				for i := range 16 {
					h.dir(fmt.Sprintf("ws/skills/%d/%d/%d/%d", i/8, i/4%2, i/2%2, i%2))
				}
				h.skill("ws/skills/1/1/1/1/deep", "deep")
			},
			want:  []string{"ws/skills/1/1/1/1/deep dropped catalog/cut"},
			notes: []string{"catalog/unsearched-budget ws/skills at most 12 below one root"},
		},
		"nothing is to be loaded": {
			config: limits("maxSkillsLoadedPerSource: 0"),
			make:   func(h *skillHost) { h.skill("ws/skills/a", "a") },
			want:   []string{"ws/skills/a dropped catalog/nothing"},
			notes:  []string{"catalog/unsearched-nothing ws/skills 1 of the folders"},
		},
		"a root of links": {
			make: func(h *skillHost) {
				if err := os.RemoveAll(h.root + "/ws/skills"); err != nil {
					h.t.Fatal(err)
				}
				h.link("skills", "ws/skills")
			},
			notes: []string{"catalog/unsearched-loop ws/skills links lead to each other"},
		},
		"a manifest longer than we read": {
			config: limits("maxSkillFileBytes: 100000000"),
			make: func(h *skillHost) {
				h.skill("ws/skills/long", "long")
				if err := os.Truncate(h.root+"/ws/skills/long/SKILL.md", 17<<20); err != nil {
					h.t.Fatal(err)
				}
			},
			want: []string{"ws/skills/long invalid catalog/bound"},
		},
		"too many names that are no text": {
			make: func(h *skillHost) {
				for i := range 60 {
					h.dir(fmt.Sprintf("ws/skills/\xff%02d", i))
				}
			},
			notes: append(slices.Repeat([]string{"catalog/unsearched-name"}, 50), "catalog/unsearched-more ws/skills 10 more parts"),
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if tt.config == "" {
				tt.config = workspaceConfig
			}
			h := newSkillHost(t, tt.config)
			if err := os.MkdirAll(h.root+"/ws/skills/\xff", 0o755); err != nil {
				t.Skipf("the file system takes no such names: %v", err)
			}
			_ = os.Remove(h.root + "/ws/skills/\xff")
			tt.make(h)
			got := h.resolve(openclawProfile)
			h.wantTable(t, got, tt.want...)
			for i, note := range got.Notes {
				if i >= len(tt.notes) {
					t.Errorf("not wanted: %+v", note)
					continue
				}
				parts := append(strings.SplitN(tt.notes[i], " ", 3), "", "")
				if note.Rule != parts[0] || !strings.HasPrefix(note.Path, filepath.Join(h.root, parts[1])) || !strings.Contains(note.Message, parts[2]) {
					t.Errorf("%+v; wanted %q", note, tt.notes[i])
				}
			}
			if len(got.Notes) < len(tt.notes) {
				t.Errorf("%d notes; wanted %q", len(got.Notes), tt.notes)
			}
		})
	}
}

// TestResolveUnreadable: what cannot be listed or read is named as such, and what
// else there is is found.
func TestResolveUnreadable(t *testing.T) {
	t.Parallel()
	if os.Geteuid() == 0 {
		t.Skip("root may read everything")
	}
	h := newSkillHost(t, workspaceConfig)
	h.skill("ws/skills/good", "good")
	h.skill("ws/skills/closed/inner", "inner")
	h.skill("ws/skills/unlisted/inner", "inner")
	h.skill("ws/skills/secret", "secret")
	h.skill("hidden/x", "x")
	h.link(h.root+"/hidden/x", "ws/skills/blind")
	h.link(h.root+"/hidden/x/SKILL.md", "ws/skills/to-hidden/SKILL.md")
	for name, mode := range map[string]os.FileMode{"ws/skills/closed": 0, "ws/skills/unlisted": 0o311, "ws/skills/secret/SKILL.md": 0, "hidden": 0} {
		name = filepath.Join(h.root, name)
		if err := os.Chmod(name, mode); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = os.Chmod(name, 0o755) })
	}
	got := h.resolve(openclawProfile)
	h.wantTable(t, got,
		"ws/skills/good loaded catalog/loaded",
		"ws/skills/secret invalid catalog/unreadable",
		"ws/skills/closed invalid catalog/unreadable",
		"ws/skills/unlisted dropped catalog/unreadable",
		"ws/skills/blind dropped catalog/blind",
		"ws/skills/to-hidden invalid catalog/unreadable",
	)
	if len(got.Notes) != 1 || got.Notes[0].Rule != "catalog/unsearched-unreadable" || got.Notes[0].Path != h.root+"/ws/skills/unlisted" {
		t.Errorf("notes %+v", got.Notes)
	}
}

// TestResolveClosedRoot: a root that nobody may look at is not one that is not
// there.
func TestResolveClosedRoot(t *testing.T) {
	t.Parallel()
	if os.Geteuid() == 0 {
		t.Skip("root may read everything")
	}
	h := newSkillHost(t, workspaceConfig)
	if err := os.Chmod(h.root+"/ws", 0); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.Chmod(h.root+"/ws", 0o755) })
	got := h.resolve()
	if root := got.Roots[len(got.Roots)-1]; root.Problem != catalog.ProblemUnreadable || len(got.Notes) == 0 || got.Notes[len(got.Notes)-1].Rule != "catalog/unsearched-unreadable" {
		t.Errorf("%+v, notes %+v", root, got.Notes)
	}
}
