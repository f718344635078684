package exec

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/cmd/internal/run"
	"github.com/skillctl/skillctl/cmd/internal/run/channel"
	"github.com/skillctl/skillctl/cmd/internal/run/code"
	"github.com/skillctl/skillctl/runner/notebook"
)

type sessionRunOptions struct {
	runOptions

	session   string
	noWait    bool
	timeout   time.Duration
	outputDir string
	channel   string
	started   string
}

func newSessionRun(f *kit.Factory) *cobra.Command {
	opts := &sessionRunOptions{runOptions: runOptions{execOptions: execOptions{factory: f}}}
	cmd := &cobra.Command{
		Use:   "run ID FILE|-",
		Short: "Run code in a session, if the policies allow it",
		Long: `Decides whether code may run, as skillctl run does, and runs it in a session. Of
bash, what the session ran before is judged with it.

The code has no input. It ends when its last statement has; what is still running in
the background goes on in the session, and what it writes later is left out. Of
Python, the value of a last expression is printed, as in a notebook.

At the time limit (--timeout) and with Ctrl-C the code is interrupted. When it does
not give in, the interpreter is ended, and the next code finds a clean one: so it is
with a loop of JavaScript or TypeScript that never waits for anything. That happens
too when the code ends its interpreter, as exit does in bash. It is said each time.

Of TypeScript, the types are taken out before it runs, and messages name the lines of
the TypeScript.

Two pieces of code at once run one after the other; --no-wait refuses instead.

Exit codes are those of exec; 1: the session is over, or busy.`,
		Example: `  skillctl session run 20261121-1 step1.py
  echo 'x + 1' | skillctl session run --json 20261121-1 -`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 2 {
				return kit.Usagef("`skillctl session run` takes %s, and a file, or - for standard input", oneSession)
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.session, opts.file = args[0], args[1]
			if opts.timeout < 0 {
				return kit.Usagef("--timeout %s is below 0", opts.timeout)
			}
			if err := channel.Check(opts.channel); err != nil {
				return err
			}
			return execError(sessionError(sessionRunRun(cmd.Context(), opts)))
		},
	}
	fl := cmd.Flags()
	fl.SortFlags = false
	fl.BoolVar(&opts.JSON, "json", false, "write JSON of the schema \"outcome\" (see skillctl schema): how it ended and what it wrote")
	fl.DurationVar(&opts.timeout, "timeout", 0, "interrupt it after this `duration`, such as 90s (default and longest: run.timeout of the settings)")
	fl.BoolVar(&opts.noWait, "no-wait", false, "do not wait for other code that runs in the session")
	fl.StringVar(&opts.outputDir, "output-dir", "", "copy the files that it leaves in out (or run.outputDir) to this `folder`")
	fl.StringVar(&opts.channel, "channel", "", channel.Flag())
	fl.StringVar(&opts.started, "started", "", "make this `file` when the code has started")
	_ = fl.MarkHidden("started") // the flag is there
	_ = cmd.RegisterFlagCompletionFunc("channel", cobra.FixedCompletions(channel.Names(), cobra.ShellCompDirectiveNoFileComp))
	return cmd
}

func sessionRunRun(ctx context.Context, o *sessionRunOptions) error {
	defer o.factory.IO.Tune(-1, kit.LintMemoryLimit)()
	text, err := o.read()
	if err != nil {
		return err
	}
	store, one, err := sessionOf(ctx, o.factory, o.session)
	if err != nil {
		return err
	}
	turn, err := store.Take(ctx, one.ID, o.noWait, func() {
		fmt.Fprintf(o.factory.IO.Err, "skillctl: waiting for other code that runs in session %s\n", one.ID)
	})
	if err != nil {
		return err
	}
	defer func() { _ = turn.Close() }()
	opened, err := o.as(turn)
	if err != nil {
		return err
	}
	o.language = one.Language
	joined := &run.Joined{Meta: one.Meta, Turn: turn, Text: string(text), Handed: opened.Handed}
	if one.Language == string(code.TypeScript) {
		joined.Strip = stripPiece
	}
	call := &codeRun{options: &o.runOptions, kernel: true, Invocation: &run.Invocation{Factory: o.factory, Options: &o.Options, Language: one.Language, Joined: joined}}
	decider, merged, err := o.load(ctx)
	if err != nil {
		return err
	}
	request, err := call.codeRequest(merged, text)
	if err != nil {
		return err
	}
	request.Exec.Extra["interactive"] = true
	if one.Language == string(code.Bash) && len(turn.About.History) > 0 {
		before := judgedBefore(turn.About.History)
		request.Exec.Command = before + request.Exec.Command
		joined.Before = strings.Count(before, "\n")
	}
	return o.settle(ctx, call.Invocation, decider, request, merged)
}

// judgedBefore is what a session ran, as one text. What may have run in part is put
// where neither its functions nor its folder are relied on: into a loop, whose body
// may run or not.
func judgedBefore(history []notebook.Ran) string {
	var b strings.Builder
	for _, ran := range history {
		if ran.Partly {
			b.WriteString("for _ in 1; do " + ran.Text + "\ndone\n")
		} else {
			b.WriteString(ran.Text + "\n")
		}
	}
	return b.String()
}

// as takes the options that the session was opened with, and returns how that was.
func (o *sessionRunOptions) as(turn *notebook.Turn) (run.SessionOptions, error) {
	var opened run.SessionOptions
	if err := json.Unmarshal(turn.About.Private, &opened); err != nil {
		return opened, fmt.Errorf("read how the session was opened: %w", err)
	}
	asJSON := o.JSON
	o.Options = opened.Options
	o.JSON, o.Timeout, o.OutputDir, o.Channel, o.Background = asJSON, o.timeout, o.outputDir, o.channel, false
	o.Started = o.started
	return opened, nil
}
