package evasion

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/skillctl/skillctl/internal/test/fixture"
)

// The twenty sentences of testdata/words.txtar stand in a table of their own.
const (
	wordsBegin = "<!-- Written by TestWords: run it with -update. -->\n\n"
	wordsEnd   = "\n<!-- The end of what TestWords writes. -->\n"
)

// TestWords holds what lint says of sentences that no table was made for against the
// document. They say what sentences of the evasion table say, in other words.
func TestWords(t *testing.T) {
	texts, _ := parsed(t, "testdata/words.txtar")
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
	compare(t, wordsBegin, wordsEnd, b.String())
}
