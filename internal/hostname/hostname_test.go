package hostname_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/skillctl/skillctl/internal/hostname"
)

func TestASCII(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"B.Example.": "b.example", "b\u00fccher.example": "xn--bcher-kva.example", "\uff11\uff12\uff17.0.0.1": "127.0.0.1",
		"b\u3002example": "b.example", "mu\u0308nchen.example": "xn--mnchen-3ya.example",
	} {
		if got, err := hostname.ASCII(name); err != nil || got != want {
			t.Errorf("%q: %q, %v; want %q", name, got, err, want)
		}
	}
	if got, err := hostname.ASCII("\u00fc_x.example"); err == nil {
		t.Errorf("a name that clients refuse is read as %q", got)
	}
}

func TestLenient(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"Bad.Example": "bad.example", "\u00fc_x.Bad.example": "xn--_x-wka.bad.example", "xn--a\u00fc.bad.example": "xn--a\u00fc.bad.example",
		"bad\u3002example": "bad.example", "\uff22ad.example.": "bad.example",
		strings.Repeat("\u4e2d", 500) + ".bad.example": strings.Repeat("\u4e2d", 500) + ".bad.example",
	} {
		if got := hostname.Lenient(name); got != want {
			t.Errorf("%q: %q; want %q", name, got, want)
		}
	}
}

func TestAddrs(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"203.0.113.7": "[203.0.113.7]", "203.0.113.7.": "[203.0.113.7]", "3405803783": "[203.0.113.7]", "0xcb007107": "[203.0.113.7]",
		"0313.0.0161.07": "[203.0.113.7]", "203.28935": "[203.0.113.7]", "203.0.28935": "[203.0.113.7]", "0xcb.0.0x71.7": "[203.0.113.7]",
		"203.000.113.007": "[203.0.113.7]", "010.0.0.1": "[8.0.0.1 10.0.0.1]", "127.1": "[127.0.0.1]", "0x7f.0.0.0x": "[127.0.0.0]", "09.1.1.1": "[9.1.1.1]",
		"::ffff:203.0.113.7": "[203.0.113.7]", "2001:db8::1": "[2001:db8::1]",
		"": "[]", ".": "[]", "a.example": "[]", "1.2.3.4.5": "[]", "256.1.1.1": "[]", "4294967296": "[]", "1..2": "[]", "-1": "[]", "+1.1": "[]", "0x-1": "[]", "face": "[]", "1_0.1": "[]",
	} {
		if got := fmt.Sprint(hostname.Addrs(name)); got != want {
			t.Errorf("%q: %s; want %s", name, got, want)
		}
	}
}
