package edit

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/skillctl/skillctl/internal/document"
)

// Edit is one value that a configuration is to have.
type Edit struct {
	// Path leads to it from the root, by keys.
	Path []string
	// Item wants Value to be in the list at Path; without it Value is what is at Path.
	Item bool
	// Value is what is written. Objects keep their order.
	Value *document.Node
	// Or are other texts at Path that will do as well.
	Or []string
	// Present: nothing is written where the list is not there.
	Present bool
	// Unless are other names of the value: where one is there, nothing is written.
	Unless []Other
}

// Other is another name of a value, and what it has to be so that it does as well.
type Other struct {
	Path []string
	Is   any
}

// Step is a text that was put at an offset, in bytes.
type Step struct {
	At   int    `json:"at"`
	Text string `json:"text"`
}

// Done is what an edit did: its steps, each of them in the text that the one before it
// left. None: the value was there already.
type Done struct {
	Edit  Edit   `json:"-"`
	Steps []Step `json:"steps"`
	// Made is how many keys of Path were there before: what is below them was made.
	Made int `json:"made"`
}

// ConflictError is a value that stands where an edit wants another one.
type ConflictError struct {
	// At is where, and what.
	At *document.Error
}

// Error says where the value stands, and what is wanted.
func (e *ConflictError) Error() string { return e.At.Error() }

// Unwrap gives the error with the place.
func (e *ConflictError) Unwrap() error { return e.At }

// text is a configuration while it is edited.
type text struct {
	file   string
	bytes  []byte
	syntax Syntax
	doc    *document.Document
}

// Read reads a configuration; an error names the place. A text without any value is read
// as an empty object.
func Read(ctx context.Context, file string, content []byte, syntax Syntax) (*document.Document, error) {
	t, err := read(ctx, file, content, syntax)
	if err != nil {
		return nil, err
	}
	return t.doc, nil
}

func read(ctx context.Context, file string, content []byte, syntax Syntax) (*text, error) {
	t := &text{file: file, bytes: content, syntax: syntax}
	if syntax != TOML && blank(content) {
		t.doc = &document.Document{File: file, Text: content, Root: &document.Node{Kind: document.Object, File: file}}
		return t, syntax.mark(file, content)
	}
	doc, err := document.Parse(ctx, file, content, syntax.format())
	if err != nil {
		return nil, err
	}
	if err := syntax.check(file, content); err != nil {
		return nil, err
	}
	if doc.Root.Kind != document.Object {
		return nil, wrong(doc.Root, "an object")
	}
	t.doc = doc
	return t, nil
}

// blank reports a text of white space, behind a byte order mark or not.
func blank(content []byte) bool {
	return strings.Trim(strings.TrimPrefix(string(content), bom), " \t\r\n") == ""
}

const bom = "\ufeff"

// Apply makes the edits, in their order, and gives the new text and what was done. An
// error leaves nothing changed: [*document.Error] for a text that cannot be read or
// changed, [*ConflictError] for a value in the way.
func Apply(ctx context.Context, file string, content []byte, syntax Syntax, edits []Edit) ([]byte, []Done, error) {
	t, err := read(ctx, file, content, syntax)
	if err != nil {
		return nil, nil, err
	}
	var all []Done
	for _, e := range edits {
		done := Done{Edit: e}
		skip, err := t.named(e)
		if err != nil {
			return nil, nil, err
		}
		if skip {
			all = append(all, done)
			continue
		}
		var tries [][]Step
		if syntax == TOML {
			tries, done.Made, err = t.inTOML(e)
		} else {
			tries, done.Made, err = t.inJSON(e)
		}
		if err != nil {
			return nil, nil, err
		}
		if len(tries) > 0 {
			want := with(t.doc.Root.Interface(), e.Path, e)
			if t, done.Steps, err = t.first(ctx, tries, want); err != nil {
				return nil, nil, err
			}
		}
		all = append(all, done)
	}
	return t.bytes, all, nil
}

// first takes the first try after which the text says what is wanted.
func (t *text) first(ctx context.Context, tries [][]Step, want any) (*text, []Step, error) {
	for _, steps := range tries {
		next, err := read(ctx, t.file, put(t.bytes, steps), t.syntax)
		if err == nil && t.becomes(next, want) {
			return next, steps, nil
		}
		if err := ctx.Err(); err != nil {
			return nil, nil, err
		}
	}
	return nil, nil, &document.Error{
		Kind: document.Unsupported, File: t.file, Span: t.doc.Root.Span,
		Message: "skillctl finds no place here to write to without changing what else the file says",
		Hint:    "write the change by hand",
	}
}

// becomes reports that a text says what is wanted, with the comments of this one.
func (t *text) becomes(next *text, want any) bool {
	if !reflect.DeepEqual(next.doc.Root.Interface(), want) {
		return false
	}
	return t.syntax == TOML || slices.Equal(comments(string(t.bytes)), comments(string(next.bytes)))
}

// put makes the steps.
func put(content []byte, steps []Step) []byte {
	s := string(content)
	for _, step := range steps {
		s = s[:step.At] + step.Text + s[step.At:]
	}
	return []byte(s)
}

// with is a value with an edit.
func with(value any, path []string, e Edit) any {
	if len(path) == 0 {
		if !e.Item {
			return e.Value.Interface()
		}
		list, _ := value.([]any)
		return append(append([]any{}, list...), e.Value.Interface())
	}
	members := map[string]any{}
	if there, ok := value.(map[string]any); ok {
		for key, v := range there {
			members[key] = v
		}
	}
	members[path[0]] = with(members[path[0]], path[1:], e)
	return members
}

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
