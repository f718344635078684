package doctor

import (
	"slices"
	"strings"
)

// together makes one result of those that have one cause: the worst, which names
// the others and whose fix is that of all. Of results as bad as each other it is
// the one about the cause itself. The order stays.
func together(results []Result) []Result {
	var out []Result
	for _, r := range results {
		i := -1
		if r.Cause != "" {
			i = slices.IndexFunc(out, func(o Result) bool { return o.Cause == r.Cause })
		}
		switch {
		case i < 0:
			out = append(out, r)
		case r.Severity == out[i].Severity && realOf(r.File) == r.Cause && realOf(out[i].File) != r.Cause:
			r.absorb(out[i])
			out[i] = r
		default:
			out[i].absorb(r)
		}
	}
	for i := range out {
		if len(out[i].Also) > 0 {
			out[i].Message += " (also " + strings.Join(out[i].Also, ", ") + ")"
		}
		if out[i].Mode != nil {
			out[i].Hint = "run `" + out[i].Mode.Command() + "`"
		}
	}
	return out
}

// absorb takes over what another result of the same cause says more.
func (r *Result) absorb(other Result) {
	for _, id := range append([]string{other.Check}, other.Also...) {
		if id != r.Check && !slices.Contains(r.Also, id) {
			r.Also = append(r.Also, id)
		}
	}
	slices.Sort(r.Also)
	switch {
	case other.Mode == nil:
	case r.Mode == nil:
		r.Mode = other.Mode
	case r.Mode.Path == other.Mode.Path:
		joined := *r.Mode
		joined.Join(other.Mode)
		r.Mode = &joined
	}
}
