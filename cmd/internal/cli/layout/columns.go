package layout

import (
	"fmt"
	"io"
	"strings"

	"github.com/skillctl/skillctl/engine/report/format"
	"github.com/skillctl/skillctl/engine/report/table"
)

// WriteColumns writes rows below each other, every cell escaped; width is that of the
// terminal, 0 for no limit. [table.Write] says how they are set.
func WriteColumns(b *strings.Builder, rows [][]string, width int) {
	for _, row := range rows {
		for i := range row {
			row[i] = format.Escape(row[i])
		}
	}
	table.Write(b, rows, width)
}

// PrintColumns writes rows as [WriteColumns] does.
func PrintColumns(w io.Writer, rows [][]string, width int) error {
	var b strings.Builder
	WriteColumns(&b, rows, width)
	if _, err := io.WriteString(w, b.String()); err != nil {
		return fmt.Errorf("write table: %w", err)
	}
	return nil
}

// mostCommand is how many characters of a command a table shows on a terminal.
const mostCommand = 240

// Command is a command in one cell of a table: whole where there is no limit.
func Command(text string, width int) string {
	if runes := []rune(text); width > 0 && len(runes) > mostCommand {
		return string(runes[:mostCommand-1]) + "…"
	}
	return text
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
			if times[text] < 2 || table.Cells(text) <= short {
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
