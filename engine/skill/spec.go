package skill

import (
	"bytes"
	"unicode/utf8"

	"github.com/skillctl/skillctl/engine/host/openclaw/frontmatter"
	"github.com/skillctl/skillctl/internal/document"
)

// maxTrailing is how many places with blanks at the end of a line are listed.
const maxTrailing = 50

// TrailingBlanks finds the blanks at the ends of the lines of a span, at most
// [maxTrailing] of them.
func TrailingBlanks(text []byte, within document.Span) []document.Span {
	found := []document.Span{}
	line, end := within.Start.Line, min(within.End.Offset, len(text))
	for off := within.Start.Offset; off < end && len(found) < maxTrailing; line++ {
		l := frontmatter.CutLine(text[:end], off)
		off = l.Next
		kept := bytes.TrimRight(l.Text, " \t")
		if len(kept) == len(l.Text) {
			continue
		}
		start := document.Position{Line: line, Column: 1 + utf8.RuneCount(kept), Offset: l.Start + len(kept)}
		stop := start
		stop.Column += len(l.Text) - len(kept)
		stop.Offset += len(l.Text) - len(kept)
		found = append(found, document.Span{Start: start, End: stop})
	}
	return found
}

// TargetSpan finds where the target of a link is written, so that it can be
// replaced alone. It is not found where the text spells it in another way, with
// escapes or in a definition elsewhere.
func TargetSpan(text []byte, l *Link) (document.Span, bool) {
	from, to := l.Span.Start.Offset, l.Span.End.Offset
	if l.Target == "" || from < 0 || from > to || to > len(text) {
		return document.Span{}, false
	}
	inside := text[from:to]
	if string(inside) == l.Target {
		return l.Span, true
	}
	for at := 0; ; {
		open := bytes.Index(inside[at:], []byte("]("))
		if open < 0 {
			return document.Span{}, false
		}
		at += open + len("](")
		rest := bytes.TrimLeft(inside[at:], " \t<")
		tail, ok := bytes.CutPrefix(rest, []byte(l.Target))
		if !ok || len(tail) == 0 || !bytes.ContainsRune([]byte(")> \t\"'\n"), rune(tail[0])) {
			continue
		}
		before := inside[:len(inside)-len(rest)]
		if bytes.ContainsAny(before, "\r\n") {
			return document.Span{}, false
		}
		start := l.Span.Start
		start.Column += utf8.RuneCount(before)
		start.Offset += len(before)
		stop := start
		stop.Column += utf8.RuneCountInString(l.Target)
		stop.Offset += len(l.Target)
		return document.Span{Start: start, End: stop}, true
	}
}
