package exec

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/cmd/internal/run"
	"github.com/skillctl/skillctl/engine/report/format"
	"github.com/skillctl/skillctl/runner/session"
)

type runsEventsOptions struct {
	factory *kit.Factory
	follow  bool
	json    bool
	since   string
}

func newRunsEvents(f *kit.Factory) *cobra.Command {
	opts := &runsEventsOptions{factory: f}
	cmd := &cobra.Command{
		Use:   "events",
		Short: "Show the events of runs: which have ended, which take long",
		Long: `Lists what an agent should hear of its runs, the oldest first: the end of each run in
the background, once, also of one whose supervisor was killed; and that a run which
somebody approved takes long. A run that was stopped with skillctl runs stop is none,
nor one that ended with 0 and wrote nothing. The settings run.notifyOnExit,
run.notifyOnExitEmptySuccess and run.approvalRunningNoticeMs change that, for runs that
begin afterwards.

run.notify names a program that is given each event on standard input. When it fails,
that is an event of the kind notify-failed.

--json writes one event a line, of the schema "run-event" (see skillctl schema).`,
		Example: `  skillctl runs events --since 1h
  skillctl runs events -f --json`,
		Args: kit.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return runsEventsRun(cmd.Context(), opts) },
	}
	fl := cmd.Flags()
	fl.SortFlags = false
	fl.BoolVarP(&opts.follow, "follow", "f", false, "wait for more, until Ctrl-C")
	fl.StringVar(&opts.since, "since", "", "only those since `time`: how long ago (1h, 7d) or a date")
	fl.BoolVar(&opts.json, "json", false, "write JSON, one event a line")
	return cmd
}

// How often is looked for events, and for runs that were lost, while they are
// followed.
const (
	eventsEvery = 100 * time.Millisecond
	settleEvery = time.Second
)

func runsEventsRun(ctx context.Context, o *runsEventsOptions) error {
	since, err := kit.PointInTime("--since", o.since, o.factory.Now())
	if err != nil {
		return err
	}
	store, err := openRuns(ctx, o.factory)
	if err != nil {
		return err
	}
	var last int64
	for settled := time.Now(); ; {
		events, err := store.Events(last)
		if err != nil {
			return err
		}
		for _, e := range events {
			last = e.Seq
			if e.Time.Before(since) {
				continue
			}
			if err := o.write(e); err != nil {
				return err
			}
		}
		if !o.follow {
			return o.none(last)
		}
		if (session.SystemClock{}).Sleep(ctx, eventsEvery) != nil {
			return nil // whoever looked has seen enough
		}
		if time.Since(settled) > settleEvery {
			settled = time.Now()
			if err := run.Settle(ctx, store); err != nil && ctx.Err() == nil {
				return err
			}
		}
	}
}

// none says that there is nothing where there is nothing.
func (o *runsEventsOptions) none(last int64) error {
	if last != 0 || o.json {
		return nil
	}
	_, err := fmt.Fprintln(o.factory.IO.Out, "there are no events of runs")
	return err
}

func (o *runsEventsOptions) write(e session.Event) error {
	if o.json {
		return kit.WriteLine(o.factory.IO, e)
	}
	text := strings.ReplaceAll(e.Text, "\n\n", " ")
	_, err := io.WriteString(o.factory.IO.Out, e.Time.Format("2006-01-02 15:04:05 UTC")+"  "+format.Escape(text)+"\n")
	return err
}
