package policy

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"sync"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/rego"

	"github.com/skillctl/skillctl/engine/policy/plan"
)

// ErrUndefined is returned when no policy answers: it must be taken as a no.
var ErrUndefined = errors.New("no policy answers")

// Budget bounds what a question may take of policies.
type Budget = plan.Budget

// Spent is what a question took.
type Spent = plan.Spent

// ErrSpent is returned when a budget does not suffice for an answer.
var ErrSpent = plan.ErrSpent

// Query is one compiled question. It is safe for concurrent use.
type Query struct {
	entry    string
	prepared rego.PreparedEvalQuery
	// program answers instead of prepared, where the policies were compiled before.
	program *plan.Program
	// reference has OPA answer where a program with policies of an operator fails: what it
	// is that fails, and whether it does, is said by OPA alone. nil where there are none.
	reference func() (*Query, error)
}

// Prepare readies the set for the question "what is entry?", such as
// "data.skillctl.lint.findings". Where the policies are some of those that ship with
// skillctl, they were compiled when the program was built; those of an operator, when they
// were first asked, where that was kept. Otherwise OPA compiles all of them.
func (s *Set) Prepare(ctx context.Context, entry string) (*Query, error) {
	program := s.plan(ctx, entry)
	if program != nil && evaluatorOf(ctx).comparison == nil {
		query := &Query{entry: entry, program: program}
		if s.operated() {
			query.reference = sync.OnceValues(func() (*Query, error) { return s.compile(WithTopdown(context.Background()), entry) })
		}
		return query, nil
	}
	query, err := s.compile(ctx, entry)
	if err != nil {
		return nil, err
	}
	if program == nil {
		program = s.plan(ctx, entry) // it may have been kept now
	}
	if query.program = program; s.operated() {
		query.reference = func() (*Query, error) { return query, nil }
	}
	return query, nil
}

// compile has OPA compile the set for a question.
//
// Partial evaluation is not used: on the rules of lint it costs many seconds,
// since most of them walk over parts of the input.
func (s *Set) compile(ctx context.Context, entry string) (*Query, error) {
	modules, err := s.modules()
	if err != nil {
		return nil, err
	}
	compiler, err := s.compiler()
	if err != nil {
		return nil, err
	}
	compiler.Compile(modules)
	if compiler.Failed() {
		return nil, inWords(compiler.Errors)
	}
	s.keepOwn(ctx, compiler)
	store, err := s.store(tablesOf(compiler, entry))
	if err != nil {
		return nil, err
	}
	options := append(withBuiltins(),
		rego.Query(entry),
		rego.Compiler(compiler),
		rego.Store(store),
		rego.StrictBuiltinErrors(true),
	)
	prepared, err := rego.New(options...).PrepareForEval(ctx)
	if err != nil {
		return nil, fmt.Errorf("prepare %s: %w", entry, inWords(err))
	}
	return &Query{entry: entry, prepared: prepared}, nil
}

// Check has OPA compile what an operator added to the set, with what that leads to, and
// says what is wrong with it.
func (s *Set) Check(ctx context.Context) error {
	modules, err := s.reached(nil)
	if err != nil {
		return err
	}
	compiler, err := s.compiler()
	if err != nil {
		return err
	}
	if compiler.Compile(modules); compiler.Failed() {
		return inWords(compiler.Errors)
	}
	return ctx.Err()
}

// Eval asks the question about input, any value that encoding/json can write,
// and returns the answer as encoding/json would read it. It returns
// [ErrUndefined] when there is no answer, and an error naming the policy and
// line when one fails.
func (q *Query) Eval(ctx context.Context, input any) (any, error) {
	answer, _, err := q.eval(ctx, input, Budget{})
	return answer, err
}

func (q *Query) eval(ctx context.Context, input any, budget Budget) (any, Spent, error) {
	evaluator := evaluatorOf(ctx)
	if q.program != nil && evaluator.comparison == nil {
		return q.evalPlan(ctx, input, budget)
	}
	answer, err := q.evalOPA(ctx, evaluator, input)
	return answer, Spent{}, err
}

// evalOPA has OPA answer, and the plan as well where both are compared.
func (q *Query) evalOPA(ctx context.Context, evaluator evaluator, input any) (any, error) {
	value, err := inputValue(input)
	if err != nil {
		return nil, fmt.Errorf("encode input of %s: %w", q.entry, err)
	}
	var answer any
	if evaluator.comparison != nil && q.program != nil {
		answer, err = evaluator.comparison.eval(ctx, q, input, value)
	} else {
		answer, err = q.evalTopdown(ctx, value)
	}
	if err != nil {
		return nil, fmt.Errorf("ask %s: %w", q.entry, err)
	}
	return answer, nil
}

// evalPlan has the plan answer.
func (q *Query) evalPlan(ctx context.Context, input any, budget Budget) (any, Spent, error) {
	view, err := inputView(input)
	if err != nil {
		return nil, Spent{}, fmt.Errorf("encode input of %s: %w", q.entry, err)
	}
	answer, spent, err := evalPlan(ctx, q.program, view, budget)
	if err != nil && q.reference != nil && ctx.Err() == nil && !errors.Is(err, ErrSpent) {
		reference, err := q.reference()
		if err != nil {
			return nil, spent, fmt.Errorf("ask %s: %w", q.entry, err)
		}
		answer, err := reference.evalOPA(ctx, evaluator{}, input)
		return answer, spent, err
	}
	if err != nil {
		return nil, spent, fmt.Errorf("ask %s: %w", q.entry, err)
	}
	return answer, spent, nil
}

// evalTopdown has OPA answer.
func (q *Query) evalTopdown(ctx context.Context, input ast.Value) (any, error) {
	results, err := q.prepared.Eval(ctx, rego.EvalParsedInput(input))
	if err != nil {
		return nil, inWords(err)
	}
	if len(results) != 1 || len(results[0].Expressions) != 1 {
		return nil, ErrUndefined
	}
	return results[0].Expressions[0].Value, nil
}

// EvalInto asks the question and decodes the answer into target.
func (q *Query) EvalInto(ctx context.Context, input, target any) error {
	answer, err := q.Eval(ctx, input)
	if err != nil {
		return err
	}
	return q.into(answer, target)
}

// EvalIntoWithin is [Query.EvalInto] with a budget, and says what was spent of it. The
// error is [ErrSpent] where the budget does not suffice for what is in no part. Only
// policies that were compiled before have one: OPA does not count.
func (q *Query) EvalIntoWithin(ctx context.Context, input, target any, budget Budget) (Spent, error) {
	answer, spent, err := q.eval(ctx, input, budget)
	if err != nil {
		return spent, err
	}
	return spent, q.into(answer, target)
}

// into decodes an answer into target.
func (q *Query) into(answer, target any) error {
	if value := reflect.ValueOf(target); value.Kind() == reflect.Pointer && !value.IsNil() {
		fresh := reflect.New(value.Type().Elem())
		if value.Elem().IsZero() && assign(fresh.Elem(), answer) {
			value.Elem().Set(fresh.Elem())
			return nil
		}
	}
	// What is wrong, or rare, is left to encoding/json.
	text, err := json.Marshal(answer)
	if err != nil {
		return fmt.Errorf("encode answer of %s: %w", q.entry, err)
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	err = decoder.Decode(target)
	if err == nil {
		return nil
	}
	if quoted, ok := strings.CutPrefix(err.Error(), "json: unknown field "); ok {
		if key, broken := strconv.Unquote(quoted); broken == nil {
			return &UnknownKeyError{Entry: q.entry, Key: key}
		}
	}
	return fmt.Errorf("read answer of %s: %w", q.entry, err)
}

// UnknownKeyError says that an answer has a key that its reader does not know.
type UnknownKeyError struct {
	Entry string
	Key   string
}

// Error names the question and the key.
func (e *UnknownKeyError) Error() string {
	return fmt.Sprintf("read answer of %s: unknown key %q", e.Entry, e.Key)
}
