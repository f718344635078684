package dependency

import (
	"strings"
	"sync"

	"github.com/skillctl/skillctl/policies"
)

// The length of names, in letters: of shorter ones many are one slip away.
const (
	minName = 5
	maxName = 60
)

// table is policies/tables/packages.json, ready for use.
type table struct {
	// names has the names of each manager, as they are compared; near has each name by
	// what is left when one letter is taken out.
	names map[string]map[string]bool
	near  map[string]map[string][]string
}

// known is the table, read at the first use.
var known = sync.OnceValue(func() *table {
	var written struct{ PyPI, NPM []string }
	policies.Table("packages", &written)
	t := &table{names: map[string]map[string]bool{}, near: map[string]map[string][]string{}}
	for manager, names := range map[string][]string{"pypi": written.PyPI, "npm": written.NPM} {
		t.names[manager], t.near[manager] = map[string]bool{}, map[string][]string{}
		for _, name := range names {
			name = folded(name)
			t.names[manager][name] = true
			if len(name) < minName {
				continue
			}
			t.near[manager][name] = append(t.near[manager][name], name)
			for _, part := range without(name) {
				t.near[manager][part] = append(t.near[manager][part], name)
			}
		}
	}
	return t
})

// Folded is a name as the managers of Python's packages compare it.
func Folded(name string) string { return folded(name) }

// folded is a name as managers compare it (PEP 503): a run of -, _ and . is one.
func folded(name string) string {
	parts := strings.FieldsFunc(name, func(r rune) bool { return r == '-' || r == '_' || r == '.' })
	return strings.ToLower(strings.Join(parts, "-"))
}

// without are the words that are left when one letter of a word is taken out.
func without(word string) []string {
	parts := make([]string, 0, len(word))
	for i := range len(word) {
		parts = append(parts, word[:i]+word[i+1:])
	}
	return parts
}

// like is the well-known name that another one is a slip away from: a letter more,
// less, other, or two that are exchanged. "" for none, and for a well-known name.
func (t *table) like(manager, name string) string {
	name = folded(name)
	if t.names[manager][name] || len(name) < minName {
		return ""
	}
	best := ""
	for _, part := range append(without(name), name) {
		for _, other := range t.near[manager][part] {
			if slip(name, other) && (best == "" || other < best) {
				best = other
			}
		}
	}
	return best
}

// slip reports whether two words differ by one letter, or by two that are exchanged.
func slip(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	if a == b || len(b)-len(a) > 1 {
		return false
	}
	i := 0
	for i < len(a) && a[i] == b[i] {
		i++
	}
	if len(a) < len(b) {
		return a[i:] == b[i+1:]
	}
	if i+1 < len(a) && a[i] == b[i+1] && a[i+1] == b[i] && a[i+2:] == b[i+2:] {
		return true
	}
	// Another number at the end is another version.
	return a[i+1:] == b[i+1:] && !(digit(a[i]) && digit(b[i]))
}

func digit(c byte) bool { return '0' <= c && c <= '9' }
