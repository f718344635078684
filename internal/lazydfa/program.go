package lazydfa

import (
	"encoding/binary"
	"regexp/syntax"
	"unicode"
	"unicode/utf8"
)

// program is a compiled expression in less room than that of package syntax has: nothing of it leads anywhere, so that
// the collector of garbage need not look into thousands of instructions each time.
type program struct {
	insts []inst
	sets  []set
	start uint32
}

// inst is an instruction.
type inst struct {
	op  syntax.InstOp
	out uint32
	arg uint32 // of two ways the other one; a condition; the letter, or the number of a set of letters
}

// set is letters that an instruction takes.
type set struct {
	ascii letters
	all   syntax.Inst
}

// letters is a set of letters of ASCII.
type letters [2]uint64

func (l *letters) add(r rune) {
	if 0 <= r && r < utf8.RuneSelf {
		l[r/64] |= 1 << (r % 64)
	}
}

func (l *letters) has(r rune) bool { return l[r/64]&(1<<(r%64)) != 0 }

// compiled is the program of an expression.
func compiled(tree *syntax.Regexp) (*program, error) {
	from, err := syntax.Compile(tree.Simplify())
	if err != nil {
		return nil, err
	}
	p := &program{insts: make([]inst, len(from.Inst)), start: uint32(from.Start)}
	known := map[string]uint32{}
	var key []byte
	for i := range from.Inst {
		one := &from.Inst[i]
		to := inst{op: one.Op, out: one.Out, arg: one.Arg}
		switch one.Op {
		case syntax.InstRune1:
			to.arg = uint32(one.Rune[0])
		case syntax.InstRune:
			key = binary.LittleEndian.AppendUint32(key[:0], one.Arg)
			for _, r := range one.Rune {
				key = binary.LittleEndian.AppendUint32(key, uint32(r))
			}
			number, ok := known[string(key)]
			if !ok {
				number = uint32(len(p.sets))
				known[string(key)] = number
				p.sets = append(p.sets, set{ascii: lettersOf(one), all: syntax.Inst{Op: one.Op, Arg: one.Arg, Rune: one.Rune}})
			}
			to.arg = number
		}
		p.insts[i] = to
	}
	return p, nil
}

// lettersOf are those that an instruction takes.
func lettersOf(one *syntax.Inst) letters {
	var l letters
	if len(one.Rune) == 1 {
		l.add(one.Rune[0])
		if syntax.Flags(one.Arg)&syntax.FoldCase != 0 {
			for c := unicode.SimpleFold(one.Rune[0]); c != one.Rune[0]; c = unicode.SimpleFold(c) {
				l.add(c)
			}
		}
		return l
	}
	for i := 0; i+1 < len(one.Rune); i += 2 {
		for c := one.Rune[i]; c <= min(one.Rune[i+1], utf8.RuneSelf-1); c++ {
			l.add(c)
		}
	}
	return l
}

// takes reports whether an instruction takes a letter.
func (p *program) takes(one *inst, r rune) bool {
	switch one.op {
	case syntax.InstRuneAny:
		return true
	case syntax.InstRuneAnyNotNL:
		return r != '\n'
	case syntax.InstRune1:
		return r == rune(one.arg)
	case syntax.InstRune:
		if r < utf8.RuneSelf {
			return p.sets[one.arg].ascii.has(r)
		}
		return p.sets[one.arg].all.MatchRune(r)
	}
	return false
}

// kind is a letter that stands for all that conditions do not tell apart from one.
func kind(r rune) rune {
	switch {
	case r == '\n':
		return '\n'
	case syntax.IsWordChar(r):
		return 'a'
	}
	return ' '
}

// classes numbers the letters of ASCII by what parts of the program take, and gives how many classes there are: letters
// of one class are told apart by none.
func (p *program) classes() (of [utf8.RuneSelf]uint8, count int) {
	known := map[letters]bool{}
	// Conditions, and a dot, tell these kinds apart.
	var kinds [utf8.RuneSelf]int
	for c := range kinds {
		kinds[c] = int(kind(rune(c)))
	}
	count = renumber(&kinds)
	divide := func(l letters) {
		if known[l] {
			return
		}
		known[l] = true
		for c := range kinds {
			if kinds[c] *= 2; l.has(rune(c)) {
				kinds[c]++
			}
		}
		count = renumber(&kinds)
	}
	for i := range p.insts {
		if one := &p.insts[i]; one.op == syntax.InstRune1 {
			var l letters
			l.add(rune(one.arg))
			divide(l)
		}
	}
	for i := range p.sets {
		divide(p.sets[i].ascii)
	}
	for c, k := range kinds {
		of[c] = uint8(k)
	}
	return of, count
}

// renumber counts the kinds of letters from zero, and gives how many there are.
func renumber(kinds *[utf8.RuneSelf]int) int {
	var numbers [2*utf8.RuneSelf + 1]int // what a kind is, and one
	count := 0
	for c, k := range kinds {
		if numbers[k] == 0 {
			count++
			numbers[k] = count
		}
		kinds[c] = numbers[k] - 1
	}
	return count
}
