package command

import (
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/argv"
)

// The characters that stand in a value for what is not known of it. No text has
// them: one with a control character is not read, and NUL is refused.
const (
	anything = '\x00' // any text, slashes among it
	somePart = '\x01' // some text without a slash
	wildcard = '\x02' // what * matches
	oneChar  = '\x03' // what ? and […] match
	listed   = '\x04' // the path of some file below a folder, as find and ls say it
	varOpen  = '\x05' // before the name of a variable of the environment
	varClose = '\x06' // behind it
	partMark = '%'    // behind varOpen: a part of the value
	fieldEnd = '\x08' // between two words of a value that is spelled out
)

const (
	unknownValue = string(anything)
	unknownPart  = string(somePart)
	// maxValues is how many values of one word are told apart.
	maxValues = 24
)

func unknownIn(s string) bool { return strings.IndexFunc(s, isUnknown) >= 0 }

func isUnknown(r rune) bool { return r <= varClose && r >= 0 }

// limitValues drops what is there twice; of too many values none is known.
func limitValues(list []string) []string {
	slices.Sort(list)
	list = slices.Compact(list)
	if len(list) > maxValues && numbers(list) {
		return []string{unknownPart}
	} else if len(list) > maxValues {
		return []string{unknownValue}
	}
	return list
}

// numbers reports whether texts are numbers, of which one is as good as another.
func numbers(list []string) bool {
	return !slices.ContainsFunc(list, func(s string) bool { return !argv.IsCount(s) })
}

// dashOrUnknown reports whether a value begins with a dash, or may.
func dashOrUnknown(v string) bool {
	return v == "" || strings.ContainsRune("-"+string([]rune{anything, somePart, wildcard, oneChar, listed}), rune(v[0]))
}

// controls reports whether a text has characters that stand for what is not known, and that
// others it was made of do not have.
func controls(out string, of ...string) bool {
	count := func(s string) int {
		return strings.Count(strings.Map(func(r rune) rune { return max(r, fieldEnd) }, s), string(fieldEnd))
	}
	had := 0
	for _, s := range of {
		had += count(s)
	}
	return count(out) > had
}

// looksHidden reports whether a part is a path that leads anywhere but to plain
// names below the working directory.
func looksHidden(s string) bool {
	return strings.HasPrefix(s, "/") && len(s) > 1 || strings.HasPrefix(s, "~") || strings.HasPrefix(s, "../") || strings.HasPrefix(s, ".") && len(s) > 2 || strings.Contains(s, "/.")
}
