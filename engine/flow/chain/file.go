package chain

import (
	"strings"

	"github.com/skillctl/skillctl/engine/flow/code"
	"github.com/skillctl/skillctl/engine/flow/way"
)

// made is the name of the file that a call makes.
func (c *copier) made(a *args) *value {
	to, ending := a.way(c.To), a.way(c.Ending)
	if c.Ending == "" || to == nil || ending == nil {
		return to
	}
	out := &value{taints: to.taints}
	for _, text := range to.texts {
		out.texts = append(out.texts, text+c.Endings[ending.first()])
	}
	// The call may be handed a name with the ending, or one that is written without it.
	out.texts = append(out.texts, to.texts...)
	return out
}

// file is what a call comes to that reads or writes a file, nil for another one.
func (e *engine) file(name string, a *args, n *code.Node) *value {
	t := tables()
	if c := t.copy[name]; c != nil {
		to := c.made(a)
		e.written(to, e.content(a.way(c.From), name, n), n)
		if c.Ending != "" && to != nil {
			return to
		}
		return nothing
	}
	if w := named(t.write, name); w != nil {
		data := a.way(w.Data)
		if data == nil {
			return nil
		}
		path := a.path(w.Path)
		if path == nil && (w.Data == "self" || w.Only) {
			return nil
		}
		taints := e.all(e.whole(data, n))
		if w.Carries && len(taints) == 0 {
			return nil
		}
		e.written(path, taints, n)
		e.lasts(name, path, data, taints, a, n)
		e.overwrites(path, taints, name, a, n)
		if a.self != nil && a.self != nothing {
			a.self.taints = addTaints(a.self.taints, taints)
		}
		return nothing
	}
	r := named(t.read, name)
	if r == nil || name == "open" && len(a.list) == 0 {
		return nil
	}
	path := a.path(r.Path)
	if path == nil || r.Path == "self" && strings.HasSuffix(name, ".open") && len(path.texts) == 0 && len(e.all(path)) == 0 {
		return nil // of the latter: what a module opens, not a file that is opened
	}
	if r.Into != "" {
		taints := e.content(path, name, n)
		e.intoArchive(a.self, taints, n)
		return nothing
	}
	v := &value{name: shorter(name + "()"), made: a}
	if r.Path == "self" {
		v.made = &args{list: []*value{path}}
	}
	if mode := a.way("1|mode"); mode != nil && strings.ContainsAny(mode.first(), "wax") && len(mode.first()) < 5 {
		return v
	}
	v.taints = e.content(path, name, n)
	if got := e.callbacks(a, v); got != nil {
		v = e.either(v, got)
	}
	return v
}

func (a *args) path(ways string) *value {
	if ways == "self" {
		return a.self
	}
	if v := a.way(ways); v != nil || !strings.HasPrefix(ways, "self.made") || a.self == nil {
		return v
	}
	return a.self
}

// intoArchive puts what a file holds into an archive, and into the file that the
// archive is written to.
func (e *engine) intoArchive(self *value, taints []*taint, n *code.Node) {
	if self == nil || self == nothing || len(taints) == 0 {
		return
	}
	self.taints = addTaints(self.taints, taints)
	if self.made != nil {
		e.written(self.made.way("0|name|file|fileobj"), taints, n)
		if buffer := self.made.way("fileobj|0"); buffer != nil && len(buffer.texts) == 0 && buffer != nothing {
			buffer.taints = addTaints(buffer.taints, taints)
		}
	}
}

// content are the sources of what a file holds.
func (e *engine) content(path *value, name string, n *code.Node) []*taint {
	if path == nil {
		return nil
	}
	found := e.opened(e.all(path), "is read here", false, n)
	for _, text := range path.texts {
		if kind := e.kind(text); kind != "" && (kind != way.Personal || len(found) == 0) {
			found = addTaints(found, e.source(kind, shown(text), n))
			break
		}
	}
	for _, text := range path.texts {
		if key := fileKey(text); key != "" && len(e.files[key]) > 0 {
			found = addTaints(found, e.stepped(e.files[key], "is read from "+shown(text), n))
		}
	}
	return found
}

// written notes what a file is given.
func (e *engine) written(path *value, taints []*taint, n *code.Node) {
	if path == nil || len(taints) == 0 {
		return
	}
	switch {
	case len(path.texts) > 0 || path == nothing:
	case path.name == "io.BytesIO()" || path.name == "io.StringIO()" || path.name == "BytesIO()" || path.name == "StringIO()":
		path.taints = addTaints(path.taints, e.stepped(taints, "is written to it", n))
	default: // a name that the system makes up
		path.taints = addTaints(path.taints, e.stepped(foreign(taints), "is written to it", n))
		for _, t := range e.stepped(secrets(taints), "is written to it", n) {
			if !t.ofUser() {
				inside := *t
				inside.named = true
				path.taints = addTaints(path.taints, []*taint{&inside})
			}
		}
	}
	for _, text := range path.texts {
		if key := fileKey(text); key != "" {
			e.files[key] = addTaints(e.files[key], e.stepped(taints, "is written to "+shown(text), n))
		}
	}
}

// kind is that of the credentials in a file, "" for none.
func (e *engine) kind(file string) string {
	kind, ok := e.kinds[file]
	if !ok {
		e.cost(20 + len(file)/2)
		kind = tables().kept(file)
		if len(e.kinds) < maxKinds {
			e.kinds[file] = kind
		}
	}
	return kind
}

// maxKinds is of how many names it is remembered.
const maxKinds = 10_000
