package prose

import (
	"strings"
)

// Lead is what a document says right before a command: the heading that it stands
// under, what leads to the list or the table that it is in, and what is before it in its
// sentence or, where it stands in a block of code, the lines before that. It is empty in
// what is no document.
func Lead(text []byte, off int, fenced bool) string {
	head := text[max(0, off-maxLead):off]
	if fenced {
		fence := lastLine(head, fences)
		if fence < 0 {
			return ""
		}
		return leadOfBlock(head[:fence])
	}
	said, led, heading := Before(text, off), intro(head), headingOf(head)
	if strings.HasPrefix(said, "#") {
		said = ""
	}
	if led != "" {
		heading += "\n" + led
	}
	return Bounded(strings.TrimSpace(heading + "\n" + said))
}

// Note is the comment that a command in a block of code stands in, else the one in the lines
// right before it: what the block itself says of what comes.
func Note(text []byte, off int) (said string, inside bool) {
	begin, _ := LineAt(text, min(off, len(text)))
	if _, inside = commented(text[begin:off]); inside {
		return comments(text[begin:off]), true
	}
	from := begin
	for from > 0 && begin-from < maxIntro {
		at, before := LineAt(text, from-1)
		if _, ok := commented(text[at:before]); !ok {
			break
		}
		from = at
	}
	return comments(text[from:begin]), false
}

// After is what follows upon a command in its sentence, or in its cell of a table.
func After(text []byte, off int) string {
	begin, end := LineAt(text, min(off, len(text)))
	_, end = ParagraphAt(text, begin, end)
	shown := strings.TrimLeft(Unmarked(unfolded(text[min(off, end):min(end, off+maxIntro)])), `"`)
	for _, stop := range []string{". ", "! ", "? ", "; "} {
		shown, _, _ = strings.Cut(shown, stop)
	}
	return strings.Trim(shown, " |")
}
