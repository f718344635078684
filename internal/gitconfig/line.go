package gitconfig

import "strings"

// Section is what settings belong to: [name] or [name "subsection"].
type Section struct{ Name, Subsection string }

// Line is what a line of a configuration says by itself: it begins a section, or it is
// a setting of the one before.
type Line struct {
	// Header: it begins Section.
	Header  bool
	Section Section
	// Setting has no Key when it is not known which one it is.
	Setting Setting
	// Plain: the line is written as Git itself writes it. Others can be valid, too,
	// but two programs could read them differently.
	Plain bool
}

// ReadLine reads a line in a section. A value that goes on in further lines is one
// with them, and not plain.
func ReadLine(in Section, line string) Line {
	r := reader{text: strings.TrimLeft(line, " \t"), line: 1, section: in.Name, subsection: in.Subsection}
	out := Line{}
	switch {
	case !r.more():
		return out
	case r.text[0] == '[':
		r.header()
		out.Header, out.Section = true, Section{r.section, r.subsection}
	default:
		out.Setting, _ = r.setting()
	}
	rest := strings.TrimLeft(r.text[min(r.at, len(r.text)):], " \t")
	out.Plain = r.problem == "" && !r.unusual && rest == ""
	return out
}
