package edit

import (
	"bytes"
	"regexp"
	"strings"

	"github.com/skillctl/skillctl/internal/document"
)

// inTOML are the places at which an edit could be made, the best first. Which of them
// TOML lets be written to is found out by reading the result.
func (t *text) inTOML(e Edit) (tries [][]Step, made int, err error) {
	n, made, err := t.there(e)
	if err != nil {
		return nil, 0, err
	}
	if made == len(e.Path) {
		if ok, err := e.has(n); ok || err != nil {
			return nil, made, err
		}
	} else if e.Present {
		return nil, made, nil
	}
	if e.Item || e.Value.Kind == document.Object {
		return append(t.inBrackets(n, e, made), t.atEnd(e.Path, e.Value, e.Item)), made, nil
	}
	parent := e.Path[:len(e.Path)-1]
	line := tomlKey(e.Path[len(e.Path)-1]) + " = " + inline(e.Value)
	switch {
	case len(parent) == 0:
		return t.atTop(line), made, nil
	case made == len(parent):
		tries = append(t.inBrackets(n, e, made), t.below(n.Span.End.Offset, line))
	}
	members := &document.Node{Kind: document.Object, Members: []document.Member{{Key: e.Path[len(e.Path)-1], Value: e.Value}}}
	return append(tries, t.atEnd(parent, members, false)), made, nil
}

// below is a line under the one of an offset.
func (t *text) below(at int, line string) []Step {
	if i := bytes.IndexByte(t.bytes[at:], '\n'); i >= 0 {
		at += i + 1
		return []Step{{At: at, Text: line + lineEnd(t.bytes)}}
	}
	return []Step{{At: len(t.bytes), Text: lineEnd(t.bytes) + line}}
}

// atTop is a key of the root: under those that there are, or before all else.
func (t *text) atTop(line string) [][]Step {
	var tries [][]Step
	root := t.doc.Root
	for i := len(root.Members) - 1; i >= 0; i-- {
		if m := root.Members[i]; m.Value.Style != document.Block {
			tries = append(tries, t.below(m.Value.Span.End.Offset, line))
		}
	}
	at := 0
	if bytes.HasPrefix(t.bytes, []byte(bom)) {
		at = len(bom)
	}
	end := lineEnd(t.bytes)
	if !blank(t.bytes) {
		end += end
	}
	return append(tries, []Step{{At: at, Text: line + end}})
}

// inBrackets is a value within a list or a table that is written in brackets.
func (t *text) inBrackets(n *document.Node, e Edit, made int) [][]Step {
	begin, end := n.Span.Start.Offset, n.Span.End.Offset-1
	if n == t.doc.Root || end <= begin || !bytes.ContainsRune([]byte("[{"), rune(t.bytes[begin])) || !bytes.ContainsRune([]byte("]}"), rune(t.bytes[end])) {
		return nil
	}
	text := inline(e.wrap(made))
	if made == len(e.Path) {
		text = inline(e.Value)
	} else {
		text = tomlKey(e.Path[made]) + " = " + text
	}
	first, last := ends(n)
	if first < 0 {
		return [][]Step{{{At: begin + 1, Text: text}}}
	}
	return [][]Step{{{At: last, Text: ", " + text}}}
}

// atEnd is a table of its own behind all others, or one more of a list of them.
func (t *text) atEnd(path []string, table *document.Node, item bool) []Step {
	end := lineEnd(t.bytes)
	var b strings.Builder
	if len(t.bytes) > 0 && !bytes.HasSuffix(t.bytes, []byte("\n")) && !bytes.HasSuffix(t.bytes, []byte(bom)) {
		b.WriteString(end)
	}
	if !blank(t.bytes) {
		b.WriteString(end)
	}
	writeTable(&b, path, table, item, end)
	return []Step{{At: len(t.bytes), Text: b.String()}}
}

func writeTable(b *strings.Builder, path []string, table *document.Node, item bool, end string) {
	keys := make([]string, len(path))
	for i, key := range path {
		keys[i] = tomlKey(key)
	}
	header := "[" + strings.Join(keys, ".") + "]"
	if item {
		header = "[" + header + "]"
	}
	b.WriteString(header + end)
	var later []document.Member
	for _, m := range table.Members {
		if tables(m.Value) {
			later = append(later, m)
			continue
		}
		b.WriteString(tomlKey(m.Key) + " = " + inline(m.Value) + end)
	}
	for _, m := range later {
		for _, one := range m.Value.Items {
			b.WriteString(end)
			writeTable(b, append(path[:len(path):len(path)], m.Key), one, true, end)
		}
	}
}

// tables reports a list of objects, each of which is a table of its own.
func tables(n *document.Node) bool {
	return n.Kind == document.Array && len(n.Items) > 0 && n.Items[0].Kind == document.Object
}

// tomlKey is a key, in quotes where it needs them.
func tomlKey(key string) string {
	if regexp.MustCompile(`^[A-Za-z0-9_-]+$`).MatchString(key) {
		return key
	}
	return tomlText(key)
}

// tomlText is a text as a basic string of TOML. The escapes of JSON are those of TOML,
// save DEL, which JSON leaves as it is.
func tomlText(text string) string { return strings.ReplaceAll(quoted(text), "\x7f", `\u007F`) }

func inline(n *document.Node) string {
	var parts []string
	switch n.Kind {
	case document.String:
		return tomlText(n.Text())
	case document.Array:
		for _, item := range n.Items {
			parts = append(parts, inline(item))
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case document.Object:
		for _, m := range n.Members {
			parts = append(parts, tomlKey(m.Key)+" = "+inline(m.Value))
		}
		return "{ " + strings.Join(parts, ", ") + " }"
	}
	return n.Raw
}
