package cli

import (
	"context"
	"errors"
	"io/fs"
	"time"

	"github.com/spf13/pflag"

	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/watch"
)

// watchFlags are the flags of all commands that watch.
type watchFlags struct {
	debounce time.Duration
	poll     bool
}

// add declares the flags; when is put before what they say.
func (w *watchFlags) add(f *pflag.FlagSet, when string) {
	f.DurationVar(&w.debounce, "debounce", watch.DefaultDebounce, when+"wait this `time` for more changes before judging")
	f.BoolVar(&w.poll, "poll", false, when+"look at the files again and again: for file systems over a network")
}

// leastDebounce and mostDebounce bound how long a batch of changes is waited
// for.
const (
	leastDebounce = 10 * time.Millisecond
	mostDebounce  = time.Minute
)

// check refuses values that cannot be used.
func (w *watchFlags) check() error {
	if w.debounce < leastDebounce || w.debounce > mostDebounce {
		return usagef("--debounce %s: it must be from %s to %s", w.debounce, leastDebounce, mostDebounce)
	}
	return nil
}

// options are what the flags say to a watcher; say tells people.
func (w *watchFlags) options(say func(string, ...any)) []watch.Option {
	opts := []watch.Option{watch.WithDebounce(w.debounce), watch.WithWarning(func(text string) { say("%s", text) })}
	if w.poll {
		opts = append(opts, watch.WithPolling())
	}
	return opts
}

// ended is nil when a watch was asked to end.
func ended(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return nil
	}
	return err
}

// lintAgain judges what changed. What went away while it was read is looked at
// once more.
func lintAgain(ctx context.Context, session *engine.Session, changed []string) (engine.Report, error) {
	r, err := session.Lint(ctx, changed)
	for try := 1; errors.Is(err, fs.ErrNotExist) && try < tries && ctx.Err() == nil; try++ {
		select {
		case <-ctx.Done():
		case <-time.After(respite):
		}
		r, err = session.Lint(ctx, nil)
	}
	return r, err
}

// tries is how many times a change is looked at that went away meanwhile, and
// respite the time between them.
const (
	tries   = 5
	respite = 100 * time.Millisecond
)
