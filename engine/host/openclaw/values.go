package openclaw

import (
	"context"
	"encoding/json"
	"strconv"
	"strings"

	"github.com/skillctl/skillctl/internal/document"
)

// member returns the value of a key of an object; of a key that stands twice,
// the last. It is nil when there is none.
func member(n *document.Node, key string) *document.Node {
	m, _ := n.Member(key)
	return m.Value
}

// parseHostJSON reads text as JSON, and where it is none as JSON5, which is how
// the loader reads metadata. JSON5 holds all of JSON, so one reader does.
func parseHostJSON(text string) (*document.Node, error) {
	doc, err := document.Parse(context.Background(), "", []byte(text), document.JSON5)
	if err != nil {
		return nil, err
	}
	return doc.Root, nil
}

// validJSON says whether text is JSON in the strict sense.
func validJSON(text string) bool { return json.Valid([]byte(text)) }

// text1 returns the text of a string node.
func text1(n *document.Node) (string, bool) {
	if n == nil || n.Kind != document.String {
		return "", false
	}
	text, ok := n.Value.(string)
	return text, ok
}

// hostText is String(value) of JavaScript, for what the loader turns into text.
func hostText(n *document.Node) string {
	switch n.Kind {
	case document.Null:
		return "null"
	case document.Object:
		return "[object Object]"
	case document.Array:
		parts := make([]string, len(n.Items))
		for i, item := range n.Items {
			if item.Kind != document.Null {
				parts[i] = hostText(item)
			}
		}
		return strings.Join(parts, ",")
	}
	switch value := n.Value.(type) {
	case string:
		return value
	case bool:
		return strconv.FormatBool(value)
	case int64:
		return strconv.FormatInt(value, 10)
	case float64:
		return strconv.FormatFloat(value, 'f', -1, 64)
	}
	return ""
}

// maxShown is how much of a value a fact repeats, in bytes.
const maxShown = 80

// shown is the value as a person wrote it, for messages.
func shown(n *document.Node) string {
	switch n.Kind {
	case document.Object:
		return "{…}"
	case document.Array:
		return "[…]"
	}
	text := hostText(n)
	if len(text) > maxShown {
		text = strings.ToValidUTF8(text[:maxShown], "") + "…"
	}
	return text
}

// list reads a list of strings as the loader does: every item as text, trimmed,
// blanks dropped; or a string cut at commas. Anything else is no list.
func (oc *View) list(n *document.Node, path []any, field string) []string {
	out := []string{}
	switch {
	case n == nil || n.Kind == document.Null:
	case n.Kind == document.Array:
		for i, item := range n.Items {
			if item.Kind != document.String && item.Kind != document.Number {
				oc.misfit(item, appended(path, i), field, "string")
			}
			if text := strings.TrimSpace(hostText(item)); text != "" {
				out = append(out, text)
			}
		}
	case n.Kind == document.String:
		for _, part := range strings.Split(hostText(n), ",") {
			if part = strings.TrimSpace(part); part != "" {
				out = append(out, part)
			}
		}
	default:
		oc.misfit(n, path, field, "list")
	}
	return out
}

// stringField reads a value that must be a string.
func (oc *View) stringField(block *document.Node, path []any, key string) string {
	n := member(block, key)
	text, ok := text1(n)
	if !ok && n != nil && n.Kind != document.Null {
		oc.misfit(n, appended(path, key), key, "string")
	}
	return text
}

func (oc *View) misfit(n *document.Node, path []any, field, want string) {
	oc.Misfits = append(oc.Misfits, Misfit{
		Path: path, Field: field, Got: n.Kind.String(), Want: want, Text: shown(n),
	})
}

// unread notes the keys of an object that are none of those read.
func (oc *View) unread(n *document.Node, path []any, level string, read ...string) {
	for _, m := range n.Members {
		known := false
		for _, key := range read {
			known = known || m.Key == key
		}
		if !known {
			oc.Unread = append(oc.Unread, UnreadKey{Path: appended(path, m.Key), Key: m.Key, Level: level})
		}
	}
}

// appended is path with one more step; the caller's slice is not touched.
func appended(path []any, steps ...any) []any {
	out := make([]any, 0, len(path)+len(steps))
	return append(append(out, path...), steps...)
}
