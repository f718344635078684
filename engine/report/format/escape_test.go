package format_test

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/report/format"
)

func escapes() []struct{ name, in, want string } {
	return []struct{ name, in, want string }{
		{"ascii", "plain text", "plain text"},
		{"newlines", "a\nb\r\tc", `a\nb\r\tc`},
		{"ansi", "\x1b[31mred", `\x1b[31mred`},
		{"delete", "a\x7f", `a\x7f`},
		{"c1", "a\u009bb", `a\u{009b}b`},
		{"bidi", "\u202eabc\u202c \u2066x\u2069", `\u{202e}abc\u{202c} \u{2066}x\u{2069}`},
		{"zero width", "a\u200b\u200c\u200d\ufeffb", `a\u{200b}\u{200c}\u{200d}\u{feff}b`},
		{"soft hyphen", "a\u00adb", `a\u{00ad}b`},
		{"tags", "a\U000e0041", `a\u{e0041}`},
		{"line separators", "a\u2028b\u2029", `a\u{2028}b\u{2029}`},
		{"no-break space", "a\u00a0b", `a\u{00a0}b`},
		{"private use", "\ue000", `\u{e000}`},
		{"blank letters", "\u3164\u115f\uffa0\u2800", `\u{3164}\u{115f}\u{ffa0}\u{2800}`},
		{"variation selectors", "a\ufe01\U000e0100", `a\u{fe01}\u{e0100}`},
		{"emoji", "❤\ufe0f 👍", "❤\ufe0f 👍"},
		{"run of emoji selectors", "❤\ufe0f\ufe0f", "❤\ufe0f" + `\u{fe0f}`},
		{"joined emoji", "👩\u200d💻 🏳\ufe0f\u200d🌈 👩🏽\u200d🚀 ❤\ufe0f\u200d🔥", "👩\u200d💻 🏳\ufe0f\u200d🌈 👩🏽\u200d🚀 ❤\ufe0f\u200d🔥"},
		{"joiners between other things", "a\u200db 👩\u200d \u200d💻 👩\u200d\u200d💻", `a\u{200d}b 👩\u{200d} \u{200d}💻 👩\u{200d}\u{200d}💻`},
		{"scripts", "naïve Ελληνικά 日本語 العربية हिन्दी", "naïve Ελληνικά 日本語 العربية हिन्दी"},
		{"ideographic space", "日\u3000本", "日\u3000本"},
		{"marks", "e\u0301", "e\u0301"},
		{"buried in marks", "e" + strings.Repeat("\u0301", 6), "e" + strings.Repeat("\u0301", 4) + `\u{0301}\u{0301}`},
		{"not utf-8", "a\xffb\xe2\x82", `a\xffb\xe2\x82`},
		{"replacement character", "\ufffd", "\ufffd"},
		{"empty", "", ""},
	}
}

func TestEscape(t *testing.T) {
	for _, tt := range escapes() {
		if got := format.Escape(tt.in); got != tt.want {
			t.Errorf("%s: Escape(%q) = %q; want %q", tt.name, tt.in, got, tt.want)
		}
	}
}

func FuzzEscape(f *testing.F) {
	for _, tt := range escapes() {
		f.Add(tt.in)
	}
	f.Add(hostile)
	f.Fuzz(func(t *testing.T, s string) {
		out := format.Escape(s)
		if !utf8.ValidString(out) {
			t.Errorf("Escape(%q) is not UTF-8", s)
		}
		before := rune(0)
		for _, r := range out {
			if r == 0x200d && before >= 0x2190 {
				before = r
				continue // between emoji
			}
			before = r
			if r < 0x20 || r >= 0x7f && r < 0xa0 || r >= 0x200b && r <= 0x200f || r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069 {
				t.Errorf("Escape(%q) lets U+%04X through", s, r)
			}
		}
		if again := format.Escape(out); again != out {
			t.Errorf("Escape is not stable: %q, then %q", out, again)
		}
	})
}

// FuzzJSON checks that the escapes in JSON keep the text.
func FuzzJSON(f *testing.F) {
	for _, tt := range escapes() {
		f.Add(tt.in)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if !utf8.ValidString(s) {
			return
		}
		var b strings.Builder
		if err := format.JSON(&b, engine.Report{Tool: s}); err != nil {
			t.Fatal(err)
		}
		var back engine.Report
		if err := json.Unmarshal([]byte(b.String()), &back); err != nil {
			t.Fatalf("%q gives JSON that cannot be read: %v", s, err)
		}
		if back.Tool != s {
			t.Errorf("%q comes back as %q", s, back.Tool)
		}
	})
}
