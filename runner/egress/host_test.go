package egress

import (
	"errors"
	"strings"
	"testing"
)

func hostTable() []struct{ in, want string } {
	return []struct{ in, want string }{
		{"example.com", "example.com"},
		{"EXAMPLE.Com", "example.com"},
		{"example.com.", "example.com"},
		{"bücher.example", "xn--bcher-kva.example"},
		{"BÜCHER.example", "xn--bcher-kva.example"},
		{"ｅxample。com", "example.com"},
		{"xn--bcher-kva.example", "xn--bcher-kva.example"},
		{"a_b.example.com", "a_b.example.com"},
		{"1.example.com", "1.example.com"},
		{"0xabc.example", "0xabc.example"},
		{"example.com..", ""},
		{".example.com", ""},
		{"a..example.com", ""},
		{"", ""},
		{".", ""},
		{"a b.com", ""},
		{"a\x00.com", ""},
		{"a\u00a0b.com", ""},
		{"user@example.com", ""},
		{"exa%6dple.com", ""},
		{"-a.com", ""},
		{"a-.com", ""},
		{"xn--a.com", ""},
		{"xn--\xff.com", ""},
		{strings.Repeat("a", 64) + ".com", ""},
		{strings.Repeat("a.", 127) + "com", ""},
		{"127.0.0.1", "!"},
		{"127.1", "!"},
		{"0x7f.1", "!"},
		{"0x", "!"},
		{"2130706433", "!"},
		{"017700000001", "!"},
		{"1.2.3.4.5", "!"},
		{"example.0x7f", "!"},
		{"１２７.０.０.１", "!"},
		{"::1", "!"},
		{"[::1]", "!"},
		{"::ffff:169.254.169.254", "!"},
		{"example.com:443", "!"},
	}
}

// TestHost: "" is a name without a form, "!" one that is an address.
func TestHost(t *testing.T) {
	t.Parallel()
	for _, tt := range hostTable() {
		got, err := Host(tt.in)
		switch tt.want {
		case "":
			if err == nil || errors.Is(err, errLiteral) {
				t.Errorf("Host(%q) = %q, %v; want a fault", tt.in, got, err)
			}
		case "!":
			if !errors.Is(err, errLiteral) {
				t.Errorf("Host(%q) = %q, %v; want an address", tt.in, got, err)
			}
		default:
			if got != tt.want || err != nil {
				t.Errorf("Host(%q) = %q, %v; want %q", tt.in, got, err, tt.want)
			}
		}
	}
}

func TestLiteral(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"127.1": "127.0.0.1", "0x7f000001": "127.0.0.1", "017700000001": "127.0.0.1", "2130706433": "127.0.0.1", "0x7f.1": "127.0.0.1",
		"1.2.3": "1.2.0.3", "1.65535": "1.0.255.255", "0x": "0.0.0.0", "127.0.0.1.": "127.0.0.1", "[::1]": "::1", "fe80::1": "fe80::1",
		"1.2.3.256": "", "256.1": "", "1.2.3.4.5": "", "08.1": "", "a.b": "", "+1.2": "", "4294967296": "", "[::1": "::1", "1..2": "",
	} {
		got, ok := literal(in)
		if ok != (want != "") || ok && got.String() != want {
			t.Errorf("literal(%q) = %s, %v; want %q", in, got, ok, want)
		}
	}
}

func TestShown(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"127.1": "127.0.0.1", "::1": "[::1]", "Example.COM.": "example.com", "a\x1b[2Jb": `a\x1b[2Jb`, "a\u202eb": `a\u202eb`, "user@x.com": "user@x.com",
	} {
		if got := shown(in); got != want {
			t.Errorf("shown(%q) = %q, want %q", in, got, want)
		}
	}
	if got := shown(strings.Repeat("x ", 5000)); len(got) > 300 {
		t.Errorf("a long host is shown with %d bytes", len(got))
	}
}

func FuzzHost(f *testing.F) {
	for _, tt := range hostTable() {
		f.Add(tt.in)
	}
	f.Fuzz(func(t *testing.T, in string) {
		name, err := Host(in)
		if len(shown(in)) > 1200 {
			t.Errorf("shown(%q) is long", in)
		}
		if err != nil {
			return
		}
		again, err := Host(name)
		if err != nil || again != name {
			t.Errorf("Host(%q) = %q, of which Host is %q, %v", in, name, again, err)
		}
		if _, ok := literal(name); ok {
			t.Errorf("Host(%q) = %q, an address", in, name)
		}
		if strings.ContainsAny(name, " \x00@:/[]%") || len(name) > maxHost {
			t.Errorf("Host(%q) = %q", in, name)
		}
	})
}
