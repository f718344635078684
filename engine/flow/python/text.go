package python

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/skillctl/skillctl/engine/flow/code"
)

// unescaped is a text with its escapes taken back; those that are no escape stay.
func unescaped(s string) string {
	if !strings.Contains(s, `\`) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 == len(s) {
			b.WriteByte(s[i])
			continue
		}
		i++
		switch c := s[i]; c {
		case '\n':
		case 'n', 't', 'r', 'a', 'b', 'f', 'v':
			b.WriteByte("\n\t\r\a\b\f\v"[strings.IndexByte("ntrabfv", c)])
		case '\\', '\'', '"':
			b.WriteByte(c)
		case 'x', 'u', 'U':
			digits := map[byte]int{'x': 2, 'u': 4, 'U': 8}[c]
			if i+digits < len(s) {
				if n, err := strconv.ParseUint(s[i+1:i+1+digits], 16, 32); err == nil && n <= utf8.MaxRune {
					b.WriteRune(rune(n))
					i += digits
					continue
				}
			}
			b.WriteString(s[i-1 : i+1])
		case '0', '1', '2', '3', '4', '5', '6', '7':
			j := i
			for j < len(s) && j < i+3 && '0' <= s[j] && s[j] <= '7' {
				j++
			}
			n, _ := strconv.ParseUint(s[i:j], 8, 16)
			b.WriteRune(rune(n))
			i = j - 1
		default:
			b.WriteByte('\\')
			b.WriteByte(c)
		}
	}
	return b.String()
}

// literal is the node of a text, with the values that are put into it.
func (p *parser) literal(t token) *code.Node {
	inner := string(p.src[t.inner:t.out])
	raw := strings.Contains(t.prefix, "r")
	if !strings.ContainsAny(t.prefix, "ft") {
		if !raw {
			inner = unescaped(inner)
		}
		return &code.Node{Kind: code.Text, Name: inner, Pos: t.pos, End: t.end}
	}
	whole := &code.Node{Kind: code.Join, Pos: t.pos, End: t.end}
	add := func(s string) {
		if s != "" {
			if !raw {
				s = unescaped(s)
			}
			whole.List = append(whole.List, &code.Node{Kind: code.Text, Name: s, Pos: t.pos, End: t.end})
		}
	}
	from := 0
	for i := 0; i < len(inner); {
		switch {
		case strings.HasPrefix(inner[i:], "{{") || strings.HasPrefix(inner[i:], "}}"):
			add(inner[from : i+1])
			i += 2
			from = i
		case inner[i] == '{':
			add(inner[from:i])
			length := closing(inner[i+1:])
			whole.List = append(whole.List, p.inner(t.inner+i+1, t.inner+i+1+length))
			i += length + 2
			from = min(i, len(inner))
		default:
			i++
		}
	}
	add(inner[min(from, len(inner)):])
	if len(whole.List) == 0 { // f""
		return &code.Node{Kind: code.Text, Pos: t.pos, End: t.end}
	}
	return whole
}

// closing is the length of the value that a text holds up to the bracket that closes
// it, or to the end.
func closing(s string) int {
	depth := 0
	for i := range len(s) {
		switch s[i] {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			if depth == 0 {
				return i
			}
			depth--
		}
	}
	return len(s)
}

// inner reads the value between two offsets of a text, without what says how it is
// shown ("!r", ":>10").
func (p *parser) inner(begin, stop int) *code.Node {
	if p.depth >= code.MaxDepth {
		p.cut = code.CutDepth
		return &code.Node{Kind: code.Other, Pos: begin, End: stop}
	}
	toks, cut := lex(p.src[begin:stop], begin)
	if cut != "" {
		p.cut = cut
	}
	// The texts of the tokens are offsets in the slice.
	for i := range toks {
		toks[i].inner += begin
		toks[i].out += begin
	}
	q := parser{src: p.src, toks: toks, depth: p.depth + 1}
	if len(toks) > 0 && toks[0].kind == newline {
		q.i = 1
	}
	node := q.expression()
	if q.cut != "" {
		p.cut = q.cut
	}
	return node
}
