package deceptive

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

func asciiLetter(c rune) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' && c < utf8.RuneSelf }

// isTag reports whether a character is one of the tags that are not shown.
func isTag(c rune) bool { return c >= 0xe0000 && c <= 0xe007f }

// Untagged is a text in which tag characters are the ASCII that they stand for, so that
// a message can quote what is not shown.
func Untagged(text string) string {
	if !strings.ContainsFunc(text, isTag) {
		return text
	}
	return strings.Map(func(c rune) rune {
		switch {
		case c >= 0xe0020 && c <= 0xe007e:
			return c - 0xe0000
		case isTag(c):
			return -1
		}
		return c
	}, text)
}

func isSelector(c rune) bool {
	return c >= 0xfe00 && c <= 0xfe0f || c >= 0xe0100 && c <= 0xe01ef || c >= 0x180b && c <= 0x180d || c == 0x180f
}

// isInvisible reports whether a character has no shape and no width, or none that
// anybody would take for one.
func isInvisible(c rune) bool {
	switch {
	case c == 0, c == 0xad, c == 0x34f, c == 0x61c, c == 0x115f, c == 0x1160, c == 0x17b4, c == 0x17b5, c == 0x180e, c == 0xfeff:
		return true
	}
	return c >= 0x200b && c <= 0x200f || c >= 0x202a && c <= 0x202e || c >= 0x2060 && c <= 0x206f || c >= 0xfff9 && c <= 0xfffb || c >= 0x1bca0 && c <= 0x1bca3 || c >= 0x1d173 && c <= 0x1d17a
}

// Blank reports whether a character that is no blank of ASCII looks like one.
func Blank(c rune) bool {
	return c == 0x3164 || c == 0xffa0 || c == 0x2800 || c >= 0x80 && unicode.Is(unicode.Zs, c)
}

// reorders reports whether a character shows what follows it in another order.
func reorders(c rune) bool { return c == 0x202b || c == 0x202d || c == 0x202e || c == 0x2067 }

// rightToLeft reports whether a text has letters that are written from the right.
func rightToLeft(text []byte) bool {
	return bytes.ContainsFunc(text, func(c rune) bool {
		return unicode.In(c, unicode.Hebrew, unicode.Arabic, unicode.Syriac, unicode.Thaana, unicode.Nko, unicode.Adlam, unicode.Mandaic, unicode.Samaritan)
	})
}

// lineAt is as much of the line around a place as is looked at.
func lineAt(text []byte, i int) (from, to int) {
	const most = 2000
	from, to = max(0, i-most), min(len(text), i+most)
	if n := bytes.LastIndexByte(text[from:i], '\n'); n >= 0 {
		from += n + 1
	}
	if n := bytes.IndexByte(text[i:to], '\n'); n >= 0 {
		to = i + n
	}
	return from, to
}

// plainShape is the character of ASCII that another one is only a shape of, 0 for
// none: full-width, mathematical, enclosed or raised letters.
func plainShape(c rune) rune {
	switch {
	case c < 0x2070 && c != 0xaa && c != 0xba && (c < 0x1d2c || c > 0x1d6a) && (c < 0x2b0 || c > 0x2b8):
		return 0
	case c >= 0xff01 && c <= 0xff5e:
		return c - 0xfee0
	case c >= 0x2e80 && c < 0xfe50, c >= 0xfe70 && c < 0x1d400, c >= 0x1d800 && c < 0x1f100, c >= 0x1f200:
		return 0 // letters and pictures of their own
	}
	if plain := norm.NFKC.String(string(c)); len(plain) == 1 {
		return rune(plain[0])
	}
	return 0
}

// printable is a text of bytes, "" when they are none.
func printable(text []byte) string {
	if !utf8.Valid(text) {
		return ""
	}
	for _, c := range string(text) {
		if !unicode.IsPrint(c) && c != '\n' && c != '\t' && c != '\r' {
			return ""
		}
	}
	return string(text)
}

// bits is the text that two characters without a shape write, one for each bit; ""
// when they write none.
func bits(text string) string {
	runes := []rune(text)
	if len(runes) < 16 || len(runes)%8 != 0 {
		return ""
	}
	one := runes[0]
	for _, flip := range []byte{0, 0xff} {
		var out []byte
		for i := 0; i < len(runes); i += 8 {
			var b byte
			for _, c := range runes[i : i+8] {
				b <<= 1
				if c != one {
					b |= 1
				}
			}
			out = append(out, b^flip)
		}
		if said := printable(out); said != "" && len(said) == len(out) {
			return said
		}
	}
	return ""
}
