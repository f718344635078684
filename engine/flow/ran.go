package flow

import (
	"path"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/command"
	"github.com/skillctl/skillctl/engine/command/analysis"
	"github.com/skillctl/skillctl/engine/flow/prose"
	"github.com/skillctl/skillctl/engine/flow/way"
	"github.com/skillctl/skillctl/internal/document"
)

// lasting reports whether a place is one of touched.json that something obeys.
func lasting(place string) bool {
	_, ok := touched().placed("write", placeName(place, ""))
	return ok
}

// ran reads a command that a program starts as a shell does: what it consists of is
// known from the values of the program, not from a string of it.
func (w *Finder) ran(r *way.Run) {
	for i := range w.Flows { // found in what is written there
		if f := &w.Flows[i]; f.File == r.File && f.How != HowCall && f.Span.Start.Offset >= r.Span.Start.Offset && f.Span.End.Offset <= r.Span.End.Offset {
			f.Ran = true
		}
	}
	text := r.Text
	if code, ok := fedToShell(r); ok {
		text = code
	}
	if lowered := prose.Lower([]byte(text)); !watched().words.in(lowered, signCode) && !structural(lowered) || len(text) > maxSnippet {
		return
	}
	if !w.apart(r.File, len(text)) {
		return
	}
	facts := analysis.Text(text, analysis.WithDialect(command.Bash))
	if !facts.Parse.OK {
		return
	}
	t := newTaint(facts, &w.traced)
	for id := range facts.Commands {
		if len(w.Flows) >= maxFlows || len(w.Commands) >= maxFlows {
			w.Beyond(r.File, "the package has more than %d commands that run what others print, or send something", maxFlows)
			return
		}
		if o := t.code(id); len(o.ids) > 0 {
			w.ranFlow(r, t, id, o)
		}
		w.ranCommand(r, t, id)
		w.ranTool(r, t, id)
	}
}

// fedToShell is the text that a shell is given to read.
func fedToShell(r *way.Run) (string, bool) {
	words := strings.Fields(r.Text)
	if r.Input == "" || len(words) == 0 || !IsShell(lastWord(words[0])) || len(words) > 1 && words[1] != "-s" && words[1] != "-" {
		return "", false
	}
	return r.Input, true
}

// ranFlow notes that a command which a program starts runs what others print: of one
// that was found in its text already, that it is started.
func (w *Finder) ranFlow(r *way.Run, t *taint, id int, o origin) {
	flow := Flow{To: t.programs[id], How: o.how, File: r.File, Span: r.Span, Fenced: true, Ran: true, Text: prose.Bounded(r.Shown)}
	for _, other := range o.ids {
		if step := t.step(other); len(flow.Steps) < fewSteps && !slices.ContainsFunc(flow.Steps, step.same) {
			flow.From, flow.Steps = append(flow.From, t.programs[other]), append(flow.Steps, step)
		}
	}
	for i := range w.Flows {
		if f := &w.Flows[i]; f.File == r.File && f.To == flow.To && (meet(f.Span, r.Span) || near(f.Span, r.Span) && slices.EqualFunc(f.Steps, flow.Steps, Step.same)) {
			f.Ran = true
			// Words that are put together in another order than a shell reads them say less
			// than the text of the command.
			if !slices.ContainsFunc(f.From, func(program string) bool { return !slices.Contains(flow.From, program) }) {
				f.From, f.Steps = flow.From, flow.Steps
			}
			return
		}
	}
	w.keep(flow)
}

// ranCommand notes a command of a program that rules look at, likewise.
func (w *Finder) ranCommand(r *way.Run, t *taint, id int) {
	step := t.step(id)
	writes := t.touches(&t.facts.Commands[id])
	if !watched().has(step) && len(writes) == 0 {
		return
	}
	c := Command{Step: step, Input: []Step{}, Writes: writes, File: r.File, Span: r.Span, Fenced: true, Text: prose.Bounded(r.Shown)}
	for _, other := range t.back(t.inputs(id), id) {
		c.Input = append(c.Input, t.step(other))
	}
	if watched().sends(step) {
		c.Open = t.open(id)
	}
	if len(writes) == 0 && !watched().wants(c) {
		return
	}
	if len(writes) > 0 || watched().registers(step) {
		c.Put = strings.TrimLeft(t.put(id)+"\n"+r.Input, "\n")
		c.Lines = t.lines(c.Put)
	}
	for i := range w.Commands {
		if known := &w.Commands[i]; known.File == r.File && known.Program == c.Program && meet(known.Span, r.Span) {
			known.adds(c.Put, c.Lines)
			return
		}
	}
	w.keepCommand(c)
}

// wrote notes that a program changes a place that lasts, with the text that it writes.
func (w *Finder) wrote(c *way.Write) {
	act := "write"
	if c.Append {
		act = "append"
	}
	to, ok := touched().placed(act, placeName(c.Place, ""))
	if !ok {
		return
	}
	t := newTaint(&command.Facts{}, &w.traced)
	lines := t.lines(c.Text)
	for i := range w.Commands {
		known := &w.Commands[i]
		if known.File == c.File && slices.ContainsFunc(known.Writes, func(o Write) bool { return o.Kind == to.Kind && path.Base(o.Place) == path.Base(to.Place) }) && near(known.Span, c.Span) {
			known.adds(c.Text, lines)
			known.Fetched = append(known.Fetched, c.Hosts...)
			w.laid(&Command{Writes: []Write{to}, Put: prose.Bounded(c.Text), File: c.File, Span: c.Span})
			return
		}
	}
	if len(w.Commands) >= maxFlows {
		w.Beyond(c.File, "the package has more than %d commands that change places outside of it, or send something", maxFlows)
		return
	}
	w.Commands = append(w.Commands, Command{
		Step: Step{Program: c.Call, Args: []string{to.Place}}, Input: []Step{}, Writes: []Write{to}, Put: prose.Bounded(c.Text), Lines: lines, Fetched: c.Hosts,
		Text: prose.Bounded(c.Shown), File: c.File, Span: c.Span, Fenced: true,
	})
	w.laid(&Command{Writes: []Write{to}, Put: prose.Bounded(c.Text), File: c.File, Span: c.Span})
}

// maxBetween is how many lines a file is opened before it is written to.
const maxBetween = 10

// near reports whether a file is opened in one place and written to in the other.
func near(opened, written document.Span) bool {
	between := written.Start.Line - opened.Start.Line
	return between >= 0 && between <= maxBetween
}

// adds adds a text that a command writes, and the commands in it.
func (c *Command) adds(put string, lines []Step) {
	if put != "" && !strings.Contains(c.Put, put) {
		c.Put = prose.Bounded(strings.TrimLeft(c.Put+"\n"+put, "\n"))
		c.Lines = append(c.Lines, lines...)
	}
}

// Start reads a command that something outside of the package starts by itself, as an
// agent does that obeys a file of settings: it is the command of a shell, whatever the
// file is, and what was found in its text already is not told twice.
func (w *Finder) Start(file, text string, at document.Span) {
	flows, commands := len(w.Flows), len(w.Commands)
	w.Value(file, text, at)
	w.ran(&way.Run{Text: text, Shown: text, File: file, Span: at})
	in := func(other string, span document.Span) bool { return other == file && meet(span, at) }
	known, found := w.Flows[:flows:flows], w.Flows[flows:]
	for i := range known {
		known[i].Ran = known[i].Ran || in(known[i].File, known[i].Span)
	}
	w.Flows = known
	for _, one := range found {
		if one.Ran = true; !slices.ContainsFunc(known, func(k Flow) bool { return in(k.File, k.Span) && k.To == one.To && slices.Equal(k.From, one.From) }) {
			w.Flows = append(w.Flows, one)
		}
	}
	before, more := w.Commands[:commands:commands], w.Commands[commands:]
	w.Commands = before
	for _, one := range more {
		if !slices.ContainsFunc(before, func(k Command) bool { return in(k.File, k.Span) && k.Step.same(one.Step) }) {
			w.Commands = append(w.Commands, one)
		}
	}
}

// Started says that files of the package are started by something outside of it: so is
// what they run.
func (w *Finder) Started(files map[string]bool) {
	for i := range w.Flows {
		w.Flows[i].Ran = w.Flows[i].Ran || files[w.Flows[i].File]
	}
}
