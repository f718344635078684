package clause

import (
	"regexp/syntax"
	"slices"
	"strings"
	"sync"

	"github.com/skillctl/skillctl/internal/lazydfa"
)

// pattern is a regular expression that ignores case, with sets of texts: a match has at
// least one of each. Looking for these first is ten times as fast, and most sentences have
// none.
// Both are made when they are first wanted: most texts want few of them.
type pattern struct {
	re    func() *lazydfa.Regexp
	texts func() [][]needle // in lower case; none: any text may match
}

func newPattern(expression string) *pattern {
	return &pattern{re: lazily(expression), texts: sync.OnceValue(func() [][]needle {
		tree, err := syntax.Parse(expression, syntax.Perl)
		if err != nil {
			return nil
		}
		var all [][]needle
		for _, words := range sets(tree.Simplify()) {
			set := make([]needle, len(words))
			for i, word := range words {
				set[i] = newNeedle(word)
			}
			all = append(all, set)
		}
		return all
	})}
}

// lazily compiles an expression of the table at the first use.
func lazily(expression string) func() *lazydfa.Regexp {
	return sync.OnceValue(func() *lazydfa.Regexp { return lazydfa.MustCompile(expression) })
}

// whole finds words of a pattern that are no part of longer ones.
func whole(expression string) *pattern { return newPattern(`(?i)\b(?:` + expression + `)\b`) }

// may reports whether a text in lower case can match: one that has to be matched letter by
// letter always can.
func (p *pattern) may(lower *lowered) bool {
	if lower == nil {
		return true
	}
	for _, texts := range p.texts() {
		if !slices.ContainsFunc(texts, lower.has) {
			return false
		}
	}
	return true
}

// in reports whether a text matches; lower is the same as [folded] gives it.
func (p *pattern) in(text string, lower *lowered) bool {
	return p.may(lower) && p.re().MatchString(text)
}

// sets are those of [pattern]: one for each part of a sequence that has any.
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

// forms are the verbs of a table in the forms that it has, by their first word; of each
// what stands behind that, the longest first: "back up" is no "back".
type forms map[string][]string

func newForms(list []string) forms {
	f := forms{}
	for _, one := range list {
		first := one[:wordEnd(one, 0)]
		f[first] = append(f[first], one[len(first):])
	}
	for _, rests := range f {
		slices.SortFunc(rests, func(a, b string) int { return len(b) - len(a) })
	}
	return f
}

// find gives where a text has one of the forms as words of its own, at most so many.
func (f forms) find(text string, limit int) [][2]int {
	var found [][2]int
	for i := 0; i < len(text) && len(found) < limit; {
		end := wordEnd(text, i)
		if end == i {
			i++
			continue
		}
		next := end
		for _, rest := range f[strings.ToLower(text[i:end])] {
			if to := follows(text, end, rest); to >= 0 && wordEnd(text, to) == to {
				found, next = append(found, [2]int{i, to}), to
				break
			}
		}
		i = next
	}
	return found
}

// follows is where a text ends that goes on at an offset as a form does, -1 if it does not. A
// blank of the form stands for some.
func follows(text string, at int, rest string) int {
	for i := range len(rest) {
		if rest[i] == ' ' {
			from := at
			for at < len(text) && strings.IndexByte(" \t\n\r\f", text[at]) >= 0 {
				at++
			}
			if at == from {
				return -1
			}
			continue
		}
		if at >= len(text) || text[at] != rest[i] && text[at]|0x20 != rest[i] {
			return -1
		}
		at++
	}
	return at
}

// wordEnd is where the word ends that goes on at an offset.
func wordEnd(text string, at int) int {
	for at < len(text) && (text[at] == '_' || '0' <= text[at] && text[at] <= '9' || 'a' <= text[at]|0x20 && text[at]|0x20 <= 'z') {
		at++
	}
	return at
}

// saying is an expression of many branches. Each is a pattern by itself, so that those of
// which a text has no word are not looked for in it.
type saying struct {
	all      *pattern
	branches func() []*pattern
}

// newSaying makes one of what stands before and behind the branches.
func newSaying(before, branches, behind string) *saying {
	return &saying{all: newPattern(before + branches + behind), branches: sync.OnceValue(func() []*pattern {
		var found []*pattern
		for _, one := range branchesOf(branches) {
			found = append(found, newPattern(before+one+behind))
		}
		return found
	})}
}

// branchesOf are the parts of an expression of which one has to match.
func branchesOf(expression string) []string {
	tree, err := syntax.Parse("(?i)"+expression, syntax.Perl)
	if err != nil || tree.Op != syntax.OpAlternate {
		return []string{expression}
	}
	found := make([]string, len(tree.Sub))
	for i, branch := range tree.Sub {
		found[i] = branch.String()
	}
	return found
}

// in is [pattern.in].
func (s *saying) in(text string, lower *lowered) bool {
	return slices.ContainsFunc(s.branches(), func(p *pattern) bool { return p.in(text, lower) })
}
