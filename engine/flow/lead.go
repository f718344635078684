package flow

import (
	"bytes"
	"strings"
)

// maxLead is how much of a document is looked at before a command, in bytes.
const maxLead = 16 << 10

// lead is what a document says right before a command: the heading that it stands
// under, and what is before it in its sentence or, where it stands in a block of code,
// the lines before that. It is empty in what is no document.
func lead(p snippet, off int) string {
	head := p.text[max(0, off-maxLead):off]
	var said string
	switch p.kind {
	case inSentence, inSpan, inLines:
		said = before(p.text, off)
	default:
		fence := lastLine(head, func(line []byte) bool {
			return bytes.HasPrefix(line, []byte("```")) || bytes.HasPrefix(line, []byte("~~~"))
		})
		if fence < 0 {
			return ""
		}
		head = bytes.TrimRight(head[:fence], " \t\r\n")
		begin := bytes.LastIndex(head, []byte("\n\n")) + 1
		said = unmarked(unfolded(bytes.TrimSpace(head[begin:])))
	}
	heading := ""
	if at := lastLine(head, func(line []byte) bool { return bytes.HasPrefix(line, []byte("#")) }); at >= 0 {
		line, _, _ := bytes.Cut(head[at:], []byte("\n"))
		heading = strings.TrimSpace(strings.TrimLeft(unmarked(line), "# "))
	}
	if strings.HasPrefix(said, "#") {
		said = ""
	}
	return bounded(strings.TrimSpace(heading + "\n" + said))
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
