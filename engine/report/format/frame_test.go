package format

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// TestLongLine draws of a long line what it draws of a short one, whatever stands
// around it, and nothing else.
func TestLongLine(t *testing.T) {
	around := strings.Repeat("é`\u0301", 50_000)
	short := []byte("…" + strings.Repeat("a", 100) + "NEEDLE" + strings.Repeat("b", 100))
	long := []byte(around + string(short[len("…"):]) + around)
	n := utf8.RuneCount([]byte(around))
	want, got := mark(short, 102, 108, 60), mark(long, n+101, n+107, 60)
	if want != got || !strings.Contains(got.text, "NEEDLE") || got.carets != 6 {
		t.Errorf("%+v; want %+v", got, want)
	}
	if cost := testing.AllocsPerRun(3, func() { mark(long, n+101, n+107, 60) }); cost > 2000 {
		t.Errorf("%v allocations for a line that is cut to 60 cells", cost)
	}
	if got := mark([]byte(around), 1, 2, 60); !strings.HasSuffix(got.text, "…") || len(got.text) > 1000 {
		t.Errorf("%d bytes are drawn of the beginning", len(got.text))
	}
}
