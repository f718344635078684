package policy

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/cmd/internal/cli/layout"
	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/schema"
)

type explainOptions struct {
	factory *kit.Factory
	rule    string
}

// NewExplain is the command explain.
func NewExplain(f *kit.Factory) *cobra.Command {
	opts := &explainOptions{factory: f}
	cmd := &cobra.Command{
		Use:     "explain RULE",
		Short:   "Explain a rule, with examples",
		Long:    "Prints the page of a rule, or those of all rules of a code: why it matters, what\nfails, what passes, and its options.",
		Example: "  skillctl explain spec/name-format\n  skillctl explain SPEC-004",
		Args:    kit.OneArg("the id or the code of a rule"),
		RunE: func(_ *cobra.Command, args []string) error {
			opts.rule = args[0]
			return explainRun(opts)
		},
	}
	cmd.ValidArgsFunction = kit.CompleteRules(f)
	return cmd
}

func explainRun(o *explainOptions) error {
	rules, err := o.factory.Rules()
	if err != nil {
		return err
	}
	found, err := findRules(rules, o.rule)
	if err != nil {
		return err
	}
	var pages []string
	for _, rule := range found {
		text, err := explanation(rule)
		if err != nil {
			return err
		}
		pages = append(pages, text)
	}
	if len(pages) > 1 {
		pages = append([]string{listOf(found)}, pages...)
	}
	_, err = fmt.Fprint(o.factory.IO.Out, strings.Join(pages, "\n"))
	return err
}

// listOf names the rules that share a code, before their pages.
func listOf(rules []engine.Rule) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s has %d rules; `skillctl explain ID` explains one:\n\n", rules[0].Code, len(rules))
	for _, r := range rules {
		fmt.Fprintf(&b, "    %s\n", r.ID)
	}
	return b.String()
}

// findRules finds the rule of an id or all rules of a code, whatever its case.
func findRules(rules []engine.Rule, name string) ([]engine.Rule, error) {
	var found []engine.Rule
	for _, r := range rules {
		if r.ID == name || r.Code != "" && strings.EqualFold(r.Code, name) {
			found = append(found, r)
		}
	}
	if len(found) > 0 {
		return found, nil
	}
	var names []string
	for _, r := range rules {
		names = append(names, r.ID)
		if r.Code != "" {
			names = append(names, r.Code)
		}
	}
	text := fmt.Sprintf("rule %q does not exist", name)
	if near := schema.Nearest(name, names); near != "" {
		text += fmt.Sprintf("; did you mean %q?", near)
	}
	return nil, kit.Usagef("%s (`skillctl rules` lists all)", text)
}

// explanation is what is known of a rule, and its page without the first
// heading, which repeats the id.
func explanation(r engine.Rule) (string, error) {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n\n", r.ID, r.Title)
	row := func(name, value string) { fmt.Fprintf(&b, "%-11s %s\n", name+":", value) }
	if r.Code != "" {
		row("code", r.Code)
	}
	row("severity", string(r.Severity))
	row("confidence", string(r.Confidence))
	row("judges", map[string]string{"skill": "each skill", "config": "each configuration file", "set": "all skills of one run, together"}[r.Unit])
	row("agents", orAll(r.Hosts))
	row("fix", r.Fix)
	if !r.Enabled {
		row("enabled", "no; give it a level in the settings")
	}
	row("page", r.Docs)
	_, page, _ := strings.Cut(strings.TrimSpace(r.Page), "\n")
	b.WriteString("\n" + layout.PlainMarkdown(page))
	if len(r.Options) > 0 {
		b.WriteString("\nOPTIONS\n\n")
	}
	for _, o := range r.Options {
		value, err := json.Marshal(o.Default)
		if err != nil {
			return "", fmt.Errorf("show option %q of %s: %w", o.Name, r.ID, err)
		}
		fmt.Fprintf(&b, "%s (default %s)\n%s\n", o.Name, value, layout.Wrap(o.Description, "  "))
	}
	return b.String(), nil
}

func orAll(hosts []string) string {
	if len(hosts) == 0 {
		return "all"
	}
	return strings.Join(hosts, ", ")
}
