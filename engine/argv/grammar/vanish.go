package grammar

import (
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/argv"
	"github.com/skillctl/skillctl/internal/document"
)

// The bounds of leaving out words: how many are left out in every combination, and of how many
// more, beside all of them together, each one and all but each one.
const (
	maxVanishing = 4
	maxLeftOut   = 12
)

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
	have := map[placed]bool{}
	for _, p := range r.Places {
		have[p.placed()] = true
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
		r.take(more, have)
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
	out = append(out, at)
	for i, one := range at {
		if i < maxLeftOut/2 || i >= len(at)-maxLeftOut/2 {
			out = append(out, []int{one}, slices.Concat(at[:i], at[i+1:]))
		}
	}
	return out
}

// take adds the places of another reading that this one does not have, and what the program
// does there. What speaks for it has to be so in both.
func (r *Reading) take(more *Reading, have map[placed]bool) {
	for _, p := range more.Places {
		p.less, p.alone = true, p.Role == "stdin" && !more.gives(strings.TrimPrefix(p.Of, "code:"))
		if len(r.Places) >= maxFound || have[p.placed()] {
			continue
		}
		have[p.placed()] = true
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

// placed is what makes a place another one: its word, and what that is for.
type placed struct {
	role, of, option, extent, text string
	alone                          bool
	span                           document.Span
}

func (p Place) placed() placed {
	return placed{p.Role, p.Of, p.Option, p.Extent, p.Target.Text, p.alone, p.Target.Span}
}
