package plan

import (
	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/topdown"
)

// run runs the statements of a block.
func (m *machine) run(code []uint32, l []*ast.Term) int { //nolint:funlen // one case for each statement, the frequent ones
	for pc := 0; pc < len(code); {
		op := Op(code[pc])
		pc++
		m.meter.work++
		switch op {
		case OpBlock:
			end := pc + 1 + int(code[pc])
			if left := m.run(code[pc+1:end], l); left > leave {
				if left == returns {
					return returns
				}
				return left - 1
			}
			pc = end
		case OpBreak:
			return int(code[pc])
		case OpMove:
			l[code[pc+1]] = m.at(l, code[pc])
			pc += 2
		case OpReset:
			l[code[pc]] = nil
			pc++
		case OpDot:
			value := m.dot(m.at(l, code[pc]), m.at(l, code[pc+1]))
			if value == nil {
				return m.left()
			}
			l[code[pc+2]] = value
			pc += 3
		case OpEqual:
			if !m.equal(m.at(l, code[pc]), m.at(l, code[pc+1])) {
				return leave
			}
			pc += 2
		case OpDiffer:
			if m.equal(m.at(l, code[pc]), m.at(l, code[pc+1])) {
				return leave
			}
			pc += 2
		case OpHolds:
			if value := m.at(l, code[pc]); value != nil && value.Value == ast.Value(ast.Boolean(false)) {
				return leave
			}
			pc++
		case OpDefined:
			if m.at(l, code[pc]) == nil {
				return leave
			}
			pc++
		case OpUndefined:
			if m.at(l, code[pc]) != nil {
				return leave
			}
			pc++
		case OpRule:
			value := m.rule(code[pc], l)
			if value == nil {
				return m.left()
			}
			l[code[pc+1]] = value
			pc += 2
		case OpCall:
			n := int(code[pc+2])
			value := m.function(code[pc], code[pc+3:pc+3+n], l)
			if value == nil {
				return m.left()
			}
			l[code[pc+1]] = value
			pc += 3 + n
		case OpBuiltin:
			n := int(code[pc+5])
			value := m.builtin(code[pc:pc+6+n], l)
			if value == nil {
				return m.left()
			}
			if value != void {
				l[code[pc+1]] = value
			}
			pc += 6 + n
		case OpScan:
			end := pc + 4 + int(code[pc+3])
			if left := m.scan(code[pc:end], l); left != done {
				return left
			}
			pc = end
		case OpNot:
			end := pc + 1 + int(code[pc])
			switch left := m.run(code[pc+1:end], l); {
			case left == done:
				return leave
			case left == returns:
				return returns
			case left > leave:
				return left - 1
			}
			pc = end
		case OpReturn:
			m.returned = m.at(l, code[pc])
			return returns
		case OpResult:
			m.results = append(m.results, m.wholeAt(l, code[pc]))
			pc++
		default:
			var left int
			if pc, left = m.rare(op, code, pc, l); left != done {
				return left
			}
		}
	}
	return done
}

// left is what a statement that gives nothing ends a block with.
func (m *machine) left() int {
	if m.err != nil {
		return returns
	}
	return leave
}

// rare runs the statements that make values, and those that are rare. It returns where
// the next one is.
func (m *machine) rare(op Op, code []uint32, pc int, l []*ast.Term) (int, int) {
	switch op {
	case OpMakeArray:
		l[code[pc]] = newList()
		return pc + 1, done
	case OpMakeObject:
		l[code[pc]] = ast.NewTerm(ast.NewObject())
		return pc + 1, done
	case OpMakeSet:
		l[code[pc]] = m.emptySet()
		return pc + 1, done
	case OpAppend:
		items := l[code[pc+1]].Value.(*list)
		items.terms = append(items.terms, m.at(l, code[pc]))
		return pc + 2, done
	case OpSeal:
		l[code[pc]] = sealed(l[code[pc]].Value.(*list).terms)
		return pc + 1, done
	case OpAdd:
		l[code[pc+1]] = m.added(l[code[pc+1]], m.wholeAt(l, code[pc]))
		return pc + 2, done
	case OpInsert:
		m.put(l[code[pc+2]], code[pc], code[pc+1], l)
		return pc + 3, done
	case OpInsertOnce:
		object, key, value := l[code[pc+2]].Value.(ast.Object), m.wholeAt(l, code[pc]), m.wholeAt(l, code[pc+1])
		if known := object.Get(key); known == nil {
			object.Insert(key, value)
		} else if !same(known, value) {
			return pc, m.fail(&topdown.Error{Code: topdown.ConflictErr, Location: m.place(code[pc+3:]), Message: "object keys must be unique"})
		}
		return pc + 6, done
	case OpOnce:
		value, target := m.at(l, code[pc]), code[pc+1]
		if l[target] != nil && !m.equal(l[target], value) {
			return pc, m.fail(&topdown.Error{Code: topdown.ConflictErr, Location: m.place(code[pc+2:]), Message: string(m.image.constant(code[pc+5]).Value.(ast.String))})
		}
		l[target] = value
		return pc + 6, done
	case OpLen:
		n, ok := m.size(m.at(l, code[pc]))
		if !ok {
			return pc, leave
		}
		l[code[pc+1]] = ast.InternedTerm(n)
		return pc + 2, done
	case OpIsArray, OpIsObject, OpIsSet:
		if !is(op, m.at(l, code[pc])) {
			return pc, leave
		}
		return pc + 1, done
	case OpMerge:
		l[code[pc+2]] = merge(m.wholeAt(l, code[pc]), m.wholeAt(l, code[pc+1]))
		return pc + 3, done
	case OpWith:
		return m.with(code, pc, l)
	case OpDynamic:
		return m.dynamic(code, pc, l)
	}
	m.panicked(op)
	return pc, returns
}

// scan runs a block for each element of a value, in the order of its keys. There is a loop
// for each kind of value, since a function that is given to one that goes through them
// costs more than most blocks do.
func (m *machine) scan(code []uint32, l []*ast.Term) int {
	source, key, value, body := m.at(l, code[0]), code[1], code[2], code[4:]
	if source == nil {
		return done
	}
	switch v := source.Value.(type) {
	case *View:
		if v.elements == nil {
			source = m.whole(source)
		}
	case *document:
		source = m.whole(source)
	}
	if source == nil {
		return m.left()
	}
	switch v := source.Value.(type) {
	case *list:
		return m.scanList(v.terms, code, l)
	case *View:
		return m.scanList(v.elements, code, l)
	case *ast.Array:
		for i := range v.Len() {
			l[key], l[value] = ast.InternedTerm(i), v.Elem(i)
			if end, over := m.turn(body, l); over {
				return end
			}
		}
	case ast.Object:
		return m.scanObject(v, code, l)
	case ast.Set:
		for _, term := range v.Slice() {
			l[key], l[value] = term, term
			if end, over := m.turn(body, l); over {
				return end
			}
		}
	}
	return done
}

func (m *machine) scanList(terms []*ast.Term, code []uint32, l []*ast.Term) int {
	key, value, body := code[1], code[2], code[4:]
	for i, term := range terms {
		l[key], l[value] = ast.InternedTerm(i), term
		if end, over := m.turn(body, l); over {
			return end
		}
	}
	return done
}

func (m *machine) scanObject(object ast.Object, code []uint32, l []*ast.Term) int {
	key, value, body := code[1], code[2], code[4:]
	end := done
	object.Until(func(k, v *ast.Term) (over bool) {
		l[key], l[value] = k, v
		end, over = m.turn(body, l)
		return over
	})
	return end
}

// turn runs the block of a scan once. It reports whether no other one follows, and what
// the scan ends with then.
func (m *machine) turn(body []uint32, l []*ast.Term) (end int, over bool) {
	switch left := m.run(body, l); {
	case left == returns:
		return returns, true
	case left > 1:
		return left - 2, true
	case left == 1:
		return done, true
	}
	if m.cancel.Cancelled() {
		m.fail(cancelled())
	}
	if m.over() || m.err != nil {
		return returns, true
	}
	return done, false
}
