package argv

import (
	"slices"
	"strings"
)

// findScan reads the expression of find.
type findScan struct {
	a    *arguments
	args []Word
	spec *findSpec
	// narrow is the pattern that the names of all files fit that an action
	// reaches, "" for none that is known: a -name in front of it that no "-o",
	// "!" or bracket makes optional.
	narrow string
	// loose: an operator stands in the expression that narrow does not follow.
	loose bool
	// names are those that files have which the actions reach.
	names *findNames
	// within: the places to search are behind us.
	within bool
}

// readFind follows -exec and its like, records what find writes or deletes, and
// what of its expression no table has.
func readFind(a *arguments) {
	m := findScan{a: a, args: a.call.Args, spec: &a.tables.find}
	m.loose = slices.ContainsFunc(m.args[1:], func(w Word) bool {
		return w.Value != nil && slices.Contains([]string{"-o", "-or", ",", "!", "-not", "(", ")"}, *w.Value)
	})
	m.names = readNames(m.args, m.spec)
	for i := m.options(); i < len(m.args); i++ {
		w := m.args[i]
		if w.Value == nil {
			m.unknown(i)
			continue
		}
		i += m.primary(i, *w.Value)
	}
}

// options skips what stands in front of the places to search.
func (m *findScan) options() int {
	i := 1
	for ; i < len(m.args) && m.args[i].Value != nil; i++ {
		v := *m.args[i].Value
		switch {
		case v == "-H" || v == "-L" || v == "-P" || v == "-E" || v == "-X" || v == "-x" || v == "-s" || len(v) == 3 && strings.HasPrefix(v, "-O"):
		case v == "-D":
			i++
		default:
			return i
		}
	}
	return i
}

// unknown judges a word that is not known: it may be an action.
func (m *findScan) unknown(i int) {
	w := m.args[i]
	if m.within && w.Splits {
		m.loose, m.narrow = true, "" // it may be -o
	}
	if (w.Splits || m.within) && (w.Prefix == "" || strings.HasPrefix(w.Prefix, "-")) && (assignedHere(m.a, w) || readsInput(w)) {
		m.a.opaque(OpaqueArguments, "a variable of this text may hold an action of find", w.Span)
	}
}

// readsInput reports whether a word is one of those that xargs adds.
func readsInput(w Word) bool { return slices.Contains(w.Params, "xargs") && w.Text == "…" }

// primary reads one word of the expression, and returns how many further words it
// uses.
func (m *findScan) primary(i int, v string) int {
	w := m.args[i]
	s := m.spec
	m.within = m.within || strings.HasPrefix(v, "-") || v == "(" || v == "!"
	switch {
	case slices.Contains(s.Exec, v):
		return m.exec(i) - i
	case v == ";" && unknownBefore(m.args[:i]):
		m.a.opaque(OpaqueArguments, "a command ends here, and it is not known where it begins", w.Span)
	case slices.Contains(s.Delete, v):
		m.a.carries("finder")
		for _, root := range findRoots(m.args) {
			m.a.write(Write{Kind: "delete-tree", Option: v, Target: root, Only: m.narrow, Span: w.Span})
		}
	case slices.Contains(s.Write, v), slices.Contains(s.WriteFormat, v):
		if i+1 < len(m.args) {
			m.a.write(Write{Kind: "write", Option: v, Target: m.args[i+1], Span: m.args[i+1].Span})
		}
		if slices.Contains(s.WriteFormat, v) {
			return 2
		}
		return 1
	case slices.Contains(s.Values, v), newer(v):
		m.test(i, v)
		return 1
	case slices.Contains(s.Flags, v), v == "(", v == ")", v == "!", v == ",":
	case strings.HasPrefix(v, "-") && len(v) > 1:
		m.a.hit(Hit{Kind: "code", Option: v, Detail: "a part of the expression that skillctl does not know", Span: w.Span})
	}
	return 0
}

// newer reports whether a word is -newerXY.
func newer(v string) bool {
	xy, ok := strings.CutPrefix(v, "-newer")
	return ok && len(xy) == 2 && strings.Trim(xy, "aBcmt") == ""
}

// test notes a name that everything behind it fits.
func (m *findScan) test(i int, v string) {
	if m.loose || i+1 >= len(m.args) || m.args[i+1].Value == nil || v != "-name" && v != "-iname" {
		return
	}
	m.narrow = *m.args[i+1].Value
}

// exec follows the command of one -exec and returns the index of its end.
func (m *findScan) exec(i int) int {
	m.a.carries("finder")
	args := m.args
	end := i + 1
	for end < len(args) {
		v := args[end].Value
		if v != nil && (*v == ";" || *v == "+" && end > i+1 && args[end-1].Value != nil && *args[end-1].Value == "{}") {
			break
		}
		end++
	}
	if end > i+1 {
		m.a.child(m.found(args[i+1:end], m.names.at(i)), EdgeFind, *args[i].Value)
	}
	return end
}

// found fills in what is known of the files that are found: the names that they have, and
// below which folder they are, when a name keeps the folder itself out.
func (m *findScan) found(words []Word, names []string) []Word {
	out := fill(words, "{}")
	for i := range out {
		if slices.Contains(out[i].Params, FromInput) {
			out[i].Names = names
		}
	}
	roots := findRoots(m.args)
	if m.narrow == "" || len(roots) != 1 || !roots[0].Static() {
		return out
	}
	root := strings.TrimSuffix(*roots[0].Value, "/")
	for i, w := range words {
		if w.Value != nil && *w.Value == "{}" && !strings.HasPrefix(root, "-") {
			out[i].Prefix, out[i].Only = root+"/", m.narrow
		}
	}
	return out
}

// unknownBefore reports whether a word may be anything, an action too: one that
// is nothing but a variable.
func unknownBefore(args []Word) bool {
	for _, w := range args {
		if w.Value == nil && (w.Prefix == "" || strings.HasPrefix(w.Prefix, "-")) {
			return true
		}
	}
	return false
}

// findRoots are the starting points of find.
func findRoots(args []Word) []Word {
	var out []Word
	for _, w := range args[1:] {
		p := w.Prefix
		if p == "-H" || p == "-L" || p == "-P" {
			continue
		}
		if strings.HasPrefix(p, "-") || p == "(" || p == "!" || p == ")" || p == "," {
			break
		}
		out = append(out, w)
	}
	if len(out) == 0 {
		out = append(out, Literal(".", ".", args[0].Span))
	}
	return out
}
