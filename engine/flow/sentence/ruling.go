package sentence

import (
	"strings"

	"github.com/skillctl/skillctl/engine/clause"
	"github.com/skillctl/skillctl/engine/flow/prose"
	"github.com/skillctl/skillctl/engine/work"
	"github.com/skillctl/skillctl/internal/document"
)

// Ruling is a paragraph, an item, a row or a field that lays down what comes out for somebody or
// something that it names.
type Ruling struct {
	clause.Ruling

	// Names are those of the text, with how often the package has them elsewhere.
	Names []Named `json:"names"`
	// Text is the paragraph, without marks of formatting; the other fields are those of an [Order].
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
}

// Named is a name of a [Ruling].
type Named struct {
	clause.Named

	// Places is how many other places of the package have the word of it that they have least
	// seldom: 0 where nothing else has any.
	Places int `json:"places"`
	// Own is how often the paragraph itself has each of its words.
	Own []int `json:"-"`
}

// maxRulings is how many of these a package may have.
const maxRulings = 300

// ruling notes a paragraph that lays something down for somebody whom it names.
func (o *reader) ruling(begin, end int, text string, fenced, hidden bool) {
	if len(text) > maxBlock || !o.May(work.Texts, o.all.File, weighByte*len(text)) {
		return
	}
	one := rulingOf(text, string(o.all.Source[begin:end]))
	if one == nil {
		return
	}
	if len(o.Rulings) >= maxRulings {
		o.Beyond(o.all.File, manyRulings, maxRulings)
		return
	}
	start := document.Position{Line: 1, Column: 1}.Past(o.all.Source[:begin])
	one.File, one.Span = o.all.File, document.Span{Start: start, End: start.Past(o.all.Source[begin:end])}
	one.Heading, one.Section = o.under(begin)
	if one.Fenced, one.Hidden = fenced, hidden; !fenced {
		one.Above, one.Cited, one.Quoted = prose.Stands(o.all.Source, begin, end, "")
	}
	o.Rulings = append(o.Rulings, *one)
}

// fieldRuling notes the value of a field that does.
func (k *Kept) fieldRuling(file, value string, at document.Span) {
	if len(value) < minRemark || len(value) > maxBlock || !k.May(work.Texts, file, weighByte*len(value)) {
		return
	}
	one := rulingOf(value, value)
	if one == nil {
		return
	}
	if len(k.Rulings) >= maxRulings {
		k.Beyond(file, manyRulings, maxRulings)
		return
	}
	one.File, one.Span = file, at
	k.Rulings = append(k.Rulings, *one)
}

// rulingOf reads a text; raw is how it is written.
func rulingOf(text, raw string) *Ruling {
	found := clause.Rulings(text)
	if found == nil {
		return nil
	}
	one := &Ruling{Ruling: *found, Text: strings.ToValidUTF8(text[:min(len(text), maxLeanText)], "")}
	lower := strings.ToLower(raw)
	for _, name := range found.Names {
		named := Named{Named: name}
		for _, word := range name.Words {
			named.Own = append(named.Own, strings.Count(lower, word))
		}
		one.Names = append(one.Names, named)
	}
	return one
}
