// Package watch says which files below some folders change. It follows folders
// that come, go and come again, however deep, and puts what happens shortly
// after one another into one batch. Where the system has no more watches to
// give it looks at the folders again and again instead.
//
// Each folder is watched once, by its real path, and reported by the names that its roots give it. A batch
// names at most so many paths, then their roots. What the system does not tell (a folder far above that is
// moved, a link that led nowhere) is found by looking at the roots each second.
package watch

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"syscall"
	"time"

	"github.com/fsnotify/fsnotify"
)

// Bounds of a watcher.
const (
	// MaxDepth is how many folders below a root are watched.
	MaxDepth = 64
	// MaxEntries is how many files and folders are looked at by polling.
	MaxEntries = 2_000_000
	// MaxPaths is how many paths one batch names; of more, it names the roots.
	MaxPaths = 4096
	// maxLinks is how many links that lead nowhere are looked at for something
	// to appear there, maxNames how many names of one folder are told.
	maxLinks = 10_000
	maxNames = 16
)

const (
	// DefaultDebounce is how long nothing has to happen before a batch is
	// complete: the time that OpenClaw 2026.9.6 waits.
	DefaultDebounce = 250 * time.Millisecond
	// DefaultInterval is the least time between two looks when polling.
	DefaultInterval = 2 * time.Second
	// patience is how many times the debounce a batch may take in all while
	// things go on happening.
	patience = 8
	// pollShare keeps polling to one part in so many of a processor.
	pollShare = 20
	// identityInterval is the time between two looks at whether the roots are
	// still the folders that they were: what happens further up is not watched.
	identityInterval = time.Second
)

// Batch is what changed between two moments.
type Batch struct {
	// Paths are absolute, sorted, by the names of the roots as they were given.
	// Each stands for itself and for everything below it; no path is below
	// another.
	Paths []string
	// Since is when the first of the changes was seen.
	Since time.Time
}

// Option changes what [Start] does.
type Option func(*Watcher)

// WithDebounce sets how long nothing has to happen before a batch is complete.
func WithDebounce(d time.Duration) Option { return func(w *Watcher) { w.debounce = d } }

// WithInterval sets the least time between two looks when polling.
func WithInterval(d time.Duration) Option { return func(w *Watcher) { w.interval = d } }

// WithPolling looks at the folders again and again from the start: file systems
// over a network tell of no change that another machine makes.
func WithPolling() Option { return func(w *Watcher) { w.polling = true } }

// WithIgnore leaves out the paths for which ignore is true, with what is below
// them.
func WithIgnore(ignore func(path string) bool) Option {
	return func(w *Watcher) { w.ignore = ignore }
}

// WithWarning has warn called, from one goroutine at a time, for what the
// watcher cannot do as it should.
func WithWarning(warn func(text string)) Option { return func(w *Watcher) { w.warn = warn } }

// WithMaxWatches asks the system for no more than so many watches; 0 is no
// bound but the system's.
func WithMaxWatches(n int) Option { return func(w *Watcher) { w.most = n } }

// Watcher tells of changes until its context ends.
type Watcher struct {
	debounce, interval time.Duration
	polling            bool
	ignore             func(path string) bool
	warn               func(string)
	most               int

	roots   []*root
	tree    tree
	seen    map[string]map[string]stamp // by polling
	reading time.Duration               // that the last look took
	// overlong: the warning that there is too much to look at has been given.
	overlong bool

	native  *fsnotify.Watcher
	pending pending
	out     chan Batch
}

// Start watches the roots: folders or files, that need not exist yet. When it
// returns, every later change is told of.
func Start(ctx context.Context, roots []string, opts ...Option) (*Watcher, error) {
	w := &Watcher{
		debounce: DefaultDebounce, interval: DefaultInterval, out: make(chan Batch),
		ignore: func(string) bool { return false }, warn: func(string) {},
	}
	for _, opt := range opts {
		opt(w)
	}
	for _, name := range roots {
		abs, err := filepath.Abs(name)
		if err != nil {
			return nil, fmt.Errorf("resolve %q: %w", name, err)
		}
		w.roots = append(w.roots, &root{given: abs})
	}
	w.pending.roots = w.roots
	w.tree = newTree(w)
	if err := w.begin(); err != nil {
		return nil, err
	}
	go w.run(ctx)
	return w, nil
}

// Batches is closed when the context has ended.
func (w *Watcher) Batches() <-chan Batch { return w.out }

func (w *Watcher) begin() error {
	if !w.polling {
		native, err := fsnotify.NewWatcher()
		switch {
		case exhausted(err):
			w.polling = true
			w.warnPolling()
		case err != nil:
			return fmt.Errorf("ask the system for changes of files: %w", err)
		default:
			w.native = native
			w.armAll()
		}
	}
	if w.polling && w.seen == nil {
		w.look()
	}
	w.pending.clear()
	return nil
}

// armAll watches all roots anew, unless the system runs out of watches.
func (w *Watcher) armAll() {
	for _, r := range w.roots {
		if !w.polling {
			w.tree.arm(r)
		}
	}
}

// rebuild forgets all watches and asks for them again.
func (w *Watcher) rebuild() {
	for _, n := range w.tree.nodes {
		_ = w.native.Remove(n.real)
	}
	w.tree = newTree(w)
	for _, r := range w.roots {
		r.node = nil
	}
	w.armAll()
}

// exhausted says that the system has no more watches, or no more places to keep
// them (fs.inotify.max_user_watches and max_user_instances on Linux).
func exhausted(err error) bool {
	return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EMFILE) || errors.Is(err, syscall.ENFILE) || errors.Is(err, errBound)
}

var errBound = errors.New("the bound of watches is reached")

// fallBack goes over to polling. What happened meanwhile may have gone unseen,
// so that everything counts as changed.
func (w *Watcher) fallBack() {
	if w.polling {
		return
	}
	w.polling = true
	_ = w.native.Close()
	w.tree = tree{w: w}
	w.warnPolling()
	w.look()
	w.pending.all()
}

func (w *Watcher) warnPolling() {
	w.warn(fmt.Sprintf("the system has no more file watches to give; looking at the folders every %s instead (on Linux, raise fs.inotify.max_user_watches)", w.interval))
}

// clock is a timer that may be off.
type clock struct{ timer *time.Timer }

func newClock() clock {
	t := time.NewTimer(time.Hour)
	t.Stop()
	return clock{t}
}

func (w *Watcher) run(ctx context.Context) {
	defer close(w.out)
	if w.native != nil {
		defer func() { _ = w.native.Close() }()
	}
	quiet, next := newClock(), newClock()
	defer quiet.timer.Stop()
	defer next.timer.Stop()
	next.timer.Reset(w.pause())
	var ready Batch
	for {
		var events <-chan fsnotify.Event
		var failures <-chan error
		var out chan<- Batch
		if !w.polling {
			events, failures = w.native.Events, w.native.Errors
		}
		if len(ready.Paths) > 0 {
			out = w.out
		}
		before, polled := w.pending.count, w.polling
		select {
		case <-ctx.Done():
			return
		case out <- ready:
			ready = Batch{}
		case <-quiet.timer.C:
			w.settle()
			ready = w.pending.take(ready)
			before = w.pending.count
		case <-next.timer.C:
			w.again()
			next.timer.Reset(w.pause())
		case event, ok := <-events:
			if ok {
				w.tree.event(event)
			}
		case err, ok := <-failures:
			if ok {
				w.failure(err)
			}
		}
		if w.polling != polled {
			next.timer.Reset(w.pause())
		}
		if w.pending.count != before {
			quiet.timer.Reset(w.wait())
		}
	}
}

// pause is the time until the next look.
func (w *Watcher) pause() time.Duration {
	if w.polling {
		return max(w.interval, pollShare*w.reading)
	}
	return identityInterval
}

// wait is the time until a batch is complete if nothing more happens.
func (w *Watcher) wait() time.Duration {
	left := time.Until(w.pending.since.Add(patience * w.debounce))
	return max(0, min(w.debounce, left))
}

// again is done from time to time.
func (w *Watcher) again() {
	if w.polling {
		w.look()
		return
	}
	for _, r := range w.roots {
		if !w.polling && r.moved() {
			w.tree.arm(r)
		}
	}
	if !w.polling {
		w.tree.retryLinks()
	}
}

// settle makes sure of the watches on folders that have just come: while they
// were moved the system may have dropped them again.
func (w *Watcher) settle() {
	if !w.polling {
		w.tree.settle()
	}
}

// failure is told of by the system.
func (w *Watcher) failure(err error) {
	switch {
	case exhausted(err):
		w.fallBack()
	case errors.Is(err, fsnotify.ErrEventOverflow):
		w.rebuild()
		w.pending.all()
	}
}
