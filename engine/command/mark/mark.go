package mark

import (
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/argv"
)

// The characters that stand in a value for what is not known of it. No text has
// them: one with a control character is not read, and NUL is refused.
const (
	Anything = '\x00' // any text, slashes among it
	Part     = '\x01' // some text without a slash
	Many     = '\x02' // what * matches
	One      = '\x03' // what ? and […] match
	Listed   = '\x04' // the path of some file below a folder, as find and ls say it
	Open     = '\x05' // before the name of a variable of the environment
	Close    = '\x06' // behind it
	OfValue  = '%'    // behind varOpen: a part of the value
	FieldEnd = '\x08' // between two words of a value that is spelled out
)

// Unknown is a value of which nothing is known, UnknownPart one of which it is known that it has no
// slash.
const (
	Unknown     = string(Anything)
	UnknownPart = string(Part)
	// MaxValues is how many values of one word are told apart.
	MaxValues = 24
)

// In reports whether something of a value is not known.
func In(s string) bool { return strings.IndexFunc(s, Is) >= 0 }

// Is reports whether a character stands for what is not known.
func Is(r rune) bool { return r <= Close && r >= 0 }

// Limit drops what is there twice; of too many values none is known.
func Limit(list []string) []string {
	slices.Sort(list)
	list = slices.Compact(list)
	if len(list) > MaxValues && Numbers(list) {
		return []string{UnknownPart}
	} else if len(list) > MaxValues {
		return []string{Unknown}
	}
	return list
}

// Numbers reports whether texts are numbers, of which one is as good as another.
func Numbers(list []string) bool {
	return !slices.ContainsFunc(list, func(s string) bool { return !argv.IsCount(s) })
}

// Dash reports whether a value begins with a dash, or may.
func Dash(v string) bool {
	return v == "" || strings.ContainsRune("-"+string([]rune{Anything, Part, Many, One, Listed}), rune(v[0]))
}

// Added reports whether a text has characters that stand for what is not known, and that
// others it was made of do not have.
func Added(out string, of ...string) bool {
	count := func(s string) int {
		return strings.Count(strings.Map(func(r rune) rune { return max(r, FieldEnd) }, s), string(FieldEnd))
	}
	had := 0
	for _, s := range of {
		had += count(s)
	}
	return count(out) > had
}

// Outside reports whether a part is a path that leads anywhere but to plain
// names below the working directory.
func Outside(s string) bool {
	return strings.HasPrefix(s, "/") && len(s) > 1 || strings.HasPrefix(s, "~") || strings.HasPrefix(s, "../") || strings.HasPrefix(s, ".") && len(s) > 2 || strings.Contains(s, "/.")
}
