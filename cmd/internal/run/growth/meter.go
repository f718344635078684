package growth

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/skillctl/skillctl/internal/folder"
)

const (
	// interval is how often the file systems are asked.
	interval = 250 * time.Millisecond
	// idle is how many times as long as a count took nothing is counted after it, where
	// a file system has grown; calm is that where none has, and at least calmest.
	idle    = 30
	calm    = 300
	calmest = 2 * time.Second
	// slack is how far the times of files may be behind the clock.
	slack = 20 * time.Millisecond
)

// Meter measures what a run adds. It can be written as JSON, for the process that
// goes on with the run.
type Meter struct {
	// Folders are those that the run may change, Globs those that it makes for
	// itself.
	Folders, Globs []string
	// Written and Files are the limits: bytes on disk, and files and folders.
	Written, Files int64
	// Started is when the run began, Up how long the machine was up then.
	Started time.Time
	Up      time.Duration
	// Base is how full the file systems were then, by what tells them apart.
	Base Base
	// tasks are those that are looked at, for tests; "" for all of the machine.
	tasks string
}

// Over is what a run has added when it is too much.
type Over struct {
	// Bytes and Files are what was found; it was more than the limit of one of them.
	Bytes, Files int64
}

// Text says which limit was met.
func (m *Meter) Text(o Over) string {
	if o.Bytes > m.Written {
		return fmt.Sprintf("it wrote more than %d MiB in all and was stopped (run.limits.written); what it wrote is still there", m.Written>>20)
	}
	return fmt.Sprintf("it made more than %d files and folders and was stopped (run.limits.files); they are still there", m.Files)
}

// New begins to measure.
func New(folders, globs []string, written, files int64) *Meter {
	m := &Meter{Folders: folders, Globs: globs, Written: written, Files: files, Started: time.Now().Add(-slack), Up: uptime()}
	for _, dir := range append([]string{os.TempDir()}, folders...) {
		if name, now, ok := fill(dir); ok {
			m.Base.set(name, now)
		}
	}
	return m
}

// Watch looks until the run is over its limit, or ctx ends.
func (m *Meter) Watch(ctx context.Context) (Over, bool) {
	if m.Base.empty() {
		return Over{}, false // this system does not tell
	}
	tick := time.NewTicker(interval)
	defer tick.Stop()
	ended, took := time.Now(), time.Duration(0) // of the last count
	for {
		select {
		case <-ctx.Done():
			return Over{}, false
		case <-tick.C:
		}
		// What others free hides what the run adds, all of it if it is as much. So the
		// files are counted where nothing has grown as well, but more seldom.
		wait := max(calm*took, calmest)
		if m.suspect() {
			wait = idle * took
		}
		if time.Since(ended) < wait {
			continue
		}
		began := time.Now()
		o := m.measure(ctx)
		if ctx.Err() == nil && (o.Bytes > m.Written || o.Files > m.Files) {
			return o, true
		}
		ended, took = time.Now(), time.Since(began)
	}
}

// suspect reports whether a file system has grown as much as the run may add, or
// does not tell.
func (m *Meter) suspect() bool {
	seen := map[string]bool{}
	for _, dir := range m.places() {
		name, now, ok := fill(dir)
		if !ok || seen[name] {
			continue
		}
		seen[name] = true
		base, known := m.Base.get(name)
		if !known {
			base = now
		}
		// What others have freed before the run adds something does not hide it.
		base.Bytes, base.Files = min(base.Bytes, now.Bytes), min(base.Files, now.Files)
		m.Base.set(name, base)
		if now.Bytes-base.Bytes > m.Written || !now.Counts || now.Files-base.Files > m.Files {
			return true
		}
	}
	return false
}

// places are the folders that there are.
func (m *Meter) places() []string {
	out := slices.Clone(m.Folders)
	for _, glob := range m.Globs {
		found, _ := filepath.Glob(glob) // the pattern is ours
		out = append(out, found...)
	}
	return out
}

// measure is what changed since the run began, and stops where that is too much.
func (m *Meter) measure(ctx context.Context) Over {
	var o Over
	places := m.places()
	counted, unseen := map[string]bool{}, false
	add := func(info fs.FileInfo) error {
		at, blocks, id := facts(info)
		if at.Before(m.Started) || counted[id] {
			return ctx.Err()
		}
		if id != "" {
			counted[id] = true // a file with two names is one
		}
		o.Bytes, o.Files = o.Bytes+blocks, o.Files+1
		if o.Bytes > m.Written || o.Files > m.Files {
			return fs.SkipAll
		}
		return ctx.Err()
	}
	for i, dir := range places {
		if slices.ContainsFunc(places[:i], func(before string) bool { return folder.Within(dir, before) }) {
			continue
		}
		err := filepath.WalkDir(dir, func(_ string, entry fs.DirEntry, failed error) error {
			if entry == nil {
				return nil // there is none
			}
			info, err := entry.Info()
			if err != nil {
				return nil
			}
			if failed != nil { // a folder, for the second time
				at, _, _ := facts(info)
				unseen = unseen || !at.Before(m.Started) && errors.Is(failed, fs.ErrPermission)
				return nil
			}
			return add(info)
		})
		if err != nil || o.Bytes > m.Written || o.Files > m.Files {
			return o
		}
	}
	if m.unnamed(places, add) || unseen {
		// Nobody knows how much of it is the run's, and nothing else bounds it.
		o.Bytes = max(o.Bytes, m.grown())
	}
	return o
}

// grown is how many bytes the file system that has grown the most holds more than
// before the run.
func (m *Meter) grown() (most int64) {
	for _, dir := range m.places() {
		if name, now, ok := fill(dir); ok {
			if base, known := m.Base.get(name); known {
				most = max(most, now.Bytes-base.Bytes)
			}
		}
	}
	return most
}
