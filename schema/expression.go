package schema

import (
	"regexp"
	"regexp/syntax"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// expression is a regular expression, compiled when a text is first held against it; its
// text was checked when the plan was made.
type expression struct {
	// ascii says the same of texts in ASCII: without the letters of all scripts, of which
	// the compiler sorts thousands of ranges. It is "" where it would not be shorter.
	ascii        string
	whole, plain func() *regexp.Regexp
}

func newExpression(text, ascii string) *expression {
	return &expression{
		ascii: ascii,
		whole: sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) }),
		plain: sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(ascii) }),
	}
}

// MatchString reports whether a text has a match.
func (e *expression) MatchString(text string) bool {
	if e.ascii != "" && isASCII(text) {
		return e.plain().MatchString(text)
	}
	return e.whole().MatchString(text)
}

func isASCII(text string) bool {
	for i := range len(text) {
		if text[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// asciiOf is an expression that matches the same texts in ASCII, "" where text names no
// letters of other scripts.
func asciiOf(text string) string {
	if !strings.Contains(text, `\p`) && !strings.Contains(text, `\P`) {
		return ""
	}
	tree, err := syntax.Parse(text, syntax.Perl)
	if err != nil {
		return ""
	}
	restrict(tree)
	return tree.String()
}

// restrict takes from all classes what is not ASCII.
func restrict(tree *syntax.Regexp) {
	if tree.Op == syntax.OpCharClass {
		var kept []rune
		for i := 0; i+1 < len(tree.Rune); i += 2 {
			if tree.Rune[i] <= unicode.MaxASCII {
				kept = append(kept, tree.Rune[i], min(tree.Rune[i+1], unicode.MaxASCII))
			}
		}
		tree.Rune = kept
	}
	for _, sub := range tree.Sub {
		restrict(sub)
	}
}
