package document

import (
	"strings"
	"unicode/utf8"

	yaml "go.yaml.in/yaml/v4"
)

// The YAML library tells where a value begins, its tag and anchor included. The
// functions here read on from there to find where the value itself begins and
// ends; they never need to decide what the text means.

// content returns the offset of the value at at, after its tag and anchor.
func (r *yamlReader) content(at int, n *yaml.Node) int {
	properties := 0
	if n.Anchor != "" {
		properties++
	}
	if explicitTag(n) != "" {
		properties++
	}
	empty := n.Kind == yaml.ScalarNode && n.Value == "" &&
		n.Style&(yaml.SingleQuotedStyle|yaml.DoubleQuotedStyle|yaml.LiteralStyle|yaml.FoldedStyle) == 0
	for i := range properties {
		if at >= len(r.text) || r.text[at] != '&' && r.text[at] != '!' {
			break
		}
		at = r.propertyEnd(at)
		if empty && i == properties-1 {
			// There is nothing after it but the next value.
			return at
		}
		at = r.blank(at)
	}
	return at
}

// propertyEnd returns the end of the tag or anchor at at.
func (r *yamlReader) propertyEnd(at int) int {
	if strings.HasPrefix(r.text[at:], "!<") {
		if i := strings.IndexByte(r.text[at:], '>'); i >= 0 {
			return at + i + 1
		}
	}
	if i := strings.IndexAny(r.text[at:], " \t\r\n,[]{}"); i >= 0 {
		return at + i
	}
	return len(r.text)
}

// blank returns the offset of the first byte from at on that is not white
// space or in a comment.
func (r *yamlReader) blank(at int) int {
	for at < len(r.text) {
		switch r.text[at] {
		case ' ', '\t', '\r', '\n':
			at++
		case '#':
			if i := strings.IndexAny(r.text[at:], "\r\n"); i >= 0 {
				at += i
			} else {
				at = len(r.text)
			}
		default:
			return at
		}
	}
	return at
}

// close sets the span and style of a collection that begins at begin and whose
// last child ends at end.
func (r *yamlReader) close(node *Node, begin, end int, opening, closing byte) {
	node.Style = Block
	if begin < len(r.text) && r.text[begin] == opening {
		node.Style = Flow
		at := max(end, begin+1)
		for {
			at = r.blank(at)
			if at >= len(r.text) || strings.IndexByte(",:?", r.text[at]) < 0 {
				break
			}
			at++
		}
		if at < len(r.text) && r.text[at] == closing {
			at++
		}
		end = at
	}
	node.Span = r.lines.span(begin, max(begin, end))
}

// scalarEnd returns the end of the scalar at begin.
func (r *yamlReader) scalarEnd(begin int, style Style, value string) int {
	switch style {
	case Double:
		for i := begin + 1; i < len(r.text); i++ {
			switch r.text[i] {
			case '\\':
				i++
			case '"':
				return i + 1
			}
		}
		return len(r.text)
	case Single:
		for i := begin + 1; i < len(r.text); i++ {
			if r.text[i] != '\'' {
				continue
			}
			if i+1 == len(r.text) || r.text[i+1] != '\'' {
				return i + 1
			}
			i++
		}
		return len(r.text)
	case Literal, Folded:
		header := len(r.text)
		if i := strings.IndexAny(r.text[begin:], "\r\n"); i >= 0 {
			header = begin + i
		}
		end := r.match(header, value)
		if end == header {
			// No text: the indicators are all there is.
			return begin + len(strings.TrimRight(r.text[begin:header], " \t"))
		}
		return end
	}
	return r.match(begin, value)
}

// match returns where a scalar without escapes ends. Folding and indentation
// change only white space: all other characters of the value stand in the text
// in the same order.
func (r *yamlReader) match(at int, value string) int {
	end := at
	for _, c := range value {
		if isYAMLSpace(c) {
			continue
		}
		for at < len(r.text) && isYAMLSpace(rune(r.text[at])) {
			at++
		}
		got, size := utf8.DecodeRuneInString(r.text[at:])
		if got != c {
			return end
		}
		at += size
		end = at
	}
	return end
}

func isYAMLSpace(c rune) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\n' }
