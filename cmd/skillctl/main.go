// Command skillctl says what the skills of AI agents may do.
package main

import (
	"context"
	"os"
	"os/signal"
	"runtime"
	"syscall"

	"github.com/skillctl/skillctl/cmd/internal/cli"
	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	_ "github.com/skillctl/skillctl/cmd/internal/garbage" // has to be told before main
)

func main() {
	os.Exit(run())
}

// run is main with an exit code, so that deferred calls are made.
func run() int {
	// Nobody reads a profile of memory; keeping one is a fiftieth of the processor time.
	runtime.MemProfileRate = 0
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	// The first signal asks for an orderly end, the second one ends what does
	// not listen, such as a write to a pipe that nobody reads.
	defer context.AfterFunc(ctx, stop)()
	return cli.Main(ctx, os.Args[1:], kit.System())
}
