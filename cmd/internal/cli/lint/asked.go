package lint

import (
	"context"
	"slices"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/report/format"
)

// Judge lints paths with the settings, the cache and the baseline that lint has, and
// writes nothing.
func Judge(ctx context.Context, f *kit.Factory, q kit.Judging) (engine.Report, error) {
	o := &lintOptions{
		factory: f, paths: q.Paths, dialects: slices.Compact(slices.Sorted(slices.Values(q.Dialects))), config: q.Config, noConfig: q.NoConfig, policies: q.Policies,
		format: format.NameJSON, color: kit.ColorNever, quiet: true, judgedOnly: true,
	}
	if err := kit.CheckDialects(o.dialects); err != nil {
		return engine.Report{}, err
	}
	if err := o.checkPaths(); err != nil {
		return engine.Report{}, err
	}
	job, r, err := o.judge(ctx)
	if err != nil {
		return engine.Report{}, err
	}
	if err := job.applyBaseline(&r); err != nil {
		return engine.Report{}, err
	}
	return r, nil
}
