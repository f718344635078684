package baseline_test

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/report/baseline"
)

func finding(file, rule, print string) engine.Finding {
	return engine.Finding{Rule: rule, File: file, Fingerprint: print, Severity: engine.SeverityHigh}
}

func report(findings ...engine.Finding) engine.Report {
	r := engine.Report{Skills: []engine.SkillReport{{Path: "skills/a", Verdict: engine.VerdictBlock, Findings: findings}}}
	r.Summarise()
	return r
}

func write(t *testing.T, b baseline.Baseline) string {
	t.Helper()
	var out bytes.Buffer
	if err := b.Write(&out); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestWrite(t *testing.T) {
	settled := finding("skills/a/SKILL.md", "spec/x", "f3")
	settled.Suppressed = &engine.Suppression{Kind: "settings", Reason: "known"}
	old := finding("skills/a/SKILL.md", "spec/z", "f4")
	old.Suppressed = &engine.Suppression{Kind: baseline.Kind}
	r := report(finding("skills/b/SKILL.md", "spec/x", "f1"), finding("skills/a/SKILL.md", "spec/y", "f2"), settled, old)
	want := `{
  "schema": "skillctl.baseline/v1",
  "findings": [
    {"rule":"spec/y","file":"skills/a/SKILL.md","fingerprint":"f2"},
    {"rule":"spec/z","file":"skills/a/SKILL.md","fingerprint":"f4"},
    {"rule":"spec/x","file":"skills/b/SKILL.md","fingerprint":"f1"}
  ]
}
`
	if diff := cmp.Diff(want, write(t, baseline.New(r, ".", baseline.Baseline{}))); diff != "" {
		t.Error(diff)
	}
	if got := write(t, baseline.New(engine.Report{}, ".", baseline.Baseline{})); got != "{\n  \"schema\": \"skillctl.baseline/v1\",\n  \"findings\": []\n}\n" {
		t.Errorf("an empty baseline is %q", got)
	}
}

func TestApply(t *testing.T) {
	b, err := baseline.Parse("ci/base.json", []byte(write(t, baseline.New(report(
		finding("skills/a/SKILL.md", "spec/x", "same"), finding("skills/a/SKILL.md", "spec/gone", "f9"),
	), "ci", baseline.Baseline{}))))
	if err != nil {
		t.Fatal(err)
	}
	r := report(
		finding("skills/a/SKILL.md", "spec/x", "same"),
		finding("skills/a/SKILL.md", "spec/x", "same"),  // one entry covers one finding
		finding("skills/b/SKILL.md", "spec/x", "same"),  // a copy elsewhere is new
		finding("skills/a/SKILL.md", "spec/y", "same"),  // another rule is new
		finding("skills/a/SKILL.md", "spec/x", "other"), // another text is new
	)
	stale, _ := b.Apply(&r, baseline.Scope{})
	var got []bool
	for _, f := range r.All() {
		got = append(got, f.Suppressed != nil && f.Suppressed.Kind == baseline.Kind)
	}
	if diff := cmp.Diff([]bool{true, false, false, false, false}, got); diff != "" {
		t.Error(diff)
	}
	if r.Summary.Baselined != 1 || r.Summary.BySeverity[engine.SeverityHigh] != 4 {
		t.Errorf("summary %+v", r.Summary)
	}
	if r.Skills[0].Verdict != engine.VerdictBlock {
		t.Errorf("verdict became %s", r.Skills[0].Verdict)
	}
	if diff := cmp.Diff([]baseline.Entry{{Rule: "spec/gone", File: "../skills/a/SKILL.md", Fingerprint: "f9"}}, stale); diff != "" {
		t.Error(diff)
	}
}

// TestApplyFromElsewhere checks that a baseline holds when the same files are
// named by absolute paths.
func TestApplyFromElsewhere(t *testing.T) {
	b := baseline.New(report(finding("skills/a/SKILL.md", "spec/x", "f")), ".", baseline.Baseline{})
	abs, err := filepath.Abs("skills/a/SKILL.md")
	if err != nil {
		t.Fatal(err)
	}
	r := report(finding(filepath.ToSlash(abs), "spec/x", "f"))
	if stale, _ := b.Apply(&r, baseline.Scope{}); len(stale) != 0 || r.Summary.Baselined != 1 {
		t.Errorf("stale %v, summary %+v", stale, r.Summary)
	}
}

func TestApplyKeepsSettings(t *testing.T) {
	f := finding("a", "spec/x", "f")
	b := baseline.New(report(f), ".", baseline.Baseline{})
	f.Suppressed = &engine.Suppression{Kind: "settings", Reason: "why"}
	r := report(f)
	if stale, _ := b.Apply(&r, baseline.Scope{}); len(stale) != 1 || r.Skills[0].Findings[0].Suppressed.Reason != "why" {
		t.Errorf("stale %v, finding %+v", stale, r.Skills[0].Findings[0])
	}
}

func broken() map[string]struct{ text, want string } {
	return map[string]struct{ text, want string }{
		"empty":        {"", "b.json: it is empty"},
		"cut":          {"{\n  \"schema\": ", `b.json:1:1: this object is not closed: expected "}", found the end of the text`},
		"syntax":       {"{\n  oops}", `b.json:2:3: expected a key in double quotes, found "oops"`},
		"unknown key":  {`{"schema": "skillctl.baseline/v1", "rules": []}`, `b.json:1:36: unknown key "rules"`},
		"type":         {`{"schema": 3}`, "b.json:1:13: schema must be a text; it is a number"},
		"version":      {`{"schema": "skillctl.baseline/v9", "findings": []}`, `schema is "skillctl.baseline/v9"`},
		"missing part": {`{"schema": "skillctl.baseline/v1", "findings": [{"rule": "a/b", "file": "x"}]}`, "finding 1 has no"},
		"more":         {`{"schema": "skillctl.baseline/v1", "findings": []} {}`, `b.json:1:52: expected the end of the line, found "{"`},
	}
}

func TestParseErrors(t *testing.T) {
	for name, tt := range broken() {
		_, err := baseline.Parse("b.json", []byte(tt.text))
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: error %v; want one with %q", name, err, tt.want)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, tt := range broken() {
		f.Add([]byte(tt.text))
	}
	f.Add([]byte(`{"schema": "skillctl.baseline/v1", "findings": [{"rule": "a/b", "file": "x", "fingerprint": "y"}]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		b, err := baseline.Parse("b.json", text)
		if err != nil {
			return
		}
		again, err := baseline.Parse("b.json", []byte(write(t, b)))
		if err != nil {
			t.Fatalf("what was written cannot be read: %v", err)
		}
		if len(again.Entries) != len(b.Entries) {
			t.Errorf("%d entries became %d", len(b.Entries), len(again.Entries))
		}
	})
}
