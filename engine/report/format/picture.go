package format

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/report/table"
)

// The measures of a picture, in its own units, and of its texts, in columns.
const (
	pictureWidth = 760
	boxPad       = 10
	lineHeight   = 19
	arrowHeight  = 26
	textLeft     = 80
	textColumns  = 84
	textLines    = 3
)

// maxPlaces is how many places of a way are drawn; of a longer one those in the middle
// are left out, and counted.
const maxPlaces = 12

// htmlPicture is the way to a finding, as boxes one below the other.
type htmlPicture struct {
	ID, Title, Description string
	Width, Height          int
	Boxes                  []pictureBox
}

type pictureBox struct {
	Role               string
	Top, Width, Height int
	Arrow              bool
	ArrowTop, ArrowEnd int
	Lines              []pictureLine
}

type pictureLine struct {
	Class, Text string
	X, Y        int
}

// pictureOf draws the way to a finding, from where something is read to where it goes;
// nil where there is no other place. id is one of its own on the page.
func pictureOf(id string, f *engine.Finding, unit string) *htmlPicture {
	way := f.Way()
	if len(way) < 2 {
		return nil
	}
	p := &htmlPicture{ID: id, Title: fmt.Sprintf("The way to this finding, in %d places", len(way)), Width: pictureWidth}
	var told []string
	for _, one := range way {
		told = append(told, fmt.Sprintf("%s, %s: %s", one.Role, within(spot(one.File, one.Span.Start.Line, one.Span.Start.Column), unit), show(one.Text)))
	}
	p.Description = strings.Join(told, "; then ")
	y := 1
	for i, one := range way {
		if left := len(way) - maxPlaces; left > 0 && i >= maxPlaces/2 && i < maxPlaces/2+left {
			if i == maxPlaces/2 {
				y = p.box(y, "left-out", "", fmt.Sprintf("%d places between are left out", left))
			}
			continue
		}
		y = p.box(y, one.Role, within(spot(one.File, one.Span.Start.Line, one.Span.Start.Column), unit), show(one.Text))
	}
	p.Height = y + 1
	return p
}

// box adds a box below what is there, and returns where it ends.
func (p *htmlPicture) box(y int, role, place, text string) int {
	b := pictureBox{Role: role, Width: pictureWidth - 2}
	if len(p.Boxes) > 0 {
		b.Arrow, b.ArrowTop, b.ArrowEnd = true, y, y+arrowHeight-8
		y += arrowHeight
	}
	b.Top = y
	line := y + boxPad + lineHeight - 5
	add := func(class, text string, x int) { b.Lines = append(b.Lines, pictureLine{class, text, x, line}) }
	if place != "" {
		add("role", role, 14)
		add("place", shortened(place, textColumns), textLeft)
		line += lineHeight
	}
	for _, part := range wrapped(text, textColumns, textLines) {
		add("said", part, textLeft)
		line += lineHeight
	}
	b.Height = line - y - lineHeight + boxPad + 5
	p.Boxes = append(p.Boxes, b)
	return y + b.Height
}

// wrapped breaks a text into lines of so many columns, at blanks where there are some;
// what does not fit into the last one is cut off.
func wrapped(text string, most, lines int) []string {
	var out []string
	for text != "" {
		used, end, blank := 0, len(text), -1
		for i, r := range text {
			if used += table.RuneCells(r); used > most {
				end = i
				break
			}
			if r == ' ' {
				blank = i
			}
		}
		if end < len(text) && len(out) == lines-1 {
			return append(out, cutLast(text[:end])+"…")
		}
		if end < len(text) && blank > 0 {
			end = blank
		}
		out = append(out, text[:end])
		text = strings.TrimLeft(text[end:], " ")
	}
	return out
}

func cutLast(text string) string {
	_, n := utf8.DecodeLastRuneInString(text)
	return text[:len(text)-n]
}

// shortened leaves out the middle of a place that is too long: its end has the line.
func shortened(place string, most int) string {
	if table.Cells(place) <= most {
		return place
	}
	head := wrapped(place, most/3, 1)[0]
	tail, used := len(place), 0
	for tail > 0 {
		r, n := utf8.DecodeLastRuneInString(place[:tail])
		if used += table.RuneCells(r); used > most-most/3-1 {
			break
		}
		tail -= n
	}
	return head + place[tail:]
}
