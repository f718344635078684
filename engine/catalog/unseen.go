package catalog

import (
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	folders "github.com/skillctl/skillctl/internal/folder"
)

// maxUnseen bounds how many files and folders of a root are looked at for skills
// that the host does not come to.
const maxUnseen = 100_000

// unseen adds the skills of the root that the host does not come to.
func (s *search) unseen(found []Candidate) ([]Candidate, error) {
	opts := []Option{withTreeEntries(maxUnseen), withTrouble(s.trouble), withLinks(s.reals)}
	if s.before != nil {
		opts = append(opts, s.before)
	}
	listed, err := Discover(s.ctx, []string{s.root.Path}, opts...)
	if s.ctx.Err() != nil {
		return nil, s.ctx.Err()
	}
	if err != nil {
		s.trouble(s.root.Path, err)
		return found, nil
	}
	s.listed = &listed
	seen := map[string]bool{}
	for i := range found {
		seen[found[i].Path] = true
		if s.tier.Whole {
			seen[found[i].Real] = true // each is come to once
		}
	}
	order := len(found)
	for i := range listed.Skills {
		other := &listed.Skills[i]
		place := filepath.FromSlash(other.Path)
		if seen[place] || s.tier.Whole && (seen[other.Real] || s.ofAnother(place)) || other.Manifest == TOMLManifest {
			continue
		}
		c := Candidate{
			Root: s.root.ID, Path: place, Real: other.Real, Name: other.Rel, Order: order, Role: "folder", Chain: []Step{}, Inside: true, Target: -1,
			Unseen: s.reason(other, seen), Absent: AbsentUnseen,
		}
		order++
		found = append(found, c)
	}
	for _, link := range listed.Links {
		place := filepath.FromSlash(link.Path)
		unseen, broken := map[string]string{ProblemMissing: UnseenDangling, ProblemLoop: UnseenCircle, ProblemUnreadable: UnseenBlind}[link.Problem]
		if !broken || seen[place] || insideSkill(place, s.root.Path, seen) {
			continue
		}
		found = append(found, Candidate{
			Root: s.root.ID, Path: place, Name: filepath.Base(place), Order: order, Role: "folder", Link: true, Target: -1,
			Chain: []Step{{Path: place, Target: link.Target}}, Unseen: unseen, Absent: AbsentUnseen,
		})
		order++
	}
	return found, nil
}

func insideSkill(place, root string, skills map[string]bool) bool {
	for dir := filepath.Dir(place); folders.Within(dir, root); dir = filepath.Dir(dir) {
		if skills[dir] {
			return true
		}
		if dir == root {
			break
		}
	}
	return false
}

// ofAnother says that a place is in another root, inside this one, and is told of there.
func (s *search) ofAnother(place string) bool {
	return slices.ContainsFunc(s.roots, func(r Root) bool {
		return r.ID != s.root.ID && folders.Within(r.Path, s.root.Path) && r.Path != s.root.Path && folders.Within(place, r.Path)
	})
}

// reason says why the host does not come to a skill.
func (s *search) reason(other *Skill, seen map[string]bool) string {
	place := filepath.FromSlash(other.Path)
	steps := strings.Split(other.Rel, "/")
	switch {
	case slices.Contains(steps, "node_modules") && !s.tier.Whole:
		return UnseenPackages
	case slices.ContainsFunc(steps, func(step string) bool { return step != "." && strings.HasPrefix(step, ".") }):
		return UnseenHidden
	case s.root.Shape == "skill" || !s.tier.Whole && insideSkill(place, s.root.Path, seen):
		return UnseenInside
	case s.root.Shape == "nested" && !folders.Within(place, s.base.path):
		return UnseenElsewhere
	case other.Closed:
		return UnseenUnreadable
	case other.Manifest == "":
		return UnseenLookalike
	}
	rel, err := filepath.Rel(s.base.path, place)
	depth := strings.Count(filepath.ToSlash(rel), "/") + 1
	if err == nil && (depth > s.rules.Depth || depth > s.deepest(folder{name: filepath.ToSlash(rel)})) {
		return UnseenDeep
	}
	return s.lost(rel)
}

// lost says where the search did not go on towards a folder, by its path below
// the one that was searched.
func (s *search) lost(rel string) string {
	at := s.base.path
	for _, name := range strings.Split(rel, string(filepath.Separator)) {
		next := filepath.Join(at, name)
		switch why := s.partly[at]; {
		case s.come[next]:
		case !utf8.ValidString(name):
			return UnseenName
		case why != "":
			return why
		default:
			return UnseenLate
		}
		at = next
	}
	if why := s.partly[at]; why != "" {
		return why
	}
	return UnseenLate
}

// trouble notes that what the host does not come to could not be listed whole.
func (s *search) trouble(path string, err error) {
	if inner := errors.Unwrap(err); inner != nil {
		err = inner
	}
	note := Note{Kind: NoteUnlisted, Path: filepath.FromSlash(path), Detail: folders.Cause(err).Error()}
	// What the search of the host has said need not be said again.
	if !slices.ContainsFunc(s.root.Notes, func(n Note) bool { return n.Path == note.Path && (n.Kind == NoteUnreadable || n.Kind == NoteVanished) }) {
		s.note(note)
	}
}
