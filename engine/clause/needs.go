package clause

import (
	"iter"
	"regexp/syntax"
	"slices"
	"strings"
)

// needs are sets of texts in lower case: what matches an expression has at least one text of
// each. Without any, every text may match.
//
// They are written as they are kept in needs.bin: behind how many texts a set has stands
// each with its length before it, in a byte each.
type needs string

const mostNeeds = 255

// in reports whether a text in lower case has what is needed: one that has to be matched
// letter by letter may.
func (n needs) in(lower *lowered) bool {
	if lower == nil {
		return true
	}
	for at := 0; at < len(n); {
		count, found := n[at], false
		for at++; count > 0; count-- {
			end := at + 1 + int(n[at])
			found = found || lower.has(string(n[at+1:end]))
			at = end
		}
		if !found {
			return false
		}
	}
	return true
}

// sets are the texts of which one is needed each time.
func (n needs) sets() iter.Seq[[]string] {
	return func(yield func([]string) bool) {
		for at := 0; at < len(n); {
			set := make([]string, n[at])
			at++
			for i := range set {
				end := at + 1 + int(n[at])
				set[i], at = string(n[at+1:end]), end
			}
			if !yield(set) {
				return
			}
		}
	}
}

// needsOf finds out what an expression needs; sets of few texts, which are soon looked for and
// seldom there, come first.
func needsOf(expression string) needs {
	parts := setsOf(expression)
	slices.SortStableFunc(parts, func(a, b []string) int { return len(a) - len(b) })
	return encoded(parts)
}

// orderedNeeds are those of needsOf in the order in which they stand in what matches.
func orderedNeeds(expression string) needs { return encoded(setsOf(expression)) }

// setsOf are the sets that an expression needs, in their order.
func setsOf(expression string) [][]string {
	tree, err := syntax.Parse(expression, syntax.Perl)
	if err != nil {
		return nil
	}
	return sets(tree.Simplify())
}

// encoded are sets as they are kept.
func encoded(parts [][]string) needs {
	var all []byte
	for _, texts := range parts {
		if len(texts) > mostNeeds {
			continue
		}
		all = append(all, byte(len(texts)))
		for _, one := range texts {
			one = one[:min(len(one), mostNeeds)]
			all = append(append(all, byte(len(one))), one...)
		}
	}
	return needs(all)
}

// sets are those of [needs]: one for each part of a sequence that has any.
func sets(e *syntax.Regexp) [][]string {
	switch e.Op {
	case syntax.OpCapture, syntax.OpPlus:
		return sets(e.Sub[0])
	case syntax.OpConcat:
		var all [][]string
		for _, part := range e.Sub {
			all = append(all, sets(part)...)
		}
		return all
	}
	if texts, ok := needed(e); ok {
		return [][]string{texts}
	}
	return nil
}

// needed are texts of which whatever an expression matches has one. Of the parts of a
// sequence those are taken whose shortest text is the longest; false: there are none.
func needed(e *syntax.Regexp) ([]string, bool) {
	switch e.Op {
	case syntax.OpLiteral:
		return []string{strings.ToLower(string(e.Rune))}, true
	case syntax.OpCapture, syntax.OpPlus:
		return needed(e.Sub[0])
	case syntax.OpRepeat:
		if e.Min > 0 {
			return needed(e.Sub[0])
		}
	case syntax.OpConcat:
		var best []string
		for _, part := range e.Sub {
			if texts, ok := needed(part); ok && shortest(texts) > shortest(best) {
				best = texts
			}
		}
		return best, len(best) > 0
	case syntax.OpAlternate:
		var all []string
		for _, part := range e.Sub {
			texts, ok := needed(part)
			if !ok {
				return nil, false
			}
			all = merged(all, texts)
		}
		return all, len(all) > 0
	}
	return nil, false
}

// shortest is the length of the shortest of some texts, 0 for none.
func shortest(texts []string) int {
	if len(texts) == 0 {
		return 0
	}
	least := len(texts[0])
	for _, one := range texts {
		least = min(least, len(one))
	}
	return least
}
