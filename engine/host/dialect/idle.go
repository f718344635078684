package dialect

import (
	"fmt"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/internal/document"
	"github.com/skillctl/skillctl/schema"
)

// scope is a part of a configuration that is about commands: what in it has no
// effect is said.
type scope struct {
	node *document.Node
	path []any
	// inner is the part that holds before this one, such as an agent's own; nil for
	// none. What it says as well is not said for this one.
	inner *document.Node
	// keys are the only ones that are about commands, nil for all.
	keys []string
	// reasons says why keys have no effect, by their paths from the scope on.
	reasons []reason
}

// reason says why a key has no effect.
type reason struct {
	// key is a path with dots; "*" stands for any key.
	key, why string
	// same is the value that asks for nothing but what is done anyway, nil for none.
	same any
	// taken: the setting of that name is kept, and still nothing goes by it.
	taken bool
}

// place is where a node stands.
type place struct {
	file string
	span document.Span
}

// idle says which keys of the scopes have no effect, one line each, and which
// stand twice.
func (t *translation) idle() []string {
	f := idleFinder{taken: map[place]bool{}}
	f.take(t.root)
	f.repeated(t.from.Root, nil)
	for _, s := range t.scopes {
		f.scope = s
		f.object(s.node, s.inner, nil)
	}
	return append(f.lines, t.notes...)
}

// unchecked says that nobody here knows what a part of the configuration may hold.
func (t *translation) unchecked(why string, path ...any) {
	n := t.at(path...)
	if n == nil || n.Kind == document.Object && len(n.Members) == 0 {
		return
	}
	place := schema.Place{File: n.File, Position: n.Span.Start}
	t.notes = append(t.notes, place.String()+": "+schema.PathString(path)+" was not checked: "+why)
}

// note says something of a part of the configuration that has an effect, but not
// all of it.
func (t *translation) note(n *document.Node, message string) {
	t.notes = append(t.notes, schema.Place{File: n.File, Position: n.Span.Start}.String()+": "+message)
}

type idleFinder struct {
	scope scope
	// taken are the places that settings come from.
	taken map[place]bool
	lines []string
}

func (f *idleFinder) take(n *document.Node) {
	if n == nil {
		return
	}
	if !n.Span.IsZero() {
		f.taken[place{n.File, n.Span}] = true
	}
	for _, m := range n.Members {
		f.take(m.Value)
	}
	for _, item := range n.Items {
		f.take(item)
	}
}

func (f *idleFinder) say(file string, at document.Position, message string) {
	f.lines = append(f.lines, schema.Place{File: file, Position: at}.String()+": "+message)
}

// repeated finds keys that stand again further on.
func (f *idleFinder) repeated(n *document.Node, path []any) {
	if n == nil {
		return
	}
	last := lastOf(n)
	for i, m := range n.Members {
		inner := append(slices.Clip(path), m.Key)
		if j := last[m.Key]; j != i {
			f.say(m.File, m.KeySpan.Start, fmt.Sprintf("%s has no effect: it stands again in line %d, and the last one counts", schema.PathString(inner), n.Members[j].KeySpan.Start.Line))
			continue
		}
		f.repeated(m.Value, inner)
	}
	for i, item := range n.Items {
		f.repeated(item, append(slices.Clip(path), i))
	}
}

// lastOf are the members of an object that count.
func lastOf(n *document.Node) map[string]int {
	last := make(map[string]int, len(n.Members))
	for i, m := range n.Members {
		last[m.Key] = i
	}
	return last
}

// object looks at the keys of an object; path leads from the scope to it.
func (f *idleFinder) object(n, inner *document.Node, path []any) {
	if n == nil || n.Kind != document.Object {
		return
	}
	last := lastOf(n)
	for i, m := range n.Members {
		if last[m.Key] != i || len(path) == 0 && f.scope.keys != nil && !slices.Contains(f.scope.keys, m.Key) {
			continue
		}
		at := append(slices.Clip(path), m.Key)
		why := f.scope.reason(at)
		own := inner.At(m.Key)
		switch {
		case why.asks(m.Value):
		case own != nil && own.Kind != document.Object:
		case why.taken || own == nil && !f.used(m.Value, at) && (why.why != "" || !f.scope.speaksBelow(at)):
			f.key(m, at, why)
		case m.Value.Kind == document.Object:
			f.object(m.Value, own, at)
		case m.Value.Kind == document.Array:
			f.items(m.Value, at, why)
		}
	}
}

// items looks at the items of a list that settings are made of.
func (f *idleFinder) items(list *document.Node, path []any, why reason) {
	for i, item := range list.Items {
		if !f.used(item, nil) {
			f.name(item.File, item.Span.Start, append(slices.Clip(path), i), why)
		}
	}
}

func (f *idleFinder) key(m document.Member, path []any, why reason) {
	f.name(m.File, m.KeySpan.Start, path, why)
}

func (f *idleFinder) name(file string, at document.Position, path []any, why reason) {
	message := schema.PathString(slices.Concat(f.scope.path, path)) + " has no effect here"
	if why.why != "" {
		message += ": " + why.why
	}
	f.say(file, at, message)
}

// used reports whether a setting comes from a value, or from a part of it, or a part
// of it asks for what is done anyway. An empty object says nothing.
func (f *idleFinder) used(n *document.Node, path []any) bool {
	switch {
	case n == nil, n.Kind == document.Null, n.Kind == document.Object && len(n.Members) == 0:
		return true
	case n.Kind != document.Object && f.taken[place{n.File, n.Span}], path != nil && f.scope.reason(path).asks(n):
		return true
	case n.Kind == document.Array:
		return slices.ContainsFunc(n.Items, func(item *document.Node) bool { return f.used(item, nil) })
	}
	return slices.ContainsFunc(n.Members, func(m document.Member) bool { return f.used(m.Value, append(slices.Clip(path), m.Key)) })
}

// asks reports whether a value asks for what is done anyway.
func (r reason) asks(n *document.Node) bool {
	return r.same != nil && fmt.Sprint(r.same) == fmt.Sprint(n.Interface())
}

// speaksBelow reports whether there are reasons for keys in an object: then these are
// said, and not the object as a whole.
func (s *scope) speaksBelow(path []any) bool {
	above := schema.PathString(path)
	return slices.ContainsFunc(s.reasons, func(r reason) bool { return strings.HasPrefix(r.key, above+".") })
}

// reason is why a key has no effect.
func (s *scope) reason(path []any) reason {
	for _, r := range s.reasons {
		if parts := strings.Split(r.key, "."); len(parts) == len(path) && slices.EqualFunc(parts, path, func(want string, got any) bool { return want == "*" || want == got }) {
			return r
		}
	}
	return reason{}
}
