package settings

import (
	"errors"
	"fmt"

	"github.com/skillctl/skillctl/engine/document"
	"github.com/skillctl/skillctl/schema"
)

// ParseCUE reads settings in CUE into the tree that other formats are read
// into: give it to [document.WithCUE]. Limits, which have no value, are left
// out. Every failure is a [*document.Error].
func ParseCUE(file string, text []byte) (*document.Node, error) {
	n, err := schema.ParseCUE(file, text)
	if err != nil {
		return nil, textError(err)
	}
	return toDocument(n), nil
}

// textError gives a failure to read CUE the type that other formats give.
func textError(err error) error {
	var t *schema.TextError
	if !errors.As(err, &t) {
		return err
	}
	at := position(t.Place.Position)
	return &document.Error{
		Kind: document.Syntax, File: t.Place.File, Message: t.Message, Hint: t.Hint,
		Span: document.Span{Start: at, End: at},
	}
}

func position(p schema.Position) document.Position {
	return document.Position{Line: p.Line, Column: p.Column, Offset: p.Offset}
}

func place(p document.Position) schema.Position {
	return schema.Position{Line: p.Line, Column: p.Column, Offset: p.Offset}
}

func toDocument(n *schema.Node) *document.Node {
	out := &document.Node{File: n.File, Span: document.Span{Start: position(n.Start), End: position(n.End)}, Style: document.Plain}
	switch n.Kind {
	case schema.ObjectNode:
		out.Kind, out.Style = document.Object, document.Flow
		for _, m := range n.Members {
			if m.Value.Kind == schema.LimitNode {
				continue
			}
			out.Members = append(out.Members, document.Member{
				Key: m.Key, File: n.File, Value: toDocument(m.Value),
				KeySpan: document.Span{Start: position(m.KeyStart), End: position(m.KeyEnd)},
			})
		}
	case schema.ListNode:
		out.Kind, out.Style = document.Array, document.Flow
		for _, it := range n.Items {
			out.Items = append(out.Items, toDocument(it))
		}
	default:
		out.Value, out.Raw = n.Value, fmt.Sprint(n.Value)
		out.Kind, out.Style = scalarKind(n.Value)
	}
	return out
}

func scalarKind(v any) (document.Kind, document.Style) {
	switch v.(type) {
	case bool:
		return document.Bool, document.Plain
	case int64, float64:
		return document.Number, document.Plain
	case string:
		return document.String, document.Double
	}
	return document.Null, document.Plain
}

// fromDocument turns a document into a layer. An empty file is an empty layer.
func fromDocument(doc *document.Document) (*schema.Layer, error) {
	if doc.Root == nil || doc.Root.Kind == document.Null {
		return &schema.Layer{Root: &schema.Node{Kind: schema.ObjectNode, File: doc.File}}, nil
	}
	n, err := fromNode(doc.Root)
	if err != nil {
		return nil, err
	}
	return &schema.Layer{Root: n}, nil
}

func fromNode(n *document.Node) (*schema.Node, error) {
	out := &schema.Node{File: n.File, Start: place(n.Span.Start), End: place(n.Span.End)}
	switch n.Kind {
	case document.Object:
		out.Kind = schema.ObjectNode
		return out, members(out, n)
	case document.Array:
		out.Kind = schema.ListNode
		for _, it := range n.Items {
			item, err := fromNode(it)
			if err != nil {
				return nil, err
			}
			out.Items = append(out.Items, item)
		}
	default:
		out.Value = n.Interface()
	}
	return out, nil
}

// members converts the members of an object. JSON lets a key stand twice; in
// settings that is an error, since one of them would be lost without a word.
func members(out *schema.Node, n *document.Node) error {
	seen := map[string]document.Span{}
	for _, m := range n.Members {
		if first, twice := seen[m.Key]; twice {
			return &document.Error{
				Kind: document.Duplicate, File: n.File, Span: m.KeySpan, Other: first,
				Message: fmt.Sprintf("key %q stands twice; first at line %d", m.Key, first.Start.Line), Hint: "remove one",
			}
		}
		seen[m.Key] = m.KeySpan
		value, err := fromNode(m.Value)
		if err != nil {
			return err
		}
		out.Members = append(out.Members, schema.Member{
			Key: m.Key, Value: value, KeyStart: place(m.KeySpan.Start), KeyEnd: place(m.KeySpan.End),
		})
	}
	return nil
}
