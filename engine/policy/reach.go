package policy

import (
	"slices"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"
)

// reached are the modules of the operator and those that gather what they say, others that
// are given, and all that these lead to: what a reference could mean, whatever its
// variables are. What else is in the set has no part in what they say, nor in whether
// they hold, and is not even parsed.
func (s *Set) reached(others map[string]*ast.Module) (map[string]*ast.Module, error) {
	found := map[string]*ast.Module{}
	var next []*ast.Module
	add := func(name string, module *ast.Module) {
		if module != nil && found[name] == nil {
			found[name] = module
			next = append(next, module)
		}
	}
	for name, module := range others {
		add(name, module)
	}
	packages := make([]ast.Ref, len(s.files))
	for i, file := range s.files {
		if !file.operator && !file.made {
			packages[i] = file.pkg()
			continue
		}
		module, err := file.parse()
		if err != nil {
			return nil, err
		}
		add(file.name, module)
	}
	for len(next) > 0 {
		refs := refsOf(next[0])
		next = next[1:]
		for i, file := range s.files {
			if file.operator || file.made || found[file.name] != nil || !slices.ContainsFunc(refs, func(ref ast.Ref) bool { return leads(ref, packages[i]) }) {
				continue
			}
			module, err := file.parse()
			if err != nil {
				return nil, err
			}
			add(file.name, module)
		}
	}
	return found, nil
}

// refsOf are the references of a module to data, those of its imports and of its package
// too.
func refsOf(module *ast.Module) []ast.Ref {
	var refs []ast.Ref
	ast.WalkRefs(module, func(ref ast.Ref) bool {
		if ref.HasPrefix(ast.DefaultRootRef) {
			refs = append(refs, ref)
		}
		return false
	})
	return refs
}

// pkg is the package of a file, which is not parsed for that; that of all where it is not
// seen, since there may be anything then.
func (f *file) pkg() ast.Ref {
	text, err := f.text()
	for line := range strings.Lines(string(text)) {
		name, ok := strings.CutPrefix(line, "package ")
		if !ok || err != nil {
			continue
		}
		if ref, err := ast.ParseRef("data." + strings.TrimSpace(name)); err == nil {
			return ref
		}
		break
	}
	return ast.DefaultRootRef
}

// leads reports whether a reference may mean something in a package.
func leads(ref, pkg ast.Ref) bool {
	for i := range min(len(ref), len(pkg)) {
		if i > 0 && isText(ref[i]) && !ref[i].Equal(pkg[i]) {
			return false
		}
	}
	return true
}

// looksAhead reports whether OPA may work out more in an operator's policies than is asked
// for: it makes an index of a comprehension that is asked for one key after the other, for
// all of them at once. A function that fails for another key fails then, too, and a plan
// would not have come to it.
func looksAhead(compiler *ast.Compiler, files []file) bool {
	found := false
	for _, file := range files {
		if !file.operator || compiler.Modules[file.name] == nil {
			continue
		}
		ast.WalkTerms(compiler.Modules[file.name], func(term *ast.Term) bool {
			switch term.Value.(type) {
			case *ast.ArrayComprehension, *ast.SetComprehension, *ast.ObjectComprehension:
				found = found || compiler.ComprehensionIndex(term) != nil && mayFail(term)
			}
			return found
		})
	}
	return found
}

// mayFail reports whether a term calls more than what compares.
func mayFail(term *ast.Term) bool {
	fails := false
	look := func(name string) {
		switch name {
		case ast.Equality.Name, ast.Assign.Name, ast.Equal.Name, ast.NotEqual.Name, ast.LessThan.Name, ast.LessThanEq.Name,
			ast.GreaterThan.Name, ast.GreaterThanEq.Name, ast.Member.Name, ast.MemberWithKey.Name:
		default:
			fails = true
		}
	}
	ast.WalkExprs(term, func(x *ast.Expr) bool {
		if x.IsCall() {
			look(x.Operator().String())
		}
		return fails
	})
	ast.WalkTerms(term, func(x *ast.Term) bool {
		if call, ok := x.Value.(ast.Call); ok {
			look(call[0].String())
		}
		return fails
	})
	return fails
}
