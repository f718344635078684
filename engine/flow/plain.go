package flow

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/skillctl/skillctl/engine/command/deceptive"
	"github.com/skillctl/skillctl/engine/flow/prose"
	"github.com/skillctl/skillctl/internal/lazydfa"
)

// prompts are what terminals write before a command: "$ ", "me@host:~# ", "me@host
// dir % ", "(env) bash-5.2$ ". A lone "#" begins a comment.
var prompts = lazydfa.New(`^[ \t]*(?:\([\w.-]+\)[ \t]*)?(?:[$%❯➜]|(?:ba|z|k|da|fi)?sh(?:-[\d.]+)?[$%#]|\[?[\w.-]+@[\w.-]+[: ][^\s'"|;&]* ?[$%#]|[^\s'"|;&]*[@:~\]][^\s'"|;&]*[$%#])[ \t]+`)

// plainText is a text as somebody takes it who is told to run it, without what
// only shows or hides it. at has the place of each of its bytes, and of its end,
// in the text as it is written.
type plainText struct {
	text []byte
	at   []int
}

// plain reads a text as package deceptive does, and leaves the prompts and marks of a
// quotation out that lines begin with. In a
// sentence (not fenced) a line goes on in the next one, and a pipe that is escaped
// for a table is one.
func plain(snippet []byte, kind snippetKind) plainText {
	read, changed := deceptive.Read(snippet)
	if !changed {
		return unframed(snippet, kind)
	}
	p := unframed(read.Text, kind)
	for i, at := range p.at {
		p.at[i] = read.At[at]
	}
	return p
}

// decoded is a text in which characters stand for those that pages and addresses write
// as "&#124;" and "%7C"; false when it has none of them that a shell knows.
func decoded(read plainText) (plainText, bool) {
	if !coded.Match(read.text) {
		return plainText{}, false
	}
	var p plainText
	for i := 0; i < len(read.text); {
		shown, n := read.text[i:i+1], 1
		switch read.text[i] {
		case '&':
			shown, n = prose.Rendered(read.text[i:])
		case '%':
			if i+2 < len(read.text) {
				if c, err := strconv.ParseUint(string(read.text[i+1:i+3]), 16, 7); err == nil && c > 0 {
					shown, n = []byte{byte(c)}, 3
				}
			}
		}
		p.put(read.at[i], string(shown))
		i += n
	}
	p.at = append(p.at, read.at[len(read.text)])
	return p, true
}

var coded = lazydfa.New(`(?i)&(?:#\d+|#x[0-9a-f]+|amp|lt|gt|quot|apos|nbsp|vert|verbar|bsol|lpar|dollar|semi|newline);|%(?:20|7c|3b|26|24|60|0a)`)

// asRead is a text as it reads, with the place of each byte.
func asRead(text []byte) plainText {
	read, at := deceptive.Seen(text)
	return plainText{read, at}
}

// unframed is a text without what stands around it.
func unframed(snippet []byte, kind snippetKind) plainText {
	fenced := kind == inCode || kind == inOther || kind == inLines
	p := plainText{text: make([]byte, 0, len(snippet)), at: make([]int, 0, len(snippet)+1)}
	if kind == inLiteral {
		p.literal(snippet)
		return p
	}
	quoted := fenced && quotation(snippet)
	typed := false // the line before was
	for begin := 0; begin < len(snippet); {
		end := len(snippet)
		if i := bytes.IndexByte(snippet[begin:], '\n'); i >= 0 {
			end = begin + i + 1
		}
		if quoted {
			begin += bytes.IndexByte(snippet[begin:end], '>') + 1
		}
		more := 0
		if typed || fenced && bytes.HasSuffix(bytes.TrimRight(p.text, " \t\n"), []byte{'|'}) {
			more = len(asks.Find(snippet[begin:end]))
		}
		prompt := len(prompts.Find(snippet[begin:end]))
		typed = fenced && (more > 0 || prompt > 0)
		begin += max(more, prompt)
		p.line(snippet, begin, end, fenced)
		begin = end
	}
	p.unstop(kind)
	p.at = append(p.at, len(snippet))
	return p
}

// line adds what lies between two places.
func (p *plainText) line(snippet []byte, i, end int, fenced bool) {
	for i < end {
		r, size := utf8.DecodeRune(snippet[i:end])
		switch {
		case r == '\r' && i+1 < end && snippet[i+1] == '\n': // no shell reads it
			i += size
			continue
		case r == utf8.RuneError && size == 1:
			p.put(i, "\uFFFD")
		case r == '\r' && i+size == len(snippet):
			// Part of the end of a line.
		case r == '$' && fieldSeparator(snippet[i:end]) > 0:
			p.add(i, ' ')
			i += fieldSeparator(snippet[i:end])
			continue
		case !fenced && (r == '<' || r == '&'):
			shown, n := prose.Rendered(snippet[i:end])
			p.put(i, string(shown))
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

// unstop takes for an end of a command what would be an argument of the shell before
// it: a mark of the sentence that it stands in, and the brace by which zsh ends a
// block.
func (p *plainText) unstop(kind snippetKind) {
	if kind == inSentence && bytes.IndexByte(p.text, '|') >= 0 {
		for _, at := range stops.FindAllSubmatchIndex(p.text, -1) {
			p.text[at[2]] = ';'
		}
	}
	if bytes.IndexByte(p.text, '}') >= 0 {
		for _, at := range braces.FindAllSubmatchIndex(p.text, -1) {
			p.text[at[2]] = ' '
		}
	}
}

var stops = lazydfa.New(`\|[ \t]*(?:[\w./-]+[ \t]+)?[\w/-]+([.,!?])(?:[ \t]|$)`)

var braces = lazydfa.New(`\b(?:ba|da|a|z|k)?sh(?:[ \t]+-\w+)*[ \t]+(\})`)

// literal adds a string of a program with its escapes taken back.
func (p *plainText) literal(text []byte) {
	for i := 0; i < len(text); {
		shown, n := unescaped(text[i:])
		p.put(i, string(shown))
		i += n
	}
	p.at = append(p.at, len(text))
}

// spelt reports whether a text holds a word that is looked for once its escapes are
// taken back: a letter can be written as its number.
func spelt(text []byte, groups uint32) bool {
	found := false
	for i := 0; i+3 < len(text) && !found; i++ {
		found = text[i] == '\\' && strings.IndexByte("xuU01234567", text[i+1]) >= 0
	}
	if !found {
		return false
	}
	var read plainText
	read.literal(text)
	return watched().words.in(read.text, groups)
}

// unescaped is what the first bytes of a string stand for, and how many they are.
func unescaped(text []byte) ([]byte, int) {
	if text[0] != '\\' || len(text) < 2 {
		return text[:1], 1
	}
	if end := bytes.IndexByte(text[:min(len(text), len(`\u{10ffff}`))], '}'); end > 3 && text[1] == 'u' && text[2] == '{' {
		if code, err := strconv.ParseUint(string(text[3:end]), 16, 32); err == nil {
			return []byte(string(rune(code))), end + 1
		}
	}
	if text[1] >= '0' && text[1] <= '7' {
		n := 2
		for n < min(len(text), 4) && text[n] >= '0' && text[n] <= '7' {
			n++
		}
		if code, err := strconv.ParseUint(string(text[1:n]), 8, 8); err == nil && code >= ' ' {
			return []byte{byte(code)}, n
		}
	}
	digits := map[byte]int{'x': 2, 'u': 4, 'U': 8}[text[1]]
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

// add adds bytes that stand at a place, put what those at a place stand for.
func (p *plainText) add(from int, text ...byte) {
	for i, c := range text {
		p.text, p.at = append(p.text, c), append(p.at, from+i)
	}
}

func (p *plainText) put(from int, text string) {
	for i := range len(text) {
		p.text, p.at = append(p.text, text[i]), append(p.at, from)
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
