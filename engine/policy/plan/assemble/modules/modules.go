// Package modules has OPA compile policies for many questions at once, to one image. It is
// for who builds skillctl: what it draws in of OPA is in no other program.
package modules

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/bundle"
	"github.com/open-policy-agent/opa/v1/compile"
	"github.com/open-policy-agent/opa/v1/ir"

	"github.com/skillctl/skillctl/engine/policy/plan"
	"github.com/skillctl/skillctl/engine/policy/plan/assemble"
)

// Image has OPA compile sources, and writes the image of the plan.
func Image(ctx context.Context, sources *plan.Sources) (string, error) {
	policy, err := compilePlan(ctx, sources)
	if err != nil {
		return "", err
	}
	return assemble.Assemble(policy, sources)
}

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
	return policy, nil
}
