package schema

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/internal/document"
)

// Layer is one source of settings.
type Layer struct {
	// Root is an object; nil is an empty layer.
	Root *document.Node
	// limits are what a text in CUE allows, nil for other sources.
	limits *spec
}

// Merged is what several layers say together.
type Merged struct {
	// Value holds every setting, defaults included.
	Value map[string]any
	// root has the places of what a layer set.
	root *document.Node
}

// Origin returns where the value at a path was set. The path may lead into a
// list or an object; ok is false for a built-in default.
func (m *Merged) Origin(path ...any) (Place, bool) {
	n := m.root
	for _, p := range path {
		switch p := p.(type) {
		case string, int:
			n = n.At(p)
		default:
			return Place{}, false
		}
		if n == nil {
			return Place{}, false
		}
	}
	return placeOf(n), n.Kind != document.Constraint
}

// Problem is one reason why settings cannot be used.
type Problem struct {
	Place   Place
	Message string
	Hint    string
	// Other is a second place that matters, such as the other side of a clash.
	Other Place
}

// String writes "file:line:col: message (hint)".
func (p Problem) String() string {
	s := p.Place.String() + ": " + p.Message
	if p.Hint != "" {
		s += " (" + p.Hint + ")"
	}
	return s
}

// MergeError is the failure to merge, with every problem that was found.
type MergeError struct{ Problems []Problem }

// Error writes one problem a line.
func (e *MergeError) Error() string {
	lines := make([]string, len(e.Problems))
	for i, p := range e.Problems {
		lines[i] = p.String()
	}
	return strings.Join(lines, "\n")
}

// Merge joins layers, outermost first. Layers are unified: what one sets as a
// value holds for all, and a second layer may only repeat it; a default (`*` in
// CUE, or built in) gives way, to an inner default as well. What a layer limits
// without setting must hold in the end. Lists that the schema marks for it are
// put after one another; all other lists are values.
//
// A clash, an unknown key or a wrong value is a [*MergeError] that names the
// places.
func (s *Schema) Merge(kind Kind, layers []Layer) (*Merged, error) {
	p, err := s.plan(kind)
	if err != nil {
		return nil, err
	}
	var problems []Problem
	root := &document.Node{Kind: document.Object}
	for _, l := range layers {
		if l.Root == nil {
			continue
		}
		wrong := s.problems(kind, l.Root)
		problems = append(problems, wrong...)
		if len(wrong) > 0 {
			continue
		}
		joined, clash := join(root, l.Root, p.root)
		if clash != nil {
			problems = append(problems, clash.problem())
			continue
		}
		root = joined
	}
	if len(problems) > 0 {
		return nil, &MergeError{Problems: problems}
	}
	value, ok := fill(p.root, root.Interface()).(map[string]any)
	if !ok {
		return nil, errors.New("merge settings: the document is not an object")
	}
	for _, l := range layers {
		for _, problem := range l.exceeded(value, root) {
			if !slices.Contains(problems, problem) {
				problems = append(problems, problem)
			}
		}
	}
	if len(problems) > 0 {
		return nil, &MergeError{Problems: problems}
	}
	return &Merged{Value: value, root: root}, nil
}

// problems validates one layer by itself: what it leaves out, another may give.
func (s *Schema) problems(kind Kind, root *document.Node) []Problem {
	return s.refusals(kind, root, func(v Violation) bool { return v.Code != MissingKey || len(v.Path) > 1 })
}

// Problems are the reasons why the host of a document refuses it, each with its
// place: what [Schema.Validate] finds but old keys that are still taken. None
// means that it takes the document.
func (s *Schema) Problems(kind Kind, root *document.Node) []Problem {
	return s.refusals(kind, root, func(Violation) bool { return true })
}

func (s *Schema) refusals(kind Kind, root *document.Node, counts func(Violation) bool) []Problem {
	var out []Problem
	for _, v := range s.Validate(kind, root.Interface()) {
		if !v.Refused() || !counts(v) {
			continue
		}
		problem := Problem{Place: findPlace(root, v.Path, v.On), Message: v.Message, Hint: asSpelt(v, root)}
		// What one key says of several others is wrong once.
		if !slices.Contains(out, problem) {
			out = append(out, problem)
		}
	}
	return out
}

// asSpelt is the hint of a violation; a value to put in quotes is written as it
// stands in the text: 1.10 is a number there, and 1.1 another text.
func asSpelt(v Violation, root *document.Node) string {
	n := root.At(v.Path...)
	if !strings.HasPrefix(v.Hint, inQuotes) || n == nil || n.Raw == "" {
		return v.Hint
	}
	return inQuotes + quote(n.Raw)
}

// exceeded checks the merged value against what a layer allows.
func (l Layer) exceeded(value map[string]any, root *document.Node) []Problem {
	if l.limits == nil {
		return nil
	}
	r := &run{}
	r.value(l.limits, value, nil)
	sortViolations(r.out)
	var out []Problem
	for _, v := range r.out {
		if !v.Refused() || sets(l.Root, v.Path) {
			continue // what the layer sets itself was joined before
		}
		limit := findPlace(l.Root, v.Path, OnValue)
		place, set := (&Merged{root: root}).Origin(v.Path...)
		message := fmt.Sprintf("%s; so says %s", v.Message, limit)
		if !set {
			out = append(out, Problem{Place: limit, Other: limit, Message: v.Message + ", which is the built-in default", Hint: "set it, or mark a default with *"})
			continue
		}
		out = append(out, Problem{Place: place, Other: limit, Message: message})
	}
	return out
}

// sets reports whether the tree has a value, and no default, at a path or in a
// list around it.
func sets(n *document.Node, path []any) bool {
	for _, p := range path {
		key, ok := p.(string)
		if !ok {
			break
		}
		if n = n.At(key); n == nil {
			return false
		}
	}
	return n.Kind != document.Constraint && n.Kind != document.Object && !n.Default
}

// clash is two values for one setting.
type clash struct {
	path []any
	a, b *document.Node
}

func (c *clash) problem() Problem {
	return Problem{
		Place: placeOf(c.b), Other: placeOf(c.a),
		Message: fmt.Sprintf("%s is %s here, but %s at %s", PathString(c.path), describe(c.b), describe(c.a), placeOf(c.a)),
		Hint:    "a value that an outer layer sets cannot be changed; remove one, or make the outer one a default with * in a .cue file",
	}
}

// describe shows a node's value in a message.
func describe(n *document.Node) string {
	switch n.Kind {
	case document.Array:
		texts := make([]string, len(n.Items))
		for i, it := range n.Items {
			texts[i] = describe(it)
		}
		if len(texts) > 4 {
			texts = append(texts[:4], "…")
		}
		return "[" + strings.Join(texts, ", ") + "]"
	case document.Object:
		return "an object"
	case document.Constraint:
		return "a limit"
	}
	return show(n.Interface())
}

// join unifies the trees of an outer and an inner layer. s is the schema of the
// place, nil where it is not known.
func join(outer, inner *document.Node, s *spec) (*document.Node, *clash) {
	switch {
	case outer.Kind == document.Constraint:
		return inner, nil
	case inner.Kind == document.Constraint:
		return outer, nil
	case outer.Kind == document.Object && inner.Kind == document.Object:
		return joinObjects(outer, inner, s)
	case outer.Default:
		return inner, nil
	case inner.Default:
		return outer, nil
	case outer.Kind != inner.Kind:
		return nil, &clash{a: outer, b: inner}
	case outer.Kind == document.Array:
		return joinLists(outer, inner)
	case !sameConst(outer.Interface(), inner.Interface()):
		return nil, &clash{a: outer, b: inner}
	}
	return outer, nil
}

func joinObjects(outer, inner *document.Node, s *spec) (*document.Node, *clash) {
	out := *outer
	if outer.File == "" {
		out.File, out.Span = inner.File, inner.Span
	}
	out.Members = slices.Clone(outer.Members)
	for _, m := range inner.Members {
		i := memberIndex(&out, m.Key)
		if i < 0 {
			out.Members = append(out.Members, m)
			continue
		}
		field, below := s.child(m.Key)
		old := out.Members[i].Value
		if field != nil && field.merge == "append" && old.Kind == document.Array && m.Value.Kind == document.Array {
			both := *old
			both.Items = append(slices.Clone(old.Items), m.Value.Items...)
			out.Members[i].Value = &both
			continue
		}
		joined, c := join(old, m.Value, below)
		if c != nil {
			c.path = append([]any{m.Key}, c.path...)
			return nil, c
		}
		out.Members[i].Value = joined
	}
	return &out, nil
}

func joinLists(outer, inner *document.Node) (*document.Node, *clash) {
	if len(outer.Items) != len(inner.Items) {
		return nil, &clash{a: outer, b: inner}
	}
	out := *outer
	out.Items = make([]*document.Node, len(outer.Items))
	for i := range outer.Items {
		joined, c := join(outer.Items[i], inner.Items[i], nil)
		if c != nil {
			c.path = append([]any{i}, c.path...)
			return nil, c
		}
		out.Items[i] = joined
	}
	return &out, nil
}

// child returns the field and the spec of a key; both may be nil.
func (s *spec) child(key string) (*field, *spec) {
	if s == nil || len(s.alts) != 1 || s.alts[0].object == nil {
		return nil, nil
	}
	o := s.alts[0].object
	if f := o.index[key]; f != nil {
		return f, f.spec
	}
	for _, p := range o.patterns {
		if p.re == nil || p.re.MatchString(key) {
			return nil, p.spec
		}
	}
	return nil, nil
}

// fill puts the schema's defaults where a value says nothing.
func fill(s *spec, v any) any {
	m, ok := v.(map[string]any)
	if !ok || len(s.alts) != 1 || s.alts[0].object == nil {
		return v
	}
	for _, f := range s.alts[0].object.fields {
		old, there := m[f.name]
		if there {
			m[f.name] = fill(f.spec, old)
		} else if d := f.defaults(); d != nil {
			m[f.name] = d
		}
	}
	for k, old := range m {
		if s.alts[0].object.index[k] == nil {
			if _, below := s.child(k); below != nil {
				m[k] = fill(below, old)
			}
		}
	}
	return m
}
