package lint

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/catalog"
	"github.com/skillctl/skillctl/engine/lint"
	"github.com/skillctl/skillctl/engine/report/format"
	"github.com/skillctl/skillctl/engine/settings"
	"github.com/skillctl/skillctl/engine/watch"
)

// watchClashes are the flags of lint that have no meaning while it watches.
func (o *lintOptions) watchClashes() error {
	if !o.watch {
		if o.watching.Poll || o.watching.Debounce != watch.DefaultDebounce {
			return kit.Usagef("--debounce and --poll need --watch")
		}
		return nil
	}
	for _, one := range []struct {
		flag  string
		given bool
	}{{"--fix", o.fix != fixNone}, {"--diff", o.diff}, {"--output", o.output != ""}, {"--write-baseline", o.writeBaseline}} {
		if one.given {
			return kit.Usagef("--watch cannot be used with %s, which is for a single run", one.flag)
		}
	}
	if formats := []string{format.NamePretty, format.NameCompact, format.NameJSON}; !slices.Contains(formats, o.format) {
		return kit.Usagef("--watch writes %s; --format %s is for a single run", strings.Join(formats, ", "), o.format)
	}
	return o.watching.Check()
}

// lintWatch is lint that goes on: the whole report first, then what changes in
// it.
type lintWatch struct {
	*lintJob
	session *lint.Session
	changes *watch.Watcher
	stop    context.CancelFunc
	known   engine.Report
	absent  []string // paths that are not there, as they were given
}

func lintWatchRun(ctx context.Context, o *lintOptions) error {
	if len(o.paths) == 0 {
		o.paths = []string{"."}
	}
	if err := o.checkPaths(); err != nil {
		return err
	}
	w := &lintWatch{}
	if err := w.open(ctx, o); err != nil {
		return kit.WatchError(ctx, err)
	}
	defer func() { w.stop() }()
	report, err := w.lint(ctx, nil)
	if err != nil {
		return kit.WatchError(ctx, err)
	}
	if err := w.first(report); err != nil {
		return err
	}
	debug.FreeOSMemory() // see watchRun
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

// open reads the settings, builds the engine and begins to watch, in this order:
// no later change is missed.
func (w *lintWatch) open(ctx context.Context, o *lintOptions) error {
	job, err := o.start(ctx)
	if err != nil {
		return err
	}
	session := job.linter.Session(o.paths)
	roots := o.settingsFiles(job.settings)
	for _, p := range o.paths {
		roots = append(roots, watchRoot(p))
	}
	ignore := watch.WithIgnore(func(name string) bool {
		return watch.Noise(name) || dependencies(name) || session.Ignores(name)
	})
	inner, stop := context.WithCancel(ctx)
	changes, err := watch.Start(inner, roots, append(o.watching.Options(o.say), ignore)...)
	if err != nil {
		stop()
		return err
	}
	if w.stop != nil {
		w.stop()
	}
	w.lintJob, w.session, w.changes, w.stop = job, session, changes, stop
	return nil
}

// watchRoot is what to watch for a path: of a manifest, its folder.
func watchRoot(name string) string {
	if info, err := os.Stat(name); err == nil && !info.IsDir() && !catalog.Plain(filepath.Base(name)) {
		return filepath.Dir(name)
	}
	return name
}

// dependencies are the folders of packages that a walk passes over, too.
func dependencies(name string) bool {
	return filepath.Base(name) == "node_modules" && !strings.Contains(filepath.ToSlash(filepath.Dir(name))+"/", "skills/")
}

// settingsFiles are the files that the settings and the baseline are in or could
// be, absolute.
func (o *lintOptions) settingsFiles(s kit.Settings) []string {
	files := slices.Clone(s.Files)
	if !o.noConfig && o.config == "" {
		files = append(files, settings.Candidates(".")...)
	}
	if s.Baseline != "" {
		files = append(files, s.Baseline)
	}
	var out []string
	for _, name := range files {
		if abs, err := filepath.Abs(filepath.FromSlash(name)); err == nil {
			out = append(out, abs)
		}
	}
	return out
}

// lint judges what changed.
func (w *lintWatch) lint(ctx context.Context, changed []string) (engine.Report, error) {
	w.progress.Start()
	defer w.progress.Stop()
	r, err := kit.Relint(ctx, w.session, changed)
	if err != nil {
		return r, err
	}
	quiet := *w.lintOptions
	quiet.quiet = quiet.quiet || len(changed) > 0 // what is stale in a baseline is said once
	return r, (&lintJob{lintOptions: &quiet, settings: w.settings}).applyBaseline(&r)
}

// first writes the whole report.
func (w *lintWatch) first(r engine.Report) error {
	w.known = r
	if w.format == format.NameJSON {
		if err := w.event(watchEvent{Event: "report", Report: &r}); err != nil {
			return err
		}
	} else {
		w.factory.IO.NoPager = true // it goes on after the report
		if err := w.write(r); err != nil {
			return err
		}
		w.notes(r)
	}
	w.say("watching %s for changes", strings.Join(w.paths, ", "))
	return nil
}

// again judges what changed and writes what that changes in the report. What
// cannot be judged now is said, and judged with the next change.
func (w *lintWatch) again(ctx context.Context, changed []string) error {
	if w.resets(changed) {
		if err := w.open(ctx, w.lintOptions); err != nil {
			return w.trouble(ctx, err)
		}
		changed = nil
	}
	r, err := w.lint(ctx, changed)
	if err != nil {
		return w.trouble(ctx, err)
	}
	gone, come := kit.CompareReports(w.known, r)
	w.known = r
	judged := w.session.Judged()
	var line func(string, *engine.Finding) any
	if w.format == format.NameJSON {
		line = func(event string, f *engine.Finding) any { return watchEvent{Event: event, Finding: f} }
	}
	if err := w.tellPaths(); err != nil {
		return err
	}
	if err := kit.WriteFindingChanges(w.factory.IO, w.color, gone, come, line); err != nil {
		return err
	}
	if w.format == format.NameJSON {
		return w.event(watchEvent{Event: "done", Judged: &judged, Changed: w.shown(changed), Summary: &r.Summary})
	}
	if len(gone)+len(come) > 0 && len(w.absent) < len(w.paths) { // of nothing, no findings is no news
		w.say("%s", format.Summary(r))
	}
	return nil
}

// tellPaths says which of the paths are not there any more, or are again.
func (w *lintWatch) tellPaths() error {
	absent := slices.DeleteFunc(slices.Clone(w.paths), func(name string) bool {
		_, err := os.Stat(name)
		return !errors.Is(err, fs.ErrNotExist)
	})
	before := w.absent
	w.absent = absent
	for _, name := range w.paths {
		now := slices.Contains(absent, name)
		if now == slices.Contains(before, name) {
			continue
		}
		why, message := "come", "exists again"
		if now {
			why, message = "gone", "does not exist"
		}
		if w.format == format.NameJSON {
			if err := w.event(watchEvent{Event: "root", Path: name, Why: why, Message: message}); err != nil {
				return err
			}
		} else if err := kit.WriteText(w.factory.IO, fmt.Sprintf("%-8s  %s  %s\n", why, format.Escape(name), message)); err != nil {
			return err
		}
	}
	return nil
}

// resets says that settings may have changed.
func (w *lintWatch) resets(changed []string) bool {
	files := w.settingsFiles(w.settings)
	return slices.ContainsFunc(changed, func(name string) bool {
		return slices.ContainsFunc(files, func(file string) bool {
			rel, err := filepath.Rel(name, file)
			if err != nil || !filepath.IsLocal(rel) {
				return false
			}
			_, err = os.Lstat(file)
			return rel == "." || err == nil
		})
	})
}

// trouble says what went wrong and goes on.
func (w *lintWatch) trouble(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if w.format == format.NameJSON {
		return w.event(watchEvent{Event: "error", Message: err.Error()})
	}
	var exit *kit.ExitError
	if errors.As(err, &exit) && exit.Err != nil {
		err = exit.Err
	}
	kit.ReportError(w.factory.IO.Err, err, "skillctl lint")
	return nil
}

// watchEvent is a line of `lint --watch --format json`.
type watchEvent struct {
	// Event is "report" (the first line), "new", "resolved", "root" (one of the
	// paths came or went: Why is "come" or "gone"), "done" (the end of what
	// follows from one batch of changes) or "error".
	Event   string          `json:"event"`
	Path    string          `json:"path,omitempty"`
	Why     string          `json:"why,omitempty"`
	Report  *engine.Report  `json:"report,omitempty"`
	Finding *engine.Finding `json:"finding,omitempty"`
	Message string          `json:"message,omitempty"`
	// Judged is how many skills were judged anew.
	Judged  *int            `json:"judged,omitempty"`
	Changed []string        `json:"changed,omitempty"`
	Summary *engine.Summary `json:"summary,omitempty"`
}

func (w *lintWatch) event(e watchEvent) error { return kit.WriteLine(w.factory.IO, e) }

// shown are paths as a person would write them: from the working directory.
func (w *lintWatch) shown(paths []string) []string {
	cwd, err := os.Getwd()
	var out []string
	for _, name := range paths {
		if rel, relErr := filepath.Rel(cwd, name); err == nil && relErr == nil && filepath.IsLocal(rel) {
			name = rel
		}
		out = append(out, filepath.ToSlash(name))
	}
	return out
}
