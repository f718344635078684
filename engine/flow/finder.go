package flow

import (
	"bytes"

	"github.com/skillctl/skillctl/engine/flow/beside"
	"github.com/skillctl/skillctl/engine/flow/deed"
	"github.com/skillctl/skillctl/engine/flow/prose"
	"github.com/skillctl/skillctl/engine/flow/sentence"
	"github.com/skillctl/skillctl/engine/flow/way"
	"github.com/skillctl/skillctl/engine/markdown"
	"github.com/skillctl/skillctl/engine/work"
	"github.com/skillctl/skillctl/internal/document"
)

// Finder looks through the texts of one package and collects what it finds.
type Finder struct {
	// Kept is what its sentences say. Its budget, where it is set before anything is looked
	// through, is that of all.
	sentence.Kept

	Flows    []Flow
	Commands []Command
	Passages []Passage
	// Templates are addresses of pictures and links with a place to be filled in.
	Templates []Template
	// Chains are ways of values through its programs: [Finder.Follow] finds them.
	Chains []way.Chain
	// Accesses are places that its programs read, machines that they reach.
	Accesses []way.Access
	// Besides are programs that read a store and send something, whatever that is.
	Besides []beside.Beside
	// Sends are where its programs send something to a host that is written out.
	Sends []beside.Send
	// Deeds are what its programs take away of what they were given, and what they do on some
	// occasions alone.
	Deeds []deed.Deed
	// Disguises are the places where its texts say something else than they show.
	Disguises []Disguise

	// Told, where it is set before anything is looked through, is told of each text that
	// code puts together: the words of a command, and what a program makes of others.
	Told func(file string, span document.Span, text string)

	// Data, where it is set, gives the text of a file of the package: its programs may
	// have their settings there.
	Data func(file string) []byte

	// Text, where it is set, gives the text of a file of the package that may hold what an
	// order in another one has decoded; nil for what is no text.
	Text func(file string) []byte

	// programs are what is followed; looseRuns and looseWrites are what was found in those
	// that are followed by their statements.
	programs    []way.Text
	looseRuns   []way.Run
	looseWrites []way.Write
	// texts are programs in any language, for what they do besides each other.
	texts []beside.Text

	// trail is what the commands of the document in hand write and run.
	trail trail
	// Uses are files of the package that its texts have run; pack are all of them.
	Uses []Use
	pack pack
	// pending are calls that make objects of a file which their program does not name.
	pending []Use
	// loosely are the texts that were followed by their statements, by file and language;
	// chained are the files with a chain that was found so.
	loosely, chained map[string]bool
	// toolsSend are where commands send something to, remoteOf the addresses that texts give names of
	// repositories elsewhere, by file and name.
	toolsSend []beside.Send
	remoteOf  map[[2]string]string
	// besidesOf are the texts that were kept to look at beside others.
	besidesOf map[besideKey]bool
	// used are these uses by [Use.key], before counts commands that stand before others.
	used   map[string]bool
	before int
	// looked counts the bytes that were looked through for marks that close others.
	looked int
	// snippets counts the texts that were looked through, steps those of the flows,
	// recovered the bytes that were read of those with mistakes in their syntax.
	snippets, steps, recovered int
	// shell says that the document in hand is a script of a shell without doubt.
	shell bool
	// assembledBytes counts those of commands that were put together of variables.
	assembledBytes int
	// traced counts the steps in which code was followed back, examined the bytes of
	// calls and assignments that were looked into.
	traced, examined int
	// shown is a copy of shownOf, the document in hand, where parts of it are blank.
	shown, shownOf []byte
	// read are the parts of it that were taken apart: begin, end and kind, which is
	// below zero for those of the copy.
	read map[[3]int]bool
	// statement says that the line in hand was read as one of a shell already.
	statement bool
	// other says that it is one of a block that is said to be in another language.
	other bool
	// guess says that a text is read in a way in which it may not be meant: what it
	// names is not taken for a file that is run.
	guess bool
	// known says that it is in another language; tried counts the bytes of commands
	// that were looked for in the lines of a package.
	known bool
	tried int
	// json says that the document in hand is JSON without a mistake.
	json bool
	// sentOf are the ways that [Finder.sent] told.
	sentOf map[sentKey]bool
	// inner says that the text in hand was taken out of another one.
	inner bool
	// values are the parts of a document that [Finder.Value] looks through as what they
	// say: as they are written they are not looked through for passages.
	values map[string][]document.Span
}

// New returns a Finder that has found nothing. gap is told of each file of
// which not all code was looked through; it may be told more than once.
func New(gap func(file, detail string)) *Finder {
	return &Finder{Kept: sentence.Kept{Meter: work.Meter{Gap: gap}}}
}

// What is taken of [Finder.Work]: by a text that is taken apart as a shell's, each byte of it
// and each command in it; by a byte of a line in which commands are looked for. So many bytes of a document, and of a
// file with code, take one.
const (
	commandUnits = 120
	commandByte  = 1
	perCommand   = 40
	perDocument  = 3
	perCode      = 4
	lineByte     = 2
	openByte     = 1 // of a text in which calls are looked for that change files, twice where there are some
)

// apart takes the work of taking a text apart as a shell would.
func (w *Finder) apart(file string, bytes int) bool {
	return w.May(work.Commands, file, commandUnits+commandByte*bytes)
}

// Markdown looks through the code of a Markdown text.
func (w *Finder) Markdown(file string, text []byte, d *markdown.Document) {
	if !w.May(work.Texts, file, len(text)/perDocument) {
		return
	}
	text = prose.Feeds(text)
	found := w.marksOf(file, text)
	at := document.Position{Line: 1, Column: 1}
	spans := make([]document.Span, len(d.Fences))
	for i, f := range d.Fences {
		spans[i] = f.Span
	}
	all := snippet{file, text, at, len(text), inSentence, found}
	as := all
	as.marks = without(found, w.values[file])
	w.addPassages(as, spans)
	w.Document(sentence.Text{File: file, Source: text, Page: d, Worth: func(begin, end int) bool {
		return found.within(begin, end, signConceal|signDestroy|signHost|signSway|signSecret)
	}, Hosts: func(begin, end int) bool {
		return found.within(begin, end, signHost)
	}, ReadsOut: watched().readOut.MatchString})
	w.addTemplates(all, spans)
	fences, upTo := d.Fences, 0
	for at.Offset < len(text) {
		line := text[at.Offset:]
		if i := bytes.IndexByte(line, '\n'); i >= 0 {
			line = line[:i]
		}
		if len(fences) == 0 || at.Offset < fences[0].Span.Start.Offset {
			if at.Offset >= upTo {
				upTo = len(text)
				if len(fences) > 0 {
					upTo = fences[0].Span.Start.Offset
				}
				upTo = at.Offset + paragraph(text[at.Offset:upTo])
				w.paragraph(snippet{file, text, at, upTo, inLines, found})
			}
			whole := w.wholeLine(text[at.Offset:], len(line))
			w.sentence(snippet{file, text, at, at.Offset + len(whole), inSentence, found})
		}
		for next := at.Offset + len(line) + 1; len(fences) > 0 && fences[0].Span.End.Offset <= next; fences = fences[1:] {
			f := fences[0]
			inner := snippet{file, text, f.Inner.Start, f.Inner.End.Offset, inCode, found}
			w.block(inner, isShell(f.Lang))
			w.fence(inner, f.Lang)
		}
		at = document.Position{Line: at.Line + 1, Column: 1, Offset: at.Offset + len(line) + 1}
	}
	for _, c := range d.Comments {
		if c.Span.End.Line > c.Span.Start.Line {
			w.paragraph(snippet{file, text, c.Span.Start, c.Span.End.Offset, inLines, found})
		}
	}
	w.data(all)
	w.spelled(all)
	w.coded(as)
	w.references(all, d.Fences)
	w.endTrail(file)
}

// paragraph is the length of the lines up to a blank one, or, of code that is indented,
// up to one that is not.
func paragraph(text []byte) int {
	end, code := 0, indented(text)
	for end < len(text) {
		length := len(text) - end
		if i := bytes.IndexByte(text[end:], '\n'); i >= 0 {
			length = i
		}
		if blank := len(bytes.TrimSpace(text[end:end+length])) == 0; blank && end > 0 && (!code || !indented(text[min(len(text), end+length+1):])) {
			return end
		}
		end = min(len(text), end+length+1)
	}
	return end
}

// indented reports whether a text begins as code does that is told by its margin.
func indented(text []byte) bool {
	return bytes.HasPrefix(text, []byte("    ")) || bytes.HasPrefix(text, []byte("\t"))
}

// paragraph looks through lines that belong together as a shell would: what one of them
// keeps, another one may run.
func (w *Finder) paragraph(p snippet) {
	text := p.bytes()
	if p.marks.within(p.start.Offset, p.end, signCode) && joins(text) && p.end-p.start.Offset <= maxSnippet {
		w.guessed(p)
		if bare, ok := w.bare(p); ok {
			w.guessed(bare)
		}
	}
}

// block looks through code that stands by itself. What its language is said to be is
// a hint to a person: it is read in every way in which it can hold a command, and
// the language only says whether a pipe between unknown programs is worth a look.
func (w *Finder) block(p snippet, shell bool) {
	if !shell {
		p.kind = inOther
		w.strings(p)
	}
	if w.json && p.end-p.start.Offset > maxSnippet { // all that it holds are strings
		w.calls(p)
		return
	}
	switch {
	case shell:
		w.flows(p)
	case p.end-p.start.Offset <= maxSnippet && w.worth(p.as(inSentence)) && joins(p.bytes()):
		w.guessed(p)
	}
	w.within(p)
	w.calls(p)
}

// within looks through the lines of a text and the strings in it, each of which can
// hold a command behind what such a text begins a line with.
func (w *Finder) within(p snippet) {
	if !w.worth(p.as(inSentence)) {
		return
	}
	before := w.guess
	w.guess = before || p.kind == inCode // what it runs as statements of a shell is known
	if p.kind != inCode {
		w.literals(p)
	}
	w.recipes(p)
	w.guess = before
	if bare, ok := w.bare(p); ok {
		w.flows(bare)
	}
}

// isShell reports whether a code block may be meant for a shell: by its language,
// or because it names none.
func isShell(lang string) bool {
	switch lang {
	case "", "sh", "bash", "zsh", "ksh", "dash", "ash", "shell", "console", "shell-session", "shellsession", "sh-session", "terminal", "shellscript", "fish", "text", "txt", "plaintext", "command", "cli",
		"powershell", "ps1", "pwsh", "ps", "cmd", "bat", "batch", "dos":
		return true
	}
	return false
}

// strings looks through the strings of a program, if there is a sign of a command.
func (w *Finder) strings(p snippet) {
	if p.as(inSentence).suspicious() || spelt(p.bytes(), signCode) {
		w.literals(p)
	}
}

// guessed takes a text apart that may not be meant for a shell.
func (w *Finder) guessed(p snippet) {
	before := w.guess
	w.guess = true
	w.flows(p)
	w.guess = before
}
