package schema

import (
	"cmp"
	"maps"
	"slices"
)

func sortedKeys[K cmp.Ordered, V any](m map[K]V) []K {
	return slices.Sorted(maps.Keys(m))
}

// Defaults returns what holds where a document of a kind says nothing: every
// default that the schema states, in objects that need not be written. Values
// without a default are left out.
func (s *Schema) Defaults(kind Kind) (map[string]any, error) {
	p, err := s.plan(kind)
	if err != nil {
		return nil, err
	}
	m, _ := p.root.defaults().(map[string]any)
	if m == nil {
		m = map[string]any{}
	}
	return m, nil
}

// defaults returns the value that stands for a missing one, nil if there is
// none.
func (f *field) defaults() any {
	if v := f.spec.defaults(); v != nil || f.optional || !completes(f.spec) {
		return v
	}
	if f.spec.alts[0].list != nil {
		return []any{}
	}
	return map[string]any{}
}

func (s *spec) defaults() any {
	if s.hasDef {
		return cloneValue(s.def)
	}
	if len(s.alts) != 1 || s.alts[0].object == nil {
		return nil
	}
	out := map[string]any{}
	for _, f := range s.alts[0].object.fields {
		if v := f.defaults(); v != nil {
			out[f.name] = v
		}
	}
	if len(out) == 0 {
		return nil
	}
	return out
}

func cloneValue(v any) any {
	switch v := v.(type) {
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = cloneValue(v[i])
		}
		return out
	case map[string]any:
		out := make(map[string]any, len(v))
		for k := range v {
			out[k] = cloneValue(v[k])
		}
		return out
	}
	return v
}
