package settings

import (
	"fmt"

	"github.com/skillctl/skillctl/internal/document"
	"github.com/skillctl/skillctl/schema"
)

// layerOf makes a layer of a document. An empty file is an empty layer.
func layerOf(doc *document.Document) (*schema.Layer, error) {
	if doc.Root == nil || doc.Root.Kind == document.Null {
		return &schema.Layer{Root: &document.Node{Kind: document.Object, File: doc.File}}, nil
	}
	if err := uniqueKeys(doc.Root); err != nil {
		return nil, err
	}
	return &schema.Layer{Root: doc.Root}, nil
}

// uniqueKeys fails where a key stands twice in an object, as JSON lets it: in
// settings one of the two would be lost without a word.
func uniqueKeys(n *document.Node) error {
	for _, item := range n.Items {
		if err := uniqueKeys(item); err != nil {
			return err
		}
	}
	seen := map[string]document.Span{}
	for _, m := range n.Members {
		if first, twice := seen[m.Key]; twice {
			return &document.Error{
				Kind: document.Duplicate, File: n.File, Span: m.KeySpan, Other: first,
				Message: fmt.Sprintf("duplicate key %q; first at line %d", m.Key, first.Start.Line), Hint: "remove one",
			}
		}
		seen[m.Key] = m.KeySpan
		if err := uniqueKeys(m.Value); err != nil {
			return err
		}
	}
	return nil
}
