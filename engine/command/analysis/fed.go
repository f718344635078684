package analysis

import (
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/argv"
	"github.com/skillctl/skillctl/engine/command/mark"
	"github.com/skillctl/skillctl/engine/command/value"
)

// maxAsked is how often a text may need the values of its variables while it is
// read: each time all that was read before is looked at.
const maxAsked = 100

// feedWords completes the words of a command that another one runs with what that
// one finds: xargs in its input, find below its folders.
func (a *analyser) feedWords(id int, r argv.Run) []argv.Word {
	switch r.Edge {
	case argv.EdgeFind:
		return a.foundWords(id, r.Words)
	case argv.EdgeXargs:
		return a.inputWords(id, r.Words)
	}
	return r.Words
}

// foundWords puts the folders of a find before what stands for its files.
func (a *analyser) foundWords(id int, words []argv.Word) []argv.Word {
	var roots []argv.Word
	for _, w := range a.facts.Commands[id].Args[1:] {
		if p := w.Prefix; strings.HasPrefix(p, "-") && p != "-H" && p != "-L" && p != "-P" || p == "(" || p == "!" {
			break
		} else if !strings.HasPrefix(p, "-") {
			roots = append(roots, w)
		}
	}
	out := make([]argv.Word, len(words))
	for i, w := range words {
		if w.Value == nil && len(w.Expansions) == 0 && len(w.Params) == 1 && w.Params[0] == argv.FromInput {
			w.Skeleton = w.Prefix + "X" + w.Suffix
			below := roots
			if w.Only != "" {
				below = nil // the folder stands in front of it already
			}
			w.Expansions = []argv.Expansion{{At: len(w.Prefix), Kind: "found", Output: below, Names: w.Names}}
		}
		out[i] = w
	}
	return out
}

// inputWords are the words of a command that xargs runs with those of its input
// in their place, as far as they are known.
func (a *analyser) inputWords(id int, words []argv.Word) []argv.Word {
	c := &a.facts.Commands[id]
	var list []string
	vars := a.soFar()
	switch {
	case vars == nil:
		list = []string{mark.Unknown}
	case reads(c.Args, "-a", "--arg-file"):
		list = []string{mark.Unknown}
	case c.Stdin.Text != nil:
		list = strings.Fields(*c.Stdin.Text)
	case c.Stdin.Kind == "pipe":
		list = vars.Piped(c.Stdin.From, 0)
	default:
		list = []string{mark.Unknown}
	}
	list, times := whole(list, c.Args, words)
	var out []argv.Word
	for _, w := range words {
		if w.Value != nil || len(w.Expansions) > 0 || len(w.Params) != 1 || w.Params[0] != argv.FromInput {
			out = append(out, w)
			continue
		}
		if times > 0 {
			// Each is one of them: what it is is not known.
			one := fedWord(w, string(mark.Listed))
			one.Expansions[0].Name, one.Expansions[0].Names = list[0], list[1:]
			out = append(out, slices.Repeat([]argv.Word{one}, times)...)
			continue
		}
		for _, one := range list {
			if len(out) > value.MaxFed {
				one = mark.Unknown
			}
			out = append(out, fedWord(w, one))
		}
	}
	return out
}

// whole are words of an input as xargs hands them on. Where it takes lines, or several
// commands get some of the words each, a command gets some of them: how many is said, 0 for
// all. If one can be an option, what one gets is not known.
func whole(list []string, args, words []argv.Word) (each []string, times int) {
	if len(list) < 2 {
		return list, 0
	}
	lines, filled := false, false
	for _, w := range words {
		filled = filled || w.Value == nil && w.Text != "…"
	}
	single := false
	for i, w := range args[1:] {
		v := w.Prefix
		if !strings.HasPrefix(v, "-") {
			break
		}
		single = single || v == "-n1" || v == "-L1" || (v == "-n" || v == "-L") && i+2 < len(args) && args[i+2].Prefix == "1"
		lines = lines || v != "-0" && v != "-r" && v != "-t" && v != "--null" && v != "--no-run-if-empty" && v != "--verbose" && v != "-0r" && v != "-r0"
	}
	if !lines && !filled {
		return list, 0
	}
	for _, one := range list {
		if strings.HasPrefix(one, "-") || strings.HasPrefix(one, mark.Unknown) {
			return []string{mark.Unknown}, 0
		}
	}
	if filled || single {
		return list, 1
	}
	return list, 2
}

// reads reports whether an option that names another input is given.
func reads(args []argv.Word, short, long string) bool {
	for _, w := range args[1:] {
		if strings.HasPrefix(w.Prefix, short) || strings.HasPrefix(w.Prefix, long) {
			return true
		}
	}
	return false
}

// fedWord is one word of the input, with what stands around the placeholder.
func fedWord(w argv.Word, value string) argv.Word {
	whole := w.Prefix + value + w.Suffix
	if !mark.In(whole) {
		out := argv.Literal(whole, argv.Quote(whole), w.Span)
		out.Tilde = strings.HasPrefix(whole, "~") // the shell wrote it out before
		return out
	}
	w.Skeleton = w.Prefix + "X" + w.Suffix
	w.Expansions = []argv.Expansion{{At: len(w.Prefix), Kind: "fed", Name: value, Quoted: true}}
	if strings.HasPrefix(value, "./") {
		w.Prefix += "./"
		w.Splits = false
	}
	return w
}

// told are the variables that the text sets anywhere, where it was read before, else those
// up to here.
func (a *analyser) told() *value.Values {
	if a.spelling == nil {
		return a.soFar()
	}
	return a.spelling.Values()
}

// soFar are the variables that the text has set up to here; nil when it was asked
// too often.
func (a *analyser) soFar() *value.Values {
	if a.asked++; a.asked > maxAsked {
		return nil
	}
	return value.New(a.facts, a.opt.start)
}
