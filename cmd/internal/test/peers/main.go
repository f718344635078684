// Command peers measures what skillctl costs beside other programs; see package
// internal/test/peers.
package main

import (
	"context"
	"os"
	"os/signal"

	"github.com/skillctl/skillctl/internal/test/peers"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	code := peers.Main(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}
