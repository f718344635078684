package setup

import (
	"context"
	"reflect"
	"slices"

	"github.com/skillctl/skillctl/engine/setup/edit"
	"github.com/skillctl/skillctl/internal/document"
)

// without is the text without what a skillctl has put there: what the receipt knows of,
// else what looks like it.
func (c *Change) without(ctx context.Context, syntax edit.Syntax, edits []edit.Edit) ([]byte, error) {
	done := []edit.Done{}
	if c.receipt != nil {
		var err error
		if done, err = c.receipt.edits(ctx); err != nil {
			return nil, err
		}
	} else {
		for _, e := range edits {
			if e.Item {
				done = append(done, edit.Done{Edit: e})
			}
		}
	}
	text := c.Was
	for _, d := range slices.Backward(done) {
		var err error
		if text, err = edit.Undo(ctx, c.File, text, syntax, []edit.Done{d}, c.ours(ctx, d.Edit)); err != nil {
			return nil, err
		}
	}
	return text, nil
}

// ours are the items of a list that a skillctl has written: the very value, or what setup
// writes with a line like the one in it. An item that says anything else as well, such as
// another time to wait or a second command, is somebody's.
func (c *Change) ours(ctx context.Context, e edit.Edit) edit.Ours {
	want := e.Value.Interface()
	return func(item *document.Node) bool {
		return reflect.DeepEqual(item.Interface(), want) || c.own(ctx, item)
	}
}

// otherHint is what to do about a hook that calls skillctl in other words than setup writes.
const otherHint = "remove it, and run setup again"

// strange is a hook in a text of the file that calls skillctl, and that nothing of setup
// takes out; nil for none. Where all are setup's own, it is the first of them.
func (c *Change) strange(ctx context.Context, syntax edit.Syntax, edits []edit.Edit, text []byte) (*document.Node, error) {
	doc, err := edit.Read(ctx, c.File, text, syntax)
	if err != nil {
		return nil, err
	}
	var own *document.Node
	for _, e := range edits {
		list := doc.Root.At(steps(e.Path)...)
		if !e.Item || list == nil {
			continue
		}
		ours := c.ours(ctx, e)
		for _, item := range list.Items {
			switch {
			case !slices.ContainsFunc(texts(item), func(text string) bool { return mentions(text, c.agent) }):
			case !ours(item):
				return item, nil
			case own == nil:
				own = item
			}
		}
	}
	return own, nil
}

// texts are all texts in a value.
func texts(n *document.Node) []string {
	if n.Kind == document.String {
		return []string{n.Text()}
	}
	var all []string
	for _, item := range n.Items {
		all = append(all, texts(item)...)
	}
	for _, m := range n.Members {
		all = append(all, texts(m.Value)...)
	}
	return all
}
