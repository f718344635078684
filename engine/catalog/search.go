package catalog

import (
	"context"
	"os"
	"path/filepath"

	folders "github.com/skillctl/skillctl/internal/folder"
)

// Bounds of our own, for what settings do not bound: folders of one root that
// are visited, and entries of one folder that are read.
const (
	MaxVisited = 200_000
	MaxEntries = 5_000_000
)

// Names of manifests; the second is read by ZeroClaw alone.
const (
	ManifestName = "SKILL.md"
	TOMLManifest = "SKILL.toml"
)

// folder is a folder on the way through a root.
type folder struct {
	path, real, name string
	depth            int
	link, loop       bool
	chain            []Step
	// above are the real folders on the way, the nearest last.
	above []string
}

// search finds the candidates of one root. It copies discoverSkillCandidates of
// OpenClaw 2026.9.6, but that it also lists what that passes over with a
// warning, and that it has bounds of its own.
type search struct {
	ctx       context.Context
	rules     *Rules
	tier      TierRules
	limits    Limits
	targets   []Target
	walkLoops bool
	names     []string // of manifests, the best first

	roots    []Root // all of them
	root     *Root
	base     folder
	left     budget
	unlisted int // folders that the host does not list any more
	visited  int
	found    []Candidate
	reals    links
	ways     []string // folders that links lead to, as far as they are followed
	above    []Step   // links on the way to the root, itself included
	// partly says of folders that were not listed whole why ([UnseenCut], …);
	// come are those that were come to, where somebody wants to know.
	partly map[string]string
	come   map[string]bool
	// before takes over what an earlier search listed, listed is what this one
	// did; nil for nothing.
	before Option
	listed *Found
}

func newSearch(ctx context.Context, r *Rules, root *Root, facts *Facts, names []string, f *finder) *search {
	s := &search{
		ctx: ctx, rules: r, tier: r.Tier(root.Tier), limits: facts.Limits, targets: facts.Targets, walkLoops: f.walkLoops,
		roots: facts.Roots, root: root, reals: links{}, names: names, partly: map[string]string{},
	}
	if f.unseen {
		s.come = map[string]bool{}
		s.before = f.listed(root)
	}
	return s
}

// run fills in what is so about the root and returns its candidates in the
// order in which the host reads them.
func (s *search) run() ([]Candidate, error) {
	root := folder{path: s.root.Path, real: s.root.Real}
	s.base, s.above = root, linksTo(root.path)
	s.root.Base = root.path
	if !s.tier.Container && s.nested(root) {
		s.base = s.step(root, child{name: "skills", link: isLink(filepath.Join(root.real, "skills"))})
		s.base.name, s.base.depth = "", 0
		s.root.Base, s.root.Shape = s.base.path, "nested"
		if s.base.real == "" || !s.follows(s.base, root.real) {
			s.add(s.base, "folder", root.real)
			return s.sorted(), nil
		}
	}
	if !s.tier.Container && s.hasManifest(s.base.real) {
		if s.root.Shape != "nested" {
			s.root.Shape = "skill"
		}
		s.add(s.base, "root", s.base.real)
		return s.sorted(), nil
	}
	if s.root.Shape == "nested" && s.hasManifest(root.real) {
		s.add(root, "own", root.real)
	}
	walk, most := s.walk, s.rules.budgetOf(s.limits.Candidates).folders
	if s.tier.Whole {
		walk, most = s.whole, s.rules.Whole.Folders
	}
	if err := walk(); err != nil {
		return nil, err
	}
	if s.unlisted > 0 {
		s.note(Note{Kind: NoteBudget, Path: s.root.Path, Count: s.unlisted, Limit: most})
	}
	return s.sorted(), nil
}

func (s *search) hasManifest(folder string) bool {
	for _, name := range s.names {
		if _, err := os.Lstat(filepath.Join(folder, name)); err == nil || !folders.Missing(err) {
			return true
		}
	}
	return false
}

func (s *search) add(at folder, role, base string) {
	c := Candidate{
		Root: s.root.ID, Path: at.path, Real: at.real, Name: at.name, Role: role, Link: at.link, Chain: at.chain,
		Inside: at.real != "" && (folders.Within(at.real, base) || s.tier.Follow == FollowPlugins && s.follows(at, base)), Target: s.target(at.real), Loop: at.loop,
	}
	if c.Chain == nil {
		c.Chain = []Step{}
	}
	switch {
	case at.real == "":
		c.Absent = AbsentFolder
	case !s.follows(at, base): // no profile follows it: its manifest is not opened
		c.Absent = AbsentOutside
	}
	c.Detour = detour(s.above, at.chain, at.real)
	if at.loop && !s.walkLoops {
		c.Unseen, c.Absent = UnseenUnfollowed, AbsentUnseen
	}
	s.found = append(s.found, c)
}

// sorted puts the candidates into the order in which they are read.
func (s *search) sorted() []Candidate {
	names := make([]string, len(s.found))
	for i := range s.found {
		names[i] = s.found[i].Name
	}
	sorted := make([]Candidate, 0, len(s.found))
	for _, i := range InWords(names) {
		s.found[i].Order = len(sorted)
		sorted = append(sorted, s.found[i])
	}
	return sorted
}

func (s *search) note(note Note) {
	const most = 50
	if len(s.root.Notes) < most {
		s.root.Notes = append(s.root.Notes, note)
	} else {
		s.root.MoreNotes++
	}
}
