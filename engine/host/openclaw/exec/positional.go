package openclawexec

import (
	"regexp"
	"slices"
	"sync"
)

// positionalCarrier is $0 "$@" and its like: the text runs its own operands.
var positionalCarrier = sync.OnceValue(func() *regexp.Regexp {
	const arg = `(?:\$(?:[@*]|[1-9]|\{[@*1-9]\})|"\$(?:[@*]|[1-9]|\{[@*1-9]\})")`
	return regexp.MustCompile(`^` + carriedZero + `(?:` + carriedSpace + `(` + arg + `))*$`)
})

const (
	carriedSpace = `[^\S\r\n]+`
	carriedZero  = `(?:exec` + carriedSpace + `(?:--` + carriedSpace + `)?)?(?:\$(?:0|\{0\})|"\$(?:0|\{0\})")`
)

var carriedAll = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^` + carriedZero + carriedSpace + `(?:\$(?:@|\{@\})|"\$(?:@|\{@\})")$`)
})

var carriedAlone = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^` + carriedZero + `$`) })

func isPositionalCarrier(text string) bool { return positionalCarrier().MatchString(trimJS(text)) }

// carriesAll reports whether a positional carrier runs exactly its operands.
func carriesAll(text string, tail []string) bool {
	if len(tail) == 0 {
		return carriedAlone().MatchString(trimJS(text))
	}
	return carriedAll().MatchString(trimJS(text))
}

// carriedBy is the argv that a positional carrier runs: all operands, or those
// that the text names; nil for none.
func (t *openClawTables) carriedBy(args []string) []string {
	if !slices.Contains(t.ParseableShells, normalToken(first(args))) {
		return nil
	}
	text, at := t.posixInline(args)
	if text == nil || !isPositionalCarrier(*text) {
		return nil
	}
	operands := args[at+1:]
	named := []string{}
	picks := regexp.MustCompile(`\$\{?([0-9@*])`).FindAllStringSubmatch(*text, -1)
	for _, pick := range picks {
		switch mark := pick[1]; {
		case mark == "*":
			return nil
		case mark == "@":
			return withoutBlank(operands)
		case int(mark[0]-'0') < len(operands):
			named = append(named, operands[mark[0]-'0'])
		}
	}
	return withoutBlank(named)
}

func withoutBlank(words []string) []string {
	var out []string
	for _, w := range words {
		if w = trimJS(w); w != "" {
			out = append(out, w)
		}
	}
	return out
}
