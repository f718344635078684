package plan

import (
	"errors"
	"fmt"
	"slices"
)

// Check holds all of an image to its form: that each record begins where the one before
// ends, that what is named by number is there, that blocks end within their functions,
// and that no function comes to itself. [Open] reads no further than the tables, which is
// enough for an image that is part of the program; one that was read from a file is
// checked before it is asked. That the image says what its policies say is nothing that
// can be seen in it.
func Check(text string) (err error) {
	defer func() {
		if failed := recover(); failed != nil {
			err = errImage
		}
	}()
	image, err := Open(text)
	if err != nil {
		return err
	}
	c := &checker{image: image, calls: make([][]uint32, len(image.functions))}
	return c.check()
}

type checker struct {
	image *Image
	// calls are the functions that each function calls.
	calls [][]uint32
	// at is the function that is looked at, locals how many variables it has.
	at     int
	locals uint32
}

func (c *checker) check() error {
	i := c.image
	constants, functions, files := len(i.constants), len(i.functions), len(i.head.Files)
	end := 4 * (constants + functions + files)
	for n := range constants + functions + files {
		r := i.record(n)
		if len(i.text)-len(r.text) != end {
			return fmt.Errorf("%w: record %d is not where it should be", errImage, n)
		}
		switch {
		case n < constants:
			c.constant(&r, n)
		case n < constants+functions:
			c.function(&r, n-constants)
		default:
			_ = r.string()
		}
		end = len(i.text) - len(r.text)
	}
	if end != len(i.text) {
		return fmt.Errorf("%w: something stands behind its end", errImage)
	}
	for _, one := range i.spread {
		c.below(one[0], functions)
		for _, file := range one[1:] {
			c.below(file, files)
		}
	}
	c.below(len(i.head.Entries), functions+1)
	return c.acyclic()
}

// below fails where a number names nothing.
func (*checker) below(n, limit int) {
	if n < 0 || n >= limit {
		panic(errImage)
	}
}

func (c *checker) constant(r *reader, n int) {
	switch kind := r.number(); kind {
	case constNull, constFalse, constTrue:
	case constText, constNumber:
		_ = r.string()
	case constArray, constSet, constObject:
		list := r.numbers()
		for _, one := range list {
			c.below(one, n) // its elements stand before it
		}
		if kind == constObject && len(list)%2 != 0 {
			panic(errImage)
		}
	default:
		panic(errImage)
	}
}

func (c *checker) function(r *reader, n int) {
	_, locals, params, file := r.string(), r.number(), r.numbers(), r.number()
	c.below(r.number(), 2)
	if locals < 2 || locals > maxLocals {
		panic(errImage)
	}
	for _, param := range params {
		c.below(param, locals)
	}
	c.below(file, len(c.image.head.Files))
	c.at, c.locals = n, uint32(locals)
	c.block(r.words())
}

// maxLocals is how many variables a function has at most; those of the policies that ship
// with skillctl have some hundreds.
const maxLocals = 1 << 16

// block looks at the statements of a block.
func (c *checker) block(code []uint32) {
	for len(code) > 0 {
		parts := form(Op(code[0]))
		if parts == "" {
			panic(errImage)
		}
		code = c.statement(parts, code[1:])
	}
}

// form is what stands behind an op, "" where there is no such op: V an operand, L a local
// variable, K a constant, R a rule, N a number, A a place, B a block. What repeats is told
// by its number: k so many constants, c the arguments of a call, b those of a built-in
// function, d the names and candidates of a dynamic call.
func form(op Op) string {
	switch op {
	case OpBlock, OpNot:
		return "B"
	case OpBreak:
		return "N"
	case OpScan:
		return "VLLB"
	case OpWith:
		return "LVkB"
	case OpReturn, OpResult, OpHolds, OpIsArray, OpIsObject, OpIsSet, OpDefined, OpUndefined:
		return "V"
	case OpMove, OpLen, OpAppend, OpAdd:
		return "VL"
	case OpOnce:
		return "VLAK"
	case OpReset, OpMakeArray, OpMakeObject, OpMakeSet, OpSeal:
		return "L"
	case OpDot, OpInsert, OpMerge:
		return "VVL"
	case OpInsertOnce:
		return "VVLA"
	case OpEqual, OpDiffer:
		return "VV"
	case OpRule:
		return "RL"
	case OpCall:
		return "c"
	case OpBuiltin:
		return "b"
	case OpDynamic:
		return "d"
	}
	return ""
}

func (c *checker) statement(parts string, code []uint32) []uint32 {
	i := c.image
	for _, part := range parts {
		switch part {
		case 'V':
			c.operand(code[0])
		case 'L':
			c.below(int(code[0]), int(c.locals))
		case 'K':
			c.below(int(code[0]), len(i.constants))
		case 'R':
			c.call(code[0], 0)
		case 'A':
			c.below(int(code[0]), len(i.head.Files))
			code = code[2:]
		case 'B':
			n := code[0]
			c.block(code[1 : 1+n])
			code = code[n:]
		case 'k':
			n := code[0]
			for _, one := range code[1 : 1+n] {
				c.below(int(one), len(i.constants))
			}
			code = code[n:]
		case 'c':
			c.below(int(code[1]), int(c.locals))
			c.call(code[0], int(code[2]))
			return c.operands(code[3:], code[2])
		case 'b':
			c.below(int(code[0]), len(i.head.Builtins))
			c.below(int(code[1]), int(c.locals))
			c.below(int(code[2]), len(i.head.Files))
			return c.operands(code[6:], code[5])
		case 'd':
			return c.dynamic(code)
		}
		code = code[1:]
	}
	return code
}

func (c *checker) operand(word uint32) {
	if word&1 == 1 {
		c.below(int(word>>1), len(c.image.constants))
		return
	}
	c.below(int(word>>1), int(c.locals))
}

func (c *checker) operands(code []uint32, n uint32) []uint32 {
	for _, word := range code[:n] {
		c.operand(word)
	}
	return code[n:]
}

func (c *checker) dynamic(code []uint32) []uint32 {
	c.below(int(code[0]), int(c.locals))
	n := code[1]
	code = c.operands(code[2:], n)
	candidates := code[0]
	for code = code[1:]; candidates > 0; candidates-- {
		c.call(code[0], 0)
		for _, one := range code[1 : 1+n] {
			c.below(int(one), len(c.image.constants))
		}
		code = code[1+n:]
	}
	return code
}

// call notes that a function is called with so many arguments. What asks for an entry point
// is called by nobody.
func (c *checker) call(number uint32, args int) {
	i := c.image
	c.below(int(number), len(i.functions)-len(i.head.Entries))
	if len(i.function(number).params) != args {
		panic(errImage)
	}
	c.calls[c.at] = append(c.calls[c.at], number)
}

// acyclic fails where a function comes to itself: policies have no recursion, and it would
// not end.
func (c *checker) acyclic() error {
	const open, closed = 1, 2
	state := make([]uint8, len(c.calls))
	var visit func(n uint32) bool
	visit = func(n uint32) bool {
		if state[n] != 0 {
			return state[n] == closed
		}
		state[n] = open
		if slices.ContainsFunc(c.calls[n], func(called uint32) bool { return !visit(called) }) {
			return false
		}
		state[n] = closed
		return true
	}
	for n := range c.calls {
		if !visit(uint32(n)) {
			return errors.Join(errImage, errors.New("a function calls itself"))
		}
	}
	return nil
}
