package exec

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/cmd/internal/cli/layout"
	"github.com/skillctl/skillctl/runner/session"
)

type runsSendOptions struct {
	factory *kit.Factory
	id      string
	text    []string
	bare    bool
	eof     bool
}

func newRunsSend(f *kit.Factory) *cobra.Command {
	opts := &runsSendOptions{factory: f}
	cmd := &cobra.Command{
		Use:   "send ID [TEXT]",
		Short: "Send input to a run",
		Long: `Sends a line, or all of standard input byte for byte, to a run. --eof closes the
input of the run afterwards.`,
		Example: `  skillctl runs send 20261121-1 yes
  skillctl runs send 20261121-1 --eof < answers.txt`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) < 1 || len(args) > 2 {
				return kit.Usagef("`skillctl runs send` takes %s, and at most one text", oneRun)
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.id, opts.text = args[0], args[1:]
			if opts.bare && len(opts.text) == 0 {
				return kit.Usagef("--no-newline needs a TEXT argument")
			}
			return runError(runsSendRun(cmd.Context(), opts))
		},
	}
	cmd.Flags().BoolVar(&opts.bare, "no-newline", false, "send the text without an end of line")
	cmd.Flags().BoolVar(&opts.eof, "eof", false, "close the input of the run afterwards; goes with a text or with standard input")
	return cmd
}

func runsSendRun(ctx context.Context, o *runsSendOptions) error {
	store, id, err := runOf(ctx, o.factory, o.id)
	if err != nil {
		return err
	}
	if len(o.text) > 0 {
		text := o.text[0]
		if !o.bare {
			text += "\n"
		}
		return store.Send(ctx, id, []byte(text), o.eof)
	}
	buffer := make([]byte, session.MaxSend)
	for {
		n, err := o.factory.IO.In.Read(buffer)
		over := errors.Is(err, io.EOF)
		if err != nil && !over {
			return fmt.Errorf("read standard input: %w", err)
		}
		if n > 0 || over && o.eof {
			if err := store.Send(ctx, id, buffer[:n], over && o.eof); err != nil {
				return err
			}
		}
		if over {
			return nil
		}
	}
}

type runsStopOptions struct {
	factory *kit.Factory
	ids     []string
	kill    bool
}

func newRunsStop(f *kit.Factory) *cobra.Command {
	opts := &runsStopOptions{factory: f}
	cmd := &cobra.Command{
		Use:   "stop ID...",
		Short: "Stop runs",
		Long: `Sends SIGTERM to runs and waits until they have ended. After run.grace (a setting)
all processes that are left are killed.

Exit codes
  0  they have ended
  1  one had ended already
  2  no such run`,
		Example: "  skillctl runs stop 20261121-1\n  skillctl runs stop --kill 20261121-1",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return kit.Usagef("`skillctl runs stop` needs %s", oneRun)
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.ids = args
			return runsStopRun(cmd.Context(), opts)
		},
	}
	cmd.Flags().BoolVar(&opts.kill, "kill", false, "kill them at once")
	return cmd
}

func runsStopRun(ctx context.Context, o *runsStopOptions) error {
	store, err := o.factory.Runs()
	if err != nil {
		return err
	}
	var failed []error
	for _, given := range o.ids {
		failed = append(failed, o.stop(ctx, store, given))
	}
	return errors.Join(failed...)
}

func (o *runsStopOptions) stop(ctx context.Context, store *session.Store, given string) error {
	id, err := resolveRun(ctx, store, given)
	if err != nil {
		return err
	}
	ask := store.Stop
	if o.kill {
		ask = store.Kill
	}
	if err := ask(ctx, id); err != nil {
		return runError(err)
	}
	for {
		run, err := store.Get(ctx, id)
		if err != nil {
			return runError(err)
		}
		if run.End != nil {
			_, err = fmt.Fprintf(o.factory.IO.Out, "%s ended with %d\n", id, run.End.Code)
			return err
		}
		if run.State == session.Gone {
			_, err = fmt.Fprintf(o.factory.IO.Out, "%s was lost\n", id)
			return err
		}
		if err := (session.SystemClock{}).Sleep(ctx, 20*time.Millisecond); err != nil {
			return err
		}
	}
}

type runsPruneOptions struct {
	factory *kit.Factory
	older   string
}

func newRunsPrune(f *kit.Factory) *cobra.Command {
	opts := &runsPruneOptions{factory: f}
	cmd := &cobra.Command{
		Use:   "prune",
		Short: "Delete the stored output of runs that have ended",
		Long: `Deletes what skillctl/runs keeps of runs that have ended or were lost: their output
and exit code. The audit record (skillctl audit) stays.`,
		Example: "  skillctl runs prune --older 7d",
		Args:    kit.NoArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return runsPruneRun(cmd.Context(), opts) },
	}
	cmd.Flags().StringVar(&opts.older, "older", "", "only runs that ended this `duration` ago or earlier, or before a date: 24h, 7d, 2026-12-31")
	return cmd
}

func runsPruneRun(ctx context.Context, o *runsPruneOptions) error {
	store, err := o.factory.Runs()
	if err != nil {
		return err
	}
	now := o.factory.Now()
	before, err := kit.PointInTime("--older", o.older, now)
	if err != nil {
		return err
	}
	if before.IsZero() {
		before = now.Add(time.Second)
	}
	removed, err := store.Prune(ctx, before)
	for _, id := range removed {
		fmt.Fprintln(o.factory.IO.Out, id)
	}
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(o.factory.IO.Err, "%s removed\n", layout.Count(len(removed), "run"))
	return err
}
