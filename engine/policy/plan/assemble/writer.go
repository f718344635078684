package assemble

import (
	"fmt"
	"strconv"

	"github.com/open-policy-agent/opa/v1/ir"

	"github.com/skillctl/skillctl/engine/policy/plan"
)

// writer writes the code of one function.
type writer struct {
	*assembler
	code   []uint32
	locals int
	// result is the local variable of what a function returns, early the constant that
	// all of its bodies give.
	result ir.Local
	early  ir.Val
	// conflict is what is said where bodies give different values.
	conflict string

	facts
}

// top writes one block of a function. That of a rule with "else" holds one block for
// each of its bodies, and those use the same local variables for different things.
func (w *writer) top(block *ir.Block) error {
	if bodies := alternatives(block); len(bodies) > 0 {
		w.op(plan.OpBlock)
		at := len(w.code)
		w.word(0)
		for _, body := range bodies {
			if err := w.top(body); err != nil {
				return err
			}
		}
		w.code[at] = uint32(len(w.code) - at - 1)
		return nil
	}
	w.facts = w.learn(block)
	return w.block(block)
}

// block writes a block with its length.
func (w *writer) block(block *ir.Block) error {
	w.op(plan.OpBlock)
	return w.body(block)
}

// body writes the length of a block and its statements.
func (w *writer) body(block *ir.Block) error {
	at := len(w.code)
	w.word(0)
	if err := w.statements(block.Stmts); err != nil {
		return err
	}
	w.code[at] = uint32(len(w.code) - at - 1)
	return nil
}

func (w *writer) statements(stmts []ir.Stmt) error {
	w.fold(stmts)
	for i, stmt := range stmts {
		if w.dropped[stmt] {
			continue
		}
		if err := w.statement(stmt); err != nil {
			return err
		}
		// A comprehension is a list, and the block behind it that fills it.
		if _, ok := stmt.(*ir.BlockStmt); ok && i > 0 {
			if made, ok := stmts[i-1].(*ir.MakeArrayStmt); ok && made.Capacity == 0 && w.appends[made.Target] > 0 {
				w.op(plan.OpSeal, w.local(made.Target))
			}
		}
	}
	return nil
}

func (w *writer) op(op plan.Op, words ...uint32) {
	w.code = append(w.code, uint32(op))
	w.code = append(w.code, words...)
}

func (w *writer) word(n uint32) { w.code = append(w.code, n) }

// local is a local variable by number, as a target.
func (w *writer) local(l ir.Local) uint32 {
	w.locals = max(w.locals, int(l))
	return uint32(l)
}

func of(l ir.Local) ir.Operand { return ir.Operand{Value: l} }

// operand is what a value is read from.
func (w *writer) operand(o ir.Operand) uint32 {
	if known, ok := w.value(o.Value); ok {
		return plan.Const(known)
	}
	l := w.origin(o.Value.(ir.Local))
	w.locals = max(w.locals, int(l))
	return plan.Local(int(l))
}

// value is the constant that a value is.
func (w *writer) value(v ir.Val) (int, bool) {
	switch v := v.(type) {
	case ir.Bool:
		return w.constants.boolean(bool(v)), true
	case ir.StringIndex:
		return w.constants.text(w.policy.Static.Strings[v].Value), true
	case ir.Local:
		index, ok := w.known[w.origin(v)]
		return index, ok
	}
	panic(fmt.Sprintf("there is no value of type %T", v))
}

func (w *writer) at(at ir.Location) {
	w.code = append(w.code, uint32(at.File), uint32(at.Row), uint32(at.Col))
}

// statement writes one statement.
func (w *writer) statement(stmt ir.Stmt) error {
	switch s := stmt.(type) {
	case *ir.NopStmt:
	case *ir.BlockStmt:
		for _, block := range s.Blocks {
			if err := w.block(block); err != nil {
				return err
			}
		}
	case *ir.BreakStmt:
		w.op(plan.OpBreak, s.Index)
	case *ir.ScanStmt:
		w.op(plan.OpScan, w.operand(of(s.Source)), w.local(s.Key), w.local(s.Value))
		return w.body(s.Block)
	case *ir.NotStmt:
		if found, ok := foundIn(s); ok {
			w.op(plan.OpReset, w.local(found))
		}
		w.op(plan.OpNot)
		return w.body(s.Block)
	case *ir.WithStmt:
		w.op(plan.OpWith, w.local(s.Local), w.operand(s.Value), uint32(len(s.Path)))
		for _, segment := range s.Path {
			w.word(uint32(w.constants.text(w.policy.Static.Strings[segment].Value)))
		}
		return w.body(s.Block)
	case *ir.ReturnLocalStmt:
		w.op(plan.OpReturn, w.operand(of(s.Source)))
	case *ir.ResultSetAddStmt:
		w.op(plan.OpResult, w.operand(of(s.Value)))
	case *ir.CallStmt, *ir.CallDynamicStmt:
		return w.call(stmt)
	case *ir.DotStmt:
		w.op(plan.OpDot, w.operand(s.Source), w.operand(s.Key), w.local(s.Target))
	case *ir.LenStmt:
		w.op(plan.OpLen, w.operand(s.Source), w.local(s.Target))
	default:
		return w.simple(stmt)
	}
	return nil
}

// simple writes a statement that has no blocks and calls nothing.
func (w *writer) simple(stmt ir.Stmt) error {
	switch s := stmt.(type) {
	case *ir.AssignVarStmt:
		w.op(plan.OpMove, w.operand(s.Source), w.local(s.Target))
	case *ir.AssignIntStmt:
		w.op(plan.OpMove, w.integer(s.Value), w.local(s.Target))
	case *ir.MakeNullStmt:
		w.op(plan.OpMove, plan.Const(w.constants.null()), w.local(s.Target))
	case *ir.MakeNumberIntStmt:
		w.op(plan.OpMove, w.integer(s.Value), w.local(s.Target))
	case *ir.MakeNumberRefStmt:
		w.op(plan.OpMove, plan.Const(w.constants.number(w.policy.Static.Strings[s.Index].Value)), w.local(s.Target))
	case *ir.AssignVarOnceStmt:
		w.once(s)
	case *ir.ResetLocalStmt:
		w.op(plan.OpReset, w.local(s.Target))
	case *ir.EqualStmt:
		w.op(plan.OpEqual, w.operand(s.A), w.operand(s.B))
	case *ir.NotEqualStmt:
		if s.B.Value == ir.Val(ir.Bool(false)) {
			w.op(plan.OpHolds, w.operand(s.A))
			break
		}
		w.op(plan.OpDiffer, w.operand(s.A), w.operand(s.B))
	case *ir.IsArrayStmt:
		w.op(plan.OpIsArray, w.operand(s.Source))
	case *ir.IsObjectStmt:
		w.op(plan.OpIsObject, w.operand(s.Source))
	case *ir.IsSetStmt:
		w.op(plan.OpIsSet, w.operand(s.Source))
	case *ir.IsDefinedStmt:
		w.op(plan.OpDefined, w.operand(of(s.Source)))
	case *ir.IsUndefinedStmt:
		w.op(plan.OpUndefined, w.operand(of(s.Source)))
	default:
		return w.making(stmt)
	}
	return nil
}

// once writes the value of a body. Where all bodies have one value, that is the end.
func (w *writer) once(s *ir.AssignVarOnceStmt) {
	if w.early != nil && s.Source.Value == w.early && s.Target != w.result {
		w.op(plan.OpReturn, w.operand(s.Source))
		return
	}
	w.op(plan.OpOnce, w.operand(s.Source), w.local(s.Target))
	w.at(s.Location)
	w.word(uint32(w.constants.text(w.conflict)))
}

func (w *writer) integer(n int64) uint32 {
	return plan.Const(w.constants.number(strconv.FormatInt(n, 10)))
}

// making writes a statement that makes or fills a value.
func (w *writer) making(stmt ir.Stmt) error {
	switch s := stmt.(type) {
	case *ir.MakeArrayStmt:
		w.op(plan.OpMakeArray, w.local(s.Target))
	case *ir.MakeObjectStmt:
		w.op(plan.OpMakeObject, w.local(s.Target))
	case *ir.MakeSetStmt:
		w.op(plan.OpMakeSet, w.local(s.Target))
	case *ir.ArrayAppendStmt:
		w.op(plan.OpAppend, w.operand(s.Value), w.local(s.Array))
		if w.filled[s.Array]++; w.capacity[s.Array] > 0 && w.filled[s.Array] == w.capacity[s.Array] {
			w.op(plan.OpSeal, w.local(s.Array))
		}
	case *ir.SetAddStmt:
		w.op(plan.OpAdd, w.operand(s.Value), w.local(s.Set))
	case *ir.ObjectInsertStmt:
		w.op(plan.OpInsert, w.operand(s.Key), w.operand(s.Value), w.local(s.Object))
	case *ir.ObjectInsertOnceStmt:
		w.op(plan.OpInsertOnce, w.operand(s.Key), w.operand(s.Value), w.local(s.Object))
		w.at(s.Location)
	case *ir.ObjectMergeStmt:
		w.op(plan.OpMerge, w.operand(of(s.A)), w.operand(of(s.B)), w.local(s.Target))
	default:
		return fmt.Errorf("statement %T is not known", stmt)
	}
	return nil
}

// call writes a call.
func (w *writer) call(stmt ir.Stmt) error {
	if s, ok := stmt.(*ir.CallDynamicStmt); ok {
		return w.dynamic(s)
	}
	s := stmt.(*ir.CallStmt)
	if index, ok := w.functions[s.Func]; ok {
		for i := range 2 {
			if s.Args[i].Value != ir.Val(ir.Local(i)) {
				return fmt.Errorf("%s is not called with the documents", s.Func)
			}
		}
		if len(s.Args) == 2 {
			w.op(plan.OpRule, uint32(index), w.local(s.Result))
			return nil
		}
		w.op(plan.OpCall, uint32(index), w.local(s.Result), uint32(len(s.Args)-2))
		for _, arg := range s.Args[2:] {
			w.word(w.operand(arg))
		}
		return nil
	}
	index, ok := w.builtins[s.Func]
	if !ok {
		return fmt.Errorf("function %s is not known", s.Func)
	}
	w.op(plan.OpBuiltin, uint32(index), w.local(s.Result))
	w.at(s.Location)
	w.word(uint32(len(s.Args)))
	for _, arg := range s.Args {
		w.word(w.operand(arg))
	}
	return nil
}

// dynamic writes a call of the rule that a path leads to, with all rules that it could
// lead to.
func (w *writer) dynamic(s *ir.CallDynamicStmt) error {
	fixed := make([]string, len(s.Path))
	var open []int
	for i, segment := range s.Path {
		if index, ok := segment.Value.(ir.StringIndex); ok {
			fixed[i] = w.policy.Static.Strings[index].Value
			continue
		}
		open = append(open, i)
	}
	var candidates [][]uint32
	for _, f := range w.policy.Funcs.Funcs {
		if len(f.Path) != len(s.Path) || len(f.Params) != 2 {
			continue
		}
		fits := true
		candidate := []uint32{uint32(w.functions[f.Name])}
		next := 0
		for i, segment := range f.Path {
			if next < len(open) && open[next] == i {
				candidate = append(candidate, uint32(w.constants.text(segment)))
				next++
				continue
			}
			fits = fits && segment == fixed[i]
		}
		if fits {
			candidates = append(candidates, candidate)
		}
	}
	w.op(plan.OpDynamic, w.local(s.Result), uint32(len(open)))
	for _, i := range open {
		w.word(w.operand(s.Path[i]))
	}
	w.word(uint32(len(candidates)))
	for _, candidate := range candidates {
		w.code = append(w.code, candidate...)
	}
	return nil
}

// alternatives are the bodies of a rule with "else", nil for any other block.
func alternatives(block *ir.Block) []*ir.Block {
	if len(block.Stmts) == 1 {
		if bodies, ok := block.Stmts[0].(*ir.BlockStmt); ok {
			return bodies.Blocks
		}
	}
	return nil
}

// foundIn is the variable that says that the body of "not { … }" held: the plan sets it
// there and asks for it at the end, and leaves it set for the next time.
func foundIn(s *ir.NotStmt) (ir.Local, bool) {
	asks, ok := s.Block.Stmts[max(len(s.Block.Stmts)-1, 0):], false
	if len(asks) == 0 {
		return 0, false
	}
	defined, isDefined := asks[0].(*ir.IsDefinedStmt)
	if !isDefined {
		return 0, false
	}
	visit([]*ir.Block{s.Block}, func(stmt ir.Stmt) {
		set, isSet := stmt.(*ir.AssignVarStmt)
		ok = ok || isSet && set.Target == defined.Source
	})
	return defined.Source, ok
}
