package flow

import (
	"bytes"
	"strings"
	"testing"
)

// TestLongStrings says of the place of "X" whether it is in a string of several lines.
func TestLongStrings(t *testing.T) {
	for text, want := range map[string]bool{
		"a = \"\"\"\nX\n\"\"\"":            true,
		"a = \"\"\"\n\"\"\"\nX":            false,
		"a = '''\nX":                       true,
		"a = `\nX\n`":                      true,
		"a = `b`\nX":                       false,
		"$a = @\"\nX\n\"@\n":               true,
		"$a = @\"\nb\n\"@\nX":              false,
		"cat <<EOF\nX\nEOF\n":              true,
		"cat <<-'EOF'\n\tb\n\tEOF\nX":      false,
		"cat <<A\nA\ncat <<B\nX\nB":        true,
		"cat <<A\nb\nA\nX\ncat <<B\n\nB":   false,
		"echo X\ncat <<A\nb\nA":            false,
		"cat <<A\nhe said <<B\nX":          true,
		"a = \"\"\"b\"\"\"; c = \"\"\"\nX": true,
		"# nothing\nX":                     false,
	} {
		if got := longStringsOf([]byte(text)).inside(strings.Index(text, "X")); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}

// BenchmarkLongStrings asks of each address of a program: twice the text takes twice the time.
func BenchmarkLongStrings(b *testing.B) {
	text := bytes.Repeat([]byte("x = 'see https://a.example/b'\ncat <<EOF\nhttps://a.example\nEOF\n"), 2000)
	for b.Loop() {
		x := longStringsOf(text)
		for at := 0; at < len(text); at += 20 {
			x.inside(at)
		}
	}
}
