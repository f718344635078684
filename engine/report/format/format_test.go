package format_test

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/report/format"
	"github.com/skillctl/skillctl/engine/report/table"
	"github.com/skillctl/skillctl/internal/document"
)

var update = flag.Bool("update", false, "write the golden files")

// span makes a span of lines and columns; offsets are of no matter here.
func span(line, col, endLine, endCol int) document.Span {
	return document.Span{
		Start: document.Position{Line: line, Column: col},
		End:   document.Position{Line: endLine, Column: endCol},
	}
}

// sources are the files that the reports below speak of.
func sources() map[string]string {
	return map[string]string{
		"skills/My-Skill/SKILL.md": "---\nname: My-Skill\n\tdescription:\tUse 表を整える 👍 when: now\nname: again\n---\n# One\ntwo\nthree\nfour\nfive\n",
		"skills/wide/SKILL.md":     "---\ndescription: " + string(bytes.Repeat([]byte("long "), 200)) + "END\n---\n",
		"evil/SKILL.md":            "---\r\nname: \u202eevil\u202c \x1b[31mred\x1b[0m a\u200bb e\u0301 \xff!\r\n---\r\n",
	}
}

func source(file string) ([]byte, error) {
	text, ok := sources()[file]
	if !ok {
		return nil, errors.New("no such file")
	}
	return []byte(text), nil
}

// plainReport has every part that a finding can have.
func plainReport() engine.Report {
	docs := "https://example.org/rules/spec/name-format"
	return engine.Report{
		Schema: engine.ReportSchema, Tool: "1.2.3", Policy: "sha256:abc",
		Skills: []engine.SkillReport{
			{Path: "skills/My-Skill", Name: "My-Skill", Digest: "sha256:1", Verdict: engine.VerdictReview, Safety: engine.VerdictReview, Form: engine.VerdictReview, Complete: true, Findings: []engine.Finding{
				{
					Rule: "spec/name-format", Code: "SPEC-004", Title: "Name is not of the form that hosts accept",
					File: "skills/My-Skill/SKILL.md", Span: span(2, 7, 2, 15), Severity: engine.SeverityMedium, Confidence: engine.ConfidenceHigh,
					Locus: engine.LocusManifest, Message: `name "My-Skill" has an upper-case letter`, Hint: `write "my-skill"`,
					Hosts: []string{"agentskills", "claude"}, Docs: docs, Fingerprint: "f1",
					Fix: &engine.Fix{Safe: true, Title: "lower the name", Edits: []engine.Edit{{File: "skills/My-Skill/SKILL.md", Span: span(2, 7, 2, 15), Text: "my-skill"}}},
				},
				{
					Rule: "spec/duplicate-key", Title: "Key stands twice", File: "skills/My-Skill/SKILL.md", Span: span(4, 1, 4, 5),
					Severity: engine.SeverityHigh, Confidence: engine.ConfidenceMedium, Locus: engine.LocusManifest,
					Message: "key name stands twice", Fingerprint: "f2",
					Related: []engine.Related{{File: "skills/My-Skill/SKILL.md", Span: span(2, 1, 2, 5), Message: "first here"}},
				},
				{
					Rule: "spec/inline-colon", Title: "Value has a colon", File: "skills/My-Skill/SKILL.md", Span: span(3, 19, 3, 26),
					Severity: engine.SeverityCritical, Confidence: engine.ConfidenceHigh, Locus: engine.LocusManifest,
					Message: "the hosts read the value up to the colon", Fingerprint: "f3",
					Fix: &engine.Fix{Title: "quote it", Edits: []engine.Edit{{File: "skills/My-Skill/SKILL.md", Span: span(3, 15, 3, 31), Text: "\"x\u200b\"\n"}}},
				},
				{
					Rule: "body/long", Title: "Body is long", File: "skills/My-Skill/SKILL.md", Span: span(6, 1, 10, 5),
					Severity: engine.SeverityLow, Confidence: engine.ConfidenceHigh, Locus: engine.LocusInstruction,
					Message: "the body has 5 lines", Fingerprint: "f4",
				},
				{
					Rule: "body/three", Title: "Three lines", File: "skills/My-Skill/SKILL.md", Span: span(3, 2, 6, 1),
					Severity: engine.SeverityLow, Confidence: engine.ConfidenceHigh, Locus: engine.LocusInstruction,
					Message: "from line 3 to the end of line 5", Fingerprint: "f10",
				},
				{
					Rule: "body/long", Title: "Body is long", File: "skills/My-Skill/SKILL.md", Span: span(7, 1, 7, 4),
					Severity: engine.SeverityLow, Confidence: engine.ConfidenceHigh, Locus: engine.LocusInstruction,
					Message: "known", Fingerprint: "f5", Suppressed: &engine.Suppression{Kind: "baseline"},
				},
				{
					Rule: "body/long", Title: "Body is long", File: "skills/My-Skill/SKILL.md", Span: span(8, 1, 8, 4),
					Severity: engine.SeverityLow, Confidence: engine.ConfidenceHigh, Locus: engine.LocusInstruction, Message: "accepted", Fingerprint: "f6",
					Suppressed: &engine.Suppression{Kind: "settings", Reason: "vendored", Owner: "sec@example.org", Expires: "2030-01-01"},
				},
			}},
			{Path: "skills/clean", Name: "clean", Digest: "sha256:2", Verdict: engine.VerdictPass, Safety: engine.VerdictPass, Form: engine.VerdictPass, Complete: true},
			{Path: "skills/wide", Name: "wide", Digest: "sha256:3", Verdict: engine.VerdictPass, Safety: engine.VerdictPass, Form: engine.VerdictPass, Complete: true, Findings: []engine.Finding{{
				Rule: "spec/long", Title: "Line is long", File: "skills/wide/SKILL.md", Span: span(2, 514, 2, 518),
				Severity: engine.SeverityInfo, Confidence: engine.ConfidenceLow, Locus: engine.LocusManifest, Message: "here", Fingerprint: "f7",
			}}},
		},
		Configs: []engine.ConfigReport{{Path: "openclaw.json", Kind: "openclaw", Findings: []engine.Finding{{
			Rule: "config/gone", Title: "File could not be shown", File: "openclaw.json", Span: span(3, 4, 3, 9),
			Severity: engine.SeverityHigh, Confidence: engine.ConfidenceHigh, Locus: engine.LocusConfig, Message: "its text is not to be had", Fingerprint: "f8",
		}}}},
		Findings: []engine.Finding{{
			Rule: "set/no-match", Title: "Entry matches nothing", File: "openclaw.json", Severity: engine.SeverityLow, Confidence: engine.ConfidenceHigh,
			Locus: engine.LocusConfig, Message: "no place is known", Fingerprint: "f9",
		}},
		Summary: engine.Summary{
			Skills: 3, Configs: 1, Files: 4, Suppressed: 1, Baselined: 1,
			BySeverity: map[engine.Severity]int{"critical": 1, "high": 2, "medium": 1, "low": 3, "info": 1},
			ByVerdict:  map[engine.Verdict]int{"review": 1, "pass": 2},
		},
	}
}

// hostile is text that tries each format's syntax as well as the terminal.
const hostile = "\x1b[2J\x1b]8;;http://evil.example\x1b\\x \u202egnp.exe\u202c a\u200bb \u009b31m \r\n::error::forged%0A | `code` <script>&amp;</script> @team #1 https://evil.example www.evil.example ]]> \U000e0041\ufe01 \xff"

// hostileReport has hostile text in every field that comes out of a skill.
func hostileReport() engine.Report {
	f := engine.Finding{
		Rule: "text/hostile", Title: hostile, File: "evil/SKILL.md", Span: span(2, 7, 2, 12),
		Severity: engine.SeverityHigh, Confidence: engine.ConfidenceHigh, Locus: engine.LocusManifest,
		Message: hostile, Hint: hostile, Hosts: []string{hostile}, Docs: "javascript:alert(1)\x1b", Fingerprint: "h1",
		Related:    []engine.Related{{File: "evil/" + hostile, Span: span(1, 1, 1, 2), Message: hostile}},
		Fix:        &engine.Fix{Title: hostile, Edits: []engine.Edit{{File: "evil/" + hostile, Span: span(2, 7, 2, 8), Text: hostile}}},
		Suppressed: nil,
	}
	g := f
	g.File, g.Fingerprint = "evil/"+hostile, "h2"
	h := f
	h.Fingerprint = "h3"
	h.Suppressed = &engine.Suppression{Kind: "settings", Reason: hostile, Owner: hostile}
	return engine.Report{
		Schema: engine.ReportSchema,
		Skills: []engine.SkillReport{{Path: "evil/" + hostile, Name: hostile, Verdict: engine.VerdictBlock, Safety: engine.VerdictBlock, Form: engine.VerdictPass, Findings: []engine.Finding{f, g, h}}},
		Summary: engine.Summary{
			Skills: 1, Files: 1, Suppressed: 1,
			BySeverity: map[engine.Severity]int{"high": 2}, ByVerdict: map[engine.Verdict]int{"block": 1},
		},
	}
}

func rules() []engine.Rule {
	return []engine.Rule{
		{ID: "spec/unused", Title: "Never fires", Description: "Says what goes wrong.", Severity: engine.SeverityLow, Confidence: engine.ConfidenceHigh, Page: "# spec/unused\n", Docs: "https://example.org/rules/spec/unused"},
		{ID: "spec/name-format", Code: "SPEC-004", Title: "Name is not of the form that hosts accept", Description: "The host drops it.", Severity: engine.SeverityMedium, Confidence: engine.ConfidenceHigh, Page: "# spec/name-format\n", Docs: "https://example.org/rules/spec/name-format"},
	}
}

func render(t *testing.T, name string, r engine.Report, opts ...format.Option) []byte {
	t.Helper()
	write, ok := format.Lookup(name)
	if !ok {
		t.Fatalf("no format %q", name)
	}
	var b bytes.Buffer
	if err := write(&b, r, append(opts, format.WithSource(source), format.WithRules(rules()))...); err != nil {
		t.Fatalf("write %s: %v", name, err)
	}
	return b.Bytes()
}

func TestGolden(t *testing.T) {
	reports := map[string]engine.Report{"plain": plainReport(), "hostile": hostileReport(), "empty": {Schema: engine.ReportSchema}}
	for label, report := range reports {
		for _, name := range format.Names() {
			golden(t, label+"."+name, render(t, name, report))
		}
	}
	golden(t, "plain.color", render(t, format.NamePretty, plainReport(), format.WithColor(true), format.WithLinks(true, func(file string) string { return "/srv/" + file })))
	for _, columns := range []int{50, 80} {
		narrow := render(t, format.NamePretty, plainReport(), format.WithWidth(columns))
		golden(t, fmt.Sprintf("plain.%d-columns", columns), narrow)
		for line := range strings.Lines(string(narrow)) {
			if line = strings.TrimSuffix(line, "\n"); table.Cells(line) > columns && !strings.Contains(line, "https://") {
				t.Errorf("a line is wider than %d columns: %q", columns, line)
			}
		}
	}
	golden(t, "plain.threshold", render(t, format.NameJUnit, plainReport(), format.WithThreshold(engine.SeverityHigh)))
}

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	file := filepath.Join("testdata", name+".golden")
	if *update {
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s differs from its golden file (-want +got); run the test with -update:\n%s", name, diff)
	}
}

// TestOrder checks that the order in which findings come is of no matter.
func TestOrder(t *testing.T) {
	turned := plainReport()
	f := turned.Skills[0].Findings
	for i, j := 0, len(f)-1; i < j; i, j = i+1, j-1 {
		f[i], f[j] = f[j], f[i]
	}
	for _, name := range []string{format.NamePretty, format.NameCompact, format.NameSARIF, format.NameGitHub, format.NameMarkdown} {
		if diff := cmp.Diff(string(render(t, name, plainReport())), string(render(t, name, turned))); diff != "" {
			t.Errorf("%s depends on the order of findings:\n%s", name, diff)
		}
	}
}

// TestNothingRaw checks that no format lets a character through that acts on
// a terminal or hides.
func TestNothingRaw(t *testing.T) {
	for _, name := range format.Names() {
		out := render(t, name, hostileReport())
		for _, r := range string(out) {
			switch {
			case r == '\n':
			case r < 0x20, r == 0x7f, r >= 0x80 && r < 0xa0, r == 0x202e, r == 0x202c, r == 0x200b, r == 0xe0041, r == 0xfe01:
				t.Errorf("%s writes U+%04X raw", name, r)
			}
		}
	}
}

// TestLongMessage checks that a message of a megabyte does not flood a person,
// and that JSON keeps it.
func TestLongMessage(t *testing.T) {
	r := plainReport()
	r.Skills[0].Findings[0].Message = strings.Repeat("ä", 1<<20)
	for _, name := range format.Names() {
		n := bytes.Count(render(t, name, r), []byte("ä"))
		if name == format.NameJSON && n != 1<<20 || name != format.NameJSON && (n == 0 || n > 1000) {
			t.Errorf("%s shows %d characters of the message", name, n)
		}
	}
}

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

func TestWriteError(t *testing.T) {
	for _, name := range format.Names() {
		write, _ := format.Lookup(name)
		if err := write(failing{}, plainReport()); !errors.Is(err, io.ErrClosedPipe) {
			t.Errorf("%s: error %v; want the writer's", name, err)
		}
	}
}
