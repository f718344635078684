package clause

import (
	"regexp/syntax"
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
	// some are expressions of the branches that some text matches.
	some lazydfa.Cache
}

// maxSome is how many of these are kept.
const maxSome = 64

// branch is one of a saying; its expression is compiled when a text has what it needs.
type branch struct {
	expression string
	needs      needs
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
		return []branch{{expression: expression, needs: needsOf(before + expression + behind)}}
	}
	found := make([]branch, len(tree.Sub))
	for i, one := range tree.Sub {
		found[i].expression = one.String()
		found[i].needs = needsOf(before + found[i].expression + behind)
	}
	return found
}

// in is [pattern.in].
func (s *saying) in(text string, lower *lowered) bool {
	all := s.branches()
	for i := range all {
		if all[i].needs.in(lower) && all[i].compiled(s).MatchString(text) {
			return true
		}
	}
	return false
}

func (b *branch) compiled(s *saying) *lazydfa.Regexp {
	b.once.Do(func() { b.re = lazydfa.New(s.before + b.expression + s.behind) })
	return b.re
}

// find gives where a text matches, at most so many times; lower is [folded] of it, or of a text
// that differs in what is blank in this one. The expression has all branches, and is slow where
// one matches; what it finds depends on those alone that match the text at all.
func (s *saying) find(text string, lower *lowered, limit int) [][]int {
	all := s.branches()
	var only *branch
	var parts []string
	for i := range all {
		if one := &all[i]; one.needs.in(lower) && one.compiled(s).MatchString(text) {
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
