package format_test

import (
	"bytes"
	"reflect"
	"strings"
	"testing"

	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/report/format"
)

// pieces are put together here so that no file holds what looks like a token.
func token() string { return "gh" + "p_" + strings.Repeat("aB3x", 9) }

// filled is a value with a text in each of its strings but those that name a place or
// a rule.
func filled(v reflect.Value, text string) {
	switch v.Kind() {
	case reflect.String:
		v.SetString(text)
	case reflect.Struct:
		for i := range v.NumField() {
			switch v.Type().Field(i).Name {
			case "Rule", "Code", "File", "Severity", "Confidence", "Locus", "Docs", "Fingerprint", "Kind", "Expires", "Span", "Hosts":
			default:
				filled(v.Field(i), text)
			}
		}
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		filled(v.Elem(), text)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		filled(v.Index(0), text)
	}
}

// TestNoSecrets: whatever field of a report and whatever line of a file a secret is in,
// no format writes it.
func TestNoSecrets(t *testing.T) {
	t.Parallel()
	said := "before " + token() + " after"
	var f, silenced engine.Finding
	filled(reflect.ValueOf(&f).Elem(), said)
	f.Rule, f.File, f.Severity, f.Locus, f.Span, f.Suppressed = "a/b", "s/SKILL.md", engine.SeverityHigh, engine.LocusScript, span(2, 1, 2, 20), nil
	f.Related[0].File, f.Related[0].Span = f.File, span(2, 1, 2, 9)
	f.Fix.Edits[0].File, f.Fix.Edits[0].Span = f.File, span(2, 1, 2, 9)
	filled(reflect.ValueOf(&silenced).Elem(), said)
	silenced.Rule, silenced.File = "a/b", "s/SKILL.md"
	r := engine.Report{
		Skills:   []engine.SkillReport{{Path: "s", Name: said, Findings: []engine.Finding{f, silenced}}},
		Configs:  []engine.ConfigReport{{Path: "c.json", Findings: []engine.Finding{f, silenced}}},
		Findings: []engine.Finding{f, silenced},
	}
	r.Summarise()
	source := func(string) ([]byte, error) {
		return []byte("one\nexport X=" + token() + " # two\n"), nil
	}
	writers := map[string]format.Format{"statistics": format.Statistics}
	for _, name := range format.Names() {
		writers[name], _ = format.Lookup(name)
	}
	for name, write := range writers {
		var out bytes.Buffer
		if err := write(&out, r, format.WithSource(source)); err != nil {
			t.Fatal(err)
		}
		if text := out.String(); strings.Contains(text, token()) || strings.Contains(text, token()[8:20]) {
			t.Errorf("%s writes the secret:\n%s", name, text)
		}
		if !strings.Contains(strings.ReplaceAll(out.String(), "\\", ""), "[masked:github-token") {
			t.Errorf("%s does not say that there was one:\n%s", name, out.String())
		}
	}
	if line := format.FindingLine(f); strings.Contains(line, token()) {
		t.Errorf("the line is %q", line)
	}
}

// TestFramesWithoutSecrets: carets stay below what they are about, whether a secret
// stands before it, is it, or is cut by it, and in keys of several lines.
func TestFramesWithoutSecrets(t *testing.T) {
	t.Parallel()
	key := "-----BEGIN " + "PRIVATE KEY-----\nMIIabcdefgh0123456789\nZZZZabcdefgh0123456789\n-----END " + "PRIVATE KEY-----\n"
	long := strings.Repeat("word ", 9000)
	mask := "[masked:github-token]"
	for _, one := range []struct {
		text     string
		from, to int
		line     int
		locus    engine.Locus
		want     []string
	}{
		{text: "X=" + token() + " | sh\n", line: 1, from: 44, to: 46, want: []string{
			" 1 | X=" + mask + " | sh", "   | " + strings.Repeat(" ", 2+len(mask)+1) + "^^ m"}},
		{text: "X=" + token() + " | sh\n", line: 1, from: 3, to: 43, want: []string{
			" 1 | X=" + mask + " | sh", "   |   " + strings.Repeat("^", len(mask)) + " m"}},
		{text: "X=" + token() + " | sh\n", line: 1, from: 10, to: 20, want: []string{
			"   |   " + strings.Repeat("^", len(mask)) + " m"}},
		{text: "a\n" + key + "b\n", line: 3, from: 1, to: 5, want: []string{" 3 | [masked:private-key]", "   | ^^^^^^^^^^^^^^^^^^^^ m"}},
		{text: long + "X=" + token() + " " + long, line: 1, from: len(long) + 3, to: len(long) + 8, want: []string{mask + " word"}},
		{text: "botToken: 'it, is me'\n", locus: engine.LocusConfig, line: 1, from: 11, to: 20, want: []string{" 1 | botToken: '[masked:value]'"}},
		{text: "botToken: 'it, is me'\n", locus: engine.LocusScript, line: 1, from: 11, to: 20, want: []string{" 1 | botToken: 'it, is me'"}},
	} {
		f := engine.Finding{Rule: "a/b", File: "s/f", Message: "m", Locus: one.locus, Severity: engine.SeverityHigh, Span: span(one.line, one.from, one.line, one.to)}
		var out bytes.Buffer
		err := format.Pretty(&out, engine.Report{Findings: []engine.Finding{f}}, format.WithSource(func(string) ([]byte, error) { return []byte(one.text), nil }))
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range one.want {
			if !strings.Contains(out.String(), want) {
				t.Errorf("no %q in\n%s", want, out.String())
			}
		}
	}
}
