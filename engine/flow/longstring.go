package flow

import (
	"bytes"
	"sort"

	"github.com/skillctl/skillctl/engine/flow/prose"
)

// longStrings says of places of a program whether they are in a string of several lines, or in
// the lines that a shell hands to a command. It is made in one pass over the text.
type longStrings struct {
	// marks are where the marks stand that both begin and end such a string, by mark.
	marks [][]int
	// opens and closes are those of PowerShell, which differ.
	opens, closes []int
	// heres are the lines behind a mark of a shell, from the mark to the line that ends them.
	heres [][2]int
}

func longStringsOf(text []byte) *longStrings {
	x := &longStrings{opens: everyIndex(text, "@\"\n"), closes: everyIndex(text, "\n\"@")}
	for _, mark := range []string{`"""`, `'''`, "`"} {
		x.marks = append(x.marks, everyIndex(text, mark))
	}
	found := hereMark.FindAllSubmatchIndex(text, -1)
	for i, m := range found {
		next := len(text)
		if i+1 < len(found) {
			next = found[i+1][0]
		}
		end := m[1]
		for line := range bytes.Lines(text[m[1]:next]) {
			if bytes.Equal(bytes.TrimSpace(line), text[m[2]:m[3]]) {
				break
			}
			end += len(line)
		}
		x.heres = append(x.heres, [2]int{m[1], end})
	}
	return x
}

// inside reports whether a place stands in one.
func (x *longStrings) inside(at int) bool {
	for _, places := range x.marks {
		if sort.SearchInts(places, at)%2 == 1 {
			return true
		}
	}
	if n := sort.SearchInts(x.opens, at); n > 0 {
		if c := sort.SearchInts(x.closes, at); c == 0 || x.closes[c-1] < x.opens[n-1] {
			return true
		}
	}
	i := sort.Search(len(x.heres), func(i int) bool { return x.heres[i][0] > at })
	return i > 0 && at < x.heres[i-1][1]
}

// explains reports whether a place is in a string that says what a function or a file is for: nobody
// is told that. It stands by itself, below what it explains or at the begin of the file.
func (x *longStrings) explains(text []byte, at int) bool {
	for _, places := range x.marks[:2] {
		i := sort.SearchInts(places, at)
		if i%2 == 0 {
			continue
		}
		begin, _ := prose.LineAt(text, places[i-1])
		before := bytes.TrimRight(text[:begin], " \t\r\n")
		if len(bytes.Trim(text[begin:places[i-1]], " \trubRUB")) == 0 && (onlyRemarks(before) || before[len(before)-1] == ':') {
			return true
		}
	}
	return false
}

// onlyRemarks reports whether all lines of a text are comments.
func onlyRemarks(text []byte) bool {
	for line := range bytes.Lines(text) {
		if !bytes.HasPrefix(bytes.TrimSpace(line), []byte("#")) {
			return false
		}
	}
	return true
}

// everyIndex are the places of a word in a text that do not overlap.
func everyIndex(text []byte, word string) []int {
	var places []int
	for from := 0; ; {
		i := bytes.Index(text[from:], []byte(word))
		if i < 0 {
			return places
		}
		places = append(places, from+i)
		from += i + len(word)
	}
}
