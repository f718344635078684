package flow

import (
	"bytes"
	"slices"

	"github.com/skillctl/skillctl/engine/clause"
	"github.com/skillctl/skillctl/engine/markdown"
	"github.com/skillctl/skillctl/internal/document"
)

// Remark is a sentence near one that keeps something from somebody, or puts it above what
// the user says.
type Remark struct {
	clause.Remark

	// Text is the sentence, without marks of formatting; Heading, Section, File, Fenced
	// and Hidden are those of an [Order].
	Text    string        `json:"text"`
	Heading string        `json:"heading"`
	Section int           `json:"section"`
	File    string        `json:"file"`
	Span    document.Span `json:"span"` // of the paragraph, the item or the row
	Fenced  bool          `json:"fenced"`
	Hidden  bool          `json:"hidden"`
}

// The bounds of remarks: those of a package and of a section, which rules hold against each
// other, and how many lines around a grave sentence are looked at.
const (
	maxRemarks  = 240
	maxTogether = 24
	maxNoted    = 512 << 10 // bytes of sentences of a package
	aroundGrave = 14
)

// saying is a part of a document that was read for remarks.
type saying struct {
	begin, end     int
	text           string
	line, section  int
	fenced, hidden bool
	grave          bool
}

// note keeps a paragraph for the remarks of its section.
func (o *orders) note(begin, end int, text string, fenced, hidden bool) {
	if len(text) < minRemark {
		return
	}
	if o.noted += len(text); o.noted > maxNoted {
		o.beyond(o.all.file, "of the package more than %d bytes of sentences are looked through for how something is done", maxNoted)
		return
	}
	one := saying{begin: begin, end: end, text: text, fenced: fenced, hidden: hidden, grave: clause.Grave(text)}
	o.grave = o.grave || one.grave
	o.paragraphs = append(o.paragraphs, one)
}

// minRemark is the length of the shortest text that says anything.
const minRemark = 12

// remark notes the sentences around those that are grave.
func (o *orders) remark() {
	if !o.grave {
		return
	}
	slices.SortStableFunc(o.paragraphs, func(a, b saying) int { return a.begin - b.begin })
	line, off := 1, 0
	for i := range o.paragraphs {
		p := &o.paragraphs[i]
		line += bytes.Count(o.all.text[off:p.begin], []byte("\n"))
		off, p.line = p.begin, line
		for k, h := range o.doc.Headings {
			if h.Span.Start.Offset <= p.begin {
				p.section = k + 1
			}
		}
	}
	at, together := document.Position{Line: 1, Column: 1}, map[int]int{}
	for i, p := range o.paragraphs {
		if together[p.section] >= maxTogether || !p.grave && !o.near(i) {
			continue
		}
		for _, r := range clause.Remarks(p.text) {
			if !matters(&r) {
				continue
			}
			if together[p.section]++; len(o.Remarks) >= maxRemarks || together[p.section] >= maxTogether {
				o.beyond(o.all.file, "the package has more than %d sentences that say how something is done, or a section of %d", maxRemarks, maxTogether)
				if len(o.Remarks) >= maxRemarks {
					return
				}
				break
			}
			at = advance(at, o.all.text[at.Offset:p.begin])
			one := Remark{Remark: r, Text: p.text[r.Start:r.End], Section: p.section, File: o.all.file, Fenced: p.fenced, Hidden: p.hidden, Span: document.Span{Start: at, End: advance(at, o.all.text[p.begin:p.end])}}
			if p.section > 0 {
				one.Heading = o.doc.Headings[p.section-1].Text
			}
			o.Remarks = append(o.Remarks, one)
		}
	}
}

// near reports whether a paragraph stands in the section of a grave one, and close to it.
func (o *orders) near(i int) bool {
	p := o.paragraphs[i]
	for _, step := range []int{-1, 1} {
		for k := i + step; k >= 0 && k < len(o.paragraphs); k += step {
			other := o.paragraphs[k]
			if other.section != p.section || max(other.line-p.line, p.line-other.line) > aroundGrave {
				break
			}
			if other.grave {
				return true
			}
		}
	}
	return false
}

// The bounds of data in which sentences are looked for: the bytes of a text, and of a line.
const (
	maxDataBytes = 256 << 10
	maxDataLine  = 4096
)

// remarksIn notes the remarks of a text that is data: each line is a paragraph.
func (w *Finder) remarksIn(p snippet) {
	text := p.bytes()
	if w.inner || len(text) > maxDataBytes || !clause.Grave(string(text)) {
		return
	}
	o := orders{Finder: w, all: p, doc: &markdown.Document{}}
	for off := 0; off < len(text); {
		begin, end := lineAt(text, off)
		if end-begin <= maxDataLine && bytes.Count(text[begin:end], []byte(" ")) > 4 {
			o.note(begin, end, unmarked(unfolded(text[begin:end])), false, false)
		}
		off = end + 1
	}
	o.remark()
}

// matters reports whether a remark says more than that something is written or goes
// somewhere, and not where.
func matters(r *clause.Remark) bool {
	return len(r.Addresses) > 0 || len(r.Sinks) > 0 || slices.ContainsFunc(r.Kinds, func(kind string) bool { return kind != "writes" && kind != "leaves" })
}
