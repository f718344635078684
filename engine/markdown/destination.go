package markdown

import (
	"bytes"

	"github.com/skillctl/skillctl/internal/document"
)

const (
	maxLabel  = 999 // characters of a reference label, by CommonMark
	maxParens = 32  // nested parentheses of a destination
)

// definition is "[label]: target".
type definition struct {
	text   string
	target string
	span   document.Span
	used   bool
}

// use is "[text][label]", "[label][]" or "[label]", of which it is not known
// yet whether the label is defined.
type use struct {
	label   string
	text    string
	span    document.Span
	image   bool
	example bool
}

// definition takes in a line that defines a reference. Of a label that is
// defined more than once, the first counts.
func (p *parser) definition(off int) bool {
	line := p.text[off:p.end]
	n := labelEnd(line)
	if n < 0 || n+1 >= len(line) || line[n+1] != ':' {
		return false
	}
	key := label(line[1:n])
	at := n + 2
	for at < len(line) && isBlank(line[at]) {
		at++
	}
	target, width := destination(line[at:])
	if key == "" || width == 0 {
		return false
	}
	rest := bytes.TrimSpace(line[at+width:])
	if len(rest) > 0 && title(rest) != len(rest) {
		return false
	}
	if len(p.order) >= MaxItems {
		p.doc.Truncated = true
		return true
	}
	d := &definition{
		text: cut(line[1:n], MaxText), target: target,
		span: document.Span{Start: p.at(off), End: p.at(off + len(bytes.TrimRight(line, " \t")))},
	}
	p.order = append(p.order, d)
	if p.definitions == nil {
		p.definitions = map[string]*definition{}
	}
	if _, ok := p.definitions[key]; !ok {
		p.definitions[key] = d
	}
	return true
}

// labelEnd returns the offset of the bracket that closes the label at the start
// of b, -1 when there is none.
func labelEnd(b []byte) int {
	for i := 1; i < len(b) && i <= maxLabel; i++ {
		switch b[i] {
		case '\\':
			i++
		case '[':
			return -1
		case ']':
			return i
		}
	}
	return -1
}

// label brings a reference label into the form in which labels are compared.
func label(b []byte) string {
	return string(bytes.ToLower(bytes.Join(bytes.Fields(b), []byte(" "))))
}

// destination reads a link's target at the start of b and returns it with the
// number of bytes that it takes; none means that there is no target.
func destination(b []byte) (target string, width int) {
	if len(b) == 0 {
		return "", 0
	}
	if b[0] == '<' {
		for i := 1; i < len(b); i++ {
			switch b[i] {
			case '\\':
				i++
			case '\n', '\r', '<':
				return "", 0
			case '>':
				return unescape(b[1:i]), i + 1
			}
		}
		return "", 0
	}
	depth, i := 0, 0
loop:
	for ; i < len(b); i++ {
		switch c := b[i]; {
		case c == '\\' && i+1 < len(b) && isPunct(b[i+1]):
			i++
		case c <= ' ' || c == 0x7f:
			break loop
		case c == '(':
			if depth++; depth > maxParens {
				return "", 0
			}
		case c == ')':
			if depth == 0 {
				break loop
			}
			depth--
		}
	}
	if depth > 0 || i == 0 {
		return "", 0
	}
	return unescape(b[:i]), i
}

// inlineTarget reads "(target "title")" at the start of b and returns the
// target with the number of bytes of all; none means that it is something else.
func inlineTarget(b []byte) (target string, width int) {
	i := 1 + spaces(b[1:])
	target, n := destination(b[i:])
	i += n
	gap := spaces(b[i:])
	i += gap
	if i < len(b) && gap > 0 {
		if t := title(b[i:]); t > 0 {
			i += t
			i += spaces(b[i:])
		}
	}
	if i >= len(b) || b[i] != ')' {
		return "", 0
	}
	return target, i + 1
}

// title returns the length of a link title at the start of b, 0 when there is
// none.
func title(b []byte) int {
	var closing byte
	switch b[0] {
	case '"', '\'':
		closing = b[0]
	case '(':
		closing = ')'
	default:
		return 0
	}
	for i := 1; i < len(b); i++ {
		switch b[i] {
		case '\\':
			i++
		case closing:
			return i + 1
		case '(':
			if closing == ')' {
				return 0
			}
		}
	}
	return 0
}

// spaces returns how many bytes of white space b starts with.
func spaces(b []byte) int {
	i := 0
	for i < len(b) && (isBlank(b[i]) || b[i] == '\n' || b[i] == '\r') {
		i++
	}
	return i
}

// unescape takes backslashes off punctuation and cuts what is too long.
func unescape(b []byte) string {
	s := cut(b, MaxTarget)
	if bytes.IndexByte(b, '\\') < 0 {
		return s
	}
	out := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) && isPunct(s[i+1]) {
			i++
		}
		out = append(out, s[i])
	}
	return string(out)
}

func isPunct(c byte) bool {
	return c >= '!' && c <= '/' || c >= ':' && c <= '@' || c >= '[' && c <= '`' || c >= '{' && c <= '~'
}
