package lint

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/skillctl/skillctl/engine/fact"
	"github.com/skillctl/skillctl/schema"
)

// TestSchemaHasAllFacts holds what rules are told against the schema of their
// input: a policy that reads a field which the schema lacks is refused.
func TestSchemaHasAllFacts(t *testing.T) {
	t.Parallel()
	text, err := schema.New().Export(schema.LintInput)
	if err != nil {
		t.Fatal(err)
	}
	var root map[string]any
	if err := json.Unmarshal(text, &root); err != nil {
		t.Fatal(err)
	}
	defs, _ := root["$defs"].(map[string]any)
	w := &schemaWalk{t: t, defs: defs, seen: map[reflect.Type]bool{}}
	w.walk("input.skill", reflect.TypeFor[fact.Skill](), map[string]any{"$ref": "#/$defs/SkillFacts"})
	w.walk("input.set", reflect.TypeFor[setFacts](), map[string]any{"$ref": "#/$defs/SetFacts"})
	w.walk("input.config", reflect.TypeFor[configFacts](), map[string]any{"$ref": "#/$defs/ConfigFacts"})
	if w.fields < 100 {
		t.Errorf("%d fields were compared; more are wanted", w.fields)
	}
}

type schemaWalk struct {
	t      *testing.T
	defs   map[string]any
	seen   map[reflect.Type]bool
	fields int
}

func (w *schemaWalk) walk(path string, of reflect.Type, at map[string]any) {
	if ref, ok := at["$ref"].(string); ok {
		at, _ = w.defs[strings.TrimPrefix(ref, "#/$defs/")].(map[string]any)
	}
	if at == nil || of.Implements(reflect.TypeFor[json.Marshaler]()) {
		return
	}
	switch of.Kind() {
	case reflect.Pointer:
		w.walk(path, of.Elem(), at)
	case reflect.Slice:
		items, _ := at["items"].(map[string]any)
		w.walk(path+"[]", of.Elem(), items)
	case reflect.Map:
		values, _ := at["additionalProperties"].(map[string]any)
		w.walk(path+".*", of.Elem(), values)
	case reflect.Struct:
		fields, _ := at["properties"].(map[string]any)
		if w.seen[of] || len(fields) == 0 {
			return // free, or compared already
		}
		w.seen[of] = true
		for _, field := range reflect.VisibleFields(of) {
			name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
			if !field.IsExported() || name == "" || name == "-" {
				continue
			}
			below, known := fields[name].(map[string]any)
			if !known {
				w.t.Errorf("%s.%s is no field of the schema", path, name)
				continue
			}
			w.fields++
			w.walk(path+"."+name, field.Type, below)
		}
	}
}
