package analysis

import (
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/argv"
	"github.com/skillctl/skillctl/engine/command/value"
)

// maxPipe bounds how far back a pipe is followed.
const maxPipe = 16

// supplied are the words of a command that another one completes with words of its
// input, with those in their place that the input is known to have. What lists names of
// things that are there gives options where such a name is one.
func (a *analyser) supplied(id int, args []argv.Word) []argv.Word {
	c := &a.facts.Commands[id]
	if c.Edge != argv.EdgeXargs || c.Parent < 0 {
		return args
	}
	words, known := a.wordsOf(a.facts.Commands[c.Parent].Stdin, 0)
	if !known {
		return args
	}
	out := make([]argv.Word, 0, len(args)+len(words))
	for i, w := range args {
		if i == 0 || w.Value != nil || w.Prefix != "" || !slices.Contains(w.Params, argv.FromInput) {
			out = append(out, w)
			continue
		}
		if len(words) == 0 {
			w.Params, w.Begins = []string{}, argv.BeginsNamed
			out = append(out, w)
		}
		for _, text := range words {
			out = append(out, argv.Literal(text, text, w.Span))
		}
	}
	return out
}

// wordsOf are the words that standard input has, none when it lists names of what
// there is, and whether either is so.
func (a *analyser) wordsOf(in argv.Stdin, depth int) ([]string, bool) {
	if in.Text != nil {
		return strings.Fields(*in.Text), true
	}
	if in.Kind != "pipe" || len(in.From) == 0 || depth > maxPipe {
		return nil, false
	}
	var out []string
	for _, id := range in.From {
		words, known := a.printed(id, depth)
		if !known {
			return nil, false
		}
		out = append(out, words...)
	}
	return out, true
}

// printed are the words that a command prints.
func (a *analyser) printed(id, depth int) ([]string, bool) {
	c := &a.facts.Commands[id]
	switch c.Base {
	case "echo", "printf":
		return literalWords(c.Args)
	case "git":
		return nil, gitNames(c.Args)
	case "find", "gfind":
		return nil, !slices.ContainsFunc(c.Args[1:], func(w argv.Word) bool {
			// A format puts its own text before the names.
			return w.Value == nil || strings.Contains(*w.Value, "%") && strings.Contains(*w.Value, "-")
		})
	case "rg", "ag":
		return nil, value.NamesOnly(c.Args[1:])
	case "ls", "fd", "fdfind", "lsof", "pgrep", "ps", "docker", "podman", "kubectl", "seq", "which", "tree", "basename", "dirname", "realpath", "readlink":
		return nil, true
	case "grep", "egrep", "fgrep":
		// With -l it lists names, as a filter it hands on what it gets.
		if c.Stdin.Kind == "pipe" && argv.Filters(c.Args) {
			return a.wordsOf(c.Stdin, depth+1)
		}
		return nil, slices.ContainsFunc(c.Args, func(w argv.Word) bool {
			return strings.HasPrefix(w.Prefix, "-") && !strings.HasPrefix(w.Prefix, "--") && strings.ContainsAny(w.Prefix, "lL") || strings.HasPrefix(w.Prefix, "--files-with")
		})
	case "sort", "uniq", "head", "tail", "tac", "shuf", "cat":
		if argv.Filters(c.Args) {
			return a.wordsOf(c.Stdin, depth+1)
		}
	case "cut":
		return a.wordsOf(c.Stdin, depth+1)
	case "awk", "gawk", "mawk", "sed", "tr":
		// They print what they get, unless the text in their arguments adds a dash.
		for _, w := range c.Args[1:] {
			if w.Value == nil || !strings.HasPrefix(*w.Value, "-") && strings.Contains(*w.Value, "-") {
				return nil, false
			}
		}
		return a.wordsOf(c.Stdin, depth+1)
	}
	return nil, false
}

// gitNames reports whether git prints names of files, branches and commits alone,
// not what somebody wrote into a commit.
func gitNames(args []argv.Word) bool {
	sub := ""
	for _, w := range args[1:] {
		if w.Value == nil {
			continue
		}
		v := *w.Value
		if sub == "" && !strings.HasPrefix(v, "-") {
			sub = v
		}
		if strings.HasPrefix(v, "--name-") {
			return true
		}
		if format, ok := strings.CutPrefix(v, "--format="); ok || strings.HasPrefix(v, "--pretty=") {
			if !ok {
				format = strings.TrimPrefix(strings.TrimPrefix(v, "--pretty="), "format:")
			}
			return strings.Trim(format, "%Hhn \n") == "" || strings.HasPrefix(format, "%(refname")
		}
	}
	switch sub {
	case "ls-files", "ls-tree", "branch", "tag", "rev-list", "rev-parse", "status", "grep", "remote", "for-each-ref", "worktree", "merge-base", "describe", "submodule":
		return true
	}
	return false
}

// literalWords are the words in the arguments of echo and printf.
func literalWords(args []argv.Word) ([]string, bool) {
	var out []string
	plain := strings.NewReplacer(`\n`, " ", `\0`, " ", `\t`, " ", "%s", " ", "%b", " ")
	for _, w := range args[1:] {
		if w.Value == nil || w.Glob || w.Tilde {
			return nil, false
		}
		out = append(out, strings.Fields(plain.Replace(*w.Value))...)
	}
	if len(out) == 0 {
		return []string{""}, true
	}
	return out, true
}
