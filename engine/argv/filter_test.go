package argv

import (
	"strings"
	"testing"

	"github.com/skillctl/skillctl/internal/document"
)

func TestFilters(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]bool{
		"sort": true, "sort -u": true, "sort -t / -k2": true, "head -n 1": true, "head -1": true, "tail -n+2": true, "uniq": true, "grep -v x": true, "cat": true,
		"tac": true, "shuf -n 3": true, "sort --key=2 --reverse": true, "grep -iE -m 1 x": true, "grep -- -x": true, "grep -e x": true, "grep -v -e x -e y": true, "grep -m 1 x": true,
		// These read a file, or print parts of lines or more than lines.
		"sort list": false, "head -n 1 list": false, "grep x list": false, "sort -m list": false, "sort -- list": false, "cat list": false, "uniq - out": false,
		"grep -o x": false, "grep -c x": false, "grep -r x": false, "grep -n x": false, "grep -f list": false, "grep -e x list": false, "head -c 5": false,
		"uniq -c": false, "sort -o out": false, "sort --files0-from=list": false, "shuf -e a b": false, "tail -f": false, "grep": false, "sort -": false,
		"awk x": false, "./sort": false, "tail --bytes=9": false,
	} {
		var words []Word
		for _, one := range strings.Fields(line) {
			words = append(words, Literal(one, one, document.Span{}))
		}
		if got := Filters(words); got != want {
			t.Errorf("%s is a filter: %t", line, got)
		}
	}
	unknown := Word{Text: `"$x"`, Skeleton: "X"}
	for line, want := range map[string]bool{"head": false, "grep": false, "grep -e": true, "grep --": true, "head -n": true, "sort --": false} {
		var words []Word
		for _, one := range strings.Fields(line) {
			words = append(words, Literal(one, one, document.Span{}))
		}
		if got := Filters(append(words, unknown)); got != want {
			t.Errorf("%s with a word that is not known is a filter: %t", line, got)
		}
	}
}
