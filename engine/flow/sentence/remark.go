package sentence

import (
	"bytes"
	"slices"

	"github.com/skillctl/skillctl/engine/clause"
	"github.com/skillctl/skillctl/engine/flow/prose"
	"github.com/skillctl/skillctl/engine/work"
	"github.com/skillctl/skillctl/internal/document"
	"github.com/skillctl/skillctl/internal/lazydfa"
)

// Remark is a sentence near one that keeps something from somebody, or puts it above what
// the user says.
type Remark struct {
	clause.Remark

	// Text is the sentence, without marks of formatting; Heading, Section, File, Fenced
	// and Hidden are those of an [Order].
	Text string `json:"text"`
	// Shown is the sentence as it is written, where that is something else: see [prose.Shown].
	Shown   string `json:"shown,omitempty"`
	Heading string `json:"heading"`
	Section int    `json:"section"`
	Above   string `json:"above,omitempty"` // with Cited and Quoted, those of an [Order]
	Cited   bool   `json:"cited,omitempty"`
	Quoted  bool   `json:"quoted,omitempty"`
	// Index counts the sentences of the document: those of two neighbours differ by one.
	Index  int           `json:"index"`
	File   string        `json:"file"`
	Span   document.Span `json:"span"` // of the paragraph, the item or the row
	Fenced bool          `json:"fenced"`
	Hidden bool          `json:"hidden"`
}

// The bounds of remarks: those of a package, and how many lines around a grave sentence
// are looked at.
const (
	maxRemarks  = 600
	maxNoted    = 512 << 10 // bytes of sentences of a package
	aroundGrave = 14
)

// saying is a part of a document that was read for remarks.
type saying struct {
	begin, end     int
	text           string
	line, section  int
	fenced, hidden bool
	clause.Gravity
}

// minRemark is the length of the shortest text that says anything.
const minRemark = 12

// note keeps a paragraph for the remarks of its section.
func (o *reader) note(begin, end int, text string, fenced, hidden bool) {
	if len(text) < minRemark {
		return
	}
	o.ReadOut = o.ReadOut || o.all.ReadsOut(text)
	if o.noted += len(text); o.noted > maxNoted {
		o.Beyond(o.all.File, "of the package more than %d bytes of sentences are looked through for how something is done", maxNoted)
		return
	}
	if !o.May(work.Texts, o.all.File, weighByte*len(text)) {
		return
	}
	if !hidden {
		hidden = unseenElement.Match(o.all.Source[begin:end])
	}
	o.lean(begin, end, text, fenced, hidden)
	o.ruling(begin, end, text, fenced, hidden)
	if !fenced {
		o.party(begin, end, text, hidden)
	}
	o.contact(begin, end, text, fenced, hidden)
	o.paragraphs = append(o.paragraphs, saying{begin: begin, end: end, text: text, fenced: fenced, hidden: hidden, Gravity: clause.Weigh(text)})
	if !hidden && bytes.Contains(o.all.Source[begin:end], []byte("](")) {
		for _, at := range longAlt.FindAllSubmatchIndex(o.all.Source[begin:end], 20) {
			from, to := at[2], at[3]
			for k := 4; from < 0 && k+1 < len(at); k += 2 {
				from, to = at[k], at[k+1]
			}
			if said := prose.Line(o.all.Source[begin+from : begin+to]); len(said) >= minRemark {
				// Words for a picture that lead somewhere, or hide something, are none for who does
				// not see it.
				if g := clause.Weigh(said); g.Grave || g.Near || g.Reaches || len(SpeaksTo([]byte(said), 1)) > 0 {
					o.paragraphs = append(o.paragraphs, saying{begin: begin, end: end, text: said, hidden: true, Gravity: g})
				}
			}
		}
	}
}

// unseenElement finds an element of HTML that a page does not show, longAlt the words for
// a picture, or the title of a link, that are longer than what one shows.
var (
	unseenElement = lazydfa.New(`(?i)<[a-z][^>]{0,200}(?:display:\s*none|visibility:\s*hidden|font-size:\s*[01](?:px|pt)?[;"'\s]|opacity:\s*0[;"'\s]|\bhidden[\s>]|color:\s*(?:white|#fff(?:fff)?)\b)`)
	longAlt       = lazydfa.New(`!\[([^\]]{80,1000})\]|\]\([^)\s]+\s+"([^"\n]{40,1000})"\s*\)|\]\([^)\s]+\s+'([^'\n]{40,1000})'\s*\)`)
)

// remark notes the sentences of the sections that are worth it.
func (o *reader) remark() {
	if !slices.ContainsFunc(o.paragraphs, func(p saying) bool { return p.Grave || p.Near || p.Reaches }) {
		return
	}
	slices.SortStableFunc(o.paragraphs, func(a, b saying) int { return a.begin - b.begin })
	row, off, k := 1, 0, 0
	sections := map[int]clause.Gravity{}
	for i := range o.paragraphs {
		p := &o.paragraphs[i]
		row += bytes.Count(o.all.Source[off:p.begin], []byte("\n"))
		off, p.line = p.begin, row
		for k < len(o.all.Page.Headings) && o.all.Page.Headings[k].Span.Start.Offset <= p.begin {
			k++
		}
		p.section = k
		s := sections[k]
		sections[k] = clause.Gravity{Grave: s.Grave || p.Grave, Reaches: s.Reaches || p.Reaches}
	}
	dear := map[int]bool{}
	for i := range o.paragraphs {
		if p := &o.paragraphs[i]; sections[p.section].Reaches && !dear[p.section] {
			dear[p.section] = clause.Dear(p.text)
		}
	}
	at, index := document.Position{Line: 1, Column: 1}, 0
	for i, p := range o.paragraphs {
		if s := sections[p.section]; !p.Grave && !o.next(i) && !(s.Reaches && dear[p.section]) && !(s.Grave && o.near(i)) {
			index++
			continue
		}
		if !o.May(work.Texts, o.all.File, readByte*len(p.text)) {
			return
		}
		as := prose.Shown(o.all.Source[p.begin:p.end], p.text)
		for _, r := range clause.Remarks(p.text) {
			if len(o.Remarks) >= maxRemarks {
				o.Beyond(o.all.File, manyRemarks, maxRemarks)
				return
			}
			index++
			at = at.Past(o.all.Source[at.Offset:p.begin])
			one := Remark{Remark: r, Text: p.text[r.Start:r.End], Shown: as.Part(r.Start, r.End), Section: p.section, Index: index, File: o.all.File, Fenced: p.fenced, Hidden: p.hidden, Span: document.Span{Start: at, End: at.Past(o.all.Source[p.begin:p.end])}}
			if p.section > 0 {
				one.Heading = o.all.Page.Headings[p.section-1].Text
			}
			if !p.fenced {
				one.Above, one.Cited, one.Quoted = prose.Stands(o.all.Source, p.begin, p.end, one.Text)
			}
			o.Remarks = append(o.Remarks, one)
		}
	}
}

// besideVeil is how many paragraphs around one that hides something are looked at.
const besideVeil = 3

// next reports whether a paragraph hides something, or stands close to one of its section that
// does.
func (o *reader) next(i int) bool {
	for k := i - besideVeil; k <= i+besideVeil; k++ {
		if k >= 0 && k < len(o.paragraphs) && o.paragraphs[k].Near && o.paragraphs[k].section == o.paragraphs[i].section {
			return true
		}
	}
	return false
}

// near reports whether a paragraph stands in the section of a grave one, and close to it.
func (o *reader) near(i int) bool {
	p := o.paragraphs[i]
	for _, step := range []int{-1, 1} {
		for k := i + step; k >= 0 && k < len(o.paragraphs); k += step {
			other := o.paragraphs[k]
			if other.section != p.section || max(other.line-p.line, p.line-other.line) > aroundGrave {
				break
			}
			if other.Grave {
				return true
			}
		}
	}
	return false
}
