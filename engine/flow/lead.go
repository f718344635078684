package flow

import (
	"strings"
)

// lead is what a document says right before a command: the heading that it stands
// under, what leads to the list or the table that it is in, and what is before it in its
// sentence or, where it stands in a block of code, the lines before that. It is empty in
// what is no document.
func lead(text []byte, off int, fenced bool) string {
	head := text[max(0, off-maxLead):off]
	if fenced {
		fence := lastLine(head, fences)
		if fence < 0 {
			return ""
		}
		return leadOfBlock(head[:fence])
	}
	said, led, heading := before(text, off), intro(head), headingOf(head)
	if strings.HasPrefix(said, "#") {
		said = ""
	}
	if led != "" {
		heading += "\n" + led
	}
	return bounded(strings.TrimSpace(heading + "\n" + said))
}

// note is the comment that a command in a block of code stands in, else the one in the lines
// right before it: what the block itself says of what comes.
func note(text []byte, off int) (said string, inside bool) {
	begin, _ := lineAt(text, min(off, len(text)))
	if _, inside = commented(text[begin:off]); inside {
		return comments(text[begin:off]), true
	}
	from := begin
	for from > 0 && begin-from < maxIntro {
		at, before := lineAt(text, from-1)
		if _, ok := commented(text[at:before]); !ok {
			break
		}
		from = at
	}
	return comments(text[from:begin]), false
}

// after is what follows upon a command in its sentence, or in its cell of a table.
func after(text []byte, off int) string {
	begin, end := lineAt(text, min(off, len(text)))
	_, end = paragraphAt(text, begin, end)
	shown := strings.TrimLeft(unmarked(unfolded(text[min(off, end):min(end, off+maxIntro)])), `"`)
	for _, stop := range []string{". ", "! ", "? ", "; "} {
		shown, _, _ = strings.Cut(shown, stop)
	}
	return strings.Trim(shown, " |")
}
