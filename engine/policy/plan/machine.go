package plan

import (
	"context"
	"fmt"
	"slices"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/topdown"
	"github.com/open-policy-agent/opa/v1/topdown/builtins"
)

// Program is what is asked of an image: functions that may be called, data, and the
// policies that are left out. It is immutable and safe for concurrent use.
type Program struct {
	image *Image
	// entry is the number of the function that is asked.
	entry uint32
	// builtins are the functions of the image's header, in its order.
	builtins []topdown.BuiltinFunc
	// relations says which of these give any number of answers.
	relations []bool
	// direct are those of them that are worked out here, nil for one that is called.
	direct []direct
	// charges are what these go through.
	charges []charge
	// absent are the policies that are left out, by number.
	absent []bool
	data   Data
	// lenient: see [Program.Lenient].
	lenient bool
	kept    *kept
	// joined are rules of other policies; see [Program.Join].
	joined []*joined
}

// Builtins looks up built-in functions by name.
type Builtins func(name string) (call topdown.BuiltinFunc, relation bool)

// Program gives the program that answers an entry point of the image from the policies
// for which keep is true, nil for all. It reports false when the image cannot answer
// that: there is no such entry point, a function of that name, or a rule that is in
// policies of which some are left out.
func (i *Image) Program(entry string, keep func(file string) bool, find Builtins, data Data) (*Program, bool) {
	p := &Program{image: i, data: data, kept: &kept{}}
	k := slices.Index(i.head.Entries, entry)
	if k < 0 {
		return nil, false
	}
	p.entry = uint32(len(i.functions) - len(i.head.Entries) + k)
	for _, name := range i.head.Builtins {
		call, relation := find(name)
		if call == nil {
			return nil, false
		}
		p.builtins = append(p.builtins, call)
		p.relations = append(p.relations, relation)
		p.direct = append(p.direct, i.directOf(name))
		p.charges = append(p.charges, chargeOf(name))
	}
	if keep == nil {
		return p, true
	}
	p.absent = make([]bool, len(i.head.Files))
	for k, file := range i.head.Files {
		p.absent[k] = !keep(file)
	}
	for _, files := range i.spread {
		for _, file := range files[2:] {
			if p.absent[file] != p.absent[files[1]] {
				return nil, false
			}
		}
	}
	return p, true
}

// Lenient has a built-in function that fails be undefined, instead of an error.
func (p *Program) Lenient() *Program {
	other := *p
	other.lenient, other.kept = true, &kept{}
	return &other
}

// Eval answers the entry point for an input: the objects that the plan gives, none
// where the answer is undefined. Errors are those of package topdown.
func (p *Program) Eval(ctx context.Context, input *ast.Term) ([]*ast.Term, error) {
	results, _, err := p.EvalWithin(ctx, input, Budget{})
	return results, err
}

// EvalWithin is [Program.Eval] with a budget, and says what was spent of it.
// The error is [ErrSpent] where that does not suffice for what is in no part.
func (p *Program) EvalWithin(ctx context.Context, input *ast.Term, budget Budget) (results []*ast.Term, spent Spent, err error) {
	// Whatever is wrong with a plan is no answer, and so a no.
	defer func() {
		if failed := recover(); failed != nil {
			results, spent, err = nil, Spent{}, &topdown.Error{Code: topdown.InternalErr, Message: fmt.Sprintf("the plan of the policies is broken: %v", failed)}
		}
	}()
	m := &machine{program: p, image: p.image, cancel: topdown.NewCancel(), meter: newMeter(budget)}
	m.give = m.takeGiven
	stop := context.AfterFunc(ctx, m.cancel.Cancel)
	defer stop()
	m.context = topdown.BuiltinContext{Context: ctx, Cancel: m.cancel, Cache: builtins.Cache{}}
	data, err := p.document()
	if err != nil {
		return nil, spent, err
	}
	room := p.kept.enter(p.image)
	m.keeps, m.room, m.stack = p.kept.again(p.image), room, &room.stack
	m.scope = &scope{input: input, data: data, values: room.values}
	m.first = m.scope
	entry := p.image.function(p.entry)
	locals := m.stack.take(entry.locals)
	locals[localInput], locals[localData] = input, data
	m.run(entry.code, locals)
	results, spent, err = m.results, m.meter.spent(), m.err
	p.kept.leave(room)
	if err != nil {
		return nil, spent, err
	}
	return results, spent, nil
}

// machine is one evaluation.
type machine struct {
	program *Program
	image   *Image
	context topdown.BuiltinContext
	cancel  topdown.Cancel
	// location is where the built-in function that runs is called.
	location ast.Location
	// first is the scope of the documents that the program was asked about, keeps says
	// that what follows from its data alone is kept for the next time.
	first *scope
	keeps bool
	// scope has the values of rules under the documents as they are.
	scope   *scope
	results []*ast.Term
	// returned is the value that a function gives.
	returned *ast.Term
	err      error
	// give is what a built-in function is to call with its value; given and all are what
	// it gave, relation whether it may give many.
	give     func(*ast.Term) error
	given    *ast.Term
	all      []*ast.Term
	relation bool
	// room is what the evaluation has to itself; stack, in it, is where the next local
	// variables are.
	room  *room
	stack *stack
	// empty is the set that nothing was put into yet: see [machine.emptySet].
	empty *ast.Term
	// grown are objects in which a value has grown in its place: see [machine.insert].
	grown map[ast.Object]bool
	// hashed is how many values were hashed for objects, which tests count.
	hashed int
	meter  meter
}

// scope keeps the values of rules under one input and one data.
type scope struct {
	input, data *ast.Term
	values      []*ast.Term
	outer       *scope
	// said is what joined rules say under these.
	said map[*joined]*ast.Term
}

// undefined stands for a rule that has no value.
var undefined = &ast.Term{} //nolint:gochecknoglobals // a constant, if Go had such ones

func (m *machine) newScope(input, data *ast.Term) *scope {
	for s := m.scope; s != nil; s = s.outer {
		if s.input == input && s.data == data {
			return &scope{input: input, data: data, values: s.values, outer: m.scope}
		}
	}
	return &scope{input: input, data: data, values: make([]*ast.Term, len(m.image.functions)), outer: m.scope}
}

// What a block ends with: it came to its end, or leaves so many blocks around it.
const (
	done    = -1
	leave   = 0
	returns = 1 << 30
)

// fail ends the evaluation.
func (m *machine) fail(err error) int {
	if m.err == nil {
		m.err = err
	}
	return returns
}

// call is the value of a function, nil where it is undefined.
func (m *machine) call(f *function, locals []*ast.Term) *ast.Term {
	if m.cancel.Cancelled() {
		m.fail(cancelled())
		return nil
	}
	if m.over() {
		return nil
	}
	m.returned = nil
	m.run(f.code, locals)
	value := m.returned
	m.returned = nil
	if len(m.grown) > 0 && value != nil {
		return m.settled(value)
	}
	return value
}

// rule is the value of a rule under the documents of the caller.
func (m *machine) rule(number uint32, caller []*ast.Term) *ast.Term {
	if known := m.scope.values[number]; known != nil {
		return defined(known)
	}
	f := m.image.function(number)
	keeps := m.keeps && f.fixed && m.scope.data == m.first.data
	if keeps {
		if known := m.program.kept.value(number); known != nil {
			m.settle(number, known)
			return defined(known)
		}
	}
	var value *ast.Term
	switch {
	case m.program.leavesOut(f):
	case f.fixed && m.scope.data == m.first.data:
		value = m.free(f, caller)
	case m.apart(f):
		value = m.part(f, caller)
	default:
		value = m.worked(f, caller)
	}
	if m.err != nil {
		return nil
	}
	if value == nil {
		value = undefined
	}
	m.settle(number, value)
	if keeps {
		m.program.kept.keep(number, value)
	}
	return defined(value)
}

// settle notes the value of a rule under the documents as they are.
func (m *machine) settle(number uint32, value *ast.Term) {
	m.scope.values[number] = value
	m.room.settled = append(m.room.settled, number)
}

// worked is the value of a rule, worked out.
func (m *machine) worked(f *function, caller []*ast.Term) *ast.Term {
	before := m.stack.mark()
	locals := m.stack.take(f.locals)
	locals[localInput], locals[localData] = caller[localInput], caller[localData]
	value := m.call(f, locals)
	m.stack.back(before)
	return value
}

// defined is a value that was worked out before, nil where there is none.
func defined(known *ast.Term) *ast.Term {
	if known == undefined {
		return nil
	}
	return known
}

// leavesOut reports whether the rules of a function are not asked.
func (p *Program) leavesOut(f *function) bool {
	return p.absent != nil && p.absent[f.file]
}

// at is the value of an operand, nil where it is undefined.
func (m *machine) at(locals []*ast.Term, operand uint32) *ast.Term {
	if operand&1 == 0 {
		return locals[operand>>1]
	}
	return m.image.constant(operand >> 1)
}

func (m *machine) place(words []uint32) *ast.Location {
	return &ast.Location{File: m.image.head.Files[words[0]], Row: int(words[1]), Col: int(words[2])}
}

func (m *machine) panicked(op Op) { panic(fmt.Sprintf("there is no statement %d", op)) }
