package argv

import (
	"slices"
	"strings"

	"github.com/skillctl/skillctl/internal/document"
)

// readXargs follows the command that xargs completes with words of its input.
func readXargs(a *arguments) {
	a.carries("xargs")
	args := a.call.Args
	s := a.tables.xargs
	spec := wrapperSpec{Flags: s.Flags, Values: s.Values, Optional: s.Optional, Info: s.Info, Edge: EdgeXargs}
	spec.prepare()
	scan := spec.scanOptions(args, 1)
	placeholder, given := "", false
	for _, e := range scan.events {
		switch {
		case e.kind == optInfo:
			a.carries("")
			return
		case abbreviates([]string{"--process-slot-var"}, e.name):
			v := Assignment{How: "env", Op: "=", Span: e.at.Span}
			if e.value != nil {
				v.Name = e.value.Value
			}
			a.assign(v)
		case e.name == "-I" || e.name == "-J" || abbreviates([]string{"--replace"}, e.name) || e.name == "-i":
			placeholder, given = "{}", true
			if e.value != nil && e.value.Value != nil && *e.value.Value != "" {
				placeholder = *e.value.Value
			}
		}
	}
	for i := 1; i < scan.next && i < len(args); i++ {
		// -i and -l with an attached value are skipped by the scan.
		if v := args[i].Prefix; strings.HasPrefix(v, "-i") && !strings.HasPrefix(v, "--") {
			given, placeholder = true, "{}"
			if len(v) > 2 {
				placeholder = v[2:]
			}
		}
	}
	if scan.bad != nil {
		misfit(a, &spec, scan)
		return
	}
	if scan.next >= len(args) {
		return
	}
	words := args[scan.next:]
	if given {
		words = fill(words, placeholder)
	} else {
		words = append(append([]Word{}, words...), unknownWord("xargs", words[len(words)-1].Span))
	}
	a.child(words, EdgeXargs, "")
}

// unknownWord stands for the words that xargs reads.
func unknownWord(from string, at document.Span) Word {
	return Word{Text: "…", Quote: "none", Splits: true, Params: []string{from}, Span: at}
}

// fill makes every word that holds the placeholder unknown.
func fill(words []Word, placeholder string) []Word {
	out := make([]Word, len(words))
	for i, w := range words {
		out[i] = w
		if w.Value == nil {
			continue
		}
		before, behind, found := strings.Cut(*w.Value, placeholder)
		if !found || placeholder == "" {
			continue
		}
		out[i].Value, out[i].Prefix, out[i].Suffix = nil, before, behind
		out[i].Params = []string{placeholder}
	}
	return out
}

// readFind follows -exec and its like and records what find writes or deletes.
func readFind(a *arguments) {
	args := a.call.Args
	s := a.tables.find
	for i := 1; i < len(args); i++ {
		w := args[i]
		if w.Value == nil {
			if w.Splits && assignedHere(a, w) {
				a.opaque(OpaqueArguments, "a variable of this text may hold an action of find", w.Span)
			}
			continue
		}
		v := *w.Value
		switch {
		case slices.Contains(s.Exec, v):
			i = readFindExec(a, args, i)
		case v == ";" && unknownBefore(args[:i]):
			a.opaque(OpaqueArguments, "a command ends here, and it is not known where it begins", w.Span)
		case slices.Contains(s.Delete, v):
			a.carries("finder")
			for _, root := range findRoots(args) {
				a.write(Write{Kind: "delete-tree", Option: v, Target: root, Span: w.Span})
			}
		case slices.Contains(s.Write, v) || slices.Contains(s.WriteFormat, v):
			if i+1 < len(args) {
				a.write(Write{Kind: "write", Option: v, Target: args[i+1], Span: args[i+1].Span})
				i++
			}
		}
	}
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

// readFindExec follows the command of one -exec and returns the index of its end.
func readFindExec(a *arguments, args []Word, i int) int {
	a.carries("finder")
	end := i + 1
	for end < len(args) {
		v := args[end].Value
		if v != nil && (*v == ";" || *v == "+" && end > i+1 && args[end-1].Value != nil && *args[end-1].Value == "{}") {
			break
		}
		end++
	}
	if end == i+1 {
		return end
	}
	a.child(fill(args[i+1:end], "{}"), EdgeFind, *args[i].Value)
	return end
}

// readFinder follows fd -x and its like: the command ends at ";" or the line.
func readFinder(a *arguments, options []string) {
	args := a.call.Args
	for i := 1; i < len(args); i++ {
		v := args[i].Prefix
		name, _, eq := strings.Cut(v, "=")
		cluster := len(v) > 1 && v[0] == '-' && v[1] != '-' && fdExec(v)
		long := len(name) > 4 && strings.HasPrefix("--exec-batch", name)
		if !slices.Contains(options, name) && !cluster && !long {
			continue
		}
		a.carries("finder")
		attached := cluster && !strings.HasSuffix(v, "x") && !strings.HasSuffix(v, "X")
		if eq || attached || i+1 >= len(args) {
			a.opaque(OpaqueWrapper, "the command of this option is not understood", args[i].Span)
			return
		}
		words := append(fill(args[i+1:], "{}"), unknownWord("fd", args[i].Span))
		a.child(words, EdgeFind, v)
		return
	}
}

// fdExec reports whether a cluster of fd's options has -x or -X; behind a letter
// that takes a value there are no more options.
func fdExec(v string) bool {
	for _, c := range v[1:] {
		switch {
		case c == 'x' || c == 'X':
			return true
		case strings.ContainsRune("deEtSoCjc", c):
			return false
		}
	}
	return false
}

// assignedHere reports whether the text itself sets a variable of the word.
func assignedHere(a *arguments, w Word) bool {
	for _, v := range a.assignments() {
		if v.Name != nil && slices.Contains(w.Params, *v.Name) && v.How != "for" {
			return true
		}
	}
	return false
}
