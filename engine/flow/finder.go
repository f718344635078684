package flow

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/skillctl/skillctl/engine/flow/beside"
	"github.com/skillctl/skillctl/engine/flow/chain"
	"github.com/skillctl/skillctl/engine/flow/deed"
	"github.com/skillctl/skillctl/engine/markdown"
	"github.com/skillctl/skillctl/engine/work"
	"github.com/skillctl/skillctl/internal/document"
	"github.com/skillctl/skillctl/internal/lazydfa"
)

// Finder looks through the texts of one package and collects what it finds.
type Finder struct {
	Flows    []Flow
	Commands []Command
	Passages []Passage
	// Orders are what its sentences have somebody do.
	Orders []Order
	// Remarks are sentences near those that keep something from somebody.
	Remarks []Remark
	// Leans are paragraphs that may have an outcome turned.
	Leans []Lean
	// Rulings are paragraphs that lay down what comes out for whom they name.
	Rulings []Ruling
	// Templates are addresses of pictures and links with a place to be filled in.
	Templates []Template
	// Foreign are its paragraphs in languages whose orders are not read.
	Foreign []Foreign
	// Contacts are the addresses that its sentences name.
	Contacts []Contact
	// Parties are persons and accounts that they name without a host.
	Parties []Party
	// Chains are ways of values through its programs: [Finder.Follow] finds them.
	Chains []chain.Chain
	// Accesses are places that its programs read, machines that they reach.
	Accesses []chain.Access
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
	// Work is what may be done, where it is set before anything is looked through; nil is no
	// bound.
	Work *work.Budget

	// programs are what is followed; looseRuns and looseWrites are what was found in those
	// that are followed by their statements.
	programs    []chain.Text
	looseRuns   []chain.Run
	looseWrites []chain.Write
	// texts are programs in any language, for what they do besides each other.
	texts []beside.Text

	// gap is told of a file of which not all code was looked through.
	gap func(file, detail string)
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
	// words counts the bytes of sentences that were read for orders.
	words int
	// noted counts those that were looked through for remarks.
	noted int
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
	// readOut says that a document has somebody run what a file lists, or a program prints.
	readOut bool
	// inner says that the text in hand was taken out of another one.
	inner bool
	// values are the parts of a document that [Finder.Value] looks through as what they
	// say: as they are written they are not looked through for passages.
	values map[string][]document.Span
}

// New returns a Finder that has found nothing. gap is told of each file of
// which not all code was looked through; it may be told more than once.
func New(gap func(file, detail string)) *Finder { return &Finder{gap: gap} }

func (w *Finder) beyond(file, format string, args ...any) {
	w.gap(file, fmt.Sprintf(format, args...))
}

// What is taken of [Finder.Work]: by a text that is taken apart as a shell's, each byte of it
// and each command in it; by a byte of a paragraph, of a line in which commands are looked for, and of sentences
// that are read for orders or remarks, or weighed. So many bytes of a document, and of a file
// with code, take one.
const (
	commandUnits = 120
	commandByte  = 1
	perCommand   = 40
	sentenceByte = 2
	readByte     = 10
	weighByte    = 2
	perDocument  = 3
	perCode      = 4
	lineByte     = 2
	openByte     = 1 // of a text in which calls are looked for that change files, twice where there are some
)

// may takes units of work for a stage. Where there are none it is said of the file that not all
// of it was looked through.
func (w *Finder) may(stage work.Stage, file string, units int) bool {
	if w.Work.Take(stage, units) {
		return true
	}
	w.gap(file, "the package takes more work to read than is done for one; what is left of it was not looked through")
	return false
}

// apart takes the work of taking a text apart as a shell would.
func (w *Finder) apart(file string, bytes int) bool {
	return w.may(work.Commands, file, commandUnits+commandByte*bytes)
}

// Markdown looks through the code of a Markdown text.
func (w *Finder) Markdown(file string, text []byte, d *markdown.Document) {
	if !w.may(work.Texts, file, len(text)/perDocument) {
		return
	}
	text = feeds(text)
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
	w.addOrders(all, d)
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

// feeds is a text of which each line ends in a line feed, of the same length.
func feeds(text []byte) []byte {
	out := text
	for i, c := range text {
		if c == '\f' || c == '\v' || c == '\r' && (i+1 == len(text) || text[i+1] != '\n') {
			if &out[0] == &text[0] {
				out = bytes.Clone(text)
			}
			out[i] = '\n'
			if c != '\r' {
				out[i] = ' '
			}
		}
	}
	return out
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

// wholeLine is a line of so many bytes with those that it goes on in.
func (w *Finder) wholeLine(rest []byte, length int) []byte {
	for begin := 0; length < len(rest) && length < maxSnippet; {
		next := rest[length+1:]
		if i := bytes.IndexByte(next, '\n'); i >= 0 {
			next = next[:i]
		}
		if !goesOn(rest[begin:length], next) {
			break
		}
		begin, length = length+1, length+1+len(next)
	}
	return rest[:length]
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

// recipes looks through the lines of a text: each is a command behind what such
// files begin a line with, as a Makefile, a Dockerfile, a workflow, a comment do.
func (w *Finder) recipes(p snippet) {
	text, at := p.bytes(), p.cursor()
	for begin := 0; begin < len(text); {
		length := len(text) - begin
		if i := bytes.IndexByte(text[begin:], '\n'); i >= 0 {
			length = i
		}
		line := bytes.TrimSuffix(w.wholeLine(text[begin:], length), []byte("*/"))
		if one := at.piece(begin, begin+len(line), inSentence); w.worth(one) && (p.kind != inCode || prefixed(line)) && (p.kind != inOther || w.known || p.marks.within(one.start.Offset, one.end, signRun) || w.pack.named(line) || w.trail.names(line)) {
			w.statement, w.other = p.kind == inCode, p.kind == inOther && !w.known
			w.line(one)
			w.statement, w.other = false, false
		}
		begin += length + 1
	}
}

// sentence looks through the code spans of a line, and at commands that stand in
// it without being marked as code.
func (w *Finder) sentence(p snippet) {
	line := p.bytes()
	w.calls(p)
	if !w.worth(p) && !structural(line) {
		return
	}
	at := p.cursor()
	for _, span := range codeSpans(line) {
		for _, part := range shownLines(line, span) {
			code := at.piece(part[0], part[1], inSpan)
			w.flows(code)
			if code.suspicious() {
				w.literals(code)
			}
		}
	}
	if p.suspicious() || w.pack.named(line) || w.trail.names(line) {
		w.line(p)
	}
}

// codeSpans are where the code of a line is that stands between backticks.
func codeSpans(line []byte) [][2]int {
	var spans [][2]int
	for from := 0; from < len(line); {
		open := bytes.IndexByte(line[from:], '`')
		if open < 0 {
			break
		}
		open += from
		inner := open
		for inner < len(line) && line[inner] == '`' {
			inner++
		}
		end := bytes.Index(line[inner:], line[open:inner])
		if end < 0 {
			from = inner
			continue
		}
		spans = append(spans, [2]int{inner, inner + end})
		from = inner + end + inner - open
	}
	return spans
}

// shownLines are the lines of a code span as who reads it sees them: some characters end a
// line that end none for Markdown, and three backticks on one line are a block to a reader,
// with the name of a shell before it.
func shownLines(line []byte, span [2]int) [][2]int {
	begin, end := span[0], span[1]
	if bytes.HasSuffix(line[:begin], []byte("```")) {
		if word := begin + wordLength(line[begin:end]); word < end && IsShell(strings.ToLower(string(line[begin:word]))) {
			begin = word
		}
	}
	var lines [][2]int
	for begin < end {
		at := bytes.IndexFunc(line[begin:end], endsLine)
		if at < 0 {
			break
		}
		_, size := utf8.DecodeRune(line[begin+at : end])
		lines = append(lines, [2]int{begin, begin + at})
		begin += at + size
	}
	return append(lines, [2]int{begin, end})
}

// endsLine reports whether a character ends a line where it is shown.
func endsLine(r rune) bool { return strings.ContainsRune("\f\v\x1c\x1d\x1e\u0085\u2028\u2029", r) }

// joins reports whether a line of a text may go on with what another one has made, as a
// shell says it: a variable, a function, a file, a text that is given along.
func joins(text []byte) bool {
	if bytes.IndexByte(bytes.TrimSpace(text), '\n') < 0 {
		return false
	}
	return bytes.IndexByte(text, '$') >= 0 && makes.Match(text) || bytes.Contains(text, []byte("<<")) && hereText.Match(text)
}

// makes is an assignment, or a function, of a shell; hereText a text that a command is
// given along.
var (
	makes    = lazydfa.New(`(?m)^[^\w\n"'(]*(?:(?:export|local|declare|readonly) +)?[A-Za-z_]\w*(?:\+?=[^ =\n]|[ \t]*\(\)[ \t]*\{)|[|&;][ \t]*(?:while +)?(?:read|mapfile|readarray)[ \t]`)
	hereText = lazydfa.New(`<<-?[ \t]*[\w'"\\]`)
)

// prefixed reports whether a line among statements of a shell is none itself: a comment,
// or a command behind a mark or a word of another kind of file.
func prefixed(line []byte) bool {
	line = bytes.TrimLeft(line, " \t")
	word := line[:wordLength(line)]
	switch {
	case len(word) == 0:
		return false
	case bytes.IndexByte([]byte("#>+-*%:!@;|<"), word[0]) >= 0, bytes.Contains(line, []byte(" #")), bytes.HasPrefix(line, []byte("//")), word[len(word)-1] == ':':
		return true
	}
	return isLetter(word[0]) && bytes.IndexByte(word, '=') < 0 && bytes.Equal(word, bytes.ToUpper(word)) || bytes.EqualFold(word, []byte("rem"))
}
