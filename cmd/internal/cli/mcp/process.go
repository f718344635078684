package mcp

import (
	"context"
	"errors"
	"io"

	"github.com/skillctl/skillctl/cmd/internal/cli/mcp/child"
)

// process runs skillctl itself with arguments, and returns its exit code. When ctx or the
// conversation ends, everything that it started ends as well.
func (s *server) process(ctx context.Context, args []string, input io.Reader, stdout, stderr io.Writer) (int, error) {
	s.running.Add(1)
	defer s.running.Done()
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	defer context.AfterFunc(s.conversation, func() { cancel(errEnded) })()
	run := child.Run{Args: args, Dir: s.project, Env: s.options.factory.Environ(), Stdin: input, Stdout: stdout, Stderr: stderr}
	return run.Start(ctx)
}

// errEnded: the client has closed its end.
var errEnded = errors.New("the conversation has ended")
