package flow

import (
	"bytes"
	"slices"

	"github.com/skillctl/skillctl/engine/flow/prose"
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
	// guess says that the text in hand may not be meant to be run.
	guess bool
	made  map[string][]made
	runs  []ran
	// unpacked are the commands that took apart an archive or a repository.
	unpacked []unpacked
	// known are the places of commands that run what their own text has made: a text
	// with mistakes in it is taken apart more than once.
	known map[document.Span]bool
	cut   bool // there were more
}

// unpacked is what a command made of an archive or a repository: files that nobody
// names, in a folder that may be called like it.
type unpacked struct {
	made
	folder string
	text   int // the offset of the text that it stands in
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
	// language is the family of the interpreter, path the file as it is written, behind
	// the folder that was gone to.
	language, path string
	begin          int // the offset of the text that it stands in
	span           document.Span
	fenced         bool
}

// maxNames is how many files a text is searched for; where a document writes more,
// all its code is looked through.
const maxNames = 64

// names reports whether a text may name a file that a command wrote, or a folder that
// one unpacked.
func (r *trail) names(text []byte) bool {
	if len(r.made) > maxNames {
		return true
	}
	for key := range r.made {
		if bytes.Contains(text, []byte(key)) {
			return true
		}
	}
	return slices.ContainsFunc(r.unpacked, func(u unpacked) bool { return u.folder != "" && bytes.Contains(text, []byte(u.folder)) })
}

// worth reports whether a snippet can hold anything that is looked for, after what
// came before it in the document.
func (w *Finder) worth(p snippet) bool {
	return p.suspicious() || w.pack.named(p.bytes()) || p.kind != inLiteral && w.pack.veiled(p.bytes()) || p.kind != inLiteral && w.trail.names(p.bytes())
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
		if !slices.ContainsFunc(r.made[key], func(o made) bool { return o.span == m.span || o.text == m.text && meet(o.span, m.span) }) {
			r.made[key] = append(r.made[key], m)
		}
	}
	if folder, ok := t.unpacks(c); ok {
		r.unpack(p, read, t, id, folder)
	}
	key, ok := t.runs(c)
	if !ok || id == 0 && p.kind == inSentence && c.Interpreter == nil && valueOf(p) {
		return
	}
	_, span := p.spanOf(read, t.facts, []int{id})
	if known && r.known == nil {
		r.known = map[document.Span]bool{}
	}
	if known || r.known[span] {
		r.known[span] = true
		return
	}
	if len(r.runs) >= maxTrail {
		r.cut = true
		return
	}
	one := ran{key: key, to: t.programs[id], text: c.Text, file: p.file, path: t.started(c), begin: p.start.Offset, fenced: p.fenced(), span: span}
	if c.Interpreter != nil {
		one.language = c.Interpreter.Family
	}
	if n := len(r.runs); !slices.ContainsFunc(r.runs[max(0, n-maxStarts):], func(o ran) bool { return o.key == one.key && o.to == one.to && meet(o.span, one.span) }) {
		r.runs = append(r.runs, one)
	}
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
			flow := Flow{To: run.to, How: HowFile, Steps: m.steps, Text: prose.Bounded(m.text + " … " + run.text), File: run.file, Span: m.span, Fenced: run.fenced}
			for _, step := range m.steps {
				flow.From = append(flow.From, step.Program)
			}
			w.keep(flow)
			for _, step := range m.steps {
				if text := printed(step); text != "" {
					w.saidText(run.file, text, m.span)
				}
			}
			w.usesMade(run, m)
		}
		w.fromArchive(run)
	}
	if cut {
		w.Beyond(file, "its commands write or run more files than are followed")
	}
	w.trail, w.read = trail{}, nil
}

// unpack remembers what a command takes apart.
func (r *trail) unpack(p snippet, read plainText, t *taint, id int, folder string) {
	if len(r.unpacked) >= maxMade {
		r.cut = true
		return
	}
	one := unpacked{made: made{text: t.facts.Commands[id].Text}, folder: folder, text: p.start.Offset}
	from := t.back([]int{id}, -1)
	for _, other := range from {
		one.steps = append(one.steps, t.step(other))
	}
	_, one.span = p.spanOf(read, t.facts, []int{id})
	// A step before may have fetched the archive.
	for _, w := range t.facts.Commands[id].Args {
		for _, m := range r.made[fileKey(t.word(w))] {
			for _, step := range m.steps {
				if !slices.ContainsFunc(one.steps, step.same) && len(one.steps) < maxMade {
					one.steps = append(one.steps, step)
				}
			}
		}
	}
	r.unpacked = append(r.unpacked, one)
}

// fromArchive joins a file that is run with the last archive that it may come out of:
// one that was taken apart in the same text, or whose folder it is in.
func (w *Finder) fromArchive(run ran) {
	if len(w.trail.made[run.key]) > 0 || run.path == "" {
		return
	}
	for _, one := range slices.Backward(w.trail.unpacked) {
		if one.span.Start.Offset >= run.span.Start.Offset || one.text != run.begin && !inside(run.path, one.folder) {
			continue
		}
		flow := Flow{To: run.to, How: HowUnpacked, Path: run.path, Steps: one.steps, Text: prose.Bounded(one.made.text + " … " + run.text), File: run.file, Span: one.span, Fenced: run.fenced}
		for _, step := range one.steps {
			flow.From = append(flow.From, step.Program)
		}
		w.keep(flow)
		return
	}
}

// valueOf reports whether a piece of a sentence begins with the value of an option, or
// with what a command before it is given.
func valueOf(p snippet) bool {
	begin, _ := prose.LineAt(p.text, p.start.Offset)
	words := bytes.Fields(p.text[begin:p.start.Offset])
	if len(words) == 0 {
		return false
	}
	last := words[len(words)-1]
	return last[0] == '-' && len(last) > 1 || last[len(last)-1] == '>' && len(last) < 3
}
