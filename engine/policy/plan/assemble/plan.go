package assemble

import (
	"context"
	"errors"
	"fmt"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/ir"
	"github.com/open-policy-agent/opa/v1/rego"

	"github.com/skillctl/skillctl/engine/policy/plan"
)

// Compiled writes the image of what answers one question, such as
// "data.skillctl.exec.operator.reasons", of policies that OPA has compiled. functions are
// those that they may call besides OPA's own. The image has one entry point, [Question].
func Compiled(ctx context.Context, compiler *ast.Compiler, functions []func(*rego.Rego), question string, sources *plan.Sources) (string, error) {
	taken := &taken{}
	ctx = context.WithValue(ctx, takenKey{}, taken)
	options := append([]func(*rego.Rego){rego.Query("result = " + question), rego.Compiler(compiler), rego.Target(plannerName)}, functions...)
	if _, err := rego.New(options...).PrepareForEval(ctx); err != nil {
		return "", fmt.Errorf("plan %s: %w", question, err)
	}
	if !registered || taken.policy == nil {
		return "", fmt.Errorf("plan %s: OPA gives no plan", question)
	}
	return Assemble(taken.policy, sources)
}

// Question is the entry point of an image of one question.
const Question = "data.eval"

// plannerName is the target of questions that are planned, and not answered.
const plannerName = "skillctl-plan"

// registered: OPA plans a question for who evaluates plans, and knows these by a table
// that it reads without a lock. So this one is put there before anything runs.
var registered = func() bool { //nolint:gochecknoglobals // the table is OPA's
	rego.RegisterPlugin(plannerName, planner{})
	return true
}()

type takenKey struct{}

// taken is the plan of one question.
type taken struct{ policy *ir.Policy }

// planner takes the plan of a question, and answers none.
type planner struct{}

// IsTarget is part of [rego.TargetPlugin].
func (planner) IsTarget(name string) bool { return name == plannerName }

// PrepareForEval is part of [rego.TargetPlugin].
func (p planner) PrepareForEval(ctx context.Context, policy *ir.Policy, _ ...rego.PrepareOption) (rego.TargetPluginEval, error) {
	if taken, ok := ctx.Value(takenKey{}).(*taken); ok {
		taken.policy = policy
	}
	return p, nil
}

// Eval is part of [rego.TargetPluginEval].
func (planner) Eval(context.Context, *rego.EvalContext, ast.Value) (ast.Value, error) {
	return nil, errors.New("the question was planned only")
}
