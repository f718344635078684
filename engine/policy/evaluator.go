package policy

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"sync"

	"github.com/open-policy-agent/opa/v1/ast"
)

// evaluator says who answers the questions under a context.
type evaluator struct {
	topdown    bool
	comparison *Comparison
}

type evaluatorKey struct{}

func evaluatorOf(ctx context.Context) evaluator {
	found, _ := ctx.Value(evaluatorKey{}).(evaluator)
	return found
}

// name tells questions that are readied for one evaluator from those for another.
func (e evaluator) name() string {
	switch {
	case e.topdown:
		return "\x00topdown"
	case e.comparison != nil:
		return "\x00both"
	}
	return ""
}

// WithTopdown has every question under ctx be compiled and answered by OPA, as if
// nothing had been compiled before: OPA is the reference for what a plan answers.
func WithTopdown(ctx context.Context) context.Context {
	return context.WithValue(ctx, evaluatorKey{}, evaluator{topdown: true})
}

// WithComparison has every question under ctx that a plan answers be answered by OPA,
// too, and tells comparison of both. The answer is that of OPA.
func WithComparison(ctx context.Context, comparison *Comparison) context.Context {
	return context.WithValue(ctx, evaluatorKey{}, evaluator{comparison: comparison})
}

// Comparison is what questions were answered by a plan and by OPA. It is safe for
// concurrent use.
type Comparison struct {
	mu     sync.Mutex
	asked  map[string]int
	differ []string
}

// Asked is how many questions both answered, by entry point.
func (c *Comparison) Asked() map[string]int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.asked
}

// Differ are the questions that they answered differently: the entry point, the input,
// and both answers.
func (c *Comparison) Differ() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.differ
}

// eval asks both, each with the input as it is given it.
func (c *Comparison) eval(ctx context.Context, q *Query, given any, input ast.Value) (any, error) {
	var planned any
	view, failed := inputView(given)
	if failed == nil {
		planned, _, failed = evalPlan(ctx, q.program, view, Budget{})
	}
	answer, err := q.evalTopdown(ctx, input)
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.asked == nil {
		c.asked = map[string]int{}
	}
	c.asked[q.entry]++
	if got, want := said(planned, failed), said(answer, err); !bytes.Equal(got, want) {
		c.differ = append(c.differ, fmt.Sprintf("%s\ninput: %s\nplan: %s\nOPA:  %s", q.entry, input, got, want))
	}
	return answer, err
}

// said is an answer or an error as text.
func said(answer any, err error) []byte {
	if err != nil {
		return []byte("error: " + err.Error())
	}
	text, err := json.Marshal(answer)
	if err != nil {
		return []byte("error: " + err.Error())
	}
	return text
}
