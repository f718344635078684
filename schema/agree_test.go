package schema

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"testing"

	"cuelang.org/go/cue"
	"cuelang.org/go/cue/build"
	"cuelang.org/go/cue/cuecontext"
	"cuelang.org/go/cue/errors"
)

// wholeSchema compiles every schema file as CUE.
func wholeSchema(t testing.TB) cue.Value {
	t.Helper()
	inst := build.NewContext().NewInstance("schema", nil)
	names, err := fs.Glob(files, "*.cue")
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range names {
		text, err := files.ReadFile(n)
		if err != nil {
			t.Fatal(err)
		}
		if err := inst.AddFile(n, text); err != nil {
			t.Fatal(errors.Details(err, nil))
		}
	}
	if err := inst.Complete(); err != nil {
		t.Fatal(errors.Details(err, nil))
	}
	v := cuecontext.New().BuildInstance(inst)
	if err := v.Err(); err != nil {
		t.Fatal(errors.Details(err, nil))
	}
	return v
}

// TestPlanAgreesWithCUE changes right documents at random and wants the plan
// and CUE itself to say the same about each.
func TestPlanAgreesWithCUE(t *testing.T) {
	all := wholeSchema(t)
	s := New()
	for _, kind := range Kinds() {
		src, _ := sourceOf(kind)
		def := all.LookupPath(cue.ParsePath(src.def))
		r := rand.New(rand.NewPCG(1, 2))
		for _, doc := range goodDocuments()[kind] {
			for i := range 60 {
				changed := copyValue(doc)
				if i > 0 {
					changed = mutate(r, changed)
				}
				compare(t, s, kind, def, changed)
			}
		}
	}
}

// compare reports a document on which the plan and CUE differ. What only the
// plan says (conflicts and computed rules) is left out.
func compare(t *testing.T, s *Schema, kind Kind, def cue.Value, doc any) {
	t.Helper()
	var refused []Violation
	for _, v := range s.Validate(kind, doc) {
		if v.Refused() && v.Code != Conflict {
			refused = append(refused, v)
		}
	}
	err := def.Unify(def.Context().Encode(whole(doc))).Validate(cue.Concrete(true))
	if (err == nil) != (len(refused) == 0) {
		text, _ := json.Marshal(doc)
		t.Errorf("%s: plan says %v, CUE says %v\n%s", kind, refused, err, text)
	}
}

// whole turns floats without a fraction into integers, as the plan reads them.
func whole(v any) any {
	switch v := v.(type) {
	case float64:
		if kindOf(v) == kindInt {
			return int64(v)
		}
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = whole(v[i])
		}
		return out
	case map[string]any:
		out := map[string]any{}
		for k := range v {
			out[k] = whole(v[k])
		}
		return out
	}
	return v
}

func copyValue(v any) any {
	text, err := json.Marshal(v)
	if err != nil {
		panic(fmt.Sprintf("copy %v: %v", v, err))
	}
	var out any
	if err := json.Unmarshal(text, &out); err != nil {
		panic(fmt.Sprintf("copy %v: %v", v, err))
	}
	return out
}

// places lists the containers of a document with the keys to reach their
// children.
func places(v any, out *[]func(func(any) any)) {
	switch v := v.(type) {
	case map[string]any:
		for k := range v {
			*out = append(*out, func(f func(any) any) { v[k] = f(v[k]) })
			places(v[k], out)
		}
	case []any:
		for i := range v {
			*out = append(*out, func(f func(any) any) { v[i] = f(v[i]) })
			places(v[i], out)
		}
	}
}

// mutate changes one place of a document.
func mutate(r *rand.Rand, doc any) any {
	var all []func(func(any) any)
	places(doc, &all)
	strange := []any{
		nil, true, false, int64(0), int64(-1), int64(1), 1.5, int64(1 << 54), "", "x", " Host ", "Unconfined", "container:a", "/a:/b", "rel:/b",
		"allowlist", "full", "30s", "0s", "256m", "4m", []any{}, []any{"x"}, []any{int64(1)}, map[string]any{}, map[string]any{"x": "y"},
		map[string]any{"source": "env", "provider": "p", "id": "low"}, map[string]any{"source": "file", "provider": "p", "id": "/a"},
	}
	if len(all) == 0 {
		return strange[r.IntN(len(strange))]
	}
	all[r.IntN(len(all))](func(old any) any {
		if m, ok := old.(map[string]any); ok && r.IntN(2) == 0 {
			if r.IntN(2) == 0 || len(m) == 0 {
				m["strangeKey"] = strange[r.IntN(len(strange))]
				return m
			}
			for k := range m {
				delete(m, k)
				break
			}
			return m
		}
		return strange[r.IntN(len(strange))]
	})
	return doc
}
