package command

import (
	"mvdan.cc/sh/v3/syntax"

	"github.com/skillctl/skillctl/engine/argv"
)

// arithmeticAssigns records the variables that an expression sets.
func (a *analyser) arithmeticAssigns(x syntax.ArithmExpr, sc scope, command int) {
	syntax.Walk(x, func(n syntax.Node) bool {
		var target syntax.ArithmExpr
		switch n := n.(type) {
		case *syntax.CmdSubst, *syntax.ProcSubst, *syntax.ArithmExp:
			return false // walked on its own
		case *syntax.BinaryArithm:
			switch n.Op {
			case syntax.Assgn, syntax.AddAssgn, syntax.SubAssgn, syntax.MulAssgn, syntax.QuoAssgn, syntax.RemAssgn,
				syntax.AndAssgn, syntax.OrAssgn, syntax.XorAssgn, syntax.ShlAssgn, syntax.ShrAssgn:
				target = n.X
			}
		case *syntax.UnaryArithm:
			if n.Op == syntax.Inc || n.Op == syntax.Dec {
				target = n.X
			}
		case *syntax.Word:
			// let "x=1" is one word for the parser.
			if w := DecodeWord(sc.t, n, sc.dialect); !argv.IsIdentifier(w.Shape()) {
				a.textAssigns(w.Shape(), w, command)
			}
		}
		if target == nil {
			return true
		}
		from, to := int(target.Pos().Offset()), min(int(target.End().Offset()), len(sc.t.Src))
		v := argv.Assignment{Command: command, How: "arithmetic", Op: "=", Span: sc.t.Span(from, to)}
		for _, name := range firstName(sc.t.Src[min(from, to):to]) {
			v.Name = &name
		}
		a.assign(v)
		return true
	})
}

// firstName is the name that an expression begins with, if any.
func firstName(s string) []string {
	end := 0
	for end < len(s) && nameByte(s[end], end > 0) {
		end++
	}
	if end == 0 {
		return nil
	}
	return []string{s[:end]}
}

func nameByte(c byte, digits bool) bool {
	return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || digits && c >= '0' && c <= '9'
}

// textAssigns records the variables that a text sets when it is evaluated.
func (a *record) textAssigns(text string, w argv.Word, command int) {
	_, set := arithmeticText(text)
	for _, name := range set {
		a.assign(argv.Assignment{Command: command, How: "arithmetic", Name: &name, Op: "=", Span: w.Span})
	}
}

// arithmeticText finds the names in a text that is evaluated, and those of them
// that it sets.
func arithmeticText(s string) (names, set []string) {
	for i := 0; i < len(s); {
		if s[i] >= '0' && s[i] <= '9' {
			// 16#ff, 0x1f: letters of a number are no name.
			for i < len(s) && (nameByte(s[i], true) || s[i] == '#' || s[i] == '@') {
				i++
			}
			continue
		}
		if !nameByte(s[i], false) {
			i++
			continue
		}
		from := i
		for i < len(s) && nameByte(s[i], true) {
			i++
		}
		names = append(names, s[from:i])
		if sets(s[:from], s[i:]) {
			set = append(set, s[from:i])
		}
	}
	return names, set
}

// sets reports whether an operator that assigns stands around a name.
func sets(before, behind string) bool {
	for len(before) > 0 && blankByte(before[len(before)-1]) {
		before = before[:len(before)-1]
	}
	if n := len(before); n > 1 && (before[n-2:] == "++" || before[n-2:] == "--") {
		return true
	}
	i := 0
	for i < len(behind) && blankByte(behind[i]) {
		i++
	}
	if i < len(behind) && behind[i] == '[' {
		// An element: what stands behind its index decides. Too much is taken for
		// an assignment rather than too little.
		for i < len(behind) && behind[i] != '=' {
			i++
		}
	}
	from := i
	for i < len(behind) && i < from+3 && behind[i] != '=' {
		if (behind[i] == '+' || behind[i] == '-') && i+1 < len(behind) && behind[i+1] == behind[i] {
			return true
		}
		switch behind[i] {
		case '+', '-', '*', '/', '%', '&', '|', '^':
		case '<', '>':
			// <= and >= compare, <<= and >>= assign.
			if i+1 >= len(behind) || behind[i+1] != behind[i] {
				return false
			}
			i++
		default:
			return false
		}
		i++
	}
	return i < len(behind) && behind[i] == '=' && (i+1 >= len(behind) || behind[i+1] != '=')
}

func blankByte(c byte) bool { return c == ' ' || c == '\t' || c == '\n' }

// arithmeticWords are the words that an expression is made of.
func arithmeticWords(t *Text, x syntax.ArithmExpr, d Dialect) []argv.Word {
	var out []argv.Word
	syntax.Walk(x, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.CmdSubst, *syntax.ProcSubst:
			return false
		case *syntax.Word:
			w := DecodeWord(t, n, d)
			if w.Value == nil || !argv.IsNumber(*w.Value) {
				out = append(out, w)
			}
			return false
		}
		return true
	})
	return out
}
