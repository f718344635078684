package lint

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
	"syscall"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/lint"
	"github.com/skillctl/skillctl/engine/policy"
	"github.com/skillctl/skillctl/engine/report/format"
	"github.com/skillctl/skillctl/engine/report/source"
	"github.com/skillctl/skillctl/internal/document"
	"github.com/skillctl/skillctl/schema"
)

// lintJob is one run of lint, once its settings are known.
type lintJob struct {
	*lintOptions
	settings kit.Settings
	linter   kit.Linter
	progress *kit.Progress
	// source reads the files of the report; nil: from where they stand.
	source func(file string) ([]byte, error)
}

func lintRun(ctx context.Context, o *lintOptions) error {
	if len(o.paths) == 0 {
		o.paths = []string{"."}
	}
	if err := o.checkPaths(); err != nil {
		return err
	}
	job, r, err := o.judge(ctx)
	if err != nil {
		return err
	}
	if o.fix != fixNone || o.diff {
		if r, err = job.applyFixes(ctx, r); err != nil {
			return err
		}
	}
	if o.writeBaseline {
		if err := job.writeBaseline(r); err != nil {
			return err
		}
	}
	if err := job.applyBaseline(&r); err != nil {
		return err
	}
	if !o.diff {
		if err := job.write(r); err != nil {
			return err
		}
	}
	job.notes(r)
	return o.verdict(job.settings, r)
}

// judge lints the paths or, where they are that, standard input.
func (o *lintOptions) judge(ctx context.Context) (*lintJob, engine.Report, error) {
	if o.stdinName == "" {
		job, err := o.start(ctx)
		if err != nil {
			return nil, engine.Report{}, err
		}
		r, err := job.lint(ctx)
		return job, r, err
	}
	// Settings are those of the real folder, and so is everything after the judgement.
	settings, err := o.read(ctx)
	if err != nil {
		return nil, engine.Report{}, err
	}
	undo, err := o.stdin(ctx)
	if err != nil {
		return nil, engine.Report{}, err
	}
	defer undo()
	o.noCache = true
	job, err := o.build(ctx, settings)
	if err != nil {
		return nil, engine.Report{}, err
	}
	r, err := job.lint(ctx)
	if err != nil {
		return nil, engine.Report{}, err
	}
	only(&r, o.stdinName)
	text, err := source.Reader(r)(o.stdinName)
	job.source = func(file string) ([]byte, error) {
		if file != o.stdinName {
			return nil, fs.ErrNotExist
		}
		return text, err
	}
	return job, r, nil
}

// checkPaths makes sure that the paths lead somewhere: a typing error is not a
// failure of the tool.
func (o *lintOptions) checkPaths() error {
	for _, p := range o.paths {
		if p == stdinPath && o.stdinName != "" {
			continue
		}
		_, err := os.Stat(o.factory.IO.At(p))
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return kit.Usagef("%q does not exist", p)
		case errors.Is(err, syscall.ELOOP):
			return kit.Usagef("%q is a link that leads back to itself", p)
		}
	}
	return nil
}

// start reads the settings and builds the engine.
func (o *lintOptions) start(ctx context.Context) (*lintJob, error) {
	settings, err := o.read(ctx)
	if err != nil {
		return nil, err
	}
	return o.build(ctx, settings)
}

// read reads the settings and lays the flags over them.
func (o *lintOptions) read(ctx context.Context) (kit.Settings, error) {
	settings, err := o.factory.Settings(ctx, kit.SettingsQuery{
		File: o.config, None: o.noConfig,
		Dialects: o.dialects, FailOn: o.failOn, MinConfidence: o.minConfidence, Baseline: o.baseline,
		Policies: o.policies, PolicyKinds: []policy.Kind{policy.KindLint},
	})
	if err != nil {
		return kit.Settings{}, err
	}
	kit.WarnDeprecated(o.factory.IO, append(settings.Deprecated, settings.Unheeded...))
	if o.writeBaseline && settings.Baseline == "" {
		return kit.Settings{}, kit.Usagef("--write-baseline needs a file: name it with --baseline")
	}
	settings.Control.Only, settings.Control.Ignore = o.rules, o.ignore
	if o.judgedOnly {
		return settings, nil
	}
	return settings, o.allowScripts(ctx, &settings.Control)
}

// build builds the engine.
func (o *lintOptions) build(ctx context.Context, settings kit.Settings) (*lintJob, error) {
	job := &lintJob{lintOptions: o, settings: settings, progress: kit.NewProgress(o.factory, o.quiet)}
	opts := []lint.Option{
		lint.WithControl(settings.Control), lint.WithJobs(o.jobs), lint.WithVersion(o.factory.Build().Version),
		lint.WithNow(o.factory.Now()), lint.WithProgress(job.progress.Step), lint.WithPlaces(),
	}
	own, err := o.factory.IO.OwnRules(settings.Policies)
	if err != nil {
		return nil, err
	}
	opts = append(opts, own...)
	if cache := o.cache(); cache != nil {
		opts = append(opts, lint.WithCache(cache))
	}
	if job.linter, err = o.factory.Linter(opts...); err == nil {
		err = job.linter.Check(ctx)
	}
	if wrong := (*policy.ProblemError)(nil); errors.As(err, &wrong) {
		err = &kit.ExitError{Code: kit.ExitUsage, Err: wrong}
	}
	return job, err
}

// cache is the findings cache. One that cannot be used costs time only, so
// that is said and not more.
func (o *lintOptions) cache() lint.Cache {
	if o.noCache {
		return nil
	}
	cache, err := o.factory.Cache()
	if err != nil {
		o.say("the findings cache is not used: %v", err)
		return nil
	}
	return cache
}

func (j *lintJob) lint(ctx context.Context) (engine.Report, error) {
	defer j.factory.IO.Tune(kit.LintGarbagePercent, kit.LintMemoryLimit)()
	j.progress.Start()
	defer j.progress.Stop()
	return j.linter.Lint(ctx, j.paths)
}

// write writes the report in the format that was asked for.
func (j *lintJob) write(r engine.Report) error {
	write, _ := format.Lookup(j.format)
	if j.statistics {
		write = format.Statistics
	}
	streams := j.factory.IO
	read := j.source
	if read == nil {
		read = source.Reader(r)
	}
	opts := []format.Option{
		format.WithSource(read), format.WithThreshold(j.settings.Threshold()),
		format.WithSummary(!j.quiet), format.WithRules(j.factory.WithPages(j.format, j.linter.Rules(), r)),
		format.WithMinSeverity(j.least()),
	}
	if j.output != "" {
		opts = append(opts, format.WithColor(j.color == kit.ColorAlways))
		return streams.WriteFile(j.output, func(w io.Writer) error { return write(w, r, opts...) })
	}
	color := streams.Color(j.color, streams.OutTTY)
	opts = append(opts, format.WithColor(color), format.WithLinks(streams.Links(color), streams.At), format.WithWidth(streams.Width()))
	var out bytes.Buffer
	if err := write(&out, r, opts...); err != nil {
		return fmt.Errorf("write report: %w", err)
	}
	return streams.Show(out.Bytes())
}

// least is how bad a finding must be to be shown. A person at a terminal first wants to
// see what matters; what is left out is counted.
func (j *lintJob) least() engine.Severity {
	switch {
	case j.minSeverity != "":
		return engine.Severity(j.minSeverity)
	case j.format == format.NamePretty && j.output == "" && j.factory.IO.OutTTY:
		return engine.SeverityMedium
	}
	return engine.SeverityInfo
}

// notes says on standard error what the report itself does not.
func (j *lintJob) notes(r engine.Report) {
	if len(r.Skills)+len(r.Projects)+len(r.Configs) == 0 {
		return
	}
	if j.verbose {
		files := "none"
		if len(j.settings.Files) > 0 {
			files = strings.Join(j.settings.Files, ", ")
		}
		j.say("settings: %s", files)
		j.say("policies: %s", r.Policy)
		j.say("%d of %d skills are unchanged and were taken from the cache", r.Summary.Cached, r.Summary.Skills)
	}
	if file := j.settings.Packaged; file != "" {
		j.say("note: %s is part of the package that is linted: what it switches off is not found; --no-config leaves it out", file)
	}
	for _, s := range r.Unused {
		about := s.Rule
		if s.Path != "" {
			about += " in " + s.Path
		}
		j.say("%s: %s: the suppression of %s (owner: %s) silences nothing: remove it", schema.Place{File: s.File, Position: document.Position{Line: s.Line, Column: s.Column}}, s.Severity, about, s.Owner)
	}
	if line := format.Dialects(r); line != "" && !j.diff && (j.verbose || j.factory.IO.OutTTY || format.Followed(r)) {
		j.say("%s", line)
	}
	if line := format.Chosen(r); line != "" && !j.diff && (j.verbose || j.factory.IO.OutTTY) {
		j.say("%s", line)
	}
	for _, s := range j.settings.Control.Suppressions {
		if s.Expired(j.factory.Now()) {
			j.say("the suppression of %s (owner: %s) expired on %s: fix the finding or set a later date", s.Rule, s.Owner, s.Expires)
		}
	}
	// The pretty report and the Markdown one end with the summary.
	if j.output != "" || j.diff || j.format != format.NamePretty && j.format != format.NameMarkdown {
		j.say("%s", format.Summary(r))
	}
}

// say writes a note to standard error, unless --quiet.
func (o *lintOptions) say(text string, args ...any) {
	if !o.quiet {
		fmt.Fprintln(o.factory.IO.Err, format.Escape(fmt.Sprintf(text, args...)))
	}
}
