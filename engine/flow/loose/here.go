package loose

import (
	"strings"

	"github.com/skillctl/skillctl/internal/lazydfa"
)

// maxHere is how long a text is, in bytes, that stands in the lines behind a statement, and
// maxHeres how many of them are looked for.
const (
	maxHere  = 8 << 10
	maxHeres = 100
)

// hereBegins says that the lines behind a statement, up to one with a word, are a text of
// it: <<~END, <<'END' and <<"END" of Ruby and Perl, <<<END of PHP.
var hereBegins = lazydfa.New(`<<[<~-]?(["']?)([A-Z_]{2,})(["']?)`)

// hereText is a statement with such a text in quotes, and where that ends.
func hereText(source, code string, off, end int, at []int) (string, int) {
	word, first := code[at[4]:at[5]], off+len(code)
	if line := strings.IndexByte(source[off+at[1]:], '\n'); line >= 0 { // of the line with the mark, which may not be the first
		first = off + at[1] + line + 1
	}
	for from := first; from < len(source) && from-first < maxHere; {
		stop := strings.IndexByte(source[from:], '\n')
		if stop < 0 {
			stop = len(source) - from
		}
		line := strings.TrimSpace(source[from : from+stop])
		if rest, found := strings.CutPrefix(line, word); found && strings.Trim(rest, ";,) ") == "" {
			body := strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\r", "", "\n", `\n`).Replace(source[first:from])
			head := strings.TrimRight(source[off:first], "\r\n")
			return head[:at[0]] + `"` + body + `"` + head[min(at[1], len(head)):], min(len(source), from+stop+1)
		}
		from += stop + 1
	}
	return code, end
}
