package catalog

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"strings"

	folders "github.com/skillctl/skillctl/internal/folder"
)

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
	case s.tier.Follow == FollowPlugins && !at.link:
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
	if s.tier.Follow == FollowPlugins {
		return pluginOf(at.real) != ""
	}
	return s.tier.Follow == FollowAnywhere || folders.Within(at.real, base) || s.tier.Follow == FollowTargets && s.target(at.real) >= 0
}

// pluginManifest makes a folder a plugin of OpenClaw.
const pluginManifest = "openclaw.plugin.json"

// pluginManifests are the files that make a folder a plugin: of OpenClaw, of Claude Code.
func pluginManifests() [2]string {
	return [...]string{pluginManifest, ".claude-plugin/plugin.json"}
}

// IsPlugin reports whether a folder has the manifest of a plugin.
func IsPlugin(folder string) bool {
	for _, name := range pluginManifests() {
		if info, err := os.Lstat(filepath.Join(folder, filepath.FromSlash(name))); err == nil && info.Mode().IsRegular() {
			return true
		}
	}
	return false
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
