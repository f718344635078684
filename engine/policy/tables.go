package policy

import (
	"fmt"
	"slices"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/storage"
	"github.com/open-policy-agent/opa/v1/storage/inmem"
)

// maxProblems is how many mistakes in an operator's policies are told at once.
const maxProblems = 100

// compiler is a compiler with what policies may call, and what those of an operator
// are given.
func (s *Set) compiler() (*ast.Compiler, error) {
	c := ast.NewCompiler().WithCapabilities(capabilities()).WithStrict(true)
	if len(s.schemas) > 0 {
		schemas, err := schemaSet(s.schemas)
		if err != nil {
			return nil, err
		}
		c.WithSchemas(schemas).WithUseTypeCheckAnnotations(true).SetErrorLimit(maxProblems)
	}
	if s.unchecked && !slices.ContainsFunc(s.files, func(f file) bool { return f.operator }) {
		c.WithSkipStages(uselessStages()...)
	}
	return c, nil
}

// uselessStages are the stages of a compiler that change nothing about policies
// that hold: those that only look for mistakes, and those that rewrite what ours
// do not have. That of safety puts the lines of a body in an order in which each
// has its values; ours are written in such an order. A test holds the policies
// that ship with skillctl against all stages.
func uselessStages() []ast.StageID {
	return []ast.StageID{
		ast.StageCheckUnusedImports, ast.StageCheckKeywordOverrides, ast.StageCheckDuplicateImports, ast.StageCheckVoidCalls,
		ast.StageCheckRuleConflicts, ast.StageCheckUndefinedFuncs, ast.StageCheckRecursion, ast.StageCheckTypes,
		ast.StageCheckUnsafeBuiltins, ast.StageCheckDeprecatedBuiltins, ast.StageBuildRequiredCapabilities,
		ast.StageCheckSafetyRuleHeads, ast.StageCheckSafetyRuleBodies, ast.StageSetGraph,
		ast.StageRewritePrintCalls, ast.StageRewriteTemplateStrings, ast.StageRewriteTestRulesForTracing,
		ast.StageParseMetadataBlocks, ast.StageSetAnnotationSet, ast.StageRewriteRegoMetadataCalls, ast.StageRewriteWithValues,
	}
}

// tablesOf names the tables that compiled policies look at; nil stands for all
// of them: a table that is named only when a policy runs could be any.
func tablesOf(compiler *ast.Compiler, question string) map[string]bool {
	if strings.Contains(question, "tables") || question == "data" {
		return nil
	}
	named, all := map[string]bool{}, false
	prefix := ast.MustParseRef("data.skillctl.tables")
	visit := func(ref ast.Ref) bool {
		for i := 1; i < len(prefix); i++ {
			if i == len(ref) || !ref[i].Equal(prefix[i]) {
				// data, data.skillctl and data[x] reach the tables, too.
				fixed := i < len(ref) && isText(ref[i])
				all = all || ref[0].Equal(prefix[0]) && !fixed
				return false
			}
		}
		if len(ref) > len(prefix) && ref[0].Equal(prefix[0]) {
			if name, ok := ref[len(prefix)].Value.(ast.String); ok {
				named[string(name)] = true
				return false
			}
		}
		all = all || ref[0].Equal(prefix[0])
		return false
	}
	for _, module := range compiler.Modules {
		for _, rule := range module.Rules {
			ast.WalkRefs(rule, visit)
		}
	}
	if all {
		return nil
	}
	return named
}

func isText(term *ast.Term) bool {
	_, ok := term.Value.(ast.String)
	return ok
}

// store holds tables as data: those that are named, or all.
func (s *Set) store(named map[string]bool) (storage.Store, error) {
	tables := map[string]any{}
	for name, one := range s.tables {
		if named != nil && !named[name] {
			continue
		}
		value, err := one.value()
		if err != nil {
			return nil, fmt.Errorf("read table %q: %w", name, err)
		}
		tables[name] = value
	}
	return inmem.NewFromObjectWithOpts(
		map[string]any{"skillctl": map[string]any{"tables": tables}},
		inmem.OptRoundTripOnWrite(false), inmem.OptReturnASTValuesOnRead(true),
	), nil
}
