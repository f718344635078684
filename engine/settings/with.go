package settings

import (
	"slices"

	"github.com/skillctl/skillctl/internal/document"
	"github.com/skillctl/skillctl/schema"
)

// With returns the settings with one more layer within the others. Name is what
// messages call the layer; value is a document as encoding/json reads it, with
// numbers as [json.Number]. It fails as [Load] does. Settings may be shared by
// goroutines that call With.
func (s *Settings) With(name string, value map[string]any) (*Settings, error) {
	return s.within(schema.Layer{Root: document.FromValue(name, value)})
}

// within returns the settings with a layer within the others.
func (s *Settings) within(layer schema.Layer) (*Settings, error) {
	line, err := expand([]schema.Layer{layer}, s.rules)
	if err != nil {
		return nil, err
	}
	layers := append(slices.Clip(s.layers), line...)
	merged, err := s.schema.Merge(schema.Skillctl, layers)
	if err != nil {
		return nil, err
	}
	with := &Settings{merged: merged, Files: s.Files, schema: s.schema, layers: layers, dir: s.dir, ofProject: s.ofProject, rules: s.rules}
	if err := with.typed(s.dir); err != nil {
		return nil, err
	}
	return with, nil
}
