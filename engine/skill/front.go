package skill

import (
	"bytes"
	"context"
	"errors"
	"unicode/utf8"

	"github.com/skillctl/skillctl/engine/host/openclaw/frontmatter"
	"github.com/skillctl/skillctl/internal/document"
)

// Codes of problems that are not those of [document.ErrorKind].
const (
	CodeUnterminated = "unterminated" // no closing "---" line
	CodeRoot         = "root"         // not a mapping of keys to values
)

// maxFront is the longest front matter that is parsed, in bytes. OpenClaw takes
// no manifest longer than a quarter of it.
const maxFront = 1 << 20

// MaxValues is how many values a manifest may hold. What is drawn from so many
// still takes a moment; from a million, which fit into the bytes, minutes.
const MaxValues = 20_000

// block is where the front matter stands in its file.
type block struct {
	front      Front
	start, end int // offsets of what stands between the fences
	next       document.Position
}

// findFront finds the front matter as OpenClaw does: the opening "---" is the
// first line, but for a byte order mark; the closing one is the next line that
// holds nothing else but blanks behind it.
func findFront(text []byte) block {
	from := 0
	if bytes.HasPrefix(text, []byte(byteOrderMark)) {
		from = len(byteOrderMark)
	}
	b := block{next: document.Position{Line: 1, Column: 1, Offset: from}}
	l := frontmatter.CutLine(text, from)
	if !isFenceLine(l.Text) || l.Next == from+len(l.Text) {
		return b
	}
	b.front.Present = true
	b.front.Span.Start = b.next
	b.start = l.Next
	line := 2
	for off := l.Next; off < len(text); line++ {
		l = frontmatter.CutLine(text, off)
		if isFenceLine(l.Text) {
			b.front.Closed = true
			b.end = off
			b.front.Span.End = document.Position{Line: line, Column: len(l.Text) + 1, Offset: off + len(l.Text)}
			b.next = document.Position{Line: line + 1, Column: 1, Offset: l.Next}
			if l.Next == off+len(l.Text) {
				b.next = b.front.Span.End
			}
			return b
		}
		off = l.Next
	}
	b.end = len(text)
	b.front.Span.End = document.Position{Line: line - 1, Column: utf8.RuneCount(l.Text) + 1, Offset: l.Start + len(l.Text)}
	b.next = b.front.Span.End
	return b
}

const byteOrderMark = "\xef\xbb\xbf"

// isFenceLine matches ^---[ \t]*$.
func isFenceLine(line []byte) bool {
	rest, ok := bytes.CutPrefix(line, []byte("---"))
	return ok && len(bytes.TrimLeft(rest, " \t")) == 0
}

// parseFront reads the front matter of a Markdown manifest and says where the
// body starts.
func parseFront(file string, text []byte) (Front, document.Position) {
	b := findFront(text)
	f := &b.front
	f.Fields = map[string]Field{}
	switch {
	case !f.Present:
		f.Host = map[string]string{}
		return *f, b.next
	case !f.Closed:
		first := frontmatter.CutLine(text, f.Span.Start.Offset)
		at := document.Span{Start: f.Span.Start, End: f.Span.Start}
		at.End.Column += len(first.Text)
		at.End.Offset += len(first.Text)
		f.Error = &Problem{Code: CodeUnterminated, Message: `the front matter that begins here has no closing "---" line`, Span: at}
		f.HostError = f.Error
		return *f, b.next
	}
	root, err := parseBlock(file, text[b.start:b.end], document.Position{Line: 2, Column: 1, Offset: b.start}, f)
	f.Error = problemOf(err, f.Span)
	if err == nil {
		f.setFields(root)
	} else {
		f.setDuplicate(err, text)
	}
	f.setHost(file, text[b.start:b.end], b.start, root)
	return *f, b.next
}

// parseBlock reads the text between the fences as YAML 1.2, core schema, which
// must hold a mapping or nothing.
func parseBlock(file string, text []byte, base document.Position, f *Front) (*document.Node, error) {
	// A manifest is read at once; its size is bounded already.
	doc, err := document.ParseYAML(context.Background(), file, text, base,
		document.WithMergeKeys(false), document.WithLooseTags(), document.WithMaxSize(maxFront), document.WithMaxNodes(MaxValues))
	if err == nil {
		err = frontmatter.CheckOpen(file, text, base)
	}
	if err != nil {
		return nil, err
	}
	if f != nil && doc.YAML != nil {
		f.Anchors = doc.YAML.Anchors + doc.YAML.Aliases
	}
	switch doc.Root.Kind {
	case document.Object:
		return doc.Root, nil
	case document.Null:
		return nil, nil
	}
	return nil, &document.Error{
		Kind: CodeRoot, File: file, Span: doc.Root.Span,
		Message: "front matter must be keys and values, found a " + doc.Root.Kind.String(),
	}
}

// problemOf turns an error of a parser into a fact. One without a place is
// about all of the span.
func problemOf(err error, span document.Span) *Problem {
	if err == nil {
		return nil
	}
	var e *document.Error
	if !errors.As(err, &e) {
		return &Problem{Code: string(document.Syntax), Message: err.Error(), Span: span}
	}
	p := &Problem{Code: string(e.Kind), Message: e.Message, Span: e.Span}
	if p.Span.IsZero() {
		p.Span = span
	}
	return p
}

// setFields takes over the keys of the root.
func (f *Front) setFields(root *document.Node) {
	f.Root = root
	if root == nil {
		return
	}
	for _, m := range root.Members {
		f.Order = append(f.Order, m.Key)
		f.Fields[m.Key] = Field{
			Value: m.Value.Interface(), Type: m.Value.Kind.String(), Style: m.Value.Style.String(),
			Span: m.Value.Span, KeySpan: m.KeySpan,
		}
	}
}

// setDuplicate takes over the key that stands twice. The parser stops at the
// first one.
func (f *Front) setDuplicate(err error, text []byte) {
	var e *document.Error
	if !errors.As(err, &e) || e.Kind != document.Duplicate || e.Span.End.Offset > len(text) {
		return
	}
	key := bytes.Trim(text[e.Span.Start.Offset:e.Span.End.Offset], `"'`)
	f.Duplicates = append(f.Duplicates, Duplicate{Key: string(key), Span: e.Span, First: e.Other})
}

// setHost fills in Host, HostError and Recovered. The root is what strict YAML
// made of the block, nil when that failed or found nothing; from is the offset
// of the block in its file.
func (f *Front) setHost(file string, block []byte, from int, root *document.Node) {
	values, rows, err := frontmatter.Values(block, root, f.Error != nil, func(block []byte) (*document.Node, error) {
		return parseBlock(file, block, document.Position{Line: 1, Column: 1}, nil)
	})
	if err != nil {
		f.HostError = f.Error
		return
	}
	for _, row := range rows {
		f.Recovered = append(f.Recovered, recoveredAt(block, from, row))
	}
	f.Host = values
}

// recoveredAt finds a repaired value in the file.
func recoveredAt(block []byte, from, row int) Recovered {
	l := frontmatter.CutLine(block, 0)
	for range row {
		l = frontmatter.CutLine(block, l.Next)
	}
	key, rest, _ := bytes.Cut(l.Text, []byte(":"))
	value := bytes.TrimSpace(rest)
	start := len(key) + 1 + len(rest) - len(bytes.TrimLeft(rest, " \t"))
	at := document.Position{Line: row + 2, Column: utf8.RuneCount(l.Text[:start]) + 1, Offset: from + l.Start + start}
	end := at
	end.Column += utf8.RuneCount(value)
	end.Offset += len(value)
	return Recovered{Key: string(key), Span: document.Span{Start: at, End: end}}
}
