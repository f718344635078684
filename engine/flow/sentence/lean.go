package sentence

import (
	"bytes"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/clause"
	"github.com/skillctl/skillctl/engine/flow/prose"
	"github.com/skillctl/skillctl/engine/work"
	"github.com/skillctl/skillctl/internal/document"
	"github.com/skillctl/skillctl/internal/lazydfa"
)

// Lean is a paragraph, an item or a row that may have an outcome turned.
type Lean struct {
	clause.Lean

	// Text is the paragraph, without marks of formatting; Heading, Section, Above, Cited,
	// Quoted, File, Fenced and Hidden are those of an [Order].
	Text    string        `json:"text"`
	Heading string        `json:"heading"`
	Section int           `json:"section"`
	Above   string        `json:"above,omitempty"`
	Cited   bool          `json:"cited,omitempty"`
	Quoted  bool          `json:"quoted,omitempty"`
	File    string        `json:"file"`
	Span    document.Span `json:"span"`
	Fenced  bool          `json:"fenced"`
	Hidden  bool          `json:"hidden"`
	// Header is the field of a message that names whom a copy goes to, Lead the paragraph
	// before it.
	Header string `json:"header,omitempty"`
	Lead   string `json:"lead,omitempty"`
}

// The bounds of these: those of a package, the bytes of one, and how often a name that
// the document does not know stands elsewhere in it.
const (
	maxLeans     = 200
	maxLeanText  = 1500
	rareName     = 2
	maxHeaderRow = 400
)

// lean notes a paragraph that may have an outcome turned.
func (o *reader) lean(begin, end int, text string, fenced, hidden bool) {
	if len(text) > maxBlock {
		return
	}
	found := clause.Leans(text)
	if found == nil {
		return
	}
	one := Lean{Lean: *found, Text: strings.ToValidUTF8(text[:min(len(text), maxLeanText)], ""), Fenced: fenced, Hidden: hidden}
	one.Names = slices.DeleteFunc(slices.Clone(found.Names), func(name string) bool { return !o.rare(name, begin, end) })
	if one.Names == nil {
		one.Names = []string{}
	}
	o.keepLean(one, begin, end)
}

// Field notes the value of a field that may have an outcome turned, or lays one down for somebody.
func (k *Kept) Field(file, value string, at document.Span) {
	k.fieldLean(file, value, at)
	k.fieldRuling(file, value, at)
}

func (k *Kept) fieldLean(file, value string, at document.Span) {
	if len(value) < minRemark || len(value) > maxBlock || !k.May(work.Texts, file, weighByte*len(value)) {
		return
	}
	if found := clause.Leans(value); found != nil && len(k.Leans) >= maxLeans {
		k.Beyond(file, manyLeans, maxLeans)
	} else if found != nil {
		one := Lean{Lean: *found, Text: strings.ToValidUTF8(value[:min(len(value), maxLeanText)], ""), File: file, Span: at}
		one.Names = []string{} // what a field speaks of is known by it
		k.Leans = append(k.Leans, one)
	}
}

// rare reports whether a name is hardly spoken of in the rest of the document.
func (o *reader) rare(name string, begin, end int) bool {
	word, _, _ := strings.Cut(name, " ")
	word = strings.TrimRight(word, "*_/.")
	if len(word) < 3 {
		return false
	}
	count := func(text []byte) int { return bytes.Count(text, []byte(word)) }
	return count(o.all.Source[:begin])+count(o.all.Source[end:]) <= rareName
}

func (o *reader) keepLean(one Lean, begin, end int) {
	if len(o.Leans) >= maxLeans {
		o.Beyond(o.all.File, manyLeans, maxLeans)
		return
	}
	start := document.Position{Line: 1, Column: 1}.Past(o.all.Source[:begin])
	one.File, one.Span = o.all.File, document.Span{Start: start, End: start.Past(o.all.Source[begin:end])}
	one.Heading, one.Section = o.under(begin)
	if !one.Fenced {
		one.Above, one.Cited, one.Quoted = prose.Stands(o.all.Source, begin, end, "")
	}
	o.Leans = append(o.Leans, one)
}

// copyField finds a field of a message that names whom a copy goes to.
var copyField = lazydfa.New(`(?im)^[ \t>*-]*(?:[\w.]+\[)?["'` + "`" + `]?(b?cc)["'` + "`" + `]?\]?["'` + "`" + `]?[ \t]*(?::|=|\+=)[ \t]*[^\n]*@[^\n]*`)

// copies notes the fields of messages that blocks of code have, with what leads there.
func (o *reader) copies(begin, end int) {
	block := o.all.Source[begin:end]
	if bytes.IndexByte(block, '@') < 0 {
		return
	}
	for _, at := range copyField.FindAllSubmatchIndex(block, 5) {
		row := block[at[0]:min(at[1], at[0]+maxHeaderRow)]
		named := clause.Addresses(string(row), clause.MaxAddresses)
		if len(named) == 0 {
			continue
		}
		parts, names := [][]string{}, []string{}
		if l := clause.LeanKinds(string(row)); len(l) > 0 {
			parts = append(parts, l)
		}
		if l := clause.LeanKinds(o.lastText); len(l) > 0 {
			parts = append(parts, l)
		}
		kinds := []string{}
		for _, part := range parts {
			kinds = append(kinds, part...)
		}
		slices.Sort(kinds)
		o.keepLean(Lean{
			Lean: clause.Lean{Parts: parts, Kinds: slices.Compact(kinds), Names: names, Addresses: named, Accounts: []string{}},
			Text: strings.ToValidUTF8(string(row), ""), Header: strings.ToLower(string(block[at[2]:at[3]])), Lead: o.lastText, Fenced: true,
		}, begin+at[0], begin+at[1])
	}
}
