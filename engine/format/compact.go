package format

import (
	"io"

	"github.com/skillctl/skillctl/engine"
)

// Compact writes a line for each finding that counts:
// "file:line:col: severity[rule] message". Editors and grep read it.
func Compact(w io.Writer, r engine.Report, opts ...Option) error {
	o := apply(opts)
	out := &writer{w: w}
	p := palette{on: o.color}
	for _, f := range active(All(r)) {
		out.put(p.bold(place(f)), ": ", p.severity(f.Severity, string(f.Severity)),
			"[", link(o, f.Docs, Escape(f.Rule)), "] ", show(f.Message), "\n")
	}
	return out.err
}
