package edit

import (
	"context"
	"reflect"
	"slices"
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
