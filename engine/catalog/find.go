package catalog

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"sync"
)

// MaxCandidates bounds how many candidates of all roots together are read.
const MaxCandidates = 500_000

// Facts are what is so about the skills that an agent could get.
type Facts struct {
	Roots   []Root   `json:"roots"`
	Targets []Target `json:"targets"`
	Limits  Limits   `json:"limits"`
	// Candidates are in the order of loading: root by root, in a root by Order.
	Candidates []Candidate `json:"candidates"`
	// Ways, by root, are the folders that followed links lead to.
	Ways [][]string `json:"ways"`
	// Searched is how many roots were searched, and not taken over.
	Searched int `json:"searched"`

	leads  []leads  // by root
	listed []*Found // by root, nil where it was not listed
}

// FindOption changes what [Find] does.
type FindOption func(*finder)

type finder struct {
	walkLoops, unseen bool
	last              *Facts
	changed           []string
	marks             Changed
}

// WithLoops walks links that lead back as the host of a profile does, or not.
func WithLoops(profile string) FindOption {
	return func(f *finder) {
		r, err := ReadRules()
		f.walkLoops = err == nil && slices.Contains(r.WalkLoops, profile)
	}
}

// WithUnseen lists skills that the host does not come to, too.
func WithUnseen() FindOption { return func(f *finder) { f.unseen = true } }

// WithLast takes over what an earlier search found in roots that none of the
// changed paths (absolute) has to do with: those below the root, above it, or
// below what links in it lead to. Where only files of skills changed, the root is
// not searched, but what they are is read again. The other options and the machine
// must be as they were; the configuration may be another.
func WithLast(last *Facts, changed []string) FindOption {
	return func(f *finder) { f.last, f.changed, f.marks = last, changed, NewChanged(changed) }
}

// Find looks for the skills that a product could give an agent. What cannot be
// read is noted with the root; an error is a ctx that has ended.
func Find(ctx context.Context, layout Layout, opts ...FindOption) (*Facts, error) {
	f := &finder{}
	for _, opt := range opts {
		opt(f)
	}
	r, err := ReadRules()
	if err != nil {
		return nil, err
	}
	facts := &Facts{Roots: layout.Roots, Targets: layout.Targets, Limits: layout.Limits, Candidates: []Candidate{}}
	facts.Ways, facts.leads = make([][]string, len(facts.Roots)), make([]leads, len(facts.Roots))
	facts.listed = make([]*Found, len(facts.Roots))
	for i := range facts.Roots {
		root := &facts.Roots[i]
		if root.Real == "" {
			continue
		}
		if f.takeOver(facts, root) {
			continue
		}
		s := newSearch(ctx, r, root, facts, layout.Manifests, f)
		found, err := s.run()
		if err != nil {
			return nil, fmt.Errorf("search %q: %w", root.Path, err)
		}
		if f.unseen {
			if found, err = s.unseen(found); err != nil {
				return nil, err
			}
		}
		facts.Searched++
		facts.Ways[i], facts.leads[i] = s.ways, s.reals.leads()
		if facts.listed[i] = s.listed; s.listed != nil {
			facts.leads[i] = s.listed.leads // those of folders that were taken over, too
		}
		if over := len(facts.Candidates) + len(found) - MaxCandidates; over > 0 {
			s.note(Note{Kind: NoteBound, Path: root.Path, Count: over, Limit: MaxCandidates})
			found = found[:len(found)-over]
		}
		f.reuse(root, facts, found)
		facts.Candidates = append(facts.Candidates, found...)
	}
	if err := layout.readAll(ctx, facts.Candidates, manifestBytes(facts.Limits)); err != nil {
		return nil, err
	}
	sortable(facts.Candidates)
	return facts, nil
}

// readAll reads the manifests that are not known, on all processors.
func (l *Layout) readAll(ctx context.Context, candidates []Candidate, most int64) error {
	var unread []*Candidate
	for i := range candidates {
		c := &candidates[i]
		if c.ID = i; c.Unseen == "" && c.Absent == "" && c.Manifest == nil && !c.known {
			unread = append(unread, c)
		}
	}
	var group sync.WaitGroup
	next := make(chan *Candidate)
	for range min(runtime.GOMAXPROCS(0), len(unread)) {
		group.Go(func() {
			for c := range next {
				l.read(c, most)
			}
		})
	}
	for i, c := range unread {
		if i%256 == 0 && ctx.Err() != nil {
			break
		}
		next <- c
	}
	close(next)
	group.Wait()
	return ctx.Err()
}
