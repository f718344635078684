package frontmatter

import (
	"errors"
	"strings"
	"unicode/utf8"

	"github.com/skillctl/skillctl/internal/document"
)

// The functions of this file read front matter as the loader of OpenClaw
// 2026.9.6 does: every value becomes a string, what YAML leaves out is filled
// in by a parser of "key: value" lines, and some broken values are repaired.

// maxRepairs is how many values the loader repairs in one front matter.
const maxRepairs = 3

// Parser reads a block of front matter: its root, nil for none.
type Parser func(block []byte) (*document.Node, error)

// Values returns the values that the loader reads in a block. The root is what
// strict YAML made of it, nil for nothing; where that failed, broken, the loader
// quotes values again until parse takes the block: rows are the indices of their
// lines. An error means that it refuses the block.
func Values(block []byte, root *document.Node, broken bool, parse Parser) (values map[string]string, rows []int, err error) {
	lines := hostLines(block)
	if broken {
		if root, rows, err = repair(lines, parse); err != nil {
			return nil, nil, err
		}
	}
	return hostValues(root, lineValues(lines)), rows, nil
}

// hostLines are the lines of a block as the loader sees them: line ends are all
// alike, and every byte that is not UTF-8 is a replacement character.
func hostLines(block []byte) []string {
	var b strings.Builder
	b.Grow(len(block))
	for rest := block; len(rest) > 0; {
		c, n := utf8.DecodeRune(rest)
		switch {
		case c == '\r':
			b.WriteByte('\n')
			if len(rest) > 1 && rest[1] == '\n' {
				n = 2
			}
		case c == utf8.RuneError && n == 1:
			b.WriteRune(utf8.RuneError)
		default:
			b.Write(rest[:n])
		}
		rest = rest[n:]
	}
	return strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n")
}

// repair reads a block after quoting broken values of description, summary and
// read_when, as long as that helps. It returns the rows that it quoted.
func repair(lines []string, parse Parser) (*document.Node, []int, error) {
	lines = append([]string(nil), lines...)
	var rows []int
	root, err := parse([]byte(strings.Join(lines, "\n")))
	for err != nil && len(rows) < maxRepairs {
		row := brokenRow(lines, errorRow(err))
		if row < 0 {
			return nil, nil, err
		}
		key, value, _ := strings.Cut(lines[row], ":")
		old := lines[row]
		lines[row] = key + ": " + quoteJSON(stripQuotes(Trim(value)))
		if old == lines[row] {
			return nil, nil, err
		}
		rows = append(rows, row)
		root, err = parse([]byte(strings.Join(lines, "\n")))
	}
	if err != nil {
		return nil, nil, err
	}
	return root, rows, nil
}

// errorRow is the index of the line that a YAML error is on, -1 when it has no
// place.
func errorRow(err error) int {
	var e *document.Error
	if !errors.As(err, &e) {
		return -1
	}
	return e.Span.Start.Line - 1
}

// brokenRow returns the index of the line that the loader would quote because
// of an error on some line, -1 when there is none.
//
// The loader asks on which line its YAML library found the error. That is behind
// the line of a quote or bracket that is left open, but for the last line.
func brokenRow(lines []string, row int) int {
	for i := 0; i < min(row, len(lines)); i++ {
		if followsQuote(lines[i]) {
			row = i
		}
	}
	if open, _ := leftOpen(lines); open >= 0 && (row < 0 || open <= row) {
		row = open
		if open != len(lines)-1 {
			return -1
		}
	}
	if row < 0 || row >= len(lines) || !repairable(lines[row]) {
		return -1
	}
	return row
}

// followsQuote reports whether the value of a line is in quotes with something behind
// them.
func followsQuote(line string) bool {
	value, ok := openValue(line)
	if !ok || value[0] == '[' || value[0] == '{' {
		return false
	}
	end := closingQuote(value[1:], value[0])
	if end < 0 {
		return false
	}
	rest := Trim(value[end+2:])
	return rest != "" && rest[0] != '#'
}

// repairable reports whether the loader may quote the value on this line.
func repairable(line string) bool {
	key, value, ok := lineKey(line)
	if !ok || value == "" {
		return false
	}
	switch key {
	case "description":
		return true
	case "summary", "read_when":
		return strings.Contains(value, ": ")
	}
	return false
}

// isContinuation reports whether a line cannot be a key of the top level.
func isContinuation(line string) bool {
	return line == "" || line[0] == ' ' || line[0] == '\t'
}

// closingQuote returns the offset of the quote that closes a quoted value, -1
// when there is none.
func closingQuote(s string, quote byte) int {
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '\\' && quote == '"':
			i++
		case s[i] != quote:
		case quote == '\'' && i+1 < len(s) && s[i+1] == quote:
			i++
		default:
			return i
		}
	}
	return -1
}
