package sentence

import (
	"bytes"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/skillctl/skillctl/engine/clause"
	"github.com/skillctl/skillctl/engine/flow/prose"
	"github.com/skillctl/skillctl/internal/document"
	"github.com/skillctl/skillctl/internal/lazydfa"
)

// Foreign is a paragraph of a document in a language whose orders are not read.
type Foreign struct {
	// Text is the paragraph in one line, without marks of formatting; Addresses are
	// those of the web and of mail in it, without what its links lead to: those are
	// for who reads it.
	Text      string   `json:"text"`
	Addresses []string `json:"addresses"`
	// Alone says that the document is in English otherwise, and that the paragraph
	// is no quotation.
	Alone bool          `json:"alone"`
	File  string        `json:"file"`
	Span  document.Span `json:"span"`
	// Hidden says that it stands in a comment.
	Hidden bool `json:"hidden"`
}

// The bounds of paragraphs in other languages: those of a package that are told, how many
// of a document stand alone, and how many bytes are shown of one.
const (
	maxForeign = 200
	fewForeign = 3
	maxShown   = 500
)

// linkTarget is where a link of Markdown leads.
var linkTarget = lazydfa.New(`\]\([^)\s]*\)`)

// tongue notes a paragraph that is in another language; it gives its text, without marks
// of formatting.
func (o *reader) tongue(begin, end int, hidden bool) string {
	raw := o.all.Source[begin:end]
	if len(bytes.TrimSpace(raw)) == 0 {
		return ""
	}
	text := prose.Line(raw)
	isEnglish, foreign := clause.Tongue(text)
	if isEnglish {
		o.english++
	}
	if !foreign {
		o.embedded(text, raw, begin, hidden)
		return text
	}
	o.foreign++
	named := clause.Addresses(linkTarget.ReplaceAllString(text, "]"), clause.MaxAddresses)
	if o.foreign > fewForeign && !slices.ContainsFunc(named, o.unnamed) {
		return text // it neither names anything else nor stands alone
	}
	if len(o.Foreign) >= maxForeign {
		o.Beyond(o.all.File, manyForeign, maxForeign)
		return text
	}
	start := document.Position{Line: 1, Column: 1}.Past(o.all.Source[:begin])
	quote := bytes.HasPrefix(bytes.TrimLeft(raw, " \t"), []byte(">"))
	o.Foreign = append(o.Foreign, Foreign{
		Text: strings.ToValidUTF8(text[:min(len(text), maxShown)], ""), Addresses: named,
		Alone: !quote, File: o.all.File, Span: document.Span{Start: start, End: start.Past(raw)}, Hidden: hidden,
	})
	return text
}

// embedded notes what a paragraph holds, between quotes, brackets or marks of code, in
// a script that English is not written in, where that names an address: with the words around
// it it is taken for English.
func (o *reader) embedded(text string, raw []byte, begin int, hidden bool) {
	for part := range strings.FieldsFuncSeq(text, func(r rune) bool { return strings.ContainsRune("\"“”„«»「」『』()<>[]{}|", r) }) {
		if others(part) < minEmbedded {
			continue
		}
		named := clause.Addresses(part, clause.MaxAddresses)
		if !slices.ContainsFunc(named, o.unnamed) || len(o.Foreign) >= maxForeign {
			continue
		}
		start := document.Position{Line: 1, Column: 1}.Past(o.all.Source[:begin])
		part = strings.TrimSpace(part)
		o.Foreign = append(o.Foreign, Foreign{
			Text: strings.ToValidUTF8(part[:min(len(part), maxShown)], ""), Addresses: named,
			File: o.all.File, Span: document.Span{Start: start, End: start.Past(raw)}, Hidden: hidden,
		})
	}
}

// minEmbedded is how many letters of another script are a sentence.
const minEmbedded = 12

// others counts the letters of a text that no Latin script has.
func others(text string) int {
	n := 0
	for _, r := range text {
		if r >= utf8.RuneSelf && unicode.IsLetter(r) && !unicode.Is(unicode.Latin, r) {
			n++
		}
	}
	return n
}

// unnamed reports whether no paragraph that is known names an address.
func (o *reader) unnamed(address string) bool {
	return !slices.ContainsFunc(o.Foreign, func(f Foreign) bool { return f.File == o.all.File && slices.Contains(f.Addresses, address) })
}

// alone leaves the mark of paragraphs that stand alone only where the document is in
// English otherwise.
func (o *reader) alone(from int) {
	if o.foreign <= fewForeign && o.foreign*2 <= o.english+1 {
		return
	}
	for i := range o.Foreign[from:] {
		o.Foreign[from+i].Alone = false
	}
}
