package prose

import (
	"bytes"
	"strings"
)

// maxLead is how much of a document is looked at before a command, in bytes.
const maxLead = 16 << 10

// leadOfBlock is what a text says that ends where a block of code begins: the heading and the
// paragraph before it.
func leadOfBlock(head []byte) string {
	head = bytes.TrimRight(head, " \t\r\n")
	said := Unmarked(unfolded(bytes.TrimSpace(head[bytes.LastIndex(head, []byte("\n\n"))+1:])))
	if strings.HasPrefix(said, "#") {
		said = ""
	}
	return Bounded(strings.TrimSpace(headingOf(head) + "\n" + said))
}

// fences reports whether a line opens or closes a block of code.
func fences(line []byte) bool {
	return bytes.HasPrefix(line, []byte("```")) || bytes.HasPrefix(line, []byte("~~~"))
}

// LeadOfBlock is what a document says right before a block of code that begins at an offset,
// and the comment that the block begins with.
func LeadOfBlock(text []byte, off int) (said, comment string) {
	off = min(off, len(text))
	_, next := LineAt(text, off)
	next = min(next+1, len(text))
	end := next
	for end < len(text) {
		begin, after := LineAt(text, end)
		if _, ok := commented(text[begin:after]); !ok {
			break
		}
		end = min(after+1, len(text))
	}
	return leadOfBlock(text[max(0, off-maxLead):off]), comments(text[next:end])
}

// comments are the words of lines that are comments.
func comments(lines []byte) string {
	var said []string
	for line := range bytes.Lines(lines) {
		if words, ok := commented(line); ok {
			said = append(said, words)
		}
	}
	return Bounded(Unmarked([]byte(strings.Join(said, " "))))
}

// commented are the words of a line that is a comment in one of the languages of examples.
func commented(line []byte) (words string, ok bool) {
	line = bytes.TrimSpace(line)
	for _, mark := range []string{"#", "//", "--", ";", "/*", "<!--", "REM ", "rem ", "::"} {
		if rest, found := bytes.CutPrefix(line, []byte(mark)); found && !bytes.HasPrefix(rest, []byte("!")) {
			return strings.TrimSpace(string(bytes.TrimLeft(rest, mark))), true
		}
	}
	return "", false
}

// maxIntro is how much of the words that lead to a list or a table is kept, in bytes.
const maxIntro = 400

// intro is what leads to the list, the table or the quotation that a text ends in: the paragraph before
// it and, of a table, the heads of its columns.
func intro(text []byte) string {
	begin, end := LineAt(text, len(text))
	if !Opens(text[begin:end]) && !quotes(text[begin:end]) {
		if begin, end = ParagraphAt(text, begin, end); !Opens(text[begin:end]) && !quotes(text[begin:end]) {
			return ""
		}
	}
	heads := ""
	for begin > 0 {
		at, stop := LineAt(text, begin-1)
		line := bytes.TrimSpace(text[at:stop])
		switch {
		case len(line) == 0, item(line), quotes(line), text[at] == ' ', text[at] == '\t':
		case line[0] == '|':
			heads = Unmarked(line)
		case Opens(line):
			return heads
		default:
			at, stop = ParagraphAt(text, at, stop)
			return Unmarked(unfolded(text[max(at, stop-maxIntro):stop])) + "\n" + heads
		}
		begin = at
	}
	return heads
}

// maxGoesOn is how much of what follows upon a command is told, in bytes.
const maxGoesOn = 500

// Behind is what a document goes on with at a place, up to the next heading.
func Behind(text []byte, off int) string {
	rest := text[min(off, len(text)):min(len(text), off+maxGoesOn)]
	if i := bytes.Index(rest, []byte("\n#")); i >= 0 {
		rest = rest[:i]
	}
	return strings.ToValidUTF8(string(rest), "")
}

// lastLine is where the last line begins that is one of some kind, -1 for none.
func lastLine(text []byte, is func([]byte) bool) int {
	for end := len(text); end > 0; {
		begin := bytes.LastIndexByte(text[:end], '\n') + 1
		if is(bytes.TrimLeft(text[begin:end], " \t>")) {
			return begin
		}
		end = begin - 1
	}
	return -1
}
