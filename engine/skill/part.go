package skill

import (
	"sort"

	"github.com/skillctl/skillctl/engine/flow"
	"github.com/skillctl/skillctl/engine/scan"
	"github.com/skillctl/skillctl/internal/document"
)

// part says where the text of a script stands in the file that it was taken out of.
type part struct {
	places []scan.Place
	// source is the file, where that has lines.
	source []byte
}

// keepParts holds on to the texts in a file that is no text itself.
func (r *reader) keepParts(f *File, text []byte) {
	if f.Content == nil || f.Size == 0 {
		return
	}
	parts, err := scan.Parts(*f.Content, text)
	if err != nil {
		r.gap(f.Path, GapCode, "the text in the file was not looked through: %s", err)
	}
	for _, p := range parts {
		one := script{path: f.Path, text: p.Text, part: &part{places: p.Places}}
		if p.Document {
			one.language = langDocument
		}
		r.keepPart(one)
	}
}

// keepPart holds on to a text that was taken out of a file, when there is anything in
// it that is looked for.
func (r *reader) keepPart(one script) {
	switch {
	case !flow.Tells(one.text) && one.language != langShell:
	case r.scripts+len(one.text) > r.cfg.limits.CodeBytes:
		r.gap(one.path, GapCode, "code and text of a package are looked through up to %d bytes in all", r.cfg.limits.CodeBytes)
	default:
		r.scripts += len(one.text)
		r.skill.scripts = append(r.skill.scripts, one)
	}
}

// counts are how many of everything a finder has found.
type counts struct{ flows, commands, passages, orders, templates, foreign, uses, remarks, leans, rulings, contacts, parties int }

func countsOf(w *flow.Finder) counts {
	return counts{len(w.Flows), len(w.Commands), len(w.Passages), len(w.Orders), len(w.Templates), len(w.Foreign), len(w.Uses), len(w.Remarks), len(w.Leans), len(w.Rulings), len(w.Contacts), len(w.Parties)}
}

// relocate gives what was found in a part, since some counts, its place in the file.
func (p *part) relocate(w *flow.Finder, since counts) {
	for i := range w.Flows[since.flows:] {
		p.move(&w.Flows[since.flows+i].Span)
	}
	for i := range w.Commands[since.commands:] {
		p.move(&w.Commands[since.commands+i].Span)
	}
	for i := range w.Passages[since.passages:] {
		p.move(&w.Passages[since.passages+i].Span)
	}
	for i := range w.Orders[since.orders:] {
		p.move(&w.Orders[since.orders+i].Span)
	}
	for i := range w.Templates[since.templates:] {
		p.move(&w.Templates[since.templates+i].Span)
	}
	for i := range w.Foreign[since.foreign:] {
		p.move(&w.Foreign[since.foreign+i].Span)
	}
	for i := range w.Remarks[since.remarks:] {
		p.move(&w.Remarks[since.remarks+i].Span)
	}
	for i := range w.Contacts[since.contacts:] {
		p.move(&w.Contacts[since.contacts+i].Span)
	}
	for i := range w.Parties[since.parties:] {
		p.move(&w.Parties[since.parties+i].Span)
	}
	for i := range w.Leans[since.leans:] {
		p.move(&w.Leans[since.leans+i].Span)
	}
	for i := range w.Rulings[since.rulings:] {
		p.move(&w.Rulings[since.rulings+i].Span)
	}
	for i := range w.Uses[since.uses:] {
		p.move(&w.Uses[since.uses+i].Span)
	}
}

// move gives a span in the text its place in the file: its line where the file has
// lines, else the offset alone.
func (p *part) move(span *document.Span) {
	i := sort.Search(len(p.places), func(i int) bool { return p.places[i].Off > span.Start.Offset }) - 1
	at := document.Position{}
	switch {
	case i < 0:
	case p.source != nil:
		at = positionAt(p.source, p.places[i].Source)
	default:
		at.Offset = p.places[i].Source + span.Start.Offset - p.places[i].Off
	}
	*span = document.Span{Start: at, End: at}
}
