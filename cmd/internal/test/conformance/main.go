// Command conformance compares the engine with recorded decisions of real
// systems; see package internal/test/conformance, and package runs for what a runner
// answers.
package main

import (
	"context"
	"os"
	"os/signal"

	"github.com/skillctl/skillctl/cmd/internal/test/conformance/runs"
	"github.com/skillctl/skillctl/internal/test/conformance"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	code := conformance.Main(ctx, os.Args[1:], os.Stdout, os.Stderr, runs.Suites(runs.Built("."))...)
	stop()
	os.Exit(code)
}
