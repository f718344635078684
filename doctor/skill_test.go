package doctor

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestLinksBound wants the bound of the search for links to be said.
func TestLinksBound(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a", "b", "c"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for most, want := range map[int]int{3: 1, 4: 0} { // the folder itself counts
		var said []Result
		if err := linksOf(t.Context(), skillRoot{path: dir}, nil, most, func(r Result) { said = append(said, r) }); err != nil {
			t.Fatal(err)
		}
		if len(said) != want || want > 0 && (said[0].Found != Unseen || !strings.Contains(said[0].Message, "more than 3 files")) {
			t.Errorf("within %d: %+v", most, said)
		}
	}
}
