package argv

import (
	"slices"
	"strings"
)

// maxNames is how many patterns of names are told apart.
const maxNames = 12

// printed is the place of what find prints in the names that its expression gives.
const printed = -1

// someNames are patterns of which the name of each file fits one; all where nothing is said.
type someNames struct {
	list []string
	said bool
}

// or are the names of either.
func (n someNames) or(o someNames) someNames {
	n.list, n.said = append(slices.Clone(n.list), o.list...), n.said && o.said && len(n.list)+len(o.list) <= maxNames
	return n
}

// and are the names of both: one of them is told.
func (n someNames) and(o someNames) someNames {
	if n.said {
		return n
	}
	return o
}

// findNames reads the expression of a find for the names that files have which an action
// reaches: those behind -o, in brackets and behind "!" as well.
type findNames struct {
	args []Word
	spec *findSpec
	i    int
	// reached are the names by the place of each action, acts says that one stands in for -print.
	reached map[int]someNames
	acts    bool
	// lost: a word is not understood, so that nothing is known of the names.
	lost bool
}

// PrintedNames are the patterns of which the name of each file fits one that a find prints;
// false where nothing is known of them.
func PrintedNames(args []Word) ([]string, bool) {
	f := readNames(args, &loadTables().find)
	one, ok := f.reached[printed]
	return one.list, ok && one.said && !f.lost
}

// readNames reads the expression of a find.
func readNames(args []Word, spec *findSpec) *findNames {
	f := &findNames{args: args, spec: spec, reached: map[int]someNames{}}
	for f.i = 1; f.i < len(args); f.i++ {
		if p := args[f.i].Prefix; args[f.i].Value == nil && p == "" {
			f.lost = true // it may be a part of the expression
		} else if strings.HasPrefix(p, "-") && p != "-H" && p != "-L" && p != "-P" || p == "(" || p == "!" {
			break
		}
	}
	all := f.alternatives(someNames{}, 0)
	if f.i < len(args) {
		f.lost = true
	}
	if !f.acts {
		f.reach(printed, all)
	}
	return f
}

// at are the patterns of the action at a place, nil where nothing is known.
func (f *findNames) at(i int) []string {
	if one := f.reached[i]; one.said && !f.lost {
		return one.list
	}
	return nil
}

func (f *findNames) reach(at int, names someNames) {
	if have, twice := f.reached[at]; twice {
		names = have.or(names)
	}
	f.reached[at] = names
}

// alternatives reads what -o joins, behind tests that say some names.
func (f *findNames) alternatives(given someNames, depth int) someNames {
	out := f.chain(given, depth)
	for f.i < len(f.args) && slices.Contains([]string{"-o", "-or", ","}, f.args[f.i].Prefix) {
		f.i++
		out = out.or(f.chain(given, depth))
	}
	return out
}

// chain reads tests and actions one behind the other.
func (f *findNames) chain(now someNames, depth int) someNames {
	for f.i < len(f.args) {
		switch p := f.args[f.i].Prefix; p {
		case ")", "-o", "-or", ",":
			return now
		case "!", "-not":
			f.i++
			if f.i < len(f.args) && f.args[f.i].Prefix != ")" {
				f.term(now, depth) // what does not fit has any name
			}
		default:
			now = now.and(f.term(now, depth))
		}
	}
	return now
}

// term reads one test, action or bracket, and tells the names that it says.
func (f *findNames) term(now someNames, depth int) someNames {
	w, at := f.args[f.i], f.i
	f.i++
	if w.Value == nil || depth > maxNames {
		f.lost = true
		return someNames{}
	}
	switch v := *w.Value; {
	case v == "(":
		inner := f.alternatives(now, depth+1)
		if f.i++; f.i > len(f.args) {
			f.lost = true
		}
		return inner
	case slices.Contains(f.spec.Exec, v):
		f.acts = true
		f.reach(at, now)
		for f.i < len(f.args) && f.args[f.i].Prefix != ";" && (f.args[f.i].Prefix != "+" || f.args[f.i-1].Prefix != "{}") {
			f.i++
		}
		f.i++
	case slices.Contains(f.spec.Delete, v), slices.Contains(f.spec.Write, v), slices.Contains(f.spec.WriteFormat, v):
		f.acts = true
		f.i += map[bool]int{true: 1}[slices.Contains(f.spec.Write, v)] + map[bool]int{true: 2}[slices.Contains(f.spec.WriteFormat, v)]
	case v == "-print" || v == "-print0" || v == "-ls" || v == "-printf":
		f.acts = true
		f.reach(printed, now)
		f.i += map[bool]int{true: 1}[v == "-printf"]
	case slices.Contains(f.spec.Values, v), newer(v):
		f.i++
		return f.test(v, f.i-1)
	case slices.Contains(f.spec.Flags, v):
	default:
		f.lost = true
	}
	return someNames{}
}

// test are the names that fit a test whose value stands at a place.
func (f *findNames) test(option string, at int) someNames {
	if at >= len(f.args) || f.args[at].Value == nil {
		return someNames{}
	}
	switch value := *f.args[at].Value; option {
	case "-name", "-iname":
		return someNames{list: []string{value}, said: value != ""}
	case "-path", "-ipath", "-wholename", "-iwholename":
		// An asterisk takes slashes as well: only what stands behind the last one is in the name.
		end := value[strings.LastIndexAny(value, "*?[]/\\")+1:]
		return someNames{list: []string{"*" + end}, said: end != ""}
	}
	return someNames{}
}
