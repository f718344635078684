package runs

import (
	"context"

	"github.com/skillctl/skillctl/engine/conformance"
)

// held answers rows about the boundary around a run, for which something must
// really run.
func (r *egressRow) held(_ context.Context, _ *outside) (conformance.Result, error) {
	return conformance.Result{Outcome: conformance.Skipped, Detail: r.Request + ": wants a run in a container"}, nil
}
