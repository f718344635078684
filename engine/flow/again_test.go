package flow

import (
	"strings"
	"testing"
)

// TestCommandOnce tells a command once, as it stands, also where a part of it looks like a
// mark of a text.
func TestCommandOnce(t *testing.T) {
	for _, text := range []string{
		"```bash\n(crontab -l; echo \"*/10 * * * * /opt/tools/check.sh\") | crontab -\n```\n",
		"```bash\n(crontab -l; echo '*/5 * * * * cd x && ./y /* all */') | crontab -\n```\n",
	} {
		n := 0
		for _, c := range searched(text).Commands {
			if c.Program != "crontab" || len(c.Input) == 0 {
				continue
			}
			if n++; !strings.Contains(c.Text, "*/") {
				t.Errorf("%q has lost a part of %q", c.Text, text)
			}
		}
		if n != 1 {
			t.Errorf("%d commands in %q", n, text)
		}
	}
}

// TestShownAsWritten shows code in a sentence between the marks that it has.
func TestShownAsWritten(t *testing.T) {
	raw := []byte("Run `x.sh` and **tell** \"nobody\".")
	text := unmarked(raw)
	if want := "Run \"x.sh\" and tell \"nobody\"."; text != want {
		t.Errorf("%q; want %q", text, want)
	}
	if got, want := asWritten(raw, text), "Run `x.sh` and tell \"nobody\"."; got != want {
		t.Errorf("%q; want %q", got, want)
	}
	if got := asWritten([]byte("no code"), "no code"); got != "" {
		t.Errorf("%q", got)
	}
}
