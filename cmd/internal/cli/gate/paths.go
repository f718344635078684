package gate

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/catalog"
	"github.com/skillctl/skillctl/engine/install"
	"github.com/skillctl/skillctl/engine/lock"
	"github.com/skillctl/skillctl/engine/report/format"
	"github.com/skillctl/skillctl/engine/report/source"
	"github.com/skillctl/skillctl/engine/settings"
	"github.com/skillctl/skillctl/engine/stage"
)

// gateTarget is one skill that is judged.
type gateTarget struct {
	// path is its folder as the user gave it; that of an archive goes on within it.
	path string
	req  install.Request
	// refused is why an archive was not unpacked, linked the link to a skill that is
	// not judged.
	refused *stage.RefusedError
	linked  *catalog.Link

	decision install.Decision
}

// gateJob is one run over paths.
type gateJob struct {
	*gateOptions
	settings *settings.Settings
	gate     kit.Gate
	progress *kit.Progress
	lock     *lock.Lock
	rulers   []string // the files that the settings make the gate go by
	targets  []*gateTarget
	staged   []*stage.Staged
}

// gatePaths judges what is below the paths, each skill by itself.
func gatePaths(ctx context.Context, o *gateOptions) error {
	defer o.factory.IO.Tune(kit.LintGarbagePercent, kit.LintMemoryLimit)()
	if len(o.paths) == 0 {
		o.paths = []string{"."}
	}
	job, err := o.judged(ctx)
	if err != nil {
		return err
	}
	defer job.close()
	if err := job.write(); err != nil {
		return err
	}
	job.notes()
	return job.verdict()
}

// open reads the settings, the lock file and the policies.
func (o *gateOptions) open(ctx context.Context) (*gateJob, error) {
	job := &gateJob{gateOptions: o, progress: kit.NewProgress(o.factory, o.quiet)}
	query := kit.SettingsQuery{File: o.config, None: o.noConfig, Policies: o.policies, PolicyKinds: kit.GatePolicies(), Dialects: o.dialects}
	var err error
	job.settings, err = o.factory.ExecSettings(ctx, query)
	if err != nil {
		return nil, err
	}
	job.rulers = o.factory.IO.GateFiles(job.settings)
	kit.WarnDeprecated(o.factory.IO, job.settings.Deprecated)
	if job.gate, err = o.factory.HeldGate(query, job.settings, o.cached()...); err != nil {
		return nil, err
	}
	if err := job.gate.Check(ctx); err != nil {
		return nil, &kit.ExitError{Code: kit.ExitUsage, Err: err}
	}
	if o.lock != "" {
		if job.lock, err = lock.ReadFileFrom(o.factory.IO.Dir, o.lock); err != nil {
			return nil, &kit.ExitError{Code: kit.ExitUsage, Err: err}
		}
	}
	return job, nil
}

// cached has the gate remember what it found. A cache that cannot be used costs time
// only, so that is said and not more.
func (o *gateOptions) cached() []install.Option {
	if o.noCache {
		return nil
	}
	cache, err := o.factory.Cache()
	if err != nil {
		o.say("the findings cache is not used: %v", err)
		return nil
	}
	return []install.Option{install.WithCache(cache)}
}

// say writes a note to standard error, unless --quiet.
func (o *gateOptions) say(text string, args ...any) {
	if !o.quiet {
		fmt.Fprintln(o.factory.IO.Err, format.Escape(fmt.Sprintf(text, args...)))
	}
}

// notes says on standard error what the report itself does not.
func (j *gateJob) notes() {
	if !j.verbose {
		return
	}
	files, remembered := "none", 0
	if len(j.settings.Files) > 0 {
		files = strings.Join(j.settings.Files, ", ")
	}
	for _, t := range j.targets {
		if t.decision.Remembered {
			remembered++
		}
	}
	j.say("settings: %s", files)
	j.say("%d of %d skills are unchanged: what is in them was taken from the cache", remembered, len(j.targets))
}

func (j *gateJob) close() {
	for _, staged := range j.staged {
		_ = staged.Close()
	}
}

// add finds what there is to judge in a path.
func (j *gateJob) add(ctx context.Context, name string) error {
	streams := j.factory.IO
	info, err := os.Stat(streams.At(name))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return kit.Usagef("%q does not exist", name)
	case err != nil:
		return fmt.Errorf("look at %q: %w", name, source.Bare(err))
	case info.IsDir():
		return j.addFolder(ctx, filepath.ToSlash(name), name, nil)
	case slices.Contains(catalog.Manifests(), filepath.Base(name)):
		return j.addFolder(ctx, filepath.ToSlash(filepath.Dir(name)), filepath.Dir(name), nil)
	}
	staged, err := stage.Open(ctx, name, stage.WithDir(streams.Dir), stage.WithParent(streams.TempDir()), stage.WithWhole())
	var refused *stage.RefusedError
	switch {
	case errors.As(err, &refused):
		base := filepath.Base(name)
		j.targets = append(j.targets, &gateTarget{
			path: filepath.ToSlash(name), refused: refused, req: install.Request{Target: install.Target{Type: "skill", Name: base}},
		})
		return nil
	case err != nil:
		return fmt.Errorf("read %q: %w", name, err)
	}
	j.staged = append(j.staged, staged)
	return j.addFolder(ctx, filepath.ToSlash(name), staged.Dir, staged)
}

// addFolder adds a plugin as a whole, and else the skills of a folder: itself, or those
// below that are not part of another one, and links to such that are not. An archive
// without any is judged as what it is.
func (j *gateJob) addFolder(ctx context.Context, shown, dir string, staged *stage.Staged) error {
	if catalog.IsPlugin(j.factory.IO.At(dir)) {
		j.addPlugin(shown, dir, staged)
		return nil
	}
	found, err := catalog.Discover(ctx, []string{dir}, catalog.WithDir(j.factory.IO.Dir), catalog.WithLinked())
	if err != nil {
		return err
	}
	for i := range found.Links {
		if link := &found.Links[i]; link.Unread {
			at := filepath.ToSlash(link.Path)
			j.targets = append(j.targets, &gateTarget{
				path: at, linked: link, req: install.Request{Target: install.Target{Type: "skill", Name: path.Base(at)}},
			})
		}
	}
	for i := range found.Skills {
		if one := &found.Skills[i]; one.Inside == "" {
			j.addSkill(path.Join(shown, one.Rel), one.Rel, one.Real, staged, dir)
		}
	}
	if len(found.Skills) == 0 && staged != nil {
		j.addSkill(shown, ".", staged.Dir, staged, dir)
	}
	return nil
}

// addSkill adds a folder that is a skill; rel is where it is in what was named, which is
// the folder dir.
func (j *gateJob) addSkill(shown, rel, real string, staged *stage.Staged, dir string) {
	t := &gateTarget{path: shown, req: j.request(real, staged)}
	t.req.Shown, t.req.Action.Specifier, t.req.From = shown, shown, j.factory.IO.At(dir)
	if staged != nil && rel == "." {
		t.req.Target.Name, t.req.Dir = staged.Name, staged.Name
	}
	if staged == nil {
		t.req.Root = install.RootNames(filepath.Dir(real))
	}
	j.targets = append(j.targets, t)
}

// addPlugin adds a folder that is a plugin, with all skills that it brings along.
func (j *gateJob) addPlugin(shown, dir string, staged *stage.Staged) {
	real := j.factory.IO.At(dir)
	if abs, err := filepath.Abs(real); err == nil {
		real = abs
	}
	t := &gateTarget{path: shown, req: j.request(real, staged)}
	if staged != nil {
		t.req.Target.Name = staged.Name
	}
	kind := map[bool]string{false: "plugin-dir", true: "plugin-archive"}[staged != nil]
	t.req.Target.Type, t.req.Shown = "plugin", shown
	t.req.Origin, t.req.Skill = map[string]any{"type": "plugin-bundle"}, nil
	t.req.Action = install.Action{Kind: kind, Mode: "install", Specifier: shown}
	t.req.Plugin = &install.Plugin{Content: "bundle", ID: t.req.Target.Name}
	j.targets = append(j.targets, t)
}

// request is what is asked about a folder.
func (j *gateJob) request(real string, staged *stage.Staged) install.Request {
	kind, origin := "local-path", "path"
	if staged != nil {
		kind, origin = "archive", "archive"
	}
	return install.Request{
		Host: "skillctl", Version: j.factory.Build().Version,
		Target: install.Target{Type: "skill", Name: filepath.Base(real)},
		Source: &install.Source{Kind: kind, Authority: "user", Mutable: staged == nil},
		Origin: map[string]any{"type": origin}, Action: install.Action{Kind: "skill-install", Mode: "install"},
		Skill: map[string]any{"installId": origin}, PathKind: "directory", Path: real, Agents: kit.AgentsFor(j.settings), Keep: staged == nil, Rulers: j.rulers,
	}
}

// judge judges every target by itself, some at a time. What keeps one from being
// judged is a denial of that one; an error is an interruption.
func (j *gateJob) judge(ctx context.Context) error {
	next := make(chan *gateTarget)
	j.progress.Start()
	defer j.progress.Stop()
	var done atomic.Int64
	var group sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(j.targets)) {
		group.Go(func() {
			for t := range next {
				t.judge(ctx, j)
				j.progress.Step(int(done.Add(1)), len(j.targets))
			}
		})
	}
	for _, t := range j.targets {
		if ctx.Err() != nil {
			break
		}
		next <- t
	}
	close(next)
	group.Wait()
	return context.Cause(ctx)
}

func (t *gateTarget) judge(ctx context.Context, j *gateJob) {
	switch {
	case t.refused != nil:
		message := t.refused.Message
		if t.refused.Member != "" {
			message = fmt.Sprintf("%q: %s", t.refused.Member, message)
		}
		t.deny(install.Reason{Rule: strings.Replace(string(t.refused.Reason), "stage/", "install/archive/", 1), Message: message})
		return
	case t.linked != nil:
		t.deny(install.Reason{
			Rule: "install/request/linked", Message: fmt.Sprintf("a link to %q, which is not judged here: what is there can be exchanged", t.linked.Target),
			Hint: fmt.Sprintf("name the folder itself (%s), or replace the link by a copy", t.linked.Resolved),
		})
		return
	}
	if t.req.Target.Type == "skill" {
		t.name(ctx, j.lock)
	}
	decision, err := j.gate.Judge(ctx, t.req, j.settings)
	if err != nil {
		return // ctx has ended, which is looked at when all are through
	}
	t.decision = decision
}

// deny denies what no policy is asked about.
func (t *gateTarget) deny(reason install.Reason) {
	none := []string{}
	reason.Effect, reason.File = engine.Deny, t.path
	t.decision = install.Decision{
		Target: t.req.Target, Effect: engine.Deny, Reasons: []install.Reason{reason},
		Capabilities: install.Capabilities{Programs: none, Hosts: none, Paths: none, Tools: none, Environment: none},
	}
}

// verdict is the exit code of a finished run, as an error.
func (j *gateJob) verdict() error {
	worst := map[string]engine.Effect{gateFailBlock: engine.Deny, gateFailWarn: engine.Warn}[j.failOn]
	for _, t := range j.targets {
		if worst != "" && t.decision.Effect.Rank() >= worst.Rank() {
			return &kit.ExitError{Code: kit.ExitFindings}
		}
	}
	return nil
}
