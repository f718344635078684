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
// which combinations of severity, confidence and locus were found, of which
// there are few: each is asked once.
type verdicts struct {
	ask   func(context.Context) (*policy.Query, error)
	known sync.Map // string -> Verdict
}

// weight is what counts of a finding.
type weight struct {
	Severity   engine.Severity   `json:"severity"`
	Confidence engine.Confidence `json:"confidence"`
	Locus      engine.Locus      `json:"locus"`
}

func (v *verdicts) of(ctx context.Context, findings []engine.Finding, complete bool) (engine.Verdict, error) {
	weights, key := weigh(findings, complete)
	if verdict, ok := v.known.Load(key); ok {
		return verdict.(engine.Verdict), nil
	}
	query, err := v.ask(ctx)
	if err != nil {
		return engine.VerdictBlock, err
	}
	input := struct {
		Complete bool     `json:"complete"`
		Findings []weight `json:"findings"`
	}{complete, weights}
	var verdict engine.Verdict
	if err := query.EvalInto(ctx, input, &verdict); err != nil {
		return engine.VerdictBlock, err
	}
	switch verdict {
	case engine.VerdictPass, engine.VerdictReview, engine.VerdictBlock:
	default:
		return engine.VerdictBlock, fmt.Errorf("the policy answers %q; a verdict is pass, review or block", verdict)
	}
	v.known.Store(key, verdict)
	return verdict, nil
}

func weigh(findings []engine.Finding, complete bool) ([]weight, string) {
	seen := map[weight]bool{}
	weights := []weight{}
	for i := range findings {
		w := weight{findings[i].Severity, findings[i].Confidence, findings[i].Locus}
		if !seen[w] {
			seen[w] = true
			weights = append(weights, w)
		}
	}
	keys := make([]string, 0, len(weights))
	for _, w := range weights {
		keys = append(keys, fmt.Sprintf("%s/%s/%s", w.Severity, w.Confidence, w.Locus))
	}
	slices.Sort(keys)
	return weights, fmt.Sprintf("%t %s", complete, strings.Join(keys, " "))
}
