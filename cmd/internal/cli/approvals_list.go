package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/skillctl/skillctl/engine/approval"
)

type approvalsListOptions struct {
	factory *Factory
	all     bool
	json    bool
}

func newApprovalsList(f *Factory) *cobra.Command {
	opts := &approvalsListOptions{factory: f}
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List the approvals that hold",
		Long: `Lists the approvals that were neither used up nor revoked, and have not expired.
Whether one holds for a command also depends on what it is bound to: skillctl
exec --explain says so.`,
		Args: noArgs,
		RunE: func(*cobra.Command, []string) error {
			return approvalsListRun(opts)
		},
	}
	cmd.Flags().BoolVar(&opts.all, "all", false, "list those that ended in the last month, too")
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
		err = writeJSON(o.factory.IO.Out, shown)
	} else {
		err = writeApprovals(o.factory.IO.Out, shown, ended, len(damaged))
	}
	return errors.Join(err, damagedError(damaged))
}

// writeApprovals writes a table, and below it what it leaves out: approvals that
// ended, and files that cannot be read, which are errors of their own.
func writeApprovals(out io.Writer, list []listed, ended, damaged int) error {
	if len(list) > 0 {
		w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
		fmt.Fprintln(w, "ID\tSTATE\tSCOPE\tEXPIRES\tREVIEWER\tWHERE\tCOMMAND")
		for _, l := range list {
			fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\t%s\n", l.ID, l.State, l.Scope, date(l.Expires), brief(l.Reviewer, 20), brief(l.Binding.Cwd, 40), brief(l.Command(), 60))
		}
		if err := w.Flush(); err != nil {
			return err
		}
	}
	var parts []string
	switch {
	case len(list) == 0 && ended+damaged == 0:
		parts = append(parts, "there are no approvals")
	case len(list) == 0:
		parts = append(parts, "no approval holds")
	}
	if ended > 0 {
		parts = append(parts, fmt.Sprintf("%d ended (--all lists them)", ended))
	}
	if damaged > 0 {
		parts = append(parts, fmt.Sprintf("%d cannot be used", damaged))
	}
	if len(parts) == 0 {
		return nil
	}
	_, err := fmt.Fprintln(out, strings.Join(parts, "; "))
	return err
}

type approvalsShowOptions struct {
	factory *Factory
	id      string
	json    bool
}

func newApprovalsShow(f *Factory) *cobra.Command {
	opts := &approvalsShowOptions{factory: f}
	cmd := &cobra.Command{
		Use:   "show ID",
		Short: "Show one approval and all that it is bound to",
		Args:  oneArg("the id of an approval, or its beginning"),
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
		return usagef("the approval %q was removed just now", id)
	}
	if err != nil {
		return err
	}
	if o.json {
		return writeJSON(o.factory.IO.Out, listed{e.State, e.At, e.By, e.Record})
	}
	return showApproval(o.factory.IO.Out, e)
}

func showApproval(out io.Writer, e approval.Entry) error {
	r := e.Record
	p := &panel{}
	p.row("id", r.ID)
	state := string(e.State)
	if e.State != approval.Active {
		state = (&approval.StateError{ID: r.ID, State: e.State, At: e.At, By: e.By}).Error()
	}
	p.row("state", state)
	p.row("scope", map[approval.Scope]string{approval.Once: "once", approval.Always: "always, here"}[r.Scope])
	p.row("reviewer", r.Reviewer)
	p.row("reason", r.Reason)
	p.row("given", date(r.Created))
	p.row("expires", date(r.Expires))
	if r.Binding.Argv != nil {
		p.text("arguments", r.Command())
	} else {
		p.text("command", r.Command())
	}
	p.row("where", r.Binding.Cwd)
	for _, f := range []struct{ name, value string }{
		{"profile", r.Binding.Profile}, {"host", r.Binding.Host}, {"agent", r.Binding.Agent}, {"channel", r.Binding.Channel},
	} {
		if f.value != "" {
			p.row(f.name, f.value)
		}
	}
	if r.Binding.Elevated {
		p.row("elevated", "with more rights")
	}
	p.files("programs", r.Binding.Programs, true)
	p.files("scripts", r.Binding.Scripts, true)
	p.row("variables", strings.Join(append(sortedKeys(r.Binding.Env), sortedKeys(r.Binding.Inherited)...), ", "))
	p.row("answers", strings.Join(r.Asked, ", "))
	p.row("policies", r.Policy)
	_, err := io.WriteString(out, p.String())
	return err
}
