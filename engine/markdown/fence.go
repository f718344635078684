package markdown

import (
	"bytes"
	"strings"

	"github.com/skillctl/skillctl/internal/document"
)

// openFence starts a fenced code block at an offset of the current line.
func (p *parser) openFence(off int, c byte, n int) {
	info := bytes.TrimSpace(p.text[off+n : p.end])
	lang, _, _ := bytes.Cut(info, []byte(" "))
	lang, _, _ = bytes.Cut(lang, []byte("\t"))
	p.fenceSpace = openFence{char: c, length: n, depth: len(p.containers)}
	p.fence = &p.fenceSpace
	f := &p.fence.fence
	f.Lang = cut(lang, MaxText)
	f.Span.Start = p.at(off)
	f.Inner.Start = p.nextLine()
	f.Inner.End = f.Inner.Start
	switch strings.ToLower(f.Lang) {
	case "", "md", "markdown", "mdx", "text", "txt", "plaintext":
		p.fence.mdLike = true
	}
}

// inFence takes in a line of a fenced code block.
func (p *parser) inFence(l *lineScanner) {
	f := p.fence
	look := *l
	if look.indent() <= 3 && f.closes(look.rest()) {
		f.fence.Closed = true
		p.closeFence(p.at(p.end))
		return
	}
	f.fence.Lines++
	f.fence.Inner.End = p.nextLine()
	p.literal(region{start: l.off, end: p.end, line: p.line, lineStart: p.start}, f.mdLike)
}

// closes reports whether a line is the closing fence.
func (f *openFence) closes(rest []byte) bool {
	n := 0
	for n < len(rest) && rest[n] == f.char {
		n++
	}
	return n >= f.length && len(bytes.TrimRight(rest[n:], " \t")) == 0
}

// closeFence notes the fenced code block, which ends here.
func (p *parser) closeFence(end document.Position) {
	f := p.fence.fence
	p.fence = nil
	f.Span.End = end
	if len(p.doc.Fences) >= MaxItems {
		p.doc.Truncated = true
		return
	}
	p.doc.Fences = append(p.doc.Fences, f)
}

// nextLine is where the next line starts, or the end of a text whose last line
// has no end.
func (p *parser) nextLine() document.Position {
	if p.end == p.next {
		return p.at(p.end)
	}
	return document.Position{Line: p.line + 1, Column: 1, Offset: p.next}
}
