package skills

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"runtime/debug"
	"slices"
	"time"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/catalog"
	"github.com/skillctl/skillctl/engine/host/openclaw/agents"
	"github.com/skillctl/skillctl/engine/host/product"
	"github.com/skillctl/skillctl/engine/lint"
	"github.com/skillctl/skillctl/engine/report/format"
	"github.com/skillctl/skillctl/engine/resolve"
	"github.com/skillctl/skillctl/engine/settings"
	"github.com/skillctl/skillctl/engine/watch"
	"github.com/skillctl/skillctl/internal/document"
)

// maxPrograms bounds how many programs that skills want are waited for.
const maxPrograms = 200

// watcher is what `skillctl watch` knows from one change to the next.
type watcher struct {
	*watchOptions
	own      *settings.Settings
	host     *product.Host
	resolver *resolve.Resolver
	linter   kit.Linter

	config  *document.Document // of the host
	absent  bool               // there is no configuration
	unread  bool               // it could not be read when it was looked at last
	last    *resolve.Resolution
	session *lint.Session
	paths   []string // of the session
	report  engine.Report
	owed    []string // changes that nothing followed from yet
	failed  string   // why the skills could not be found out last, said once

	changes *watch.Watcher
	roots   []string // that are watched
	stop    context.CancelFunc
}

func watchRun(ctx context.Context, o *watchOptions) error {
	w := &watcher{watchOptions: o, resolver: resolve.New(), stop: func() {}}
	defer func() { w.stop() }()
	if err := w.start(ctx); err != nil {
		return kit.WatchError(ctx, err)
	}
	debug.FreeOSMemory() // what the first look took: now it waits, perhaps for days
	for ctx.Err() == nil {
		select {
		case <-ctx.Done():
		case batch, ok := <-w.changes.Batches():
			if !ok {
				continue
			}
			if err := w.again(ctx, batch.Paths); err != nil {
				return kit.WatchError(ctx, err)
			}
		}
	}
	return nil
}

// start resolves and lints everything once.
func (w *watcher) start(ctx context.Context) error {
	var err error
	if w.own, err = w.factory.ExecSettings(ctx, kit.SettingsQuery{File: w.catalogFlags.config, Profile: w.profile, Shadowing: w.shadowing}); err != nil {
		return err
	}
	if w.host, err = w.catalogFlags.host(); err != nil {
		return err
	}
	if w.config, err = w.host.ReadConfig(ctx); err != nil {
		return &kit.ExitError{Code: kit.ExitUsage, Err: fmt.Errorf("read configuration: %w", err)}
	}
	w.absent = !w.configThere()
	if err := w.resolve(ctx, nil); err != nil {
		var agent *agents.NoAgentError
		if errors.As(err, &agent) {
			return &kit.ExitError{Code: kit.ExitUsage, Err: err}
		}
		return err
	}
	if !w.noLint {
		if err := w.openLinter(); err != nil {
			return err
		}
		if w.report, err = w.lint(ctx, nil); err != nil {
			return err
		}
	}
	return w.first()
}

// openLinter builds the engine that lints; the skills are those of the host
// unless the settings name others.
func (w *watcher) openLinter() (err error) {
	control := kit.LintControl(w.own)
	if len(control.Hosts) == 0 {
		control.Hosts = []string{cmp.Or(w.host.Product, product.OpenClaw)}
	}
	opts := []lint.Option{lint.WithControl(control), lint.WithVersion(w.factory.Build().Version), lint.WithNow(w.factory.Now())}
	own, err := w.factory.IO.OwnRules(w.own.Policies.Dirs)
	if err != nil {
		return err
	}
	opts = append(opts, own...)
	if cache, err := w.factory.Cache(); err == nil && cache != nil {
		opts = append(opts, lint.WithCache(cache))
	}
	w.linter, err = w.factory.Linter(opts...)
	return err
}

func (w *watcher) request() resolve.Request {
	return resolve.Request{Host: w.host, Config: w.config, Agent: w.agent, Profile: w.own.Catalog.Profile, Shadowing: w.own.Catalog.Shadowing, Unseen: true}
}

// resolve finds out what the agent gets now, and watches all that it depends
// on. Where that is more than before, it is looked at once more: what happened
// there meanwhile was told by nobody.
func (w *watcher) resolve(ctx context.Context, changed []string) error {
	next, err := w.resolver.Again(ctx, w.request(), w.last, changed)
	if err != nil {
		return err
	}
	roots := w.wanted(next)
	fresh := slices.DeleteFunc(slices.Clone(roots), func(name string) bool { return slices.Contains(w.roots, name) })
	if len(fresh) > 0 {
		if err := w.watch(ctx, roots); err != nil {
			return err
		}
		if next, err = w.resolver.Again(ctx, w.request(), next, fresh); err != nil {
			return err
		}
	}
	w.last = next
	return nil
}

// wanted are the paths that a resolution depends on, sorted.
func (w *watcher) wanted(r *resolve.Resolution) []string {
	roots := map[string]bool{}
	for _, file := range w.configFiles() {
		roots[file] = true
	}
	for _, folder := range r.WatchFolders() {
		roots[folder] = true
	}
	for _, name := range w.programs(r) {
		roots[name] = true
	}
	return slices.Sorted(maps.Keys(roots))
}

// programs are the places where what skills want could be.
func (w *watcher) programs(r *resolve.Resolution) []string {
	names := map[string]bool{}
	for i := range r.Skills {
		if view := r.Skills[i].Skill; view != nil && r.Skills[i].Wins {
			for _, name := range slices.Concat(view.Bins, view.AnyBins) {
				if name == filepath.Base(name) && len(names) < maxPrograms {
					names[name] = true
				}
			}
		}
	}
	var places []string
	for name := range names {
		for _, dir := range filepath.SplitList(w.host.Env["PATH"]) {
			if filepath.IsAbs(dir) {
				places = append(places, filepath.Join(dir, name))
			}
		}
	}
	return places
}

// watch watches other paths from now on.
func (w *watcher) watch(ctx context.Context, roots []string) error {
	flags := w.WatchFlags
	if ms, ok := w.config.Root.At("skills", "load", "watchDebounceMs").Interface().(int64); ok && !w.given {
		flags.Debounce = min(max(time.Duration(ms)*time.Millisecond, kit.MinDebounce), kit.MaxDebounce)
	}
	inner, stop := context.WithCancel(ctx)
	ignore := watch.WithIgnore(func(name string) bool { return watch.Noise(name) || filepath.Base(name) == "node_modules" })
	changes, err := watch.Start(inner, roots, append(flags.Options(w.notify), ignore)...)
	if err != nil {
		stop()
		return err
	}
	w.stop()
	w.changes, w.roots, w.stop = changes, roots, stop
	return nil
}

// lint judges what changed; another set of roots is judged from the beginning.
func (w *watcher) lint(ctx context.Context, changed []string) (engine.Report, error) {
	if paths := w.lintPaths(); w.session == nil || !slices.Equal(paths, w.paths) {
		w.session, w.paths, changed = w.linter.Session(paths), paths, nil
	}
	if w.host.IsOpenClaw() {
		roots := slices.Clone(w.last.Roots)
		for i := range roots {
			roots[i].Path = w.shown(roots[i].Path)
		}
		w.session.Rooted(w.shown(w.config.File), roots)
	}
	return kit.Relint(ctx, w.session, changed)
}

// lintPaths are what is linted: the configuration, every root, and what links
// lead to outside of them; by relative paths where they are below the working
// folder.
func (w *watcher) lintPaths() []string {
	known, paths := map[string]bool{}, []string{}
	for i := range w.last.Roots {
		root := &w.last.Roots[i]
		paths = append(paths, w.shown(root.Path))
		known[root.Path], known[root.Real] = true, true
	}
	for _, folder := range w.last.WatchFolders() {
		if !known[folder] {
			paths = append(paths, w.shown(folder))
		}
	}
	if kind, err := catalog.SniffKind(w.config.File); err == nil && kind != "" {
		paths = append(paths, w.shown(w.config.File))
	}
	slices.Sort(paths)
	return slices.Compact(paths)
}

// shown is a path as a person would write it: from the working directory.
func (w *watcher) shown(name string) string {
	if rel, err := filepath.Rel(w.host.Cwd, name); err == nil && filepath.IsLocal(rel) {
		return filepath.ToSlash(rel)
	}
	return filepath.ToSlash(name)
}

// again takes in changes and says what follows.
func (w *watcher) again(ctx context.Context, changed []string) error {
	before := w.last
	changed = append(w.owed, changed...)
	if w.configured(changed) {
		if err := w.configure(ctx); err != nil {
			return err
		}
	}
	if err := w.resolve(ctx, changed); err != nil {
		w.owed = changed
		return w.unresolved(ctx, err)
	}
	w.owed = nil
	if err := w.resolved(); err != nil {
		return err
	}
	if err := w.tellRoots(before); err != nil {
		return err
	}
	if err := w.tellChanges(before); err != nil {
		return err
	}
	judged := 0
	if !w.noLint {
		report, err := w.lint(ctx, changed)
		if err != nil {
			return w.trouble(ctx, err)
		}
		gone, come := kit.CompareReports(w.report, report)
		w.report, judged = report, w.session.Judged()
		if err := kit.WriteFindingChanges(w.factory.IO, w.color, gone, come, w.findingLine()); err != nil {
			return err
		}
	}
	return w.done(changed, judged)
}

// trouble says what went wrong and goes on.
func (w *watcher) trouble(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if w.json {
		return kit.WriteLine(w.factory.IO, watchLine{Event: "error", Message: err.Error()})
	}
	kit.ReportError(w.factory.IO.Err, err, "")
	return nil
}

// notify writes a note to standard error, unless --quiet.
func (w *watcher) notify(text string, args ...any) {
	if !w.quiet {
		fmt.Fprintln(w.factory.IO.Err, format.Escape(fmt.Sprintf(text, args...)))
	}
}
