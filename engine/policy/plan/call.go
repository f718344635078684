package plan

import (
	"errors"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/topdown"
)

// void is what a built-in function gives that has no value and holds.
var void = &ast.Term{} //nolint:gochecknoglobals // a constant, if Go had such ones

// function is the value of a function with arguments, nil where it is undefined.
func (m *machine) function(number uint32, args []uint32, l []*ast.Term) *ast.Term {
	f := m.image.function(number)
	before := m.stack.mark()
	locals := m.stack.take(f.locals)
	locals[localInput], locals[localData] = l[localInput], l[localData]
	for i, arg := range args {
		locals[f.params[i]] = m.at(l, arg)
	}
	value := m.call(f, locals)
	m.stack.back(before)
	return value
}

// builtin calls a built-in function. words are its number, the variable of its value,
// its place, and its arguments.
func (m *machine) builtin(words []uint32, l []*ast.Term) *ast.Term {
	number, args := words[0], words[6:]
	if len(args) > 0 {
		if value := m.ofView(m.image.head.Builtins[number], args, l); value != nil || m.err != nil {
			return value
		}
	}
	charge := m.program.charges[number]
	if work := m.program.direct[number]; work != nil && len(args) <= maxDirect {
		var given [maxDirect]*ast.Term
		for i, arg := range args {
			if given[i] = m.wholeAt(l, arg); given[i] == nil {
				return nil
			}
			m.meter.work += charge.units(given[i])
		}
		if value := work(given[0], given[1], given[2]); value != nil {
			m.meter.work += charge.made(value)
			return value
		}
	}
	operands := make([]*ast.Term, len(args))
	for i, arg := range args {
		if operands[i] = m.wholeAt(l, arg); operands[i] == nil {
			return nil
		}
		m.meter.work += charge.units(operands[i])
	}
	m.context.Location = &m.location
	m.location = ast.Location{File: m.image.head.Files[words[2]], Row: int(words[3]), Col: int(words[4])}
	m.given, m.all, m.relation = nil, nil, m.program.relations[number]
	err := m.program.builtins[number](m.context, operands, m.give)
	given, all := m.given, m.all
	m.given, m.all = nil, nil
	if err != nil {
		return m.builtinFailed(err)
	}
	if m.relation {
		m.meter.work += len(all)
		return ast.NewTerm(&list{terms: all})
	}
	m.meter.work += charge.units(given)
	return given
}

// takeGiven takes one value that a built-in function gives. None of them calls policies,
// so that one runs at a time.
func (m *machine) takeGiven(term *ast.Term) error {
	if m.relation {
		m.all = append(m.all, term)
	}
	if m.given = term; term == nil {
		m.given = void
	}
	return nil
}

// builtinFailed ends the evaluation, unless what fails is undefined.
func (m *machine) builtinFailed(err error) *ast.Term {
	var halt topdown.Halt
	if errors.As(err, &halt) {
		err = halt.Err
	} else if m.program.lenient {
		return nil
	}
	var failed *topdown.Error
	if errors.As(err, &failed) && failed.Location == &m.location {
		at := m.location
		failed.Location = &at
	}
	m.fail(err)
	return nil
}

// dynamic is the value of the rule that some names lead to.
func (m *machine) dynamic(code []uint32, pc int, l []*ast.Term) (int, int) {
	target, n := code[pc], int(code[pc+1])
	names := code[pc+2 : pc+2+n]
	candidates := int(code[pc+2+n])
	pc += 3 + n
	end := pc + candidates*(1+n)
	for ; pc < end; pc += 1 + n {
		fits := true
		for i, name := range names {
			fits = fits && m.equal(m.at(l, name), m.image.constant(code[pc+1+i]))
		}
		if !fits || m.program.leavesOut(m.image.function(code[pc])) {
			continue
		}
		value := m.rule(code[pc], l)
		if m.err != nil {
			return end, returns
		}
		if value == nil {
			return end, undefinedRule
		}
		l[target] = value
		return end, done
	}
	return end, leave
}

// undefinedRule is what a plan leaves where a name leads to a rule without a value: it
// does not look for data of that name.
const undefinedRule = 3

// with runs a block with a part of a document replaced.
func (m *machine) with(code []uint32, pc int, l []*ast.Term) (int, int) {
	target, value, n := code[pc], m.wholeAt(l, code[pc+1]), int(code[pc+2])
	path := make([]*ast.Term, n)
	for i := range path {
		path[i] = m.image.constant(code[pc+3+i])
	}
	pc += 3 + n
	end := pc + 1 + int(code[pc])
	saved, outer := l[target], m.scope
	l[target] = upsert(m.whole(saved), path, value)
	m.scope = m.newScope(l[localInput], l[localData])
	left := m.run(code[pc+1:end], l)
	m.scope = outer
	l[target] = saved
	switch {
	case left == done, left == returns:
		return end, left
	case left > leave:
		return end, left - 1
	}
	return end, leave
}

// upsert is a document with another value at a path.
func upsert(document *ast.Term, path []*ast.Term, value *ast.Term) *ast.Term {
	if len(path) == 0 {
		return value
	}
	object := ast.NewObject()
	var below *ast.Term
	if document != nil {
		if old, ok := document.Value.(ast.Object); ok {
			old.Foreach(func(k, v *ast.Term) { object.Insert(k, v) })
			below = old.Get(path[0])
		}
	}
	object.Insert(path[0], upsert(below, path[1:], value))
	return ast.NewTerm(object)
}
