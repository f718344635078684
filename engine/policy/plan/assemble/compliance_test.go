package assemble_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/ir"
	"github.com/open-policy-agent/opa/v1/rego"
	"github.com/open-policy-agent/opa/v1/test/cases"
	"github.com/open-policy-agent/opa/v1/test/cases/testdata"
	"github.com/open-policy-agent/opa/v1/topdown"
	"github.com/open-policy-agent/opa/v1/util"

	"github.com/skillctl/skillctl/engine/policy/plan"
	"github.com/skillctl/skillctl/engine/policy/plan/assemble"
)

// every is how many of OPA's cases one is run of; all with SKILLCTL_SLOW=1.
const every = 6

// TestCompliance runs the cases that OPA holds evaluators to.
func TestCompliance(t *testing.T) {
	all := complianceCases(t)
	if len(all) < 2000 {
		t.Fatalf("there are %d cases", len(all))
	}
	planner := &capture{}
	rego.RegisterPlugin("skillctl", planner)
	t.Cleanup(rego.ResetTargetPlugins)
	ran, failed := 0, 0
	for i, one := range all {
		reason := excused(one)
		if os.Getenv("SKILLCTL_SLOW") == "" && i%every != 0 {
			continue
		}
		ran++
		err := comply(t, planner, one)
		switch {
		case err != nil && reason == "":
			t.Errorf("%s: %v", one.Note, err)
			failed++
		case err != nil:
			t.Logf("not as OPA wants: %s: %s", one.Note, reason)
		}
	}
	t.Logf("%d of %d cases; %d differ and none says why", ran, len(all), failed)
}

func complianceCases(t *testing.T) []cases.TestCase {
	t.Helper()
	var all []cases.TestCase
	err := fs.WalkDir(testdata.V1, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := fs.ReadFile(testdata.V1, name)
		if err != nil {
			return err
		}
		var set cases.Set
		if err := util.Unmarshal(text, &set); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		for i := range set.Cases {
			set.Cases[i].Filename = name
		}
		all = append(all, set.Cases...)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return cases.Set{Cases: all}.Sorted().Cases
}

// capture is given the plan of a question by OPA.
type capture struct{ policy *ir.Policy }

func (*capture) IsTarget(name string) bool { return name == "skillctl" }

func (c *capture) PrepareForEval(_ context.Context, policy *ir.Policy, _ ...rego.PrepareOption) (rego.TargetPluginEval, error) {
	c.policy = policy
	return c, nil
}

func (*capture) Eval(context.Context, *rego.EvalContext, ast.Value) (ast.Value, error) {
	return nil, errors.New("nobody asks this")
}

// whole is data that is there at once.
type whole struct{ term *ast.Term }

func (w whole) Whole() (*ast.Term, error) { return w.term, nil }

func (w whole) Table(string) (*ast.Term, error) { return nil, errors.New("there are no tables") }

// comply says how a case is not answered as OPA wants.
func comply(t *testing.T, planner *capture, one cases.TestCase) (err error) {
	defer func() {
		if failed := recover(); failed != nil {
			err = fmt.Errorf("panic: %v", failed)
		}
	}()
	for name, value := range one.Env {
		t.Setenv(name, value)
	}
	options := []func(*rego.Rego){rego.Query(one.Query), rego.Target("skillctl"), rego.SetRegoVersion(ast.RegoV1)}
	for i, module := range one.Modules {
		options = append(options, rego.Module(fmt.Sprintf("test-%d.rego", i), module))
	}
	if one.ExperimentalKeywords {
		options = append(options, rego.Capabilities(ast.CapabilitiesForThisVersion(ast.CapabilitiesExperimentalKeywords(true))))
	}
	planner.policy = nil
	if _, err := rego.New(options...).PrepareForEval(t.Context()); err != nil {
		return fmt.Errorf("plan: %w", err)
	}
	text, err := assemble.Assemble(planner.policy, &plan.Sources{Digest: "test"})
	if err != nil {
		return err
	}
	image, err := plan.Open(text)
	if err != nil {
		return err
	}
	data := ast.ObjectTerm()
	if one.Data != nil {
		data = ast.NewTerm(ast.MustInterfaceToValue(*one.Data))
	}
	program, ok := image.Program("data.eval", nil, func(name string) (topdown.BuiltinFunc, bool) {
		return topdown.GetBuiltin(name), ast.BuiltinMap[name].Relation
	}, whole{data})
	if !ok {
		return errors.New("there is no program")
	}
	if !one.StrictError {
		program = program.Lenient()
	}
	var input *ast.Term
	if one.InputTerm != nil {
		input = ast.MustParseTerm(*one.InputTerm)
	} else if one.Input != nil {
		input = ast.NewTerm(ast.MustInterfaceToValue(*one.Input))
	}
	// From the second time on, what follows from data alone is not worked out anew. The
	// last time the input is made a value only as far as it is looked at.
	for _, given := range []*ast.Term{input, input, viewed(input)} {
		results, err := program.Eval(t.Context(), given)
		if err := wanted(one, results, err); err != nil {
			return err
		}
	}
	return nil
}

// part is what the views of a value are of.
type part struct{ term *ast.Term }

func (p part) Field(name string) (*ast.Term, error) {
	return viewed(p.term.Get(ast.StringTerm(name))), nil
}

func (p part) Whole() (*ast.Term, error) { return p.term, nil }

// viewed is a value with views in the place of lists, and of objects with names as keys.
func viewed(term *ast.Term) *ast.Term {
	if term == nil {
		return nil
	}
	switch v := term.Value.(type) {
	case ast.Object:
		for _, key := range v.Keys() {
			if _, ok := key.Value.(ast.String); !ok {
				return term
			}
		}
		return plan.NewObjectView(part{term})
	case *ast.Array:
		var elements []*ast.Term
		v.Foreach(func(one *ast.Term) { elements = append(elements, viewed(one)) })
		return plan.NewListView(elements)
	}
	return term
}

// wanted compares an answer with that of a case.
func wanted(one cases.TestCase, results []*ast.Term, err error) error {
	if one.WantErrorCode != nil || one.WantError != nil {
		var failed *topdown.Error
		if !errors.As(err, &failed) {
			return fmt.Errorf("an error is wanted, there is %v, %s", results, fmt.Sprint(err))
		}
		if one.WantErrorCode != nil && failed.Code != *one.WantErrorCode {
			return fmt.Errorf("error %s is wanted, there is %w", *one.WantErrorCode, err)
		}
		if one.WantError != nil && !strings.Contains(err.Error(), *one.WantError) {
			return fmt.Errorf("error %q is wanted, there is %w", *one.WantError, err)
		}
		return nil
	}
	if err != nil {
		return err
	}
	want, got := ast.NewSet(), ast.NewSet()
	for _, bindings := range *one.WantResult {
		want.Add(ast.NewTerm(ast.MustInterfaceToValue(bindings)))
	}
	for _, result := range results {
		value, err := ast.JSON(result.Value)
		if err != nil {
			return err
		}
		bindings := value.(map[string]any)
		for name, value := range bindings {
			if list, ok := value.([]any); ok && one.SortBindings {
				slices.SortFunc(list, util.Compare)
			}
			if one.IgnoreGeneratedVars && strings.HasPrefix(name, "__localq") || strings.HasPrefix(name, "__") {
				delete(bindings, name)
			}
		}
		got.Add(ast.NewTerm(ast.MustInterfaceToValue(bindings)))
	}
	if want.Compare(got) != 0 {
		return fmt.Errorf("wanted %v, got %v", shown(want), shown(got))
	}
	return nil
}

func shown(value ast.Value) string {
	text, _ := json.Marshal(value.String())
	return string(text)
}

// excused says why a case may have another answer, "" where it may not.
func excused(one cases.TestCase) string {
	for name, reason := range map[string]string{
		"data/toplevel integer": storageKeys,
		"data/nested integer":   storageKeys,
		"time/time caching":     "it calls a function that OPA's own tests add",
	} {
		if one.Note == name {
			return reason
		}
	}
	text := one.Query + strings.Join(one.Modules, "\n")
	for _, clock := range []string{"time.now_ns", "rand.intn", "uuid.rfc4122", "io.jwt.decode_verify"} {
		if strings.Contains(text, clock) {
			return clock + " reads the clock or is random, which no policy here may: a plan is given neither"
		}
	}
	return ""
}

const storageKeys = "it looks a number up in data, which OPA's storage takes as a text; a plan takes the value as it is"
