package resolve

import (
	"fmt"
	"testing"
)

// manySkills lays out n skills in seven roots, one in ten of them with a name
// that other roots have, too, and one in ten with something that it wants.
func manySkills(t testing.TB, n int) *skillHost {
	t.Helper()
	h := newSkillHost(t, `{agents: {defaults: {workspace: "$ROOT/ws"}},
		skills: {limits: {maxCandidatesPerRoot: 100000, maxSkillsLoadedPerSource: 100000}, load: {extraDirs: ["$ROOT/extra"]},
		entries: {"only-3-4": {enabled: false}}}}`)
	roots := []string{"extra", "bundled", "home/.openclaw/agents/main/agent/workshop-skills", "home/.openclaw/skills", "home/.agents/skills", "ws/.agents/skills", "ws/skills"}
	for i := range n {
		root, k := i%len(roots), i/len(roots)
		name, line := fmt.Sprintf("only-%d-%d", root, k), "license: MIT"
		switch k % 10 {
		case 0:
			name = fmt.Sprintf("shared-%d", k)
		case 1:
			line = `metadata: {"openclaw": {"requires": {"bins": ["sh"], "env": ["HOME"]}}}`
		}
		h.skill(fmt.Sprintf("%s/%s", roots[root], name), name, line)
	}
	return h
}

// BenchmarkResolve resolves 10,000 skills in seven roots, at first and again
// after one of them changed.
func BenchmarkResolve(b *testing.B) {
	h := manySkills(b, 10_000)
	req := h.request(openclawProfile, func(r *Request) { r.Unseen = false })
	resolver := New()
	first, err := resolver.Resolve(b.Context(), req)
	if err != nil {
		b.Fatal(err)
	}
	if len(first.Skills) != 10_000 {
		b.Fatalf("%d candidates", len(first.Skills))
	}
	b.Run("10000 skills in 7 roots", func(b *testing.B) {
		for b.Loop() {
			if _, err := resolver.Resolve(b.Context(), req); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("again after one changed", func(b *testing.B) {
		changed := []string{h.root + "/ws/skills/shared-0/SKILL.md"}
		for b.Loop() {
			if _, err := resolver.Again(b.Context(), req, first, changed); err != nil {
				b.Fatal(err)
			}
		}
	})
}
