package edit

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/skillctl/skillctl/internal/document"
)

// style is how a text is laid out.
type style struct {
	// end is the end of its lines, unit one level of indentation.
	end, unit string
	// spread: values have lines of their own.
	spread bool
}

// styleOf reads the style of a JSON text.
func (t *text) styleOf() style {
	s := style{end: lineEnd(t.bytes), unit: "  ", spread: true}
	root := t.doc.Root
	if len(root.Members) == 0 {
		return s
	}
	first := root.Members[0].KeySpan.Start.Offset
	s.spread = bytes.ContainsRune(t.bytes[root.Span.Start.Offset:first], '\n')
	if indent, alone := t.indent(first); alone && indent != "" {
		s.unit = indent
	}
	return s
}

// lineEnd is how the lines of a text end.
func lineEnd(content []byte) string {
	if i := bytes.IndexByte(content, '\n'); i > 0 && content[i-1] == '\r' {
		return "\r\n"
	}
	return "\n"
}

// indent is the white space that begins the line of an offset, and whether nothing else
// stands before the offset.
func (t *text) indent(at int) (string, bool) {
	line := string(t.bytes[bytes.LastIndexByte(t.bytes[:at], '\n')+1 : at])
	line = strings.TrimPrefix(line, bom)
	rest := strings.TrimLeft(line, " \t")
	return line[:len(line)-len(rest)], rest == ""
}

// inJSON are the steps of an edit.
func (t *text) inJSON(e Edit) (tries [][]Step, made int, err error) {
	n, made, err := t.there(e)
	if err != nil {
		return nil, 0, err
	}
	if made == len(e.Path) {
		if ok, err := e.has(n); ok || err != nil {
			return nil, made, err
		}
		return [][]Step{t.insert(n, "", e.Value)}, made, nil
	}
	if e.Present {
		return nil, made, nil
	}
	if n.Span.IsZero() { // there is no text
		s := t.styleOf()
		whole := &document.Node{Kind: document.Object, Members: []document.Member{{Key: e.Path[0], Value: e.wrap(0)}}}
		return [][]Step{{{At: len(t.bytes), Text: s.write(whole, "", true) + s.end}}}, made, nil
	}
	return [][]Step{t.insert(n, e.Path[made], e.wrap(made))}, made, nil
}

// insert puts a value behind all others of an object or a list: behind, because the
// places of others may mean something (Codex trusts hooks by them).
func (t *text) insert(in *document.Node, key string, value *document.Node) []Step {
	s := t.styleOf()
	begin, end := in.Span.Start.Offset, in.Span.End.Offset-1
	outer, _ := t.indent(begin)
	first, last := ends(in)
	if first < 0 {
		return t.fill(s, begin+1, end, outer, in == t.doc.Root, key, value)
	}
	spread := bytes.ContainsRune(t.bytes[begin:first], '\n')
	comma, at, broken := trivia(t.bytes[last:end])
	inner, alone := t.indent(beginning(in))
	if !alone {
		inner = outer + s.unit
	}
	if broken {
		spread = true
	}
	child := s.child(key, value, inner, spread)
	if spread {
		child = s.end + inner + child
	} else {
		child = " " + child
	}
	if comma {
		return []Step{{At: last + at, Text: child + ","}}
	}
	if at == 0 {
		return []Step{{At: last, Text: "," + child}}
	}
	return []Step{{At: last + at, Text: child}, {At: last, Text: ","}}
}

// fill puts the first value into an object or list.
func (t *text) fill(s style, begin, end int, outer string, root bool, key string, value *document.Node) []Step {
	inside := string(t.bytes[begin:end])
	told := strings.TrimRight(inside, " \t\r\n")
	spread := s.spread || root || strings.Contains(inside, "\n") || told != ""
	child := s.child(key, value, outer+s.unit, spread)
	if !spread {
		return []Step{{At: begin, Text: child}}
	}
	child = s.end + outer + s.unit + child
	if !strings.Contains(inside[len(told):], "\n") {
		child += s.end + outer
	}
	return []Step{{At: begin + len(told), Text: child}}
}

// ends are the offsets of the first and after the last value, keys included; -1 without
// any.
func ends(n *document.Node) (first, last int) {
	if count := len(n.Members); count > 0 {
		return n.Members[0].KeySpan.Start.Offset, n.Members[count-1].Value.Span.End.Offset
	}
	if count := len(n.Items); count > 0 {
		return n.Items[0].Span.Start.Offset, n.Items[count-1].Span.End.Offset
	}
	return -1, -1
}

// beginning is the offset of the last value, or of its key.
func beginning(n *document.Node) int {
	if count := len(n.Members); count > 0 {
		return n.Members[count-1].KeySpan.Start.Offset
	}
	return n.Items[len(n.Items)-1].Span.Start.Offset
}

// trivia reads what stands between the last value and the bracket: whether it has a
// comma, and where a further value goes, behind the comma and what is said on its line.
// broken: a line has to end before it.
func trivia(gap []byte) (comma bool, at int, broken bool) {
	line := true
	for i := 0; i < len(gap); {
		switch rest := gap[i:]; {
		case rest[0] == ',':
			comma, at, line, i = true, i+1, true, i+1
		case bytes.HasPrefix(rest, []byte("//")):
			length := bytes.IndexAny(rest, "\r\n\u2028\u2029")
			if length < 0 {
				length = len(rest)
			}
			if i += length; line {
				at, broken = i, true
			}
		case bytes.HasPrefix(rest, []byte("/*")):
			length := bytes.Index(rest, []byte("*/")) + 2
			if bytes.ContainsRune(rest[:length], '\n') {
				line = false
			}
			if i += length; line {
				at, broken = i, false
			}
		default:
			line = line && rest[0] != '\n'
			i++
		}
	}
	return comma, at, broken
}

func (s style) child(key string, value *document.Node, indent string, spread bool) string {
	text := s.write(value, indent, spread)
	if key == "" {
		return text
	}
	return quoted(key) + ": " + text
}

// write is a value as JSON; indent is that of the line it begins in.
func (s style) write(n *document.Node, indent string, spread bool) string {
	var parts []string
	open, end := "[", "]"
	switch n.Kind {
	case document.Object:
		open, end = "{", "}"
		for _, m := range n.Members {
			parts = append(parts, s.child(m.Key, m.Value, indent+s.unit, spread))
		}
	case document.Array:
		for _, item := range n.Items {
			parts = append(parts, s.write(item, indent+s.unit, spread))
		}
	case document.String:
		return quoted(n.Text())
	default:
		return n.Raw
	}
	if !spread || len(parts) == 0 {
		return open + strings.Join(parts, ", ") + end
	}
	line := s.end + indent
	return open + line + s.unit + strings.Join(parts, ","+line+s.unit) + line + end
}

// quoted is a text as a string of JSON, with "<", ">" and "&" as they are.
func quoted(text string) string {
	var b strings.Builder
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(text); err != nil {
		return `""` // no string fails
	}
	return strings.TrimSuffix(b.String(), "\n")
}
