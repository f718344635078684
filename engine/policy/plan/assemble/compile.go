package assemble

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/bundle"
	"github.com/open-policy-agent/opa/v1/compile"
	"github.com/open-policy-agent/opa/v1/ir"

	"github.com/skillctl/skillctl/engine/policy/plan"
)

// compilePlan has OPA make a plan of modules. The modules are changed by that.
func compilePlan(ctx context.Context, sources *plan.Sources) (*ir.Policy, error) {
	source := &bundle.Bundle{Data: map[string]any{}}
	source.Manifest.Init()
	for name, module := range sources.Modules {
		source.Modules = append(source.Modules, bundle.ModuleFile{URL: name, Path: name, Parsed: module})
	}
	var paths []string
	for _, entry := range sources.Entries {
		paths = append(paths, strings.ReplaceAll(strings.TrimPrefix(entry, "data."), ".", "/"))
	}
	compiler := compile.New().WithTarget(compile.TargetPlan).WithCapabilities(sources.Capabilities).WithBundle(source).
		WithRegoVersion(ast.RegoV1).WithPruneUnused(true).WithEntrypoints(paths...)
	if err := compiler.Build(ctx); err != nil {
		return nil, fmt.Errorf("plan policies: %w", err)
	}
	plans := compiler.Bundle().PlanModules
	if len(plans) != 1 {
		return nil, errors.New("plan policies: there is no plan")
	}
	policy := &ir.Policy{}
	if err := json.Unmarshal(plans[0].Raw, policy); err != nil {
		return nil, fmt.Errorf("read plan: %w", err)
	}
	for _, f := range policy.Funcs.Funcs {
		visit(f.Blocks, plainOperands)
	}
	for _, p := range policy.Plans.Plans {
		visit(p.Blocks, plainOperands)
	}
	return policy, nil
}

// plainOperands makes the operands of a statement what the planner has: reading a plan
// from JSON gives pointers to them.
func plainOperands(stmt ir.Stmt) {
	value := reflect.ValueOf(stmt).Elem()
	for i := range value.NumField() {
		switch field := value.Field(i).Addr().Interface().(type) {
		case *ir.Operand:
			*field = plain(*field)
		case *[]ir.Operand:
			for k, operand := range *field {
				(*field)[k] = plain(operand)
			}
		}
	}
}

func plain(operand ir.Operand) ir.Operand {
	switch value := operand.Value.(type) {
	case *ir.Local:
		operand.Value = *value
	case *ir.StringIndex:
		operand.Value = *value
	case *ir.Bool:
		operand.Value = *value
	}
	return operand
}
