package settings

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/schema"
)

// With returns the settings with one more layer within the others. Name is what
// messages call the layer; value is a document as encoding/json reads it, with
// numbers as [json.Number]. It fails as [Load] does. Settings may be shared by
// goroutines that call With.
func (s *Settings) With(name string, value map[string]any) (*Settings, error) {
	layers := append(slices.Clip(s.layers), schema.Layer{Root: nodeOf(name, value)})
	merged, err := s.schema.Merge(schema.Skillctl, layers)
	if err != nil {
		return nil, err
	}
	with := &Settings{merged: merged, Files: s.Files, schema: s.schema, layers: layers, dir: s.dir}
	if err := with.typed(s.dir); err != nil {
		return nil, err
	}
	return with, nil
}

// nodeOf is a value as a part of a layer.
func nodeOf(file string, value any) *schema.Node {
	switch value := value.(type) {
	case map[string]any:
		n := &schema.Node{Kind: schema.ObjectNode, File: file}
		for _, key := range slices.Sorted(maps.Keys(value)) {
			n.Members = append(n.Members, schema.Member{Key: key, Value: nodeOf(file, value[key])})
		}
		return n
	case []any:
		n := &schema.Node{Kind: schema.ListNode, File: file}
		for _, item := range value {
			n.Items = append(n.Items, nodeOf(file, item))
		}
		return n
	case json.Number:
		return &schema.Node{File: file, Value: number(value)}
	}
	return &schema.Node{File: file, Value: value}
}

// number is a JSON number as documents have it: int64 where it is a whole
// number that fits, else float64.
func number(n json.Number) any {
	if !strings.ContainsAny(n.String(), ".eE") {
		if whole, err := n.Int64(); err == nil {
			return whole
		}
	}
	f, err := n.Float64()
	if err != nil {
		return fmt.Sprint(n) // too large for a number: a text, which no number may be
	}
	return f
}
