package layout

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/approval"
	"github.com/skillctl/skillctl/engine/report/format"
)

// PanelWidth is how wide a text in a panel gets, in columns: narrower than
// terminals are, so that none breaks a line where a panel does not say so.
const PanelWidth = 64

// Panel is a block of named rows, by which a person decides. Whatever it shows is shown
// whole ([format.Whole]), and no text can begin a line of its own: each has its name or
// blanks before it.
type Panel struct {
	Out strings.Builder
	// Whole breaks no line, as for a pipe.
	Whole bool
}

// String is the panel, with its last line ended.
func (p *Panel) String() string { return p.Out.String() }

func (p *Panel) line(name, mark, text string) {
	fmt.Fprintf(&p.Out, "  %-10s %s%s\n", name, mark, text)
}

// Row is a short value in lines of its own; nothing for an empty one.
func (p *Panel) Row(name, value string) {
	if p.Whole {
		if value != "" {
			p.line(name, "", format.WholeLine(value))
		}
		return
	}
	line := ""
	flush := func() {
		if line != "" {
			p.line(name, "", line)
			name, line = "", ""
		}
	}
	for word := range strings.SplitSeq(format.WholeLine(value), " ") {
		if line != "" && cells(line)+1+cells(word) <= PanelWidth {
			line += " " + word
			continue
		}
		flush()
		switch n := cells(word); {
		case n <= PanelWidth:
			line = word
		case n <= PanelWidth+outset:
			// What is copied, such as a digest, stays whole.
			if name != "" {
				fmt.Fprintf(&p.Out, "  %s\n", name)
				name = ""
			}
			fmt.Fprintf(&p.Out, "    %s\n", word)
		default:
			for _, part := range wrapWide(word) {
				flush()
				line = part
			}
		}
	}
	flush()
}

// outset is how much more room a word has in a line of its own.
const outset = 9

func cells(text string) (n int) {
	for _, r := range text {
		n += wide(r)
	}
	return n
}

// wide is how many columns a letter may take: two when it is not ASCII.
func wide(r rune) int {
	if r > 0x7e {
		return 2
	}
	return 1
}

// Text is a command: "|" begins each of its lines, "\" what did not fit.
func (p *Panel) Text(name, value string) {
	for line := range strings.SplitSeq(value, "\n") {
		mark := "| "
		parts := []string{format.WholeLine(line)}
		if !p.Whole {
			parts = wrapWide(parts[0])
		}
		for _, part := range parts {
			p.line(name, mark, part)
			name, mark = "", `\ `
		}
		if line == "" && !p.Whole {
			p.line(name, mark, "")
			name = ""
		}
	}
}

// Files are programs or scripts.
func (p *Panel) Files(name string, files []approval.File, digests bool) {
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
		p.Row(name, what)
		name = ""
	}
}

// wrapWide cuts an escaped text into lines.
func wrapWide(text string) []string {
	var out []string
	start, width := 0, 0
	for i, r := range text {
		w := wide(r)
		if width+w > PanelWidth {
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

// SortedKeys are the keys of a map, sorted.
func SortedKeys(m map[string]string) []string { return slices.Sorted(maps.Keys(m)) }
