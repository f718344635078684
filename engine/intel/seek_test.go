package intel_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/skillctl/skillctl/engine/intel"
)

var now = time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)

const head = `{"schema":"skillctl.intel/v1","name":"x","issued":"2026-11-01T00:00:00Z",`

const known = head + `
"digests":[{"value":"sha256:5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03","reason":"r","reference":"x"}],
"domains":[{"value":"bad.example","reason":"r","reference":"x"},{"value":"xn--e1aybc.example","reason":"r","reference":"x"}],
"addresses":[{"value":"192.0.2.7","reason":"r","reference":"x"},{"value":"198.51.100.0/24","reason":"r","reference":"x"},
 {"value":"2001:db8::/32","reason":"r","reference":"x"},{"value":"files.example/drop","reason":"r","reference":"x"}],
"accounts":[{"value":"git.example/mallory","reason":"r","reference":"x"},{"value":"eve@mail.example","reason":"r","reference":"x"}],
"packages":[{"manager":"npm","value":"left-sad","reason":"r","reference":"x"},{"manager":"npm","value":"@team/tool","versions":["1.2.3"],"reason":"r","reference":"x"},
 {"manager":"pypi","value":"req_uests","reason":"r","reference":"x","until":"2026-11-22"}]}`

func parse(t *testing.T, text string) *intel.Bundle {
	t.Helper()
	b, err := intel.Parse(t.Context(), []byte(text), now)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestSeek(t *testing.T) {
	t.Parallel()
	b := parse(t, known)
	for _, tt := range []struct {
		file, text string
		want       []string
	}{
		{"a.md", "see https://bad.example/x", []string{"domain bad.example"}},
		{"a.md", "see BAD.example. And more", []string{"domain BAD.example"}},
		{"a.md", "a.b.bad.example:8080", []string{"domain a.b.bad.example"}},
		{"a.md", "notbad.example bad.example.org badexample bad-example", nil},
		{"a.md", "\"тест.example\"", []string{"domain тест.example"}},
		{"a.md", "192.0.2.7 192.0.2.70 1192.0.2.7 192.0.2.7.1", []string{"address 192.0.2.7"}},
		{"a.md", "http://198.51.100.200/x", []string{"address 198.51.100.200"}},
		{"a.md", "[2001:db8:1::5]:80 ::1 12:30:45", []string{"address 2001:db8:1::5"}},
		{"a.md", "https://files.example/drop/a.zip https://files.example/drops", []string{"address files.example/drop"}},
		{"a.md", "https://files.example:8443/drop", []string{"address files.example:8443/drop"}},
		{"a.md", "git@git.example:Mallory/x.git", []string{"account git.example:Mallory"}},
		{"a.md", "https://www.git.example/mallory.", []string{"account www.git.example/mallory"}},
		{"a.md", "https://git.example/malloryx https://git.example", nil},
		{"a.md", "write to Eve@mail.example, not steve@mail.example", []string{"account Eve@mail.example"}},
		{"a.md", "steve@mail.example", nil},
		{"a.md", "npm install left-sad", []string{"package left-sad"}},
		{"a.md", "npm i @team/tool@1.2.3", []string{"package @team/tool"}},
		{"a.md", "npm i @team/tool@1.2.4 @team/tool", nil},
		{"a.md", "uvx req-uests", []string{"package req-uests ended"}},
		{"requirements.txt", "Req-.uests>=1", []string{"package Req-.uests ended"}},
		{"requirements.txt", "Req.uests>=1", []string{"package Req.uests ended"}},
		{"package.json", `{"devDependencies": {"@team/tool" : "1.2.3"}}`, []string{"package @team/tool"}},
		{"package.json", `{"devDependencies": {"@team/tool": "^1.2.3"}}`, nil},
		{"a.md", "left-sad is a name", nil},
		// Names have no edges of their own in markup, and where no spaces are written.
		{"a.md", "\u201cbad.example\u201d", []string{"domain bad.example"}},
		{"a.md", "\u2192bad.example", []string{"domain bad.example"}},
		{"a.md", "bad.example\u2026", []string{"domain bad.example"}},
		{"a.md", "x\u2014bad.example", []string{"domain bad.example"}},
		{"a.md", "\u00a0bad.example\uff1a", []string{"domain bad.example"}},
		{"a.md", "\xffbad.example", []string{"domain bad.example"}},
		{"a.md", "请访问bad.example网站", []string{"domain bad.example"}},
		{"a.md", "请访问тест.example网站", []string{"domain тест.example"}},
		{"a.md", "наbad.example", []string{"domain bad.example"}},
		{"a.md", "☞bad.example☜", []string{"domain bad.example"}},
		{"a.md", "ébad.example", nil},
		{"a.md", "ü_x.bad.example", []string{"domain ü_x.bad.example"}},
		{"a.md", "☃_.bad.example", []string{"domain ☃_.bad.example"}},
		{"a.md", "xn--a.bad.example", []string{"domain xn--a.bad.example"}},
		{"a.md", "ｂad.example bad。example", []string{"domain ｂad.example"}},
		{"a.md", "请bad。example。", []string{"domain bad。example"}},
		{"a.md", "ba\u00add.exa\u200bmple", []string{"domain ba\u00add.exa\u200bmple"}},
		{"a.md", "_bad.example_ **bad.example** ~bad.example~", []string{"domain bad.example"}},
		{"a.md", "bad.example_x", []string{"domain bad.example"}},
		{"a.md", "bad.example._x_.", []string{"domain bad.example"}},
		{"a.md", "x_bad.example", nil},
		{"a.md", strings.Repeat("a.", 5000) + "bad.example", []string{"domain " + strings.Repeat("a.", 121) + "bad.example"}},
		// Hosts as clients read them.
		{"a.md", "https://bad%2Eexample/", []string{"domain bad%2Eexample"}},
		{"a.md", "https://x.example/?to=https%3A%2F%2Fbad.example%2Fx", []string{"domain bad.example"}},
		{"a.md", "date +%bad.example", []string{"domain bad.example"}},
		{"a.py", `"see:\nbad.example"`, []string{"domain bad.example"}},
		{"a.py", `"\x62ad.exampl\u0065 \142ad.example"`, []string{`domain \x62ad.exampl\u0065`}},
		{"a.js", `"\u{62}ad.example"`, []string{`domain \u{62}ad.example`}},
		{"a.json", `"https:\/\/bad.example\/x"`, []string{"domain bad.example"}},
		{"a.sh", `curl b\ad.example`, []string{`domain b\ad.example`}},
		{"a.md", "bad&#46;example", []string{"domain bad&#46;example"}},
		{"a.md", "http://3221225991/ http://192.519", []string{"address 3221225991"}},
		{"a.md", "http://0xc0000207:80", []string{"address 0xc0000207"}},
		{"a.md", "http://u@192.0.519", []string{"address 192.0.519"}},
		{"a.md", "0300.0.02.07", []string{"address 0300.0.02.07"}},
		{"a.md", "192.000.002.007", []string{"address 192.000.002.007"}},
		{"a.md", "3221225991 times, version 192.519", nil},
		{"a.md", "http://[::ffff:192.0.2.7]/", []string{"address 192.0.2.7"}},
		{"a.md", "http://[::ffff:c000:207]/", []string{"address ::ffff:c000:207"}},
		{"a.md", "it is at:2001:db8::1.", []string{"address :2001:db8::1."}},
		// Paths as clients read them.
		{"a.md", "https://files.example//drop/a", []string{"address files.example//drop"}},
		{"a.md", "https://files.example/./drop", []string{"address files.example/./drop"}},
		{"a.md", "https://files.example/x/../drop", []string{"address files.example/x/../drop"}},
		{"a.md", "https://files.example/drop/../x", nil},
		{"a.md", "https://files.example/dr%6Fp", []string{"address files.example/dr%6Fp"}},
		{"a.md", "https://files.example./drop", []string{"address files.example./drop"}},
		{"a.md", `https:\\files.example\drop`, []string{`address files.example\drop`}},
		{"a.md", "**git.example/mallory** git.example/mallory。", []string{"account git.example/mallory"}},
		{"a.md", "git.example/mallory\u201d", []string{"account git.example/mallory"}},
		{"a.md", "git.example/mallory@v1", []string{"account git.example/mallory"}},
		{"a.md", "请联系eve@mail.example网站", []string{"account eve@mail.example"}},
		{"a.md", "mailto:eve%40mail.example", []string{"account eve%40mail.example"}},
		{"a.md", "eve+x@mail.example", []string{"account eve+x@mail.example"}},
		{"a.md", "_eve@mail.example_", []string{"account eve@mail.example"}},
		{"a.md", "", nil},
	} {
		t.Run(tt.text, func(t *testing.T) {
			t.Parallel()
			var got []string
			for _, hit := range b.Seek(tt.file, []byte(tt.text)) {
				if tt.text[hit.From:hit.To] != hit.Text {
					t.Errorf("%q is not at %d to %d", hit.Text, hit.From, hit.To)
				}
				said := fmt.Sprintf("%s %s", hit.Kind, hit.Text)
				if hit.Ended {
					said += " ended"
				}
				got = append(got, said)
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("found %q; want %q", got, tt.want)
			}
		})
	}
}

func TestSeekIsBounded(t *testing.T) {
	t.Parallel()
	b := parse(t, known)
	if got := b.Seek("a", []byte(strings.Repeat("bad.example ", 1000))); len(got) != 1 {
		t.Errorf("one entry is told %d times", len(got))
	}
	var none *intel.Bundle
	if none.Seek("a", []byte("bad.example")) != nil || none.File("sha256:0") != nil || none.Identity() != "" {
		t.Error("no list finds something")
	}
}

func TestIdentity(t *testing.T) {
	t.Parallel()
	before, err := intel.Parse(t.Context(), []byte(known), now.AddDate(0, 0, -1))
	if err != nil {
		t.Fatal(err)
	}
	if before.Identity() == parse(t, known).Identity() {
		t.Error("an entry has ended, and nothing tells")
	}
	if before.Digest != parse(t, known).Digest {
		t.Error("the same bytes have two digests")
	}
}

func TestParseRefuses(t *testing.T) {
	t.Parallel()
	entry := func(list, fields string) string {
		return head + `"` + list + `":[{` + fields + `,"reason":"r","reference":"x"}]}`
	}
	for name, text := range map[string]string{
		"empty":        "",
		"a list":       "[]",
		"unknown key":  head + `"hosts":[]}`,
		"twice":        head + `"domains":[],"domains":[]}`,
		"other case":   head + `"Domains":[]}`,
		"comment":      head + `"domains":[] /* */}`,
		"more":         head + `"domains":[]} x`,
		"no name":      `{"schema":"skillctl.intel/v1","issued":"2026-11-01T00:00:00Z"}`,
		"schema":       strings.Replace(head, "v1", "v2", 1) + `"domains":[]}`,
		"issued":       strings.Replace(head, "2026-11-01", "2026-13-01", 1) + `"domains":[]}`,
		"domain":       entry("domains", `"value":"https://bad.example"`),
		"upper case":   entry("domains", `"value":"Bad.example"`),
		"top level":    entry("domains", `"value":"example"`),
		"address":      entry("addresses", `"value":"bad.example"`),
		"everywhere":   entry("addresses", `"value":"0.0.0.0/0"`),
		"account":      entry("accounts", `"value":"mallory"`),
		"manager":      entry("packages", `"manager":"brew","value":"x"`),
		"digest":       entry("digests", `"value":"md5:0"`),
		"day":          entry("domains", `"value":"bad.example","until":"2026-02-31"`),
		"two lines":    head + `"domains":[{"value":"bad.example","reason":"a\nb","reference":"x"}]}`,
		"no reference": head + `"domains":[{"value":"bad.example","reason":"r"}]}`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var invalid *intel.InvalidError
			if _, err := intel.Parse(t.Context(), []byte(text), now); !errors.As(err, &invalid) || invalid.Error() == "" {
				t.Errorf("it is read: %v", err)
			}
		})
	}
}

func FuzzSeek(f *testing.F) {
	b, err := intel.Parse(f.Context(), []byte(known), now)
	if err != nil {
		f.Fatal(err)
	}
	f.Add("git@git.example:mallory/x 2001:db8::1 eve@mail.example npm i left-sad@1")
	f.Fuzz(func(t *testing.T, text string) {
		for _, hit := range b.Seek("package.json", []byte(text)) {
			if text[hit.From:hit.To] != hit.Text {
				t.Fatalf("%q is not at %d to %d", hit.Text, hit.From, hit.To)
			}
		}
	})
}
