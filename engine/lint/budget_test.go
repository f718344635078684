package lint

import (
	"context"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/policy"
	"github.com/skillctl/skillctl/engine/work"
)

// TestBudget: rules that are not judged for want of work are told as what was not read,
// what others found stands, and who has rules about attacks left out is blocked.
func TestBudget(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "tables")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	text := "---\nname: Tables\ndescription: Helps with tables of sales. Use it when a table is to be made.\n---\n# Tables\n\n" +
		strings.Repeat("Read the table with care. Put the sum below it, and show it to the user before it is sent.\n\n", 50)
	if err := os.WriteFile(filepath.Join(dir, "SKILL.md"), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name   string
		budget policy.Budget
		safety engine.Verdict
		// told is what the report says of rules that were not judged, keeps one that was.
		told, keeps string
	}{
		{"enough", policy.Budget{Part: work.Rule, Whole: work.Rules, Apart: isRuleFile}, engine.VerdictPass, "", "spec/name-format"},
		{"not for one rule", policy.Budget{Part: 20_000, Whole: work.Rules, Apart: isRuleFile}, engine.VerdictBlock, "inj/", "spec/name-format"},
		{"not for what comes behind", policy.Budget{Part: 20_000, Whole: 40_000, Apart: isRuleFile}, engine.VerdictBlock, "zeroclaw", ""},
		{"not for form", policy.Budget{Part: work.Rule, Whole: work.Rules, Apart: func(file string) bool { return file == "rules/spec/name-format/name_format.rego" }}, engine.VerdictPass, "", "spec/name-format"},
		{"for nothing", policy.Budget{Part: 20_000, Whole: 40_000, Apart: func(string) bool { return false }}, engine.VerdictBlock, "no rule was judged", ""},
	} {
		var before engine.Report
		for round := range 2 {
			linter, err := New()
			if err != nil {
				t.Fatal(err)
			}
			linter.budget = c.budget
			report, err := linter.Lint(context.Background(), []string{dir})
			if err != nil {
				t.Fatal(err)
			}
			got := report.Skills[0]
			if got.Safety != c.safety || got.Complete != (c.told == "") {
				t.Errorf("%s: %s, complete: %t, want %s", c.name, got.Safety, got.Complete, c.safety)
			}
			has := func(rule, text string) bool {
				return slices.ContainsFunc(got.Findings, func(f engine.Finding) bool { return f.Rule == rule && strings.Contains(f.Message, text) })
			}
			if told := has(unreadRule, c.told); c.told != "" && !told {
				t.Errorf("%s: nothing says that %q was not judged: %v", c.name, c.told, got.Findings)
			}
			if c.keeps != "" && !has(c.keeps, "") {
				t.Errorf("%s: what %s finds is lost", c.name, c.keeps)
			}
			if round > 0 && !reflect.DeepEqual(report, before) {
				t.Errorf("%s: the report is another one the second time", c.name)
			}
			before = report
		}
	}
}
