package engine

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestOthers says what becomes of candidates that do not count.
func TestOthers(t *testing.T) {
	t.Parallel()
	h := newSkillHost(t, `{agents: {defaults: {workspace: "$ROOT/ws"}}}`)
	resolver := NewResolver()
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
