package agent

import (
	"slices"
	"strings"

	"github.com/skillctl/skillctl/schema"
)

// Near is the agent of a sorted list of names that a name was meant for, "" for none: it
// is written so in another way, is one of the agent's programs, begins or ends so, or is
// spelled nearly so. Programs may be nil.
func Near(name string, names []string, programs func(agent string) []string) string {
	word := strings.Trim(strings.Map(func(r rune) rune {
		if r == ' ' || r == '_' || r == '.' {
			return '-'
		}
		return r
	}, strings.ToLower(name)), "-")
	for _, matches := range []func(string) bool{
		func(n string) bool { return n == word },
		func(n string) bool { return programs != nil && slices.Contains(programs(n), word) },
		func(n string) bool { return word != "" && strings.HasPrefix(n, word+"-") },
		func(n string) bool { return strings.HasPrefix(word, n+"-") || strings.HasSuffix(word, "-"+n) },
	} {
		if i := slices.IndexFunc(names, matches); i >= 0 {
			return names[i]
		}
	}
	return schema.Nearest(word, names)
}
