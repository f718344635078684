package kit

import (
	"context"
	"errors"
	"io/fs"
	"time"

	"github.com/spf13/pflag"

	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/lint"
	"github.com/skillctl/skillctl/engine/watch"
)

// WatchFlags are the flags of all commands that watch.
type WatchFlags struct {
	Debounce time.Duration
	Poll     bool
}

// Add declares the flags; when is put before what they say.
func (w *WatchFlags) Add(f *pflag.FlagSet, when string) {
	f.DurationVar(&w.Debounce, "debounce", watch.DefaultDebounce, when+"wait this `duration` for more changes before judging")
	f.BoolVar(&w.Poll, "poll", false, when+"poll the files: for network file systems")
}

// leastDebounce and mostDebounce bound how long a batch of changes is waited
// for.
const (
	MinDebounce = 10 * time.Millisecond
	MaxDebounce = time.Minute
)

// Check refuses values that cannot be used.
func (w *WatchFlags) Check() error {
	if w.Debounce < MinDebounce || w.Debounce > MaxDebounce {
		return Usagef("--debounce %s: it must be from %s to %s", w.Debounce, MinDebounce, MaxDebounce)
	}
	return nil
}

// Options are what the flags say to a watcher; say tells people.
func (w *WatchFlags) Options(say func(string, ...any)) []watch.Option {
	opts := []watch.Option{watch.WithDebounce(w.Debounce), watch.WithWarning(func(text string) { say("%s", text) })}
	if w.Poll {
		opts = append(opts, watch.WithPolling())
	}
	return opts
}

// WatchError is nil when a watch was asked to end.
func WatchError(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return nil
	}
	return err
}

// Relint judges what changed. What went away while it was read is looked at
// once more.
func Relint(ctx context.Context, session *lint.Session, changed []string) (engine.Report, error) {
	r, err := session.Lint(ctx, changed)
	for try := 1; errors.Is(err, fs.ErrNotExist) && try < MaxRetries && ctx.Err() == nil; try++ {
		select {
		case <-ctx.Done():
		case <-time.After(RetryDelay):
		}
		r, err = session.Lint(ctx, nil)
	}
	return r, err
}

// tries is how many times a change is looked at that went away meanwhile, and
// respite the time between them.
const (
	MaxRetries = 5
	RetryDelay = 100 * time.Millisecond
)
