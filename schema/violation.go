package schema

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// Code classes a violation.
type Code string

// The classes of violation. A host refuses a document for every one of them
// but LegacyKey.
const (
	UnknownKey Code = "unknown-key" // not a key, or no longer one
	MissingKey Code = "missing-key"
	WrongType  Code = "type"
	NotInEnum  Code = "enum"
	OutOfRange Code = "range"
	BadPattern Code = "pattern"
	BadLength  Code = "length"
	LegacyKey  Code = "legacy-key" // the host still takes it, under an old name
	Conflict   Code = "conflict"   // two keys that cannot stand together
	BadValue   Code = "value"
)

// The places of a violation: the key or the value at its path.
const (
	OnKey   = "key"
	OnValue = "value"
)

// Violation is one way in which a document departs from its schema.
type Violation struct {
	Code Code `json:"code"`
	// Path leads to the place: keys (string) and indices (int). For a missing
	// key it ends in that key. It is never nil.
	Path []any `json:"path"`
	// On says whether the key or the value at Path is meant.
	On string `json:"on"`
	// Message says what is there and what is wanted; Hint, if any, what to do.
	Message string `json:"message"`
	Hint    string `json:"hint,omitempty"`
}

// Refused reports whether the host refuses the document because of v.
func (v Violation) Refused() bool { return v.Code != LegacyKey }

// PathString writes a path with dots and brackets, "agents.list[0].id"; the
// empty path is "".
func PathString(path []any) string {
	var b strings.Builder
	for _, p := range path {
		switch p := p.(type) {
		case int:
			b.WriteString("[" + strconv.Itoa(p) + "]")
		case string:
			if !plainKey(p) {
				b.WriteString("[" + quote(p) + "]")
				continue
			}
			if b.Len() > 0 {
				b.WriteByte('.')
			}
			b.WriteString(p)
		}
	}
	return b.String()
}

// plainKey reports whether a key can stand in a path without quotes.
func plainKey(s string) bool {
	for _, r := range s {
		if r != '_' && r != '-' && r != '$' && (r < '0' || r > '9') && (r|0x20 < 'a' || r|0x20 > 'z') {
			return false
		}
	}
	return s != ""
}

// sortViolations orders by path, then code, then message.
func sortViolations(vs []Violation) {
	if len(vs) < 2 {
		return
	}
	slices.SortFunc(vs, func(a, b Violation) int {
		return cmp.Or(comparePaths(a.Path, b.Path), cmp.Compare(a.Code, b.Code), cmp.Compare(a.Message, b.Message))
	})
}

func comparePaths(a, b []any) int {
	for i := range min(len(a), len(b)) {
		ai, aInt := a[i].(int)
		bi, bInt := b[i].(int)
		switch {
		case aInt && bInt:
			if c := cmp.Compare(ai, bi); c != 0 {
				return c
			}
		case aInt != bInt:
			if aInt {
				return -1
			}
			return 1
		default:
			if c := strings.Compare(a[i].(string), b[i].(string)); c != 0 {
				return c
			}
		}
	}
	return cmp.Compare(len(a), len(b))
}
