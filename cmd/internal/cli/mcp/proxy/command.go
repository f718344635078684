package proxy

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/cmd/internal/cli/mcp/ask"
	"github.com/skillctl/skillctl/cmd/internal/garbage"
	"github.com/skillctl/skillctl/engine/pin"
)

type options struct {
	factory *kit.Factory
	kit.PolicyFlags
	name    string
	timeout time.Duration
}

// callTime is how long a call may take.
const callTime = 5 * time.Minute

// New is the command proxy.
func New(f *kit.Factory) *cobra.Command {
	opts := &options{factory: f}
	cmd := &cobra.Command{
		Use:   "proxy [--name NAME] -- SERVER [ARGUMENT...]",
		Short: "Stand between a client and another server",
		Long: `Starts another server of the Model Context Protocol in the boundary that skillctl
exec would give it, and stands between it and the client on standard input and output.
The client's configuration has it in the place of the server:

  claude mcp add files -- skillctl mcp proxy --name files -- npx -y some-server

Each call is decided as skillctl hook decides it, by the name mcp__NAME__TOOL, which
hook.tools of the settings allows: commands, files and addresses in its arguments are
judged, and it is recorded. Where the policies ask and the client has a dialog, the
person in front of it is asked, and the answer holds once.

What the server tells of itself - descriptions, schemas and hints of tools, prompts and
resources, and its instructions - is text for a model. What is there the first time is
kept with its digest where lint objects to nothing in it. Later, what has changed, is
new or was refused then is not shown to the client, and cannot be called, until a person
has looked at it: skillctl mcp accept NAME.

The server asks the client nothing (roots, sampling, elicitation) that
hook.serverRequests of the settings does not name, and nothing in its answers. It ends
with the client, and the conversation with it: also where it dies, sends what is no
message, a message of more than 4 MiB, or more than 500 messages a second.

Exit codes
  0  the client has closed its end
  2  a flag or a setting is wrong
  3  the server cannot be used, or has ended, or skillctl failed`,
		Example: `  skillctl mcp proxy --name files -- npx -y some-server .
  skillctl mcp accept files`,
		Args: behindDashes,
		RunE: func(cmd *cobra.Command, args []string) error {
			garbage.Resume()
			if err := opts.check(args); err != nil {
				return err
			}
			return opts.run(cmd.Context(), args)
		},
	}
	fl := cmd.Flags()
	fl.SortFlags = false
	fl.StringVar(&opts.name, "name", "", "the `name` of the server, in the settings and for accept (default: that of its program)")
	fl.DurationVar(&opts.timeout, "timeout", callTime, "cancel a call that takes longer than this `duration`, and a start")
	opts.AddTo(fl)
	fl.SetInterspersed(false) // behind the name of the server the flags are its own
	return cmd
}

// behindDashes wants the server behind --, so that no flag of its own is read as one of
// proxy.
func behindDashes(cmd *cobra.Command, args []string) error {
	if len(args) == 0 || cmd.ArgsLenAtDash() != 0 {
		return kit.Usagef("write the server and its arguments after --: skillctl mcp proxy --name NAME -- SERVER")
	}
	return nil
}

// check refuses flags that cannot be obeyed, and names the server by its program where
// --name is not given.
func (o *options) check(argv []string) error {
	if err := o.CheckPolicyFlags(); err != nil {
		return err
	}
	if o.timeout <= 0 {
		return kit.Usagef("--timeout %s is not above 0", o.timeout)
	}
	if o.name == "" {
		o.name = strings.TrimSuffix(filepath.Base(argv[0]), ".exe")
	}
	if err := pin.CheckName(o.name); err != nil {
		return kit.Usagef("--name: %w", err)
	}
	return nil
}

// run prepares what is judged by, and stands between.
func (o *options) run(ctx context.Context, argv []string) error {
	// A pipe that nobody reads from is an error of writing, and no end.
	pipe := make(chan os.Signal, 1)
	signal.Notify(pipe, syscall.SIGPIPE)
	defer signal.Stop(pipe)
	streams := o.factory.IO
	dir, err := streams.Abs(".")
	if err != nil {
		return fmt.Errorf("find the folder of the project: %w", err)
	}
	f := o.factory.Silent(dir)
	p := &proxy{
		PolicyFlags: o.PolicyFlags, factory: f, streams: streams, name: o.name, argv: argv, dir: dir, began: f.Now().UTC().Truncate(time.Second), startTime: min(startTime, o.timeout), callTime: o.timeout,
		changed: make(chan struct{}, 1), calls: make(chan struct{}, maxCalls), progress: map[string]*progress{}, heard: map[string]bool{}, asked: ask.New(f.Now),
	}
	return p.run(ctx)
}
