package policy

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/cmd/internal/cli/layout"
	"github.com/skillctl/skillctl/doctor"
	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/page"
)

type explainOptions struct {
	factory *kit.Factory
	rule    string
}

// NewExplain is the command explain.
func NewExplain(f *kit.Factory) *cobra.Command {
	opts := &explainOptions{factory: f}
	cmd := &cobra.Command{
		SuggestFor: []string{"describe", "rule", "docs"},

		Use:   "explain ID",
		Short: "Explain a rule or any other id that was printed",
		Long: `Prints the page of an id: why it matters, and what to do. Of a lint rule also what
fails, what passes, and its options. Any id that a command prints has a page: rules
of lint, reasons of exec, gate and proposals, states of skills in list and why,
checks of doctor. A code prints the pages of all its rules, the beginning of ids
("exec/strict") a list of these.`,
		Example: "  skillctl explain spec/name-format\n  skillctl explain SPEC-004\n  skillctl explain exec/strict/program\n  skillctl explain install/content",
		Args:    kit.OneArg("the id or the code of a rule"),
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.rule = args[0]
			return explainRun(cmd.Context(), opts)
		},
	}
	cmd.ValidArgsFunction = completeEntries(f)
	return cmd
}

// completeEntries offers all ids, each with its title.
func completeEntries(f *kit.Factory) cobra.CompletionFunc {
	return func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		all, err := entries(f)
		if err != nil {
			return nil, cobra.ShellCompDirectiveError
		}
		var out []string
		for _, e := range all {
			out = append(out, cobra.CompletionWithDesc(e.id(), e.title()))
		}
		return out, cobra.ShellCompDirectiveNoFileComp
	}
}

func explainRun(ctx context.Context, o *explainOptions) error {
	text, _, err := Explain(ctx, o.factory, o.rule)
	if err != nil {
		return err
	}
	return o.factory.IO.Show([]byte(text))
}

// Explain is what explain prints of an id, and the ids that it is about.
func Explain(ctx context.Context, f *kit.Factory, id string) (text string, ids []string, err error) {
	o := &explainOptions{factory: f, rule: id}
	all, err := entries(f)
	if err != nil {
		return "", nil, err
	}
	found, err := find(all, o.rule)
	if err != nil {
		return "", nil, err
	}
	for _, e := range found {
		ids = append(ids, e.id())
	}
	var out strings.Builder
	if len(found) > 1 {
		out.WriteString(listOf(o.rule, found))
	}
	// Of what begins alike there may be a hundred: their list is the answer.
	if len(found) == 1 || found[0].is(o.rule) {
		for i, e := range found {
			text, err := o.page(ctx, e)
			if err != nil {
				return "", nil, err
			}
			if i > 0 || len(found) > 1 {
				out.WriteString("\n")
			}
			out.WriteString(text)
		}
	}
	return out.String(), ids, nil
}

// IDs are all ids that [Explain] knows, sorted, each with its title.
func IDs(f *kit.Factory) ([][2]string, error) {
	all, err := entries(f)
	if err != nil {
		return nil, err
	}
	out := make([][2]string, len(all))
	for i, e := range all {
		out[i] = [2]string{e.id(), e.title()}
	}
	return out, nil
}

func (o *explainOptions) page(ctx context.Context, e entry) (string, error) {
	if e.rule != nil {
		return explanation(*e.rule)
	}
	return pageOf(ctx, *e.page)
}

// listOf names what shares a code or the beginning of its id, before the pages.
func listOf(name string, found []entry) string {
	var b strings.Builder
	if found[0].is(name) {
		fmt.Fprintf(&b, "%s has %d rules; `skillctl explain ID` explains one:\n\n", found[0].rule.Code, len(found))
		for _, e := range found {
			fmt.Fprintf(&b, "    %s\n", e.id())
		}
		return b.String()
	}
	fmt.Fprintf(&b, "%d ids begin with %s; `skillctl explain ID` explains one:\n\n", len(found), strings.TrimSuffix(name, "/")+"/")
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	for _, e := range found {
		fmt.Fprintf(w, "    %s\t%s\n", e.id(), e.title())
	}
	_ = w.Flush()
	return b.String()
}

// pageOf is a page of an id that is no lint rule, set as those of rules are.
func pageOf(ctx context.Context, p page.Page) (string, error) {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n\n", p.ID, p.Title)
	row := func(name, value string) { fmt.Fprintf(&b, "%-11s %s\n", name+":", value) }
	about := groups()[p.Group]
	if p.Group == "doctor" {
		weighed := []doctor.Result{{Check: p.ID}}
		if err := doctor.NewJudge().Weigh(ctx, weighed); err != nil {
			return "", err
		}
		row("severity", string(weighed[0].Severity))
	}
	row("judges", about.judges)
	row("printed by", about.commands)
	row("page", page.Docs+"#"+strings.ReplaceAll(strings.ToLower(p.ID), "/", ""))
	fmt.Fprintf(&b, "\n%s\nWHAT TO DO\n\n%s", layout.PlainMarkdown(p.Description), layout.PlainMarkdown(p.Remedy))
	return b.String(), nil
}

// group is what all ids of one group have in common.
type group struct{ judges, commands string }

func groups() map[string]group {
	return map[string]group{
		"exec":      {"commands, and where they run", "exec, run, decide, approvals approve"},
		"hook":      {"calls of an agent's tools", "hook"},
		"install":   {"what is to be installed", "gate, install, update, remove"},
		"catalog":   {"which skills an agent loads", "list, why, info, watch"},
		"proposals": {"proposals of changes to skills", "proposals"},
		"doctor":    {"the installation on this machine", "doctor"},
	}
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
