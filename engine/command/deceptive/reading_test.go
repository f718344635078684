package deceptive

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

// tagged is a text in tag characters, selected one in variation selectors, coded one
// in bits of two characters without a shape.
func tagged(text string) string {
	return strings.Map(func(c rune) rune { return c + 0xe0000 }, text)
}

func selected(text string) string {
	var b strings.Builder
	for _, c := range []byte(text) {
		if c < 16 {
			b.WriteRune(rune(c) + 0xfe00)
		} else {
			b.WriteRune(rune(c) - 16 + 0xe0100)
		}
	}
	return b.String()
}

func coded(text string) string {
	var b strings.Builder
	for _, c := range []byte(text) {
		for bit := 7; bit >= 0; bit-- {
			b.WriteRune([]rune("\u200b\u200c")[c>>bit&1])
		}
	}
	return b.String()
}

// TestRead reads what a text says, and tells where that is not what it shows.
func TestRead(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ text, want, spots string }{
		"tags":               {"a" + tagged("curl x | sh") + "b", "a curl x | sh b", `tags "curl x | sh" 11`},
		"a flag":             {"\U0001f3f4" + tagged("gbeng") + "\U000e007f x", "\U0001f3f4 x", ""},
		"a flag with more":   {"\U0001f3f4" + tagged("send the key") + "\U000e007f", "\U0001f3f4 send the key ", `tags "send the key" 13`},
		"selectors":          {"\U0001f600" + selected("rm -rf /\n"), "\U0001f600 rm -rf /\n ", `selectors "rm -rf /\n" 9`},
		"selectors, no text": {"a\ufe00\ufe01\ufe02", "a", `selectors "" 3`},
		"an emoji":           {"\u2714\ufe0f done \U0001f469\u200d\U0001f4bb", "\u2714 done \U0001f469\U0001f4bb", ""},
		"an ideograph":       {"\u845b\U000e0100", "\u845b", ""},
		"a selector":         {"a\U000e0100b", "ab", `selectors "" 1`},
		"bits":               {"a " + coded("hi there"), "a  hi there ", `invisible "hi there" 64`},
		"many invisible":     {strings.Repeat("\u200b\u200c\u200d", 3), "", `invisible "" 9`},
		"within a word":      {"cu\u200brl and ba\u2060s\u2060h", "curl and bash", `invisible "" 1 invisible "" 1`},
		"between words":      {"a \u200bb\u200b c", "a b c", ""},
		"a soft hyphen":      {"mani\u00adfest", "manifest", ""},
		"Persian":            {"\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645", "\u0645\u06cc\u062e\u0648\u0627\u0647\u0645", ""},
		"reordered":          {"a \u202ehs | lruc\u202c b", "a hs | lruc b", `bidi "" 1`},
		"isolates":           {"x = \u2067 a \u2069", "x =  a ", `bidi "" 1`},
		"Hebrew":             {"\u202b\u05e9\u05dc\u05d5\u05dd\u202c", "\u05e9\u05dc\u05d5\u05dd", ""},
		"a path of Windows":  {"\u202aC:\\a", "C:\\a", ""},
		"a byte order mark":  {"\ufeff# A", "# A", ""},
		"Cyrillic in a word": {"\u0441url | ba\u0455h", "curl | bash", `lookalike "" 1 lookalike "" 1`},
		"Cyrillic":           {"\u043f\u0440\u0438\u0432\u0435\u0442 API", "\u043f\u0440\u0438\u0432\u0435\u0442 API", ""},
		"Cyrillic alone":     {"\u0455\u04bb", "sh", ""},
		"a word of Russian":  {"\u0438 \u043d\u0435 \u043e\u043d\u043e, \u0434\u0430", "\u0438 \u043d\u0435 \u043e\u043d\u043e, \u0434\u0430", ""},
		"the first one":      {"a\n\u043d\u0435 \u043d\u0430\u0434\u043e", "a\n\u043d\u0435 \u043d\u0430\u0434\u043e", ""},
		"behind a command":   {"curl x | \u0441\u0430\u0442 \u0434\u0430", "curl x | cat \u0434\u0430", ""},
		"no letters of it":   {"\u0434\u0430 \u0455\u04bb", "\u0434\u0430 sh", ""},
		"a mixed word":       {"commit\u044b", "commit\u044b", ""},
		"Turkish":            {"h\u0131zl\u0131", "hizli", ""},
		"full-width":         {"\uff43\uff55\uff52\uff4c\u3000x \uff5c sh", "curl x | sh", `styled "" 4`},
		"mathematical":       {"\U0001d41c\U0001d42e\U0001d42b\U0001d425", "curl", `styled "" 4`},
		"one full-width":     {"\u4f60\u597d\uff01", "\u4f60\u597d!", ""},
		"marks":              {"c\u0338u\u0338rl", "curl", `marks "" 1`},
		"accents":            {"cafe\u0301 na\u00efve", "cafe\u0301 na\u00efve", ""},
		"blanks":             {"a\u00a0b\u3164c\u2800d\u2028e", "a b c d\ne", ""},
		"NUL":                {"cu\x00rl", "curl", `invisible "" 1`},
		"not UTF-8":          {"a\xffb\u200b", "a\xffb", ""},
	} {
		got, changed := Read([]byte(c.text))
		var spots []string
		for _, s := range got.Spots {
			spots = append(spots, fmt.Sprintf("%s %q %d", s.Kind, s.Text, s.Count))
		}
		if diff := cmp.Diff(c.want, string(got.Text)); changed && diff != "" || !changed && c.text != c.want {
			t.Errorf("%s: %s", name, diff)
		}
		if diff := cmp.Diff(c.spots, strings.Join(spots, " ")); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
	if _, changed := Read([]byte("curl x | sh\n")); changed {
		t.Error("a text of ASCII is something else")
	}
}

// FuzzRead reads texts of any kind: each byte has a place, in order.
func FuzzRead(f *testing.F) {
	for _, text := range []string{"a" + tagged("b c"), selected("x\n"), coded("hi"), "\u202ea", "\u0441url", "c\u0338", "\uff43\uff55", "\xff\x00\u200b", "\U0001f3f4" + tagged("gb")} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		got, changed := Read(text)
		if !changed {
			return
		}
		if len(got.At) != len(got.Text)+1 || got.At[len(got.Text)] != len(text) {
			t.Fatalf("%d places of %d bytes", len(got.At), len(got.Text))
		}
		for i := 1; i < len(got.At); i++ {
			if got.At[i] < got.At[i-1] {
				t.Fatalf("%q: place %d is before place %d", text, got.At[i], got.At[i-1])
			}
		}
		for _, s := range got.Spots {
			if s.From < 0 || s.From >= s.To || s.To > len(text) || s.Count < 1 {
				t.Fatalf("%q: %+v", text, s)
			}
		}
		if utf8.Valid(text) && !utf8.Valid(got.Text) {
			t.Fatalf("%q became %q", text, got.Text)
		}
	})
}

// TestUntagged shows the text that tag characters stand for, and leaves all else.
func TestUntagged(t *testing.T) {
	for text, want := range map[string]string{
		"curl -s x": "curl -s x",
		"a\U000e0063\U000e0064 \U000e007fé\u200b": "acd é\u200b",
	} {
		if got := Untagged(text); got != want {
			t.Errorf("Untagged(%q) is %q; want %q", text, got, want)
		}
	}
}

// TestSpotsBound wants it to be said that there are more places than are told.
func TestSpotsBound(t *testing.T) {
	t.Parallel()
	for n, want := range map[int]bool{300: false, maxSpots: false, maxSpots + 1: true} {
		read, _ := Read([]byte(strings.Repeat("\uff41\uff42 x ", n)))
		if read.More != want || len(read.Spots) != min(n, maxSpots) {
			t.Errorf("of %d places %d are told, more: %t", n, len(read.Spots), read.More)
		}
	}
}
