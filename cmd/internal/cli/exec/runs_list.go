package exec

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/cmd/internal/cli/layout"
	"github.com/skillctl/skillctl/runner/session"
)

// keptRuns is how runs in the background are shown.
func keptRuns() *kept[session.Run] {
	return &kept[session.Run]{
		one: "background run", many: "runs in the background", command: "runs",
		id:     func(run session.Run) string { return run.ID },
		alive:  func(run session.Run) bool { return run.State == session.Running || run.State == session.Starting },
		header: []string{"ID", "STATE", "FOR", "EXIT", "COMMAND"},
		row: func(run session.Run, now time.Time, width int) []string {
			code := "-"
			if run.End != nil {
				code = strconv.Itoa(run.End.Code)
			}
			return []string{run.ID, string(run.State), lasted(run, now), code, layout.Command(run.Command, width)}
		},
	}
}

func newRunsList(f *kit.Factory) *cobra.Command {
	opts := &keptOptions{factory: f}
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
	cmd.Flags().BoolVar(&opts.only, "running", false, "only those that have not ended")
	cmd.Flags().BoolVar(&opts.json, "json", false, "write JSON")
	return cmd
}

func runsListRun(ctx context.Context, o *keptOptions) error {
	store, err := openRuns(ctx, o.factory)
	if err != nil {
		return err
	}
	all, damaged, err := store.List(ctx)
	if err != nil {
		return err
	}
	return keptRuns().list(o, all, damaged)
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
	return showKept(o.factory.IO, run, o.factory.Now())
}

func showKept(streams *kit.IOStreams, run session.Run, now time.Time) error {
	p := &layout.Panel{Whole: !streams.OutTTY}
	p.Row("id", run.ID)
	p.Row("state", string(run.State))
	p.Text("command", run.Command)
	p.Row("where", run.Cwd)
	fill(p, [2]string{"agent", run.Agent}, [2]string{"skill", run.Skill})
	p.Row("boundary", run.Sandbox+" ("+run.Host+")")
	p.Row("began", instant(run.Created))
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
	_, err := io.WriteString(streams.Out, p.String())
	return err
}

func written(s session.Stream) string {
	text := fmt.Sprintf("%d bytes", s.Bytes)
	if s.Cut > 0 {
		text += fmt.Sprintf(", and %d left out", s.Cut)
	}
	return text
}
