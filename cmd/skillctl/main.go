// Command skillctl says what the skills of AI agents may do.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"github.com/skillctl/skillctl/cmd/internal/cli"
	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
)

func main() {
	os.Exit(run())
}

// run is main with an exit code, so that deferred calls are made.
func run() int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	// The first signal asks for an orderly end, the second one ends what does
	// not listen, such as a write to a pipe that nobody reads.
	defer context.AfterFunc(ctx, stop)()
	return cli.Main(ctx, os.Args[1:], kit.System())
}
