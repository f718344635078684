// Command tables compares the entries of policies/programs with the programs that
// are installed; see package internal/test/tables.
package main

import (
	"context"
	"os"
	"os/signal"

	"github.com/skillctl/skillctl/internal/test/tables"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	code := tables.Main(ctx, os.Args[1:], os.DirFS("policies"), os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}
