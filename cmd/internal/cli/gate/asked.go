package gate

import (
	"context"
	"fmt"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/engine/install"
	"github.com/skillctl/skillctl/engine/report/format"
)

// Judged is one skill or plugin, and what the gate says of it.
type Judged struct {
	// Path is as it was asked for; that of an archive goes on within it.
	Path string
	install.Decision
}

// Judge decides as gate does, sorted by path, and writes nothing.
func Judge(ctx context.Context, f *kit.Factory, q kit.Judging) ([]Judged, error) {
	o := &gateOptions{
		factory: f, paths: q.Paths, dialects: q.Dialects, config: q.Config, noConfig: q.NoConfig, policies: q.Policies,
		format: format.NameJSON, color: kit.ColorNever, failOn: gateFailBlock, quiet: true,
	}
	if err := o.check(); err != nil {
		return nil, err
	}
	job, err := o.judged(ctx)
	if err != nil {
		return nil, err
	}
	defer job.close()
	r, err := job.report()
	if err != nil {
		return nil, err
	}
	var out []Judged
	for _, t := range r.Targets {
		out = append(out, Judged(t))
	}
	return out, nil
}

// judged opens the settings, and decides on everything below the paths. Who gets the
// job closes it.
func (o *gateOptions) judged(ctx context.Context) (*gateJob, error) {
	job, err := o.open(ctx)
	if err != nil {
		return nil, err
	}
	if err := job.judgeAll(ctx); err != nil {
		job.close()
		return nil, err
	}
	return job, nil
}

// judgeAll decides on everything below the paths.
func (j *gateJob) judgeAll(ctx context.Context) error {
	for _, name := range j.paths {
		if err := j.add(ctx, name); err != nil {
			return err
		}
	}
	if len(j.targets) == 0 {
		return &kit.ExitError{Code: kit.ExitNothing, Err: fmt.Errorf("nothing to judge below %s: no SKILL.md and no SKILL.toml", kit.Quoted(j.paths))}
	}
	return j.judge(ctx)
}
