package mcp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"syscall"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/spf13/cobra"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/cmd/internal/cli/mcp/proxy"
	"github.com/skillctl/skillctl/cmd/internal/cli/mcp/wire"
	"github.com/skillctl/skillctl/cmd/internal/garbage"
)

type options struct {
	factory *kit.Factory

	kit.PolicyFlags
	// http is the address that is served, "" for the standard streams.
	http, tokenFile string
}

// New is the command mcp.
func New(f *kit.Factory) *cobra.Command {
	opts := &options{factory: f}
	cmd := &cobra.Command{
		Use:   "mcp",
		Short: "Serve agents that ask before they act, over MCP",
		Long: `Serves the Model Context Protocol on standard input and output, until the client
closes its end. The client starts it in the folder of the project:

  claude mcp add skillctl -- skillctl mcp
  codex mcp add skillctl -- skillctl mcp
  gemini mcp add skillctl skillctl mcp

  decide_command  says whether a command may run, and why; nothing runs
  run_command     runs a command in its boundary, if it may run without asking anybody
  run_code        the same with code in Python, JavaScript, TypeScript or bash
  session_open    opens an interpreter that keeps its variables; session_run runs code in
                  it, session_list lists, session_close ends it
  lint_skill      finds problems in skills and in agents' configuration files
  gate_skill      says whether a skill may be installed
  list_skills     lists the skills that the agents here load
  explain         explains a rule or a reason

Each does as the command of skillctl does, by the settings, policies and approvals that
hold where the server was started. No argument of a tool changes these. What decide_command
answers is recorded. What runs ends when its call is cancelled, or the client closes its
end: what it has asked before is answered for five seconds more, unless it is gone.

A result has at most 40 KB; the whole of a longer one is kept as a resource while the
server runs, and the result names it. Other resources are skillctl://ids, the ids of all
rules and reasons, skillctl://explain/ID, and skillctl://record, what ran and was refused.

With --http it serves clients of this machine over streamable HTTP, until it is ended. It
prints the address and the token that they have to send (Authorization: Bearer TOKEN).
Pages of browsers are refused.

Exit codes
  0  the client has closed its end, or the server was ended
  2  a flag or a setting is wrong
  3  skillctl failed`,
		Example: `  skillctl mcp
  skillctl mcp --http 127.0.0.1:8765 --token-file ~/.config/skillctl/mcp-token
  skillctl mcp --config /etc/skillctl/agents.cue`,
		Args: kit.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := opts.CheckPolicyFlags(); err != nil {
				return err
			}
			if opts.tokenFile != "" && opts.http == "" {
				return kit.Usagef("--token-file is for --http")
			}
			return serve(cmd.Context(), opts)
		},
	}
	cmd.AddCommand(proxy.New(f), proxy.NewAccept(f))
	f2 := cmd.Flags()
	f2.SortFlags = false
	opts.AddTo(f2)
	f2.StringVar(&opts.http, "http", "", "serve HTTP at this `address` of this machine, such as 127.0.0.1:8765; port 0: any that is free")
	f2.StringVar(&opts.tokenFile, "token-file", "", "with --http, the `file` with the token; made where there is none (default: a new token, which is printed)")
	return cmd
}

// serve answers one client on the standard streams, or all of this machine.
func serve(ctx context.Context, o *options) error {
	garbage.Resume()
	// A pipe that nobody reads from is an error of writing, and no end.
	pipe := make(chan os.Signal, 1)
	signal.Notify(pipe, syscall.SIGPIPE)
	defer signal.Stop(pipe)
	s, err := newServer(ctx, o)
	if err != nil {
		return err
	}
	defer s.running.Wait()
	defer s.closeSessions("", true)
	defer s.hangUp()
	// Settings that cannot be used are said where a person sees it, at the start.
	if err := s.check(ctx); err != nil {
		return err
	}
	streams := o.factory.IO
	log := slog.New(slog.NewTextHandler(streams.Err, &slog.HandlerOptions{Level: slog.LevelError}))
	if o.http != "" {
		return s.serveHTTP(ctx, log)
	}
	transport := &wire.Transport{In: streams.In, Out: streams.Out, Grace: wire.LastCalls, AtEnd: s.hangUp}
	err = s.protocol(log).Run(ctx, transport)
	if errors.Is(err, io.EOF) || errors.Is(err, context.Canceled) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("serve: %w", err)
	}
	return nil
}

// implementation is who this is.
func (s *server) implementation() *sdk.Implementation {
	return &sdk.Implementation{Name: "skillctl", Title: "skillctl: policy for agents' skills and commands", Version: s.factory.Build().Version}
}
