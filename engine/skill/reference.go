package skill

import (
	"bytes"
	"cmp"
	"net/url"
	"path"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/markdown"
	"github.com/skillctl/skillctl/internal/document"
)

// addLinks takes over the links and mentions of one Markdown file.
func (s *Skill) addLinks(file string, text []byte, d *markdown.Document) {
	full := d.Truncated
	s.Body.Links = slices.Grow(s.Body.Links, min(len(d.Links)+len(d.Mentions), maxLinks))
	for _, l := range d.Links {
		if len(s.Body.Links) >= maxLinks {
			full = true
			break
		}
		link := Link{Text: l.Text, Target: l.Target, File: file, Span: l.Span, Image: l.Image, Locus: LocusInstruction}
		if l.Example {
			link.Locus = LocusExample
		}
		rest, rooted := fromRoot(l.Target)
		link.Kind = kindOf(rest)
		switch {
		case link.Kind != LinkRelative && (link.Kind != LinkWindows || isDrive(l.Target)):
		case rooted:
			s.locateFrom(&link, ".", pathOf(rest))
		default:
			s.locate(&link, path.Dir(file), ".", pathOf(rest))
		}
		if link.Exists && link.Locus == LocusInstruction {
			link.Sentence = sentenceAt(text, link.Span)
		}
		s.Body.Links = append(s.Body.Links, link)
	}
	for _, m := range d.Mentions {
		if len(s.Body.Links) >= maxLinks {
			full = true
			break
		}
		if link, ok := s.mention(file, m); ok {
			if link.Exists {
				link.Sentence = sentenceAt(text, link.Span)
			}
			s.Body.Links = append(s.Body.Links, link)
		}
	}
	if full {
		s.Coverage.Complete = false
		s.Coverage.Gaps = append(s.Coverage.Gaps, Gap{File: file, Reason: GapLinkCount, Detail: "more links, fences or headings than are listed"})
	}
}

// maxSentence is how much of a sentence is kept on each side of a link, in bytes.
const maxSentence = 200

// sentenceAt is the sentence that a link stands in, as far as it is in its line.
func sentenceAt(text []byte, at document.Span) string {
	begin, stop := at.Start.Offset, at.End.Offset
	if begin < 0 || stop > len(text) || begin > stop {
		return ""
	}
	before, after := text[max(0, begin-maxSentence):begin], text[stop:min(len(text), stop+maxSentence)]
	if i := bytes.LastIndexByte(before, '\n'); i >= 0 {
		before = before[i+1:]
	}
	for _, mark := range []string{". ", "! ", "? "} {
		if i := bytes.LastIndex(before, []byte(mark)); i >= 0 {
			before = before[i+len(mark):]
		}
	}
	stop = len(after)
	for _, mark := range []string{"\n", ". ", "! ", "? "} {
		if i := bytes.Index(after[:stop], []byte(mark)); i >= 0 {
			stop = i
		}
	}
	return strings.ToValidUTF8(string(before)+string(text[at.Start.Offset:at.End.Offset])+string(after[:stop]), "")
}

func (s *Skill) sortLinks() {
	slices.SortStableFunc(s.Body.Links, func(a, b Link) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Span.Start.Offset, b.Span.Start.Offset))
	})
}

// fromRoot takes off the words that hosts replace by the folder of the skill.
func fromRoot(target string) (rest string, ok bool) {
	for _, base := range []string{"{baseDir}", "${CLAUDE_SKILL_DIR}"} {
		if rest, ok := strings.CutPrefix(target, base); ok && (strings.HasPrefix(rest, "/") || strings.HasPrefix(rest, `\`)) {
			return rest[1:], true
		}
	}
	return target, false
}

// kindOf says what sort of place a target names.
func kindOf(target string) string {
	switch {
	case target == "":
		return LinkOther
	case target[0] == '#':
		return LinkAnchor
	case strings.HasPrefix(target, "//"):
		return LinkURL
	case target[0] == '/':
		return LinkAbsolute
	case target[0] == '~':
		return LinkHome
	case isDrive(target):
		return LinkWindows
	}
	if i := schemeEnd(target); i > 0 {
		switch {
		case strings.EqualFold(target[:i], "mailto"):
			return LinkMail
		case strings.HasPrefix(target[i:], "://"):
			return LinkURL
		}
		return LinkOther
	}
	switch {
	case strings.ContainsAny(target, "{}[]<>$*|"):
		return LinkOther // a placeholder
	case strings.Contains(target, `\`):
		return LinkWindows
	case pathOf(target) == "":
		return LinkOther
	}
	return LinkRelative
}

// schemeEnd returns the length of the scheme that a target starts with, 0 when
// there is none.
func schemeEnd(target string) int {
	for i := range len(target) {
		switch c := target[i]; {
		case c == ':':
			return i
		case alphanumeric(c) && (i > 0 || c > '9'), i > 0 && (c == '+' || c == '.' || c == '-'):
		default:
			return 0
		}
	}
	return 0
}

// isDrive reports whether a target starts with a drive or a server of Windows.
func isDrive(target string) bool {
	return strings.HasPrefix(target, `\`) || len(target) > 1 && target[1] == ':' && alphanumeric(target[0]) && target[0] > '9'
}

// pathOf is the path of a relative target, without query and fragment.
func pathOf(target string) string {
	if i := strings.IndexAny(target, "?#"); i >= 0 {
		target = target[:i]
	}
	target = strings.ReplaceAll(target, `\`, "/")
	if strings.Contains(target, "%") {
		if plain, err := url.PathUnescape(target); err == nil {
			target = strings.ToValidUTF8(plain, "\uFFFD")
		}
	}
	return target
}

// locate fills in where a relative path leads, from the first of two folders
// or, if nothing is there, from the second. A link is taken from the folder of
// its file; agents take paths from the folder of the skill.
func (s *Skill) locate(l *Link, first, second, p string) {
	s.locateFrom(l, first, p)
	if l.Exists || first == second {
		return
	}
	other := *l
	if s.locateFrom(&other, second, p); other.Exists {
		*l = other
	}
}

// locateFrom fills in where a relative path from a folder leads.
func (s *Skill) locateFrom(l *Link, dir, p string) {
	if l.Path, l.Actual = path.Clean(p), ""; dir != "." || strings.HasPrefix(l.Path, "/") {
		l.Path = path.Join(dir, p)
	}
	l.Escapes = l.Path == ".." || strings.HasPrefix(l.Path, "../")
	l.Exists, l.Depth = false, 0
	if l.Escapes {
		return
	}
	l.Depth = strings.Count(l.Path, "/")
	if s.File(l.Path) != nil && s.File(l.Path).Link == nil {
		l.Exists = true
		return
	}
	r := s.resolve(".", l.Path)
	// A path through a symbolic link that leaves the package is there; where it
	// ends was not looked at.
	l.Exists = r.exists || !r.inside
	if !l.Exists {
		l.Actual = s.spelling(l.Path)
	}
}

// mention takes a word for the path of a file, if it starts with a folder of
// the package, or one that skills usually have, and ends like a file.
func (s *Skill) mention(file string, m markdown.Mention) (Link, bool) {
	l := Link{Text: m.Text, Target: m.Text, File: file, Span: m.Span, Kind: LinkRelative, Locus: LocusInstruction, Mention: true}
	p, rooted := fromRoot(m.Text)
	p = strings.TrimPrefix(strings.TrimPrefix(p, "./"), `.\`)
	if strings.Contains(p, `\`) {
		l.Kind = LinkWindows
		p = strings.ReplaceAll(p, `\`, "/")
	}
	first, rest, ok := strings.Cut(p, "/")
	if !ok || rest == "" || strings.ContainsAny(p, "{}$*%~@") || strings.Contains(p, "//") {
		return Link{}, false
	}
	dir := path.Dir(file)
	if rooted {
		dir = "."
	}
	if !s.isFolder(dir, first) {
		return Link{}, false
	}
	if s.locate(&l, ".", dir, strings.TrimSuffix(p, "/")); !l.Exists && !endsLikeFile(p) {
		return Link{}, false
	}
	return l, true
}

// isFolder reports whether a name is a folder of the package, or of the folder
// that the text is in, or one that skills usually have.
func (s *Skill) isFolder(dir, name string) bool {
	switch name {
	case "scripts", "references", "assets", "examples":
		return true
	case "", "..", ".":
		return false
	}
	if f := s.File(name); f != nil && f.Type == TypeDir {
		return true
	}
	if dir == "." {
		return false
	}
	f := s.File(path.Join(dir, name))
	return f != nil && f.Type == TypeDir
}

// endsLikeFile reports whether a path ends in an extension of a file.
func endsLikeFile(p string) bool {
	ext := path.Ext(path.Base(p))
	if len(ext) < 2 || len(ext) > 9 || ext == path.Base(p) || ext[1] >= '0' && ext[1] <= '9' {
		return false
	}
	for i := 1; i < len(ext); i++ {
		if !alphanumeric(ext[i]) {
			return false
		}
	}
	return true
}

func alphanumeric(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}
