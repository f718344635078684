package format

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/internal/document"
)

// maxFrameLines is how many lines of one place are drawn.
const maxFrameLines = 4

// Pretty writes a block for each finding that counts, with the source lines
// that it is about, and a summary at the end.
func Pretty(w io.Writer, r engine.Report, opts ...Option) error {
	o := apply(opts)
	p := &pretty{out: &writer{w: w}, o: o, color: palette{on: o.color}}
	for _, f := range active(All(r)) {
		p.finding(f)
	}
	if o.summary {
		p.out.put(summary(r, p.o), "\n")
	}
	return p.out.err
}

type pretty struct {
	out   *writer
	o     options
	color palette
	// The file read last: findings are sorted by file.
	file   string
	source [][]byte
	known  bool
}

func (p *pretty) finding(f engine.Finding) {
	p.out.put(p.color.severity(f.Severity, string(f.Severity)+"["+link(p.o, f.Docs, Escape(f.Rule))+"]"),
		p.color.bold(": "+show(f.Title)), "\n")
	margin := gutter(f)
	pad := strings.Repeat(" ", margin)
	p.out.put(pad, p.color.rail("-->"), " ", location(f), "\n")
	carets := func(s string) string { return p.color.severity(f.Severity, s) }
	if !p.frame(f.File, f.Span, margin, '^', show(f.Message), carets) {
		p.note(pad, "", f.Message)
	}
	for _, rel := range f.Related {
		p.out.put(pad, p.color.rail(":::"), " ", spot(rel.File, rel.Span.Start.Line, rel.Span.Start.Column), "\n")
		if !p.frame(rel.File, rel.Span, margin, '-', show(rel.Message), p.color.rail) {
			p.note(pad, "", rel.Message)
		}
	}
	p.note(pad, "hint", f.Hint)
	p.note(pad, "agents", strings.Join(f.Hosts, ", "))
	if f.Fix != nil {
		flag := p.o.fix()
		if !f.Fix.Safe {
			flag += "=unsafe"
		}
		p.note(pad, "fix", f.Fix.Title+" ("+flag+")")
	}
	if f.Confidence != engine.ConfidenceHigh && f.Confidence != "" {
		p.note(pad, "confidence", string(f.Confidence))
	}
	if f.Docs != "" && !p.o.links {
		p.note(pad, "see", f.Docs)
	}
	p.out.put("\n")
}

// note writes "= name: text"; nothing when there is no text.
func (p *pretty) note(pad, name, text string) {
	if text == "" {
		return
	}
	if name != "" {
		name = p.color.bold(name + ":")
		text = " " + show(text)
	} else {
		text = show(text)
	}
	p.out.put(pad, " ", p.color.rail("="), " ", name, text, "\n")
}

// gutter is the width of the widest line number of a finding.
func gutter(f engine.Finding) int {
	widest := max(f.Span.Start.Line, f.Span.End.Line)
	for _, r := range f.Related {
		widest = max(widest, r.Span.Start.Line, r.Span.End.Line)
	}
	return max(len(strconv.Itoa(widest)), 2)
}

// frame draws the lines of a span with carets and a label. It reports false
// when the text is not to be had.
func (p *pretty) frame(file string, span document.Span, margin int, caret byte, label string, paint func(string) string) bool {
	rows, ok := p.rows(file, span)
	if !ok {
		return false
	}
	blank := strings.Repeat(" ", margin) + " " + p.color.rail("|")
	p.out.put(blank, "\n")
	for i, row := range rows {
		number := fmt.Sprintf("%*d |", margin, row.line)
		p.out.put(p.color.rail(number), space(row.text), "\n", blank, " ", strings.Repeat(" ", row.pad),
			paint(strings.Repeat(string(caret), row.carets)))
		if i == len(rows)-1 {
			p.out.put(paint(space(label)))
		}
		p.out.put("\n")
	}
	p.out.put(blank, "\n")
	return true
}

// space puts a space before a text that is not empty: no line ends in one.
func space(s string) string {
	if s == "" {
		return ""
	}
	return " " + s
}

// row is one line of a frame.
type row struct {
	marked
	line int
}

// rows returns the lines of a span, or just the first one where there are
// many: a finding about a whole document would only repeat it.
func (p *pretty) rows(file string, span document.Span) ([]row, bool) {
	if span.Start.Line <= 0 || !p.load(file) {
		return nil, false
	}
	first, last := span.Start.Line, max(span.End.Line, span.Start.Line)
	if last > first && span.End.Column <= 1 {
		last-- // the span ends with a line
	}
	if last-first >= maxFrameLines {
		last = first
	}
	var rows []row
	for n := first; n <= last; n++ {
		if n > len(p.source) {
			break
		}
		line := p.source[n-1]
		from, to := 1, len(line)+1
		if n == first {
			from = span.Start.Column
		} else {
			from += len(line) - len(strings.TrimLeft(string(line), " \t"))
		}
		if n == span.End.Line {
			to = span.End.Column
		}
		rows = append(rows, row{marked: mark(line, from, to, p.o.columns), line: n})
	}
	return rows, len(rows) > 0
}

func (p *pretty) load(file string) bool {
	if p.o.source == nil {
		return false
	}
	if file != p.file || !p.known {
		text, err := p.o.source(file)
		if err != nil {
			text = nil
		}
		p.file, p.source, p.known = file, splitLines(text), true
	}
	return len(p.source) > 0
}
