package chain

import (
	"bytes"
	"path"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/flow/code"
	"github.com/skillctl/skillctl/engine/flow/way"
	"github.com/skillctl/skillctl/internal/document"
)

// place is where a node stands in its file.
func (e *engine) place(n *code.Node) (file string, span document.Span) {
	u := e.here
	if u == nil {
		return "", document.Span{}
	}
	begin := min(n.Pos, len(u.text.Source))
	stop := max(begin, n.End)
	if i := bytes.IndexByte(u.text.Source[begin:min(stop, len(u.text.Source))], '\n'); i >= 0 {
		stop = begin + i // one line is shown
	}
	return u.text.File, u.places.Span(u.text, begin, stop)
}

// source is a new one.
func (e *engine) source(kind, name string, n *code.Node) []*taint {
	s := &way.Source{Kind: kind, Name: name}
	s.File, s.Span = e.place(n)
	e.reads(s)
	return []*taint{{root: s, kind: kind, name: name}}
}

// stepped are sources with one more step.
func (e *engine) stepped(list []*taint, what string, n *code.Node) []*taint {
	if len(list) == 0 {
		return nil
	}
	file, span := e.place(n)
	out := make([]*taint, len(list))
	for i, t := range list {
		if t.long >= maxSteps || t.step.File == file && t.step.Span.Start.Line == span.Start.Line && t.step.What == what {
			out[i] = t
			continue
		}
		next := *t
		next.prev, next.long, next.step = t, t.long+1, way.Step{What: what, File: file, Span: span}
		out[i] = &next
	}
	return out
}

// emit tells of chains that end in a call.
func (e *engine) emit(list []*taint, sink way.Sink, n *code.Node) {
	sink.File, sink.Span = e.place(n)
	if sink.Hosts == nil {
		sink.Hosts = []string{}
	}
	for _, t := range plainFirst(list) {
		if t.named {
			continue // what the file holds is not in it
		}
		key := emitted{t.root.Span.Start, sink.Span.Start, t.root.File, sink.File, sink.Kind + sink.Channel + strings.Join(sink.Hosts, " ")}
		if e.emitted[key] {
			continue
		}
		if len(e.found.Chains) >= way.MaxChains {
			e.unread(sink.File, "there are more ways than are told")
			return
		}
		e.emitted[key] = true
		c := way.Chain{Source: *t.root, Steps: []way.Step{}, Sink: sink}
		c.Source.Kind, c.Source.Name, c.Source.Part, c.Source.Mixed, c.Source.Locked = t.kind, t.name, t.part, t.mixed, t.locked
		if c.Source.Hosts == nil {
			c.Source.Hosts = []string{}
		}
		for s := t; s != nil && s.step.What != ""; s = s.prev {
			c.Steps = append(c.Steps, s.step)
		}
		slices.Reverse(c.Steps)
		e.found.Chains = append(e.found.Chains, c)
	}
}

// plainFirst are sources in their order, those of which only a part is handed on behind those
// that are handed on as they are, and those that were mixed with others last.
func plainFirst(list []*taint) []*taint {
	rank := func(t *taint) int {
		switch {
		case t.mixed:
			return 2
		case t.part:
			return 1
		}
		return 0
	}
	if !slices.ContainsFunc(list, func(t *taint) bool { return rank(t) > 0 }) {
		return list
	}
	out := slices.Clone(list)
	slices.SortStableFunc(out, func(a, b *taint) int { return rank(a) - rank(b) })
	return out
}

// shownAt is a node as it is written, up to the end of its line.
func (e *engine) shownAt(n *code.Node) string {
	if e.here == nil {
		return ""
	}
	text := e.here.text.Source
	shown := text[min(n.Pos, len(text)):min(max(n.Pos, n.End), len(text))]
	if i := bytes.IndexByte(shown, '\n'); i >= 0 {
		shown = shown[:i]
	}
	return strings.ToValidUTF8(string(shown[:min(len(shown), way.MaxLength)]), "")
}

// hosts are those of a value that is an address; veiled where it was decoded.
func hosts(v *value) []string {
	var found []string
	for _, t := range v.texts {
		_, rest, ok := strings.Cut(t, "://")
		if !ok {
			continue
		}
		if host := way.HostOf(rest); host != "" && !slices.Contains(found, host) {
			found = append(found, host)
		}
	}
	return found
}

// fileKey is how a file is called in [engine.files], "" for one that is not known. All
// files of a folder whose names are not known are one.
func fileKey(name string) string {
	name = strings.ReplaceAll(name, `\`, "/")
	some := ""
	if folder, ok := strings.CutSuffix(name, "/"+hole); ok { // one of a folder
		name, some = folder, "/*"
	}
	if i := strings.LastIndex(name, hole); i >= 0 {
		name = name[i+1:]
	}
	name = path.Clean(name)
	if some == "" && len(path.Base(name)) < 3 || some != "" && len(strings.Trim(name, "./~")) < 2 {
		return ""
	}
	return strings.TrimPrefix(name, "/") + some
}
