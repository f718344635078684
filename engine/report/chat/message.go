package chat

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/skillctl/skillctl/engine/report/format"
)

// Message is one message of a chat.
type Message struct {
	// Text is what is sent.
	Text string
	// Truncated says that not all of the code is in it; the rest is to be attached
	// as a file.
	Truncated bool
	// Length is how long the message is as the chat counts it, Limit how long it
	// may be.
	Length, Limit int
}

// maxBody is how much of a text is looked at, in bytes; no message is longer.
const maxBody = 1 << 20

// notice stands behind code that was cut.
const notice = "\n… cut here: view full output in the attached file"

// Format fences a text for a channel, as code of a language ("python", "" for
// text). A limit above 0 is used where it is lower than the channel's own.
// Control characters other than tabs and line ends, text that hides and bytes
// that are not UTF-8 are shown escaped.
func Format(name, lang, text string, limit int) (Message, error) {
	c, err := find(name)
	if err != nil {
		return Message{}, err
	}
	lang = language(lang)
	if limit <= 0 || limit > c.limit {
		limit = c.limit
	}
	if least := limit - c.room(lang, notice, limit); least > limit {
		return Message{}, fmt.Errorf("the message limit of %d characters is too small; at least %d are needed", limit, least)
	}
	m := Message{Limit: limit}
	long := len(text) > maxBody
	if long {
		text = text[:maxBody]
	}
	body, tail := visible(text), ""
	if long || c.size(body) > c.room(lang, "", limit) {
		m.Truncated, tail = true, notice
		body = c.cut(body, c.room(lang, notice, limit))
	}
	m.Text = c.write(lang, body, tail)
	m.Length = limit - c.room(lang, tail, limit) + c.size(body)
	return m, nil
}

// language is a name that can stand in a fence.
func language(lang string) string {
	lang = strings.ToLower(lang)
	for _, r := range lang {
		if (r < 'a' || r > 'z') && (r < '0' || r > '9') && !strings.ContainsRune("+#-_.", r) {
			return "text"
		}
	}
	const longest = 32
	if lang == "" || len(lang) > longest {
		return "text"
	}
	return lang
}

// visible shows what would act or hide; tabs and line ends stay.
func visible(text string) string {
	var b strings.Builder
	text = strings.ReplaceAll(text, "\r\n", "\n")
	for len(text) > 0 {
		at := strings.IndexAny(text, "\n\t")
		if at < 0 {
			b.WriteString(format.Escape(text))
			break
		}
		b.WriteString(format.Escape(text[:at]))
		b.WriteByte(text[at])
		text = text[at+1:]
	}
	return b.String()
}

// cut returns the first part of a text that has room, without splitting what is
// seen as one character, and at the end of a line where one is near.
func (c channel) cut(body string, room int) string {
	// Entities and backticks that are held apart take more room than they have, at
	// most five times as much, so that the first guesses may be too long.
	const most = 5
	for want := room; want > 0; {
		head := prefix(body, want)
		over := c.size(head) - room
		if over <= 0 {
			return atLine(head)
		}
		want = length(head) - max(over/most, 1)
	}
	return ""
}

// atLine drops a last line that was cut, if little goes with it.
func atLine(head string) string {
	const near = 8 // the last eighth
	if at := strings.LastIndexByte(head, '\n'); at >= 0 && len(head)-at <= len(head)/near {
		return head[:at]
	}
	return head
}

// prefix is the longest start of a text of at most n UTF-16 units that ends
// between two characters as they are seen; what is shown escaped is one of them.
func prefix(s string, n int) string {
	end, units := 0, 0
	flags, before := 0, rune(0)
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		if i > 0 && before != joiner && !joins(r, flags) {
			end = i
		}
		before = r
		if flag(r) {
			flags++
		} else {
			flags = 0
		}
		if r == '\\' {
			size = escaped(s[i:])
		}
		for _, r := range s[i : i+size] {
			units += utf16.RuneLen(r)
		}
		if units > n {
			return s[:end]
		}
		i += size
	}
	return s
}

// joiner stands between emoji that are seen as one.
const joiner = 0x200d

// escaped is how many bytes at the beginning of a text, which is a backslash,
// stand for one character. A text that has them itself is read in the same way:
// nothing is lost when it is cut before them.
func escaped(s string) int {
	const digits = "0123456789abcdef"
	rest, ok := strings.CutPrefix(s, `\u{`)
	if ok {
		inner := len(rest) - len(strings.TrimLeft(rest, digits))
		if inner > 0 && strings.HasPrefix(rest[inner:], "}") {
			return len(`\u{`) + inner + len("}")
		}
	}
	if rest, ok = strings.CutPrefix(s, `\x`); ok && len(rest) > 1 && strings.Trim(rest[:2], digits) == "" {
		return len(`\x00`)
	}
	return 1
}

// joins reports whether a character belongs to the one before it: marks, parts
// of Hangul syllables, emoji that are coloured or joined, the second half of a flag.
func joins(r rune, flags int) bool {
	switch {
	case unicode.In(r, unicode.Mn, unicode.Me, unicode.Mc):
		return true
	case r == joiner, r == 0xfe0f:
		return true
	case r >= 0x1f3fb && r <= 0x1f3ff: // colours of skin
		return true
	case r >= 0x1160 && r <= 0x11ff: // vowels and finals of Hangul
		return true
	case r >= 0xe0020 && r <= 0xe007f: // tags of flags
		return true
	case flag(r):
		return flags%2 == 1
	}
	return false
}

func flag(r rune) bool { return r >= 0x1f1e6 && r <= 0x1f1ff }
