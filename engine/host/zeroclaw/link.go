package zeroclaw

import (
	"cmp"
	"path"
	"path/filepath"
	"strings"

	"github.com/skillctl/skillctl/engine/skill"
	"github.com/skillctl/skillctl/internal/document"
	"github.com/skillctl/skillctl/internal/folder"
)

// zeroClawTargets finds what the expression \[[^\]]*\]\(([^)]+)\) captures. The
// audit knows no Markdown: code blocks are searched too.
func zeroClawTargets(text []byte, found func(target string, start, end int) bool) {
	for pos := 0; ; {
		open := indexFrom(text, '[', pos)
		if open < 0 {
			return
		}
		closed := indexFrom(text, ']', open)
		if closed < 0 {
			return
		}
		pos = closed + 1
		if pos >= len(text) || text[pos] != '(' {
			continue
		}
		end := indexFrom(text, ')', pos+1)
		if end < 0 {
			return
		}
		if end == pos+1 {
			continue
		}
		if !found(string(text[pos+1:end]), pos+1, end) {
			return
		}
		pos = end + 1
	}
}

func (z *View) link(s *skill.Skill, file, raw, real string, table *zeroClawTable, span func() document.Span) {
	target := zeroClawTarget(raw)
	if target == "" || target[0] == '#' {
		return
	}
	l := Link{File: file, Target: target, Scheme: zeroClawScheme(target)}
	for _, known := range table.Schemes {
		if l.Scheme == known {
			return
		}
	}
	l.Span = span()
	if l.Scheme == "" {
		l.Path = target
		if i := strings.IndexAny(target, "#?"); i >= 0 {
			l.Path = target[:i]
		}
		if l.Path == "" {
			return
		}
		z.resolve(s, &l, real)
	}
	z.Links = append(z.Links, l)
}

// zeroClawTarget takes off blanks, one pair of angle brackets and the title.
func zeroClawTarget(raw string) string {
	target := strings.TrimSpace(raw)
	target = strings.TrimPrefix(target, "<")
	target = strings.TrimSuffix(target, ">")
	words := strings.Fields(target)
	if len(words) == 0 {
		return ""
	}
	return words[0]
}

// zeroClawScheme is what stands before the first colon, when both sides hold
// something and it is letters, digits, "+", "-" and ".".
func zeroClawScheme(target string) string {
	scheme, rest, ok := strings.Cut(target, ":")
	if !ok || scheme == "" || rest == "" {
		return ""
	}
	for i := range len(scheme) {
		c := scheme[i]
		if !(c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9' || strings.IndexByte("+-.", c) >= 0) {
			return ""
		}
	}
	return scheme
}

// resolve finds where a relative path leads.
func (z *View) resolve(s *skill.Skill, l *Link, real string) {
	if strings.HasPrefix(l.Path, "/") || strings.HasPrefix(l.Path, "~/") {
		l.Where = "unknown"
		return
	}
	clean := path.Join(path.Dir(l.File), l.Path)
	if rest, ok := strings.CutPrefix(clean, "../"+s.Dir+"/"); ok && s.Dir != "" {
		clean = rest
	}
	switch {
	case clean == ".":
		l.Where, l.Is = "inside", "other"
	case clean != ".." && !strings.HasPrefix(clean, "../"):
		l.Where, l.Is = whereInside(s, clean)
	case real == "":
		l.Where = "unknown"
	default:
		z.Outside = true
		l.Where, l.Is = lookOutside(real, clean)
	}
}

// whereInside says where a path below the skill's folder leads.
func whereInside(s *skill.Skill, clean string) (where, is string) {
	f, outside := followInside(s, clean)
	switch {
	case outside:
		return "unknown", ""
	case f == nil:
		return "missing", ""
	case f.Type == skill.TypeRegular:
		return "inside", "file"
	}
	return "inside", "other"
}

// lookOutside says where a path that leaves the package leads: whether there is
// a file. It looks no higher than the folder that the path names, never at the
// root of the file system, where looking could mount things, and follows no
// link that leaves that folder.
func lookOutside(real, clean string) (where, is string) {
	base := real
	for {
		rest, up := strings.CutPrefix(clean, "..")
		if !up || rest != "" && rest[0] != '/' {
			break
		}
		base, clean = filepath.Dir(base), strings.TrimPrefix(rest, "/")
	}
	if base == filepath.Dir(base) {
		return "unknown", ""
	}
	clean = cmp.Or(clean, ".")
	root, err := folder.Open(base)
	if err != nil {
		return "missing", ""
	}
	defer func() { _ = root.Close() }()
	info, err := root.Stat(filepath.FromSlash(clean))
	if err != nil {
		if _, gone := root.Lstat(filepath.FromSlash(clean)); gone == nil {
			return "unknown", "" // a link that leaves the folder
		}
		return "missing", ""
	}
	where = "outside"
	target := filepath.Join(base, filepath.FromSlash(clean))
	if skills := skillsFolder(real); skills != "" && (target == skills || strings.HasPrefix(target, skills+string(filepath.Separator))) {
		where = "skills"
	}
	if info.Mode().IsRegular() {
		return where, "file"
	}
	return where, "other"
}

// skillsFolder is the nearest folder named "skills", from the skill's own
// upwards; empty when there is none.
func skillsFolder(real string) string {
	for dir := real; ; dir = filepath.Dir(dir) {
		if filepath.Base(dir) == "skills" {
			return dir
		}
		if dir == filepath.Dir(dir) {
			return ""
		}
	}
}
