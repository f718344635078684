package assemble

import (
	"slices"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/ir"
)

// fixed are the functions that neither look at the input nor call what does or what
// may give another answer another time: what they give follows from data, and their
// arguments, alone. What is not known to be so is not among them. Nor is what looks in data
// beside the tables at a path: rules of another image may stand there, of which nobody
// knows here what they look at.
func fixed(policy *ir.Policy, tables []string) map[string]bool {
	found := map[string]bool{}
	for _, f := range policy.Funcs.Funcs {
		found[f.Name] = !besideTables(policy, f, tables)
	}
	for changed := true; changed; {
		changed = false
		for _, f := range policy.Funcs.Funcs {
			if found[f.Name] && !follows(f, found) {
				found[f.Name] = false
				changed = true
			}
		}
	}
	return found
}

func follows(f *ir.Func, found map[string]bool) bool {
	ok := true
	visit(f.Blocks, func(stmt ir.Stmt) {
		ok = ok && !varies(stmt, found)
	})
	return ok
}

// varies reports whether a statement looks at the input, or may.
func varies(stmt ir.Stmt, found map[string]bool) bool {
	input := func(o ir.Operand) bool { return o.Value == ir.Val(ir.Input) }
	switch s := stmt.(type) {
	case *ir.CallStmt:
		args, same := s.Args, constantBuiltin(s.Func)
		if ours, known := found[s.Func]; known {
			// The documents are handed on.
			args, same = args[2:], ours
		}
		return !same || slices.ContainsFunc(args, input)
	case *ir.DotStmt:
		return input(s.Source) || input(s.Key)
	case *ir.IsDefinedStmt:
		return s.Source == ir.Input
	case *ir.IsUndefinedStmt:
		return s.Source == ir.Input
	case *ir.NopStmt, *ir.BlockStmt, *ir.BreakStmt, *ir.NotStmt, *ir.AssignIntStmt, *ir.ResetLocalStmt,
		*ir.MakeNullStmt, *ir.MakeNumberIntStmt, *ir.MakeNumberRefStmt, *ir.MakeArrayStmt, *ir.MakeObjectStmt, *ir.MakeSetStmt:
		return false
	case *ir.WithStmt:
		return true
	}
	read := reads(stmt)
	return len(read) == 0 || slices.ContainsFunc(read, input)
}

// constantBuiltin reports whether a built-in function gives the same for the same
// arguments. Those that OPA does not have are our own, which do.
func constantBuiltin(name string) bool {
	builtin := ast.BuiltinMap[name]
	return builtin == nil || !builtin.Nondeterministic
}
