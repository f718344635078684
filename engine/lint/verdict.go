package lint

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/policy"
)

// verdicts asks the policy what the gate would do. A verdict depends only on
// which combinations of category, severity, confidence and locus were found, of
// which there are few: each is asked once.
type verdicts struct {
	ask      func(context.Context) (*policy.Query, error)
	security func(rule string) bool
	known    sync.Map // string -> judgement
}

// judgement is what the policy says of a skill: the verdict, and the two that it is
// drawn from.
type judgement struct {
	Verdict engine.Verdict `json:"verdict"`
	Safety  engine.Verdict `json:"safety"`
	Form    engine.Verdict `json:"form"`
}

// weight is what counts of a finding.
type weight struct {
	// Category is that of the rule; Security that the rule is about attacks, although
	// not all of its category are.
	Category   string            `json:"category"`
	Security   bool              `json:"security"`
	Severity   engine.Severity   `json:"severity"`
	Confidence engine.Confidence `json:"confidence"`
	Locus      engine.Locus      `json:"locus"`
}

func (v *verdicts) of(ctx context.Context, findings []engine.Finding, complete bool) (judgement, error) {
	refused := judgement{engine.VerdictBlock, engine.VerdictBlock, engine.VerdictBlock}
	weights, key := v.weigh(findings, complete)
	if known, ok := v.known.Load(key); ok {
		return known.(judgement), nil
	}
	query, err := v.ask(ctx)
	if err != nil {
		return refused, err
	}
	input := struct {
		Complete bool     `json:"complete"`
		Findings []weight `json:"findings"`
	}{complete, weights}
	var said judgement
	if err := query.EvalInto(ctx, input, &said); err != nil {
		return refused, err
	}
	for _, verdict := range []engine.Verdict{said.Verdict, said.Safety, said.Form} {
		switch verdict {
		case engine.VerdictPass, engine.VerdictReview, engine.VerdictBlock:
		default:
			return refused, fmt.Errorf("the policy answers %q; a verdict is pass, review or block", verdict)
		}
	}
	v.known.Store(key, said)
	return said, nil
}

func (v *verdicts) weigh(findings []engine.Finding, complete bool) ([]weight, string) {
	seen := map[weight]bool{}
	weights := []weight{}
	for i := range findings {
		f := &findings[i]
		category, _, _ := strings.Cut(f.Rule, "/")
		w := weight{category, v.security(f.Rule), f.Severity, f.Confidence, f.Locus}
		if !seen[w] {
			seen[w] = true
			weights = append(weights, w)
		}
	}
	keys := make([]string, 0, len(weights))
	for _, w := range weights {
		keys = append(keys, fmt.Sprintf("%s/%t/%s/%s/%s", w.Category, w.Security, w.Severity, w.Confidence, w.Locus))
	}
	slices.Sort(keys)
	return weights, fmt.Sprintf("%t %s", complete, strings.Join(keys, " "))
}

// Security reports whether a rule is about attacks, although not all of its category
// are ([engine.Rule]).
func (e *Linter) Security(rule string) bool { return e.byID[rule].Security }
