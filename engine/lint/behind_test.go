package lint_test

import (
	"testing"

	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/lint"
)

// TestBehind: what gives a verdict, and which one is left without it.
func TestBehind(t *testing.T) {
	e, err := lint.New()
	if err != nil {
		t.Fatal(err)
	}
	found := func(rule string, severity engine.Severity) engine.Finding {
		return engine.Finding{Rule: rule, Severity: severity, Confidence: engine.ConfidenceHigh, Locus: engine.LocusScript}
	}
	grave, other, doubt, small := found("exe/a", engine.SeverityHigh), found("exf/b", engine.SeverityCritical), found("inj/c", engine.SeverityMedium), found("exe/d", engine.SeverityLow)
	for name, c := range map[string]struct {
		verdict  engine.Verdict
		complete bool
		findings []engine.Finding
		causes   []engine.Verdict // what is left without each
		unread   bool
		without  engine.Verdict
	}{
		"one":              {engine.VerdictBlock, true, []engine.Finding{small, grave, doubt}, []engine.Verdict{engine.VerdictReview}, false, engine.VerdictReview},
		"two":              {engine.VerdictBlock, true, []engine.Finding{grave, other}, []engine.Verdict{engine.VerdictBlock, engine.VerdictBlock}, false, engine.VerdictPass},
		"a doubt":          {engine.VerdictReview, true, []engine.Finding{doubt, small}, []engine.Verdict{engine.VerdictPass}, false, engine.VerdictPass},
		"what is not read": {engine.VerdictReview, false, []engine.Finding{doubt}, []engine.Verdict{engine.VerdictReview}, true, engine.VerdictPass},
		"nothing":          {engine.VerdictPass, true, []engine.Finding{small}, []engine.Verdict{}, false, engine.VerdictPass},
	} {
		got, err := e.Behind(t.Context(), engine.SkillReport{Verdict: c.verdict, Complete: c.complete, Findings: c.findings})
		if err != nil {
			t.Fatal(err)
		}
		if len(got.Findings) != len(c.causes) || got.Unread != c.unread || got.Without != c.without {
			t.Errorf("%s: %+v", name, got)
			continue
		}
		for i, cause := range got.Findings {
			if cause.Without != c.causes[i] {
				t.Errorf("%s: without %s the verdict is %s, want %s", name, cause.Finding.Rule, cause.Without, c.causes[i])
			}
		}
	}
}
