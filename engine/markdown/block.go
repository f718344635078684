package markdown

import (
	"bytes"
	"unicode/utf8"

	"github.com/skillctl/skillctl/internal/document"
)

// maxContainers is how deep quotes and lists may nest; deeper ones are text.
const maxContainers = 32

// parser goes through a text line by line. Blocks are told by their first line;
// the text of a paragraph is looked into when the paragraph ends.
type parser struct {
	text []byte
	doc  *Document

	// The current line: number, and offsets of its start, of the end of its
	// text, and of the next line.
	line, start, end, next int
	previous               document.Position // end of the line before

	containers  []container
	paragraph   region
	inParagraph bool
	fence       *openFence
	fenceSpace  openFence          // what fence points to
	comment     *document.Position // start of a comment that is a block

	brackets       []bracket // reused by every region
	definitions    map[string]*definition
	order          []*definition
	uses           []use
	hasDefinitions bool
	hasReturns     bool // there is a carriage return
}

// container is a block quote, or a list item whose text is indented by some
// columns.
type container struct {
	quote  bool
	indent int
}

// region is a stretch of text that is looked into as a whole.
type region struct {
	start, end int
	line       int // number of the line of start
	lineStart  int // offset of that line
	content    int // offset of the first text
}

type openFence struct {
	char   byte
	length int
	depth  int // containers around it
	fence  Fence
	mdLike bool
}

// at returns the position of an offset in the current line.
func (p *parser) at(off int) document.Position {
	return document.Position{Line: p.line, Column: utf8.RuneCount(p.text[p.start:off]) + 1, Offset: off}
}

// block takes in the current line.
func (p *parser) block() {
	defer func() { p.previous = p.at(p.end) }()
	if p.comment != nil {
		p.inComment()
		return
	}
	l := &lineScanner{text: p.text[:p.end], off: p.start}
	matched := p.match(l)
	if p.fence != nil {
		if matched >= p.fence.depth {
			p.inFence(l)
			return
		}
		p.closeFence(p.previous)
	}
	lazy := matched < len(p.containers)
	if lazy && (!p.inParagraph || l.blank() || p.startsBlock(*l)) {
		p.flush()
		p.containers = p.containers[:matched]
		lazy = false
	}
	if lazy {
		p.paragraph.end = p.end
		return
	}
	p.open(l)
}

// match goes past the marks of the containers that the line continues.
func (p *parser) match(l *lineScanner) int {
	for i, c := range p.containers {
		save := *l
		indent := l.indent()
		switch {
		case c.quote && indent <= 3 && l.peek() == '>':
			l.quote()
		case !c.quote && l.blank():
			// A blank line does not end an item.
		case !c.quote && indent >= c.indent:
			*l = save
			l.skip(c.indent)
		default:
			*l = save
			return i
		}
	}
	return len(p.containers)
}

// startsBlock reports whether the rest of a line cannot go on a paragraph.
func (p *parser) startsBlock(l lineScanner) bool {
	if l.indent() > 3 {
		return false
	}
	rest := l.rest()
	if rest[0] == '>' || headingLevel(rest) > 0 || isBreak(rest) || bytes.HasPrefix(rest, []byte("<!--")) {
		return true
	}
	if _, n := fenceMark(rest); n > 0 {
		return true
	}
	width, interrupts := listMark(rest)
	return width > 0 && interrupts
}

// open takes in what is left of a line behind the marks of its containers.
func (p *parser) open(l *lineScanner) {
	var deep bool
	for {
		if l.blank() {
			p.flush()
			return
		}
		save := *l
		indent := l.indent()
		deep = indent > 3
		if deep && !p.inParagraph {
			*l = save
			p.literal(region{start: l.off, end: p.end, line: p.line, lineStart: p.start}, false)
			return
		}
		if deep || !p.container(l, indent) {
			break
		}
	}
	if deep || !p.leaf(l) {
		p.extend(l)
	}
}

// container opens a quote or a list item, if one starts here.
func (p *parser) container(l *lineScanner, indent int) bool {
	if len(p.containers) >= maxContainers {
		return false
	}
	rest := l.rest()
	if rest[0] == '>' {
		p.flush()
		l.quote()
		p.containers = append(p.containers, container{quote: true})
		return true
	}
	width, interrupts := listMark(rest)
	if width == 0 || isBreak(rest) || p.inParagraph && !interrupts {
		return false
	}
	p.flush()
	l.off += width
	l.col += width
	gap := l.gap()
	l.skip(gap)
	p.containers = append(p.containers, container{indent: indent + width + gap})
	return true
}

// leaf takes in a line that is a block, or starts one, other than a paragraph.
func (p *parser) leaf(l *lineScanner) bool {
	rest := l.rest()
	if p.inParagraph && isUnderline(rest) {
		level := 1
		if rest[0] == '-' {
			level = 2
		}
		p.heading(level, p.paragraph)
		p.flush()
		return true
	}
	if level := headingLevel(rest); level > 0 {
		p.flush()
		r := region{start: l.off, end: p.end, line: p.line, lineStart: p.start, content: l.off}
		p.heading(level, r)
		p.inline(r)
		return true
	}
	if c, n := fenceMark(rest); n > 0 {
		p.flush()
		p.openFence(l.off, c, n)
		return true
	}
	switch {
	case isBreak(rest):
		p.flush()
	case bytes.HasPrefix(rest, []byte("<!--")):
		p.flush()
		at := p.at(l.off)
		p.comment = &at
		p.inComment()
	case !p.inParagraph && rest[0] == '[':
		return p.definition(l.off)
	default:
		return false
	}
	return true
}

// extend starts a paragraph or goes on with it.
func (p *parser) extend(l *lineScanner) {
	if !p.inParagraph {
		p.inParagraph = true
		p.paragraph = region{start: l.off, line: p.line, lineStart: p.start, content: l.off}
	}
	p.paragraph.end = p.end
}

// flush ends the paragraph and looks into it.
func (p *parser) flush() {
	if p.inParagraph {
		p.inParagraph = false
		p.inline(p.paragraph)
	}
}

// heading notes a heading; its text is looked into elsewhere.
func (p *parser) heading(level int, r region) {
	if len(p.doc.Headings) >= MaxItems {
		p.doc.Truncated = true
		return
	}
	text := bytes.TrimSpace(p.text[r.content:r.end])
	if trimmed := bytes.TrimLeft(text, "#"); len(trimmed) < len(text) && r.line == p.line {
		text = bytes.TrimSpace(bytes.TrimRight(bytes.TrimSpace(trimmed), "#"))
	}
	start := document.Position{Line: r.line, Column: utf8.RuneCount(p.text[r.lineStart:r.content]) + 1, Offset: r.content}
	p.doc.Headings = append(p.doc.Headings, Heading{Level: level, Text: cut(text, MaxText), Span: document.Span{Start: start, End: p.at(p.end)}})
}

// inComment looks for the end of a comment that is a block.
func (p *parser) inComment() {
	from := p.start
	if p.comment.Line == p.line {
		from = p.comment.Offset + len("<!-")
	}
	i := bytes.Index(p.text[from:p.end], []byte("-->"))
	if i < 0 {
		p.literal(region{start: from, end: p.end, line: p.line, lineStart: p.start}, true)
		return
	}
	p.literal(region{start: from, end: from + i, line: p.line, lineStart: p.start}, true)
	p.closeComment(p.at(from + i + len("-->")))
	// What follows on the line is still HTML to a renderer, but text to a
	// reader of the source.
	p.inline(region{start: from + i + 3, end: p.end, line: p.line, lineStart: p.start})
}

// closeComment notes a comment that ends here.
func (p *parser) closeComment(end document.Position) {
	if p.comment != nil {
		p.addComment(document.Span{Start: *p.comment, End: end})
		p.comment = nil
	}
}

func (p *parser) addComment(s document.Span) {
	if len(p.doc.Comments) >= MaxItems {
		p.doc.Truncated = true
		return
	}
	p.doc.Comments = append(p.doc.Comments, Comment{Span: s})
}
