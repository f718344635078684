package policy

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"

	"github.com/skillctl/skillctl/schema"
)

// InputKind is the kind of document that policies of a kind are given as `input`.
func (k Kind) InputKind() schema.Kind {
	switch k {
	case KindInstall:
		return schema.InstallInput
	case KindLint:
		return schema.LintInput
	}
	return schema.ExecInput
}

// inputOfLibrary is the name of the schema of `input` for libraries, which may be
// asked about anything.
const inputOfLibrary = "library"

// typed has the fields that an operator's packages read of `input` compared with the
// schemas: one that there is not is undefined whatever is asked, so that a
// policy which asks for it would silently never object. packages are the names
// of schemas by package; the first module of each is told of its own.
func typed(modules []*ast.Module, packages map[string]string) {
	for _, module := range modules {
		pkg := module.Package.Path.String()
		name := packages[pkg]
		if name == "" {
			continue
		}
		of := &ast.SchemaAnnotation{Path: ast.InputRootRef, Schema: schemaRef(name)}
		at := slices.IndexFunc(module.Annotations, func(a *ast.Annotations) bool { return a.Scope == "package" })
		if at < 0 {
			if slices.ContainsFunc(modules, func(other *ast.Module) bool {
				return other != module && other.Package.Path.String() == pkg && slices.ContainsFunc(other.Annotations, func(a *ast.Annotations) bool { return a.Scope == "package" })
			}) {
				continue // the annotation of the package is in another file
			}
			none := ast.Annotations{Scope: "package", Location: module.Package.Location}
			module.Annotations = append(module.Annotations, none.Copy(module.Package))
			at = len(module.Annotations) - 1
		}
		module.Annotations[at].Schemas = append([]*ast.SchemaAnnotation{of}, module.Annotations[at].Schemas...)
		delete(packages, pkg)
	}
}

func schemaRef(name string) ast.Ref {
	return ast.SchemaRootRef.Append(ast.StringTerm(name))
}

// schemaSet holds the schemas that are wanted, by name.
func schemaSet(names []string) (*ast.SchemaSet, error) {
	set := ast.NewSchemaSet()
	for _, name := range names {
		value, err := inputSchema(name)
		if err != nil {
			return nil, fmt.Errorf("read the schema of input: %w", err)
		}
		set.Put(schemaRef(name), value)
	}
	return set, nil
}

// inputSchema is one schema in the words that the compiler understands: it takes
// the types and fields of JSON Schema, and of these one type at a place.
func inputSchema(name string) (map[string]any, error) {
	all := schema.New()
	if name == inputOfLibrary {
		var list []any
		defs := map[string]any{}
		for _, kind := range Kinds() {
			c := &converter{prefix: string(kind) + ".", defs: defs, open: kind == KindInstall}
			root, err := c.input(all, kind)
			if err != nil {
				return nil, err
			}
			list = append(list, root)
		}
		return map[string]any{"anyOf": list, "$defs": defs}, nil
	}
	c := &converter{defs: map[string]any{}, open: Kind(name) == KindInstall}
	root, err := c.input(all, Kind(name))
	if err != nil {
		return nil, err
	}
	root["$defs"] = c.defs
	return root, nil
}

// converter rewrites the exported JSON Schemas.
type converter struct {
	// prefix stands before the names of definitions.
	prefix string
	defs   map[string]any
	// open: what a document may hold beside the fields that are named is handed on by
	// the agent that asks, and known to who reads it. Elsewhere it is what later
	// versions may add, and no part of what a policy can go by.
	open bool
}

// input is the schema of what policies of a kind are given.
func (c *converter) input(all *schema.Schema, kind Kind) (map[string]any, error) {
	root, err := c.export(all, kind.InputKind())
	if err != nil {
		return nil, err
	}
	if kind == KindExec {
		// The settings are any as far as the facts are concerned; what they are is said
		// by the schema of settings.
		inner := &converter{prefix: c.prefix + "settings.", defs: c.defs}
		settings, err := inner.export(all, schema.Skillctl)
		if err != nil {
			return nil, err
		}
		fields, _ := root["properties"].(map[string]any)
		fields["settings"] = settings
	}
	return root, nil
}

func (c *converter) export(all *schema.Schema, kind schema.Kind) (map[string]any, error) {
	text, err := all.Export(kind)
	if err != nil {
		return nil, err
	}
	var read struct {
		Ref  string                    `json:"$ref"`
		Defs map[string]map[string]any `json:"$defs"`
	}
	if err := json.Unmarshal(text, &read); err != nil {
		return nil, fmt.Errorf("read the schema of %s: %w", kind, err)
	}
	for name, def := range read.Defs {
		c.defs[c.prefix+name] = c.place(def)
	}
	root, _ := c.place(read.Defs[strings.TrimPrefix(read.Ref, defsBase)]).(map[string]any)
	return root, nil
}

const defsBase = "#/$defs/"

// place rewrites the schema of one place; an empty one takes anything.
func (c *converter) place(value any) any {
	from, ok := value.(map[string]any)
	if !ok {
		return map[string]any{}
	}
	if ref, ok := from["$ref"].(string); ok {
		return map[string]any{"$ref": defsBase + c.prefix + strings.TrimPrefix(ref, defsBase)}
	}
	if list, ok := from["anyOf"].([]any); ok {
		return c.anyOf(list)
	}
	var list []any
	for _, name := range typesOf(from) {
		list = append(list, c.typed(name, from))
	}
	switch len(list) {
	case 0:
		return map[string]any{}
	case 1:
		return list[0]
	}
	return map[string]any{"anyOf": list}
}

func (c *converter) anyOf(list []any) any {
	out := make([]any, 0, len(list))
	for _, item := range list {
		out = append(out, c.place(item))
	}
	return map[string]any{"anyOf": out}
}

// typed is a place that holds a value of one type. null stands for anything: the
// compiler has no word for it.
func (c *converter) typed(name string, from map[string]any) any {
	out := map[string]any{"type": name}
	switch name {
	case "null":
		return map[string]any{}
	case "array":
		if fixed, ok := from["prefixItems"].([]any); ok {
			items := make([]any, 0, len(fixed))
			for _, item := range fixed {
				items = append(items, c.place(item))
			}
			out["items"] = items
		} else if items, ok := from["items"].(map[string]any); ok {
			out["items"] = c.place(items)
		}
	case "object":
		fields, _ := from["properties"].(map[string]any)
		if len(fields) == 0 {
			return out
		}
		converted := make(map[string]any, len(fields))
		for field, value := range fields {
			converted[field] = c.place(value)
		}
		out["properties"] = converted
		others, closed := from["additionalProperties"]
		if _, named := others.(map[string]any); named || c.open && !closed {
			return map[string]any{"anyOf": []any{out, map[string]any{"type": "object"}}}
		}
	}
	return out
}

// typesOf are the types of a place, by its type or its values.
func typesOf(from map[string]any) []string {
	switch names := from["type"].(type) {
	case string:
		return []string{names}
	case []any:
		var out []string
		for _, name := range names {
			text, _ := name.(string)
			out = append(out, text)
		}
		return out
	}
	values, _ := from["enum"].([]any)
	if value, ok := from["const"]; ok {
		values = append(values, value)
	}
	found := map[string]bool{}
	for _, value := range values {
		switch value.(type) {
		case string:
			found["string"] = true
		case bool:
			found["boolean"] = true
		case float64:
			found["number"] = true
		default:
			return nil
		}
	}
	return slices.Sorted(maps.Keys(found))
}
