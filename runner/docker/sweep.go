package docker

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/docker/docker/api/types/container"
	"github.com/docker/docker/api/types/filters"

	"github.com/skillctl/skillctl/runner"
)

// Sweep removes what runs have left on the engines that this backend has talked
// to, and on the one of this machine: containers whose process is gone, and warm
// ones that nobody uses any more. It returns their names. Containers of other
// machines, and those whose leases are elsewhere, are left alone.
func (b *Backend) Sweep(ctx context.Context) ([]string, error) {
	var all error
	if _, err := b.engine(ctx, &runner.Container{}); err != nil {
		all = err
	}
	var names []string
	for _, e := range b.connected() {
		removed, err := b.sweep(ctx, e)
		names = append(names, removed...)
		all = errors.Join(all, err)
	}
	return names, all
}

// sweepOnce sweeps an engine beside the first run on it.
func (b *Backend) sweepOnce(e *engine) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	if b.swept[e.address] {
		return
	}
	b.swept[e.address] = true
	b.sweeps.Go(func() {
		ctx, cancel := e.call(context.Background())
		defer cancel()
		_, _ = b.sweep(ctx, e) // the next one tries again
	})
}

func (b *Backend) sweep(ctx context.Context, e *engine) ([]string, error) {
	if !leasesWork {
		return nil, nil
	}
	dir, err := b.folder()
	if err != nil {
		return nil, err
	}
	// The leases first: one that is made later is of a container that is not in the list.
	files, err := os.ReadDir(dir)
	if err != nil {
		return nil, fmt.Errorf("read the leases: %w", err)
	}
	found, err := e.ContainerList(ctx, container.ListOptions{All: true, Filters: filters.NewArgs(filters.Arg("label", labelMachine+"="+machine()))})
	if err != nil {
		return nil, fmt.Errorf("list the containers of runs: %w", e.said(err))
	}
	var removed []string
	var all error
	there := map[string]bool{}
	for _, c := range found {
		place := c.Labels[labelLease]
		if filepath.Dir(place) != dir {
			continue
		}
		there[filepath.Base(place)] = true
		name, err := b.sweepOne(ctx, e, c)
		if name != "" {
			removed = append(removed, name)
		}
		all = errors.Join(all, err)
	}
	if e.local {
		dropLeases(dir, files, there)
	}
	return removed, all
}

// sweepOne removes a container that nobody answers for.
func (b *Backend) sweepOne(ctx context.Context, e *engine, c container.Summary) (string, error) {
	place := c.Labels[labelLease]
	held, err := takeLease(filepath.Dir(place), filepath.Base(place))
	if errors.Is(err, errHeld) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	if c.Labels[labelWarm] != "" && c.State == container.StateRunning && !held.dirty() && held.age() < b.idle {
		held.drop()
		return "", nil
	}
	if err := e.remove(ctx, c.ID); err != nil {
		held.drop()
		return "", err
	}
	held.end()
	return strings.TrimPrefix(filepath.Base(place), "/"), nil
}

// age is how long ago a lease was last used. A clock that jumped back makes it 0.
func (l *lease) age() time.Duration {
	info, err := l.file.Stat()
	if err != nil {
		return 0
	}
	return max(0, time.Since(info.ModTime()))
}

// dropLeases removes files that were there before the containers were listed and
// belong to none. A container of an engine that is not asked keeps its lease for
// a day; one that a run has just ended is not made again.
func dropLeases(dir string, files []os.DirEntry, there map[string]bool) {
	for _, f := range files {
		if there[f.Name()] || !strings.HasPrefix(f.Name(), "skillctl-") {
			continue
		}
		info, err := f.Info()
		if err != nil || time.Since(info.ModTime()) < 24*time.Hour {
			continue
		}
		held, err := lockLease(dir, f.Name(), os.O_RDWR)
		if err != nil {
			continue
		}
		if held.age() < 24*time.Hour {
			held.drop()
			continue
		}
		held.end()
	}
}
