package lint_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/cache"
	"github.com/skillctl/skillctl/engine/lint"
	"github.com/skillctl/skillctl/engine/policy"
	"github.com/skillctl/skillctl/policies"
)

// policySet is a small set of rules, so that these tests say how the engine
// works whatever the real rules say.
func policySet(rules map[string]string) fstest.MapFS {
	files := fstest.MapFS{}
	add := func(name, text string) { files[name] = &fstest.MapFile{Data: []byte(text)} }
	for id, body := range rules {
		category, name, _ := strings.Cut(id, "/")
		folder := "rules/" + id + "/"
		add(folder+strings.ReplaceAll(name, "-", "_")+".rego", fmt.Sprintf(`# METADATA
# title: Title of %[1]s
# description: Description of %[1]s.
# custom:
#   code: T-%[3]s
#   severity: high
#   confidence: high
#   locus: manifest
#   unit: skill
#   fix: none
#   options:
#     word: {default: TODO, description: what to look for}
package skillctl.rules.%[2]s["%[3]s"]

%[4]s
`, id, category, name, body))
		add(folder+"README.md", "# "+id)
	}
	own := []string{"lint/lint.rego", "lint/verdict.rego"}
	shared, err := fs.Glob(policies.FS(), "lib/*.rego")
	if err != nil {
		panic(err)
	}
	for _, name := range append(own, shared...) {
		text, err := fs.ReadFile(policies.FS(), name)
		if err != nil {
			panic(err)
		}
		add(name, string(text))
	}
	return files
}

const nameRule = `findings contains {"message": sprintf("name is %s", [input.skill.front.fields.name.value]), "hint": "h", "at": {"path": ["name"]}} if {
	contains(input.skill.front.fields.name.value, input.options["t/name"].word)
}`

func newLinter(t *testing.T, opts ...lint.Option) *lint.Linter {
	t.Helper()
	opts = append([]lint.Option{lint.WithPolicies(policy.WithFiles(policySet(map[string]string{"t/name": nameRule})))}, opts...)
	e, err := lint.New(opts...)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func lintPaths(t *testing.T, e *lint.Linter, paths ...string) engine.Report {
	t.Helper()
	report, err := e.Lint(context.Background(), paths)
	if err != nil {
		t.Fatal(err)
	}
	return report
}

// skills writes one skill a name below a new working directory.
func skills(t *testing.T, names ...string) {
	t.Helper()
	t.Chdir(t.TempDir())
	for _, name := range names {
		if err := os.MkdirAll(name, 0o755); err != nil {
			t.Fatal(err)
		}
		text := "---\nname: " + name + "\ndescription: Does it.\n---\n# Body\n"
		if err := os.WriteFile(filepath.Join(name, "SKILL.md"), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func TestFinding(t *testing.T) {
	skills(t, "a-TODO", "b")
	report := lintPaths(t, newLinter(t), ".")
	if len(report.Skills) != 2 || len(report.Skills[1].Findings) != 0 {
		t.Fatalf("got %+v", report.Skills)
	}
	got := report.Skills[0]
	if got.Path != "a-TODO" || got.Name != "a-TODO" || got.Verdict != engine.VerdictBlock || report.Skills[1].Verdict != engine.VerdictPass {
		t.Errorf("got %+v", got)
	}
	finding := got.Findings[0]
	finding.Fingerprint = ""
	want := engine.Finding{
		Rule: "t/name", Code: "T-name", Title: "Title of t/name", File: "a-TODO/SKILL.md",
		Severity: engine.SeverityHigh, Confidence: engine.ConfidenceHigh, Locus: engine.LocusManifest,
		Message: "name is a-TODO", Hint: "h", Docs: lint.DocsBase + "t/name",
	}
	want.Span.Start.Line, want.Span.Start.Column, want.Span.Start.Offset = 2, 7, 10
	want.Span.End.Line, want.Span.End.Column, want.Span.End.Offset = 2, 13, 16
	if diff := cmp.Diff(want, finding); diff != "" {
		t.Error(diff)
	}
	if report.Summary.BySeverity[engine.SeverityHigh] != 1 || report.Summary.ByVerdict[engine.VerdictPass] != 1 || report.Summary.Files != 2 {
		t.Errorf("summary: %+v", report.Summary)
	}
}

func TestControl(t *testing.T) {
	day := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	suppress := func(change func(*lint.SuppressionRule)) lint.Control {
		rule := lint.SuppressionRule{Rule: "t/name", Path: "a-TODO", Reason: "known", Owner: "ops"}
		change(&rule)
		return lint.Control{Suppressions: []lint.SuppressionRule{rule}}
	}
	level := func(level string) lint.Control {
		return lint.Control{Rules: map[string]lint.RuleControl{"t/name": {Level: level}}}
	}
	for name, test := range map[string]struct {
		control lint.Control
		// want is the severities of the findings that count, and the verdict.
		want    string
		verdict engine.Verdict
	}{
		"nothing said":             {lint.Control{}, "high", engine.VerdictBlock},
		"off":                      {level("off"), "", engine.VerdictPass},
		"another level":            {level("low"), "low", engine.VerdictPass},
		"an option":                {lint.Control{Rules: map[string]lint.RuleControl{"t/name": {Options: map[string]any{"word": "other"}}}}, "", engine.VerdictPass},
		"only by category":         {lint.Control{Only: []string{"t"}}, "high", engine.VerdictBlock},
		"ignored by code":          {lint.Control{Ignore: []string{"t-NAME"}}, "", engine.VerdictPass},
		"suppressed":               {suppress(func(*lint.SuppressionRule) {}), "", engine.VerdictPass},
		"suppressed until today":   {suppress(func(r *lint.SuppressionRule) { r.Expires = "2026-03-01" }), "", engine.VerdictPass},
		"suppression has expired":  {suppress(func(r *lint.SuppressionRule) { r.Expires = "2026-02-28" }), "high", engine.VerdictBlock},
		"suppressed elsewhere":     {suppress(func(r *lint.SuppressionRule) { r.Path = "b/**" }), "high", engine.VerdictBlock},
		"suppressed, other text":   {suppress(func(r *lint.SuppressionRule) { r.Contains = "xyz" }), "high", engine.VerdictBlock},
		"path ignored":             {lint.Control{IgnorePaths: []string{"a-*"}}, "", engine.VerdictPass},
		"sure enough to be listed": {lint.Control{MinConfidence: engine.ConfidenceHigh}, "high", engine.VerdictBlock},
	} {
		t.Run(name, func(t *testing.T) {
			skills(t, "a-TODO", "b")
			report := lintPaths(t, newLinter(t, lint.WithControl(test.control), lint.WithNow(day)), ".")
			var severities []string
			for _, finding := range report.All() {
				if finding.Suppressed == nil {
					severities = append(severities, string(finding.Severity))
				} else if finding.Suppressed.Reason != "known" || finding.Suppressed.Owner != "ops" {
					t.Errorf("suppressed by %+v", finding.Suppressed)
				}
			}
			if got := strings.Join(severities, " "); got != test.want {
				t.Errorf("got findings %q, want %q", got, test.want)
			}
			if got := report.Skills[0].Verdict; got != test.verdict {
				t.Errorf("got verdict %s, want %s", got, test.verdict)
			}
		})
	}
}

func TestSettingsThatNameNoRule(t *testing.T) {
	t.Parallel()
	for name, control := range map[string]lint.Control{
		"level":       {Rules: map[string]lint.RuleControl{"t/nam": {Level: "off"}}},
		"only":        {Only: []string{"t/nam"}},
		"ignore":      {Ignore: []string{"t/nam"}},
		"suppression": {Suppressions: []lint.SuppressionRule{{Rule: "t/nam"}}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := lint.New(lint.WithPolicies(policy.WithFiles(policySet(map[string]string{"t/name": nameRule}))), lint.WithControl(control))
			var unknown *lint.UnknownRuleError
			if !errors.As(err, &unknown) || unknown.Near != "t/name" {
				t.Errorf("got %v, want a question whether t/name is meant", err)
			}
		})
	}
}

// TestSameBytes lints many skills in parallel, then one by one, then from the
// cache: the reports are the same to the byte.
func TestSameBytes(t *testing.T) {
	var names []string
	for i := range 60 {
		names = append(names, fmt.Sprintf("s%02d-%s", i, []string{"TODO", "done"}[i%2]))
	}
	skills(t, names...)
	kept, err := cache.Open(t.TempDir() + "/cache")
	if err != nil {
		t.Fatal(err)
	}
	var reports []string
	for _, opts := range [][]lint.Option{
		{lint.WithJobs(8), lint.WithCache(kept)},
		{lint.WithJobs(1)},
		{lint.WithJobs(8), lint.WithCache(kept)},
	} {
		report := lintPaths(t, newLinter(t, opts...), ".")
		text, err := json.Marshal(report)
		if err != nil {
			t.Fatal(err)
		}
		reports = append(reports, string(text))
		if last := len(reports) == 3; last != (report.Summary.Cached == 60) {
			t.Errorf("run %d took %d skills from the cache", len(reports), report.Summary.Cached)
		}
	}
	if reports[0] != reports[1] || reports[0] != reports[2] {
		t.Error("the reports differ")
	}
}

// TestCacheForgets changes, one at a time, what an answer depends on.
func TestCacheForgets(t *testing.T) {
	skills(t, "a-TODO")
	kept, err := cache.Open(t.TempDir() + "/cache")
	if err != nil {
		t.Fatal(err)
	}
	cached := func(opts ...lint.Option) int {
		return lintPaths(t, newLinter(t, append(opts, lint.WithCache(kept))...), ".").Summary.Cached
	}
	if cached() != 0 || cached() != 1 {
		t.Fatal("the second run does not use the cache")
	}
	for name, option := range map[string]lint.Option{
		"version": lint.WithVersion("2"),
		"hosts":   lint.WithControl(lint.Control{Hosts: []string{"claude"}}),
		"level":   lint.WithControl(lint.Control{Rules: map[string]lint.RuleControl{"t/name": {Level: "low"}}}),
		"options": lint.WithControl(lint.Control{Rules: map[string]lint.RuleControl{"t/name": {Options: map[string]any{"word": "x"}}}}),
		"policy":  lint.WithPolicies(policy.WithFiles(policySet(map[string]string{"t/name": nameRule + "\n# changed"}))),
	} {
		if cached(option) != 0 {
			t.Errorf("another %s, the same answer", name)
		}
	}
	if err := os.Chmod("a-TODO/SKILL.md", 0o777); err != nil {
		t.Fatal(err)
	}
	if cached() != 0 {
		t.Error("another mode, the same answer")
	}
	if err := os.WriteFile("a-TODO/more.txt", nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if cached() != 0 {
		t.Error("another file, the same answer")
	}
}

func TestRuleThatFails(t *testing.T) {
	skills(t, "a")
	e, err := lint.New(lint.WithPolicies(policy.WithFiles(policySet(map[string]string{"t/bad": `findings contains {"message": x} if x := 1 / (input.skill.counts.files - 1)`}))))
	if err != nil {
		t.Fatal(err)
	}
	_, err = e.Lint(context.Background(), []string{"."})
	if err == nil || !strings.Contains(err.Error(), `lint "a"`) || !strings.Contains(err.Error(), "rules/t/bad/bad.rego") {
		t.Errorf("got %v, want the skill and the policy named", err)
	}
}

func TestIncompleteRuleIsRefused(t *testing.T) {
	t.Parallel()
	for _, missing := range []string{"severity", "confidence", "locus", "unit", "fix", "title", "description"} {
		set := policySet(map[string]string{"t/name": nameRule})
		file := set["rules/t/name/name.rego"]
		var kept []string
		for _, line := range strings.Split(string(file.Data), "\n") {
			if !strings.HasPrefix(strings.TrimLeft(line, "# "), missing+":") {
				kept = append(kept, line)
			}
		}
		file.Data = []byte(strings.Join(kept, "\n"))
		if _, err := lint.New(lint.WithPolicies(policy.WithFiles(set))); err == nil {
			t.Errorf("a rule without %s was taken", missing)
		}
	}
}

func TestCancel(t *testing.T) {
	skills(t, "a", "b")
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := newLinter(t).Lint(ctx, []string{"."}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

// TestBaselineKeys: a fingerprint stays when other lines are added, and two
// equal findings have two.
func TestFingerprints(t *testing.T) {
	skills(t, "a-TODO")
	e := newLinter(t)
	first := lintPaths(t, e, ".").Skills[0].Findings[0].Fingerprint
	text := "---\n# a comment\nname: a-TODO\ndescription: Does it.\n---\n# Body\nmore\n"
	if err := os.WriteFile("a-TODO/SKILL.md", []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	if got := lintPaths(t, e, ".").Skills[0].Findings[0].Fingerprint; got != first {
		t.Errorf("the fingerprint moved with the line")
	}
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	if got := lintPaths(t, e, dir).Skills[0].Findings[0].Fingerprint; got != first {
		t.Errorf("the fingerprint depends on how the folder is named")
	}
}
