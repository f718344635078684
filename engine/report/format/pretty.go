package format

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/report/table"
	"github.com/skillctl/skillctl/engine/secret"
	"github.com/skillctl/skillctl/internal/document"
)

// maxFrameLines is how many lines of one place are drawn.
const maxFrameLines = 4

// Pretty writes a block for each rule that is broken in a skill, the worst first, with
// the source lines that it is about, and a summary at the end. Further findings of the
// rule follow in a line each.
func Pretty(w io.Writer, r engine.Report, opts ...Option) error {
	r, o := prepare(r, opts)
	p := &pretty{out: &writer{w: w}, o: o, color: palette{on: o.color}}
	list, hidden := groups(r, o)
	for _, g := range list {
		p.finding(g[0], g[1:])
	}
	if o.summary {
		p.out.put(p.wrapped(summary(r, p.o), 0, 0, nil), "\n")
	}
	if len(hidden) > 0 {
		p.out.put(p.wrapped(leftOut(hidden, o), 0, 0, nil), "\n")
	}
	return p.out.err
}

type pretty struct {
	out   *writer
	o     options
	color palette
	// The file read last: findings of one file mostly follow each other.
	file   string
	source *text
}

// finding writes a finding, and those of the same rule.
func (p *pretty) finding(f engine.Finding, more []engine.Finding) {
	p.out.put(p.color.severity(f.Severity, string(f.Severity)+"["+link(p.o, f.Docs, Escape(f.Rule))+"]"),
		p.wrapped(": "+show(f.Title), len(f.Severity)+len("[]")+table.Cells(Escape(f.Rule)), len(noteBegin), p.color.bold), "\n")
	margin := gutter(f)
	pad := strings.Repeat(" ", margin)
	if f.File != "" { // some findings are about what is not there
		p.out.put(pad, p.color.rail("-->"), " ", linkFile(p.o, f.File, location(f)), "\n")
	}
	carets := func(s string) string { return p.color.severity(f.Severity, s) }
	if !p.frame(f.File, f.Span, named(f), margin, '^', show(f.Message), carets) {
		p.note(pad, "", f.Message)
	}
	for _, rel := range f.Related {
		p.out.put(pad, p.color.rail(":::"), " ", linkFile(p.o, rel.File, spot(rel.File, rel.Span.Start.Line, rel.Span.Start.Column)), "\n")
		if !p.frame(rel.File, rel.Span, named(f), margin, '-', show(rel.Message), p.color.rail) {
			p.note(pad, "", rel.Message)
		}
	}
	for _, n := range p.notes(f) {
		p.note(pad, n.name, n.text)
	}
	if f.Docs != "" && !p.o.links {
		p.note(pad, "see", f.Docs)
	}
	for _, also := range more {
		p.also(pad, f, also)
	}
	p.out.put("\n")
}

// namedText is a text and what it is.
type namedText struct{ name, text string }

// notes are what is said of a finding below its frames.
func (p *pretty) notes(f engine.Finding) []namedText {
	var out []namedText
	add := func(name, text string) {
		if text != "" {
			out = append(out, namedText{name, text})
		}
	}
	add("hint", f.Hint)
	add("severity", f.SeverityReason)
	add("agents", strings.Join(f.Hosts, ", "))
	if f.Fix != nil {
		flag := p.o.fix()
		if !f.Fix.Safe {
			flag += "=unsafe"
		}
		add("fix", f.Fix.Title+" ("+flag+")")
	}
	if f.Confidence != engine.ConfidenceHigh {
		add("confidence", string(f.Confidence))
	}
	return out
}

// also writes a further finding in a line, with its severity where that is another.
func (p *pretty) also(pad string, first, f engine.Finding) {
	severity := ""
	if f.Severity != first.Severity {
		severity = string(f.Severity) + ", "
	}
	used := len(pad) + len(" = also: ") + len(severity) + table.Cells(location(f)) + 1
	p.out.put(pad, " ", p.color.rail("="), " ", p.color.bold("also:"), " ", severity, linkFile(p.o, f.File, location(f)), " ",
		p.wrapped(show(f.Message), used, len(pad)+len(noteBegin), nil), "\n")
}

// noteBegin is what a note begins with.
const noteBegin = " = "

// note writes "= name: text"; nothing when there is no text.
func (p *pretty) note(pad, name, text string) {
	if text == "" {
		return
	}
	used, indent := len(pad)+len(noteBegin), len(pad)+len(noteBegin)
	if name != "" {
		used += len(name) + len(": ")
		name = p.color.bold(name+":") + " "
	}
	p.out.put(pad, " ", p.color.rail("="), " ", name, p.wrapped(show(text), used, indent, nil), "\n")
}

// leastBeside is the least room for a text beside what stands before it.
const leastBeside = 30

// wrapped breaks a text at blanks where a terminal ends: used is what stands before it
// in its first line, indent what does in further ones. paint draws each line.
func (p *pretty) wrapped(text string, used, indent int, paint func(string) string) string {
	if paint == nil {
		paint = func(s string) string { return s }
	}
	if p.o.terminal == 0 || used+table.Cells(text) <= p.o.terminal {
		return paint(text)
	}
	lines := table.Wrap(text, p.o.terminal-used, p.o.terminal-indent)
	for i := range lines {
		lines[i] = paint(lines[i])
	}
	return strings.Join(lines, "\n"+strings.Repeat(" ", indent))
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
func (p *pretty) frame(file string, span document.Span, entries bool, margin int, caret byte, label string, paint func(string) string) bool {
	rows, ok := p.rows(file, span, entries)
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
			p.label(blank, margin+len(" |"), margin+len(" | ")+row.pad, row.carets, label, paint)
		}
		p.out.put("\n")
	}
	p.out.put(blank, "\n")
	return true
}

// label writes what the carets from a column on mean: beside them, or below them where
// the terminal has no room for it. rail begins a line, and is as wide as edge.
func (p *pretty) label(rail string, edge, column, carets int, label string, paint func(string) string) {
	at := column + carets + 1
	if p.o.terminal == 0 || at+table.Cells(label) <= p.o.terminal {
		p.out.put(paint(space(label)))
		return
	}
	if p.o.terminal-at < leastBeside {
		// As near to the carets as the room for a text allows.
		at = max(min(column, p.o.terminal-leastBeside), edge+1)
		p.out.put("\n", rail, strings.Repeat(" ", at-edge))
	} else {
		p.out.put(" ")
	}
	lines := table.Wrap(label, p.o.terminal-at, p.o.terminal-at)
	for i := range lines {
		lines[i] = paint(lines[i])
	}
	p.out.put(strings.Join(lines, "\n"+rail+strings.Repeat(" ", at-edge)))
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

// named reports whether a finding is about entries, whose names say what they hold.
func named(f engine.Finding) bool {
	return f.Locus == engine.LocusConfig || f.Locus == engine.LocusManifest
}

// rows returns the lines of a span, or just the first one where there are
// many: a finding about a whole document would only repeat it.
func (p *pretty) rows(file string, span document.Span, entries bool) ([]row, bool) {
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
		if n > len(p.source.lines) {
			break
		}
		line := p.source.lines[n-1]
		from, to := 1, len(line)+1
		if n == first {
			from = span.Start.Column
		} else {
			from += len(line) - len(strings.TrimLeft(string(line), " \t"))
		}
		if n == span.End.Line {
			to = span.End.Column
		}
		secrets := func(from, to int) []secret.Found { return p.source.secrets(n-1, from, to, entries) }
		rows = append(rows, row{marked: mark(line, from, to, p.o.columns, secrets), line: n})
	}
	return rows, len(rows) > 0
}

func (p *pretty) load(file string) bool {
	if p.o.source == nil {
		return false
	}
	if file != p.file || p.source == nil {
		all, err := p.o.source(file)
		if err != nil {
			all = nil
		}
		p.file, p.source = file, newText(all)
		p.source.told = p.o.told
	}
	return len(p.source.lines) > 0
}
