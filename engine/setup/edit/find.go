package edit

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"github.com/skillctl/skillctl/internal/document"
)

// there finds what an edit wants: the deepest node on the way to it, and how many keys
// lead there.
func (t *text) there(e Edit) (n *document.Node, depth int, err error) {
	n = t.doc.Root
	for i, key := range e.Path {
		if n.Kind != document.Object {
			return nil, 0, wrong(n, "an object")
		}
		var found []document.Member
		for _, m := range n.Members {
			switch m.Key {
			case key:
				found = append(found, m)
			case "$include":
				return nil, 0, &document.Error{
					Kind: document.Include, File: t.file, Span: m.KeySpan,
					Message: "the values here come from other files as well, and may replace what is written here", Hint: "write the change by hand",
				}
			}
		}
		switch len(found) {
		case 0:
			return n, i, nil
		case 1:
			n = found[0].Value
		default:
			return nil, 0, &document.Error{
				Kind: document.Duplicate, File: t.file, Span: found[1].KeySpan, Other: found[0].KeySpan,
				Message: fmt.Sprintf("the key %q stands twice, first at line %d: nobody can say which one counts", key, found[0].KeySpan.Start.Line),
				Hint:    "remove one of them",
			}
		}
	}
	if e.Item && n.Kind != document.Array {
		return nil, 0, wrong(n, "a list")
	}
	return n, len(e.Path), nil
}

// named reports that the value of an edit is there under another name.
func (t *text) named(e Edit) (bool, error) {
	var found *document.Node
	for _, other := range e.Unless {
		steps := make([]any, len(other.Path))
		for i, key := range other.Path {
			steps[i] = key
		}
		n := t.doc.Root.At(steps...)
		if n == nil {
			continue
		}
		if reflect.DeepEqual(n.Interface(), other.Is) {
			return true, nil
		}
		found = n
	}
	if found == nil {
		return false, nil
	}
	return false, &ConflictError{&document.Error{
		Kind: document.Unsupported, File: t.file, Span: found.Span,
		Message: fmt.Sprintf("this is an older name of %s, which cannot stand beside it, and %s is wanted", strings.Join(e.Path, "."), short(e.Value)),
		Hint:    "write the new name by hand",
	}}
}

// has reports that the value of an edit is at a node that was found for all of its path.
func (e Edit) has(n *document.Node) (bool, error) {
	want := e.Value.Interface()
	if e.Item {
		for _, item := range n.Items {
			if reflect.DeepEqual(item.Interface(), want) {
				return true, nil
			}
		}
		return false, nil
	}
	if reflect.DeepEqual(n.Interface(), want) {
		return true, nil
	}
	for _, other := range e.Or {
		if n.Kind == document.String && n.Text() == other {
			return true, nil
		}
	}
	return false, &ConflictError{&document.Error{
		Kind: document.Unsupported, File: n.File, Span: n.Span,
		Message: fmt.Sprintf("%s is %s here, and %s is wanted", strings.Join(e.Path, "."), short(n), short(e.Value)),
		Hint:    "skillctl does not change what somebody has set: change it, or leave it out",
	}}
}

func short(n *document.Node) string {
	switch n.Kind {
	case document.Object, document.Array:
		return "another " + n.Kind.String()
	case document.String:
		return strconv.Quote(n.Text())
	}
	return fmt.Sprint(n.Interface())
}

func wrong(n *document.Node, wanted string) error {
	return &document.Error{
		Kind: document.Unsupported, File: n.File, Span: n.Span,
		Message: fmt.Sprintf("this is %s, and %s is wanted", article(n.Kind), wanted), Hint: "correct the file; nothing was changed in it",
	}
}

// article is a kind with its article; null is none.
func article(k document.Kind) string {
	switch k {
	case document.Null:
		return "null"
	case document.Object:
		return "an object"
	}
	return "a " + k.String()
}

// wrap is the value that a key gets so that an edit is made below it.
func (e Edit) wrap(depth int) *document.Node {
	n := e.Value
	if e.Item {
		n = &document.Node{Kind: document.Array, Items: []*document.Node{n}}
	}
	for i := len(e.Path) - 1; i > depth; i-- {
		n = &document.Node{Kind: document.Object, Members: []document.Member{{Key: e.Path[i], Value: n}}}
	}
	return n
}
