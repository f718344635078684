package native

import (
	"context"
	"errors"

	"github.com/skillctl/skillctl/runner"
)

func (b *backend) check(runner.Boundary) error { return b.missing("sandbox-exec profiles are not run in this build", "choose docker") }

// Start refuses.
func (b *backend) Start(_ context.Context, spec runner.Spec) (runner.Process, error) {
	return nil, b.check(spec.Boundary)
}

// Adopt refuses.
func (b *backend) Adopt(context.Context, runner.Handover, runner.Spec) (runner.Process, error) {
	return nil, errors.New("no")
}
