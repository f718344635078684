// Package table sets rows below each other. Where there is no limit, as in a pipe, each
// row is one line and nothing of it is left out. On a terminal texts are broken at
// blanks, and columns that do not fit beside the others stand below them, so that what
// somebody copies (a digest, an id, a path) stays whole. It escapes nothing: whoever calls
// it does.
package table

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

const (
	// Gap is how many blanks stand between two columns.
	Gap = 2
	// leastText is the least room for the last column, which is text, beside others;
	// mostText is how long a word of it may be to ask for more.
	leastText, mostText = 24, 40
	// widestPad is how wide a column is drawn for one cell of it where there is no
	// limit: a longer one moves what follows in its own row alone.
	widestPad = 60
	// below is how far columns are set in that stand below the first ones.
	below = 2
)

// Write writes rows, all of as many columns; the last one is text. width is that of the
// terminal in cells, 0 for no limit.
func Write(b *strings.Builder, rows [][]string, width int) { WritePainted(b, rows, width, nil) }

// WritePainted is [Write] with a function that may put colours around the cell of a row
// and column.
func WritePainted(b *strings.Builder, rows [][]string, width int, paint func(row, column int, cell string) string) {
	if len(rows) == 0 {
		return
	}
	if paint == nil {
		paint = func(_, _ int, cell string) string { return cell }
	}
	t := &table{out: b, width: width, widths: make([]int, len(rows[0])), paint: paint}
	words := 0
	for _, row := range rows {
		for i, cell := range row {
			t.widths[i] = max(t.widths[i], Cells(cell))
		}
		for word := range strings.FieldsSeq(row[len(row)-1]) {
			words = max(words, Cells(word))
		}
	}
	last := len(t.widths) - 1
	t.text = min(t.widths[last], max(leastText, min(words, mostText)))
	t.arrange()
	for i, row := range rows {
		t.row(i, row)
	}
}

type table struct {
	out *strings.Builder
	// width is that of the terminal, widths are those of the columns and text is the
	// least of the last one.
	width, text int
	widths      []int
	// lines are the columns that stand in a line each.
	lines [][]int
	paint func(row, column int, cell string) string
}

// arrange finds out which columns stand beside each other.
func (t *table) arrange() {
	used := 0
	for i, width := range t.widths {
		if i == len(t.widths)-1 {
			width = t.text
		}
		if t.width == 0 {
			t.widths[i] = min(t.widths[i], widestPad)
		}
		n := len(t.lines) - 1
		if n < 0 || t.width > 0 && used+Gap+width > t.width {
			t.lines = append(t.lines, nil)
			n++
			used = -Gap
			if n > 0 {
				used += below
			}
		}
		t.lines[n] = append(t.lines[n], i)
		used += Gap + width
	}
}

func (t *table) row(number int, row []string) {
	for n, columns := range t.lines {
		indent := 0
		if n > 0 {
			indent = below
		}
		if n > 0 && !slices.ContainsFunc(columns, func(i int) bool { return row[i] != "" }) {
			continue
		}
		var line strings.Builder
		line.WriteString(strings.Repeat(" ", indent))
		start := indent
		for k, i := range columns {
			if k < len(columns)-1 {
				line.WriteString(t.paint(number, i, row[i]) + strings.Repeat(" ", max(t.widths[i]-Cells(row[i]), 0)+Gap))
				start += t.widths[i] + Gap
				continue
			}
			pieces := wrap(row[i], max(t.width-start, 0), t.longest(i))
			if k == 0 && len(pieces) > 1 && pieces[0].text == "" {
				pieces = pieces[1:]
			}
			for p, piece := range pieces {
				if p > 0 {
					line.WriteString("\n" + strings.Repeat(" ", piece.indent(start)))
				}
				line.WriteString(t.paint(number, i, piece.text))
			}
		}
		for one := range strings.SplitSeq(line.String(), "\n") {
			t.out.WriteString(strings.TrimRight(one, " "))
			t.out.WriteByte('\n')
		}
	}
}

// longest is how long a word of a column may be before it is broken: what is no text is
// an id, a path or a name, and whole however narrow the terminal is.
func (t *table) longest(column int) int {
	if column < len(t.widths)-1 {
		return math.MaxInt
	}
	return max(t.width-below, 0)
}

// piece is a line of a text; one that is set out has the whole width of the terminal.
type piece struct {
	text string
	out  bool
}

func (p piece) indent(start int) int {
	if p.out {
		return min(start, below)
	}
	return start
}

// wrap breaks a text at blanks into pieces of at most room cells; 0 is for no limit. A
// word that is wider stands alone in a line of up to full cells, and is broken only where
// it is wider than that, unless it is [whole].
func wrap(text string, room, full int) []piece {
	if room == 0 || Cells(text) <= room {
		return []piece{{text: text}}
	}
	var out []piece
	line := ""
	flush := func() {
		if line != "" {
			out, line = append(out, piece{text: line}), ""
		}
	}
	for word := range strings.FieldsSeq(text) {
		if Cells(word) > room && !whole(word) {
			flush()
			for Cells(word) > max(full, 1) {
				head := cut(word, max(full, 1))
				out, word = append(out, piece{head, true}), word[len(head):]
			}
			out = append(out, piece{word, true})
			continue
		}
		switch {
		case line == "":
			line = word
		case Cells(line)+1+Cells(word) <= room:
			line += " " + word
		default:
			flush()
			line = word
		}
	}
	flush()
	if len(out) > 0 && out[0].out { // nothing stands beside the cells before it
		out = append([]piece{{}}, out...)
	}
	return out
}

// cut is the beginning of a word, at least one character of it; of a path one that ends
// between its parts, if that is not far.
func cut(word string, most int) string {
	n := 0
	for i, c := range word {
		if n += RuneCells(c); n > most && i > 0 {
			word = word[:i]
			break
		}
	}
	if at := strings.LastIndexByte(word, '/'); at > len(word)/2 {
		return word[:at+1]
	}
	return word
}

// whole says that a word is one to copy, and never broken: a setting, or a place in a
// file.
func whole(word string) bool {
	word = strings.Trim(word, "();,:")
	if parts := strings.Split(word, ":"); len(parts) > 2 {
		_, line := strconv.Atoi(parts[len(parts)-2])
		_, column := strconv.Atoi(parts[len(parts)-1])
		return line == nil && column == nil
	}
	return !strings.Contains(word, "/") && strings.Count(word, ".") > 1
}
