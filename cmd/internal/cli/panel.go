package cli

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/approval"
	"github.com/skillctl/skillctl/engine/format"
)

// panelWidth is how wide a text in a panel gets, in columns: narrower than
// terminals are, so that none breaks a line where a panel does not say so.
const panelWidth = 64

// panel is a block of named rows. Whatever it shows is escaped, and no text can
// begin a line of its own: each has its name or a bar before it.
type panel struct{ out strings.Builder }

// String is the panel, with its last line ended.
func (p *panel) String() string { return p.out.String() }

func (p *panel) line(name, mark, text string) {
	fmt.Fprintf(&p.out, "  %-10s %s%s\n", name, mark, text)
}

// row is a short value in lines of its own; nothing for an empty one.
func (p *panel) row(name, value string) {
	for _, part := range broken(format.Escape(value)) {
		p.line(name, "", part)
		name = ""
	}
}

// text is a command: "|" begins each of its lines, "\" what did not fit.
func (p *panel) text(name, value string) {
	for line := range strings.SplitSeq(value, "\n") {
		mark := "| "
		for _, part := range broken(format.Escape(line)) {
			p.line(name, mark, part)
			name, mark = "", `\ `
		}
		if line == "" {
			p.line(name, mark, "")
			name = ""
		}
	}
}

// files are programs or scripts.
func (p *panel) files(name string, files []approval.File, digests bool) {
	for _, f := range files {
		what := f.Name + " -> "
		switch {
		case f.Real == "":
			what += "(not there)"
		case f.Path == f.Real:
			what = f.Real
		default:
			what += f.Real
		}
		if digests && f.Digest != "" {
			what += " " + f.Digest
		}
		p.row(name, what)
		name = ""
	}
}

// broken cuts an escaped text into lines. A letter that is not ASCII may take two
// columns.
func broken(text string) []string {
	var out []string
	start, width := 0, 0
	for i, r := range text {
		w := 1
		if r > 0x7e {
			w = 2
		}
		if width+w > panelWidth {
			out = append(out, text[start:i])
			start, width = i, 0
		}
		width += w
	}
	if start < len(text) {
		out = append(out, text[start:])
	}
	return out
}

// sortedKeys are the keys of a map, sorted.
func sortedKeys(m map[string]string) []string { return slices.Sorted(maps.Keys(m)) }
