package policy

import (
	"context"
	"errors"
	"fmt"

	"github.com/open-policy-agent/opa/v1/rego"
)

// Result is one answer to a question: the values of its expressions, in order,
// and of its variables by name.
type Result struct {
	Values    []any          `json:"values"`
	Variables map[string]any `json:"variables"`
}

// Ask asks a question in Rego, such as "data.skillctl.exec.decision" or
// "some c in input.facts.commands; c.base", of the set. The question may call
// what policies may call, and no more. No results mean that the answer is
// undefined. A question or policy that does not compile or fails is a
// [*ProblemError].
func (s *Set) Ask(ctx context.Context, question string, input any) ([]Result, error) {
	query, err := s.compile(ctx, question)
	var problems *ProblemError
	if errors.As(err, &problems) {
		return nil, problems
	}
	if err != nil {
		return nil, err
	}
	value, err := inputValue(input)
	if err != nil {
		return nil, fmt.Errorf("encode input: %w", err)
	}
	found, err := query.prepared.Eval(ctx, rego.EvalParsedInput(value))
	if err != nil {
		return nil, inWords(err)
	}
	results := []Result{}
	for _, one := range found {
		result := Result{Values: []any{}, Variables: map[string]any(one.Bindings)}
		for _, expression := range one.Expressions {
			result.Values = append(result.Values, expression.Value)
		}
		results = append(results, result)
	}
	return results, nil
}
