package argv

import (
	"slices"
	"strings"
)

// filter is how a program is called that prints some of the lines that it reads from its standard
// input, whole and nothing else.
type filter struct {
	// letters are options of one letter without a value, values those with one.
	letters, values string
	// long are options of more letters; those that end in "=" have a value.
	long []string
	// search: a pattern stands before operands, unless -e gives it. Any other operand is a file,
	// which is read instead.
	search bool
}

// filterOf is how a program is called so that it is a filter; none when it never is.
func filterOf(program string) (filter, bool) {
	search := filter{letters: "aEFiPvwxyz", values: "em", search: true, long: []string{"--extended-regexp", "--fixed-strings", "--ignore-case", "--invert-match", "--max-count=", "--perl-regexp"}}
	switch program {
	case "cat", "tac":
		return filter{}, true
	case "sort":
		return filter{letters: "bdfghinMrRsuVz", values: "kt", long: []string{"--field-separator=", "--key=", "--numeric-sort", "--reverse", "--unique", "--version-sort", "--zero-terminated"}}, true
	case "uniq":
		return filter{letters: "diuz", long: []string{"--ignore-case", "--repeated", "--unique", "--zero-terminated"}}, true
	case "head", "tail":
		return filter{letters: "qz0123456789", values: "n", long: []string{"--lines=", "--quiet", "--zero-terminated"}}, true
	case "shuf":
		return filter{letters: "z", values: "n", long: []string{"--head-count=", "--zero-terminated"}}, true
	case "grep", "egrep", "fgrep":
		return search, true
	}
	return filter{}, false
}

// Filters reports whether a command prints nothing but some of the lines that it gets, each whole:
// it reads no file, and no option of it is unknown here.
func Filters(words []Word) bool {
	if len(words) == 0 || words[0].Value == nil {
		return false
	}
	f, ok := filterOf(*words[0].Value)
	if !ok {
		return false
	}
	operands, wanted, options := 0, 0, true
	if f.search {
		wanted = 1
	}
	for i := 1; i < len(words); i++ {
		w := words[i]
		if w.Glob || w.Brace || w.Value == nil && (w.Splits || options && (w.Prefix == "" || w.Prefix[0] == '-')) {
			return false // it may be an option, or several words
		}
		switch one := w.Prefix; {
		case options && one == "--":
			options = false
		case !options || len(one) < 2 || one[0] != '-':
			operands++
		case strings.HasPrefix(one, "--"):
			if !slices.ContainsFunc(f.long, func(known string) bool {
				return one == known || strings.HasSuffix(known, "=") && strings.HasPrefix(one, known)
			}) {
				return false
			}
		default:
			next, known := f.cluster(one[1:])
			if !known {
				return false
			}
			if strings.Contains(one, "e") && f.search {
				wanted = 0
			}
			if next {
				if i++; i < len(words) && (words[i].Splits || words[i].Glob) {
					return false // its value is more than a word
				}
			}
		}
	}
	return operands == wanted
}

// cluster reads options of one letter each, and says whether the value of the last one is the next
// word.
func (f filter) cluster(letters string) (next, known bool) {
	for i := range len(letters) {
		switch {
		case strings.IndexByte(f.values, letters[i]) >= 0:
			return i == len(letters)-1, true
		case strings.IndexByte(f.letters, letters[i]) < 0:
			return false, false
		}
	}
	return false, true
}
