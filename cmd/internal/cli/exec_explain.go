package cli

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/policy"
	"github.com/skillctl/skillctl/engine/settings"
)

// knownProfile refuses a --profile that there is not.
func (o *execOptions) knownProfile(decider Decider) error {
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
func (o *execOptions) checkPolicies(ctx context.Context, decider Decider, merged *settings.Settings) error {
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

// compareRun asks every profile. The exit code follows the one that holds.
func (o *execOptions) compareRun(ctx context.Context, decider Decider, request engine.Request, merged *settings.Settings) error {
	names, err := decider.Profiles()
	if err != nil {
		return &ExitError{Code: ExitUsage, Err: err}
	}
	all := make([]engine.Explanation, 0, len(names))
	for _, name := range names {
		request.Profile = name
		got, err := decider.Explain(ctx, request, merged)
		if err != nil {
			return err
		}
		all = append(all, got)
	}
	own := merged.Exec.Profile
	if err := o.writeAll(all, own); err != nil {
		return err
	}
	i := slices.IndexFunc(all, func(e engine.Explanation) bool { return e.Profile == own })
	if i < 0 {
		return usagef("the settings name the profile %q, which there is not; there are %s", own, strings.Join(names, ", "))
	}
	return verdict(all[i].Effect)
}
