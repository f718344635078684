package approvals

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/cmd/internal/cli/layout"
	"github.com/skillctl/skillctl/engine/approval"
	"github.com/skillctl/skillctl/engine/report/format"
)

type approvalsListOptions struct {
	factory *kit.Factory
	all     bool
	json    bool
}

func newApprovalsList(f *kit.Factory) *cobra.Command {
	opts := &approvalsListOptions{factory: f}
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List the valid approvals",
		Long: `Lists the approvals that were neither used up nor revoked, and have not expired.
Whether one applies to a command also depends on what it is bound to: see
skillctl exec --explain.`,
		Args: kit.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			return approvalsListRun(opts)
		},
	}
	cmd.Flags().BoolVar(&opts.all, "all", false, "also list those that ended in the last month")
	cmd.Flags().BoolVar(&opts.json, "json", false, "write JSON")
	return cmd
}

// listed is an approval as --json writes it.
type listed struct {
	State approval.State `json:"state"`
	// At is when it came into its state, in seconds since 1970.
	At int64  `json:"at"`
	By string `json:"by,omitempty"`
	*approval.Record
}

func approvalsListRun(o *approvalsListOptions) error {
	store, err := o.factory.Approvals()
	if err != nil {
		return err
	}
	entries, damaged, err := store.List(o.factory.Now())
	if err != nil {
		return err
	}
	shown, ended := []listed{}, 0
	for _, e := range entries {
		if e.State != approval.Active && !o.all {
			ended++
			continue
		}
		shown = append(shown, listed{e.State, e.At, e.By, e.Record})
	}
	if o.json {
		err = kit.WriteJSON(o.factory.IO.Out, shown)
	} else {
		err = writeApprovals(o.factory.IO, shown, ended, len(damaged))
	}
	return errors.Join(err, kit.DamagedError(damaged))
}

// writeApprovals writes a table of those for this folder and one of the others, and below
// them what they leave out: approvals that ended, and files that cannot be read, which are
// errors of their own.
func writeApprovals(streams *kit.IOStreams, list []listed, ended, damaged int) error {
	here, elsewhere := byFolder(streams, list)
	if err := writeTable(streams, here); err != nil {
		return err
	}
	if len(elsewhere) > 0 {
		text := "for commands in other folders, and of no use in this one:"
		if len(here) > 0 {
			text = "\n" + text
		}
		if _, err := fmt.Fprintln(streams.Out, text); err != nil {
			return err
		}
	}
	if err := writeTable(streams, elsewhere); err != nil {
		return err
	}
	var parts []string
	switch {
	case len(list) == 0 && ended+damaged == 0:
		parts = append(parts, "there are no approvals")
	case len(list) == 0:
		parts = append(parts, "no approval is valid")
	}
	if ended > 0 {
		parts = append(parts, fmt.Sprintf("%d expired, used up or revoked (--all lists them)", ended))
	}
	if damaged > 0 {
		parts = append(parts, fmt.Sprintf("%d cannot be used", damaged))
	}
	if len(parts) == 0 {
		return nil
	}
	_, err := fmt.Fprintln(streams.Out, strings.Join(parts, "; "))
	return err
}

// byFolder are the approvals for commands in this folder, and the others.
func byFolder(streams *kit.IOStreams, list []listed) (here, elsewhere []listed) {
	dir, err := streams.Abs(".")
	if err != nil {
		return nil, list
	}
	real, err := filepath.EvalSymlinks(dir)
	if err != nil {
		real = dir
	}
	for _, l := range list {
		if cwd := l.Binding.Cwd; cwd == dir || cwd == real {
			here = append(here, l)
		} else {
			elsewhere = append(elsewhere, l)
		}
	}
	return here, elsewhere
}

func writeTable(streams *kit.IOStreams, list []listed) error {
	if len(list) == 0 {
		return nil
	}
	width := streams.Width()
	rows := [][]string{{"ID", "STATE", "SCOPE", "EXPIRES", "REVIEWER", "WHERE", "COMMAND"}}
	for _, l := range list {
		rows = append(rows, []string{l.ID, string(l.State), string(l.Scope), date(l.Expires), l.Reviewer, l.Binding.Cwd, layout.Command(format.WholeLine(l.Command()), width)})
	}
	return layout.PrintColumns(streams.Out, rows, width)
}

type approvalsShowOptions struct {
	factory *kit.Factory
	id      string
	json    bool
}

func newApprovalsShow(f *kit.Factory) *cobra.Command {
	opts := &approvalsShowOptions{factory: f}
	cmd := &cobra.Command{
		Use:   "show ID",
		Short: "Show one approval and everything that it is bound to",
		Args:  kit.OneArg("the id of an approval, or its beginning"),
		RunE: func(_ *cobra.Command, args []string) error {
			opts.id = args[0]
			return approvalsShowRun(opts)
		},
	}
	cmd.Flags().BoolVar(&opts.json, "json", false, "write JSON")
	return cmd
}

func approvalsShowRun(o *approvalsShowOptions) error {
	store, err := o.factory.Approvals()
	if err != nil {
		return err
	}
	id, err := resolveID(store, o.id)
	if err != nil {
		return err
	}
	e, err := store.Get(id, o.factory.Now())
	if errors.Is(err, fs.ErrNotExist) {
		return kit.Usagef("the approval %q was just removed", id)
	}
	if err != nil {
		return err
	}
	if o.json {
		return kit.WriteJSON(o.factory.IO.Out, listed{e.State, e.At, e.By, e.Record})
	}
	return showApproval(o.factory.IO, e)
}

func showApproval(streams *kit.IOStreams, e approval.Entry) error {
	r := e.Record
	p := &layout.Panel{Whole: !streams.OutTTY}
	p.Row("id", r.ID)
	state := string(e.State)
	if e.State != approval.Active {
		state = (&approval.StateError{ID: r.ID, State: e.State, At: e.At, By: e.By}).Error()
	}
	p.Row("state", state)
	p.Row("scope", map[approval.Scope]string{approval.Once: "once", approval.Always: "always, here"}[r.Scope])
	p.Row("reviewer", r.Reviewer)
	p.Row("reason", r.Reason)
	p.Row("given", date(r.Created))
	p.Row("expires", date(r.Expires))
	if r.Binding.Argv != nil {
		p.Text("arguments", r.Command())
	} else {
		p.Text("command", r.Command())
	}
	p.Row("where", r.Binding.Cwd)
	for _, f := range []struct{ name, value string }{
		{"profile", r.Binding.Profile}, {"host", r.Binding.Host}, {"agent", r.Binding.Agent}, {"channel", r.Binding.Channel},
	} {
		if f.value != "" {
			p.Row(f.name, f.value)
		}
	}
	if r.Binding.Elevated {
		p.Row("elevated", "with elevated rights")
	}
	p.Files("programs", r.Binding.Programs, true)
	p.Files("scripts", r.Binding.Scripts, true)
	p.Row("variables", strings.Join(append(layout.SortedKeys(r.Binding.Env), layout.SortedKeys(r.Binding.Inherited)...), ", "))
	p.Row("answers", strings.Join(r.Asked, ", "))
	p.Row("policies", r.Policy)
	_, err := io.WriteString(streams.Out, p.String())
	return err
}
