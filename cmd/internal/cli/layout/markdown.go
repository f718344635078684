package layout

import (
	"strings"
)

// columns is how wide prose is set.
const columns = 80

// PlainMarkdown sets a page of our own for a terminal: headings in capitals,
// prose wrapped, code indented. It knows the Markdown that the pages of rules
// use and leaves the rest as it is.
func PlainMarkdown(text string) string {
	var out, paragraph []string
	flush := func() {
		if len(paragraph) > 0 {
			out = append(out, strings.TrimRight(Wrap(strings.Join(paragraph, " "), ""), "\n"))
			paragraph = nil
		}
	}
	fence := ""
	for _, line := range strings.Split(strings.TrimSpace(text), "\n") {
		trimmed := strings.TrimSpace(line)
		marker := fenceOf(trimmed)
		switch {
		case fence == "" && marker != "":
			flush()
			fence = marker
		case fence != "" && marker == trimmed && len(marker) >= len(fence) && marker[0] == fence[0]:
			fence = ""
		case fence != "":
			out = append(out, strings.TrimRight("    "+line, " "))
		case strings.HasPrefix(trimmed, "#"):
			flush()
			out = append(out, strings.ToUpper(strings.TrimSpace(strings.TrimLeft(trimmed, "#"))))
		case trimmed == "":
			flush()
			out = append(out, "")
		case strings.HasPrefix(trimmed, "|"), strings.HasPrefix(trimmed, "- "), strings.HasPrefix(trimmed, "* "):
			flush()
			out = append(out, line)
		default:
			paragraph = append(paragraph, trimmed)
		}
	}
	flush()
	return squeeze(out)
}

// fenceOf is the run of backticks or tildes that a line begins with, if it is
// long enough for a fence.
func fenceOf(line string) string {
	for _, c := range []string{"`", "~"} {
		rest := strings.TrimLeft(line, c)
		if n := len(line) - len(rest); n >= 3 {
			return line[:n]
		}
	}
	return ""
}

// squeeze joins lines, never with more than one empty line between them.
func squeeze(lines []string) string {
	var b strings.Builder
	empty := true
	for _, line := range lines {
		if line == "" && empty {
			continue
		}
		empty = line == ""
		b.WriteString(line + "\n")
	}
	return strings.TrimRight(b.String(), "\n") + "\n"
}

// Wrap sets words in lines of at most columns characters, each after indent.
// A word that is longer stands alone.
func Wrap(text, indent string) string {
	var b strings.Builder
	used := 0
	for word := range strings.FieldsSeq(text) {
		n := len([]rune(word))
		switch {
		case used == 0:
			b.WriteString(indent)
			used = len(indent)
		case used+1+n > columns:
			b.WriteString("\n" + indent)
			used = len(indent)
		default:
			b.WriteByte(' ')
			used++
		}
		b.WriteString(word)
		used += n
	}
	if used > 0 {
		b.WriteByte('\n')
	}
	return b.String()
}
