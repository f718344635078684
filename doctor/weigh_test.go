package doctor

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/skillctl/skillctl/engine"
)

// TestWeigh holds what each check is worth, so that none is forgotten: a fact that
// the policies do not know is critical.
func TestWeigh(t *testing.T) {
	t.Parallel()
	want := map[string]engine.Severity{
		"install-policy/command-refused": "high", "install-policy/not-executable": "high", "install-policy/parent-symlink": "critical",
		"install-policy/argument-insecure": "critical", "install-policy/probe": "high", "install-policy/malformed": "critical",
		"install-policy/absent": "high", "install-policy/interpreter": "critical", "install-policy/environment": "high", "install-policy/proof": "high", "files/state-writable": "critical", "files/config-writable": "critical", "files/readable": "medium",
		"skills/writable": "critical", "skills/link-escapes": "medium", "skillctl/writable": "critical", "skillctl/intel": "low", "exec/proof": "high", "run/boundary": "critical",
		"agents/absent": "medium", "agents/hook": "high", "agents/observes": "high", "agents/off": "critical", "agents/unread": "medium", "agents/unasked": "low", "agents/unfenced": "medium", "agents/other": "low", "agents/called": "info", "agents/started": "high", "agents/proof": "critical",
	}
	var results []Result
	for _, c := range Checks() {
		results = append(results, Result{Check: c.ID})
	}
	results = append(results, Result{Check: "files/readable", Found: "unheard-of"})
	if err := NewJudge().Weigh(t.Context(), results); err != nil {
		t.Fatal(err)
	}
	got := map[string]engine.Severity{}
	for _, r := range results[:len(results)-1] {
		got[r.Check] = r.Severity
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if last := results[len(results)-1].Severity; last != engine.SeverityCritical {
		t.Errorf("an unknown fact is %q", last)
	}
}
