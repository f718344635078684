package schema

import (
	"fmt"
	"sync"

	"cuelang.org/go/cue"
)

// mostDocuments is how many documents one evaluation context serves before it
// is replaced: a context may keep memory for every value that it has seen.
const mostDocuments = 500

// maxRuled is how many values a computed rule is given at most.
const maxRuled = 20_000

// ruleDepth is how deep a computed rule looks into an object.
const ruleDepth = 3

// excerpt returns what a rule looks at: the scalars of some keys, ruleDepth
// deep. Containers below are left out. It counts the values down from left and
// stops below zero.
func excerpt(value any, keys []string, left *int) map[string]any {
	m, _ := value.(map[string]any)
	out := map[string]any{}
	for _, k := range keys {
		if v, ok := m[k]; ok {
			out[k] = shallow(v, ruleDepth-1, left)
		}
	}
	return out
}

func shallow(v any, depth int, left *int) any {
	if *left--; *left < 0 {
		return nil
	}
	switch v := v.(type) {
	case map[string]any:
		out := map[string]any{}
		for _, k := range sortedKeys(v) {
			if leaf(v[k]) || depth > 0 {
				out[k] = shallow(v[k], depth-1, left)
			}
		}
		return out
	case []any:
		out := []any{}
		for _, it := range v {
			if leaf(it) || depth > 0 {
				out = append(out, shallow(it, depth-1, left))
			}
		}
		return out
	}
	return v
}

func leaf(v any) bool { return kindOf(v)&(kindList|kindObject) == 0 }

// evaluator computes the violations that a definition states in CUE. A context
// is not safe for concurrent use, so evaluations take turns.
type evaluator struct {
	mu    sync.Mutex
	ctx   *cue.Context
	built map[string]cue.Value
	used  int
}

// evaluate fills the definition's `in` with a value and reads its `violations`.
// A definition that cannot be evaluated gives a violation itself.
func (e *evaluator) evaluate(src source, ref ruleRef, value any) []Violation {
	e.mu.Lock()
	defer e.mu.Unlock()
	left := maxRuled
	in := excerpt(value, ref.when, &left)
	if left < 0 {
		return []Violation{{Code: BadValue, Path: []any{}, On: OnValue,
			Message: fmt.Sprintf("there are more than %d values here: too many to check how they fit together", maxRuled)}}
	}
	vs, err := e.violations(src, ref, in)
	if err != nil {
		return []Violation{{Code: BadValue, Path: []any{}, On: OnValue,
			Message: "the rules of this object could not be applied (" + ref.def + ")",
			Hint:    "check that every entry is complete"}}
	}
	return vs
}

func (e *evaluator) violations(src source, ref ruleRef, value any) ([]Violation, error) {
	if e.ctx == nil || e.used >= mostDocuments {
		ctx, err := newContext()
		if err != nil {
			return nil, err
		}
		e.ctx, e.built, e.used = ctx, map[string]cue.Value{}, 0
	}
	e.used++
	file := string(src.kind) + "_rules.cue"
	all, ok := e.built[file]
	if !ok {
		text, err := files.ReadFile(file)
		if err != nil {
			return nil, fmt.Errorf("read rules %q: %w", file, err)
		}
		all = e.ctx.CompileBytes(text, cue.Filename(file))
		e.built[file] = all
	}
	filled := all.LookupPath(cue.ParsePath(ref.def)).FillPath(cue.ParsePath("in"), e.ctx.Encode(value))
	var out []Violation
	if err := filled.LookupPath(cue.ParsePath("violations")).Decode(&out); err != nil {
		return nil, fmt.Errorf("evaluate %s: %w", ref.def, err)
	}
	for i := range out {
		out[i].Path = neutralPath(out[i].Path)
	}
	return out, nil
}

// neutralPath gives the elements of a decoded path the types that Violation.Path
// has.
func neutralPath(path []any) []any {
	out := make([]any, len(path))
	for i, p := range path {
		if n, ok := number(p); ok {
			p = int(n)
		}
		out[i] = p
	}
	return out
}
