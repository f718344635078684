package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/skillctl/skillctl/schema"
)

// settingsHeading stands above the settings that the schema has.
const settingsHeading = `# Settings

<!-- Written by TestDocumentSettings from schema/settings*.cue: change those, and run the test with -update. -->

Settings are read in layers:

1. what is built in;
2. the system: ` + "`/etc/skillctl/skillctl.cue`" + `;
3. the user: ` + "`~/.config/skillctl/skillctl.cue`" + `;
4. the project: ` + "`skillctl.cue`" + ` in the working directory or above it, or the file that ` + "`--config`" + ` names;
5. flags of the command line.

Each file may be a ` + "`.cue`, `.yaml`, `.json` or `.toml`" + ` file. A value that an outer layer sets holds for the
layers within: a project cannot change what the system or the user has set, and a clash is an error that names both
places. In a ` + "`.cue`" + ` file, ` + "`*\"medium\" | \"high\"`" + ` sets a default that an inner layer may change. Files and folders that
other users can write to are refused.

Of the flags, ` + "`--fail-on` and `--min-confidence`" + ` may be stricter than what a file sets; looser ones are an error that
names the file. Relative paths are taken from the folder of the settings file that has them. Keys of ` + "`lint.rules`" + ` that
are a category (` + "`zeroclaw`" + `) or a glob (` + "`spec/name-*`" + `) stand for each of these rules: layers are merged rule by rule, so
that an inner id does not beat an outer glob; in one file the key that says more holds.

` + "`skillctl init`" + ` writes a commented ` + "`skillctl.cue`" + `, with ` + "`--format yaml`" + ` a ` + "`skillctl.yaml`" + `, and
` + "`skillctl schema export skillctl`" + ` a JSON Schema for editors.

In the keys below, NAME stands for a name of your choice, and ` + "`[]`" + ` for each entry of a list.
`

// TestDocumentSettings writes docs/settings.md from the schema, and wants each
// key to say what it is for.
func TestDocumentSettings(t *testing.T) {
	text, err := schema.New().Export(schema.Skillctl)
	if err != nil {
		t.Fatal(err)
	}
	var root shape
	if err := json.Unmarshal(text, &root); err != nil {
		t.Fatal(err)
	}
	p := &settingsPage{defs: root.Defs}
	p.WriteString(settingsHeading)
	for _, group := range p.resolve(root).Properties {
		if group.Deprecated {
			continue
		}
		fmt.Fprintf(p, "\n## %s\n\n%s\n\n", group.name, wrap(group.Description, ""))
		p.keys(group.name, p.resolve(group.shape))
	}
	for _, key := range p.silent {
		t.Errorf("schema/settings*.cue does not say what %s is for", key)
	}
	compareDocument(t, filepath.Join("..", "..", "docs", "settings.md"), p.String())
}

// compareDocument compares a generated document; -update writes it.
func compareDocument(t *testing.T, name, want string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(name, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(want, readDocument(t, name)); diff != "" {
		t.Errorf("%s is out of date, run the test with -update (-wanted +there):\n%s", filepath.Base(name), diff)
	}
}

// shape is a part of a JSON Schema.
type shape struct {
	Ref         string           `json:"$ref"`
	Defs        map[string]shape `json:"$defs"`
	Description string           `json:"description"`
	Deprecated  bool             `json:"deprecated"`
	Type        any              `json:"type"`
	Pattern     string           `json:"pattern"`
	Enum        []any            `json:"enum"`
	Default     any              `json:"default"`
	Items       *shape           `json:"items"`
	AnyOf       []shape          `json:"anyOf"`
	Required    []string         `json:"required"`
	Properties  properties       `json:"properties"`
	Patterns    properties       `json:"patternProperties"`
	Additional  json.RawMessage  `json:"additionalProperties"`
}

// property is a key of an object.
type property struct {
	name string
	shape
}

// properties are the keys of an object in the order of the schema.
type properties []property

// UnmarshalJSON keeps the order, which a map would lose.
func (m *properties) UnmarshalJSON(text []byte) error {
	decoder := json.NewDecoder(bytes.NewReader(text))
	if _, err := decoder.Token(); err != nil {
		return fmt.Errorf("read properties: %w", err)
	}
	for decoder.More() {
		name, err := decoder.Token()
		if err != nil {
			return fmt.Errorf("read properties: %w", err)
		}
		one := property{name: fmt.Sprint(name)}
		if err := decoder.Decode(&one.shape); err != nil {
			return fmt.Errorf("read properties: %w", err)
		}
		*m = append(*m, one)
	}
	return nil
}

// settingsPage collects the page.
type settingsPage struct {
	strings.Builder
	defs   map[string]shape
	silent []string
}

// resolve follows a reference; what the place itself says of it counts more.
func (p *settingsPage) resolve(s shape) shape {
	if s.Ref == "" {
		return s
	}
	out := p.defs[strings.TrimPrefix(s.Ref, "#/$defs/")]
	if s.Description != "" {
		out.Description = s.Description
	}
	if s.Default != nil {
		out.Default = s.Default
	}
	return out
}

// keys writes the keys of an object, and of what is in them.
func (p *settingsPage) keys(path string, s shape) {
	for _, key := range s.Properties {
		if !key.Deprecated {
			p.key(path+"."+key.name, key.shape, slices.Contains(s.Required, key.name))
		}
	}
	for _, pattern := range s.Patterns {
		p.keys(path+".NAME", p.resolve(pattern.shape))
	}
	var rest shape
	if len(s.Additional) > 0 && json.Unmarshal(s.Additional, &rest) == nil {
		p.keys(path+".NAME", p.resolve(rest))
	}
}

// key writes one key: its path, what it takes, its default, what it is for.
func (p *settingsPage) key(path string, s shape, required bool) {
	full := p.resolve(s)
	says := p.kind(s)
	switch {
	case required:
		says += ", required"
	case full.Default != nil && len(full.Properties) == 0:
		if text, err := json.Marshal(full.Default); err == nil {
			says += fmt.Sprintf(", default `%s`", strings.Trim(string(text), `"`))
		}
	}
	if says != "" {
		says = " (" + strings.TrimPrefix(says, ", ") + ")"
	}
	if full.Description == "" {
		p.silent = append(p.silent, path)
	}
	about := strings.NewReplacer("*", `\*`, "<", `\<`, "[", `\[`).Replace(full.Description)
	fmt.Fprintf(p, "- %s\n", strings.TrimPrefix(wrap(fmt.Sprintf("**`%s`**%s: %s", path, says, about), "  "), "  "))
	p.keys(path, full)
	lists := []shape{full}
	for _, one := range lists[0].AnyOf {
		lists = append(lists, p.resolve(one))
	}
	for _, one := range lists {
		if one.Items == nil {
			continue
		}
		entries := append([]shape{*one.Items}, one.Items.AnyOf...)
		for _, entry := range entries {
			p.keys(path+"[]", p.resolve(entry))
		}
	}
}

// kind is what a place takes, in words; "" for an object with known keys.
func (p *settingsPage) kind(s shape) string {
	s = p.resolve(s)
	switch {
	case strings.Contains(s.Pattern, "[kKmMgG]"):
		return "amount such as `512m`"
	case strings.Contains(s.Pattern, "(ms|s|m|h)"):
		return "length of time such as `30s`"
	}
	if len(s.Enum) > 0 {
		var values []string
		for _, v := range s.Enum {
			values = append(values, fmt.Sprintf("`%v`", v))
		}
		return orList(values)
	}
	if len(s.AnyOf) > 0 {
		var kinds []string
		for _, one := range s.AnyOf {
			if kind := p.kind(one); kind != "" && !slices.Contains(kinds, kind) {
				kinds = append(kinds, kind)
			}
		}
		return orList(kinds)
	}
	switch s.Type {
	case "string":
		return "text"
	case "boolean":
		return "`true` or `false`"
	case "integer":
		return "whole number"
	case "number":
		return "number"
	case "array":
		if s.Items != nil {
			if kind := p.kind(*s.Items); kind != "" {
				return "list of " + strings.TrimPrefix(kind, "a ")
			}
		}
		return "list"
	case "object":
		if len(s.Properties) > 0 {
			return ""
		}
		return "object"
	}
	return "any value"
}

func orList(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " or " + words[len(words)-1]
}

// wrap breaks a text into lines of a document.
func wrap(text, indent string) string {
	var lines []string
	line := indent
	for _, word := range strings.Fields(text) {
		switch {
		case line == indent:
			line += word
		case utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > docWidth:
			lines = append(lines, line)
			line = indent + word
		default:
			line += " " + word
		}
	}
	return strings.Join(append(lines, line), "\n")
}
