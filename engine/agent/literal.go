package agent

import (
	"regexp"
	"strconv"
	"strings"
	"sync"

	"github.com/skillctl/skillctl/internal/document"
)

// The bounds of one program: how many values of its are looked at, how far before a key its
// object may begin, and how long and how deep a value may be.
const (
	maxLiterals   = 50
	maxBefore     = 4 << 10
	maxLiteral    = 16 << 10
	maxLiteralIn  = 12
	maxSynonyms   = 50
	maxLiteralAll = 2_000
)

// literals are how a program writes settings: keys in a literal, keys that are assigned to,
// and names for what a key holds.
type literals struct {
	key, assigned, step, named, constant *regexp.Regexp
}

var written = sync.OnceValue(func() *literals {
	steps := `(?:\??\.[A-Za-z_]\w*|\[\s*(?:[fr]?"[^"\n]{1,80}"|[fr]?'[^'\n]{1,80}'|[A-Za-z_]\w*)\s*\]|\.(?:setdefault|get)\(\s*["']\w+["']\s*,\s*(?:\{\}|dict\(\))\s*\))`
	return &literals{
		key:      regexp.MustCompile(`(?:["'](\w+)["']|\b(\w+))\s*:`),
		assigned: regexp.MustCompile(`\b[A-Za-z_]\w*(` + steps + `+)\s*(?:\|\||\?\?)?=(?:[^=>])`),
		step:     regexp.MustCompile(`\.(?:setdefault|get)\(\s*["'](\w+)["'][^)]*\)|\.(\w+)|\[\s*[fr]?["']([^"']+)["']\s*\]|\[\s*(\w+)\s*\]`),
		named:    regexp.MustCompile(`(?m)^[ \t]*(?:const |let |var )?(\w+)\s*=\s*\w+(` + steps + `+)(?:[ \t]*(?:\|\||\?\?|or)[ \t]*\{\})?[ \t]*(?:\)|;|#.*|$)`),
		constant: regexp.MustCompile(`(?m)^[ \t]*(?:const |let |var )?([A-Za-z_]\w*)\s*(?::\s*\w+\s*)?=\s*(?:"([^"\n]*)"|'([^'\n]*)')`),
	}
})

// Literals are the values of a program that have keys by which settings of agents are known:
// objects as they are written, and what is assigned to a key, with the keys that lead there.
// What stands in them and is no literal is left out, a text that a name stands for is that text.
func Literals(text string, at func(off int) document.Position) []*document.Node {
	r := &literal{text: text, at: at, texts: map[string]string{}}
	w := written()
	for _, m := range w.constant.FindAllStringSubmatch(text, maxLiteralAll) {
		r.texts[m[1]] = m[2] + m[3]
	}
	var list []*document.Node
	add := func(n *document.Node) {
		if n != nil && len(list) < maxLiterals {
			list = append(list, n)
		}
	}
	ends := -1
	for _, m := range w.key.FindAllStringSubmatchIndex(text, maxLiteralAll) {
		name := text[max(m[2], m[4]):max(m[3], m[5])]
		if m[0] < ends || !tops()[name] {
			continue
		}
		if open := r.opens(m[0]); open >= 0 {
			r.off = open
			if n := r.value(0); n != nil && n.Kind == document.Object {
				ends = r.off
				add(n)
			}
		}
	}
	synonyms := map[string][]string{}
	for _, m := range w.named.FindAllStringSubmatch(text, maxSynonyms) {
		if steps := stepsOf(m[2]); len(steps) > 0 && tops()[steps[0]] {
			synonyms[m[1]] = steps
		}
	}
	for _, m := range w.assigned.FindAllStringSubmatchIndex(text, maxLiteralAll) {
		steps := append(append([]string{}, synonyms[text[m[0]:m[2]]]...), stepsOf(text[m[2]:m[3]])...)
		if len(steps) == 0 || !tops()[steps[0]] {
			continue
		}
		r.off = m[1] - 1
		n := r.value(0)
		for i := len(steps) - 1; n != nil && i >= 0; i-- {
			span := r.span(m[0])
			n = &document.Node{Kind: document.Object, Span: span, Members: []document.Member{{Key: steps[i], KeySpan: span, Value: n}}}
		}
		add(n)
	}
	return list
}

func stepsOf(text string) []string {
	var list []string
	for _, m := range written().step.FindAllStringSubmatch(text, maxLiteralIn) {
		list = append(list, m[1]+m[2]+m[3]+m[4])
	}
	return list
}

// literal reads one value of a program.
type literal struct {
	text  string
	off   int
	at    func(int) document.Position
	texts map[string]string // what names stand for
}

func (r *literal) span(off int) document.Span {
	at := r.at(off)
	return document.Span{Start: at, End: at}
}

// opens is where the object begins that a key stands in, -1 for none.
func (r *literal) opens(off int) int {
	depth := 0
	for i := off - 1; i >= max(0, off-maxBefore); i-- {
		switch r.text[i] {
		case '}', ']', ')':
			depth++
		case '{':
			if depth == 0 {
				return i
			}
			depth--
		case '[', '(':
			if depth == 0 {
				return -1
			}
			depth--
		}
	}
	return -1
}

// blank leaves out blanks and comments.
func (r *literal) blank() {
	for r.off < len(r.text) {
		switch rest := r.text[r.off:]; {
		case strings.ContainsRune(" \t\r\n\\", rune(rest[0])):
			r.off++
		case rest[0] == '#', strings.HasPrefix(rest, "//"):
			if n := strings.IndexByte(rest, '\n'); n >= 0 {
				r.off += n
			} else {
				r.off = len(r.text)
			}
		default:
			return
		}
	}
}

// value reads a value; nil says that there is none, or that it is not closed.
func (r *literal) value(depth int) *document.Node {
	r.blank()
	if r.off >= len(r.text) || depth > maxLiteralIn {
		return nil
	}
	from := r.off
	switch c := r.text[r.off]; {
	case c == '{':
		return r.object(depth)
	case c == '[':
		return r.array(depth)
	case c == '"' || c == '\'' || c == '`' || (c == 'f' || c == 'r') && from+1 < len(r.text) && strings.ContainsRune(`"'`, rune(r.text[from+1])):
		if n := r.string(); n != nil {
			if r.blank(); r.off >= len(r.text) || strings.ContainsRune(",}];)\n", rune(r.text[r.off])) || depth == 0 {
				return n
			}
			text := n.Value
			if n := r.other(from); n != nil {
				n.Kind, n.Value = document.String, text // a text with more behind it
				return n
			}
		}
		return nil
	}
	return r.other(from)
}

func (r *literal) object(depth int) *document.Node {
	n := &document.Node{Kind: document.Object, Span: r.span(r.off)}
	from := r.off
	for r.off++; r.off-from < maxLiteral; {
		r.blank()
		if r.off >= len(r.text) {
			return nil
		}
		if r.text[r.off] == '}' {
			r.off++
			return n
		}
		if r.text[r.off] == ',' {
			r.off++
			continue
		}
		at := r.off
		key := r.key()
		if r.blank(); r.off >= len(r.text) {
			return nil
		}
		if r.text[r.off] != ':' {
			if r.other(at) == nil || r.off == at {
				return nil // what ends here is no object
			}
			continue
		}
		r.off++
		value := r.value(depth + 1)
		if value == nil {
			return nil
		}
		if value.Kind != document.Null { // nobody knows what it is
			n.Members = append(n.Members, document.Member{Key: key, KeySpan: r.span(at), Value: value})
		}
	}
	return nil
}

func (r *literal) array(depth int) *document.Node {
	n := &document.Node{Kind: document.Array, Span: r.span(r.off)}
	from := r.off
	for r.off++; r.off-from < maxLiteral; {
		r.blank()
		if r.off >= len(r.text) {
			return nil
		}
		switch r.text[r.off] {
		case ']':
			r.off++
			return n
		case ',':
			r.off++
			continue
		}
		begin := r.off
		item := r.value(depth + 1)
		if item == nil || r.off == begin {
			return nil
		}
		if item.Kind != document.Null {
			n.Items = append(n.Items, item)
		}
	}
	return nil
}

// key is the name of a member: a text, or a name that stands for itself.
func (r *literal) key() string {
	if strings.ContainsRune("\"'`", rune(r.text[r.off])) {
		if n := r.string(); n != nil {
			return n.Text()
		}
		return ""
	}
	from := r.off
	for r.off < len(r.text) && (r.text[r.off] == '_' || r.text[r.off] == '-' || '0' <= r.text[r.off] && r.text[r.off] <= '9' || 'a' <= r.text[r.off]|32 && r.text[r.off]|32 <= 'z') {
		r.off++
	}
	return r.text[from:r.off]
}

func (r *literal) string() *document.Node {
	from := r.off
	if strings.ContainsRune("fr", rune(r.text[r.off])) {
		r.off++
	}
	quote := r.text[r.off]
	var b strings.Builder
	for r.off++; r.off < len(r.text); r.off++ {
		switch c := r.text[r.off]; {
		case c == quote:
			r.off++
			return &document.Node{Kind: document.String, Value: b.String(), Span: r.span(from)}
		case c == '\n' && quote != '`':
			return nil
		case c == '\\' && r.off+1 < len(r.text):
			r.off++
			b.WriteByte(r.text[r.off])
		default:
			b.WriteByte(c)
		}
	}
	return nil
}

// other is an expression: a constant, a name that stands for a text, or nobody knows what.
func (r *literal) other(from int) *document.Node {
	n := &document.Node{Kind: document.Null, Span: r.span(from)}
	depth := 0
	for ; r.off < len(r.text); r.off++ {
		c := r.text[r.off]
		switch {
		case strings.ContainsRune("([{", rune(c)):
			depth++
			continue
		case depth > 0 && strings.ContainsRune(")]}", rune(c)):
			depth--
			continue
		case strings.ContainsRune("\"'`", rune(c)):
			if r.string() == nil {
				return nil
			}
			r.off--
			continue
		case depth > 0 || !strings.ContainsRune(",}];)\n", rune(c)):
			continue
		}
		break
	}
	word := strings.TrimSpace(r.text[from:r.off])
	switch number, err := strconv.ParseInt(word, 10, 64); {
	case word == "True" || word == "true":
		n.Kind, n.Value = document.Bool, true
	case word == "False" || word == "false":
		n.Kind, n.Value = document.Bool, false
	case err == nil:
		n.Kind, n.Value = document.Number, number
	case r.texts[word] != "":
		n.Kind, n.Value = document.String, r.texts[word]
	}
	return n
}
