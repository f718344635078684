package assemble

import (
	"github.com/open-policy-agent/opa/v1/ir"
)

// onlyTables reports whether a policy looks at nothing in data but at what stands at
// names below a path, so that tables can be read one by one.
func onlyTables(policy *ir.Policy, path []string) bool {
	if len(path) == 0 {
		return false
	}
	only := true
	see := func(stmt ir.Stmt, depth map[ir.Local]int) { only = only && looksAtTables(policy, stmt, depth, path) }
	for _, f := range policy.Funcs.Funcs {
		follow(f.Blocks, see)
	}
	for _, p := range policy.Plans.Plans {
		follow(p.Blocks, see)
	}
	return only
}

// follow calls see for all statements, with how many names below data each variable is
// then that is above tables, which it keeps.
func follow(blocks []*ir.Block, see func(stmt ir.Stmt, depth map[ir.Local]int)) {
	for _, block := range blocks {
		if bodies := alternatives(block); bodies != nil {
			follow(bodies, see)
			continue
		}
		depth := map[ir.Local]int{ir.Data: 0}
		visit([]*ir.Block{block}, func(stmt ir.Stmt) { see(stmt, depth) })
	}
}

// besideTables reports whether a function looks up a name in data that does not lead to
// the tables at a path.
func besideTables(policy *ir.Policy, f *ir.Func, path []string) bool {
	beside := false
	follow(f.Blocks, func(stmt ir.Stmt, depth map[ir.Local]int) {
		if s, ok := stmt.(*ir.DotStmt); ok && len(path) > 0 {
			source, _ := s.Source.Value.(ir.Local)
			d, above := depth[source]
			name, fixed := s.Key.Value.(ir.StringIndex)
			beside = beside || above && d < len(path) && !(fixed && policy.Static.Strings[name].Value == path[d])
		}
		_ = looksAtTables(policy, stmt, depth, path)
	})
	return beside
}

// looksAtTables reports whether a statement does nothing with what is above tables but
// look up a name.
func looksAtTables(policy *ir.Policy, stmt ir.Stmt, depth map[ir.Local]int, path []string) bool {
	above := func(o ir.Operand) bool {
		l, ok := o.Value.(ir.Local)
		_, is := depth[l]
		return ok && is
	}
	switch s := stmt.(type) {
	case *ir.DotStmt:
		if above(s.Key) {
			return false
		}
		if above(s.Source) {
			d := depth[s.Source.Value.(ir.Local)]
			name, fixed := s.Key.Value.(ir.StringIndex)
			if d < len(path) && (!fixed || policy.Static.Strings[name].Value == path[d]) {
				depth[s.Target] = d + 1
				return true
			}
		}
		// A table, or nothing: no data has another name than those of the path.
		delete(depth, s.Target)
		return true
	case *ir.CallStmt:
		for i, arg := range s.Args {
			if above(arg) && (i != 1 || arg.Value != ir.Val(ir.Data)) {
				return false
			}
		}
		return true
	case *ir.CallDynamicStmt:
		for i, arg := range s.Args {
			if _, is := depth[arg]; is && i != 1 {
				return false
			}
		}
		return true
	}
	for _, o := range reads(stmt) {
		if above(o) {
			return false
		}
	}
	return true
}

// reads are what a statement reads that neither looks up nor calls.
func reads(stmt ir.Stmt) []ir.Operand {
	switch s := stmt.(type) {
	case *ir.ScanStmt:
		return []ir.Operand{of(s.Source)}
	case *ir.WithStmt:
		return []ir.Operand{of(s.Local), s.Value}
	case *ir.ReturnLocalStmt:
		return []ir.Operand{of(s.Source)}
	case *ir.ResultSetAddStmt:
		return []ir.Operand{of(s.Value)}
	case *ir.LenStmt:
		return []ir.Operand{s.Source}
	case *ir.AssignVarStmt:
		return []ir.Operand{s.Source}
	case *ir.AssignVarOnceStmt:
		return []ir.Operand{s.Source}
	case *ir.EqualStmt:
		return []ir.Operand{s.A, s.B}
	case *ir.NotEqualStmt:
		return []ir.Operand{s.A, s.B}
	case *ir.ArrayAppendStmt:
		return []ir.Operand{s.Value}
	case *ir.SetAddStmt:
		return []ir.Operand{s.Value}
	case *ir.ObjectInsertStmt:
		return []ir.Operand{s.Key, s.Value}
	case *ir.ObjectInsertOnceStmt:
		return []ir.Operand{s.Key, s.Value}
	case *ir.ObjectMergeStmt:
		return []ir.Operand{of(s.A), of(s.B)}
	case *ir.IsArrayStmt:
		return []ir.Operand{s.Source}
	case *ir.IsObjectStmt:
		return []ir.Operand{s.Source}
	case *ir.IsSetStmt:
		return []ir.Operand{s.Source}
	}
	return nil
}
