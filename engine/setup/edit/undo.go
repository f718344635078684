package edit

import (
	"bytes"
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/internal/document"
)

// Ours says which value of a list is one that an edit has put there.
type Ours func(item *document.Node) bool

// Undo takes edits out again, the last one first: by their steps where the text around
// them is what it was, else by what the text says. Of a value that has been changed since
// it says where it stands, and changes nothing.
func Undo(ctx context.Context, file string, content []byte, syntax Syntax, done []Done, ours Ours) ([]byte, error) {
	t, err := read(ctx, file, content, syntax)
	if err != nil {
		return nil, err
	}
	for _, d := range slices.Backward(done) {
		gone, want := t.gone(d, ours)
		if gone == nil {
			continue
		}
		next, err := t.without(ctx, d, gone, want)
		if err != nil {
			return nil, err
		}
		t = next
	}
	return t.bytes, nil
}

// spot is where a value stands: a member or an item of a node.
type spot struct {
	in *document.Node
	// key is that of the value, "" in a list; index is its place among the others.
	key   string
	index int
}

// gone finds what an edit has put there, with all that was made for it and is empty
// without it; nil for nothing. want is the value of the text afterwards.
func (t *text) gone(d Done, ours Ours) (*spot, any) {
	nodes := []*document.Node{t.doc.Root}
	n := t.doc.Root
	for _, key := range d.Edit.Path {
		m, ok := n.Member(key)
		if !ok {
			return nil, nil
		}
		n = m.Value
		nodes = append(nodes, n)
	}
	at := len(d.Edit.Path) // how deep the value lies that goes
	var s *spot
	if d.Edit.Item {
		i := slices.IndexFunc(n.Items, ours)
		if n.Kind != document.Array || i < 0 {
			return nil, nil
		}
		if s = (&spot{in: n, index: i}); len(n.Items) > 1 || d.Made >= at {
			return s, less(t.doc.Root.Interface(), d.Edit.Path, i)
		}
	} else if len(d.Steps) == 0 || !reflect.DeepEqual(n.Interface(), d.Edit.Value.Interface()) {
		return nil, nil
	}
	for ; at > 0; at-- {
		parent := nodes[at-1]
		key := d.Edit.Path[at-1]
		s = &spot{in: parent, key: key, index: slices.IndexFunc(parent.Members, func(m document.Member) bool { return m.Key == key })}
		if len(parent.Members) > 1 || at-1 <= d.Made {
			break
		}
	}
	return s, less(t.doc.Root.Interface(), d.Edit.Path[:at-1], d.Edit.Path[at-1])
}

// less is a value without one member or item.
func less(value any, path []string, what any) any {
	members, _ := value.(map[string]any)
	if len(path) > 0 {
		copied := map[string]any{}
		for key, v := range members {
			copied[key] = v
		}
		copied[path[0]] = less(members[path[0]], path[1:], what)
		return copied
	}
	if i, ok := what.(int); ok {
		list, _ := value.([]any)
		return slices.Delete(slices.Clone(list), i, i+1)
	}
	copied := map[string]any{}
	for key, v := range members {
		if key != what {
			copied[key] = v
		}
	}
	return copied
}

// without is the text without a value.
func (t *text) without(ctx context.Context, d Done, s *spot, want any) (*text, error) {
	tries := t.unstep(d.Steps)
	if t.syntax == TOML {
		tries = append(tries, t.cutLine(s)...)
	} else {
		tries = append(tries, t.cut(s)...)
	}
	for _, try := range tries {
		next, err := read(ctx, t.file, try, t.syntax)
		if err == nil && t.becomes(next, want) {
			return next, nil
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
	}
	var span document.Span
	if s.key != "" {
		span = s.in.Members[s.index].KeySpan
	} else {
		span = s.in.Items[s.index].Span
	}
	return nil, &document.Error{
		Kind: document.Unsupported, File: t.file, Span: span,
		Message: fmt.Sprintf("what skillctl wrote for %s was changed since", strings.Join(d.Edit.Path, ".")), Hint: "remove it by hand",
	}
}

// unstep are the texts before the steps, wherever the longest of them stands now.
func (t *text) unstep(steps []Step) [][]byte {
	if len(steps) == 0 {
		return nil
	}
	// The places of the steps in the text that all of them left.
	places := slices.Clone(steps)
	for i := range places {
		for _, later := range steps[i+1:] {
			if later.At <= places[i].At {
				places[i].At += len(later.Text)
			}
		}
	}
	longest := slices.MaxFunc(places, func(a, b Step) int { return len(a.Text) - len(b.Text) })
	slices.SortFunc(places, func(a, b Step) int { return b.At - a.At })
	var tries [][]byte
	undo := func(shift int) {
		out := string(t.bytes)
		for _, p := range places {
			at := p.At + shift
			if at < 0 || at > len(out) || !strings.HasPrefix(out[at:], p.Text) {
				return
			}
			out = out[:at] + out[at+len(p.Text):]
		}
		tries = append(tries, []byte(out))
	}
	undo(0)
	for from := 0; ; {
		i := bytes.Index(t.bytes[from:], []byte(longest.Text))
		if i < 0 {
			return tries
		}
		if from += i; from != longest.At {
			undo(from - longest.At)
		}
		from++
	}
}

// cutLine takes a key of TOML out that has a line of its own.
func (t *text) cutLine(s *spot) [][]byte {
	if s.key == "" {
		return nil
	}
	m := s.in.Members[s.index]
	begin, end := m.KeySpan.Start.Offset, m.Value.Span.End.Offset
	line := bytes.LastIndexByte(t.bytes[:begin], '\n') + 1
	behind, rest, _ := bytes.Cut(t.bytes[end:], []byte("\n"))
	if len(bytes.TrimSpace(t.bytes[line:begin])) > 0 || len(bytes.TrimSpace(behind)) > 0 {
		return nil
	}
	return [][]byte{slices.Concat(t.bytes[:line], rest)}
}

// cut takes a value out of JSON with one comma: the one behind it, or before it.
func (t *text) cut(s *spot) [][]byte {
	var begin, end int
	if s.key != "" {
		m := s.in.Members[s.index]
		begin, end = m.KeySpan.Start.Offset, m.Value.Span.End.Offset
	} else {
		begin, end = s.in.Items[s.index].Span.Start.Offset, s.in.Items[s.index].Span.End.Offset
	}
	whole := string(t.bytes)
	close := s.in.Span.End.Offset - 1
	// With the white space before it, and with the comma behind it.
	lead := len(strings.TrimRight(whole[:begin], " \t\r\n"))
	var tries [][]byte
	if comma, at, _ := trivia([]byte(whole[end:close])); comma && strings.HasPrefix(whole[end:], ",") {
		tries = append(tries, []byte(whole[:lead]+whole[end+1:]), []byte(whole[:begin]+whole[end+at:]))
	}
	if strings.HasSuffix(whole[:lead], ",") {
		tries = append(tries, []byte(whole[:lead-1]+whole[end:]))
	}
	if s.index > 0 {
		// The comma stands before a comment.
		var before int
		if s.key != "" {
			before = s.in.Members[s.index-1].Value.Span.End.Offset
		} else {
			before = s.in.Items[s.index-1].Span.End.Offset
		}
		if i := commaIn(whole[before:begin]); i >= 0 {
			tries = append(tries, []byte(whole[:before+i]+whole[before+i+1:lead]+whole[end:]))
		}
	}
	if rest := whole[end:close]; strings.Trim(rest, " \t\r\n") == "" && (strings.HasSuffix(whole[:lead], "{") || strings.HasSuffix(whole[:lead], "[")) {
		tries = append(tries, []byte(whole[:lead]+whole[close:]))
	}
	return append(tries, []byte(whole[:lead]+whole[end:]))
}

// commaIn finds the comma between two values, -1 for none: not one in a comment.
func commaIn(gap string) int {
	for i := 0; i < len(gap); i++ {
		switch {
		case gap[i] == ',':
			return i
		case strings.HasPrefix(gap[i:], "//"):
			i += max(strings.IndexAny(gap[i:], "\r\n\u2028\u2029"), 1)
		case strings.HasPrefix(gap[i:], "/*"):
			i += strings.Index(gap[i:], "*/") + 1
		}
	}
	return -1
}
