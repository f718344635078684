package dependency_test

import (
	"strings"
	"testing"

	"github.com/skillctl/skillctl/engine/dependency"
)

// TestNamesOnce wants each word told for one command at most, however many stand on a
// line or in a list that does not end: otherwise the work would be the square of the text.
func TestNamesOnce(t *testing.T) {
	t.Parallel()
	const n = 500
	for name, tt := range map[string]struct{ file, text string }{
		"commands": {"a.md", strings.Repeat("npm i left pip install right ", n)},
		"npx":      {"a.md", strings.Repeat("npx left ", n)},
		"lists":    {"package.json", strings.Repeat(`"dependencies": {"left": `, n)},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			told := map[string]int{}
			dependency.Names(tt.file, []byte(tt.text), func(manager string, from, to int) {
				told[manager+" "+tt.text[from:to]]++
			})
			sum := 0
			for _, count := range told {
				sum += count
			}
			if told["npm left"] < n || sum > 4*n {
				t.Errorf("told %d names: %v", sum, told)
			}
		})
	}
}
