package skill

import (
	"context"
	"strings"

	"github.com/skillctl/skillctl/engine/flow"
	"github.com/skillctl/skillctl/engine/markdown"
	"github.com/skillctl/skillctl/engine/skill/house"
	"github.com/skillctl/skillctl/engine/work"
	"github.com/skillctl/skillctl/internal/document"
)

// maxLinks bounds the links of all files of a package together.
const maxLinks = 5_000

// Parse does the second half of [Read]: it fills in Text, Front, TOML and Body
// from what [Inventory] read. It must be called once, before anything else uses
// the skill. An error means that ctx is done: nothing is known of the skill then.
func (s *Skill) Parse(ctx context.Context) error {
	if s.work == nil {
		s.work = work.New()
	}
	defer context.AfterFunc(ctx, s.work.End)()
	s.finder = flow.New(s.codeGap)
	s.finder.Work = s.work
	if s.intel != nil {
		s.finder.Told = s.seekTold()
	}
	s.finder.Data = func(file string) []byte { return s.documents[file] }
	s.finder.Text = s.textOf
	s.finder.Package(s.regular(), s.linked())
	if body, ok := s.parseManifest(); ok {
		s.parseBody(body)
	}
	if s.TOML != nil && s.TOML.Root != nil {
		s.parseValues(s.TOML.Root)
	}
	s.parseOthers()
	s.parseSettings()
	s.parseScripts()
	s.parseAgents()
	s.finder.Follow()
	house.Known(s.documents, s.finder.Sends)
	s.given(s.finder.Commands)
	s.scripts = nil // what follows goes by documents
	b, f := &s.Body, s.finder
	b.Chains, b.Accesses, b.Besides, b.Foreign, b.Remarks, b.Contacts, b.Sends, b.Deeds = f.Chains, f.Accesses, f.Besides, f.Foreign, f.Remarks, f.Contacts, f.Sends, f.Deeds
	b.Leans, b.Rulings = f.Leans, f.Rulings
	s.ruledOf(b.Rulings, b.Deeds)
	s.others = nil
	b.Parties = append(s.written, f.Parties...)
	s.namedBy(b.Parties)
	b.Kin = house.Kindred(s.documents, f.Contacts, f.Sends, b.Parties)
	b.Flows, b.Commands, b.Passages, b.Orders, b.Templates, b.Disguises, b.Uses = f.Flows, f.Commands, f.Passages, f.Orders, f.Templates, f.Disguises, f.Uses
	s.finder = nil
	s.seekRead()
	s.Coverage.Gaps = folded(s.Coverage.Gaps, s.Manifest.File)
	return ctx.Err()
}

// parseManifest fills in Text, Front and TOML. It reports whether there is a text below the
// front matter, and where that begins.
func (s *Skill) parseManifest() (body document.Position, below bool) {
	m := &s.Manifest
	if m.Source == nil {
		// A text that could not be read has no fault of its own.
		s.Text = Text{UTF8: true, Newline: NewlineNone}
		return body, false
	}
	s.Text = readText(m.Source)
	switch m.Format {
	case "md":
		s.Front, body = parseFront(m.File, m.Source)
		return body, true
	case "toml":
		s.TOML = parseTOML(m.File, m.Source)
	}
	return body, false
}

// textOf is the text of a file of the package that was kept, nil for any other.
func (s *Skill) textOf(file string) []byte {
	if text := s.documents[file]; text != nil {
		return text
	}
	for i := range s.scripts {
		if one := &s.scripts[i]; one.path == file && one.part == nil {
			return one.text
		}
	}
	return nil
}

// regular are the paths of the regular files of the package.
func (s *Skill) regular() []string {
	paths := make([]string, 0, len(s.Files))
	for i := range s.Files {
		if s.Files[i].Type == TypeRegular {
			paths = append(paths, s.Files[i].Path)
		}
	}
	return paths
}

// maxLinked bounds the paths that lead through links to files of the package.
const maxLinked = 5000

// linked are the paths by which symbolic links of the package lead to its files.
func (s *Skill) linked() map[string]string {
	paths := map[string]string{}
	for i := range s.Files {
		f := &s.Files[i]
		if f.Link == nil || !f.Link.Inside || !f.Link.Exists {
			continue
		}
		target := s.File(f.Link.Resolved)
		switch {
		case f.Link.Resolved == ".":
		case target == nil:
		case target.Type == TypeRegular:
			paths[f.Path] = target.Path
		case target.Type == TypeDir:
			for j := range s.Files {
				if rest, ok := strings.CutPrefix(s.Files[j].Path, target.Path+"/"); ok && s.Files[j].Type == TypeRegular && len(paths) < maxLinked {
					paths[f.Path+"/"+rest] = s.Files[j].Path
				}
			}
		}
	}
	return paths
}

// FromManifest is a skill of which nothing is known but its folder's name, the text
// of its SKILL.md, of which the front matter is read, and some documents.
func FromManifest(dir string, source []byte, documents map[string][]byte) *Skill {
	s := &Skill{Dir: dir, Manifest: Manifest{File: manifestMD, Format: "md", Source: source}, documents: documents}
	s.Front, _ = parseFront(manifestMD, source)
	return s
}

func parseTOML(file string, text []byte) *TOML {
	doc, err := document.Parse(context.Background(), file, text, document.TOML, document.WithMaxNodes(MaxValues))
	if err != nil {
		start := document.Position{Line: 1, Column: 1}
		return &TOML{Error: problemOf(err, document.Span{Start: start, End: start})}
	}
	return &TOML{Root: doc.Root}
}

// parseBody reads the text of SKILL.md below its front matter.
func (s *Skill) parseBody(from document.Position) {
	text := s.Manifest.Source
	d := markdown.Parse(text, from)
	b := &s.Body
	b.Bytes = len(text) - from.Offset
	b.Lines, b.Tokens, b.Headings = d.Lines, b.Bytes/4, len(d.Headings)
	b.Span = document.Span{Start: from, End: d.End}
	b.Sections = house.Sections(text)
	b.Introduction = house.IntroductionOf(string(text[from.Offset:]), from.Line)
	for _, f := range d.Fences {
		b.Fences = append(b.Fences, Fence{Lang: f.Lang, Span: f.Span, Inner: f.Inner, Lines: f.Lines})
	}
	s.addLinks(s.Manifest.File, text, d)
	s.finder.Apart(s.Manifest.File, spelled(s.Front.Root))
	s.finder.Markdown(s.Manifest.File, text, d)
	s.parseValues(s.Front.Root)
}

// parseOthers reads the links of the other Markdown files.
func (s *Skill) parseOthers() {
	done := s.Manifest.File
	if f := s.File(done); f != nil && f.Link != nil {
		done = f.Link.Resolved
	}
	for i := range s.Files {
		f := &s.Files[i]
		text := s.documents[f.Path]
		if text == nil || !isMarkdown(f.Ext) || f.Path == done {
			continue
		}
		if s.Manifest.Format == "md" && f.Path == s.Manifest.File {
			continue
		}
		d := markdown.Parse(text, findFront(text).next)
		s.addLinks(f.Path, text, d)
		s.finder.Markdown(f.Path, text, d)
	}
	s.sortLinks()
}
