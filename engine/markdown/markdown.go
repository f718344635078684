// Package markdown finds what matters to a reader of skills in a Markdown text:
// links, fenced code, comments, headings, and paths named in prose.
//
// It follows CommonMark 0.31 for blocks, code spans, links and references, and
// takes the bare web addresses of GitHub's dialect as links. It is a scanner,
// not a renderer: emphasis and tables are text, and of HTML only comments and
// the href and src of tags are read. Every text takes time in proportion to its
// length, whatever it holds.
package markdown

import (
	"bytes"
	"cmp"
	"slices"
	"unicode/utf8"

	"github.com/skillctl/skillctl/internal/document"
)

// Bounds on what is listed of one text.
const (
	// MaxItems is how many links, mentions, fences, headings or comments are
	// listed; more set [Document.Truncated].
	MaxItems = 20_000
	// MaxTarget is how many bytes of a link's target are kept.
	MaxTarget = 4096
	// MaxText is how many bytes of a link's or heading's text are kept.
	MaxText = 1000
)

// Document is what was found in a text, each list in the order of the text.
type Document struct {
	Links    []Link
	Mentions []Mention
	Fences   []Fence
	Headings []Heading
	Comments []Comment
	// Lines is the number of lines, End the end of the text.
	Lines int
	End   document.Position
	// Truncated means that a list met its limit.
	Truncated bool
}

// Link is a place that points somewhere: an inline link or image, a use of a
// reference, a definition that nothing uses, an address in angle brackets or
// bare, or the href or src of a tag.
type Link struct {
	Text   string
	Target string
	Span   document.Span
	Image  bool
	// Example means that it stands in a code block or comment.
	Example bool
	bare    bool
}

// Mention is a word with a slash or backslash in prose or in a code span, such
// as "scripts/run.sh". It may be a path or not.
type Mention struct {
	Text string
	Span document.Span
}

// Fence is a fenced code block.
type Fence struct {
	// Lang is the first word of the info string.
	Lang string
	// Span reaches from the opening to the end of the closing fence, Inner over
	// the lines between.
	Span  document.Span
	Inner document.Span
	// Lines is the number of lines between the fences.
	Lines int
	// Closed is false when the text or the block around it ended first.
	Closed bool
}

// Heading is a heading of either form.
type Heading struct {
	Level int
	Text  string
	Span  document.Span
}

// Comment is an HTML comment with its delimiters.
type Comment struct {
	Span document.Span
}

// Parse reads a Markdown text from a position on; what is before it, such as
// front matter, is not looked at.
func Parse(text []byte, from document.Position) *Document {
	if from.Line == 0 {
		from = document.Position{Line: 1, Column: 1}
	}
	p := &parser{text: text, doc: &Document{}, line: from.Line - 1}
	p.hasDefinitions = bytes.Contains(text[from.Offset:], []byte("]:"))
	p.hasReturns = bytes.IndexByte(text[from.Offset:], '\r') >= 0
	for off := from.Offset; off < len(text); {
		end, next := p.lineEnd(off)
		p.line++
		p.start, p.end, p.next = off, end, next
		p.block()
		off = next
		p.doc.Lines++
	}
	p.doc.End = from
	if p.doc.Lines > 0 {
		p.doc.End = p.nextLine()
	}
	p.finish()
	return p.doc
}

// lineEnd returns where a line's text ends and where the next line starts. A
// carriage return without a line feed ends a line too.
func (p *parser) lineEnd(off int) (end, next int) {
	rest := p.text[off:]
	var n int
	if p.hasReturns {
		n = bytes.IndexAny(rest, "\r\n")
	} else {
		n = bytes.IndexByte(rest, '\n')
	}
	switch {
	case n < 0:
		return len(p.text), len(p.text)
	case rest[n] == '\r' && n+1 < len(rest) && rest[n+1] == '\n':
		return off + n, off + n + 2
	}
	return off + n, off + n + 1
}

// finish closes what is open and resolves references.
func (p *parser) finish() {
	if p.fence != nil {
		p.closeFence(p.previous)
	}
	p.flush()
	p.closeComment(p.previous)
	for _, u := range p.uses {
		d, ok := p.definitions[u.label]
		if !ok {
			continue
		}
		d.used = true
		p.addLink(Link{Text: u.text, Target: d.target, Span: u.span, Image: u.image, Example: u.example})
	}
	for _, d := range p.order {
		if !d.used {
			p.addLink(Link{Text: d.text, Target: d.target, Span: d.span})
		}
	}
	slices.SortStableFunc(p.doc.Links, func(a, b Link) int {
		return cmp.Or(cmp.Compare(a.Span.Start.Offset, b.Span.Start.Offset), cmp.Compare(b.Span.End.Offset, a.Span.End.Offset))
	})
}

// cut shortens a text to at most n bytes without splitting a character. Bytes
// that are not UTF-8 become replacement characters.
func cut(b []byte, n int) string {
	if b = whole(b, n); utf8.Valid(b) {
		return string(b)
	}
	b = bytes.ToValidUTF8(b, []byte("\uFFFD"))
	return string(whole(b, n)) // a replacement is longer than what it replaces
}

// whole returns the characters that fit into the first n bytes.
func whole(b []byte, n int) []byte {
	if len(b) <= n {
		return b
	}
	for n > 0 && b[n]&0xC0 == 0x80 {
		n--
	}
	return b[:n]
}
