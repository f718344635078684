package tables

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/skillctl/skillctl/engine/argv"
	"github.com/skillctl/skillctl/engine/argv/grammar"
	"github.com/skillctl/skillctl/engine/command/analysis"
	"github.com/skillctl/skillctl/internal/test/vectors"
)

// TestHarmlessCommandsAreUnderstood lists the words of harmless commands that the
// entry of their program does not class, by the words alone: a new one is an entry
// that lacks something, or one that is right to, and there may be few.
func TestHarmlessCommandsAreUnderstood(t *testing.T) {
	t.Parallel()
	type row struct{ ID, Command, Expect string }
	var misses []string
	rows, missed := 0, 0
	for _, r := range vectors.Read[row](t, "idioms") {
		if r.Expect != "allow" {
			continue
		}
		rows++
		before := len(misses)
		for _, c := range analysis.Text(r.Command).Commands {
			entry, err := grammar.Find(c.Base)
			if err != nil {
				t.Fatal(err)
			}
			if entry == nil || c.Name == nil || c.Kind != "simple" || c.Role == "function" {
				continue
			}
			reading := grammar.Read(argv.Call{Name: *c.Name, Base: c.Base, Args: c.Args, Span: c.Span, Stdin: c.Stdin, Dir: c.Dir})
			for _, u := range reading.Unclassed {
				misses = append(misses, fmt.Sprintf("%s: %s %s", r.ID, c.Base, u.Why))
			}
		}
		if len(misses) > before {
			missed++
		}
	}
	slices.Sort(misses)
	t.Logf("%d of %d harmless commands have a word that is not understood: %s", missed, rows, strings.Join(slices.Compact(misses), "\n"))
	if rows < 500 || missed*100 > rows {
		t.Errorf("%d of %d: 1 %% may", missed, rows)
	}
}
