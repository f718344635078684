package layout

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/skillctl/skillctl/engine/report/format"
)

// The least that a column is cut to, and the gap between two.
const (
	leastColumn = 12
	ColumnGap   = 2
	// widestPad is how wide a column is drawn for one cell of it where there is no
	// limit: a longer one moves what follows in its own row alone.
	widestPad = 60
)

// WriteColumns writes rows below each other, every cell escaped. Where they are
// wider than the width, the widest columns but the last are cut in the middle
// until the last, which is text, has a third; that goes on below.
func WriteColumns(b *strings.Builder, rows [][]string, width int) {
	if len(rows) == 0 {
		return
	}
	columns := make([]int, len(rows[0]))
	for _, row := range rows {
		for i := range row {
			row[i] = format.Escape(row[i])
			columns[i] = max(columns[i], Cells(row[i]))
		}
	}
	last := len(columns) - 1
	if width > 0 {
		fit(columns[:last], max(width-min(columns[last]+ColumnGap, width/3), leastColumn*last))
	} else {
		for i := range columns {
			columns[i] = min(columns[i], widestPad)
		}
	}
	for _, row := range rows {
		start := 0
		var line strings.Builder
		for i, cell := range row[:last] {
			if width > 0 {
				cell = shorten(cell, columns[i])
			}
			line.WriteString(cell)
			line.WriteString(strings.Repeat(" ", max(columns[i]-Cells(cell), 0)+ColumnGap))
			start += columns[i] + ColumnGap
		}
		rest := 0
		if width > 0 {
			rest = max(width-start, leastColumn)
		}
		for i, part := range wrapped(row[last], rest) {
			if i > 0 {
				line.WriteString("\n" + strings.Repeat(" ", start))
			}
			line.WriteString(part)
		}
		for _, one := range strings.Split(line.String(), "\n") {
			b.WriteString(strings.TrimRight(one, " "))
			b.WriteByte('\n')
		}
	}
}

// WriteNoted writes rows as [WriteColumns] does; where there is a width, a text of
// the last column that several rows have stands once below them, and a number in
// its place.
func WriteNoted(b *strings.Builder, rows [][]string, width int) {
	const short = 20 // in columns: not worth a note
	var notes [][]string
	if width > 0 {
		times, numbers := map[string]int{}, map[string]string{}
		for _, row := range rows {
			times[row[len(row)-1]]++
		}
		for _, row := range rows {
			text := row[len(row)-1]
			if times[text] < 2 || Cells(text) <= short {
				continue
			}
			if numbers[text] == "" {
				numbers[text] = fmt.Sprintf("(%d)", len(notes)+1)
				notes = append(notes, []string{numbers[text], text})
			}
			row[len(row)-1] = numbers[text]
		}
	}
	WriteColumns(b, rows, width)
	WriteColumns(b, notes, width)
}

// fit cuts the widest columns until all fit. The first one, mostly a name, is
// cut later than others.
func fit(columns []int, width int) {
	const later = 8
	for {
		sum, widest := 0, 0
		weight := func(i int) int {
			if i == 0 {
				return columns[i] - later
			}
			return columns[i]
		}
		for i, c := range columns {
			sum += c + ColumnGap
			if weight(i) > weight(widest) && c > leastColumn {
				widest = i
			}
		}
		if sum <= width || columns[widest] <= leastColumn {
			return
		}
		columns[widest]--
	}
}

// Cells is how many columns a text takes up: two for the wide scripts of Asia
// and for emoji, none for marks.
func Cells(text string) int {
	n := 0
	for _, c := range text {
		n += runeCells(c)
	}
	return n
}

func runeCells(c rune) int {
	switch {
	case c >= 0x300 && c <= 0x36f, c == 0x200d, c >= 0xfe00 && c <= 0xfe0f:
		return 0
	case c >= 0x1100 && c <= 0x115f, c >= 0x2e80 && c <= 0xa4cf, c >= 0xac00 && c <= 0xd7a3, c >= 0xf900 && c <= 0xfaff,
		c >= 0xfe30 && c <= 0xfe6f, c >= 0xff00 && c <= 0xff60, c >= 0x1f300 && c <= 0x1faff, c >= 0x20000 && c <= 0x3fffd:
		return 2
	}
	return 1
}

// shorten leaves out the middle of a text that is too wide.
func shorten(text string, width int) string {
	if Cells(text) <= width {
		return text
	}
	head, tail := "", ""
	for left := width - 1; left > 0; {
		c, size := utf8.DecodeRuneInString(text)
		if Cells(head) > Cells(tail) {
			if c, size = utf8.DecodeLastRuneInString(text); runeCells(c) <= left {
				tail = text[len(text)-size:] + tail
				text = text[:len(text)-size]
			}
		} else if runeCells(c) <= left {
			head += text[:size]
			text = text[size:]
		}
		if runeCells(c) > left || size == 0 {
			break
		}
		left -= runeCells(c)
	}
	return head + "…" + tail
}

// whole says that a word is one to copy, and not broken: a setting, or a place in a
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

// wrapped breaks a text at blanks, and words that are wider than the width where
// they are not [whole]; 0 is for no limit.
func wrapped(text string, width int) []string {
	if width == 0 || Cells(text) <= width {
		return []string{text}
	}
	var lines []string
	line := ""
	for _, word := range strings.Fields(text) {
		for Cells(word) > width && !whole(word) {
			head, n := "", 0
			for _, c := range word {
				if n += runeCells(c); n > width {
					break
				}
				head += string(c)
			}
			// A path is broken between its parts, if that is not far.
			if at := strings.LastIndexByte(head, '/'); at > len(head)/2 {
				head = head[:at+1]
			}
			if line != "" {
				lines, line = append(lines, line), ""
			}
			lines, word = append(lines, head), word[len(head):]
		}
		switch {
		case line == "":
			line = word
		case Cells(line)+1+Cells(word) <= width:
			line += " " + word
		default:
			lines, line = append(lines, line), word
		}
	}
	return append(lines, line)
}
