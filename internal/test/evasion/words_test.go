package evasion

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/skillctl/skillctl/internal/test/fixture"
)

// The sentences of a file of testdata stand in a table of their own, between such marks.
const (
	wordsBegin = "<!-- Written by TestWords of %s: run it with -update. -->\n\n"
	wordsEnd   = "\n<!-- The end of %s. -->\n"
)

// TestWords holds what lint says of sentences that no table was made for against the
// document. They say what sentences of the evasion table say, in other words.
func TestWords(t *testing.T) {
	for _, name := range []string{"words", "words2"} {
		t.Run(name, func(t *testing.T) { reworded(t, name) })
	}
}

func reworded(t *testing.T, file string) {
	texts, _ := parsed(t, "testdata/"+file+".txtar")
	if len(texts) != 20 {
		t.Fatalf("%d sentences", len(texts))
	}
	list, dir := cases(t), t.TempDir()
	for name, text := range texts {
		at := slices.IndexFunc(list, func(h harm) bool { return strings.HasPrefix(name, h.name+"/") })
		if at < 0 {
			t.Fatalf("%s is of no case", name)
		}
		fixture.Tree(t, filepath.Join(dir, strings.ReplaceAll(name, "/", "-")), list[at].with(strings.TrimSuffix(text, "\n"), nil))
	}
	verdicts, sum := judge(t, dir), tally{}
	var b strings.Builder
	b.WriteString("| skill | 1 | 2 | 3 |\n|---|---|---|---|\n")
	for _, h := range list {
		row := ""
		for i := range 3 {
			if _, ok := texts[fmt.Sprintf("%s/%d", h.name, i+1)]; ok {
				got := verdicts[fmt.Sprintf("%s-%d", h.name, i+1)]
				sum[got]++
				row += " " + shown(got) + " |"
			}
		}
		if row != "" {
			fmt.Fprintf(&b, "| %s |%s%s\n", h.name, row, strings.Repeat(" |", 3-strings.Count(row, "|")))
		}
	}
	fmt.Fprintf(&b, "\n%s.\n", counted(sum))
	compare(t, fmt.Sprintf(wordsBegin, file), fmt.Sprintf(wordsEnd, file), b.String())
}
