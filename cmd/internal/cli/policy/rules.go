package policy

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/cmd/internal/cli/layout"
	"github.com/skillctl/skillctl/engine"
)

type rulesOptions struct {
	factory  *kit.Factory
	category string
	search   string
	json     bool
}

// NewRules is the command rules.
func NewRules(f *kit.Factory) *cobra.Command {
	opts := &rulesOptions{factory: f}
	cmd := &cobra.Command{
		Use:   "rules",
		Short: "List the rules",
		Long: `Lists the built-in rules of lint. With --search it lists every id that any command
prints (also reasons of exec and gate, and checks of doctor) whose id, title or
description has all the words. ` + "`skillctl explain ID`" + ` explains one.`,
		Example: "  skillctl rules --category exe\n  skillctl rules --search \"allow-list\"",
		Args:    kit.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			return rulesRun(opts)
		},
	}
	cmd.Flags().StringVar(&opts.category, "category", "", "list only this `category`, such as spec")
	cmd.Flags().StringVar(&opts.search, "search", "", "list ids, of rules and of all else, with these `words`")
	cmd.Flags().BoolVar(&opts.json, "json", false, "write JSON")
	return cmd
}

func rulesRun(o *rulesOptions) error {
	if o.search != "" {
		return searchRun(o)
	}
	rules, err := o.factory.Rules()
	if err != nil {
		return err
	}
	if o.category != "" {
		if err := kit.OneOf("--category", o.category, categories(rules)); err != nil {
			return err
		}
		rules = slices.DeleteFunc(rules, func(r engine.Rule) bool { return r.Category() != o.category })
	}
	if o.json {
		return kit.WriteJSON(o.factory.IO.Out, rules)
	}
	rows := [][]string{{"RULE", "CODE", "SEVERITY", "CONFIDENCE", "FIX", "TITLE"}}
	for _, r := range rules {
		title := r.Title
		if !r.Enabled {
			title += " (off by default)"
		}
		rows = append(rows, []string{r.ID, kit.OrDash(r.Code), string(r.Severity), string(r.Confidence), kit.OrDash(strings.TrimPrefix(r.Fix, "none")), title})
	}
	return o.show(rows)
}

// match is what a search found, as JSON has it.
type match struct {
	ID          string `json:"id"`
	Code        string `json:"code,omitempty"`
	Title       string `json:"title"`
	Description string `json:"description"`
}

// searchRun lists what has all words of the search.
func searchRun(o *rulesOptions) error {
	if o.category != "" {
		return kit.Usagef("--search and --category cannot be used together: search for the category")
	}
	all, err := entries(o.factory)
	if err != nil {
		return err
	}
	words := strings.Fields(strings.ToLower(o.search))
	found := []match{}
	for _, e := range all {
		text := strings.ToLower(e.text())
		if slices.ContainsFunc(words, func(word string) bool { return !strings.Contains(text, word) }) {
			continue
		}
		if e.rule != nil {
			found = append(found, match{e.rule.ID, e.rule.Code, e.rule.Title, e.rule.Description})
		} else {
			found = append(found, match{e.page.ID, "", e.page.Title, e.page.Description})
		}
	}
	if o.json {
		return kit.WriteJSON(o.factory.IO.Out, found)
	}
	if len(words) == 0 || len(found) == 0 {
		return &kit.ExitError{Code: kit.ExitNothing, Err: fmt.Errorf("no id has the words %q; `skillctl rules` lists all rules", o.search)}
	}
	rows := [][]string{{"ID", "CODE", "TITLE"}}
	for _, m := range found {
		rows = append(rows, []string{m.ID, kit.OrDash(m.Code), m.Title})
	}
	return o.show(rows)
}

// show writes a table.
func (o *rulesOptions) show(rows [][]string) error {
	var b strings.Builder
	layout.WriteColumns(&b, rows, o.factory.IO.Width())
	return o.factory.IO.Show([]byte(b.String()))
}

func categories(rules []engine.Rule) []string {
	var out []string
	for _, r := range rules {
		out = append(out, r.Category())
	}
	slices.Sort(out)
	return slices.Compact(out)
}
