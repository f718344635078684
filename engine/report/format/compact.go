package format

import (
	"io"
	"strings"

	"github.com/skillctl/skillctl/engine"
)

// Compact writes a line for each finding that counts:
// "file:line:col: severity[rule] message". Editors and grep read it.
func Compact(w io.Writer, r engine.Report, opts ...Option) error {
	r, o := prepare(r, opts)
	out := &writer{w: w}
	for _, f := range Active(r) {
		o.line(out, f)
	}
	return out.err
}

// FindingLine is a finding as [Compact] writes it.
func FindingLine(f engine.Finding, opts ...Option) string {
	var text strings.Builder
	apply(opts).line(&writer{w: &text}, Masked(f))
	return text.String()
}

func (o options) line(out *writer, f engine.Finding) {
	p := palette{on: o.color}
	if f.File != "" { // some findings are about what is not there
		out.put(p.bold(linkFile(o, f.File, location(f))), ": ")
	}
	out.put(p.severity(f.Severity, string(f.Severity)),
		"[", link(o, f.Docs, Escape(f.Rule)), "] ", show(f.Message), "\n")
}

// Active are the findings of a report that count, sorted by place and then by
// rule and message.
func Active(r engine.Report) []engine.Finding { return active(All(r)) }
