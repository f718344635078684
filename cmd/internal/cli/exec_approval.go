package cli

import (
	"context"
	"errors"

	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/approval"
	"github.com/skillctl/skillctl/engine/settings"
)

// consult looks whether a person has approved already what would be asked or,
// with nobody to ask, refused. Nothing is used up.
func (o *execOptions) consult(ctx context.Context, decider Decider, request engine.Request, merged *settings.Settings, got *engine.Explanation) error {
	if got.Effect.Rank() <= engine.Warn.Rank() {
		return nil
	}
	store, err := o.factory.Approvals()
	if errors.Is(err, approval.ErrNoHome) {
		return nil // there can be no approvals
	}
	if err != nil {
		return err
	}
	answer, err := decider.Consult(ctx, request, merged, store, o.factory.Now())
	if err != nil {
		return err
	}
	got.Decision = answer.Decision
	return nil
}
