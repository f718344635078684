package resolve

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestOthers says what becomes of candidates that do not count.
func TestOthers(t *testing.T) {
	t.Parallel()
	h := newSkillHost(t, `{agents: {defaults: {workspace: "$ROOT/ws"}}}`)
	resolver := sharedResolver()
	resolve := func() *Resolution {
		t.Helper()
		got, err := resolver.Resolve(t.Context(), h.request())
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	told := func(before, after *Resolution) string {
		var lines []string
		for _, c := range after.Others(before) {
			lines = append(lines, c.Kind+" "+c.Name+" "+strings.ReplaceAll(c.Why, h.root, ""))
		}
		return strings.Join(lines, "\n")
	}
	h.skill("bundled/weather", "weather")
	first := resolve()
	if got := told(first, first); got != "" {
		t.Errorf("nothing changed: %s", got)
	}
	// The one that counted is shadowed now; the new one is told by Changes.
	h.skill("ws/skills/weather", "weather")
	second := resolve()
	if got := told(first, second); !strings.HasPrefix(got, "judged weather loaded → shadowed") || strings.Count(got, "\n") != 0 {
		t.Errorf("shadowed: %s", got)
	}
	// One that is invalid, and one that leads out.
	h.write("ws/skills/broken/SKILL.md", "no front matter")
	h.skill("outside/x", "x")
	if err := os.Symlink(filepath.Join(h.root, "outside", "x"), filepath.Join(h.root, "ws", "skills", "out")); err != nil {
		t.Skipf("no link can be made: %v", err)
	}
	third := resolve()
	if got := told(second, third); !strings.Contains(got, "added broken invalid") || !strings.Contains(got, "escaped") || strings.Count(got, "\n") != 1 {
		t.Errorf("invalid and escaped: %s", got)
	}
	if err := os.RemoveAll(filepath.Join(h.root, "ws", "skills", "broken")); err != nil {
		t.Fatal(err)
	}
	if got := told(third, resolve()); !strings.HasPrefix(got, "removed broken it was invalid") {
		t.Errorf("removed: %s", got)
	}
}

// TestSteps takes one skill through all that can become of it, and wants it to be
// added once and removed once, and nothing said of copies that stay shadowed.
func TestSteps(t *testing.T) {
	t.Parallel()
	h := newSkillHost(t, `{agents: {defaults: {workspace: "$ROOT/ws"}}}`)
	resolver, manifest := sharedResolver(), filepath.Join(h.root, "ws", "skills", "one", "SKILL.md")
	var last *Resolution
	step := func(want ...string) {
		t.Helper()
		next, err := resolver.Again(t.Context(), h.request(), last, []string{h.root})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		if last != nil {
			for _, c := range next.Steps(last) {
				why, _, _ := strings.Cut(c.Why, ": ")
				got = append(got, fmt.Sprint(c.Kind, " ", c.Name, " ", c.Wins, " ", strings.ReplaceAll(why, h.root, "")))
			}
		}
		if last = next; !slices.Equal(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	remove := func(name string) {
		t.Helper()
		if err := os.RemoveAll(filepath.Join(h.root, name)); err != nil {
			t.Fatal(err)
		}
	}
	h.write("ws/skills/one/notes.txt", "nothing yet")
	step()
	h.write("ws/skills/one/SKILL.md", "---\nname: one\n")
	step("added one false invalid")
	remove("ws/skills/one/SKILL.md")
	h.skill("ws/skills/one", "one")
	step("judged one true invalid → loaded")
	h.write("ws/skills/one/SKILL.md", "no front matter")
	step("judged one false loaded → invalid")
	if err := os.Remove(manifest); err != nil {
		t.Fatal(err)
	}
	step("removed one false it was invalid")

	h.skill("bundled/two", "two")
	h.skill("home/.openclaw/skills/two", "two")
	h.skill("ws/.agents/skills/two", "two")
	step("added two true loaded", "added two false shadowed", "added two false shadowed")
	h.skill("ws/skills/two", "two")
	step("moved two true from /ws/.agents/skills/two to /ws/skills/two", "judged two false loaded → shadowed")
	remove("ws/skills/two")
	step("moved two true from /ws/skills/two to /ws/.agents/skills/two")
}
