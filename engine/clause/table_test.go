package clause

import "testing"

// TestPatterns compiles all expressions of the table, which otherwise are compiled when
// somebody wants them.
func TestPatterns(t *testing.T) {
	t.Parallel()
	all := words()
	patterns := allPatterns()
	if len(patterns) < 30 {
		t.Fatalf("%d patterns", len(patterns))
	}
	for _, p := range patterns {
		if p.in("", nil) {
			t.Errorf("%q matches nothing at all", p.re)
		}
		if len(p.texts()) == 0 {
			t.Errorf("%q: every sentence has to be matched", p.re)
		}
	}
	for _, re := range []string{all.accounts.String(), all.voices.String(), all.address.String(), all.toward.String()} {
		if re == "" {
			t.Error("an expression of the table is empty")
		}
	}
}
