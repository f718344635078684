package layout

import (
	"slices"
	"strings"
	"testing"
)

// TestWrappedWhole: what somebody copies stays in one piece, whatever the width.
func TestWrappedWhole(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		"off (skills.entries.draft.enabled, openclaw.json:16:25)": {"off", "(skills.entries.draft.enabled,", "openclaw.json:16:25)"},
		"abcdefghijklmnop":    {"abcdefghijkl", "mnop"},
		"a/path/that/is/long": {"a/path/that/", "is/long"},
	} {
		if got := wrapped(text, 12); !slices.Equal(got, want) {
			t.Errorf("wrapped(%q) is %q, wanted %q", text, got, want)
		}
	}
}

// TestColumnsOfOneLongCell: where nothing is cut, one long cell is whole and does
// not widen the other rows.
func TestColumnsOfOneLongCell(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 200)
	var b strings.Builder
	WriteColumns(&b, [][]string{{"a", "why"}, {long, "because"}}, 0)
	if want := "a" + strings.Repeat(" ", 61) + "why\n" + long + "  because\n"; b.String() != want {
		t.Errorf("the columns are %q, wanted %q", b.String(), want)
	}
}
