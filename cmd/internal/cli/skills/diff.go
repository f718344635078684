package skills

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/cmd/internal/cli/layout"
	"github.com/skillctl/skillctl/engine/host/product"
	"github.com/skillctl/skillctl/engine/resolve"
)

type diffOptions struct {
	catalogFlags

	configs []string
	json    bool
}

// NewDiff is the command diff.
func NewDiff(f *kit.Factory) *cobra.Command {
	opts := &diffOptions{catalogFlags: catalogFlags{factory: f}}
	cmd := &cobra.Command{
		Use:   "diff --config A --config B",
		Short: "Say what changes for an agent's skills with another configuration",
		Long: `Resolves an agent's skills on this machine with the OpenClaw configurations A and B,
and says for each name what would be different.

  added    B has a skill of the name, A has none
  removed  A has one, B has none
  moved    another folder is used
  edited   the same folder, another manifest
  judged   the same folder and manifest, another answer
  entry    the same answer; its entry in skills.entries gives other variables, or
           another key (values are not shown)
  prompt   of all skills together: how many the prompt of the model names, and
           what of their descriptions

Exit codes
  0  nothing changes
  1  something does
  2  a flag or a configuration is wrong
  3  skillctl failed`,
		Example: "  skillctl diff --config openclaw.json --config openclaw.new.json --agent writer",
		Args:    kit.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := opts.check(); err != nil {
				return err
			}
			if len(opts.configs) != 2 {
				return kit.Usagef("two configurations are needed, --config A --config B; %s", given(len(opts.configs)))
			}
			for _, file := range opts.configs {
				if _, err := os.Stat(opts.factory.IO.At(file)); err != nil {
					return kit.Usagef("file %q does not exist", file)
				}
			}
			return diffRun(cmd.Context(), opts)
		},
	}
	cmd.Flags().StringArrayVar(&opts.configs, "config", nil, "an OpenClaw configuration `file`; twice")
	cmd.Flags().BoolVar(&opts.json, "json", false, "write JSON")
	opts.add(cmd)
	return cmd
}

func given(n int) string {
	switch n {
	case 0:
		return "none was given"
	case 1:
		return "one was given"
	}
	return fmt.Sprintf("%d were given", n)
}

// changed is a change as diff writes it.
type changed struct {
	Name   string `json:"name"`
	Kind   string `json:"kind"`
	Why    string `json:"why"`
	Before string `json:"before,omitempty"`
	After  string `json:"after,omitempty"`
}

func diffRun(ctx context.Context, o *diffOptions) error {
	own, err := o.factory.ExecSettings(ctx, kit.SettingsQuery{Profile: o.profile, Shadowing: o.shadowing})
	if err != nil {
		return err
	}
	host, err := o.host()
	if err != nil {
		return err
	}
	host.Product = product.OpenClaw // whose configurations are compared
	var sides [2]*opened
	for i, file := range o.configs {
		if host.ConfigPath, err = o.factory.IO.Abs(file); err != nil {
			return err
		}
		if sides[i], err = o.resolve(ctx, own, host, false); err != nil {
			return err
		}
	}
	list := differences(sides[0].Resolution, sides[1].Resolution)
	if o.json {
		err = kit.WriteJSON(o.factory.IO.Out, list)
	} else {
		var b strings.Builder
		if len(list) == 0 {
			fmt.Fprintf(&b, "nothing changes for %s: %s either way\n", sides[1].whose, layout.Count(len(sides[1].Winners()), "skill"))
		} else {
			rows := [][]string{{"SKILL", "CHANGE", "WHY"}}
			for _, c := range list {
				rows = append(rows, []string{c.Name, c.Kind, sides[1].inWords(c.Why)})
			}
			layout.WriteColumns(&b, rows, o.factory.IO.Width())
		}
		err = o.factory.WriteOutput("", []byte(b.String()))
	}
	if err == nil && len(list) > 0 {
		err = &kit.ExitError{Code: kit.ExitFindings}
	}
	return err
}

// differences lists by name what is different, entries of skills included.
func differences(before, after *resolve.Resolution) []changed {
	list, known := []changed{}, map[string]bool{}
	for _, c := range after.Changes(before) {
		if entry := after.EntryChanges(before, c.Before, c.After); len(entry) > 0 {
			c.Why += "; " + strings.Join(entry, ", ")
		}
		known[c.Name] = true
		list = append(list, changed{Name: c.Name, Kind: c.Kind, Why: c.Why, Before: folderOf(c.Before), After: folderOf(c.After)})
	}
	old := map[string]*resolve.Skill{}
	for _, s := range before.Winners() {
		old[s.Skill.Name] = s
	}
	for _, s := range after.Winners() {
		name := s.Skill.Name
		if entry := after.EntryChanges(before, old[name], s); len(entry) > 0 && !known[name] {
			list = append(list, changed{Name: name, Kind: "entry", Why: strings.Join(entry, ", "), Before: folderOf(old[name]), After: folderOf(s)})
		}
	}
	slices.SortStableFunc(list, func(a, b changed) int { return cmp.Compare(a.Name, b.Name) })
	if why := after.PromptChange(before); why != "" {
		list = append(list, changed{Kind: "prompt", Why: why})
	}
	return list
}

func folderOf(s *resolve.Skill) string {
	if s == nil {
		return ""
	}
	return s.Path
}
