package format

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"
)

// drawJSON is a value of some depth, with what strings have to be escaped for.
func drawJSON(draw *rand.Rand, depth int) any {
	words := []string{"", "a", `"`, `\`, `\"`, "\n", "\x7f", "\u202e", "\U000e0041", "é", "[{", "}, ]", "\xff", ": ", "<&>", "\u2028"}
	if depth == 0 || draw.IntN(4) == 0 {
		return []any{nil, true, -1.5, 12, words[draw.IntN(len(words))] + words[draw.IntN(len(words))]}[draw.IntN(5)]
	}
	n := draw.IntN(4)
	if draw.IntN(2) == 0 {
		list := make([]any, n)
		for i := range list {
			list[i] = drawJSON(draw, depth-1)
		}
		return list
	}
	object := map[string]any{}
	for range n {
		object[words[draw.IntN(len(words))]] = drawJSON(draw, depth-1)
	}
	return object
}

// TestIndentJSON holds what is written against encoding/json, and the value against what
// was to be written.
func TestIndentJSON(t *testing.T) {
	t.Parallel()
	draw := rand.New(rand.NewPCG(1, 1))
	escaped := 0
	for range 2_000 {
		value := drawJSON(draw, 1+draw.IntN(20))
		var got, plain, want bytes.Buffer
		if err := writeJSON(&got, value); err != nil {
			t.Fatal(err)
		}
		enc := json.NewEncoder(&plain)
		enc.SetEscapeHTML(false)
		if err := enc.Encode(value); err != nil {
			t.Fatal(err)
		}
		if err := json.Indent(&want, escapeJSON(plain.Bytes()), "", "  "); err != nil {
			t.Fatal(err)
		}
		if got.String() != want.String() {
			t.Fatalf("got\n%swant\n%s", got.String(), want.String())
		}
		if strings.Contains(got.String(), `\u202e`) {
			escaped++
		}
		var a, b any
		if json.Unmarshal(got.Bytes(), &a) != nil || json.Unmarshal(plain.Bytes(), &b) != nil {
			t.Fatalf("no JSON: %s", got.String())
		}
		if x, y := mustJSON(t, a), mustJSON(t, b); x != y {
			t.Fatalf("another value: %s; want %s", x, y)
		}
	}
	if escaped < 100 {
		t.Errorf("only %d values with a hidden character", escaped)
	}
}

func mustJSON(t *testing.T, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
