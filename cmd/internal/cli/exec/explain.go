package exec

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/approval"
	"github.com/skillctl/skillctl/engine/exec"
	"github.com/skillctl/skillctl/engine/settings"
)

// compareRun asks every profile. The exit code follows the one that holds.
func (o *execOptions) compareRun(ctx context.Context, decider kit.Decider, request exec.Request, merged *settings.Settings) error {
	names, err := decider.Profiles()
	if err != nil {
		return &kit.ExitError{Code: kit.ExitUsage, Err: err}
	}
	all := make([]exec.Explanation, 0, len(names))
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
	i := slices.IndexFunc(all, func(e exec.Explanation) bool { return e.Profile == own })
	if i < 0 {
		return kit.Usagef("the settings name the profile %q, which does not exist; it must be one of %s", own, strings.Join(names, ", "))
	}
	return verdict(all[i].Effect)
}

// explanation is what would follow from a request, also from what a person has
// approved already. Nothing is used up.
func (o *execOptions) explanation(ctx context.Context, decider kit.Decider, request exec.Request, merged *settings.Settings) (exec.Explanation, error) {
	answer, err := o.consult(ctx, decider, request, merged)
	if err != nil {
		return exec.Explanation{}, err
	}
	return answer.Explanation(request, merged), nil
}

// consult asks the policies with what a person has approved already.
func (o *execOptions) consult(ctx context.Context, decider kit.Decider, request exec.Request, merged *settings.Settings) (exec.Consultation, error) {
	open := lazyApprovals(sync.OnceValues(o.factory.Approvals))
	answer, err := decider.Consult(ctx, request, merged, open, o.factory.Now())
	if err == nil && answer.Decision.Effect.Rank() > engine.Warn.Rank() {
		// Approvals that cannot be trusted are an error, whatever was decided.
		if _, err := open(); err != nil && !errors.Is(err, approval.ErrNoHome) {
			return exec.Consultation{}, err
		}
	}
	return answer, err
}

// lazyApprovals opens the approvals when they are asked for. Where there can be
// none, there are none.
type lazyApprovals func() (*approval.Store, error)

// Match looks for an approval of a request.
func (open lazyApprovals) Match(ctx context.Context, subject approval.Subject, asked []string, now time.Time) (approval.Match, error) {
	store, err := open()
	if errors.Is(err, approval.ErrNoHome) {
		return approval.Match{}, nil
	}
	if err != nil {
		return approval.Match{}, err
	}
	return store.Match(ctx, subject, asked, now)
}
