package assemble

import (
	"strconv"

	"github.com/open-policy-agent/opa/v1/ir"
)

// facts are what is known of the local variables of one block of a function. A
// variable means one thing only within such a block.
type facts struct {
	// sets is how many statements set a variable.
	sets map[ir.Local]int
	// copies are variables that are always the same as another.
	copies map[ir.Local]ir.Local
	// known are variables that are always one constant.
	known map[ir.Local]int
	// appends is how many statements fill a variable, filled how many of them have been
	// written, capacity how many a literal list has.
	appends, filled, capacity map[ir.Local]int
	// dropped are statements that nothing is written for.
	dropped map[ir.Stmt]bool
}

// learn looks at a block before it is written.
func (w *writer) learn(block *ir.Block) facts {
	f := facts{
		sets: map[ir.Local]int{}, copies: map[ir.Local]ir.Local{}, known: map[ir.Local]int{},
		appends: map[ir.Local]int{}, filled: map[ir.Local]int{}, capacity: map[ir.Local]int{},
		dropped: map[ir.Stmt]bool{},
	}
	blocks := []*ir.Block{block}
	visit(blocks, f.count)
	// What a function returns is filled by all of its blocks.
	f.sets[w.result] += 2
	w.facts = f
	visit(blocks, func(stmt ir.Stmt) { w.learnCopy(stmt) })
	return f
}

// count counts what a statement sets and fills.
func (f *facts) count(stmt ir.Stmt) {
	switch s := stmt.(type) {
	case *ir.ScanStmt:
		f.sets[s.Key]++
		f.sets[s.Value]++
	case *ir.WithStmt:
		f.sets[s.Local] += 2
	case *ir.CallStmt:
		f.sets[s.Result]++
	case *ir.CallDynamicStmt:
		f.sets[s.Result]++
	case *ir.DotStmt:
		f.sets[s.Target]++
	case *ir.LenStmt:
		f.sets[s.Target]++
	case *ir.AssignVarStmt:
		f.sets[s.Target]++
	case *ir.AssignIntStmt:
		f.sets[s.Target]++
	case *ir.AssignVarOnceStmt:
		f.sets[s.Target] += 2
	case *ir.ResetLocalStmt:
		f.sets[s.Target] += 2
	case *ir.IsDefinedStmt:
		// It may be set or not.
		f.sets[s.Source] += 2
	case *ir.IsUndefinedStmt:
		f.sets[s.Source] += 2
	case *ir.MakeNullStmt:
		f.sets[s.Target]++
	case *ir.MakeNumberIntStmt:
		f.sets[s.Target]++
	case *ir.MakeNumberRefStmt:
		f.sets[s.Target]++
	case *ir.ObjectMergeStmt:
		f.sets[s.Target]++
	default:
		f.countMade(stmt)
	}
}

func (f *facts) countMade(stmt ir.Stmt) {
	switch s := stmt.(type) {
	case *ir.MakeArrayStmt:
		f.sets[s.Target]++
		f.capacity[s.Target] = int(s.Capacity)
	case *ir.MakeObjectStmt:
		f.sets[s.Target]++
	case *ir.MakeSetStmt:
		f.sets[s.Target]++
	case *ir.ArrayAppendStmt:
		f.appends[s.Array]++
	case *ir.SetAddStmt:
		f.appends[s.Set]++
	case *ir.ObjectInsertStmt:
		f.appends[s.Object]++
	case *ir.ObjectInsertOnceStmt:
		f.appends[s.Object]++
	}
}

// single reports whether a variable is set by one statement at most.
func (f *facts) single(l ir.Local) bool { return f.sets[l] <= 1 }

// origin is the variable that one is always the same as.
func (f *facts) origin(l ir.Local) ir.Local {
	for {
		other, ok := f.copies[l]
		if !ok {
			return l
		}
		l = other
	}
}

// learnCopy learns what a statement says for good: that a variable is a constant, or
// always the same as another. Nothing is written for it then.
func (w *writer) learnCopy(stmt ir.Stmt) {
	var known int
	var target ir.Local
	switch s := stmt.(type) {
	case *ir.MakeNullStmt:
		known, target = w.constants.null(), s.Target
	case *ir.MakeNumberIntStmt:
		known, target = w.constants.number(strconv.FormatInt(s.Value, 10)), s.Target
	case *ir.MakeNumberRefStmt:
		known, target = w.constants.number(w.policy.Static.Strings[s.Index].Value), s.Target
	case *ir.AssignVarStmt:
		if index, ok := w.value(s.Source.Value); ok {
			known, target = index, s.Target
			break
		}
		// What a comprehension or a literal is filled into is the same variable later.
		if source := w.origin(s.Source.Value.(ir.Local)); w.single(s.Target) && w.single(source) {
			w.copies[s.Target] = source
			w.dropped[stmt] = true
		}
		return
	default:
		return
	}
	if w.single(target) {
		w.known[target] = known
		w.dropped[stmt] = true
	}
}

// fold finds the values that a run of statements makes of constants alone.
func (w *writer) fold(stmts []ir.Stmt) {
	for i, stmt := range stmts {
		if w.makes(stmt) {
			w.foldFrom(stmts[i:])
		}
	}
}

// makes reports whether a statement begins a value.
func (w *writer) makes(stmt ir.Stmt) bool {
	if w.dropped[stmt] {
		return false
	}
	switch stmt.(type) {
	case *ir.MakeArrayStmt, *ir.MakeSetStmt, *ir.MakeObjectStmt:
		return true
	}
	return false
}

// composite is a value that is being made of constants.
type composite struct {
	kind  byte
	items []int
	fills int
	stmts []ir.Stmt
}

// foldFrom follows the statements that make a value, and those that make what is in
// it. It ends at the first that does anything else.
func (w *writer) foldFrom(stmts []ir.Stmt) {
	open := map[ir.Local]*composite{}
	begin := func(stmt ir.Stmt, target ir.Local, kind byte) bool {
		if !w.single(target) || target == w.result {
			return false
		}
		open[target] = &composite{kind: kind, stmts: []ir.Stmt{stmt}}
		w.finish(open, target)
		return true
	}
	fill := func(stmt ir.Stmt, target ir.Local, values ...ir.Operand) bool {
		one := open[target]
		if one == nil {
			return false
		}
		for _, value := range values {
			index, ok := w.value(value.Value)
			if !ok {
				return false
			}
			one.items = append(one.items, index)
		}
		one.fills++
		one.stmts = append(one.stmts, stmt)
		w.finish(open, target)
		return true
	}
	for _, stmt := range stmts {
		if w.dropped[stmt] {
			continue
		}
		follows := false
		switch s := stmt.(type) {
		case *ir.MakeArrayStmt:
			follows = begin(stmt, s.Target, kindArray)
		case *ir.MakeSetStmt:
			follows = begin(stmt, s.Target, kindSet)
		case *ir.MakeObjectStmt:
			follows = begin(stmt, s.Target, kindObject)
		case *ir.ArrayAppendStmt:
			follows = fill(stmt, s.Array, s.Value)
		case *ir.SetAddStmt:
			follows = fill(stmt, s.Set, s.Value)
		case *ir.ObjectInsertStmt:
			follows = fill(stmt, s.Object, s.Key, s.Value)
		}
		if !follows || len(open) == 0 {
			return
		}
	}
}

// finish makes a value a constant when nothing else fills it.
func (w *writer) finish(open map[ir.Local]*composite, target ir.Local) {
	one := open[target]
	if one.fills < w.appends[target] {
		return
	}
	delete(open, target)
	w.known[target] = w.constants.composite(one.kind, one.items)
	for _, stmt := range one.stmts {
		w.dropped[stmt] = true
	}
}
