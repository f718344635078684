package prose

import (
	"strings"
	"testing"
)

// TestShownAsWritten shows a sentence as it stands in the text.
func TestShownAsWritten(t *testing.T) {
	for raw, want := range map[string]string{
		"Run `x.sh` and **tell** \"nobody\".": "Run `x.sh` and **tell** \"nobody\".",
		"**Send** it &amp; wait.":             "**Send** it &amp; wait.",
		"Send *it*\r\n> to us.":               "Send *it* to us.",
		"no code":                             "",
		"\u0430ll of **it**.":                 "", // a letter that is another one
	} {
		line := unfolded([]byte(raw))
		text := Unmarked(line)
		as := Shown(line, text)
		if got := as.Part(0, len(text)); got != want {
			t.Errorf("%q: %q; want %q", raw, got, want)
		}
	}
	line := []byte("It is **old**. *Send* the `x`. So.")
	text := Unmarked(line)
	begin := strings.Index(text, "Send")
	as := Shown(line, text)
	if got := as.Part(begin, strings.Index(text, " So")); got != "*Send* the `x`." {
		t.Errorf("%q", got)
	}
}
