//go:build !darwin && !(linux && (amd64 || arm64))

package native

import (
	"context"
	"errors"
	"runtime"

	"github.com/skillctl/skillctl/runner"
)

// check refuses: nothing here keeps a command within limits or ends all that it
// started.
func (b *backend) check(runner.Boundary) error {
	return b.missing("commands cannot be sandboxed on "+runtime.GOOS+"/"+runtime.GOARCH, "choose docker")
}

// leaves: nothing runs.
func (b *backend) leaves(runner.Boundary) []string { return nil }

// Start refuses.
func (b *backend) Start(_ context.Context, spec runner.Spec) (runner.Process, error) {
	return nil, b.check(spec.Boundary)
}

// Adopt refuses: no run was started here.
func (b *backend) Adopt(context.Context, runner.Handover, runner.Spec) (runner.Process, error) {
	return nil, errors.New("there is no run to adopt on " + runtime.GOOS)
}
