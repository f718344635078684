package exec

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/engine/report/format"
	"github.com/skillctl/skillctl/runner/session"
)

func newRunsPoll(f *kit.Factory) *cobra.Command {
	opts := &runsLogsOptions{factory: f}
	cmd := &cobra.Command{
		Use:   "poll ID",
		Short: "Show what a run has written since, and whether it goes on",
		Long: `Writes what a run wrote from the offsets of --from on, and says on standard error
whether it goes on, and from which offsets to ask again. With --timeout it waits for
something new, or for the end of the run.

--json writes one object, as runs logs --json does: the state of the run, a part of
each stream (in base64) and "next", the offsets to continue from.`,
		Example: `  skillctl runs poll 20261121-1
  skillctl runs poll --timeout 30s --from 4096,0 20261121-1`,
		Args: kit.OneArg(oneRun),
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.id = args[0]
			if opts.wait < 0 {
				return kit.Usagef("--timeout %s is below 0", opts.wait)
			}
			if err := opts.readFrom(); err != nil {
				return err
			}
			return runError(runsPollRun(cmd.Context(), opts))
		},
	}
	fl := cmd.Flags()
	fl.SortFlags = false
	fl.StringVar(&opts.from, "from", "", "start at these `offsets`: bytes of standard output, or of both: 4096,0")
	fl.DurationVar(&opts.wait, "timeout", 0, "wait up to this `duration` for new output")
	fl.BoolVar(&opts.raw, "raw", false, "do not escape control characters on a terminal")
	fl.BoolVar(&opts.json, "json", false, "write one JSON object, with at most 64 KiB of each stream")
	fl.DurationVar(&opts.wait, "wait", 0, "as --timeout")
	_ = fl.MarkHidden("wait") // of the time when poll was another word for logs
	return cmd
}

func runsPollRun(ctx context.Context, o *runsLogsOptions) error {
	store, id, err := runOf(ctx, o.factory, o.id)
	if err != nil {
		return err
	}
	if o.json {
		progress, err := store.Poll(ctx, id, o.offsets, part, o.wait)
		if err != nil {
			return err
		}
		return kit.WriteJSON(o.factory.IO.Out, progress)
	}
	streams := o.factory.IO
	out := &shownStream{to: streams.Out, escape: streams.OutTTY && !o.raw}
	errs := &shownStream{to: streams.Err, escape: streams.ErrTTY && !o.raw}
	for wait := o.wait; ; wait = time.Duration(0) {
		progress, err := store.Poll(ctx, id, o.offsets, part, wait)
		if err == nil {
			err = errors.Join(out.write(progress.Stdout), errs.write(progress.Stderr))
		}
		if err != nil {
			return err
		}
		o.offsets = progress.Next
		if !progress.More {
			return errors.Join(out.end(), errs.end(), o.sayState(progress.Run))
		}
	}
}

// sayState says how far a run is that was polled.
func (o *runsLogsOptions) sayState(run session.Run) error {
	if run.State == session.Finished || run.State == session.Gone {
		o.follow = true
		return o.sayEnd(run)
	}
	_, err := fmt.Fprintln(o.factory.IO.Err, format.Escape(fmt.Sprintf("skillctl: it goes on; for more: skillctl runs poll --timeout 30s --from %d,%d %s", o.offsets.Stdout, o.offsets.Stderr, run.ID)))
	return err
}
