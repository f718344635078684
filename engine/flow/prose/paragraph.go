package prose

import (
	"bytes"
	"strings"
)

// maxParagraph is how much of a paragraph belongs to a line of it on each side, in bytes.
const maxParagraph = 1500

// LineAt is where the line begins and ends that an offset is in.
func LineAt(text []byte, off int) (begin, end int) {
	begin, end = bytes.LastIndexByte(text[:off], '\n')+1, len(text)
	if i := bytes.IndexByte(text[off:], '\n'); i >= 0 {
		end = off + i
	}
	return begin, end
}

// ParagraphAt adds to a line those before and behind it that belong to the same
// paragraph: up to a blank line, an item of a list, a row of a table, a heading, a
// rule or a fence, and no more than maxParagraph bytes on each side.
func ParagraphAt(text []byte, begin, end int) (int, int) {
	from, to := begin, end
	for begin > 0 && !Opens(text[begin:end]) {
		at, before := LineAt(text, begin-1)
		line := text[at:before]
		if from-at > maxParagraph || len(bytes.TrimSpace(line)) == 0 || Opens(line) && !item(line) {
			break
		}
		begin = at
	}
	for end < len(text) && (!Opens(text[begin:end]) || item(text[begin:end])) {
		_, after := LineAt(text, end+1)
		line := text[end+1 : after]
		if after-to > maxParagraph || len(bytes.TrimSpace(line)) == 0 || Opens(line) {
			break
		}
		end = after
	}
	return begin, end
}

// Before is what stands in a sentence before an offset, in one line.
func Before(text []byte, off int) string {
	begin, end := LineAt(text, off)
	begin, _ = ParagraphAt(text, begin, end)
	shown := Unmarked(unfolded(text[max(begin, off-maxParagraph):off]))
	for _, stop := range []string{". ", "! ", "? ", "; "} {
		shown = shown[strings.LastIndex(shown, stop)+1:]
	}
	return strings.Trim(shown, " \"")
}

// Opens reports whether a line begins a block of Markdown other than a paragraph,
// and item whether that is an item of a list, whose text may go on.
func Opens(line []byte) bool {
	line = bytes.TrimLeft(line, " \t>")
	for _, mark := range []string{"#", "|", "```", "~~~", "---", "***", "==="} {
		if bytes.HasPrefix(line, []byte(mark)) {
			return true
		}
	}
	return item(line)
}

func item(line []byte) bool {
	line = bytes.TrimLeft(line, " \t>")
	n := len(line) - len(bytes.TrimLeft(line, "0123456789"))
	if n < len(line) && (n == 0 && bytes.IndexByte([]byte("-*+"), line[n]) >= 0 || 0 < n && n < 10 && (line[n] == '.' || line[n] == ')')) {
		return n+1 == len(line) || bytes.IndexByte([]byte(" \t\n\r"), line[n+1]) >= 0
	}
	return false
}

// unfolded is a paragraph in one line: without its line breaks and what stands
// before each line of a quote.
func unfolded(text []byte) []byte {
	lines := bytes.Split(text, []byte("\n"))
	for i, line := range lines[1:] {
		lines[i+1] = bytes.TrimLeft(line, " \t>")
		lines[i] = bytes.TrimRight(lines[i], " \t\r\\")
	}
	return bytes.Join(lines, []byte(" "))
}
