package policy

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/topdown"

	"github.com/skillctl/skillctl/engine/policy/plan"
	"github.com/skillctl/skillctl/policies"
)

// Entries are the questions that the policies which ship with skillctl are compiled
// for. Any other can be asked as well; it is compiled then.
func Entries() []string {
	return []string{
		"data.skillctl.catalog.resolution",
		"data.skillctl.doctor.severities",
		"data.skillctl.exec.decision",
		"data.skillctl.exec.network.reaching",
		"data.skillctl.hook.decision",
		"data.skillctl.install.decision",
		"data.skillctl.learn.answers",
		"data.skillctl.lib.openclaw.environment.answer",
		"data.skillctl.lib.openclaw.prompt.answer",
		"data.skillctl.lib.zeroclaw.audit",
		"data.skillctl.lib.zeroclaw.source",
		"data.skillctl.lib.zeroclaw.tool",
		"data.skillctl.lint.dialects.decision",
		"data.skillctl.lint.findings",
		"data.skillctl.lint.verdict.judgement",
		"data.skillctl.proposals.decision",
	}
}

// Sources are what the policies that ship with skillctl are compiled from, without what
// was compiled before.
func Sources() (*plan.Sources, error) {
	set, err := NewLoader().readAll()
	if err != nil {
		return nil, err
	}
	set.image = nil
	modules, err := set.modules()
	if err != nil {
		return nil, err
	}
	all, err := set.Metadata()
	if err != nil {
		return nil, err
	}
	notes := map[string]string{}
	for _, metadata := range all {
		text, err := json.Marshal(metadata)
		if err != nil {
			return nil, fmt.Errorf("write METADATA of %s: %w", metadata.File, err)
		}
		notes[metadata.File] = string(text)
	}
	sealed, err := policyFiles(policies.FS())
	if err != nil {
		return nil, fmt.Errorf("list policies: %w", err)
	}
	return &plan.Sources{
		Seal: sealOf(policies.FS()), Whole: set.digest, Sealed: sealed,
		Digest: set.source, Modules: modules, Capabilities: capabilities(), Entries: Entries(),
		Tables: []string{"skillctl", "tables"}, Notes: notes,
	}, nil
}

// shippedImage is what the policies that ship with skillctl were compiled to, nil where
// that cannot be read.
var shippedImage = sync.OnceValue(func() *plan.Image {
	image, err := plan.Open(policies.Plan())
	if err != nil {
		return nil
	}
	return image
})

// sourceDigest digests the texts of policies and what they may call, by which an image
// says what it was compiled from.
func sourceDigest(texts []byte) string {
	names := make([]string, 0, len(capabilities().Builtins))
	for _, builtin := range capabilities().Builtins {
		names = append(names, builtin.Name)
	}
	slices.Sort(names)
	sum := sha256.New()
	sum.Write(texts)
	sum.Write([]byte(strings.Join(names, "\n")))
	return hex.EncodeToString(sum.Sum(nil))
}

// plan is the program that answers a question from exactly the policies of the set,
// nil where there is none and OPA has to.
func (s *Set) plan(ctx context.Context, entry string) *plan.Program {
	if s.image == nil || evaluatorOf(ctx).topdown {
		return nil
	}
	kept := make(map[string]bool, len(s.files))
	for _, file := range s.files {
		if file.operator && s.image.Compiles(file.name) {
			return nil // a file of the operator has the name of one that ships with skillctl
		}
		kept[file.name] = true
	}
	program, ok := s.image.Program(entry, func(file string) bool { return kept[file] }, findBuiltin, tableData{s})
	switch {
	case !ok:
		return nil
	case s.operated():
		return s.join(program)
	}
	return program
}

// findBuiltin looks up a function that policies may call.
func findBuiltin(name string) (call topdown.BuiltinFunc, relation bool) {
	if own := ownFunctions()[name]; own != nil {
		return own, false
	}
	if forbidden(name) {
		return nil, false
	}
	builtin := ast.BuiltinMap[name]
	return topdown.GetBuiltin(name), builtin != nil && builtin.Relation
}

// ownFunctions are our own functions, as a plan calls them.
var ownFunctions = sync.OnceValue(func() map[string]topdown.BuiltinFunc {
	type given = func(*ast.Term) error
	return map[string]topdown.BuiltinFunc{
		builtinECMAMatch().Name: func(c topdown.BuiltinContext, terms []*ast.Term, give given) error {
			return giveTerm(give)(ecmaMatch(c, terms[0], terms[1]))
		},
		builtinSkeleton().Name: func(c topdown.BuiltinContext, terms []*ast.Term, give given) error {
			return giveTerm(give)(skeleton(c, terms[0]))
		},
	}
})

func giveTerm(give func(*ast.Term) error) func(*ast.Term, error) error {
	return func(term *ast.Term, err error) error {
		if err != nil || term == nil {
			return err
		}
		return give(term)
	}
}

// tableData is the data tables of a set as a program sees them.
type tableData struct{ set *Set }

// Table is one table.
func (d tableData) Table(name string) (*ast.Term, error) {
	one, ok := d.set.tables[name]
	if !ok {
		return nil, nil
	}
	term, err := one.term()
	if err != nil {
		return nil, fmt.Errorf("read table %q: %w", name, err)
	}
	return term, nil
}

// Whole is all tables: {"skillctl": {"tables": …}}.
func (d tableData) Whole() (*ast.Term, error) {
	tables := ast.NewObject()
	for name := range d.set.tables {
		term, err := d.Table(name)
		if err != nil {
			return nil, err
		}
		tables.Insert(ast.StringTerm(name), term)
	}
	below := ast.NewObject(ast.Item(ast.StringTerm("tables"), ast.NewTerm(tables)))
	return ast.ObjectTerm(ast.Item(ast.StringTerm("skillctl"), ast.NewTerm(below))), nil
}

// notedMetadata is what the image keeps of METADATA, and what the policies of an operator
// say, of which it keeps nothing.
func (s *Set) notedMetadata() ([]Metadata, error) {
	var all []Metadata
	for _, file := range s.files {
		if file.operator {
			module, err := file.parse()
			if err != nil {
				return nil, err
			}
			if module != nil {
				all = append(all, metadataOf(file.name, module)...)
			}
			continue
		}
		note := s.image.Note(file.name)
		if note == "" {
			continue
		}
		var metadata Metadata
		if err := json.Unmarshal([]byte(note), &metadata); err != nil {
			return nil, fmt.Errorf("read METADATA of %s: %w", file.name, err)
		}
		all = append(all, metadata)
	}
	slices.SortStableFunc(all, func(a, b Metadata) int { return cmp.Compare(a.File, b.File) })
	return all, nil
}

// evalPlan answers a question by a program.
func evalPlan(ctx context.Context, program *plan.Program, input *ast.Term, budget Budget) (any, Spent, error) {
	results, spent, err := program.EvalWithin(ctx, input, budget)
	if err != nil {
		return nil, spent, inWords(err)
	}
	if len(results) != 1 {
		return nil, spent, ErrUndefined
	}
	answer := results[0].Get(ast.StringTerm("result"))
	if answer == nil {
		return nil, spent, errors.New("the compiled policies have no result")
	}
	said, err := ast.JSONWithOpt(answer.Value, ast.JSONOpt{})
	return said, spent, err
}
