package policy

import (
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/engine"
)

type rulesOptions struct {
	factory  *kit.Factory
	category string
	json     bool
}

// NewRules is the command rules.
func NewRules(f *kit.Factory) *cobra.Command {
	opts := &rulesOptions{factory: f}
	cmd := &cobra.Command{
		Use:   "rules",
		Short: "List the rules",
		Long:  "Lists the built-in rules. `skillctl explain RULE` explains one.",
		Args:  kit.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			return rulesRun(opts)
		},
	}
	cmd.Flags().StringVar(&opts.category, "category", "", "list only this `category`, such as spec")
	cmd.Flags().BoolVar(&opts.json, "json", false, "write JSON")
	return cmd
}

func rulesRun(o *rulesOptions) error {
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
	w := tabwriter.NewWriter(o.factory.IO.Out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "RULE\tCODE\tSEVERITY\tCONFIDENCE\tFIX\tTITLE")
	for _, r := range rules {
		title := r.Title
		if !r.Enabled {
			title += " (off by default)"
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\n", r.ID, kit.OrDash(r.Code), r.Severity, r.Confidence, kit.OrDash(strings.TrimPrefix(r.Fix, "none")), title)
	}
	return w.Flush()
}

func categories(rules []engine.Rule) []string {
	var out []string
	for _, r := range rules {
		out = append(out, r.Category())
	}
	slices.Sort(out)
	return slices.Compact(out)
}
