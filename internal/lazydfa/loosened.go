package lazydfa

import "regexp/syntax"

// mostCounted is how often something may be repeated that is still counted.
const mostCounted = 3

// loosened has an expression count no repetitions any more that have room: "a.{0,200}b" becomes
// "a.*b". Whatever the expression matches is matched then, too, and it needs few states. It
// reports whether anything changed.
func loosened(e *syntax.Regexp) bool {
	changed := false
	for _, part := range e.Sub {
		if loosened(part) {
			changed = true
		}
	}
	if e.Op != syntax.OpRepeat || e.Max == e.Min || e.Max >= 0 && e.Max <= mostCounted {
		return changed
	}
	part, flags := e.Sub[0], e.Flags
	switch {
	case e.Min == 0:
		*e = syntax.Regexp{Op: syntax.OpStar, Flags: flags, Sub: []*syntax.Regexp{part}}
	case e.Min == 1:
		*e = syntax.Regexp{Op: syntax.OpPlus, Flags: flags, Sub: []*syntax.Regexp{part}}
	default:
		*e = syntax.Regexp{Op: syntax.OpConcat, Flags: flags, Sub: []*syntax.Regexp{
			{Op: syntax.OpRepeat, Flags: flags, Min: e.Min, Max: e.Min, Sub: []*syntax.Regexp{part}},
			{Op: syntax.OpStar, Flags: flags, Sub: []*syntax.Regexp{part}},
		}}
	}
	return true
}
