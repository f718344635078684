package flow

import (
	"bytes"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/command"
	"github.com/skillctl/skillctl/engine/command/analysis"
	"github.com/skillctl/skillctl/engine/command/deceptive"
	"github.com/skillctl/skillctl/engine/flow/prose"
	"github.com/skillctl/skillctl/engine/work"
	"github.com/skillctl/skillctl/internal/document"
)

// Flow is a place in the text where what some programs print becomes code that
// another one runs: `curl … | sh`, `bash <(curl …)`, `eval "$(curl …)"`,
// `curl -o x … && sh x`.
type Flow struct {
	// From are the names of the programs that print, the nearest first; To is
	// that of the one that runs it. Steps are the former with their arguments.
	From  []string `json:"from"`
	To    string   `json:"to"`
	Steps []Step   `json:"steps"`
	// How is one of the How constants: how the code gets there.
	How string `json:"how"`
	// Path is the file that is run, where it comes out of what was unpacked.
	Path string `json:"path,omitempty"`
	// Text is the command as written, or the commands with " … " between them.
	Text string        `json:"text"`
	File string        `json:"file"`
	Span document.Span `json:"span"`
	// Fenced says that it stands in code, not in a sentence.
	Fenced bool `json:"fenced"`
	// Row says that it stands in a row of a table.
	Row bool `json:"row"`
	// Cited says that the whole paragraph, item or cell stands between quotes, Quoted that it
	// stands in a quotation of Markdown.
	Cited  bool `json:"cited,omitempty"`
	Quoted bool `json:"quoted,omitempty"`
	// Note is the comment of a block of code that it stands in, which Comment says, or else the
	// one in the lines right before it.
	Note    string `json:"note,omitempty"`
	Comment bool   `json:"comment,omitempty"`
	// Ran says that a program of the package starts it.
	Ran bool `json:"ran,omitempty"`
	// Coded says that the package has the command written in a code.
	Coded bool `json:"coded,omitempty"`
	// Held is what the statement of a program begins with that has it written out; Idle says
	// that no program of the package can start, evaluate or write anything.
	Held string `json:"held,omitempty"`
	Idle bool   `json:"idle,omitempty"`
	// Lead is what a document says right before it: the heading, what leads to the list or
	// the table that it is in, and the sentence or the paragraph.
	Lead string `json:"lead,omitempty"`
	// After is what follows in its sentence; "" for code by itself.
	After string `json:"after,omitempty"`
}

// Step is a program with its arguments, as far as they are known: an argument that
// is not stands as it is written. "<name" is a file that it is given to read.
type Step struct {
	Program string   `json:"program"`
	Args    []string `json:"args"`
	// Argv are Program and Args; it is filled in where rules are told of it.
	Argv []string `json:"argv,omitempty"`
	// Stdin is the text that the command itself feeds to the program, nil when
	// there is none.
	Stdin *string `json:"stdin,omitempty"`
	// Remote says that it runs on another machine: the files that it names are there.
	Remote bool `json:"remote,omitempty"`
}

// Command is a command of a program that policies/tables/commands.json lists, or one
// that changes a place of touched.json.
type Command struct {
	Step
	// Input are the programs whose output it is given.
	Input []Step `json:"input"`
	// Writes are the places outside of the package that it changes, of those that
	// policies/tables/touched.json lists; Put is the text that it writes there, as far
	// as it is known, and Lines are the commands of that text.
	Writes []Write `json:"writes,omitempty"`
	Put    string  `json:"put,omitempty"`
	Lines  []Step  `json:"lines,omitempty"`
	// Over are the places of the user whose files it encrypts or removes one by one, as
	// a find or a loop gives it them.
	Over []string `json:"over,omitempty"`
	// Picks are the tests of a find that picks them.
	Picks string `json:"picks,omitempty"`
	// Lost is the command behind one that encrypts which takes the originals away.
	Lost string `json:"lost,omitempty"`
	// Behind is what a document goes on with behind a command that encrypts, to the next heading.
	Behind string `json:"behind,omitempty"`
	// Fetched are the hosts that a program fetches from what it writes there.
	Fetched []string `json:"fetched,omitempty"`
	// Open are the variables of one that sends whose values whoever runs it gives.
	Open []Open `json:"open,omitempty"`
	// Before is what stands before it in its sentence, or of what changes a place in a
	// string of a program, before that string in its line; "" for code by itself.
	Before string        `json:"before"`
	Text   string        `json:"text"`
	File   string        `json:"file"`
	Span   document.Span `json:"span"`
	Fenced bool          `json:"fenced"`
	// Row, Cited, Quoted, Note, Comment, Lead, After, Held and Idle are those of a flow.
	Row     bool   `json:"row,omitempty"`
	Cited   bool   `json:"cited,omitempty"`
	Quoted  bool   `json:"quoted,omitempty"`
	Note    string `json:"note,omitempty"`
	Comment bool   `json:"comment,omitempty"`
	Lead    string `json:"lead,omitempty"`
	After   string `json:"after,omitempty"`
	Held    string `json:"held,omitempty"`
	Idle    bool   `json:"idle,omitempty"`
}

// The bounds of the search, for one package: the texts that are looked at, the
// size of one in bytes, and what is kept. What is beyond them is a gap in the
// coverage: padding must not hide anything.
const (
	maxSnippets = 6000
	maxSnippet  = 64 << 10
	maxFlows    = 500 // and as many commands
	// maxArgs is how many arguments of a program are kept, and how many bytes of each.
	maxArgs = 256
	// maxSteps is how many steps of all flows of a package are told, fewSteps how
	// many of each however many they are.
	maxSteps = 2000
	fewSteps = 8
)

// snippet is a piece of a document that may hold commands.
type snippet struct {
	file  string
	text  []byte // of the document
	start document.Position
	end   int
	kind  snippetKind
	marks marks // of the document
}

// snippetKind says how a text is read before a shell would.
type snippetKind int

const (
	inSentence snippetKind = iota // marks of formatting are left out
	inSpan                        // of code in a sentence, likewise
	inCode                        // prompts are left out
	inLiteral                     // escapes of a string are taken back
	inOther                       // code of another language, read as inCode
	inLines                       // the lines of a paragraph, likewise
)

// fenced reports whether it is code that stands by itself.
func (p snippet) fenced() bool { return p.kind == inCode || p.kind == inLiteral || p.kind == inOther }

func (p snippet) bytes() []byte { return p.text[p.start.Offset:p.end] }

// cursor makes pieces of a snippet that begin one behind the other, so that each
// line of it is counted once.
type cursor struct {
	snippet
	off int // of the last piece
	at  document.Position
}

func (p snippet) cursor() cursor { return cursor{snippet: p, at: p.start} }

// piece is the part between two offsets of the snippet; begin must not go back.
func (c *cursor) piece(begin, end int, kind snippetKind) snippet {
	c.at = c.at.Past(c.bytes()[c.off:begin])
	c.off = begin
	return snippet{c.file, c.text, c.at, c.start.Offset + end, kind, c.marks}
}

// part is the piece of the same document between two offsets of the snippet.
func (p snippet) part(begin, end int, kind snippetKind) snippet {
	return snippet{p.file, p.text, p.start.Past(p.bytes()[:begin]), p.start.Offset + end, kind, p.marks}
}

// flows takes one text in a document apart.
func (w *Finder) flows(p snippet) {
	if p.end-p.start.Offset > maxSnippet && w.worth(p) {
		w.Beyond(p.file, "a code block or a line is longer than the %d bytes that are taken apart as a shell would", maxSnippet)
		return
	}
	w.flowsIn(p)
}

// flowsIn takes a text apart as a shell would.
func (w *Finder) flowsIn(p snippet) {
	if !w.worth(p) {
		w.tellAll(p)
		return
	}
	if w.snippets >= maxSnippets || len(w.Flows) >= maxFlows || len(w.Commands) >= maxFlows {
		w.Beyond(p.file, "the package has more than %d pieces of code, or more than %d commands that run what others print or send something", maxSnippets, maxFlows)
		return
	}
	if w.again(p) {
		return
	}
	if !w.apart(p.file, len(p.bytes())) {
		return
	}
	w.snippets++
	read, before := plain(p.bytes(), p.kind), len(w.Flows)
	facts := analysis.Text(string(read.text), analysis.WithDialect(command.Bash))
	switch end := p.unmarkedEnd(); {
	case !facts.Parse.OK && end < p.end:
		w.flowsIn(snippet{p.file, p.text, p.start, end, p.kind, p.marks})
	case facts.Parse.Limit != "":
		w.divided(p, read, facts)
	case !facts.Parse.OK && (p.kind == inOther || p.kind == inLines) && !makes.Match(p.bytes()):
		// No script of a shell: its lines are looked through by themselves.
	case !facts.Parse.OK:
		w.broken(p, read)
	default:
		w.taken(p, read, facts)
		w.swallowed(p, read, facts)
	}
	if other, ok := decoded(read); ok && !w.shell && w.apart(p.file, len(other.text)) {
		w.taken(p, other, analysis.Text(string(other.text), analysis.WithDialect(command.Bash)))
	}
	if shouts(read.text) && w.apart(p.file, len(read.text)) {
		// Where case does not matter to the file system it does not to the shell.
		w.taken(p, read, analysis.Text(string(prose.Lower(read.text)), analysis.WithDialect(command.Bash)))
	}
	if len(w.Flows) == before && (p.kind != inOther && p.kind != inLines || bytes.IndexByte(p.bytes(), '\n') < 0) {
		w.powershell(p)
	}
}

// taken notes what the commands of a text do.
func (w *Finder) taken(p snippet, read plainText, facts *command.Facts) {
	if !w.May(work.Commands, p.file, perCommand*len(facts.Commands)) {
		return
	}
	t := newTaint(facts, &w.traced)
	for id := range facts.Commands {
		w.tell(p, read, t, id)
		if len(w.Flows) > maxFlows || len(w.Commands) > maxFlows {
			w.Beyond(p.file, "the package has more than %d commands that run what others print, or send something", maxFlows)
			return
		}
		o := t.code(id)
		if w.guess && o.how == HowFile && !t.interprets(id) {
			o = origin{} // a file that is named is not one that is run
		}
		if len(o.ids) > 0 {
			w.addFlow(p, read, t, id, o)
			w.handed(p, read, t, id, o)
		}
		w.assembled(p, read, t, id)
		w.fedProgram(p, read, t, id)
		w.laidScript(p, read, t, id)
		w.given(p, read, t, id)
		w.addCommand(p, read, t, id)
		w.sent(p, read, t, id)
		w.toolSends(p, read, t, id)
		w.use(p, read, t, id, o)
		w.programText(p, read, t, id)
		w.trail.guess = w.guess
		w.trail.note(p, read, t, id, len(o.ids) > 0)
	}
	w.expanded(p, read, t)
	if t.cut {
		w.Beyond(p.file, "what its commands are given is handed on in more ways than are followed")
	}
}

// addFlow notes that a command runs what others made.
func (w *Finder) addFlow(p snippet, read plainText, t *taint, id int, o origin) {
	flow := Flow{To: t.programs[id], How: o.how, File: p.file, Fenced: p.fenced()}
	for _, other := range o.ids {
		step := t.step(other)
		switch {
		case slices.ContainsFunc(flow.Steps, step.same):
		case w.steps >= maxSteps && len(flow.Steps) >= fewSteps:
			t.cut = true
		default:
			flow.From, flow.Steps = append(flow.From, t.programs[other]), append(flow.Steps, step)
			w.steps++
		}
	}
	flow.Text, flow.Span = p.spanOf(read, t.facts, append(slices.Clone(o.ids), id))
	flow.Row, flow.Lead, flow.After = w.row(p, flow.Span.Start.Offset), p.lead(flow.Span.Start.Offset), p.after(flow.Span.End.Offset)
	if o.how != HowPipe {
		flow.Text = t.text(append(slices.Clone(o.ids), id))
	}
	flow.Cited, flow.Quoted = p.shownAs(flow.Span.Start.Offset)
	flow.Note, flow.Comment = p.note(flow.Span.Start.Offset)
	flow.Held = w.holder(p, flow.Span.Start.Offset)
	w.keep(flow)
}

// same reports whether two commands are one as far as it can be told.
func (s Step) same(other Step) bool {
	return s.Program == other.Program && slices.Equal(s.Args, other.Args) && (s.Stdin == other.Stdin || s.Stdin != nil && other.Stdin != nil && *s.Stdin == *other.Stdin)
}

// addCommand notes a command of a program that rules look at.
func (w *Finder) addCommand(p snippet, read plainText, t *taint, id int) {
	step := t.step(id)
	writes := t.touches(&t.facts.Commands[id])
	over, picks := t.userFiles(id, step)
	lost := t.lost(id, step)
	if !watched().has(step) && len(writes) == 0 && len(over) == 0 && lost == "" {
		return
	}
	c := Command{Step: step, Input: []Step{}, Writes: writes, Over: over, Picks: picks, Lost: lost, File: p.file, Fenced: p.fenced()}
	for _, other := range t.back(t.inputs(id), id) {
		c.Input = append(c.Input, t.step(other))
	}
	if watched().sends(step) {
		c.Input = append(c.Input, append(t.stands(id, c.Input), t.remotes(id)...)...)
		c.Open = t.open(id)
	}
	if len(writes) == 0 && len(over) == 0 && lost == "" && !watched().wants(c) {
		return
	}
	if len(writes) > 0 || watched().registers(step) {
		c.Put = t.put(id)
		c.Lines = t.lines(c.Put)
	}
	c.Text, c.Span = p.spanOf(read, t.facts, []int{id})
	if documents().locks(step) && p.kind != inLiteral && p.kind != inOther {
		c.Behind = prose.Behind(p.text, c.Span.End.Offset)
	}
	switch {
	case !c.Fenced:
		c.Before = prose.Before(p.text, c.Span.Start.Offset)
		if own := bytes.TrimLeft(p.bytes(), " "); p.kind == inSpan && len(own) > 0 && bytes.IndexByte([]byte(";|&"), own[0]) >= 0 {
			c.Before += " ;" // it is to go on from another command
		}
	case p.kind == inLiteral && len(writes) > 0:
		c.Before = leads(p.text, p.start.Offset)
	}
	c.Row, c.Lead, c.After = w.row(p, c.Span.Start.Offset), p.lead(c.Span.Start.Offset), p.after(c.Span.End.Offset)
	c.Cited, c.Quoted = p.shownAs(c.Span.Start.Offset)
	c.Note, c.Comment = p.note(c.Span.Start.Offset)
	c.Held = w.holder(p, c.Span.Start.Offset)
	if len(writes) > 0 {
		c.Text = t.written(id, c.Text)
	}
	if from := t.back(t.inputs(id), id); len(from) > 0 && len(writes) == 0 {
		c.Text = t.text(append(from, id))
	}
	w.laid(&c)
	w.keepCommand(c)
}

// spanOf is the part of a document that some commands of it span.
func (p snippet) spanOf(read plainText, facts *command.Facts, ids []int) (string, document.Span) {
	begin, stop := len(read.text), 0
	for _, id := range ids {
		c := &facts.Commands[id]
		start := c.Span.Start.Offset
		if isKeyed(c) { // what stands behind the key is run
			start = c.Args[1].Span.Start.Offset
		}
		begin, stop = min(begin, start), max(stop, c.Span.End.Offset)
	}
	// A redirection into `>(…)` belongs to no command.
	for shown := read.text[begin:stop]; stop < len(read.text) && read.text[stop] == ')' && bytes.Count(shown, []byte("(")) > bytes.Count(shown, []byte(")")); {
		stop++
		shown = read.text[begin:stop]
	}
	begin, stop = read.at[begin], read.at[stop]
	whole := p.bytes()
	stop = begin + len(bytes.TrimRight(whole[begin:stop], " \t\r\n"))
	return deceptive.Untagged(string(whole[begin:min(stop, begin+prose.MaxText)])), document.Span{Start: p.start.Past(whole[:begin]), End: p.start.Past(whole[:stop])}
}

// text shows commands that do not follow upon each other.
func (t *taint) text(ids []int) string {
	slices.Sort(ids)
	var shown []string
	for _, id := range slices.Compact(ids) {
		shown = append(shown, t.facts.Commands[id].Text)
	}
	return prose.Bounded(strings.Join(shown, " … "))
}
