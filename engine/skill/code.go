package skill

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/flow"
	"github.com/skillctl/skillctl/engine/scan"
	"github.com/skillctl/skillctl/internal/document"
)

// script is a text of the package that is kept until it is looked through.
type script struct {
	path string
	text []byte
	// language is what it is written in, "" when that is not known.
	language string
	// spare texts hold nothing by themselves that is looked for; they are kept for
	// the case that something has them run.
	spare bool
	// part is where the text stands, when it was taken out of a file that is no text.
	part *part
}

// maxScript is the largest shell script that is looked through, and maxSpare how
// much text of a package is kept for the case that it is run, in bytes.
const (
	maxScript = 256 << 10
	maxSpare  = 16 << 20
)

// Why a file that is run was not read as what it is run as.
const (
	unreadBinary = "binary" // it is no text
	unreadSize   = "size"   // it is longer than what is looked through
	unreadForm   = "form"   // nothing reads what it is written in
)

// IsShellScript tells by the first line, or else by the name.
func (f *File) IsShellScript() bool {
	if f.Shebang != nil {
		return flow.IsShell(f.Shebang.Program)
	}
	return slices.Contains([]string{".sh", ".bash", ".zsh", ".command"}, strings.ToLower(f.Ext))
}

// keep holds on to a text until all files are known. kept says that the caller does
// so anyway.
func (r *reader) keep(f *File, text []byte, kept bool) {
	if r.over {
		return
	}
	text, ok := scan.Text(text)
	if !ok {
		r.keepParts(f, text)
		return
	}
	if isMarkdown(f.Ext) {
		return
	}
	one := script{path: f.Path, text: text, language: languageOf(f)}
	if one.language == "" && isJSON(text) {
		one.language = "json"
	}
	shell := one.language == langShell
	switch one.language {
	case "", langDocument, langNotebook:
		one.spare = !flow.Tells(text)
	default:
		one.spare = !flow.Worth(text, shell)
	}
	switch {
	case one.spare && r.spare+len(text) > maxSpare:
		return // said where it is run
	case one.spare:
		r.spare += len(text)
	case shell && len(text) > maxScript || r.scripts+len(text) > r.cfg.limits.CodeBytes:
		r.gap(f.Path, GapCode, "shell scripts are looked through up to %d bytes each, code and text up to %d bytes in all", maxScript, r.cfg.limits.CodeBytes)
		return
	default:
		r.scripts += len(text)
	}
	if !kept {
		one.text = bytes.Clone(text)
	}
	r.skill.scripts = append(r.skill.scripts, one)
}

// isJSON reports whether a text is an object or a list of JSON: a program that reads it
// as anything else finds little but strings.
func isJSON(text []byte) bool {
	begin := bytes.TrimLeft(text, " \t\r\n")
	return len(begin) > 0 && (begin[0] == '{' || begin[0] == '[') && json.Valid(text)
}

// reading is a text and what it is read as.
type reading struct {
	path string
	way  string
}

// The ways in which a text is read; a language that has none of its own is looked
// through for strings, lines, or both.
const (
	wayShell    = "shell"
	wayDocument = "document"
	wayNotebook = "notebook"
	wayCode     = "code"
)

// wayOf is how a text in a language is read.
func wayOf(language string) string {
	switch language {
	case langShell:
		return wayShell
	case langDocument:
		return wayDocument
	case langNotebook:
		return wayNotebook
	}
	return wayCode
}

// parseScripts looks through the texts that are no Markdown, and what they and the
// others have run, as that.
func (s *Skill) parseScripts() {
	slices.SortStableFunc(s.scripts, func(a, b script) int { return strings.Compare(a.path, b.path) })
	done := map[reading]bool{}
	kept := make(map[string]*script, len(s.scripts))
	for i := range s.scripts {
		if one := &s.scripts[i]; one.part == nil {
			kept[one.path] = one
		}
	}
	for i := range s.scripts {
		if one := &s.scripts[i]; one.part == nil {
			s.finder.Program(one.path, one.text, one.language, nil)
		}
	}
	used := 0
	// What nobody says how to read comes last: what is run is read as that first, and
	// then more is known of it than line by line.
	for _, vague := range []bool{false, true} {
		for i := range s.scripts {
			one := &s.scripts[i]
			told := s.intel != nil && one.language == langShell
			if vague == (one.language == "" || one.language == langDocument) && (!one.spare || told || s.finder.Runs(one.text)) {
				done[reading{one.path, wayOf(one.language)}] = one.part == nil
				s.parseScript(one, one.language)
			}
		}
		s.finder.Loaded()
		for ; used < len(s.finder.Uses); used++ {
			if !s.parseUse(used, kept, done) {
				s.finder.Uses[used].File = ""
			}
		}
	}
	for i := range s.scripts {
		if one := &s.scripts[i]; one.spare && !done[reading{one.path, wayOf(one.language)}] && wayOf(one.language) == wayCode {
			s.finder.Uttered(one.path, one.text, one.language)
		}
	}
	s.finder.Uses = slices.DeleteFunc(s.finder.Uses, func(u flow.Use) bool { return u.File == "" })
	s.parseSourced(kept)
}

// parseSourced looks through scripts of a shell with those that they take in.
func (s *Skill) parseSourced(kept map[string]*script) {
	texts, first := map[string][]byte{}, map[string]document.Span{}
	var order []string
	for _, use := range s.finder.Uses {
		in, other := kept[use.In], kept[use.File]
		if use.Program != "." && use.Program != "source" || use.How != flow.UsedItself || in == nil || other == nil || in == other || wayOf(in.language) != wayShell {
			continue
		}
		if _, known := first[use.In]; !known {
			first[use.In] = use.Span
			order = append(order, use.In)
		}
		texts[use.In] = append(append(texts[use.In], other.text...), '\n')
	}
	for _, file := range order {
		s.finder.Sourced(file, append(texts[file], kept[file].text...), first[file])
	}
}

// parseScript looks through one text as one in a language.
func (s *Skill) parseScript(one *script, language string) {
	if one.part != nil {
		defer one.part.relocate(s.finder, countsOf(s.finder))
		s.inPart = one.part
		defer func() { s.inPart = nil }()
	}
	switch language {
	case langDocument:
		s.finder.Plain(one.path, one.text)
	case langNotebook:
		s.parseNotebook(one)
	default:
		if one.part != nil {
			s.finder.Program(one.path, one.text, language, one.part.move)
		} else {
			s.finder.Program(one.path, one.text, language, nil)
		}
		s.finder.Script(one.path, one.text, language, language == langShell)
	}
}

// parseNotebook looks through the cells of a notebook, or through its text when it
// is none.
func (s *Skill) parseNotebook(one *script) {
	cells, full, ok := readNotebook(one.path, one.text)
	if full {
		s.codeGap(one.path, fmt.Sprintf("more than %d cells and outputs in the notebook; the rest was not looked through", maxCells))
	}
	if !ok {
		s.finder.Script(one.path, one.text, "", false)
		return
	}
	for i := range cells {
		s.parseScript(&cells[i], cells[i].language)
	}
}

// parseUse looks through a file that a text has run, as what it is run as, and says
// of the use why that cannot be. It reports false for what is no use after all.
func (s *Skill) parseUse(i int, kept map[string]*script, done map[reading]bool) bool {
	use := &s.finder.Uses[i]
	f := s.File(use.File)
	if f == nil || f.Size == 0 {
		return false
	}
	one := kept[use.File]
	if one == nil && isMarkdown(f.Ext) {
		one = s.markdownScript(use.File)
	}
	if s.onlyNamed(use, f, one) {
		return false
	}
	language := use.Language
	if language == "" && one != nil {
		if language = one.language; language == "" || language == langDocument {
			language = langShell // what a system does with a text that it is to run
		}
	}
	way := wayOf(language)
	if one != nil && use.How != flow.UsedBefore && !understood(language, one) {
		use.Unread = unreadForm
		return true
	}
	switch {
	case one == nil && s.isText(f), one != nil && way == wayShell && len(one.text) > maxScript:
		use.Unread = unreadSize
	case one == nil:
		use.Unread = unreadBinary
	case use.How == flow.UsedBefore:
		return false
	case !done[reading{one.path, way}]:
		done[reading{one.path, way}] = true
		s.parseScript(one, language)
	}
	return true
}

// understood reports whether something reads a text as what it is run as, or as what it is
// written in where nobody knows what runs it.
func understood(language string, one *script) bool {
	if language == "other" {
		if language = one.language; language == "" || language == langDocument {
			return false
		}
	}
	return flow.Understood(language, one.text)
}

// markdownScript is a Markdown file as a text that is run, nil when it is no text.
func (s *Skill) markdownScript(file string) *script {
	text := s.documents[file]
	if file == s.Manifest.File {
		text = s.Manifest.Source
	}
	text, ok := scan.Text(text)
	if !ok {
		return nil
	}
	return &script{path: file, text: text, language: langDocument}
}

// onlyNamed reports whether what looks like the start of a document as a program is
// nothing but its name: nobody starts one that is not marked as executable, and in a
// sentence a path may be what is to be read.
func (s *Skill) onlyNamed(use *flow.Use, f *File, one *script) bool {
	if use.How != flow.UsedItself || use.Language != "" || one == nil || one.language != langDocument || f.Exec {
		return false
	}
	return isMarkdown(f.Ext) || use.Said
}

// isText reports whether a file is text, by its first bytes.
func (s *Skill) isText(f *File) bool {
	if f.Content == nil {
		return false
	}
	switch f.Content.Class {
	case scan.ClassText, scan.ClassScript, scan.ClassEmpty:
		return f.Content.Class != scan.ClassEmpty
	}
	return f.Content.Type == "svg"
}

// codeGap says, once for a file, that not all of its code was looked through.
func (s *Skill) codeGap(file, detail string) {
	if s.gapped == nil {
		s.gapped = map[string]bool{}
		for _, g := range s.Coverage.Gaps {
			s.gapped[g.File] = s.gapped[g.File] || g.Reason == GapCode
		}
	}
	if s.gapped[file] {
		return
	}
	s.gapped[file] = true
	s.Coverage.Complete = false
	s.Coverage.Gaps = append(s.Coverage.Gaps, Gap{File: file, Reason: GapCode, Detail: detail})
}
