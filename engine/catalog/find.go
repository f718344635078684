package catalog

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"sync"

	"github.com/skillctl/skillctl/engine/host/openclaw/agents"
	"github.com/skillctl/skillctl/internal/document"
)

// MaxCandidates bounds how many candidates of all roots together are read.
const MaxCandidates = 500_000

// Facts are what is so about the skills that an agent could get.
type Facts struct {
	Agent   agents.Agent `json:"agent"`
	Roots   []Root       `json:"roots"`
	Targets []Target     `json:"targets"`
	Limits  Limits       `json:"limits"`
	// Candidates are in the order of loading: root by root, in a root by Order.
	Candidates []Candidate `json:"candidates"`
	// Ways, by root, are the folders that followed links lead to.
	Ways [][]string `json:"ways"`
	// Searched is how many roots were searched, and not taken over.
	Searched int `json:"searched"`

	leads  []leads  // by root
	listed []*Found // by root, nil where it was not listed
}

// FindOption changes what [Host.Find] does.
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
		r, err := readRules()
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

// Find looks for the skills that OpenClaw 2026.9.6 could give an agent. What
// cannot be read is noted with the root; an error is a ctx that has ended.
func (h *Host) Find(ctx context.Context, config *document.Node, agent agents.Agent, opts ...FindOption) (*Facts, error) {
	f := &finder{}
	for _, opt := range opts {
		opt(f)
	}
	r, err := readRules()
	if err != nil {
		return nil, err
	}
	roots, err := h.Roots(config, agent)
	if err != nil {
		return nil, err
	}
	limits := r.limits(config)
	if h.foreign() {
		limits = flatLimits()
	}
	facts := &Facts{Agent: agent, Roots: roots, Targets: h.Targets(config), Limits: limits, Candidates: []Candidate{}}
	facts.Ways, facts.leads = make([][]string, len(roots)), make([]leads, len(roots))
	facts.listed = make([]*Found, len(roots))
	for i := range facts.Roots {
		root := &facts.Roots[i]
		if root.Real == "" {
			continue
		}
		if f.takeOver(facts, root) {
			continue
		}
		s := newSearch(ctx, r, root, facts, h.manifests(), f)
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
	if err := h.readAll(ctx, facts.Candidates, manifestBytes(facts.Limits)); err != nil {
		return nil, err
	}
	sortable(facts.Candidates)
	return facts, nil
}

// manifests are the names that the host looks for, the best first.
func (h *Host) manifests() []string {
	if h.Dialect == DialectZeroClaw {
		return []string{tomlManifest, manifestName}
	}
	return []string{manifestName}
}

// limits are those of the settings, where they are numbers.
func (r *rules) limits(config *document.Node) Limits {
	read := func(key string, standard int) int {
		if n, ok := count(config.At("skills", "limits", key)); ok {
			return n
		}
		return standard
	}
	return Limits{
		Candidates: read("maxCandidatesPerRoot", r.Limits.Candidates),
		Loaded:     read("maxSkillsLoadedPerSource", r.Limits.Loaded),
		FileBytes:  read("maxSkillFileBytes", r.Limits.FileBytes),
	}
}

// count is the number of a setting, where it is one.
func count(setting *document.Node) (int, bool) {
	switch value := setting.Interface().(type) {
	case int64:
		return int(max(0, min(value, 1<<31))), true
	case float64:
		return int(max(0, min(value, 1<<31))), true
	}
	return 0, false
}

// readAll reads the manifests that are not known, on all processors.
func (h *Host) readAll(ctx context.Context, candidates []Candidate, most int64) error {
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
				h.read(c, most)
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
