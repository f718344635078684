package peers

import (
	"bytes"
	"context"
	"os"
	"strings"
	"testing"
	"time"
)

// self starts this test as a program that does nothing but end.
func self(t *testing.T, code string) *side {
	t.Helper()
	name, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return &side{name: "self", argv: []string{name, "-test.run", "^TestHelper$"}, env: append(os.Environ(), "PEERS_HELPER="+code)}
}

// TestHelper is the program of [self].
func TestHelper(*testing.T) {
	switch os.Getenv("PEERS_HELPER") {
	case "0":
		os.Exit(0)
	case "7":
		os.Stderr.WriteString("first\nit failed\n")
		os.Exit(7)
	}
}

// TestRun measures a row, and names the program that fails.
func TestRun(t *testing.T) {
	fine := self(t, "0")
	got, err := row{what: "w", ours: fine, less: fine, peers: []peer{{fine, 1}}, figure: clock}.run(t.Context(), 2)
	if err != nil {
		t.Fatal(err)
	}
	if len(got.ratios) != 1 || len(got.theirs) != 1 || got.theirs[0] <= 0 {
		t.Errorf("%+v", got)
	}
	_, err = row{what: "w", ours: fine, peers: []peer{{self(t, "7"), 1}}, figure: processor}.run(t.Context(), 1)
	if err == nil || !strings.Contains(err.Error(), "it failed") {
		t.Errorf("a peer that fails: %v", err)
	}
	allowed := self(t, "7")
	allowed.codes = []int{7}
	if _, err := allowed.start(context.Background()); err != nil {
		t.Errorf("a code that is expected: %v", err)
	}
}

// TestPieces takes off what is to be taken off, and divides the rest.
func TestPieces(t *testing.T) {
	costs := []cost{{processor: 9 * time.Second}, {processor: time.Second}, {processor: 3 * time.Second}}
	if got := median(costs, processor); got != 3*time.Second {
		t.Errorf("median %v", got)
	}
}

// TestTable writes what is met, what is not, and what was left out.
func TestTable(t *testing.T) {
	small := &side{name: "small"}
	var out bytes.Buffer
	table(&out, []result{
		{row: row{what: "a", peers: []peer{{small, 2}, {small, .5}}}, time: 1500 * time.Microsecond, theirs: []time.Duration{time.Millisecond, time.Millisecond}, ratios: []float64{1.5, 1.5}},
		{row: row{what: "b", wanted: time.Second}, time: 2 * time.Second},
		{row: row{what: "c", wanted: time.Second, memory: 2 << 20}, time: 123456 * time.Nanosecond, resident: 1 << 20},
		{row: row{what: "d", wanted: time.Second, memory: 2 << 20}, time: time.Second},
		{row: row{what: "e"}, left: "nothing there"},
	})
	want := `| what | takes | beside | ratio | wanted | |
|---|---|---|---|---|---|
| a | 1.5ms | small, 1ms | 1.50 | ≤ 2.0 | met |
|  |  | small, 1ms | 1.50 | ≤ 0.5 | not met |
| b | 2s | | | ≤ 1s | not met |
| c | 123.5µs, 1 MiB | | | ≤ 1s, ≤ 2 MiB | met |
| d | 1s, 0 MiB | | | ≤ 1s, ≤ 2 MiB | not met |
| e | | | | | left out: nothing there |
`
	if out.String() != want {
		t.Errorf("got\n%s", out.String())
	}
}

// TestLinesDiffer wants two in three requests to be unlike all others, or all to be one of
// six: what is measured is what has to be decided, or what is remembered.
func TestLinesDiffer(t *testing.T) {
	for again, want := range map[bool]int{false: 42, true: 6} {
		lines := strings.Split(strings.TrimSpace(string(requests(60, "strict", again))), "\n")
		seen := map[string]bool{}
		for _, line := range lines {
			_, rest, _ := strings.Cut(line, `"request"`)
			seen[rest] = true
		}
		if len(lines) != 60 || len(seen) != want {
			t.Errorf("again %t: %d lines, %d different ones; want %d", again, len(lines), len(seen), want)
		}
	}
}
