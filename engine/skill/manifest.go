package skill

import (
	"io"
	"strings"

	"github.com/skillctl/skillctl/internal/folder"
)

// The names of a manifest, in the order in which they are looked for.
const (
	manifestMD     = "SKILL.md"
	manifestTOML   = "SKILL.toml"
	manifestLegacy = "manifest.toml"
)

// manifest finds the file that tells what the skill is, and reads it if it is
// a regular file of the package.
func (r *reader) manifest() {
	s := r.skill
	m := &s.Manifest
	for _, name := range []string{manifestMD, manifestTOML, manifestLegacy} {
		if s.File(name) != nil {
			m.File, m.Format = name, "toml"
			break
		}
	}
	if m.File == manifestMD {
		m.Format = "md"
	}
	m.Lookalikes = []string{}
	for i := range s.Files {
		if p := s.Files[i].Path; !strings.Contains(p, "/") && isLookalike(p) {
			m.Lookalikes = append(m.Lookalikes, p)
		}
	}
	if m.File != "" {
		r.manifestSource(s.File(m.File))
	}
}

// manifestSource takes over the text of the manifest. Through a link it is read
// only when the link stays inside the package.
func (r *reader) manifestSource(f *File) {
	s := r.skill
	name := f.Path
	if l := f.Link; l != nil {
		target := s.File(l.Resolved)
		if !l.Inside || target == nil {
			r.gap(name, GapOutside, "a link to %q, which is not a file of the package", l.Target)
			return
		}
		f = target
	}
	if f.Type != TypeRegular {
		r.gap(name, GapFileType, "the manifest is not a regular file but: %s", f.Type)
		return
	}
	s.Manifest.Size = f.Size
	if text, ok := s.documents[f.Path]; ok {
		s.Manifest.Source = text
		return
	}
	if f.Read == ReadNone || isDocument(f.Ext) {
		return // the gap is noted already
	}
	r.linkedSource(name, f.Path)
}

// linkedSource reads a manifest that is a link to a file which was not kept.
func (r *reader) linkedSource(name, p string) {
	info, err := r.root.Lstat(p)
	if err != nil {
		r.gap(name, GapUnreadable, "look at the file it links to: %s", folder.Bare(err))
		return
	}
	h, err := openRegular(r.root, p, info)
	if err != nil {
		r.gap(name, GapUnreadable, "open the file it links to: %s", folder.Bare(err))
		return
	}
	defer h.Close()
	text, err := io.ReadAll(io.LimitReader(h, r.cfg.limits.FileBytes))
	if err != nil {
		r.gap(name, GapUnreadable, "read the file it links to: %s", folder.Bare(err))
		return
	}
	r.skill.Manifest.Source = text
}

// isLookalike reports whether a name is meant to be a manifest's but is not one
// that hosts look for: other case, a plural, another ending, blanks.
func isLookalike(name string) bool {
	switch name {
	case manifestMD, manifestTOML, manifestLegacy:
		return false
	}
	folded := strings.Map(func(c rune) rune {
		switch c {
		case ' ', '_', '-', '\t', '\u00a0', '\u200b', '\ufeff':
			return -1
		}
		return c
	}, strings.ToLower(name))
	switch folded {
	case "skill.md", "skills.md", "skill.markdown", "skills.markdown", "skill.mdx", "skill.mdc", "skillmd",
		"skill.md.md", "skill.md.txt", "skill.txt", "skill.toml", "skills.toml", "skill.yaml", "skill.yml", "skill.json",
		"manifest.toml":
		return true
	}
	return false
}
