package watch

import (
	"path/filepath"
	"slices"
	"time"
)

// pending are the paths that changed since the last batch.
type pending struct {
	roots []*root
	paths map[string]bool
	since time.Time
	count int // grows with each change
}

func (p *pending) add(name string) {
	if len(p.paths) == 0 {
		p.since = time.Now()
	}
	if p.paths == nil {
		p.paths = map[string]bool{}
	}
	p.count++
	p.paths[name] = true
	if len(p.paths) > MaxPaths+len(p.roots) {
		p.all()
	}
}

// all says that everything may have changed.
func (p *pending) all() {
	since := p.since
	if len(p.paths) == 0 {
		since = time.Now()
	}
	p.paths = map[string]bool{}
	for _, r := range p.roots {
		p.paths[r.given] = true
	}
	p.since = since
	p.count++
}

func (p *pending) clear() { p.paths = nil }

// take empties the set into a batch, after what is in before.
func (p *pending) take(before Batch) Batch {
	since := p.since
	if len(before.Paths) > 0 {
		since = before.Since
	}
	for _, name := range before.Paths {
		p.add(name)
	}
	batch := Batch{Since: since}
	for name := range p.paths {
		if !p.covered(name) {
			batch.Paths = append(batch.Paths, name)
		}
	}
	slices.Sort(batch.Paths)
	p.clear()
	return batch
}

// covered says that a folder above is in the set, too.
func (p *pending) covered(name string) bool {
	for {
		dir := filepath.Dir(name)
		if dir == name {
			return false
		}
		if p.paths[dir] {
			return true
		}
		name = dir
	}
}
