package catalog

import (
	"cmp"
	"context"
	"errors"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"unicode/utf8"

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
	manifestName = "SKILL.md"
	tomlManifest = "SKILL.toml"
)

// pluginManifest makes a folder a plugin of OpenClaw.
const pluginManifest = "openclaw.plugin.json"

// folder is a folder on the way through a root.
type folder struct {
	path, real, name string
	depth            int
	link, loop       bool
	chain            []Step
	// above are the real folders on the way, the nearest last.
	above []string
}

// child is an entry of a folder that is a folder, or a link to one.
type child struct {
	name string
	link bool
}

// budget bounds a search as OpenClaw does.
type budget struct{ folders, entries int }

// search finds the candidates of one root. It copies discoverSkillCandidates of
// OpenClaw 2026.9.6, but that it also lists what that passes over with a
// warning, and that it has bounds of its own.
type search struct {
	ctx       context.Context
	rules     *rules
	tier      tierRules
	limits    Limits
	targets   []Target
	walkLoops bool
	names     []string // of manifests, the best first

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

func newSearch(ctx context.Context, r *rules, root *Root, facts *Facts, names []string, f *finder) *search {
	s := &search{
		ctx: ctx, rules: r, tier: r.tier(root.Tier), limits: facts.Limits, targets: facts.Targets, walkLoops: f.walkLoops,
		root: root, reals: links{}, names: names, partly: map[string]string{},
	}
	if f.unseen {
		s.come = map[string]bool{}
		s.before = f.listed(root)
	}
	return s
}

// entriesOf is how many entries of a folder are looked at.
func (r *rules) entriesOf(candidates int) int {
	if candidates <= 0 {
		return 0
	}
	if candidates > r.Entries.Most/r.Entries.Each {
		return r.Entries.Most
	}
	return max(r.Entries.Least, candidates*r.Entries.Each)
}

// budgetOf is what a whole search may look at.
func (r *rules) budgetOf(candidates int) budget {
	candidates = min(max(0, candidates), math.MaxInt32)
	return budget{folders: candidates * r.Depth, entries: r.entriesOf(candidates) * (candidates + 1)}
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
	if err := s.walk(); err != nil {
		return nil, err
	}
	if s.unlisted > 0 {
		s.note(Note{Kind: NoteBudget, Path: s.root.Path, Count: s.unlisted, Limit: s.rules.budgetOf(s.limits.Candidates).folders})
	}
	return s.sorted(), nil
}

// walk goes through the folders level by level.
func (s *search) walk() error {
	s.left = s.rules.budgetOf(s.limits.Candidates)
	children := s.children(s.base, true)
	if s.limits.Loaded <= 0 {
		if len(children) > 0 {
			s.note(Note{Kind: NoteNothing, Path: s.base.path, Count: len(children)})
		}
		s.partly[s.base.path] = UnseenNothing
		return nil
	}
	s.wide(s.base, children)
	var queue []folder
	for i, c := range children {
		if i >= s.limits.Candidates && c.name != "skills" {
			continue
		}
		next := s.step(s.base, c)
		if c.name == "skills" && !s.hasManifest(next.real) {
			next.depth = 0
		}
		queue = append(queue, next)
	}
	// "skills" beyond the limit is looked at after the others.
	slices.SortStableFunc(queue, func(a, b folder) int {
		return cmp.Compare(s.late(a, children), s.late(b, children))
	})
	for i := 0; i < len(queue); i++ {
		if i%256 == 0 && s.ctx.Err() != nil {
			return s.ctx.Err()
		}
		if s.visited++; s.visited > MaxVisited {
			s.note(Note{Kind: NoteBound, Path: s.root.Path, Count: len(queue) - i, Limit: MaxVisited})
			for _, at := range queue[i:] {
				s.partly[at.path] = UnseenBound
			}
			return nil
		}
		queue = append(queue, s.visit(queue[i])...)
	}
	return nil
}

func (s *search) late(f folder, children []child) int {
	if f.name != "skills" {
		return 0
	}
	at := slices.IndexFunc(children, func(c child) bool { return c.name == "skills" })
	if at >= s.limits.Candidates {
		return 1
	}
	return 0
}

// visit lists a folder as a candidate, or returns the folders in it.
func (s *search) visit(at folder) []folder {
	switch {
	case s.tier.Follow == followPlugins && !at.link:
		return nil // nobody made it
	case at.real == "":
		s.note(Note{Kind: NoteVanished, Path: at.path})
		return nil
	case !s.follows(at, s.base.real), s.hasManifest(at.real), at.loop && !s.walkLoops:
		s.add(at, "folder", s.base.real)
		return nil
	case at.depth >= s.deepest(at):
		return nil
	}
	children := s.children(at, true)
	s.wide(at, children)
	next := make([]folder, min(len(children), s.limits.Candidates))
	for i := range next {
		next[i] = s.step(at, children[i])
	}
	return next
}

// wide notes folders of a folder that are more than the host looks at.
func (s *search) wide(at folder, children []child) {
	if over := len(children) - s.limits.Candidates; over > 0 {
		s.note(Note{Kind: NoteFolders, Path: at.path, Count: over, Limit: s.limits.Candidates})
		s.partly[at.path] = UnseenCut
	}
}

// deepest is how far below the root skills are looked for on the way through a
// folder.
func (s *search) deepest(at folder) int {
	if s.tier.Depth > 0 {
		return s.tier.Depth
	}
	if !s.tier.Shallow || filepath.Base(s.base.path) == "skills" || at.name == "skills" || strings.HasPrefix(at.name, "skills/") {
		return s.rules.Depth
	}
	return s.rules.Shallow
}

// follows says whether the way leads on into a folder.
func (s *search) follows(at folder, base string) bool {
	if s.tier.Follow == followPlugins {
		return pluginOf(at.real) != ""
	}
	return s.tier.Follow == followAnywhere || folders.Within(at.real, base) || s.tier.Follow == followTargets && s.target(at.real) >= 0
}

// pluginOf is the folder of the plugin that a folder of skills belongs to: the
// nearest above it with the manifest of a plugin; "" for none.
func pluginOf(folder string) string {
	const levels = 6
	for range levels {
		parent := filepath.Dir(folder)
		if parent == folder {
			return ""
		}
		if info, err := os.Lstat(filepath.Join(parent, pluginManifest)); err == nil && info.Mode().IsRegular() {
			return parent
		}
		folder = parent
	}
	return ""
}

func (s *search) target(real string) int {
	return slices.IndexFunc(s.targets, func(t Target) bool { return t.Real != "" && folders.Within(real, t.Real) })
}

// step goes from a folder to one in it.
func (s *search) step(at folder, c child) folder {
	next := folder{
		path: filepath.Join(at.path, c.name), name: c.name, depth: at.depth + 1, loop: at.loop, chain: at.chain,
		above: append(slices.Clip(at.above), at.real),
	}
	if at.name != "" {
		next.name = at.name + "/" + c.name
	}
	if s.come != nil {
		s.come[next.path] = true
	}
	place := filepath.Join(at.real, c.name)
	if !c.link {
		next.real = place
		return next
	}
	next.link = true
	known := s.reals.real(place)
	if next.real = known; known != "" && s.follows(next, s.base.real) {
		s.ways = append(s.ways, known)
	}
	target, _ := os.Readlink(place)
	next.chain = append(slices.Clip(at.chain), Step{Path: next.path, Target: target, Real: known, from: at.real})
	for _, above := range next.above {
		next.loop = next.loop || known != "" && folders.Within(above, known)
	}
	return next
}

// children lists the folders of a folder, in the order of their names. With
// links it lists links to folders, too.
func (s *search) children(at folder, links bool) []child {
	if s.left.folders <= 0 || s.left.entries <= 0 {
		s.unlisted++
		s.partly[at.path] = UnseenCut
		return nil
	}
	s.left.folders--
	most := min(s.rules.entriesOf(s.limits.Candidates), s.left.entries)
	entries, over, err := firstEntries(at.real, most)
	s.unreadable(at, err)
	s.left.entries -= len(entries)
	if over > 0 {
		s.note(Note{Kind: NoteEntries, Path: at.path, Count: over, Limit: most})
		s.partly[at.path] = UnseenCut
	}
	var found []child
	for _, entry := range entries {
		name := entry.Name()
		if strings.HasPrefix(name, ".") || name == "node_modules" {
			continue
		}
		link := entry.Type()&fs.ModeSymlink != 0
		if link && links {
			s.reals.real(filepath.Join(at.real, name))
		}
		if !entry.IsDir() && !(link && links && isFolder(filepath.Join(at.real, name))) {
			continue
		}
		if !utf8.ValidString(name) {
			s.note(Note{Kind: NoteName, Path: at.path, Count: 1, Detail: strconv.Quote(name)})
			continue
		}
		found = append(found, child{name: name, link: link})
	}
	slices.SortFunc(found, func(a, b child) int { return byUnits(a.name, b.name) })
	return found
}

// unreadable notes that a folder could not be listed, or not to its end.
func (s *search) unreadable(at folder, err error) {
	switch problemOf(err) {
	case "":
	case ProblemMissing, ProblemNotFolder:
		s.note(Note{Kind: NoteVanished, Path: at.path})
		s.partly[at.path] = UnseenVanished
	default:
		s.note(Note{Kind: NoteUnreadable, Path: at.path, Detail: bare(err).Error()})
		s.partly[at.path] = UnseenUnreadable
	}
}

// errNoFolder says that what should be listed is something else.
var errNoFolder = errors.New("not a folder")

// firstEntries returns the first entries of a folder by name, and how many more
// there are.
func firstEntries(name string, most int) (kept []fs.DirEntry, over int, err error) {
	// To open a pipe that nobody writes into takes for ever.
	if info, err := os.Stat(name); err != nil {
		return nil, 0, err
	} else if !info.IsDir() {
		return nil, 0, &fs.PathError{Op: "open", Path: name, Err: errNoFolder}
	}
	// Only a folder has a ".": a pipe that came meanwhile is not opened.
	dir, err := os.Open(name + string(filepath.Separator) + ".")
	if err != nil {
		return nil, 0, err
	}
	defer func() { _ = dir.Close() }()
	read := 0
	sortAndCut := func() {
		slices.SortFunc(kept, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
		if len(kept) > most {
			clear(kept[most:])
			kept = kept[:most]
		}
	}
	for read < MaxEntries {
		entries, err := dir.ReadDir(4096)
		read += len(entries)
		kept = append(kept, entries...)
		if len(kept) > 2*most+4096 {
			sortAndCut()
		}
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			sortAndCut()
			return kept, read - len(kept), err
		}
	}
	sortAndCut()
	return kept, read - len(kept), nil
}

func (s *search) note(note Note) {
	const most = 50
	if len(s.root.Notes) < most {
		s.root.Notes = append(s.root.Notes, note)
	} else {
		s.root.MoreNotes++
	}
}

// linksTo are the links on the way to a path, the last part of it included.
func linksTo(path string) []Step {
	var links []Step
	for i := 1; i <= len(path); i++ {
		if i < len(path) && path[i] != filepath.Separator {
			continue
		}
		if target, err := os.Readlink(path[:i]); err == nil {
			links = append(links, Step{Path: path[:i], Target: target, Real: realFolder(path[:i]), from: realFolder(filepath.Dir(path[:i]))})
		}
	}
	return links
}

// detour finds the first of the links that leads neither into a folder nor to
// one above it, or, once in the folder, out of it. It copies
// rawPathRelativeToCanonicalRoot and resolveRootPathSync of OpenClaw 2026.9.6.
func detour(above, chain []Step, real string) string {
	inside := false
	for _, links := range [][]Step{above, chain} {
		for _, link := range links {
			inside = inside || folders.Within(link.from, real)
			switch {
			case link.Real == "":
				return link.Path
			case folders.Within(link.Real, real):
				inside = true
			case inside || !folders.Within(real, link.Real):
				return link.Path
			}
		}
	}
	return ""
}

func (s *search) add(at folder, role, base string) {
	c := Candidate{
		Root: s.root.ID, Path: at.path, Real: at.real, Name: at.name, Role: role, Link: at.link, Chain: at.chain,
		Inside: at.real != "" && (folders.Within(at.real, base) || s.tier.Follow == followPlugins && s.follows(at, base)), Target: s.target(at.real), Loop: at.loop,
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

func (s *search) hasManifest(folder string) bool {
	for _, name := range s.names {
		if _, err := os.Lstat(filepath.Join(folder, name)); err == nil || !missing(err) {
			return true
		}
	}
	return false
}

func missing(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR)
}

func isFolder(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}

func isLink(name string) bool {
	info, err := os.Lstat(name)
	return err == nil && info.Mode()&fs.ModeSymlink != 0
}
