package format

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxMarks is how many combining marks in a row are shown as they are; more
// of them only serve to bury the lines above and below.
const maxMarks = 4

// Escape returns s with every character that could act on a terminal, reorder
// text or hide in it shown as \t, \x1b, \u{202e} or, for bytes that are not
// UTF-8, \xff. Letters of every script, marks and emoji stay as they are.
func Escape(s string) string {
	if plain(s) {
		return s
	}
	var b strings.Builder
	e := escaper{}
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		after, _ := utf8.DecodeRuneInString(s[i+n:])
		b.WriteString(e.next(r, n, s[i], after))
		i += n
	}
	return b.String()
}

// maxText is how many code points of a message or hint are shown to a person;
// the JSON report has all of them.
const maxText = 600

// show is a clipped text, escaped.
func show(s string) string { return Escape(clip(s)) }

// clip cuts a text that is too long to read.
func clip(s string) string {
	if len(s) <= maxText {
		return s
	}
	n := 0
	for i := range s {
		if n == maxText {
			return s[:i] + ellipsis
		}
		n++
	}
	return s
}

// plain reports whether s is printable ASCII only, the common case.
func plain(s string) bool {
	for i := range len(s) {
		if s[i] < 0x20 || s[i] > 0x7e {
			return false
		}
	}
	return true
}

// escaper decides rune by rune, since a mark is judged by what stands before.
type escaper struct {
	prev rune
	// pictured: what stands before ends with an emoji, which may be coloured.
	pictured bool
	marks    int
}

// joiner makes one picture of the emoji on both sides of it.
const joiner = 0x200d

// next returns how the rune r, decoded from n bytes of which first is the
// first, is shown; after is the one behind it.
func (e *escaper) next(r rune, n int, first byte, after rune) string {
	prev, pictured := e.prev, e.pictured
	e.prev, e.pictured = r, picture(r) || pictured && (r == 0xfe0f && prev != 0xfe0f || tone(r))
	if unicode.In(r, unicode.Mn, unicode.Me) {
		e.marks++
	} else {
		e.marks = 0
	}
	switch {
	case r == utf8.RuneError && n <= 1:
		return fmt.Sprintf(`\x%02x`, first)
	case r == '\n':
		return `\n`
	case r == '\r':
		return `\r`
	case r == '\t':
		return `\t`
	case r < 0x20 || r == 0x7f:
		return fmt.Sprintf(`\x%02x`, r)
	case r == 0xfe0f && !variation(prev) && prev > 0x20:
		return string(r) // asks for the coloured form of the emoji before it
	case r == joiner && pictured && picture(after):
		return string(r)
	case e.marks > maxMarks || hidden(r):
		return fmt.Sprintf(`\u{%04x}`, r)
	}
	return string(r)
}

// picture reports whether r is a symbol that emoji are joined from; tone whether it
// colours the one before it.
func picture(r rune) bool {
	return unicode.Is(unicode.So, r) && (r >= 0x2190 && r <= 0x2bff || r >= 0x1f000 && r <= 0x1faff)
}

func tone(r rune) bool { return r >= 0x1f3fb && r <= 0x1f3ff }

// hidden reports whether r has no shape of its own on a screen, or a shape
// that is mistaken for nothing.
func hidden(r rune) bool {
	switch r {
	case 0x3000: // the space of CJK text
		return false
	case 0x034f, 0x115f, 0x1160, 0x17b4, 0x17b5, 0x2800, 0x3164, 0xffa0:
		return true
	}
	return variation(r) || !unicode.IsPrint(r)
}

// variation reports whether r is a variation selector: a run of them can carry
// a hidden message.
func variation(r rune) bool {
	return r >= 0xfe00 && r <= 0xfe0f || r >= 0xe0100 && r <= 0xe01ef || r >= 0x180b && r <= 0x180f
}

// escapeJSON rewrites JSON text so that hidden characters stand in it as \u
// escapes; the value stays the same. In JSON they occur in strings only.
func escapeJSON(text []byte) []byte { return appendEscaped(make([]byte, 0, len(text)), text) }

// appendEscaped appends JSON text so.
func appendEscaped(out, text []byte) []byte {
	from := 0 // what is before it was appended
	for i := 0; i < len(text); {
		if text[i] < 0x7f {
			i++
			continue
		}
		r, n := utf8.DecodeRune(text[i:])
		if r == 0x7f || hidden(r) {
			out = append(out, text[from:i]...)
			from = i + n
			if r > 0xffff {
				hi, lo := surrogates(r)
				out = fmt.Appendf(out, `\u%04x\u%04x`, hi, lo)
			} else {
				out = fmt.Appendf(out, `\u%04x`, r)
			}
		}
		i += n
	}
	return append(out, text[from:]...)
}

func surrogates(r rune) (hi, lo rune) {
	r -= 0x10000
	return 0xd800 + r>>10, 0xdc00 + r&0x3ff
}
