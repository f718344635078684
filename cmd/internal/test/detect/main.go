// Command detect measures what lint says of a corpus whose skills are labelled, and
// compares two such measurements; see package internal/test/detect.
package main

import (
	"context"
	"os"
	"os/signal"

	"github.com/skillctl/skillctl/internal/test/detect"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	code := detect.Main(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}
