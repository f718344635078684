package clause

import (
	"fmt"
	"regexp"
	"regexp/syntax"
	"strings"
	"sync"

	"github.com/skillctl/skillctl/internal/lazydfa"
)

// saying is an expression of many branches. Each is matched by itself, so that those of
// which a text has no word are not looked for in it.
type saying struct {
	all            func() *lazydfa.Regexp
	before, behind string
	branches       func() []branch
	// few are expressions of some branches, by their numbers: see [saying.find].
	few   map[string]*regexp.Regexp
	fewMu sync.Mutex
}

// branch is one of a saying; its expression is compiled when a text has what it needs.
type branch struct {
	expression string
	needs      needs
	once       sync.Once
	re         *lazydfa.Regexp
}

// newSaying makes one of what stands before and behind the branches.
func newSaying(before, branches, behind string) *saying {
	return &saying{all: lazily(before + branches + behind), before: before, behind: behind, branches: sync.OnceValue(func() []branch {
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

// maxFew is how many expressions of some branches are kept.
const maxFew = 64

// find gives the first n places that match, as the whole expression finds them. It is asked
// of automata which branches match at all: the whole one has hundreds, and goes on with all
// of them at each letter.
func (s *saying) find(text string, lower *lowered, n int) [][]int {
	all := s.branches()
	var hits []int
	for i := range all {
		if all[i].needs.in(lower) && all[i].compiled(s).MatchString(text) {
			hits = append(hits, i)
		}
	}
	switch len(hits) {
	case 0:
		return nil
	case 1:
		return all[hits[0]].compiled(s).FindAllStringIndex(text, n)
	}
	return s.only(hits).FindAllStringIndex(text, n)
}

// only is the expression of some branches, in their order.
func (s *saying) only(hits []int) interface {
	FindAllStringIndex(text string, n int) [][]int
} {
	key := fmt.Sprint(hits)
	s.fewMu.Lock()
	defer s.fewMu.Unlock()
	if known := s.few[key]; known != nil {
		return known
	}
	if len(s.few) >= maxFew {
		return s.all()
	}
	list := make([]string, len(hits))
	for i, hit := range hits {
		list[i] = "(?:" + s.branches()[hit].expression + ")"
	}
	re := regexp.MustCompile(s.before + strings.Join(list, "|") + s.behind)
	if s.few == nil {
		s.few = map[string]*regexp.Regexp{}
	}
	s.few[key] = re
	return re
}

func (b *branch) compiled(s *saying) *lazydfa.Regexp {
	b.once.Do(func() { b.re = lazydfa.MustCompile(s.before + b.expression + s.behind) })
	return b.re
}
