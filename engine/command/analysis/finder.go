package analysis

import (
	"strings"

	"github.com/skillctl/skillctl/engine/argv"
)

// narrow reports whether all that a find does to files (a deletion, a command) is
// behind a test that only some files pass: of their name, that they are empty, or
// that they are old.
func narrow(args []argv.Word) bool {
	f := finder{args: args, i: 1, all: true}
	for f.i < len(args) && !strings.HasPrefix(args[f.i].Prefix, "-") && args[f.i].Prefix != "(" && args[f.i].Prefix != "!" {
		if args[f.i].Value == nil && args[f.i].Prefix == "" {
			return false // it may be an alternative or an action
		}
		f.i++
	}
	f.list(false, 0)
	return f.all && f.actions > 0
}

// finder reads the expression of a find: and binds closer than or.
type finder struct {
	args    []argv.Word
	i       int
	actions int
	all     bool // all actions so far are behind a test
}

// list reads alternatives, and reports whether each of them has a test. Behind a
// comma another list begins.
func (f *finder) list(guarded bool, depth int) bool {
	every, any := true, guarded
	for f.i < len(f.args) && depth < maxDepth {
		switch f.args[f.i].Prefix {
		case ")":
			return every && any
		case "-o", "-or", ",":
			every = every && any
			any = guarded
			f.i++
		case "!", "-not":
			f.i++
			f.term(any, depth) // what is negated is no test
		default:
			any = f.term(any, depth) || any
		}
	}
	return every && any && depth < maxDepth
}

// term reads one test, action or group, and reports whether it narrows.
func (f *finder) term(guarded bool, depth int) bool {
	if f.i >= len(f.args) {
		return false
	}
	w := f.args[f.i]
	f.i++
	value := ""
	if f.i < len(f.args) && f.args[f.i].Value != nil {
		value = *f.args[f.i].Value
	}
	if w.Value == nil {
		f.all = false // it may be an alternative or an action
		return false
	}
	switch *w.Value {
	case "(":
		inner := f.list(guarded, depth+1)
		f.i++
		return inner
	case "-delete":
		f.action(guarded)
	case "-exec", "-execdir", "-ok", "-okdir":
		f.action(guarded)
		for f.i < len(f.args) && f.args[f.i].Prefix != ";" && (f.args[f.i].Prefix != "+" || f.args[f.i-1].Prefix != "{}") {
			f.i++
		}
		f.i++
	case "-name", "-iname", "-path", "-ipath", "-wholename", "-iwholename", "-regex", "-iregex":
		f.i++
		return telling(value)
	case "-mtime", "-mmin", "-atime", "-ctime", "-amin", "-cmin":
		f.i++
		return len(value) > 1 && value[0] == '+' && strings.Trim(value[1:], "0") != ""
	case "-empty":
		return true
	case "-maxdepth", "-mindepth", "-type", "-xtype", "-size", "-perm", "-user", "-group", "-newer", "-newermt", "-links", "-inum", "-samefile", "-printf", "-fstype", "-uid", "-gid", "-regextype", "-lname", "-ilname":
		f.i++
	}
	return false
}

func (f *finder) action(guarded bool) {
	f.actions++
	f.all = f.all && guarded
}

// telling reports whether a pattern says something of a name: two literal
// characters with a letter or digit among them, or no wildcard at all.
func telling(pattern string) bool {
	literal, letters, in := 0, 0, false
	for i := 0; i < len(pattern); i++ {
		switch c := pattern[i]; {
		case c == '[':
			in = true
		case c == ']':
			in = false
		case in || c == '*' || c == '?' || c == '/' || c == '\\' || c == '+' || c == '^' || c == '$' || c == '|' || c == '(' || c == ')':
		default:
			literal++
			if argv.IsIdentifier("_" + string(rune(c))) {
				letters++
			}
		}
	}
	return letters > 0 && (literal > 1 || !strings.ContainsAny(pattern, "*?[|"))
}
