package flow

import (
	"bytes"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/flow/cipher"
	"github.com/skillctl/skillctl/engine/flow/prose"
	"github.com/skillctl/skillctl/internal/document"
)

// The bounds of what an order to decode something may mean: how many blocks behind it, how
// many files that it names, and how many such orders of a package are looked into.
const (
	maxCodedBlocks = 3
	maxCodedFiles  = 8
	maxCodedOrders = 40
)

// coded looks for orders to decode something and to do what it says: nobody who reads the
// skill reads that. What they mean is read, and counts as hidden.
func (w *Finder) coded(p snippet) {
	if w.inner {
		return
	}
	upTo, count := -1, 0
	at := document.Position{Line: 1, Column: 1}
	for _, m := range p.marks {
		if m.groups&signCipher == 0 || m.off < upTo {
			continue
		}
		first, last := prose.LineAt(p.text, m.off)
		first, last = prose.ParagraphAt(p.text, first, last)
		upTo = last
		line := prose.Line(p.text[first:last])
		order := cipher.Order(line)
		if order == nil {
			continue
		}
		if count++; count > maxCodedOrders {
			w.Beyond(p.file, "the text has more than %d orders to decode something and to do what it says", maxCodedOrders)
			return
		}
		at = at.Past(p.text[min(at.Offset, first):first])
		one := Passage{
			About: "coded", Text: line[order[0]:order[1]], Line: line, URLs: []string{}, File: p.file, Lead: p.lead(m.off), Cited: prose.Cited(p.text, m.off), Quoted: prose.InQuotation(p.text, m.off),
			Span: document.Span{Start: at, End: at.Past(p.text[first:last])},
		}
		w.decodedBy(&one, p, first, last)
		w.keepPassage(one)
	}
}

// decodedBy fills in what an order has decoded: it stands behind the order, or in a file
// that it names.
func (w *Finder) decodedBy(one *Passage, p snippet, first, last int) {
	for _, text := range append(blocksAround(p.text, first, last), w.filesIn(one)...) {
		said, way, ok := cipher.Read(text)
		if !ok {
			continue
		}
		before := len(w.Orders) + len(w.Flows) + len(w.Commands) + len(w.Remarks) + len(w.Passages) + len(w.Uses)
		w.said(p.file, said, one.Span)
		one.Acts = one.Acts || len(w.Orders)+len(w.Flows)+len(w.Commands)+len(w.Remarks)+len(w.Passages)+len(w.Uses) > before
		if one.Decoded == "" {
			one.Decoded, one.Way = prose.Bounded(said), way
		}
	}
}

// filesIn are the texts of the files that an order names.
func (w *Finder) filesIn(one *Passage) []string {
	var texts []string
	if w.Text == nil || !w.pack.mentioned([]byte(one.Line)) {
		return nil
	}
	for _, word := range strings.FieldsFunc(one.Line, func(r rune) bool { return strings.ContainsRune(" \t\"'`,;:()[]<>", r) }) {
		for _, file := range w.pack.files(strings.TrimRight(word, ".!?"), one.File) {
			if text := w.Text(file); text != nil && file != one.File && len(texts) < maxCodedFiles {
				texts = append(texts, string(text))
			}
		}
	}
	return texts
}

// blocksAround are what stands behind an order in its paragraph, the block before it and the
// next ones: each as it is written but for the marks of its margin, and up to a heading.
func blocksAround(text []byte, first, last int) []string {
	var blocks []string
	lines := strings.Split(string(text[first:last]), "\n")
	for i := range lines[1:] { // of a paragraph that goes on with what is meant
		blocks = append(blocks, margin(lines[i+1:]))
	}
	for _, line := range lines {
		if at := strings.LastIndexAny(line, ":`"); at >= 0 {
			blocks = append(blocks, strings.Trim(line[strings.LastIndexAny(line[:at], ":`")+1:], " `:"), strings.Trim(line[at:], " `:"))
		}
	}
	if block := blockBefore(bytes.TrimRight(text[:first], "\n")); !strings.HasPrefix(block, "#") {
		blocks = append(blocks, margin(strings.Split(block, "\n")))
	}
	rest := bytes.TrimLeft(text[last:], "\n")
	for range maxCodedBlocks {
		end := blockEnd(rest)
		block := strings.Split(string(rest[:end]), "\n")
		if end == 0 || strings.HasPrefix(block[0], "#") {
			break
		}
		blocks = append(blocks, margin(block))
		rest = bytes.TrimLeft(rest[end:], "\n")
	}
	return slices.DeleteFunc(blocks, func(block string) bool { return len(block) < minQuoted/2 })
}

// blockBefore is the last block of a text.
func blockBefore(text []byte) string {
	if line := text[bytes.LastIndexByte(text, '\n')+1:]; len(line) < len(text) && (string(line) == "```" || string(line) == "~~~") {
		if i := bytes.LastIndex(text[:len(text)-len(line)-1], append([]byte("\n"), line...)); i >= 0 {
			return string(text[i+1:])
		}
	}
	return strings.TrimLeft(string(text[bytes.LastIndex(text, []byte("\n\n"))+1:]), "\n")
}

// blockEnd is where a block of a document ends: a fence at the one that closes it, else at a
// blank line.
func blockEnd(text []byte) int {
	for _, mark := range []string{"```", "~~~"} {
		if !bytes.HasPrefix(text, []byte(mark)) {
			continue
		}
		if i := bytes.Index(text[len(mark):], []byte("\n"+mark)); i >= 0 {
			return len(mark) + i + 1 + len(mark)
		}
		return len(text)
	}
	if i := bytes.Index(text, []byte("\n\n")); i >= 0 {
		return i
	}
	return len(text)
}

// margin is a block without the marks of quotes, lists and fences before its lines.
func margin(lines []string) string {
	var b strings.Builder
	for _, line := range lines {
		line = strings.TrimLeft(line, " \t>")
		if strings.HasPrefix(line, "```") || strings.HasPrefix(line, "~~~") {
			continue
		}
		if rest, ok := strings.CutPrefix(line, "* "); ok {
			line = rest
		}
		b.WriteString(line + "\n")
	}
	return strings.TrimSpace(b.String())
}
