package flow

import (
	"bytes"
	"html"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"
)

// prompts are what terminals write before a command: "$ ", "me@host:~# ". A lone
// "#" begins a comment.
var prompts = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[ \t]*(?:[$%]|[^\s'"|;&]*[@:~\]][^\s'"|;&]*[$%#])[ \t]+`)
})

// plainText is a text as somebody takes it who is told to run it, without what
// only shows or hides it. at has the place of each of its bytes, and of its end,
// in the text as it is written.
type plainText struct {
	text []byte
	at   []int
}

// plain leaves out of a text what cannot be seen and the prompts and marks of a
// quotation that lines begin with, and takes blanks of any kind as blanks. In a
// sentence (not fenced) a line goes on in the next one, and a pipe that is escaped
// for a table is one.
func plain(snippet []byte, kind snippetKind) plainText {
	fenced := kind == inCode
	p := plainText{text: make([]byte, 0, len(snippet)), at: make([]int, 0, len(snippet)+1)}
	if kind == inLiteral {
		p.literal(snippet)
		return p
	}
	quoted := fenced && quotation(snippet)
	for begin := 0; begin < len(snippet); {
		end := len(snippet)
		if i := bytes.IndexByte(snippet[begin:], '\n'); i >= 0 {
			end = begin + i + 1
		}
		if quoted {
			begin += bytes.IndexByte(snippet[begin:end], '>') + 1
		}
		begin += len(prompts().Find(snippet[begin:end]))
		p.line(snippet, begin, end, fenced)
		begin = end
	}
	p.at = append(p.at, len(snippet))
	return p
}

// line adds what lies between two places.
func (p *plainText) line(snippet []byte, i, end int, fenced bool) {
	for i < end {
		r, size := utf8.DecodeRune(snippet[i:end])
		switch {
		case strings.ContainsRune("\u00ad\u200b\u200c\u200d\u2060\ufeff", r):
			i += size
			continue
		case strings.ContainsRune("\u00a0\u2007\u202f\u3000", r):
			p.add(i, ' ')
		case r == '$' && fieldSeparator(snippet[i:end]) > 0:
			p.add(i, ' ')
			i += fieldSeparator(snippet[i:end])
			continue
		case !fenced && (r == '<' || r == '&'):
			shown, n := rendered(snippet[i:end])
			p.add(i, shown...)
			i += n
			continue
		case !fenced && r == '*' && i+1 < end && snippet[i+1] == '*':
			i += 2
			continue
		case !fenced && r == '\\' && i+1 < end && snippet[i+1] == '|':
			// The pipe follows.
		case !fenced && r == '\\' && strings.TrimSpace(string(snippet[i+1:end])) == "", !fenced && r == '\n':
			p.add(i, ' ')
		default:
			p.add(i, snippet[i:i+size]...)
		}
		i += size
	}
}

// literal adds a string of a program with its escapes taken back.
func (p *plainText) literal(text []byte) {
	for i := 0; i < len(text); {
		shown, n := unescaped(text[i:])
		p.add(i, shown...)
		i += n
	}
	p.at = append(p.at, len(text))
}

// unescaped is what the first bytes of a string stand for, and how many they are.
func unescaped(text []byte) ([]byte, int) {
	if text[0] != '\\' || len(text) < 2 {
		return text[:1], 1
	}
	digits := map[byte]int{'x': 2, 'u': 4}[text[1]]
	if digits > 0 && len(text) >= 2+digits {
		if code, err := strconv.ParseUint(string(text[2:2+digits]), 16, 32); err == nil {
			return []byte(string(rune(code))), 2 + digits
		}
	}
	switch text[1] {
	case 'n':
		return []byte{'\n'}, 2
	case 't', 'r':
		return []byte{' '}, 2
	case '"', '\'', '\\', '/', '`':
		return text[1:2], 2
	}
	return text[:2], 2
}

// fieldSeparator is the length of an IFS that stands for a blank, 0 for none.
func fieldSeparator(text []byte) int {
	for _, name := range []string{"${IFS}", "$IFS"} {
		if bytes.HasPrefix(text, []byte(name)) {
			return len(name)
		}
	}
	return 0
}

// tags are those of HTML that stand around code; the others are left.
var tags = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^</?(?i:pre|code|kbd|samp|tt|p|li|ul|ol|td|tr|th|div|span|b|strong|em|i|u|br|blockquote|details|summary|font|center|h[1-6])(?:\s[^<>]{0,200})?/?>`)
})

// rendered is what a browser shows of the tag or character reference that a text
// begins with, and how many bytes that is.
func rendered(text []byte) ([]byte, int) {
	if text[0] == '<' {
		if tag := tags().Find(text[:min(len(text), 240)]); tag != nil {
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

func (p *plainText) add(from int, text ...byte) {
	for i, c := range text {
		p.text, p.at = append(p.text, c), append(p.at, from+i)
	}
}

// quotation reports whether each line that is not blank begins with ">".
func quotation(text []byte) bool {
	some := false
	for line := range bytes.SplitSeq(text, []byte("\n")) {
		line = bytes.TrimSpace(line)
		if len(line) > 0 && line[0] != '>' {
			return false
		}
		some = some || len(line) > 0
	}
	return some
}

// goesOn reports whether a command in a line of a sentence may go on in the next:
// behind a backslash, behind a pipe, or before one.
func goesOn(line, next []byte) bool {
	line, next = bytes.TrimSpace(line), bytes.TrimSpace(next)
	switch {
	case len(line) == 0, len(next) == 0, line[0] == '|': // a row of a table
		return false
	}
	return line[len(line)-1] == '\\' || line[len(line)-1] == '|' || next[0] == '|' && next[len(next)-1] != '|'
}
