package session_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/skillctl/skillctl/runner/session"
)

func TestKeys(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		keys        string
		application bool
		want, err   string
	}{
		{"enter Return TAB esc Space bspace", false, "\r\r\t\x1b \x7f", ""},
		{"C-c ^C c-C C-@ C-? ^? C-[ C-_ C-space", false, "\x03\x03\x03\x00\x7f\x7f\x1b\x1f\x00", ""},
		{"M-x m-X M-C-c S-a a é -", false, "\x1bx\x1bX\x1b\x03Aaé-", ""},
		{"up Down right left home end", false, "\x1b[A\x1b[B\x1b[C\x1b[D\x1b[1~\x1b[4~", ""},
		{"up Down right left home end pgup", true, "\x1bOA\x1bOB\x1bOC\x1bOD\x1bOH\x1bOF\x1b[5~", ""},
		{"C-up S-left M-S-pageup C-del", true, "\x1b[1;5A\x1b[1;2D\x1b[5;4~\x1b[3;5~", ""},
		{"f1 F4 f5 f12 C-f1 S-f5 kp0 kp9 kp* kpenter", false, "\x1bOP\x1bOS\x1b[15~\x1b[24~\x1b[1;5P\x1b[15;2~\x1bOp\x1bOy\x1bOj\x1bOM", ""},
		{"S-tab btab M-enter", false, "\x1b[Z\x1b[Z\x1b\r", ""},
		{"entr", false, "", `key "entr" is not known`},
		{"C-foo", false, "", `key "C-foo" is not known`},
		{"X-up", false, "", `key "X-up" is not known`},
		{"C-1", false, "", "has no meaning"},
		{"S-1", false, "", "has no meaning"},
		{"C-enter", false, "", "has no meaning"},
		{"\xff", false, "", "is not UTF-8"},
	} {
		got, err := session.Keys(strings.Fields(tt.keys), tt.application)
		if tt.err != "" {
			var known *session.KeyError
			if !errors.As(err, &known) || !strings.Contains(err.Error(), tt.err) {
				t.Errorf("%s: %q, %v; want %s", tt.keys, got, err, tt.err)
			}
			continue
		}
		if err != nil || string(got) != tt.want {
			t.Errorf("%s: %q, %v; want %q", tt.keys, got, err, tt.want)
		}
	}
}

func TestHex(t *testing.T) {
	t.Parallel()
	if got, err := session.Hex([]string{"1b", "0x5B", "0XA"}); err != nil || string(got) != "\x1b[\n" {
		t.Errorf("%q, %v", got, err)
	}
	for _, bad := range []string{"", "0x", "123", "g", "+1", "-1", "1_"} {
		if got, err := session.Hex([]string{bad}); err == nil {
			t.Errorf("%q is %q", bad, got)
		}
	}
}

// FuzzPaste ends a paste where it ends, whatever is pasted.
func FuzzPaste(f *testing.F) {
	for _, seed := range []string{"", "a\nb", "\x1b[201~rm -rf\r", "\x1b[20\x1b[201~1~", "\x1b[20\x1b[200~1~", strings.Repeat("\x1b[201~", 9)} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		got := string(session.Paste(text))
		inner := strings.TrimSuffix(strings.TrimPrefix(got, "\x1b[200~"), "\x1b[201~")
		if len(inner) != len(got)-12 || strings.Contains(inner, "\x1b[201~") || strings.Contains(inner, "\x1b[200~") {
			t.Errorf("%q", got)
		}
		if !strings.Contains(string(text), "\x1b[20") && inner != string(text) {
			t.Errorf("%q of %q", inner, text)
		}
	})
}
