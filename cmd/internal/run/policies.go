package run

import (
	"cmp"
	"context"
	"errors"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/engine/policy"
	"github.com/skillctl/skillctl/engine/settings"
)

// knownProfile refuses a --profile that there is not.
func (o *Options) knownProfile(decider kit.Decider) error {
	if o.Profile == "" {
		return nil
	}
	names, err := decider.Profiles()
	if err != nil {
		return &kit.ExitError{Code: kit.ExitUsage, Err: err}
	}
	return kit.OneOf("--profile", o.Profile, names)
}

// CheckPolicies refuses a profile that there is not, and policies of the
// operator that cannot be used.
func (o *Options) CheckPolicies(ctx context.Context, decider kit.Decider, merged *settings.Settings) error {
	if err := o.knownProfile(decider); err != nil {
		return err
	}
	return CheckPolicies(ctx, decider, cmp.Or(o.Profile, merged.Exec.Profile))
}

// CheckPolicies says what is wrong with the policies of a profile: file, line
// and column, and nothing around it.
func CheckPolicies(ctx context.Context, decider kit.Decider, profile string) error {
	err := decider.Check(ctx, profile)
	var problems *policy.ProblemError
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return err
	case errors.As(err, &problems):
		return &kit.ExitError{Code: kit.ExitUsage, Err: problems}
	}
	return &kit.ExitError{Code: kit.ExitUsage, Err: err}
}
