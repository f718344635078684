package schema

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
)

// exportBase names the exported schemas.
const exportBase = "urn:skillctl:schema:"

// Export writes a kind as JSON Schema (draft 2020-12), for editors and for
// policies. Comments become descriptions, old keys are marked deprecated. The
// same version of skillctl gives the same bytes. Rules that count entries are
// not in it: JSON Schema cannot state them.
func (s *Schema) Export(kind Kind) ([]byte, error) {
	p, err := s.plan(kind)
	if err != nil {
		return nil, err
	}
	e := &exporter{files: kind == Skillctl, defs: map[string]*ordered{}}
	root := &ordered{}
	root.set("$schema", "https://json-schema.org/draft/2020-12/schema")
	root.set("$id", exportBase+string(kind))
	root.set("title", p.source.title)
	root.set("$ref", e.ref(p.root))
	defs := &ordered{}
	for _, name := range sortedKeys(e.defs) {
		defs.set(name, e.defs[name])
	}
	root.set("$defs", defs)
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(root); err != nil {
		return nil, fmt.Errorf("write JSON Schema of %s: %w", kind, err)
	}
	return b.Bytes(), nil
}

// ordered is a JSON object that keeps its keys in order.
type ordered struct {
	keys   []string
	values map[string]any
}

func (o *ordered) set(key string, value any) {
	if o.values == nil {
		o.values = map[string]any{}
	}
	if _, there := o.values[key]; !there {
		o.keys = append(o.keys, key)
	}
	o.values[key] = value
}

// MarshalJSON writes the object with its keys in order.
func (o *ordered) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	b.WriteByte('{')
	for i, k := range o.keys {
		if i > 0 {
			b.WriteByte(',')
		}
		if err := enc.Encode(k); err != nil {
			return nil, err
		}
		b.WriteByte(':')
		if err := enc.Encode(o.values[k]); err != nil {
			return nil, err
		}
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// exporter collects the definitions that a schema refers to.
type exporter struct {
	// files: the documents are files, whose paths may be relative to them.
	files bool
	defs  map[string]*ordered
}

// ref returns a reference to a named spec and sees to it that it is written.
func (e *exporter) ref(s *spec) string {
	name := strings.TrimLeft(s.name, "_#")
	if e.defs[name] == nil {
		e.defs[name] = &ordered{} // a definition may mention itself
		*e.defs[name] = *e.body(s)
	}
	return "#/$defs/" + name
}

// spec writes one place, by reference where it is a definition.
func (e *exporter) spec(s *spec) *ordered {
	if s.name == "" {
		return e.body(s)
	}
	out := &ordered{}
	out.set("$ref", e.ref(s))
	return out
}

// body writes what a spec takes.
func (e *exporter) body(s *spec) *ordered {
	out := &ordered{}
	if s.doc != "" {
		out.set("description", s.doc)
	}
	if values := s.enum(); len(values) > 0 {
		if len(values) == 1 {
			out.set("const", values[0])
		} else {
			out.set("enum", values)
		}
	} else {
		e.variants(out, s)
	}
	if s.hasDef {
		out.set("default", s.def)
	}
	return out
}

func (e *exporter) variants(out *ordered, s *spec) {
	switch len(s.alts) {
	case 0:
		out.set("not", &ordered{})
		return
	case 1:
		e.alt(out, s.alts[0])
		return
	}
	var consts, list []any
	for _, a := range s.alts {
		if a.consts != nil {
			consts = append(consts, a.consts...)
			continue
		}
		one := &ordered{}
		e.alt(one, a)
		list = append(list, one)
	}
	if consts != nil {
		one := &ordered{}
		one.set("enum", consts)
		list = append([]any{one}, list...)
	}
	out.set("anyOf", list)
}

// alt adds one variant to out.
func (e *exporter) alt(out *ordered, a *alt) {
	if names := a.kinds.names(); len(names) == 1 {
		out.set("type", names[0])
	} else if a.kinds != kindAny {
		out.set("type", names)
	}
	if a.consts != nil {
		out.set("enum", a.consts)
	}
	var more []any
	for i := range a.checks {
		key, value := a.checks[i].keyword()
		if _, there := out.values[key]; there {
			one := &ordered{}
			one.set(key, value)
			more = append(more, one)
			continue
		}
		out.set(key, value)
	}
	if more != nil {
		out.set("allOf", more)
	}
	if a.list != nil {
		e.list(out, a.list)
	}
	if a.object != nil {
		e.object(out, a.object)
	}
}

// names lists the types as JSON Schema calls them.
func (k kinds) names() []string {
	var out []string
	for _, t := range []struct {
		kind kinds
		name string
	}{{kindString, "string"}, {kindBool, "boolean"}, {kindList, "array"}, {kindObject, "object"}, {kindNull, "null"}} {
		if k&t.kind != 0 {
			out = append(out, t.name)
		}
	}
	switch {
	case k&kindFloat != 0:
		out = append(out, "number")
	case k&kindInt != 0:
		out = append(out, "integer")
	}
	return out
}

// keyword is how JSON Schema states a check.
func (c *check) keyword() (string, any) {
	not := func(key, value string) (string, any) {
		o := &ordered{}
		o.set(key, value)
		return "not", o
	}
	switch c.op {
	case opMin:
		return "minimum", c.num
	case opMax:
		return "maximum", c.num
	case opAbove:
		return "exclusiveMinimum", c.num
	case opBelow:
		return "exclusiveMaximum", c.num
	case opMatch:
		return "pattern", c.text
	case opNotMatch:
		return not("pattern", c.text)
	case opNot:
		return not("const", c.text)
	case opMinRunes:
		return "minLength", c.num
	case opMaxRunes:
		return "maxLength", c.num
	case opMinItems:
		return "minItems", c.num
	}
	return "maxItems", c.num
}

func (e *exporter) list(out *ordered, l *list) {
	if len(l.fixed) > 0 {
		var items []any
		for _, s := range l.fixed {
			items = append(items, e.spec(s))
		}
		out.set("prefixItems", items)
		out.set("minItems", len(l.fixed))
	}
	switch {
	case l.rest == nil:
		out.set("items", false)
	case !l.rest.isAny():
		out.set("items", e.spec(l.rest))
	}
}

func (e *exporter) object(out *ordered, o *object) {
	props, required := &ordered{}, []string{}
	for _, f := range o.fields {
		props.set(f.name, e.field(f))
		if f.required {
			required = append(required, f.name)
		}
	}
	if len(props.keys) > 0 {
		out.set("properties", props)
	}
	if len(required) > 0 {
		out.set("required", required)
	}
	var additional any = false
	if o.open {
		additional = nil
	}
	patterns := &ordered{}
	for _, p := range o.patterns {
		if p.re == nil {
			additional = e.spec(p.spec)
			continue
		}
		patterns.set(p.text, e.spec(p.spec))
	}
	if len(patterns.keys) > 0 {
		out.set("patternProperties", patterns)
	}
	if additional != nil {
		out.set("additionalProperties", additional)
	}
	if len(o.conflicts) > 0 {
		var list []any
		for _, c := range o.conflicts {
			list = append(list, e.body(c.when))
		}
		not := &ordered{}
		not.set("anyOf", list)
		out.set("not", not)
	}
}

// field writes a field with what is particular to it.
func (e *exporter) field(f *field) *ordered {
	shape := f.spec
	if f.path && e.files {
		shape = shape.relative()
	}
	out := e.spec(shape)
	if f.doc != "" || f.legacy != nil || f.spec.hasDef {
		copied := &ordered{}
		if f.doc != "" {
			copied.set("description", f.doc)
		}
		for _, k := range out.keys {
			if k != "description" || f.doc == "" {
				copied.set(k, out.values[k])
			}
		}
		out = copied
	}
	if f.legacy != nil && f.legacy.when == nil {
		out.set("deprecated", true)
	}
	return out
}
