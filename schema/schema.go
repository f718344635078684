package schema

import (
	"errors"
	"fmt"
	"sync"
)

// Schema validates documents. A plan is made for each kind on its first use and
// kept; a Schema is safe for concurrent use.
type Schema struct {
	mu    sync.Mutex
	plans map[Kind]*plan
	rules evaluator
}

// plan is a kind, ready to be executed.
type plan struct {
	source source
	root   *spec
	once   sync.Once
	err    error
}

// New returns a Schema. It does no work yet.
func New() *Schema { return &Schema{plans: map[Kind]*plan{}} }

// ErrKind is returned for a kind of document that does not exist.
var ErrKind = errors.New("unknown kind of document")

func (s *Schema) plan(kind Kind) (*plan, error) {
	s.mu.Lock()
	p := s.plans[kind]
	if p == nil {
		src, ok := sourceOf(kind)
		if !ok {
			s.mu.Unlock()
			return nil, fmt.Errorf("%w: %q", ErrKind, kind)
		}
		p = &plan{source: src}
		s.plans[kind] = p
	}
	s.mu.Unlock()
	p.once.Do(func() {
		if p.root = compiled(p.source); p.root == nil {
			p.root, p.err = compilePlan(p.source)
		}
	})
	return p, p.err
}

func compilePlan(src source) (*spec, error) {
	defs, err := parse(src.files)
	if err != nil {
		return nil, err
	}
	c := &compiler{defs: defs, done: map[string]*spec{}}
	root, err := c.definition(src.def)
	if err != nil {
		return nil, fmt.Errorf("prepare schema of %s: %w", src.kind, err)
	}
	return root, nil
}

// Validate checks a document of neutral values: map[string]any, []any, string,
// int64, float64, bool and nil. Every place is checked by itself, so that one
// wrong field hides no other. The violations are sorted; none means that the
// document has the shape that its host wants (see [Violation.Refused] for old
// keys that are still taken).
//
// A kind that does not exist gives one violation, so that nothing passes
// unchecked.
func (s *Schema) Validate(kind Kind, value any) []Violation {
	p, err := s.plan(kind)
	if err != nil {
		return []Violation{{Code: BadValue, Path: []any{}, On: OnValue, Message: err.Error()}}
	}
	r := &run{strict: p.source.strictChoice, path: make([]any, 0, 8)}
	r.rules = func(ref ruleRef, v any) []Violation { return s.rules.evaluate(p.source, ref, v) }
	r.value(p.root, value, nil)
	sortViolations(r.out)
	return r.out
}
