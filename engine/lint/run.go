package lint

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/catalog"
	"github.com/skillctl/skillctl/engine/policy"
)

// Lint judges every skill and configuration file below the paths. An error
// means that the work could not be done; what is wrong with a skill is a
// finding. A report with neither skills nor configurations means that there was
// nothing to judge.
func (e *Linter) Lint(ctx context.Context, paths []string) (engine.Report, error) {
	listings := catalog.Listings{}
	found, err := catalog.Discover(ctx, paths, catalog.WithIgnore(e.ignores), catalog.WithDir(e.here.dir), catalog.WithLinked(), catalog.WithProjects(), catalog.WithListings(listings))
	if err != nil {
		return engine.Report{}, err
	}
	run := &run{linter: e, found: found, paths: paths, listings: listings}
	if err := run.skills(ctx); err != nil {
		return engine.Report{}, err
	}
	if err := run.projects(ctx, nil, catalog.Changed{}); err != nil {
		return engine.Report{}, err
	}
	if err := run.configs(ctx); err != nil {
		return engine.Report{}, err
	}
	if err := run.set(ctx); err != nil {
		return engine.Report{}, err
	}
	return run.report(ctx)
}

func (e *Linter) ignores(name string) bool {
	for _, glob := range e.control.IgnorePaths {
		if matchPath(glob, name) {
			return true
		}
	}
	return false
}

// run is one call of Lint.
type run struct {
	linter *Linter
	found  catalog.Found
	// paths are those that the caller gave.
	paths []string
	// known are the roots of the host, where they need not be guessed.
	known []setRoot

	results  []skillResult
	worked   []projectResult
	settings []configResult
	others   []engine.Finding
	// listings are what the walk that has just been made found in folders.
	listings catalog.Listings
	// shelves have what the last run with these paths said of skills.
	shelves shelves
	// marks are the names that say whose a folder is, by folder.
	marks sync.Map // string -> []string
	// disk are the places that others depend on; see [run.places].
	disk []string
	// start is the folder in which relative paths begin: to ask for it takes two looks at
	// the disk, which is not done for each skill.
	start struct {
		once   sync.Once
		folder string
		err    error
	}
}

// skills judges all skills, some at a time. The first tool failure stops the
// others.
func (r *run) skills(ctx context.Context) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	r.results = make([]skillResult, len(r.found.Skills))
	r.shelves = r.linter.shelves(r.paths, len(r.found.Skills))
	var (
		group sync.WaitGroup
		mutex sync.Mutex
		done  int
		next  atomic.Int64
	)
	for range min(r.linter.jobs, len(r.found.Skills)) {
		group.Go(func() {
			for {
				i := int(next.Add(1)) - 1
				if i >= len(r.found.Skills) || ctx.Err() != nil {
					return
				}
				result, err := r.skill(ctx, &r.found.Skills[i])
				if err != nil {
					cancel(fmt.Errorf("lint %q: %w", r.found.Skills[i].Path, err))
					return
				}
				r.results[i] = result
				if r.linter.progress != nil {
					mutex.Lock()
					done++
					r.linter.progress(done, len(r.found.Skills))
					mutex.Unlock()
				}
			}
		})
	}
	group.Wait()
	if err := context.Cause(ctx); err != nil {
		return err
	}
	r.shelves.keep(r.results)
	r.shelves, r.listings = shelves{}, nil
	return nil
}

func (r *run) configs(ctx context.Context) error {
	for i := range r.found.Configs {
		result, err := r.config(ctx, &r.found.Configs[i])
		if err != nil {
			return fmt.Errorf("lint %q: %w", r.found.Configs[i].Path, err)
		}
		r.settings = append(r.settings, result)
	}
	return nil
}

// ask has the rules judge one unit in some dialects and returns their answers.
func (r *run) ask(ctx context.Context, input *lintInput, in engine.Dialects) ([]answer, error) {
	answers, _, err := r.askWithin(ctx, input, in, policy.Budget{})
	return answers, err
}

// askWithin is ask with a budget, of which it says what was spent.
func (r *run) askWithin(ctx context.Context, input *lintInput, in engine.Dialects, budget policy.Budget) ([]answer, policy.Spent, error) {
	input.Hosts, input.Likely = in.Judged, in.Likely
	if input.Hosts == nil {
		input.Hosts = []string{}
	}
	if input.Likely == nil {
		input.Likely = []string{}
	}
	input.Options = r.linter.asOptions
	query, err := r.linter.unit(ctx, input.Kind, input.only)
	if err != nil {
		return nil, policy.Spent{}, err
	}
	var answers []answer
	spent, err := query.EvalIntoWithin(ctx, input, &answers, budget)
	if err != nil {
		if unknown := (*policy.UnknownKeyError)(nil); errors.As(err, &unknown) {
			err = fmt.Errorf("a finding of an operator's policy has no key %q; its keys are %s", unknown.Key, findingKeys)
		}
		return nil, policy.Spent{}, err
	}
	for i := range answers {
		if err := r.linter.checkOwn(&answers[i]); err != nil {
			return nil, policy.Spent{}, err
		}
	}
	return answers, spent, nil
}

// findingKeys are the keys of a finding, for who wrote another one.
const findingKeys = "message, hint, at, related, severity, because, confidence, locus, hosts and fix"

// checkOwn refuses a finding of an operator's rule with a severity that there is not,
// or the like: it would count as none.
func (e *Linter) checkOwn(a *answer) error {
	if !strings.HasPrefix(a.Rule, "user/") {
		return nil
	}
	found := e.byID[a.Rule]
	found.Severity, found.Confidence, found.Locus = cmp.Or(a.Severity, found.Severity), cmp.Or(a.Confidence, found.Confidence), cmp.Or(a.Locus, found.Locus)
	if err := checkWords(found); err != nil {
		return fmt.Errorf("a finding of rule %s: %w", a.Rule, err)
	}
	return nil
}

// lintInput is #LintInput of schema/lint.cue.
type lintInput struct {
	Kind    string       `json:"kind"`
	Hosts   []string     `json:"hosts"`
	Likely  []string     `json:"likely"`
	Options policy.Value `json:"options"`
	Skill   any          `json:"skill,omitempty"`
	Config  any          `json:"config,omitempty"`
	Set     any          `json:"set,omitempty"`

	// only is the one rule that is asked, "" for all.
	only string
}

// report puts everything together, sorted, with what the settings suppress
// marked and the verdicts drawn from what is left.
func (r *run) report(ctx context.Context) (engine.Report, error) {
	e := r.linter
	report := engine.Report{
		Schema: engine.ReportSchema, Dir: e.here.dir, Tool: e.version, Policy: e.Policy(),
		Only: e.control.Only, Ignored: e.control.Ignore,
		Skills: []engine.SkillReport{}, Configs: []engine.ConfigReport{},
		Findings: e.control.apply(r.others, e.now),
	}
	for i := range r.results {
		result := &r.results[i]
		skill := result.SkillReport
		skill.Path = r.found.Skills[i].Path
		all := skill.Findings
		said, err := e.verdicts.of(ctx, e.unsuppressed(all), skill.Complete)
		if err != nil {
			return engine.Report{}, err
		}
		skill.Verdict, skill.Safety, skill.Form = said.Verdict, said.Safety, said.Form
		skill.Findings = e.control.apply(all, e.now)
		report.Skills = append(report.Skills, skill)
		report.Summary.Files += result.Files
		if result.cached {
			report.Summary.Cached++
		}
	}
	for i := range r.worked {
		project := r.worked[i].SkillReport
		said, err := e.verdicts.of(ctx, e.unsuppressed(project.Findings), project.Complete)
		if err != nil {
			return engine.Report{}, err
		}
		project.Verdict, project.Safety, project.Form = said.Verdict, said.Safety, said.Form
		project.Findings = e.control.apply(project.Findings, e.now)
		report.Projects = append(report.Projects, project)
		report.Summary.Files += r.worked[i].files
	}
	for _, result := range r.settings {
		result.Findings = e.control.apply(result.Findings, e.now)
		report.Configs = append(report.Configs, result.ConfigReport)
	}
	report.Unused = r.unused()
	report.Summarise()
	return report, nil
}

// unsuppressed are the findings that count for a verdict, whatever the run
// chose not to show.
func (e *Linter) unsuppressed(list []engine.Finding) []engine.Finding {
	counted := make([]engine.Finding, 0, len(list))
	for _, finding := range list {
		if e.control.suppression(&finding, e.now) == nil {
			counted = append(counted, finding)
		}
	}
	return counted
}
