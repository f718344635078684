package document

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// json5 is a recursive-descent reader of JSON5 (https://spec.json5.org, 1.0.0).
// It keeps duplicate keys, in order.
type json5 struct {
	*source
	pos      int
	maxDepth int
	budget   *budget
	// strict: what JSON5 has and JSON has not is a mistake; see json.go.
	strict bool
	// end is what messages call the end of the text.
	end string
}

func parseJSON5(ctx context.Context, src *source, strict bool, o *options) (*Node, error) {
	p := &json5{source: src, maxDepth: o.maxDepth, budget: newBudget(ctx, o), strict: strict, end: "the end of the " + o.called}
	if err := p.skip(); err != nil {
		return nil, err
	}
	root, err := p.value(1)
	if err != nil {
		return nil, err
	}
	if err := p.skip(); err != nil {
		return nil, err
	}
	if p.pos < len(p.text) {
		return nil, p.failAt(p.pos, "expected %s, found %s", p.end, p.found())
	}
	return root, nil
}

// value reads any value; the parser stands on its first character.
func (p *json5) value(depth int) (*Node, error) {
	if ok, err := p.budget.spend(1); err != nil {
		return nil, err
	} else if !ok {
		return nil, p.tooMany(p.pos, p.budget.max)
	}
	if depth > p.maxDepth {
		return nil, p.tooDeep(p.pos, p.maxDepth)
	}
	if p.pos >= len(p.text) {
		return nil, p.failAt(p.pos, "expected a value, found %s", p.end)
	}
	if err := p.notOfJSON(); err != nil {
		return nil, err
	}
	switch c := p.text[p.pos]; {
	case c == '{':
		return p.object(depth)
	case c == '[':
		return p.array(depth)
	case c == '"', c == '\'':
		return p.stringValue()
	case c == '+', c == '-', c == '.', '0' <= c && c <= '9':
		return p.number()
	}
	return p.literal()
}

func (p *json5) node(kind Kind, style Style, value any, start int) *Node {
	return &Node{
		Kind: kind, File: p.file, Span: p.lines.span(start, p.pos),
		Value: value, Raw: p.text[start:p.pos], Style: style,
	}
}

// literal reads null, true, false, Infinity and NaN.
func (p *json5) literal() (*Node, error) {
	start := p.pos
	word := p.word()
	p.pos += len(word)
	switch word {
	case "null":
		return p.node(Null, Plain, nil, start), nil
	case "true", "false":
		return p.node(Bool, Plain, word == "true", start), nil
	case "Infinity", "NaN":
		if !p.strict {
			p.pos = start
			return p.number()
		}
	}
	p.pos = start
	if word == "" {
		return nil, p.failAt(start, "expected a value, found %s", p.found())
	}
	err := p.fail(Syntax, start, start+len(word), "expected a value, found %s", p.found())
	err.Hint = "put text in quotes"
	return nil, err
}

func (p *json5) array(depth int) (*Node, error) {
	open := p.pos
	p.pos++
	var items []*Node
	for {
		if err := p.skip(); err != nil {
			return nil, err
		}
		if p.peek() == ']' {
			if err := p.trailing(open); err != nil {
				return nil, err
			}
			break
		}
		if err := p.closed(open, "list", "]"); err != nil {
			return nil, err
		}
		if p.peek() == ',' {
			return nil, p.failAt(p.pos, `expected a value or "]", found ","`)
		}
		item, err := p.value(depth + 1)
		if err != nil {
			return nil, err
		}
		items = append(items, item)
		if err := p.separator(open, "list", ']', ""); err != nil {
			return nil, err
		}
	}
	p.pos++
	return &Node{Kind: Array, File: p.file, Span: p.lines.span(open, p.pos), Style: Flow, Items: items}, nil
}

func (p *json5) object(depth int) (*Node, error) {
	open := p.pos
	p.pos++
	var members []Member
	for {
		if err := p.skip(); err != nil {
			return nil, err
		}
		if p.peek() == '}' {
			if err := p.trailing(open); err != nil {
				return nil, err
			}
			break
		}
		if err := p.closed(open, "object", "}"); err != nil {
			return nil, err
		}
		m, err := p.member(open, depth)
		if err != nil {
			return nil, err
		}
		members = append(members, m)
		if err := p.separator(open, "object", '}', m.Key); err != nil {
			return nil, err
		}
	}
	p.pos++
	return &Node{Kind: Object, File: p.file, Span: p.lines.span(open, p.pos), Style: Flow, Members: members}, nil
}

func (p *json5) member(open, depth int) (Member, error) {
	start := p.pos
	key, err := p.key()
	if err != nil {
		return Member{}, err
	}
	m := Member{Key: key, KeySpan: p.lines.span(start, p.pos), File: p.file}
	if err := p.skip(); err != nil {
		return m, err
	}
	if err := p.closed(open, "object", "}"); err != nil {
		return m, err
	}
	if p.peek() != ':' {
		return m, p.failAt(p.pos, `expected ":" after the key %s, found %s`, quoted(key), p.found())
	}
	p.pos++
	if err := p.skip(); err != nil {
		return m, err
	}
	if err := p.closed(open, "object", "}"); err != nil {
		return m, err
	}
	m.Value, err = p.value(depth + 1)
	return m, err
}

func (p *json5) key() (string, error) {
	if p.strict && p.peek() != '"' {
		return "", p.badKey()
	}
	if c := p.peek(); c == '"' || c == '\'' {
		return p.str()
	}
	return p.identifier()
}

// separator passes the comma after an item or member, unless the bracket that
// closes the collection stands there.
func (p *json5) separator(open int, what string, closing byte, key string) error {
	if err := p.skip(); err != nil {
		return err
	}
	switch p.peek() {
	case ',':
		p.pos++
		return nil
	case closing:
		return nil
	}
	if err := p.closed(open, what, string(closing)); err != nil {
		return err
	}
	after := "the item"
	if what == "object" {
		after = "the value of " + quoted(key)
	}
	err := p.failAt(p.pos, `expected "," or "%c" after %s, found %s`, closing, after, p.found())
	if c := p.peek(); c == '"' || c == '\'' || p.word() != "" {
		err.Hint = `put a "," before it`
	}
	return err
}

// closed returns an error when the text ends within the collection that opens
// at open.
func (p *json5) closed(open int, what, closing string) error {
	if p.pos < len(p.text) {
		return nil
	}
	return p.failAt(open, `this %s is not closed: expected "%s", found %s`, what, closing, p.end)
}

// peek returns the byte that the parser stands on, 0 at the end: the text
// itself holds no NUL.
func (p *json5) peek() byte {
	if p.pos < len(p.text) {
		return p.text[p.pos]
	}
	return 0
}

// skip passes white space and comments.
func (p *json5) skip() error {
	for p.pos < len(p.text) {
		rest := p.text[p.pos:]
		switch {
		case p.strict:
			if !strings.ContainsRune(" \t\n\r", rune(rest[0])) {
				return p.comment(rest)
			}
			p.pos++
		case strings.HasPrefix(rest, "//"):
			p.pos += lineLength(rest)
		case strings.HasPrefix(rest, "/*"):
			end := strings.Index(rest[2:], "*/")
			if end < 0 {
				return p.fail(Syntax, p.pos, p.pos+2, `this comment is not closed: expected "*/", found %s`, p.end)
			}
			p.pos += 2 + end + 2
		default:
			size := spaceSize(rest)
			if size == 0 {
				return nil
			}
			p.pos += size
		}
	}
	return nil
}

// lineLength returns the bytes before the first line terminator of JSON5.
func lineLength(s string) int {
	if i := strings.IndexAny(s, "\n\r\u2028\u2029"); i >= 0 {
		return i
	}
	return len(s)
}

// spaceSize returns the length of the white space character that s begins
// with, 0 if it begins with another one.
func spaceSize(s string) int {
	switch c := s[0]; {
	case c == ' ', '\t' <= c && c <= '\r':
		return 1
	case c < utf8.RuneSelf:
		return 0
	}
	r, size := utf8.DecodeRuneInString(s)
	if r == '\u2028' || r == '\u2029' || r == '\ufeff' || unicode.Is(unicode.Zs, r) {
		return size
	}
	return 0
}

// found names what the parser stands on, for messages.
func (p *json5) found() string {
	if p.pos >= len(p.text) {
		return p.end
	}
	if c := p.text[p.pos]; c == '"' || c == '\'' {
		return "a string"
	}
	if word := p.word(); word != "" {
		return quoted(word)
	}
	r, _ := utf8.DecodeRuneInString(p.text[p.pos:])
	return quoted(string(r))
}

// word returns the letters, digits, "$" and "_" that the parser stands on.
func (p *json5) word() string {
	rest := p.text[p.pos:]
	for i, r := range rest {
		if !identifierPart(r) {
			return rest[:i]
		}
	}
	return rest
}

// quoted writes text of the document into a message: short, and with what
// cannot be seen, or changes the direction of writing, escaped.
func quoted(s string) string {
	const limit = 40
	if utf8.RuneCountInString(s) > limit {
		s = string([]rune(s)[:limit]) + "…"
	}
	if strings.ContainsRune(s, '"') && !strings.ContainsRune(s, '\'') {
		// Only where nothing needs an escape does it read well.
		if q := strconv.Quote(s); len(q) == len(s)+2+strings.Count(s, `"`) {
			return fmt.Sprintf("'%s'", s)
		}
	}
	return strconv.Quote(s)
}
