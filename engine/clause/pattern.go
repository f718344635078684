package clause

import (
	"slices"
	"strings"
	"sync"

	"github.com/skillctl/skillctl/internal/lazydfa"
)

// pattern is a regular expression that ignores case, with what a text has to have to match
// it. Looking for that first is ten times as fast, and most sentences have none of it.
// Both are made when they are first wanted: most texts want few of them.
type pattern struct {
	re    *lazydfa.Regexp
	texts func() needs
}

func newPattern(expression string) *pattern {
	return &pattern{re: lazydfa.New(expression), texts: sync.OnceValue(func() needs {
		if known, ok := compiled(expression); ok {
			return needs(known)
		}
		return needsOf(expression)
	})}
}

// whole finds words of a pattern that are no part of longer ones.
func whole(expression string) *pattern { return newPattern(`(?i)\b(?:` + expression + `)\b`) }

// may reports whether a text in lower case can match.
func (p *pattern) may(lower *lowered) bool { return p.texts().in(lower) }

// in reports whether a text matches; lower is the same as [folded] gives it.
func (p *pattern) in(text string, lower *lowered) bool {
	return p.may(lower) && p.re.MatchString(text)
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
