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

// FromInput stands among the parameters of a word that comes from the input of the
// program that runs the command.
const FromInput = "xargs"

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
		out[i].Params = []string{FromInput}
	}
	return out
}

// readFinder follows fd -x and its like: the command ends at ";" or the line.
func readFinder(a *arguments, options []string) {
	args := a.call.Args
	for i := 1; i < len(args); i++ {
		if readsInput(args[i]) {
			a.opaque(OpaqueArguments, "what is read here may hold a command", args[i].Span)
		}
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
