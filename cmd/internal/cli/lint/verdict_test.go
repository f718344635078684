package lint

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/lint"
	"github.com/skillctl/skillctl/internal/document"
	"github.com/skillctl/skillctl/schema"
)

// TestExplainedShape holds what explain-verdict writes against the schema.
func TestExplainedShape(t *testing.T) {
	t.Parallel()
	span := document.Span{Start: document.Position{Line: 3, Column: 1}, End: document.Position{Line: 3, Column: 4, Offset: 3}}
	finding := engine.Finding{
		Rule: "exf/secret-upload", Title: "t", File: "a/run.sh", Span: span, Severity: engine.SeverityHigh, Confidence: "high", Locus: "script", Message: "m", Hint: "h",
		Fingerprint: "f", Related: []engine.Related{{File: "a/SKILL.md", Span: span, Message: "read here"}, {File: "a/lib.sh", Span: span, Message: "passed on"}},
	}
	told := explained{Schema: explainedSchema, Skills: []explainedSkill{
		explainedOf(
			engine.SkillReport{Path: "a", Name: "a", Verdict: engine.VerdictBlock, Safety: engine.VerdictBlock, Form: engine.VerdictPass, Complete: true},
			lint.Behind{Findings: []lint.Cause{{Finding: finding, Without: engine.VerdictPass}}, Without: engine.VerdictPass},
		),
		explainedOf(engine.SkillReport{Path: "b", Verdict: engine.VerdictPass, Safety: engine.VerdictPass, Form: engine.VerdictPass}, lint.Behind{Without: engine.VerdictPass}),
	}}
	text, err := json.Marshal(told)
	if err != nil {
		t.Fatal(err)
	}
	var document map[string]any
	if err := json.Unmarshal(text, &document); err != nil {
		t.Fatal(err)
	}
	for _, v := range schema.New().Validate(schema.Verdicts, document) {
		t.Errorf("%s: %s", schema.PathString(v.Path), v.Message)
	}
	chain := told.Skills[0].Behind[0].Chain
	var roles []string
	for _, place := range chain {
		roles = append(roles, place.Role)
	}
	if len(roles) != 3 || roles[0] != "source" || roles[1] != "step" || roles[2] != "sink" || chain[2].File != "a/run.sh" {
		t.Errorf("the chain is %+v", chain)
	}
}

// TestExplainedWidth breaks what is told into lines that fit, but for what has no blank.
func TestExplainedWidth(t *testing.T) {
	told := explained{Skills: []explainedSkill{{Path: "skills/a", Verdict: "block", Safety: "block", Form: "pass", Without: "pass", Behind: []explainedCause{{
		Rule: "exf/x", Title: "Sends what is secret to a machine that nobody knows", Severity: "high", Confidence: "high", Locus: "script", Without: "pass",
		Chain: []engine.Place{{Role: "source", Text: strings.Repeat("word ", 30), File: "skills/a/SKILL.md"}}, Change: strings.Repeat("take it out ", 10),
	}}}}}
	for line := range strings.SplitSeq(told.text(60), "\n") {
		if len([]rune(line)) > 60 {
			t.Errorf("%q is wider than 60", line)
		}
	}
	if !strings.Contains(told.text(0), strings.TrimSpace(strings.Repeat("word ", 30))) {
		t.Error("without a width, lines are broken")
	}
}
