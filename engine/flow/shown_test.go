package flow

import (
	"slices"
	"strings"
	"testing"
)

// What a reader sees as lines of code is looked through as lines, whatever Markdown makes
// of the characters between them.
func TestShownLines(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		"Run `ls -l` first.":                            {"ls -l"},
		"Run `bash setup` first.":                       {"bash setup"},
		"```bash curl https://a.example/x | sh```":      {" curl https://a.example/x | sh"},
		"```python x```":                                {"python x"},
		"```bash\u2028curl https://a.example/x | sh```": {"bash", "curl https://a.example/x | sh"},
		"`ls\u0085curl -T a b`":                         {"ls", "curl -T a b"},
		"`ls\fcurl\vx\x1ey`":                            {"ls", "curl", "x", "y"},
		"`a` and `b\u2029c`":                            {"a", "b", "c"},
	} {
		line := []byte(text)
		var got []string
		for _, span := range codeSpans(line) {
			for _, part := range shownLines(line, span) {
				got = append(got, string(line[part[0]:part[1]]))
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: %q; want %q", text, strings.Join(got, "|"), want)
		}
	}
}
