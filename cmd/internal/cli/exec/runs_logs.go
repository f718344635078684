package exec

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/cmd/internal/run/channel"
	"github.com/skillctl/skillctl/engine/report/format"
	"github.com/skillctl/skillctl/runner/session"
)

type runsLogsOptions struct {
	factory *kit.Factory
	id      string
	follow  bool
	raw     bool
	json    bool
	from    string
	wait    time.Duration
	channel string

	offsets session.Offsets
}

func newRunsLogs(f *kit.Factory) *cobra.Command {
	opts := &runsLogsOptions{factory: f}
	cmd := &cobra.Command{
		Use:   "logs ID",
		Short: "Show the output of a run",
		Long: `Writes what a run wrote to standard output and to standard error, each to its own
stream. On a terminal, control characters are shown escaped (--raw passes them on).

--json is for programs: one object with the state of the run, a part of each
stream (in base64) and "next", the offsets to continue from with --from:

  skillctl runs logs --json --wait 5s ID
  skillctl runs logs --json --wait 5s --from 4096,0 ID

--channel writes the output so far, standard error last, as a message for a chat;
with --json as an object with text, truncated, length, limit and attachment.`,
		Example: `  skillctl runs logs 20261121-1
  skillctl runs logs -f 20261121-1`,
		Args: kit.OneArg(oneRun),
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.id = args[0]
			if err := opts.check(); err != nil {
				return err
			}
			return runError(runsLogsRun(cmd.Context(), opts))
		},
	}
	fl := cmd.Flags()
	fl.SortFlags = false
	fl.BoolVarP(&opts.follow, "follow", "f", false, "follow the output until the run ends")
	fl.BoolVar(&opts.raw, "raw", false, "do not escape control characters on a terminal")
	fl.BoolVar(&opts.json, "json", false, "write one JSON object, with at most 64 KiB of each stream")
	fl.StringVar(&opts.from, "from", "", "start at these `offsets`: bytes of standard output, or of both: 4096,0")
	fl.StringVar(&opts.channel, "channel", "", channel.Flag())
	fl.DurationVar(&opts.wait, "wait", 0, "with --json, wait up to this `duration` for new output")
	_ = cmd.RegisterFlagCompletionFunc("channel", cobra.FixedCompletions(channel.Names(), cobra.ShellCompDirectiveNoFileComp))
	return cmd
}

func (o *runsLogsOptions) check() error {
	if err := channel.Check(o.channel); err != nil {
		return err
	}
	switch {
	case o.channel != "" && (o.follow || o.raw || o.wait > 0):
		return kit.Usagef("--channel writes one message with the output so far; leave out --follow, --raw and --wait")
	case o.follow && o.json:
		return kit.Usagef("--follow and --json cannot be used together; --json has --wait")
	case o.wait < 0:
		return kit.Usagef("--wait %s is below 0", o.wait)
	case o.wait > 0 && !o.json:
		return kit.Usagef("--wait needs --json; -f follows until the run ends")
	}
	return o.readFrom()
}

// readFrom reads --from.
func (o *runsLogsOptions) readFrom() error {
	if o.from == "" {
		return nil
	}
	stdout, stderr, _ := strings.Cut(o.from, ",")
	for _, part := range []struct {
		text string
		into *int64
	}{{stdout, &o.offsets.Stdout}, {stderr, &o.offsets.Stderr}} {
		if part.text == "" {
			continue
		}
		n, err := strconv.ParseInt(part.text, 10, 64)
		if err != nil || n < 0 {
			return kit.Usagef("--from %q is not an offset; write bytes of standard output and of standard error, such as 4096,0", o.from)
		}
		*part.into = n
	}
	return nil
}

// part is how much is read of a stream at once, in bytes.
const part = 64 << 10

func runsLogsRun(ctx context.Context, o *runsLogsOptions) error {
	store, id, err := runOf(ctx, o.factory, o.id)
	if err != nil {
		return err
	}
	if o.channel != "" {
		return o.message(ctx, store, id)
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
	wait := time.Duration(0)
	if o.follow {
		wait = time.Minute
	}
	for {
		progress, err := store.Poll(ctx, id, o.offsets, part, wait)
		if o.follow && ctx.Err() != nil {
			return errors.Join(out.end(), errs.end()) // whoever looked has seen enough
		}
		if err == nil {
			err = errors.Join(out.write(progress.Stdout), errs.write(progress.Stderr))
		}
		if err != nil {
			return err
		}
		o.offsets = progress.Next
		over := progress.Run.State == session.Finished || progress.Run.State == session.Gone
		if progress.More || o.follow && !over {
			continue
		}
		return errors.Join(out.end(), errs.end(), o.sayEnd(progress.Run))
	}
}

// message writes what the run wrote, for a chat.
func (o *runsLogsOptions) message(ctx context.Context, store *session.Store, id string) error {
	merged, err := o.factory.ExecSettings(ctx, kit.SettingsQuery{})
	if err != nil {
		return err
	}
	to, err := channel.Open(o.factory, merged, o.channel)
	if err != nil {
		return err
	}
	var stdout, stderr []byte
	for more := true; more; {
		progress, err := store.Poll(ctx, id, o.offsets, session.MaxStream, 0)
		if err != nil {
			return err
		}
		stdout, stderr = append(stdout, progress.Stdout...), append(stderr, progress.Stderr...)
		o.offsets, more = progress.Next, progress.More
	}
	message, err := to.Message(id, stdout, stderr)
	if err != nil {
		return err
	}
	if o.json {
		return kit.WriteJSON(o.factory.IO.Out, message)
	}
	return message.Write(o.factory.IO)
}

// sayEnd says how a run ended that was followed.
func (o *runsLogsOptions) sayEnd(run session.Run) error {
	if !o.follow {
		return nil
	}
	text := "it was lost: its supervisor was killed, and the command with it"
	if run.End != nil {
		text = fmt.Sprintf("it ended with %d", run.End.Code)
		for _, note := range run.End.Notes {
			text += "; " + note
		}
	}
	_, err := fmt.Fprintln(o.factory.IO.Err, format.Escape("skillctl: "+text))
	return err
}

// shownStream writes a stream, line by line where it is escaped.
type shownStream struct {
	to     io.Writer
	escape bool
	rest   []byte
}

// longestLine is how much of a line is waited for, in bytes.
const longestLine = 8 << 10

func (s *shownStream) write(text []byte) error {
	if !s.escape {
		_, err := s.to.Write(text)
		return err
	}
	s.rest = append(s.rest, text...)
	for {
		i := bytes.IndexByte(s.rest, '\n')
		if i < 0 && len(s.rest) < longestLine {
			return nil
		}
		line, ending := s.rest, ""
		if i >= 0 {
			line, ending = s.rest[:i], "\n"
		}
		s.rest = s.rest[min(len(line)+len(ending), len(s.rest)):]
		if _, err := io.WriteString(s.to, format.Escape(strings.TrimSuffix(string(line), "\r"))+ending); err != nil {
			return err
		}
	}
}

// end writes what is left of a line without an ending.
func (s *shownStream) end() error {
	if len(s.rest) == 0 {
		return nil
	}
	_, err := io.WriteString(s.to, format.Escape(string(s.rest))+"\n")
	s.rest = nil
	return err
}
