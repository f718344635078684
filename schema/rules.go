package schema

import (
	"fmt"
	"sync"

	"cuelang.org/go/cue"
	"cuelang.org/go/cue/cuecontext"
)

// mostDocuments is how many documents one evaluation context serves before it
// is replaced: a context may keep memory for every value that it has seen.
const mostDocuments = 500

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
	vs, err := e.violations(src, ref, value)
	if err != nil {
		return []Violation{{Code: BadValue, Path: []any{}, On: OnValue,
			Message: "the rules of this object could not be applied (" + ref.def + ")",
			Hint:    "check that every entry is complete"}}
	}
	return vs
}

func (e *evaluator) violations(src source, ref ruleRef, value any) ([]Violation, error) {
	if e.ctx == nil || e.used >= mostDocuments {
		e.ctx, e.built, e.used = cuecontext.New(), map[string]cue.Value{}, 0
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
