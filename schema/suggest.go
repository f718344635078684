package schema

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// mostKeys is how many keys of an object a hint lists.
const mostKeys = 13

// nearestKey returns the field of o that key was probably meant to be, "" if
// none is near. A key that m already has is not suggested.
func nearestKey(o *object, m map[string]any, key string) string {
	return Nearest(key, freeKeys(o, m))
}

// meantKey is nearestKey for a key that is known to be wrong: it finds more.
func meantKey(o *object, m map[string]any, key string) string {
	return Meant(key, freeKeys(o, m))
}

// freeKeys are the fields of o that m does not have.
func freeKeys(o *object, m map[string]any) []string {
	names := make([]string, 0, len(o.fields))
	for _, f := range o.fields {
		if _, taken := m[f.name]; !taken {
			names = append(names, f.name)
		}
	}
	return names
}

func fieldNames(o *object) []string {
	names := make([]string, len(o.fields))
	for i, f := range o.fields {
		names[i] = f.name
	}
	return names
}

// Nearest returns the name that word was probably meant to be: the same but for
// case and separators, or one or two slips away. It returns "" if none is near.
func Nearest(word string, names []string) string {
	if len(word) > 64 {
		return ""
	}
	folded := fold(word)
	best, bestDistance := "", len(folded)/3+1
	if len(folded) >= 2 {
		bestDistance = max(bestDistance, 2)
	}
	for _, n := range slices.Sorted(slices.Values(names)) {
		if fold(n) == folded {
			return n
		}
		if d := slips(folded, fold(n), bestDistance); d < bestDistance {
			best, bestDistance = n, d
		}
	}
	return best
}

// shortestPart is how long a word is that stands for a longer name, in letters.
const shortestPart = 4

// Meant returns the name that word was probably meant to be: the nearest, or the only
// one that begins with it or has it as one of its words. It returns "" if there is none.
func Meant(word string, names []string) string {
	if near := Nearest(word, names); near != "" || len(fold(word)) < shortestPart {
		return near
	}
	found := ""
	for _, n := range names {
		if !strings.HasPrefix(fold(n), fold(word)) && !slices.Contains(strings.Split(n, "-"), word) {
			continue
		}
		if found != "" {
			return ""
		}
		found = n
	}
	return found
}

// fold takes case and separators out of a word.
func fold(s string) string {
	return strings.Map(func(r rune) rune {
		if r == '-' || r == '_' || r == ' ' {
			return -1
		}
		return unicode.ToLower(r)
	}, s)
}

// slips counts the insertions, deletions, substitutions and swaps of neighbours
// between two words; it gives up at limit.
func slips(a, b string, limit int) int {
	if abs(len(a)-len(b)) >= limit {
		return limit
	}
	var before, prev []int
	cur := make([]int, len(b)+1)
	for j := range cur {
		cur[j] = j
	}
	for i := 1; i <= len(a); i++ {
		before, prev, cur = prev, cur, make([]int, len(b)+1)
		cur[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			cur[j] = min(prev[j]+1, cur[j-1]+1, prev[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				cur[j] = min(cur[j], before[j-2]+1)
			}
		}
	}
	return cur[len(b)]
}

func abs(n int) int { return max(n, -n) }

// suggestValue proposes the value of an enumeration that v was meant to be.
func suggestValue(v any, values []any) string {
	s, ok := v.(string)
	if !ok {
		return ""
	}
	var names []string
	for _, c := range values {
		if n, ok := c.(string); ok {
			names = append(names, n)
		}
	}
	if n := Nearest(s, names); n != "" {
		return "did you mean " + quote(n) + "?"
	}
	return ""
}

// retyped proposes the same value in the one type that s takes; "" when it has
// no such form.
func retyped(s *spec, v any) string {
	var want kinds
	for _, a := range s.alts {
		want |= a.kinds
	}
	text, isText := v.(string)
	text = strings.TrimSpace(text)
	switch {
	case want == kindBool && isText:
		switch strings.ToLower(text) {
		case "true", "yes", "on", "1":
			return "write true without quotes"
		case "false", "no", "off", "0":
			return "write false without quotes"
		}
		return "write true or false without quotes"
	case want&^kindNumber == 0 && want != 0 && isText:
		if _, err := strconv.ParseFloat(text, 64); err == nil {
			return "write " + text + " without quotes"
		}
	case want&kindString != 0 && scalar(v) && s.takes(show(v)):
		return inQuotes + strconv.Quote(show(v))
	case want == kindList && isText:
		return "write a list: [" + quote(text) + "]"
	}
	return ""
}

// inQuotes begins the hint for a value that should be a text.
const inQuotes = "put it in quotes: "

// takes reports whether a text is one of the values of s.
func (s *spec) takes(text string) bool {
	r := &run{}
	r.value(s, text, nil)
	return len(r.out) == 0
}

// scalar reports whether v is a number or a truth value.
func scalar(v any) bool {
	switch v.(type) {
	case nil, string, []any, map[string]any:
		return false
	}
	return true
}

// keysHint lists the keys of a small object.
func keysHint(o *object) string {
	if len(o.fields) == 0 || len(o.fields) > mostKeys {
		return ""
	}
	names := make([]string, len(o.fields))
	for i, f := range o.fields {
		names[i] = f.name
	}
	slices.Sort(names)
	return "keys here: " + strings.Join(names, ", ")
}
