package exec

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/cmd/internal/cli/layout"
	"github.com/skillctl/skillctl/runner/session"
)

type runsListOptions struct {
	factory *kit.Factory
	running bool
	json    bool
}

func newRunsList(f *kit.Factory) *cobra.Command {
	opts := &runsListOptions{factory: f}
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List the runs in the background",
		Long: `Lists the runs in the background, the oldest first: id, state, how long it has run
or ran, exit code, command. The states are

  starting  its supervisor is being started
  running
  ended     see the exit code
  lost      its supervisor was killed, and the command with it`,
		Example: `  skillctl runs list
  skillctl runs list --running --json`,
		Args: kit.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return runsListRun(cmd.Context(), opts) },
	}
	cmd.Flags().BoolVar(&opts.running, "running", false, "only those that have not ended")
	cmd.Flags().BoolVar(&opts.json, "json", false, "write JSON")
	return cmd
}

func runsListRun(ctx context.Context, o *runsListOptions) error {
	store, err := o.factory.Runs()
	if err != nil {
		return err
	}
	all, damaged, err := store.List(ctx)
	if err != nil {
		return err
	}
	shown := []session.Run{}
	for _, run := range all {
		if !o.running || run.State == session.Running || run.State == session.Starting {
			shown = append(shown, run)
		}
	}
	if o.json {
		err = kit.WriteJSON(o.factory.IO.Out, shown)
	} else {
		err = writeKept(o.factory.IO.Out, shown, o.factory.Now())
	}
	return errors.Join(err, kit.DamagedError(damaged))
}

func writeKept(out io.Writer, runs []session.Run, now time.Time) error {
	if len(runs) == 0 {
		_, err := fmt.Fprintln(out, "there are no runs in the background")
		return err
	}
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "ID\tSTATE\tFOR\tEXIT\tCOMMAND")
	for _, run := range runs {
		code := "-"
		if run.End != nil {
			code = strconv.Itoa(run.End.Code)
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\n", run.ID, run.State, lasted(run, now), code, layout.Truncate(run.Command, 60))
	}
	return w.Flush()
}

// lasted is how long a run took, or has taken.
func lasted(run session.Run, now time.Time) string {
	switch {
	case run.End != nil:
		return layout.Milliseconds(run.End.DurationMS)
	case run.State == session.Gone:
		return "-"
	}
	return layout.Roughly(max(now.Sub(run.Created), 0))
}

type runsShowOptions struct {
	factory *kit.Factory
	id      string
	json    bool
}

func newRunsShow(f *kit.Factory) *cobra.Command {
	opts := &runsShowOptions{factory: f}
	cmd := &cobra.Command{
		Use:   "show ID",
		Short: "Show one run: its command, state and exit code",
		Args:  kit.OneArg(oneRun),
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.id = args[0]
			return runsShowRun(cmd.Context(), opts)
		},
	}
	cmd.Flags().BoolVar(&opts.json, "json", false, "write JSON")
	return cmd
}

func runsShowRun(ctx context.Context, o *runsShowOptions) error {
	store, id, err := runOf(ctx, o.factory, o.id)
	if err != nil {
		return err
	}
	run, err := store.Get(ctx, id)
	if err != nil {
		return runError(err)
	}
	if o.json {
		return kit.WriteJSON(o.factory.IO.Out, run)
	}
	return showKept(o.factory.IO.Out, run, o.factory.Now())
}

func showKept(out io.Writer, run session.Run, now time.Time) error {
	p := &layout.Panel{}
	p.Row("id", run.ID)
	p.Row("state", string(run.State))
	p.Text("command", run.Command)
	p.Row("where", run.Cwd)
	for _, f := range []struct{ name, value string }{{"agent", run.Agent}, {"skill", run.Skill}} {
		if f.value != "" {
			p.Row(f.name, f.value)
		}
	}
	p.Row("boundary", run.Sandbox+" ("+run.Host+")")
	p.Row("began", run.Created.UTC().Format("2006-01-02 15:04:05 UTC"))
	p.Row("for", lasted(run, now))
	if end := run.End; end != nil {
		p.Row("exit", strconv.Itoa(end.Code))
		how := string(end.Ended)
		if end.Signal != "" {
			how += " by " + end.Signal
		}
		p.Row("ended", how)
		p.Row("stdout", written(end.Stdout))
		p.Row("stderr", written(end.Stderr))
		for _, note := range end.Notes {
			p.Row("note", note)
		}
		if end.Error != "" {
			p.Row("error", end.Error)
		}
	}
	_, err := io.WriteString(out, p.String())
	return err
}

func written(s session.Stream) string {
	text := fmt.Sprintf("%d bytes", s.Bytes)
	if s.Cut > 0 {
		text += fmt.Sprintf(", and %d left out", s.Cut)
	}
	return text
}
