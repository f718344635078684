package arithmetic

import (
	"strings"

	"github.com/skillctl/skillctl/engine/argv"
	"github.com/skillctl/skillctl/engine/command"
	"github.com/skillctl/skillctl/engine/command/script"
	"github.com/skillctl/skillctl/engine/command/word"
	"mvdan.cc/sh/v3/syntax"
)

// Names finds the names in a text that is evaluated, and those of them
// that it sets.
func Names(s string) (names, set []string) {
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

// First is the name that an expression begins with, if any.
func First(s string) []string {
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

// Words are the words that an expression is made of.
func Words(t *script.Text, x syntax.ArithmExpr, d command.Dialect) []argv.Word {
	var out []argv.Word
	syntax.Walk(x, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.CmdSubst, *syntax.ProcSubst:
			return false
		case *syntax.Word:
			w := word.Decode(t, n, d)
			if w.Value == nil || !argv.IsNumber(*w.Value) {
				out = append(out, w)
			}
			return false
		}
		return true
	})
	return out
}

// Evaluated are the variables that an expression evaluates, and whether
// a subscript in it holds a quoted or substituted text.
func Evaluated(x syntax.ArithmExpr) (params []string, code bool) {
	params = []string{}
	syntax.Walk(x, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.CmdSubst, *syntax.ProcSubst:
			return false
		case *syntax.ParamExp:
			if n.Param != nil && !n.Length {
				params = append(params, n.Param.Value)
			}
			if n.Index != nil && !word.IsAll(n.Index) {
				if _, subst := Substitutes(n.Index); subst {
					code = true
				}
			}
		case *syntax.SglQuoted:
			code = code || Code(n.Value)
		case *syntax.Lit:
			name := n.Value
			if strings.Contains(name, "[") || Code(name) {
				code = code || Code(name)
				name, _, _ = strings.Cut(name, "[")
			}
			if name != "" && !(name[0] >= '0' && name[0] <= '9') {
				params = append(params, name)
			}
		}
		return true
	})
	return params, code
}

// Substitutes reports whether a node holds a command substitution.
func Substitutes(n syntax.Node) (quoted, subst bool) {
	syntax.Walk(n, func(n syntax.Node) bool {
		switch n.(type) {
		case *syntax.CmdSubst, *syntax.ProcSubst:
			subst = true
		case *syntax.SglQuoted:
			quoted = true
		}
		return true
	})
	return quoted, subst
}

// Code reports whether a text has something in it that a shell would run or expand.
func Code(s string) bool {
	return strings.Contains(s, "$(") || strings.Contains(s, "`") || strings.Contains(s, "${") || strings.Contains(s, "$[")
}
