package skill

import (
	"bytes"
	"cmp"
	"context"
	"path"
	"slices"
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/skillctl/skillctl/engine/agent"
	"github.com/skillctl/skillctl/engine/flow/prose"
	"github.com/skillctl/skillctl/engine/markdown"
	"github.com/skillctl/skillctl/internal/document"
	"github.com/skillctl/skillctl/internal/lazydfa"
)

// The bounds of settings that stand under no known name: how long a text that is looked
// through for them, in bytes, and how many of one file and of a package are told.
const (
	maxLaidText = 256 << 10
	maxLaidFile = 20
	maxLaid     = 100
)

// laid notes the settings of agents that a text has under no name that an agent obeys: in
// blocks of a document, in a file of another name, in literals of a program.
func (r *reader) laid(f *File, text []byte) {
	if r.skill.Project || !agent.Hints(text) || bytes.IndexByte(text, 0) >= 0 || !utf8.Valid(text) {
		return
	}
	if len(text) > maxLaidText {
		r.gap(f.Path, GapCode, "settings of agents are looked for in texts of up to %d bytes", maxLaidText)
		return
	}
	var parts []agent.Part
	switch {
	case isMarkdown(f.Ext):
		parts = append(blocks(f.Path, text), inlines(f.Path, text)...)
	case laidIn(f.Path) != "":
		if _, known := agent.Of(f.Path); known {
			return
		}
		parts = shaped(f.Path, text, laidIn(f.Path), document.Position{Line: 1, Column: 1}, agent.LaidFile)
	default:
		lines := lineStarts(text)
		for _, root := range agent.Literals(string(text), lines.at) {
			parts = append(parts, agent.Shaped(f.Path, root)...)
		}
		for i := range parts {
			parts[i].Laid = agent.LaidCode
		}
	}
	if len(parts) > maxLaidFile || len(r.skill.Laid)+len(parts) > maxLaid {
		r.gap(f.Path, GapCode, "the text has more settings of agents than are looked into")
		parts = parts[:max(0, min(len(parts), maxLaidFile, maxLaid-len(r.skill.Laid)))]
	}
	r.skill.Laid = append(r.skill.Laid, parts...)
}

// laidIn is the format of a file by its name, without what says that it is to be filled in,
// "" for none.
func laidIn(name string) document.Format {
	for range 2 {
		if format, ok := document.FormatOf(name); ok {
			return format
		}
		ext := path.Ext(name)
		if !slices.Contains([]string{".example", ".sample", ".template", ".tmpl", ".tpl", ".dist", ".default", ".txt", ".j2", ".bak"}, strings.ToLower(ext)) {
			return ""
		}
		name = strings.TrimSuffix(name, ext)
	}
	return ""
}

// blocks are the settings in the blocks of code of a document.
func blocks(file string, text []byte) []agent.Part {
	var parts []agent.Part
	for _, fence := range markdown.Parse(text, findFront(text).next).Fences {
		inner := text[fence.Inner.Start.Offset:min(len(text), fence.Inner.End.Offset)]
		if !agent.Hints(inner) {
			continue
		}
		var found []agent.Part
		if format := formatOf(fence.Lang, inner); format != "" {
			found = shaped(file, inner, format, fence.Inner.Start, agent.LaidBlock)
		} else {
			lines := lineStarts(text)
			from := fence.Inner.Start.Offset
			for _, root := range agent.Literals(string(inner), func(off int) document.Position { return lines.at(from + off) }) {
				found = append(found, agent.Shaped(file, root)...)
			}
		}
		for i := range found {
			var note string
			found[i].Laid, found[i].Span = agent.LaidBlock, fence.Span
			found[i].Lead, note = prose.LeadOfBlock(text, fence.Span.Start.Offset)
			found[i].Lead = strings.TrimSpace(found[i].Lead + "\n" + note)
		}
		parts = append(parts, found...)
	}
	return parts
}

// inlines are the settings in code within the lines of a document: "merge `{…}` into the
// settings". The rest of its line leads to it.
func inlines(file string, text []byte) []agent.Part {
	front := findFront(text).next
	fences := markdown.Parse(text, front).Fences
	lines := lineStarts(text)
	var parts []agent.Part
	for _, m := range inlineCode.FindAllSubmatchIndex(text, maxInline) {
		inner := text[m[2]:m[3]]
		if m[0] < front.Offset || !agent.Hints(inner) || slices.ContainsFunc(fences, func(f markdown.Fence) bool { return f.Span.Start.Offset <= m[0] && m[0] < f.Span.End.Offset }) {
			continue
		}
		found := shaped(file, inner, document.JSON5, lines.at(m[2]), agent.LaidBlock)
		begin := bytes.LastIndexByte(text[:m[0]], '\n') + 1
		end := len(text)
		if i := bytes.IndexByte(text[m[1]:], '\n'); i >= 0 {
			end = m[1] + i
		}
		for i := range found {
			found[i].Span = document.Span{Start: lines.at(m[0]), End: lines.at(m[1])}
			found[i].Lead = strings.TrimLeft(string(text[begin:m[0]]), "-*+>| \t") + string(text[m[1]:end])
		}
		parts = append(parts, found...)
	}
	return parts
}

// maxInline is in how many spans of code in a document settings are looked for.
const maxInline = 2000

// inlineCode finds an object in a span of code.
var inlineCode = lazydfa.New("`+ ?(\\{[^`\\n]+\\}) ?`+")

// formatOf is how a block of code is read, by its label, or else by how it begins.
func formatOf(label string, text []byte) document.Format {
	switch strings.ToLower(label) {
	case "json", "jsonc", "json5", "hjson":
		return document.JSON5
	case "toml", "ini":
		return document.TOML
	case "yaml", "yml":
		return document.YAML
	case "", "text", "txt", "conf", "config", "plaintext":
		switch begin := bytes.TrimLeft(text, " \t\r\n"); {
		case len(begin) == 0:
		case begin[0] == '{' || begin[0] == '"':
			return document.JSON5
		case begin[0] == '[' || bytes.Contains(begin, []byte(" = ")):
			return document.TOML
		}
	}
	return ""
}

// shaped are the settings that a text is. A part of one, without the braces around it, is
// read as well.
func shaped(file string, text []byte, format document.Format, base document.Position, laid string) []agent.Part {
	doc, err := document.ParseAt(context.Background(), file, text, format, base)
	if err != nil && format == document.JSON5 && bytes.HasPrefix(bytes.TrimSpace(text), []byte(`"`)) {
		whole := slices.Concat([]byte("{"), bytes.TrimRight(text, " \t\r\n,"), []byte("\n}"))
		doc, err = document.ParseAt(context.Background(), file, whole, format, base)
	}
	if err != nil {
		lines := lineStarts(text)
		var parts []agent.Part
		for _, root := range agent.Literals(string(text), func(off int) document.Position {
			at := lines.at(off)
			return document.Position{Line: at.Line + base.Line - 1, Column: at.Column, Offset: at.Offset + base.Offset}
		}) {
			parts = append(parts, agent.Shaped(file, root)...)
		}
		for i := range parts {
			parts[i].Laid = laid
		}
		return parts
	}
	parts := agent.Shaped(file, doc.Root)
	for i := range parts {
		parts[i].Laid = laid
	}
	return parts
}

// starts are the offsets at which the lines of a text begin.
type starts struct {
	text []byte
	offs []int
}

func lineStarts(text []byte) *starts {
	s := &starts{text: text, offs: []int{0}}
	for i, c := range text {
		if c == '\n' {
			s.offs = append(s.offs, i+1)
		}
	}
	return s
}

func (s *starts) at(off int) document.Position {
	line := sort.SearchInts(s.offs, off+1)
	begin := s.offs[line-1]
	return document.Position{Line: line, Column: 1 + utf8.RuneCount(s.text[begin:min(off, len(s.text))]), Offset: off}
}

// sortLaid sorts the settings by file, as they stand in it.
func (s *Skill) sortLaid() {
	slices.SortStableFunc(s.Laid, func(a, b agent.Part) int { return cmp.Compare(a.File, b.File) })
}
