package format_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/skillctl/skillctl/engine/report/format"
	"github.com/skillctl/skillctl/internal/test/fixture"
)

// drawn are texts that are drawn to look alike: of what is shown as something else, of what
// that is shown as, and of what looks like a secret.
func drawn(draw *rand.Rand) string {
	pieces := []string{
		"\n", "\r", "\t", " ", strings.Repeat(" ", 31), strings.Repeat(" ", 32), strings.Repeat(" ", 33), "\x1b", "\x00", "\xff", "\xfe\xff", "\u202e", "\u200b",
		"\u0301", "\u0301\u0301\u0301\u0301\u0301", "\ufe0f", "☺", "\u200d", "\ufffd", "⟨", "⟩", "⟨tab⟩", "⟨newline⟩", "⟨U+001B⟩", "⟨byte FF⟩", "⟨32 blanks⟩", "⟨return⟩",
		`\n`, `\x1b`, `\u{202e}`, `\`, "[masked:private-key]", "⟨masked: 6 characters, sha256 0123456789abcdef⟩", "a", "; touch x", "rm -rf ~",
		"-----BEGIN PRIVATE " + "KEY-----", "-----END PRIVATE " + "KEY-----", "postgres://u:", "@h", "Authorization: Bearer ", "password=", "ABCDEFGHIJKLMNOPQRST", "--token ", `"`, "'",
	}
	var b strings.Builder
	for range 1 + draw.IntN(5) {
		b.WriteString(pieces[draw.IntN(len(pieces))])
	}
	return b.String()
}

// unshown reads back what [format.Whole] shows: that it can be read says that no other
// text is shown so.
func unshown(t *testing.T, shown string) string {
	t.Helper()
	var b strings.Builder
	for shown != "" {
		before, rest, found := strings.Cut(shown, "⟨")
		b.WriteString(before)
		if !found {
			break
		}
		sign, after, ended := strings.Cut(rest, "⟩")
		if !ended {
			t.Fatalf("%q does not end", rest)
		}
		shown = after
		var n int
		switch {
		case sign == "newline":
			b.WriteByte('\n')
		case sign == "return":
			b.WriteByte('\r')
		case sign == "tab":
			b.WriteByte('\t')
		case scanned(sign, "U+%X", &n):
			b.WriteRune(rune(n))
		case scanned(sign, "byte %X", &n):
			b.WriteByte(byte(n))
		case scanned(sign, "%d blanks", &n):
			b.WriteString(strings.Repeat(" ", n))
		default:
			t.Fatalf("%q stands for nothing", sign)
		}
	}
	return b.String()
}

func scanned(text, form string, n *int) bool {
	_, err := fmt.Sscanf(text, form, n)
	return err == nil
}

// TestWhole: of two texts that differ no two are shown alike, since each can be read back
// from what is shown; and nothing is shown that acts on a terminal.
func TestWhole(t *testing.T) {
	t.Parallel()
	draw := rand.New(rand.NewPCG(1, 2))
	for range fixture.Size(5_000, 100_000) {
		text := drawn(draw)
		for how, shown := range map[string]string{"lines": format.Whole(text), "a line": format.WholeLine(text), "a block": strings.ReplaceAll(format.WholeBlock(text)[4:], "\n    ", "\n")} {
			if got := unshown(t, shown); got != text {
				t.Fatalf("%s: %q is shown as %q, which says %q", how, text, shown, got)
			}
			for line := range strings.SplitSeq(shown, "\n") {
				if format.Escape(line) != line || how == "a line" && line != shown {
					t.Fatalf("%s: %q is shown as %q", how, text, shown)
				}
			}
		}
		for line := range strings.SplitSeq(format.WholeBlock(text), "\n") {
			if !strings.HasPrefix(line, "    ") {
				t.Fatalf("%q leaves its block", text)
			}
		}
	}
}

// TestTold: what stands around is masked, and no two texts are shown alike all the same.
func TestTold(t *testing.T) {
	t.Parallel()
	draw := rand.New(rand.NewPCG(3, 4))
	seen := map[string]string{}
	for range fixture.Size(5_000, 100_000) {
		text := drawn(draw)
		for _, shown := range []string{"T" + format.Told(text), "E" + format.ToldEntry(text)} {
			if other, there := seen[shown]; there && other != text {
				t.Fatalf("%q and %q are shown as %q", text, other, shown)
			}
			seen[shown] = text
		}
	}
	if got := format.Told("X=" + token() + "\nb"); !strings.HasPrefix(got, "X=⟨masked: 40 characters, sha256 ") || !strings.HasSuffix(got, "⟩⟨newline⟩b") || strings.Contains(got, token()[4:10]) {
		t.Errorf("%s", got)
	}
	if got := format.ToldEntry(`"botToken": "it, is me"`); !strings.HasPrefix(got, `"botToken": "⟨masked: 9 characters, sha256 `) {
		t.Errorf("%s", got)
	}
}
