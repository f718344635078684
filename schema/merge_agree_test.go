package schema

import (
	"encoding/json"
	"math/rand/v2"
	"testing"

	"cuelang.org/go/cue"

	"github.com/skillctl/skillctl/internal/document"
)

// TestMergeIsUnification merges random layers of plain values and wants CUE to
// accept the same ones, with the same result.
func TestMergeIsUnification(t *testing.T) {
	def := wholeSchema(t).LookupPath(cue.ParsePath("#Settings"))
	s := New()
	r := rand.New(rand.NewPCG(5, 6))
	pick := func(values ...any) any { return values[r.IntN(len(values))] }
	layer := func() map[string]any {
		lint, exec := map[string]any{}, map[string]any{}
		for range r.IntN(3) {
			lint[pick("failOn", "minConfidence").(string)] = pick("low", "medium", "high")
			exec[pick("ask", "security").(string)] = pick("off", "always", "deny", "full")
			exec["allowlist"] = pick([]any{"git"}, []any{"git", "rg"}, []any{})
			lint["rules"] = map[string]any{pick("a/b", "c/d").(string): map[string]any{"level": pick("low", "off")}}
		}
		return map[string]any{"lint": lint, "exec": exec}
	}
	taken := 0
	for range 400 {
		a, b := layer(), layer()
		m, err := s.Merge(Skillctl, []Layer{{Root: document.FromValue("", a)}, {Root: document.FromValue("", b)}})
		ctx := def.Context()
		v := def.Unify(ctx.Encode(a)).Unify(ctx.Encode(b))
		verr := v.Validate(cue.Concrete(true))
		if (err == nil) != (verr == nil) {
			t.Errorf("merging %v and %v: %v, CUE: %v", a, b, err, verr)
			continue
		}
		if err != nil {
			continue
		}
		taken++
		want, werr := v.MarshalJSON()
		got, gerr := json.Marshal(m.Value)
		if werr != nil || gerr != nil || !sameJSON(t, want, got) {
			t.Errorf("merging %v and %v gives\n%s, CUE\n%s", a, b, got, want)
		}
	}
	if taken < 50 || taken > 390 {
		t.Errorf("%d of 400 merges succeed: the test tells nothing", taken)
	}
}

func sameJSON(t *testing.T, a, b []byte) bool {
	t.Helper()
	var x, y any
	if err := json.Unmarshal(a, &x); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(b, &y); err != nil {
		t.Fatal(err)
	}
	one, _ := json.Marshal(x)
	two, _ := json.Marshal(y)
	return string(one) == string(two)
}
