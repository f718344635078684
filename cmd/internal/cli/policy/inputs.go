package policy

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/engine/policy"
	"github.com/skillctl/skillctl/schema"
)

func newPolicyInputs(f *kit.Factory) *cobra.Command {
	cmd := &cobra.Command{
		SuggestFor: []string{"input", "schema", "fields"},

		Use:   "inputs KIND [FIELD]",
		Short: "List the fields of input that policies of a kind see",
		Long: `Lists what policies of a kind (exec, install or lint) are given as input: each field
with its type and what it is. [] stands for the elements of a list, .* for any
name. With a field, such as facts.commands, what is below it alone.

` + "`skillctl schema export exec-input`" + ` writes the same as JSON Schema.`,
		Example: "  skillctl policy inputs exec\n  skillctl policy inputs exec facts.commands\n  skillctl policy inputs lint skill.files",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) < 1 || len(args) > 2 {
				return kit.Usagef("`%s` needs a kind, one of %s, and takes a field; it was given %d arguments", cmd.CommandPath(), strings.Join(policyKinds(), ", "), len(args))
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error {
			if err := kit.OneOf("kind", args[0], policyKinds()); err != nil {
				return err
			}
			field := ""
			if len(args) == 2 {
				field = strings.TrimPrefix(strings.TrimPrefix(args[1], "input"), ".")
			}
			return policyInputsRun(f, policy.Kind(args[0]), field)
		},
	}
	cmd.ValidArgs = policyKinds()
	return cmd
}

func policyInputsRun(f *kit.Factory, kind policy.Kind, field string) error {
	text, err := schema.New().Export(kind.InputKind())
	if err != nil {
		return err
	}
	var root shape
	if err := json.Unmarshal(text, &root); err != nil {
		return fmt.Errorf("read the schema of input: %w", err)
	}
	o := &outline{defs: root.Defs, field: field}
	o.add("", &root, nil)
	if len(o.lines) == 0 {
		text := fmt.Sprintf("input of %s policies has no field %q", kind, field)
		if near := schema.Nearest(field, o.all); near != "" {
			text += fmt.Sprintf("; did you mean %q?", near)
		}
		return kit.Usagef("%s", text)
	}
	return f.WriteOutput("", []byte(strings.Join(o.lines, "\n")+"\n"))
}

// shape is what is used here of a JSON Schema.
type shape struct {
	Ref         string            `json:"$ref"`
	Defs        map[string]*shape `json:"$defs"`
	Description string            `json:"description"`
	Type        any               `json:"type"`
	Enum        []any             `json:"enum"`
	Const       any               `json:"const"`
	Properties  map[string]*shape `json:"properties"`
	Items       json.RawMessage   `json:"items"`
	Additional  json.RawMessage   `json:"additionalProperties"`
	AnyOf       []*shape          `json:"anyOf"`
}

// outline lists the fields below a place.
type outline struct {
	defs  map[string]*shape
	field string
	lines []string
	all   []string
}

// add lists a place and what is below it. within are the definitions around it: one
// that holds itself is not listed again.
func (o *outline) add(path string, s *shape, within []string) {
	description := s.Description
	for s.Ref != "" {
		name := strings.TrimPrefix(s.Ref, "#/$defs/")
		if slices.Contains(within, name) || o.defs[name] == nil {
			return
		}
		within, s = append(slices.Clone(within), name), o.defs[name]
	}
	if description == "" {
		description = s.Description
	}
	plain := strings.ReplaceAll(path, "[]", "")
	if path != "" {
		o.all = append(o.all, plain)
	}
	if wanted := strings.ReplaceAll(o.field, "[]", ""); path != "" && (wanted == "" || plain == wanted || strings.HasPrefix(plain, wanted+".")) {
		line := fmt.Sprintf("input.%-38s %s", path, s.is())
		if description != "" {
			line += "  # " + strings.ReplaceAll(description, "\n", " ")
		}
		o.lines = append(o.lines, line)
	}
	o.below(path, s, within)
	for _, one := range s.AnyOf {
		for one.Ref != "" && !slices.Contains(within, strings.TrimPrefix(one.Ref, "#/$defs/")) {
			within = append(slices.Clone(within), strings.TrimPrefix(one.Ref, "#/$defs/"))
			one = o.defs[strings.TrimPrefix(one.Ref, "#/$defs/")]
		}
		o.below(path, one, within)
	}
}

func (o *outline) below(path string, s *shape, within []string) {
	names := make([]string, 0, len(s.Properties))
	for name := range s.Properties {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		o.add(strings.TrimPrefix(path+"."+name, "."), s.Properties[name], within)
	}
	for suffix, raw := range map[string]json.RawMessage{"[]": s.Items, ".*": s.Additional} {
		var inner shape
		if len(raw) == 0 || raw[0] != '{' || json.Unmarshal(raw, &inner) != nil {
			continue
		}
		for inner.Ref != "" && !slices.Contains(within, strings.TrimPrefix(inner.Ref, "#/$defs/")) {
			within = append(slices.Clone(within), strings.TrimPrefix(inner.Ref, "#/$defs/"))
			inner = *o.defs[strings.TrimPrefix(inner.Ref, "#/$defs/")]
		}
		o.below(path+suffix, &inner, within)
	}
}

// is says in a word what values are at a place.
func (s *shape) is() string {
	values := s.Enum
	if s.Const != nil {
		values = append(values, s.Const)
	}
	if len(values) > 0 {
		list := make([]string, 0, len(values))
		for _, value := range values {
			text, _ := json.Marshal(value)
			list = append(list, string(text))
		}
		return strings.Join(list, " | ")
	}
	switch kind := s.Type.(type) {
	case string:
		return kind
	case []any:
		return strings.Trim(strings.ReplaceAll(fmt.Sprint(kind), " ", " | "), "[]")
	}
	if len(s.AnyOf) > 0 {
		list := make([]string, 0, len(s.AnyOf))
		for _, one := range s.AnyOf {
			list = append(list, one.is())
		}
		return strings.Join(list, " | ")
	}
	return "any"
}
