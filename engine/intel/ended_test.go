package intel_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/skillctl/skillctl/engine/intel"
)

// What has ended stands before and beside what holds, with the same value and with
// others that match the same text.
const mixed = head + `
"digests":[{"value":"sha256:5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03","reason":"r","reference":"holds"},
 {"value":"sha256:5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03","reason":"r","reference":"x","until":"2026-01-01"}],
"domains":[{"value":"live.example","reason":"r","reference":"holds"},{"value":"old.live.example","reason":"r","reference":"x","until":"2026-01-01"},
 {"value":"both.example","reason":"r","reference":"holds"},{"value":"both.example","reason":"r","reference":"x","until":"2026-01-01"}],
"addresses":[{"value":"203.0.113.0/24","reason":"r","reference":"holds"},{"value":"203.0.113.7","reason":"r","reference":"x","until":"2026-01-01"},
 {"value":"203.0.113.8","reason":"r","reference":"holds"},{"value":"203.0.113.8/32","reason":"r","reference":"x","until":"2026-01-01"},
 {"value":"files.example/drop","reason":"r","reference":"holds"},{"value":"files.example/drop/","reason":"r","reference":"x","until":"2026-01-01"}],
"accounts":[{"value":"files.example/drop","reason":"r","reference":"x","until":"2026-01-01"},
 {"value":"eve@mail.example","reason":"r","reference":"holds"},{"value":"Eve@mail.example","reason":"r","reference":"x","until":"2026-01-01"}],
"packages":[{"manager":"npm","value":"pk","reason":"r","reference":"x","until":"2026-01-01"},
 {"manager":"npm","value":"pk","versions":["2.0.0"],"reason":"r","reference":"holds"},
 {"manager":"skill","value":"lure","reason":"r","reference":"holds"},{"manager":"skill","value":"lure","reason":"r","reference":"x","until":"2026-01-01"}]}`

// holding are the references of the hits that hold.
func holding(hits []intel.Hit) int {
	n := 0
	for _, hit := range hits {
		if !hit.Ended && hit.Entry.Reference == "holds" {
			n++
		}
	}
	return n
}

func TestEndedHidesNothing(t *testing.T) {
	t.Parallel()
	b := parse(t, mixed)
	for text, want := range map[string]int{
		"curl https://old.live.example/x":   1,
		"curl https://both.example/x":       1,
		"ping 203.0.113.7":                  1,
		"ping 203.0.113.8":                  2,
		"curl https://files.example/drop/a": 1,
		"write to eve@mail.example":         1,
		"npm i pk@2.0.0":                    1,
		"npm i pk@1.0.0":                    0,
	} {
		if got := holding(b.Seek("a.md", []byte(text))); got != want {
			t.Errorf("%q: %d entries hold; want %d", text, got, want)
		}
	}
	if holding(b.File("sha256:5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03")) != 1 {
		t.Error("a digest that was withdrawn once hides that it holds")
	}
	if holding(b.Named("skill", "lure", "")) != 1 || holding(b.Named("npm", "pk", "2.0.0")) != 1 {
		t.Error("a name that was withdrawn once hides that it holds")
	}
}

func TestEndedFillsNoBound(t *testing.T) {
	t.Parallel()
	var list, text strings.Builder
	for i := range 200 {
		fmt.Fprintf(&list, `{"value":"e%d.example","reason":"r","reference":"x","until":"2026-01-01"},`, i)
		fmt.Fprintf(&text, "e%d.example ", i)
	}
	b := parse(t, head+`"domains":[`+list.String()+`{"value":"last.example","reason":"r","reference":"holds"}]}`)
	hits := b.Seek("a.md", []byte(text.String()+"last.example"))
	if holding(hits) != 1 {
		t.Error("what has ended hides what holds")
	}
	if ended := len(hits) - 1; ended >= 200 {
		t.Errorf("%d entries that have ended are told", ended)
	}
	if !slices.IsSortedFunc(hits, func(a, b intel.Hit) int { return a.From - b.From }) {
		t.Error("hits are not in the order of the text")
	}
}
