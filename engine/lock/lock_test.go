package lock

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/skillctl/skillctl/schema"
)

func digestOf(c string) string { return "sha256:" + strings.Repeat(c, 64) }

// sample is a lock file with one of everything.
func sample() *Lock {
	l := New()
	l.Skills["weather"] = &Entry{
		Digest: digestOf("a"), Policy: digestOf("b"), Effect: "warn", Warnings: []string{"install/names/mismatch"},
		Files: []File{
			{Path: "SKILL.md", Digest: digestOf("c")}, {Path: "bin/run", Digest: digestOf("d"), Exec: true}, {Path: "latest", Link: "bin/run"},
		},
		Capabilities: Capabilities{Programs: []string{"curl", "jq"}, Hosts: []string{"wttr.in"}},
		Origin:       Origin{Kind: "git", Spec: "https://git.example.com/x@v1", Location: "https://git.example.com/x", Ref: "v1", Commit: strings.Repeat("e", 40)},
		Signer:       &Signer{Kind: "certificate", Identity: "Release <Signing> & Co"},
		Approval:     Approval{By: "ann", Reason: "looked at it", At: "2026-11-21T12:00:00Z"},
	}
	l.Skills["sea"] = &Entry{
		Digest: digestOf("1"), Policy: digestOf("2"), Effect: "allow", Files: []File{{Path: "SKILL.md", Digest: digestOf("3")}},
		Origin: Origin{Kind: "folder", Spec: "sea", Location: "/srv/sea"}, Approval: Approval{By: "bob", At: "2026-11-21T12:00:00Z"},
	}
	return l
}

func text(t testing.TB, l *Lock) []byte {
	t.Helper()
	out, err := l.Text()
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestText(t *testing.T) {
	want := text(t, sample())
	shuffled := sample()
	e := shuffled.Skills["weather"]
	e.Files[0], e.Files[2] = e.Files[2], e.Files[0]
	e.Capabilities.Programs = []string{"jq", "curl", "jq"}
	if diff := cmp.Diff(string(want), string(text(t, shuffled))); diff != "" {
		t.Errorf("the order of lists shows (-want +got):\n%s", diff)
	}
	if !bytes.Contains(want, []byte("Release <Signing> & Co")) || bytes.Contains(want, []byte("null")) {
		t.Errorf("written:\n%s", want)
	}
	during := sample()
	during.Pending = &Pending{Name: "sea", Entry: during.Skills["weather"]}
	for _, text := range [][]byte{want, text(t, during)} {
		var document any
		if err := json.Unmarshal(text, &document); err != nil {
			t.Fatal(err)
		}
		for _, v := range schema.New().Validate(schema.LockFile, document) {
			t.Errorf("it is not as the schema has it: %+v", v)
		}
	}
	for _, variant := range [][]byte{want, bytes.ReplaceAll(want, []byte("\n"), []byte("\r\n"))} {
		read, err := Parse(variant)
		if err != nil {
			t.Fatal(err)
		}
		if again := text(t, read); !bytes.Equal(want, again) {
			t.Errorf("read and written again:\n%s", again)
		}
	}
}

// forgeries are lock files that must not be taken.
func forgeries(t testing.TB) map[string]string {
	whole := string(text(t, sample()))
	swap := func(old, with string) string {
		if !strings.Contains(whole, old) {
			t.Fatalf("there is no %q in the sample", old)
		}
		return strings.Replace(whole, old, with, 1)
	}
	return map[string]string{
		"empty":                 "",
		"no JSON":               "skills: {}\n",
		"a list":                "[]\n",
		"no version":            `{"skills": {}}`,
		"version 0":             swap(`"version": 1`, `"version": 0`),
		"newer":                 swap(`"version": 1`, `"version": 2`),
		"text as version":       swap(`"version": 1`, `"version": "1"`),
		"cut off":               whole[:len(whole)/2],
		"no last line end":      strings.TrimSuffix(whole, "\n"),
		"something behind":      whole + "{}\n",
		"unknown key":           swap(`"version": 1,`, `"version": 1, "extra": 1,`),
		"key in another case":   swap(`"digest"`, `"Digest"`),
		"key twice":             swap(`"effect": "warn",`, `"effect": "allow", "effect": "warn",`),
		"skill twice":           swap(`"sea": {`, `"weather": {`),
		"path as name":          swap(`"sea": {`, `"../sea": {`),
		"hidden name":           swap(`"sea": {`, `".sea": {`),
		"device as name":        swap(`"sea": {`, `"nul": {`),
		"null":                  `{"version": 1, "skills": {"sea": null}}`,
		"short digest":          swap(digestOf("a"), "sha256:aa"),
		"digest in capitals":    swap(digestOf("a"), "sha256:"+strings.Repeat("A", 64)),
		"digest of a file":      swap(digestOf("c"), ""),
		"path out":              swap(`"path": "bin/run"`, `"path": "../run"`),
		"absolute path":         swap(`"path": "bin/run"`, `"path": "/run"`),
		"file twice":            swap(`"path": "bin/run"`, `"path": "SKILL.md"`),
		"other effect":          swap(`"effect": "warn"`, `"effect": "block"`),
		"other origin":          swap(`"kind": "git"`, `"kind": "magic"`),
		"no time":               swap(`2026-11-21T12:00:00Z`, `yesterday`),
		"list out of order":     swap(`"curl",`, `"zsh",`),
		"link with digest":      swap(`"link": "bin/run"`, `"digest": "`+digestOf("f")+`", "link": "bin/run"`),
		"different white space": swap(`"version": 1`, `"version":  1`),
	}
}

func TestParseRefuses(t *testing.T) {
	for name, text := range forgeries(t) {
		_, err := Parse([]byte(text))
		var newer *VersionError
		var broken *DamagedError
		switch {
		case name == "newer":
			if !errors.As(err, &newer) || newer.Version != 2 || !strings.Contains(err.Error(), "update skillctl") {
				t.Errorf("%s: %v", name, err)
			}
		case !errors.As(err, &broken):
			t.Errorf("%s: it is taken: %v", name, err)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, text := range forgeries(f) {
		f.Add([]byte(text))
	}
	f.Add(text(f, sample()))
	during := sample()
	during.Pending = &Pending{Name: "sea", Entry: during.Skills["weather"]}
	f.Add(text(f, during))
	f.Add([]byte(strings.Replace(string(text(f, sample())), `"identity": "Release <Signing> & Co"`, `"key_digest": "`+digestOf("4")+`"`, 1)))
	f.Fuzz(func(t *testing.T, in []byte) {
		read, err := Parse(in)
		if err != nil {
			return
		}
		out, err := read.Text()
		was := strings.ReplaceAll(string(in), "\r\n", "\n")
		was = strings.ReplaceAll(was, "\n        \"key_digest\": ", "\n        \"keyDigest\": ")
		if err != nil || string(out) != was {
			t.Errorf("%q is taken as %q: %v", in, out, err)
		}
	})
}

func TestNames(t *testing.T) {
	for _, name := range []string{"a", "weather", "Weather-2", "a.b_c", strings.Repeat("a", 100)} {
		if !ValidName(name) {
			t.Errorf("%q is refused", name)
		}
	}
	for _, name := range []string{
		"", ".", "..", "../x", "a/b", `a\b`, ".hidden", "a.", "-a", "a-", "a..b", "a b", "a\n", "\u00e4", "NUL", "nul.txt", "com1", "skills.lock", "Skills.Lock",
		strings.Repeat("a", 101), "node_modules", "a:b", "\u0430",
	} {
		if ValidName(name) {
			t.Errorf("%q is taken", name)
		}
	}
}

func TestCompare(t *testing.T) {
	with := func(change func(e *Entry)) *Lock {
		l := sample()
		change(l.Skills["weather"])
		return l
	}
	other := digestOf("9")
	for _, tt := range []struct {
		name        string
		is          *Lock
		state, grew string
		fewer       bool
		changed     bool
	}{
		{"the same", sample(), "same", "", false, false},
		{"content", with(func(e *Entry) { e.Digest, e.Files[0].Digest = other, other }), "changed", "", false, true},
		{"a program more", with(func(e *Entry) { e.Capabilities.Programs = []string{"curl", "jq", "nc"} }), "changed", "programs nc", false, false},
		{"a program less", with(func(e *Entry) { e.Capabilities.Programs = []string{"curl"} }), "changed", "", true, false},
		{"another host", with(func(e *Entry) { e.Capabilities.Hosts = []string{"evil.example"} }), "changed", "hosts evil.example", true, false},
		{"variables", with(func(e *Entry) { e.Capabilities.Environment = []string{"TOKEN"} }), "changed", "environment TOKEN", false, false},
		{"paths", with(func(e *Entry) { e.Capabilities.Paths = []string{"~/.ssh/id"} }), "changed", "paths ~/.ssh/id", false, false},
		{"tools", with(func(e *Entry) { e.Capabilities.Tools = []string{"Bash"} }), "changed", "tools Bash", false, false},
		{"executable", with(func(e *Entry) { e.Digest, e.Files[0].Exec = other, true }), "changed", "executables SKILL.md", false, true},
		{"nobody signed", with(func(e *Entry) { e.Signer = nil }), "changed", "signer", false, false},
		{"another signed", with(func(e *Entry) { e.Signer = &Signer{Identity: "Mallory"} }), "changed", "signer", false, false},
		{"from elsewhere", with(func(e *Entry) { e.Origin.Location = "https://evil.example/x" }), "changed", "origin", false, false},
		{"another commit", with(func(e *Entry) { e.Origin.Commit = strings.Repeat("0", 40) }), "same", "", false, false},
	} {
		changes := Compare(sample(), tt.is)
		if len(changes) != 2 || changes[0].Name != "sea" || changes[0].State != "same" || changes[0].Grew {
			t.Errorf("%s: %+v", tt.name, changes)
			continue
		}
		c := changes[1]
		grew := ""
		switch {
		case len(c.Grown) > 0:
			grew = c.Grown[0].Field + " " + strings.Join(c.Grown[0].Items, " ")
		case c.Signer != nil:
			grew = "signer"
		case c.Origin != nil:
			grew = "origin"
		}
		if c.State != tt.state || grew != tt.grew || c.Grew != (tt.grew != "") || (len(c.Shrunk) > 0) != tt.fewer || (len(c.Files) > 0) != tt.changed {
			t.Errorf("%s: %+v", tt.name, c)
		}
	}
	fewer := sample()
	delete(fewer.Skills, "sea")
	if c := Compare(sample(), fewer)[0]; c.State != "removed" || c.Grew {
		t.Errorf("removed: %+v", c)
	}
	if c := Compare(fewer, sample())[0]; c.State != "added" || !c.Grew {
		t.Errorf("added: %+v", c)
	}
	unsigned := with(func(e *Entry) { e.Signer = nil })
	if c := Compare(unsigned, sample())[1]; c.Grew || c.Signer == nil {
		t.Errorf("that somebody signs it is no growth: %+v", c)
	}
}
