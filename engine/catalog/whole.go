package catalog

import "math"

// whole goes through the folders of a root level by level, as Codex 0.169.0 was
// observed to do it: a folder that is a skill is looked into as well, the root itself
// may be one, links are followed, and each folder is looked into once, by the first
// way that leads to it. Names that start with a dot are passed over.
func (s *search) whole() error {
	s.left = budget{folders: math.MaxInt, entries: s.rules.Whole.Entries}
	queue, looked := []folder{s.base}, map[string]bool{}
	for i := 0; i < len(queue); i++ {
		if i%256 == 0 && s.ctx.Err() != nil {
			return s.ctx.Err()
		}
		at := queue[i]
		if at.real == "" {
			s.note(Note{Kind: NoteVanished, Path: at.path})
			continue
		}
		if s.hasManifest(at.real) {
			s.add(at, "folder", s.base.real)
		}
		if looked[at.real] || at.depth >= s.rules.Depth {
			continue
		}
		looked[at.real] = true
		for _, c := range s.children(at, true) {
			if len(queue) >= s.rules.Whole.Folders {
				s.unlisted++
				s.partly[at.path] = UnseenCut
				continue
			}
			queue = append(queue, s.step(at, c))
		}
	}
	return nil
}
