package egress

import (
	"errors"
	"strings"
	"testing"
)

func patternTable() map[string]string {
	return map[string]string{
		"example.com": "", "EXAMPLE.com": "", "*.example.com": "", "xn--bcher-kva.example": "", "example.com:8443": "", "*.example.com:8443": "",
		"a-b.c_d.example.com": "", "*.a.b.example.com": "", "co.uk": "", "*.example.co.uk": "", "*.s3.example.com": "", "raw.githubusercontent.com": "",
		"": "empty", "*": "every domain", "*.": "empty", "localhost": "this machine", "*.localhost": "this machine", "a.localhost": "this machine",
		"*.co.uk": "anybody", "*.github.io": "anybody", "*.githubusercontent.com": "anybody", "*.com": "every name", "not-a-domain": "single label",
		"*.internal": "every name", "https://example.com": "URL", "example.com/path": "more than a domain", "example.com?x": "more than a domain", "u@example.com": "more than a domain",
		"example.com:443": "needs no mention", "example.com:80": "needs no mention", "*.example.com:443": "needs no mention",
		"example.com:0": "between 1 and", "example.com:65536": "between 1 and", "example.com:": "between 1 and", "example.com:08443": "between 1 and", "example.com:+1": "between 1 and",
		"example.*": "whole labels", "a.*.example.com": "whole labels", "**.example.com": "whole labels", "*.*.example.com": "whole labels", "*example.com": "whole labels",
		".example.com": "empty label", "*..example.com": "empty label", "a..com": "empty label", "example.com.": "dot", "127.0.0.1": "address", "10.0.0.0": "address",
		"[::1]": "address", "::1": "address", "0x7f.1": "address", "bücher.example": "ASCII", "exa mple.com": "space", "example.com ": "space", "?.example.com": "more than a domain",
		"a\x00.example.com": "space", "*.127.0.0.1": "address",
	}
}

func TestCheckPattern(t *testing.T) {
	t.Parallel()
	for text, want := range patternTable() {
		err := CheckPattern(text)
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("CheckPattern(%q) = %v; want %q", text, err, want)
		}
	}
}

func TestNewRulesNamesEveryFault(t *testing.T) {
	t.Parallel()
	_, err := NewRules([]string{"example.com", "*.com"}, []string{"*.zip", "localhost", "a b"})
	if err == nil {
		t.Fatal("no error")
	}
	want := `allowedHosts[1]: "*.com" is not a domain pattern: it would match every name below com; name the domain, as in "*.example.com"` + "\n" +
		`deniedHosts[2]: "a b" is not a domain pattern: it has a space or a control character`
	if err.Error() != want {
		t.Errorf("%v\nwant\n%s", err, want)
	}
	var fault *PatternError
	if !errors.As(err, &fault) || fault.List != "allowedHosts" || fault.Index != 1 {
		t.Errorf("fault %+v", fault)
	}
}

func TestJudge(t *testing.T) {
	t.Parallel()
	allowed := []string{"example.com", "*.wild.example.com", "port.example.com:8443", "bad.example.org", "*.evil.org", "*.evil.org:8443", "xn--bcher-kva.example"}
	denied := []string{"bad.example.org", "*.zip", "no.evil.org:8443", "deep.wild.example.com"}
	rules, err := NewRules(allowed, denied)
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		method, host string
		port         int
		want         Reason
	}{
		{"CONNECT", "example.com", 443, Listed},
		{"CONNECT", "EXAMPLE.com.", 443, Listed},
		{"CONNECT", "bücher.example", 443, Listed},
		{"CONNECT", "example.com", 80, BadPort},
		{"CONNECT", "example.com", 22, BadPort},
		{"CONNECT", "example.com", 8443, BadPort},
		{"GET", "example.com", 80, Listed},
		{"GET", "example.com", 443, BadPort},
		{"GET", "example.com", 8080, BadPort},
		{"CONNECT", "port.example.com", 8443, Listed},
		{"CONNECT", "port.example.com", 443, BadPort},
		{"GET", "port.example.com", 8443, BadPort},
		{"GET", "port.example.com", 80, BadPort},
		{"CONNECT", "www.example.com", 443, NotListed},
		{"CONNECT", "notexample.com", 443, NotListed},
		{"CONNECT", "wild.example.com", 443, NotListed},
		{"CONNECT", "a.wild.example.com", 443, Listed},
		{"CONNECT", "a.b.wild.example.com", 443, Listed},
		{"CONNECT", "awild.example.com", 443, NotListed},
		{"CONNECT", "deep.wild.example.com", 443, Denied},
		{"CONNECT", "a.deep.wild.example.com", 443, Listed},
		{"CONNECT", "bad.example.org", 443, Denied},
		{"GET", "BAD.example.org.", 80, Denied},
		{"CONNECT", "x.zip", 443, Denied},
		{"CONNECT", "no.evil.org", 8443, Denied},
		{"CONNECT", "no.evil.org", 443, Listed},
		{"CONNECT", "yes.evil.org", 8443, Listed},
		{"GET", "no.evil.org", 80, Listed},
		{"CONNECT", "127.0.0.1", 443, IsAddress},
		{"CONNECT", "[::1]", 443, IsAddress},
		{"CONNECT", "2130706433", 443, IsAddress},
		{"CONNECT", "a..example.com", 443, BadHost},
		{"CONNECT", "example.com\x00.evil.org", 443, BadHost},
	}
	for _, tt := range tests {
		name, refusal := rules.Judge(tt.method, tt.host, tt.port)
		got := Listed
		if refusal != nil {
			got = refusal.Reason
		}
		if got != tt.want || (name != "") != (tt.want == Listed) {
			t.Errorf("%s %s:%d: %q, %s; want %s", tt.method, tt.host, tt.port, name, got, tt.want)
		}
	}
	if _, refusal := new(Rules).Judge("GET", "example.com", 80); refusal == nil || refusal.Reason != NotListed {
		t.Errorf("no rules: %v", refusal)
	}
}

func TestJudgeMethods(t *testing.T) {
	t.Parallel()
	rules, err := NewRules([]string{"example.com"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	rules.Limit("GET", "HEAD")
	if _, refusal := rules.Judge("GET", "example.com", 80); refusal != nil {
		t.Errorf("GET: %v", refusal)
	}
	for method, port := range map[string]int{"POST": 80, "CONNECT": 443, "get": 80} {
		if _, refusal := rules.Judge(method, "example.com", port); refusal == nil || refusal.Reason != BadMethod {
			t.Errorf("%s: %v", method, refusal)
		}
	}
}

func FuzzPattern(f *testing.F) {
	for text := range patternTable() {
		f.Add(text, "a.example.com")
	}
	f.Fuzz(func(t *testing.T, text, host string) {
		rules, err := NewRules([]string{text}, nil)
		if (err == nil) != (CheckPattern(text) == nil) {
			t.Fatalf("%q: %v", text, err)
		}
		if err != nil {
			return
		}
		name, refusal := rules.Judge("CONNECT", host, portTLS)
		if refusal != nil {
			return
		}
		// What is let through is the pattern or below it, as text.
		base := strings.ToLower(strings.TrimPrefix(text, "*."))
		if name != base && !strings.HasSuffix(name, "."+base) || !strings.Contains(base, ".") {
			t.Errorf("%q lets %q through as %q", text, host, name)
		}
		if _, denied := NewRules([]string{text}, []string{text}); denied != nil {
			t.Errorf("%q may be allowed and not denied: %v", text, denied)
		}
	})
}
