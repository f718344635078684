package grammar

import (
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/argv"
)

// maxVanishing is how many words of a call are left out in every combination: of more,
// all of them, each one, and all but each one.
const maxVanishing = 4

// without adds the places that the words name where some of them come to nothing: the word
// before is then the last one, and an option takes the word behind as its value. A call that
// the program would refuse names none.
func (r *Reading) without(call argv.Call, e *Entry) {
	var at []int
	for i, w := range call.Args {
		if i > 0 && w.Vanishes {
			at = append(at, i)
		}
	}
	if len(call.Args) >= maxFound {
		return // told already
	}
	for _, gone := range leftOut(at) {
		less := call
		less.Args = nil
		for i, w := range call.Args {
			if !slices.Contains(gone, i) {
				less.Args = append(less.Args, w)
			}
		}
		more := e.Read(less)
		if more.refused {
			continue
		}
		r.take(more)
	}
}

// leftOut are the sets of places that are left out together.
func leftOut(at []int) [][]int {
	var out [][]int
	if len(at) <= maxVanishing {
		for set := 1; set < 1<<len(at); set++ {
			var gone []int
			for i, one := range at {
				if set&(1<<i) != 0 {
					gone = append(gone, one)
				}
			}
			out = append(out, gone)
		}
		return out
	}
	at = at[:min(len(at), maxFound/10)]
	out = append(out, at)
	for i, one := range at {
		out = append(out, []int{one}, slices.Concat(at[:i], at[i+1:]))
	}
	return out
}

// take adds the places of another reading that this one does not have, and what the program
// does there. What speaks for it has to be so in both.
func (r *Reading) take(more *Reading) {
	for _, p := range more.Places {
		p.less, p.alone = true, p.Role == "stdin" && !more.gives(strings.TrimPrefix(p.Of, "code:"))
		if len(r.Places) >= maxFound || slices.ContainsFunc(r.Places, p.same) {
			continue
		}
		r.Places = append(r.Places, p)
	}
	r.Effects = slices.DeleteFunc(r.Effects, func(effect string) bool {
		return speaksFor(effect) && !slices.Contains(more.Effects, effect) && (effect != "here" || more.addresses > 0)
	})
	for _, effect := range more.Effects {
		if !speaksFor(effect) && !slices.Contains(r.Effects, effect) {
			r.Effects = append(r.Effects, effect)
		}
	}
}

// speaksFor reports whether an effect is one for which a command is asked about less.
func speaksFor(effect string) bool { return effect == "here" || effect == "dry" || effect == "info" }

// same reports whether another place is of the same word, for the same.
func (p Place) same(other Place) bool {
	return p.Role == other.Role && p.alone == other.alone && p.Of == other.Of && p.Option == other.Option && p.Extent == other.Extent && p.Target.Span == other.Target.Span && p.Target.Text == other.Target.Text
}
