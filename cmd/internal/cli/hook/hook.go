package hook

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/signal"
	"slices"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/engine/hook"
	"github.com/skillctl/skillctl/internal/jsonline"
)

// maxEvent bounds an event, in bytes: what a model writes to a file stands in it.
const maxEvent = 16 << 20

// answerTime is how long an answer may take. The line that is configured ends skillctl
// after five seconds, the clients after ten or more.
const answerTime = 4 * time.Second

// hookMemory is from when on garbage is collected while an answer is made, in bytes.
const hookMemory = 192 << 20

type hookOptions struct {
	factory *kit.Factory

	kit.PolicyFlags
	client  string
	plugin  string
	timeout time.Duration
	// observe: what would be answered is recorded, and not answered.
	observe bool
	// wrong is how skillctl was called the wrong way, nil for "it was not".
	wrong error
}

// New is the command hook.
func New(f *kit.Factory) *cobra.Command {
	opts := &hookOptions{factory: f}
	cmd := &cobra.Command{
		Use:   "hook AGENT",
		Short: "Answer an agent that asks before it calls a tool",
		Long: `Reads one event from standard input, as the agent's hooks send it, decides it, and
answers as the agent understands it.

  agents: claude-code, codex, copilot, cursor, gemini-cli, generic, openclaw, opencode, qwen-code

It answers the event PreToolUse; of copilot preToolUse as well, of gemini-cli BeforeTool,
of cursor beforeShellExecution, beforeReadFile and beforeMCPExecution.

A command is decided as skillctl exec decides it: the same settings, policies and
approvals. A file that is written or read is judged as a redirection to it would be. A
skill that is to be used is judged by lint. Addresses and other tools are allowed when
hook.hosts and hook.tools of the settings name them, and are asked about otherwise.
Where an agent shows no question to a person, a question is a refusal, or waits for
"skillctl approvals answer" (approvals.wait of the settings).

Whatever goes wrong is a refusal. Agents let a command run when their hook is missing,
is killed or takes too long; the line that they are given has to close that, too.
skillctl setup writes it:

  timeout 5 skillctl hook AGENT || { c=$?; [ $c = 2 ] || echo "skillctl hook failed ($c)" >&2; exit 2; }

With --observe nothing is answered, so that the agent's own rules apply: what would have
been is recorded, for skillctl init --learn. Nothing is refused then but a wrong call of
this command, and what the line above refuses. Only the line that the agent is given can
say so: there is no such setting, which a project could make. skillctl setup --observe
writes it.

opencode and OpenClaw have no hooks of commands: --plugin writes a plugin for them into
a folder, which asks skillctl and refuses a call when it gets no answer.

Exit codes
  0  allowed, with nothing on standard output; or a question, as the agent wants it
  2  denied, with the reason on standard error`,
		Example: `  echo '{"hook_event_name":"PreToolUse","tool_name":"Bash","cwd":"/srv/app","tool_input":{"command":"git status"}}' | skillctl hook claude-code
  skillctl hook opencode --plugin ~/.config/opencode/plugins`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 1 {
				opts.client, opts.wrong = args[0], opts.CheckPolicyFlags()
			} else {
				opts.wrong = fmt.Errorf("name one agent, such as claude-code; %d were named", len(args))
			}
			if opts.plugin != "" {
				return opts.writePlugin()
			}
			return hookRun(cmd.Context(), opts)
		},
	}
	cmd.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		// An agent would take another exit code than 2 for a yes.
		opts.wrong = err
		return hookRun(cmd.Context(), opts)
	})
	opts.flags(cmd)
	return cmd
}

// flags are those of the command, and what completes its argument.
func (o *hookOptions) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.SortFlags = false
	o.AddTo(f)
	f.DurationVar(&o.timeout, "timeout", answerTime, "refuse when deciding takes longer than this `duration`")
	f.BoolVar(&o.observe, "observe", false, "answer nothing; record what would have been answered")
	f.StringVar(&o.plugin, "plugin", "", "decide nothing; write the agent's plugin into this `folder`")
	cmd.ValidArgsFunction = func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		if len(args) > 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return slices.Sorted(maps.Keys(hook.Clients())), cobra.ShellCompDirectiveNoFileComp
	}
}

// hookRun answers the one event on standard input. Whatever goes wrong is an answer, too.
func hookRun(ctx context.Context, o *hookOptions) error {
	// One answer makes less garbage than there is room for.
	defer o.factory.IO.Tune(-1, hookMemory)()
	// A pipe that nobody reads from is an error of writing, and no end.
	pipe := make(chan os.Signal, 1)
	signal.Notify(pipe, syscall.SIGPIPE)
	defer signal.Stop(pipe)
	ctx, stop := signal.NotifyContext(ctx, syscall.SIGHUP)
	defer stop()
	ctx, cancel := context.WithTimeout(ctx, o.timeout)
	defer cancel()
	answered := make(chan answer, 1)
	go func() {
		// What does not end (a file system that hangs, an input that is not closed) must
		// not keep the agent waiting; the process ends with the answer.
		defer func() {
			if failed := recover(); failed != nil {
				answered <- refusal("hook/failure", fmt.Sprintf("skillctl failed, which is a fault of its own: %v", failed))
			}
		}()
		answered <- o.answer(ctx)
	}()
	a := o.wait(ctx, answered)
	if o.observe && o.wrong == nil {
		return a.leave(o.factory.IO)
	}
	return a.write(o.factory.IO)
}

// wait is the answer, or that there is none in time.
func (o *hookOptions) wait(ctx context.Context, answered <-chan answer) answer {
	select {
	case a := <-answered:
		return a
	case <-ctx.Done():
	}
	select {
	case a := <-answered: // it is recorded
		return a
	default:
	}
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return refusal("hook/time", fmt.Sprintf("deciding takes longer than %s", o.timeout))
	}
	return refusal("hook/failure", "skillctl was interrupted before it had decided")
}

// answer reads and answers the event.
func (o *hookOptions) answer(ctx context.Context) answer {
	if o.wrong != nil {
		return refusal("hook/called", "skillctl is called the wrong way: "+o.wrong.Error())
	}
	client, err := hook.Find(o.client)
	if err != nil {
		return refusal("hook/called", err.Error())
	}
	text, err := io.ReadAll(io.LimitReader(o.factory.IO.In, maxEvent+1))
	switch {
	case err != nil:
		return refusal("hook/read", "the event cannot be read: "+err.Error())
	case len(text) > maxEvent:
		return refusal("hook/read", fmt.Sprintf("the event is larger than %d MiB", maxEvent>>20))
	}
	event, err := jsonline.Parse(text)
	if err != nil {
		return refusal("hook/read", "the event cannot be understood: "+err.Error()).of(client, nil)
	}
	call, err := client.Read(event)
	if err != nil {
		return refusal("hook/read", "the event cannot be understood: "+err.Error()).of(client, nil)
	}
	j := &judge{hookOptions: o, client: client, call: call}
	decision, err := j.decide(ctx)
	if err != nil {
		return refusal("hook/failure", err.Error()).of(client, call)
	}
	return answer{decision: decision, client: client, call: call, instead: j.instead}
}
