package word

import (
	"slices"
	"strconv"

	"mvdan.cc/sh/v3/syntax"
)

// expandBraces gives the parts of every word that the brace expressions among
// parts make, nil when there are more than limit. The result of an expression
// without any is the parts themselves.
func expandBraces(parts []syntax.WordPart, limit int) [][]syntax.WordPart {
	out := [][]syntax.WordPart{nil}
	for _, p := range parts {
		b, ok := p.(*syntax.BraceExp)
		if !ok {
			for i := range out {
				out[i] = append(out[i], p)
			}
			continue
		}
		choices := braceChoices(b, limit)
		if choices == nil || len(out)*len(choices) > limit {
			return nil
		}
		next := make([][]syntax.WordPart, 0, len(out)*len(choices))
		for _, have := range out {
			for _, c := range choices {
				next = append(next, append(append([]syntax.WordPart(nil), have...), c...))
			}
		}
		out = next
	}
	return out
}

func braceChoices(b *syntax.BraceExp, limit int) [][]syntax.WordPart {
	if b.Sequence {
		return braceSequence(b, limit)
	}
	var out [][]syntax.WordPart
	for _, e := range b.Elems {
		inner := expandBraces(e.Parts, limit)
		if inner == nil || len(out)+len(inner) > limit {
			return nil
		}
		out = append(out, inner...)
	}
	return out
}

// braceSequence expands {1..5}, {a..e} and {1..9..2}.
func braceSequence(b *syntax.BraceExp, limit int) [][]syntax.WordPart {
	if len(b.Elems) < 2 {
		return nil
	}
	from, to := b.Elems[0].Lit(), b.Elems[1].Lit()
	step := 1
	if len(b.Elems) > 2 {
		n, err := strconv.Atoi(b.Elems[2].Lit())
		if err != nil {
			return nil
		}
		step = max(n, -n)
	}
	step = max(step, 1)
	render := func(n int) string { return strconv.Itoa(n) }
	lo, errLo := strconv.Atoi(from)
	hi, errHi := strconv.Atoi(to)
	if errLo != nil || errHi != nil {
		if len(from) != 1 || len(to) != 1 {
			return nil
		}
		lo, hi = int(from[0]), int(to[0])
		render = func(n int) string { return string(rune(n)) }
	} else if width := max(padded(from), padded(to)); width > 0 {
		render = func(n int) string { return pad(n, width) }
	}
	if lo > hi {
		step = -step
	}
	if (hi-lo)/step < 0 || (hi-lo)/step >= limit {
		return nil
	}
	var out [][]syntax.WordPart
	for n := lo; (step > 0 && n <= hi) || (step < 0 && n >= hi); n += step {
		out = append(out, []syntax.WordPart{&syntax.Lit{Value: render(n)}})
	}
	return out
}

// withoutNumbers are parts in which an expression stands for each sequence of numbers that has more than
// a limit.
func withoutNumbers(parts []syntax.WordPart, limit int) []syntax.WordPart {
	out := make([]syntax.WordPart, len(parts))
	for i, p := range parts {
		out[i] = p
		b, ok := p.(*syntax.BraceExp)
		switch {
		case !ok:
		case b.Sequence:
			if braceSequence(b, limit) == nil && counts(b) {
				out[i] = &syntax.ArithmExp{}
			}
		default:
			one := &syntax.BraceExp{}
			for _, e := range b.Elems {
				one.Elems = append(one.Elems, &syntax.Word{Parts: withoutNumbers(e.Parts, limit)})
			}
			out[i] = one
		}
	}
	return out
}

// counts reports whether all that stands in a sequence are numbers.
func counts(b *syntax.BraceExp) bool {
	return !slices.ContainsFunc(b.Elems, func(e *syntax.Word) bool {
		_, err := strconv.Atoi(e.Lit())
		return err != nil
	})
}

// padded is the width of a number written with leading zeros, else 0.
func padded(s string) int {
	digits := s
	if len(digits) > 0 && digits[0] == '-' {
		digits = digits[1:]
	}
	if len(digits) > 1 && digits[0] == '0' {
		return len(s)
	}
	return 0
}

func pad(n, width int) string {
	s := strconv.Itoa(max(n, -n))
	sign := ""
	if n < 0 {
		sign = "-"
	}
	for len(s)+len(sign) < width {
		s = "0" + s
	}
	return sign + s
}
