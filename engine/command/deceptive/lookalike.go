package deceptive

import (
	"unicode"
	"unicode/utf8"
)

// Kind is the kind of a character that no honest command needs outside of
// text for people, and no name: "control", "bidi", "zero-width", … "" for others.
// Line ends and tabs are none.
func Kind(r rune) string {
	switch {
	case r == '\n' || r == '\t':
		return ""
	case r < ' ' || r >= 0x7f && r < 0xa0:
		return "control"
	case r < utf8.RuneSelf:
		return ""
	case r == 0xfeff:
		return "bom"
	case r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069 || r == 0x200e || r == 0x200f || r == 0x061c:
		return "bidi"
	case r >= 0x200b && r <= 0x200d || r == 0x2060 || r >= 0x2061 && r <= 0x2064 || r == 0x00ad || r == 0x034f || r == 0x180e || r >= 0xfe00 && r <= 0xfe0f || r >= 0xe0100 && r <= 0xe01ef:
		return "zero-width"
	case r == 0x3164 || r == 0x115f || r == 0x1160 || r == 0xffa0 || r == 0x17b4 || r == 0x17b5:
		return "filler"
	case r >= 0xff01 && r <= 0xff5e || r >= 0xffe0 && r <= 0xffe6:
		return "fullwidth"
	case r >= 0xe0000 && r <= 0xe007f:
		return "zero-width"
	case r == 0x00a0 || r == 0x3000 || r == 0x2028 || r == 0x2029 || r == 0x202f || r == 0x205f || r == 0x1680 || r >= 0x2000 && r <= 0x200a || r == 0x0085:
		return "space"
	case unicode.Is(unicode.Co, r) || r >= 0xfff0 && r <= 0xfffb:
		return "private"
	case r >= 0x1d400 && r <= 0x1d7ff:
		return "confusable"
	}
	return ""
}

// Latin is the small Latin letter that most fonts draw as a Cyrillic, Greek,
// Armenian or other letter (Unicode confusables, single letters), 0 for none.
func Latin(r rune) rune {
	switch r {
	case 'а', 'А', 'α', 'Α', 'ɑ':
		return 'a'
	case 'в', 'В', 'Β':
		return 'b'
	case 'с', 'С', 'ϲ', 'ᴄ', 'ⅽ':
		return 'c'
	case 'ԁ', 'ⅾ':
		return 'd'
	case 'е', 'Е', 'Ε':
		return 'e'
	case 'ց', 'ɡ':
		return 'g'
	case 'һ', 'н', 'Н', 'Η', 'հ':
		return 'h'
	case 'і', 'І', 'ι', 'Ι', 'ı', 'ɩ', 'ⅰ':
		return 'i'
	case 'ј', 'Ј', 'ϳ':
		return 'j'
	case 'к', 'К', 'κ', 'Κ':
		return 'k'
	case 'ӏ', 'Ӏ', 'ℓ', 'ⅼ':
		return 'l'
	case 'м', 'М', 'Μ', 'ⅿ':
		return 'm'
	case 'Ν', 'ո':
		return 'n'
	case 'о', 'О', 'ο', 'Ο', 'օ', 'ᴏ':
		return 'o'
	case 'р', 'Р', 'ρ', 'Ρ', 'ք':
		return 'p'
	case 'ԛ', 'զ':
		return 'q'
	case 'ʀ':
		return 'r'
	case 'ѕ', 'Ѕ', 'ſ', 'ƽ':
		return 's'
	case 'т', 'Т', 'Τ':
		return 't'
	case 'υ', 'ս':
		return 'u'
	case 'ѵ', 'ν', 'ᴠ', 'ⅴ':
		return 'v'
	case 'ԝ', 'ᴡ':
		return 'w'
	case 'х', 'Х', 'χ', 'Χ', 'ⅹ':
		return 'x'
	case 'у', 'Ү', 'γ', 'Υ', 'ʏ':
		return 'y'
	case 'Ζ', 'ᴢ':
		return 'z'
	}
	return 0
}
