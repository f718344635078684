package catalog

import (
	"io/fs"
	"path/filepath"
	"strings"

	folders "github.com/skillctl/skillctl/internal/folder"
)

// nested says whether the search moves from a root to its folder "skills": when
// a skill can be found in there, and the root is a skill itself or nothing else
// of it could be one. It copies resolveNestedSkillsRoot of OpenClaw 2026.9.6.
func (s *search) nested(root folder) bool {
	if root.real == "" || !folders.Is(filepath.Join(root.real, "skills")) {
		return false
	}
	if !s.hasManifest(root.real) && s.elsewhere(root) {
		return false
	}
	skills := s.step(root, child{name: "skills", link: isLink(filepath.Join(root.real, "skills"))})
	return s.scan(skills, func(at folder, _ int) (bool, bool) { return s.hasManifest(at.real), false }, "")
}

// elsewhere says whether a root has what might be a skill outside its folder
// "skills": any link will do.
func (s *search) elsewhere(root folder) bool {
	return s.scan(root, func(at folder, depth int) (bool, bool) {
		if depth > 0 && s.hasManifest(at.real) {
			return true, false
		}
		skip := ""
		if depth == 0 {
			skip = "skills"
		}
		return false, depth < s.rules.Depth && s.linkIn(at, skip)
	}, "skills")
}

// scan goes through folders level by level, links left out, until one has what
// is looked for. It leaves the budget of the search itself alone.
func (s *search) scan(from folder, look func(at folder, depth int) (here, within bool), skip string) bool {
	// What it does not see is said of the search that follows, if it goes there.
	unlisted, notes, partly, come := s.unlisted, len(s.root.Notes), s.partly, s.come
	s.partly, s.come = map[string]string{}, nil
	defer func() {
		s.unlisted, s.root.Notes, s.root.MoreNotes, s.partly, s.come = unlisted, s.root.Notes[:notes], 0, partly, come
	}()
	s.left = s.rules.budgetOf(s.limits.Candidates)
	type level struct {
		at    folder
		depth int
	}
	queue := []level{{at: from}}
	for i := 0; i < len(queue) && i < MaxVisited && s.ctx.Err() == nil; i++ {
		at, depth := queue[i].at, queue[i].depth
		here, within := look(at, depth)
		if here || within {
			return true
		}
		if depth >= s.rules.Depth {
			continue
		}
		for n, c := range s.children(at, false) {
			if n >= s.limits.Candidates {
				break
			}
			if depth == 0 && c.name == skip {
				continue
			}
			queue = append(queue, level{at: s.step(at, c), depth: depth + 1})
		}
	}
	return false
}

// linkIn says whether a folder holds a link of any kind.
func (s *search) linkIn(at folder, skip string) bool {
	entries, _, err := firstEntries(at.real, s.rules.entriesOf(s.limits.Candidates))
	if err != nil {
		return false
	}
	for _, entry := range entries {
		name := entry.Name()
		if name == skip || strings.HasPrefix(name, ".") || name == "node_modules" {
			continue
		}
		if entry.Type()&fs.ModeSymlink != 0 {
			return true
		}
	}
	return false
}
