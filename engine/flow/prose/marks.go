package prose

import (
	"bytes"
	"html"
	"strings"
	"unicode/utf8"

	"github.com/skillctl/skillctl/engine/command/deceptive"
	"github.com/skillctl/skillctl/internal/lazydfa"
)

// Unmarked is a text without the marks of Markdown and HTML: code is put in double
// quotes, emphasis and what cannot be seen are left out.
func Unmarked(text []byte) string {
	text = deceptive.Readable(text)
	var b strings.Builder
	for i := 0; i < len(text); {
		shown, n := unmark(text, i)
		b.Write(shown)
		i += n
	}
	return strings.ToValidUTF8(b.String(), "\uFFFD")
}

// unmark is what a text shows at a place, and how many bytes stand for it there.
func unmark(text []byte, i int) ([]byte, int) {
	switch c := text[i]; {
	case c == '*' || c == '_' && (i == 0 || !IsLetter(text[i-1])) || c == '~' && !homeAt(text, i):
		return nil, 1
	case c == '`':
		n := 1
		for i+n < len(text) && text[i+n] == '`' {
			n++
		}
		return []byte{'"'}, n
	case c == '<' || c == '&':
		return Rendered(text[i:])
	}
	return text[i : i+1], 1
}

// Line is a paragraph in one line, without marks.
func Line(text []byte) string { return Unmarked(unfolded(text)) }

// Written gives parts of a text without marks as they stand in it, for people: with its marks,
// its code and its characters. Read is what [unmarked] made of the text, in one line.
type Written struct {
	raw  []byte
	read string
	at   []int // of each byte of read, and of its end; made when it is first wanted
}

// Shown is that of a text of which something was read as [line] does.
func Shown(text []byte, read string) *Written { return &Written{raw: unfolded(text), read: read} }

// Part is what stands in the text for a part of what was read, "" where that is the same, or
// where characters are written so that they show something else.
func (w *Written) Part(begin, end int) string {
	if w.at == nil {
		shown, at := unmarkedAt(w.raw)
		if shown != w.read {
			return ""
		}
		w.at = at
	}
	from, to := w.at[begin], w.at[end]
	for from > 0 && strings.IndexByte("*_~`", w.raw[from-1]) >= 0 {
		from--
	}
	shown := bytes.TrimSpace(w.raw[from:to])
	if !utf8.Valid(shown) || !bytes.Equal(deceptive.Readable(shown), shown) || string(shown) == strings.TrimSpace(w.read[begin:end]) {
		return ""
	}
	return string(shown)
}

// unmarkedAt is [unmarked] with the place in the text of each byte, and of its end.
func unmarkedAt(raw []byte) (string, []int) {
	text, places := deceptive.Seen(raw)
	var b strings.Builder
	at := make([]int, 0, len(text)+1)
	for i := 0; i < len(text); {
		shown, n := unmark(text, i)
		b.Write(shown)
		for range shown {
			at = append(at, places[i])
		}
		i += n
	}
	return b.String(), append(at, len(raw))
}

// homeAt reports whether a "~" stands for the home folder in a path: as the mark of what is
// struck out it is beside another one, or in front of a word.
func homeAt(text []byte, i int) bool {
	return i+1 < len(text) && (text[i+1] == '/' || text[i+1] == '\\') && (i == 0 || text[i-1] != '~' && !IsLetter(text[i-1]))
}

// tags are those of HTML that stand around code; the others are left.
var tags = lazydfa.New(`^</?(?i:pre|code|kbd|samp|tt|p|li|ul|ol|td|tr|th|div|span|b|strong|em|i|u|br|blockquote|details|summary|font|center|h[1-6])(?:\s[^<>]{0,200})?/?>`)

// Rendered is what a browser shows of the tag or character reference that a text
// begins with, and how many bytes that is.
func Rendered(text []byte) ([]byte, int) {
	if text[0] == '<' {
		if tag := tags.Find(text[:min(len(text), 240)]); tag != nil {
			return []byte{' '}, len(tag)
		}
		return text[:1], 1
	}
	if end := bytes.IndexByte(text[:min(len(text), 12)], ';'); end > 1 {
		reference := string(text[:end+1])
		if shown := html.UnescapeString(reference); shown != reference {
			return []byte(shown), end + 1
		}
	}
	return text[:1], 1
}
