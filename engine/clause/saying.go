package clause

import (
	"iter"
	"regexp/syntax"
	"slices"
	"strings"
	"sync"

	"github.com/skillctl/skillctl/internal/lazydfa"
)

// saying is an expression of many branches. Each is matched by itself, so that those of
// which a text has no word are not looked for in it.
type saying struct {
	all            *lazydfa.Regexp
	before, behind string
	branches       func() []branch
	// number is its place among the sayings of an index.
	number int
	index  func() *index
	// some are expressions of the branches that some text matches.
	some lazydfa.Cache
}

// maxSome is how many of these are kept.
const maxSome = 64

// branch is one of a saying; its expression is compiled when a text has what it needs.
type branch struct {
	expression string
	needs      needs // in the order in which they stand in what matches
	once       sync.Once
	re         *lazydfa.Regexp
}

// newSaying makes one of what stands before and behind the branches.
func newSaying(before, branches, behind string) *saying {
	return &saying{all: lazydfa.New(before + branches + behind), before: before, behind: behind, some: lazydfa.Cache{Limit: maxSome}, branches: sync.OnceValue(func() []branch {
		if known, ok := compiled(before + branches + behind); ok {
			return readBranches(known)
		}
		return branchesOf(before, branches, behind)
	})}
}

// branchesOf are the parts of an expression of which one has to match.
func branchesOf(before, expression, behind string) []branch {
	tree, err := syntax.Parse("(?i)"+expression, syntax.Perl)
	if err != nil || tree.Op != syntax.OpAlternate {
		return []branch{{expression: expression, needs: orderedNeeds(before + expression + behind)}}
	}
	found := make([]branch, len(tree.Sub))
	for i, one := range tree.Sub {
		found[i].expression = one.String()
		found[i].needs = orderedNeeds(before + found[i].expression + behind)
	}
	return found
}

// may are the branches that a text in lower case can match, in order.
func (s *saying) may(lower *lowered) iter.Seq[*branch] {
	return func(yield func(*branch) bool) {
		all := s.branches()
		if lower == nil {
			for i := range all {
				if !yield(&all[i]) {
					return
				}
			}
			return
		}
		hits := lower.branches(s.index)
		from, _ := slices.BinarySearchFunc(hits, s.number, func(h hit, number int) int { return h.saying - number })
		for _, h := range hits[from:] {
			if h.saying != s.number || !yield(&all[h.branch]) {
				return
			}
		}
	}
}

// in is [pattern.in].
func (s *saying) in(text string, lower *lowered) bool {
	for one := range s.may(lower) {
		if one.compiled(s).MatchString(text) {
			return true
		}
	}
	return false
}

// sayings are some of an index.
type sayings struct {
	index func() *index
	some  []*saying // by number; nil are those that are not among them
}

// in reports whether a text matches one of them; see [saying.in].
func (all sayings) in(text string, lower *lowered) bool {
	if lower == nil {
		return slices.ContainsFunc(all.some, func(s *saying) bool { return s != nil && s.in(text, nil) })
	}
	return slices.ContainsFunc(lower.branches(all.index), func(h hit) bool {
		s := all.some[h.saying]
		return s != nil && s.branches()[h.branch].compiled(s).MatchString(text)
	})
}

func (b *branch) compiled(s *saying) *lazydfa.Regexp {
	b.once.Do(func() { b.re = lazydfa.New(s.before + b.expression + s.behind) })
	return b.re
}

// find gives where a text matches, at most so many times; lower is [folded] of it, or of a text
// that differs in what is blank in this one. The expression has all branches, and is slow where
// one matches; what it finds depends on those alone that match the text at all.
func (s *saying) find(text string, lower *lowered, limit int) [][]int {
	var only *branch
	var parts []string
	for one := range s.may(lower) {
		if one.compiled(s).MatchString(text) {
			only, parts = one, append(parts, one.expression)
		}
	}
	switch len(parts) {
	case 0:
		return nil
	case 1:
		return only.compiled(s).FindAllStringIndex(text, limit)
	}
	re, err := s.some.Get(s.before + strings.Join(parts, "|") + s.behind)
	if err != nil { // it has more than what one expression may
		re = s.all
	}
	return re.FindAllStringIndex(text, limit)
}
