package flow

import (
	"bytes"

	"github.com/skillctl/skillctl/internal/document"
)

// The bounds of a trail: maxTrail is how many files that commands of a document
// write are remembered, and how many that they run, maxMade how many commands that
// write one file.
const (
	maxTrail = 2000
	maxMade  = 64
)

// trail is what the commands of one document write and run: one step fetches a
// file, another one, further down, runs it.
type trail struct {
	made map[string][]made
	runs []ran
	cut  bool // there were more
}

// made is a file that a command wrote.
type made struct {
	steps []Step
	text  string
	span  document.Span
}

// ran is a file that a command runs.
type ran struct {
	key, to, text, file string
	span                document.Span
	fenced              bool
}

// maxNames is how many files a text is searched for; where a document writes more,
// all its code is looked through.
const maxNames = 64

// names reports whether a text may name a file that a command wrote.
func (r *trail) names(text []byte) bool {
	if len(r.made) > maxNames {
		return true
	}
	for key := range r.made {
		if bytes.Contains(text, []byte(key)) {
			return true
		}
	}
	return false
}

// worth reports whether a snippet can hold anything that is looked for, after what
// came before it in the document.
func (w *Finder) worth(p snippet) bool {
	return p.suspicious() || p.kind != inLiteral && w.trail.names(p.bytes())
}

// note remembers what a command writes, and what it runs that nothing in its own
// text has made.
func (r *trail) note(p snippet, read plainText, t *taint, id int, known bool) {
	c := &t.facts.Commands[id]
	for _, key := range t.writes(c) {
		if r.made == nil {
			r.made = map[string][]made{}
		}
		if len(r.made[key]) >= maxMade {
			continue // said where the file is run
		}
		if len(r.made) >= maxTrail {
			r.cut = true
			continue
		}
		m := made{text: c.Text}
		for _, from := range t.back([]int{id}, -1) {
			m.steps = append(m.steps, t.step(from))
		}
		_, m.span = p.spanOf(read, t.facts, []int{id})
		r.made[key] = append(r.made[key], m)
	}
	key, ok := t.runs(c)
	if !ok || known {
		return
	}
	if len(r.runs) >= maxTrail {
		r.cut = true
		return
	}
	one := ran{key: key, to: t.programs[id], text: c.Text, file: p.file, fenced: p.fenced()}
	_, one.span = p.spanOf(read, t.facts, []int{id})
	r.runs = append(r.runs, one)
}

// endTrail joins what the commands of a document made with what they run.
func (w *Finder) endTrail(file string) {
	cut := w.trail.cut
	for _, run := range w.trail.runs {
		cut = cut || len(w.trail.made[run.key]) == maxMade
		for _, m := range w.trail.made[run.key] {
			if m.span.Start.Offset >= run.span.Start.Offset {
				continue
			}
			flow := Flow{To: run.to, How: HowFile, Steps: m.steps, Text: bounded(m.text + " … " + run.text), File: run.file, Span: m.span, Fenced: run.fenced}
			for _, step := range m.steps {
				flow.From = append(flow.From, step.Program)
			}
			w.keep(flow)
		}
	}
	if cut {
		w.beyond(file, "its commands write or run more files than are followed")
	}
	w.trail = trail{}
}
