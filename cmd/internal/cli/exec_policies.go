package cli

import (
	"cmp"
	"context"
	"errors"

	"github.com/skillctl/skillctl/engine/policy"
	"github.com/skillctl/skillctl/engine/settings"
)

// knownProfile refuses a --profile that there is not.
func (o *Options) knownProfile(decider Decider) error {
	if o.profile == "" {
		return nil
	}
	names, err := decider.Profiles()
	if err != nil {
		return &ExitError{Code: ExitUsage, Err: err}
	}
	return oneOf("--profile", o.profile, names)
}

// checkPolicies refuses a profile that there is not, and policies of the
// operator that cannot be used.
func (o *Options) checkPolicies(ctx context.Context, decider Decider, merged *settings.Settings) error {
	if err := o.knownProfile(decider); err != nil {
		return err
	}
	return usablePolicies(ctx, decider, cmp.Or(o.profile, merged.Exec.Profile))
}

// usablePolicies says what is wrong with the policies of a profile: file, line
// and column, and nothing around it.
func usablePolicies(ctx context.Context, decider Decider, profile string) error {
	err := decider.Check(ctx, profile)
	var problems *policy.ProblemError
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return err
	case errors.As(err, &problems):
		return &ExitError{Code: ExitUsage, Err: problems}
	}
	return &ExitError{Code: ExitUsage, Err: err}
}
