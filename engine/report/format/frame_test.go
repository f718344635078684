package format

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/skillctl/skillctl/engine"
)

// TestLongLine draws of a long line what it draws of a short one, whatever stands
// around it, and nothing else.
func TestLongLine(t *testing.T) {
	around := strings.Repeat("é`\u0301", 50_000)
	short := []byte("…" + strings.Repeat("a", 100) + "NEEDLE" + strings.Repeat("b", 100))
	long := []byte(around + string(short[len("…"):]) + around)
	n := utf8.RuneCount([]byte(around))
	want, got := mark(short, 102, 108, 60, nil), mark(long, n+101, n+107, 60, nil)
	if want != got || !strings.Contains(got.text, "NEEDLE") || got.carets != 6 {
		t.Errorf("%+v; want %+v", got, want)
	}
	if cost := testing.AllocsPerRun(3, func() { mark(long, n+101, n+107, 60, nil) }); cost > 2000 {
		t.Errorf("%v allocations for a line that is cut to 60 cells", cost)
	}
	if got := mark([]byte(around), 1, 2, 60, nil); !strings.HasSuffix(got.text, "…") || len(got.text) > 1000 {
		t.Errorf("%d bytes are drawn of the beginning", len(got.text))
	}
}

// TestWidth fits a source line into the terminal, with its carets below it.
func TestWidth(t *testing.T) {
	for width, want := range map[int]int{0: maxColumns, 5: minColumns, 80: 70, 400: maxColumns} {
		if got := apply([]Option{WithWidth(width)}).columns; got != want {
			t.Errorf("%d columns of source on a terminal of %d; want %d", got, width, want)
		}
	}
	line := []byte(strings.Repeat("x", 60) + "NEEDLE" + strings.Repeat("y", 300))
	m := mark(line, 61, 300, apply([]Option{WithWidth(80)}).columns, nil)
	if cells := utf8.RuneCountInString(m.text); cells > 72 || m.pad+m.carets > cells || !strings.HasPrefix(string([]rune(m.text)[m.pad:]), "NEEDLE") {
		t.Errorf("%d cells, carets from %d on for %d: %s", cells, m.pad, m.carets, m.text)
	}
}

// TestNothingSeen names what a command looks at first where there is none of it; doctor
// says on its own what it looked at.
func TestNothingSeen(t *testing.T) {
	for command, want := range map[string]string{lintCommand: "no findings in 0 skills", "doctor": "no findings"} {
		if got := summary(engine.Report{}, apply([]Option{WithCommand(command)})); got != want {
			t.Errorf("%s says %q; want %q", command, got, want)
		}
	}
}
