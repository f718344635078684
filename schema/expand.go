package schema

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/internal/document"
)

// Globs says which keys of an object stand for several others.
type Globs struct {
	// At is the path of the object.
	At []string
	// Names are the keys that a key stands for, nil for one that stands for
	// itself. It is asked for each key.
	Names func(key string) ([]string, error)
	// Short is the field that a value which is no object sets: "off" is
	// {level: "off"}. Single are fields that only a key standing for itself may
	// set.
	Short  string
	Single []string
}

// Expand writes out the keys of an object that stand for several others, so that
// layers are joined by the keys that they stand for. In one layer the key that
// says more holds: one that stands for itself, then the one with more letters of
// its own; what it does not say, the others say. Two that say as much and differ
// are a problem.
func (l Layer) Expand(g Globs) (Layer, []Problem, error) {
	if l.Root == nil {
		return l, nil, nil
	}
	found := l.Root.At(toAny(g.At)...)
	if found == nil || found.Kind != document.Object {
		return l, nil, nil
	}
	names := map[string][]string{}
	for _, m := range found.Members {
		list, err := g.Names(m.Key)
		if err != nil {
			return l, nil, err
		}
		names[m.Key] = list
	}
	e := &expansion{globs: g, names: names}
	out := l
	out.Root = replaced(l.Root, g.At, e.object(found))
	if l.limits != nil {
		out.limits = l.limits.expanded(g.At, e)
	}
	return out, e.problems, nil
}

// Replace returns the layer with another value at a path that it has.
func (l Layer) Replace(path []string, by *document.Node) Layer {
	l.Root = replaced(l.Root, path, by)
	return l
}

func toAny(path []string) []any {
	out := make([]any, len(path))
	for i, p := range path {
		out[i] = p
	}
	return out
}

// replaced is a tree with another node at a path; the tree itself stays as it is.
func replaced(n *document.Node, path []string, by *document.Node) *document.Node {
	if len(path) == 0 {
		return by
	}
	out := *n
	out.Members = slices.Clone(n.Members)
	for i := range out.Members {
		if out.Members[i].Key == path[0] {
			out.Members[i].Value = replaced(out.Members[i].Value, path[1:], by)
		}
	}
	return &out
}

type expansion struct {
	globs    Globs
	names    map[string][]string
	problems []Problem
}

// claim is what one key says of a name.
type claim struct {
	key   string
	rank  int
	value *document.Node
}

func (e *expansion) object(n *document.Node) *document.Node {
	out := *n
	out.Members = nil
	by := map[string][]claim{}
	var globs []document.Member
	for _, m := range n.Members {
		m.Value = e.long(m.Value)
		if len(e.names[m.Key]) == 0 || m.Value.Kind != document.Object {
			// What the schema refuses is told of the key as it stands.
			out.Members = append(out.Members, m)
			by[m.Key] = []claim{{key: m.Key, rank: math.MaxInt, value: m.Value}}
			continue
		}
		e.single(m)
		globs = append(globs, m)
	}
	var order []string
	first := map[string]document.Member{}
	for _, m := range globs {
		for _, name := range e.names[m.Key] {
			if _, seen := first[name]; !seen {
				order, first[name] = append(order, name), m
			}
			by[name] = append(by[name], claim{key: m.Key, rank: rankOf(m.Key), value: m.Value})
		}
	}
	for _, name := range order {
		value := e.strongest(name, by[name])
		if i := memberIndex(&out, name); i >= 0 {
			out.Members[i].Value = value
			continue
		}
		m := first[name]
		out.Members = append(out.Members, document.Member{Key: name, KeySpan: m.KeySpan, File: m.File, Value: value})
	}
	return &out
}

// long is a value in the form of an object.
func (e *expansion) long(n *document.Node) *document.Node {
	if e.globs.Short == "" || n.Kind != document.String {
		return n
	}
	return &document.Node{
		Kind: document.Object, File: n.File, Span: n.Span, Style: document.Flow,
		Members: []document.Member{{Key: e.globs.Short, KeySpan: n.Span, File: n.File, Value: n}},
	}
}

// single reports what only a key that stands for itself may set.
func (e *expansion) single(m document.Member) {
	for _, field := range e.globs.Single {
		if value := m.Value.At(field); value != nil {
			e.problems = append(e.problems, Problem{
				Place: placeOf(value), Message: fmt.Sprintf("%s of %q: it stands for %d others, and %s are set one by one", field, m.Key, len(e.names[m.Key]), field),
				Hint: fmt.Sprintf("set them for a single one: %q", e.names[m.Key][0]),
			})
		}
	}
}

// rankOf is how much of a key is letters of its own.
func rankOf(key string) int {
	return len(key) - strings.Count(key, "*") - strings.Count(key, "?")
}

// strongest joins what the keys of one layer say of a name.
func (e *expansion) strongest(name string, all []claim) *document.Node {
	slices.SortStableFunc(all, func(a, b claim) int { return b.rank - a.rank })
	value := all[0].value
	for i := 1; i < len(all); i++ {
		if all[i].rank == all[i-1].rank && !reflect.DeepEqual(all[i].value.Interface(), all[i-1].value.Interface()) {
			e.problems = append(e.problems, Problem{
				Place: placeOf(all[i].value), Other: placeOf(all[i-1].value),
				Message: fmt.Sprintf("%q and %q (%s) both stand for %q, and say different things", all[i].key, all[i-1].key, placeOf(all[i-1].value), name),
				Hint:    fmt.Sprintf("say what is wanted of %q itself", name),
			})
			break
		}
		value = under(value, all[i].value)
	}
	return value
}

// under adds to an object what it does not say itself.
func under(own, more *document.Node) *document.Node {
	if own.Kind == document.Constraint {
		return more // the limit holds all the same
	}
	if own.Kind != document.Object || more.Kind != document.Object {
		return own
	}
	out := *own
	out.Members = slices.Clone(own.Members)
	for _, m := range more.Members {
		if i := memberIndex(&out, m.Key); i < 0 {
			out.Members = append(out.Members, m)
		} else {
			out.Members[i].Value = under(out.Members[i].Value, m.Value)
		}
	}
	return &out
}

// expanded adds to the limits at a path those for the keys that others stand for.
func (s *spec) expanded(path []string, e *expansion) *spec {
	if len(s.alts) != 1 || s.alts[0].object == nil {
		return s
	}
	out, one, o := *s, *s.alts[0], *s.alts[0].object
	out.alts, one.object = []*alt{&one}, &o
	o.fields, o.index = slices.Clone(o.fields), map[string]*field{}
	for i, f := range o.fields {
		switch below := *f; {
		case len(path) == 0:
			below.spec = e.longSpec(f.spec)
			o.fields[i] = &below
		case f.name == path[0]:
			below.spec = f.spec.expanded(path[1:], e)
			o.fields[i] = &below
		}
		o.index[f.name] = o.fields[i]
	}
	if len(path) > 0 {
		return &out
	}
	for _, f := range slices.Clone(o.fields) {
		for _, name := range e.names[f.name] {
			limit := *f
			limit.name = name
			if o.index[name] == nil {
				o.fields = append(o.fields, &limit)
				o.index[name] = &limit
			}
		}
	}
	return &out
}

// longSpec limits the field that a value which is no object sets.
func (e *expansion) longSpec(s *spec) *spec {
	for _, a := range s.alts {
		if a.kinds != kindString {
			return s
		}
	}
	short := &field{name: e.globs.Short, optional: true, spec: s}
	return &spec{alts: []*alt{{kinds: kindObject, object: &object{
		open: true, fields: []*field{short}, index: map[string]*field{short.name: short},
	}}}}
}
