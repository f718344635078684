package policy

import (
	"errors"
	"strings"
	"unicode/utf16"
)

// ecmaDot and ecmaSpace are "." and "\s" of ECMAScript, which the engine knows
// only as .NET has them; ecmaEnd is "$", which there also stands before a line
// feed at the end.
const (
	ecmaDot   = `[^\n\r\u2028\u2029]`
	ecmaSpace = `\t\n\v\f\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff`
	ecmaEnd   = `(?![\s\S])`
	// Words are of ASCII letters.
	ecmaWord   = `(?:(?<=[A-Za-z0-9_])(?![A-Za-z0-9_])|(?<![A-Za-z0-9_])(?=[A-Za-z0-9_]))`
	ecmaNoWord = `(?:(?<=[A-Za-z0-9_])(?=[A-Za-z0-9_])|(?<![A-Za-z0-9_])(?![A-Za-z0-9_]))`
)

// ecmaTranslator turns an ECMAScript pattern (ES2022, without flags) into one
// that means the same to the engine. Patterns are read unit by unit of UTF-16,
// as a RegExp without the flag u does.
type ecmaTranslator struct {
	in  []rune
	at  int
	out strings.Builder
}

// translateECMA returns the pattern for the engine. An error means that RegExp
// would not take it.
func translateECMA(pattern string) (string, error) {
	t := &ecmaTranslator{in: units(pattern)}
	for t.at < len(t.in) {
		if err := t.token(); err != nil {
			return "", err
		}
	}
	return t.out.String(), nil
}

// units are the UTF-16 code units of a text, one rune each.
func units(text string) []rune {
	out := make([]rune, 0, len(text))
	for _, unit := range utf16.Encode([]rune(text)) {
		out = append(out, rune(unit))
	}
	return out
}

func (t *ecmaTranslator) peek(n int) rune {
	if t.at+n < len(t.in) {
		return t.in[t.at+n]
	}
	return -1
}

func (t *ecmaTranslator) has(text string) bool {
	for i, r := range []rune(text) {
		if t.peek(i) != r {
			return false
		}
	}
	return true
}

// token translates what stands at one place outside of a class.
func (t *ecmaTranslator) token() error {
	switch r := t.in[t.at]; r {
	case '.':
		t.emit(ecmaDot, 1)
	case '$':
		t.emit(ecmaEnd, 1)
	case '[':
		return t.class()
	case '\\':
		return t.escape(false)
	case '(':
		return t.group()
	case '{':
		return t.brace()
	case ' ', '#':
		t.out.WriteByte('\\')
		t.emit(string(r), 1)
	default:
		t.unit(r)
		t.at++
	}
	return nil
}

func (t *ecmaTranslator) emit(text string, read int) {
	t.out.WriteString(text)
	t.at += read
}

// unit writes one code unit that stands for itself. The engine is given
// surrogates as runes of their own, which only an escape can name.
func (t *ecmaTranslator) unit(r rune) {
	if r < 0x80 {
		t.out.WriteRune(r)
		return
	}
	t.out.WriteString(`\u`)
	const digits = "0123456789abcdef"
	for shift := 12; shift >= 0; shift -= 4 {
		t.out.WriteByte(digits[r>>shift&0xf])
	}
}

var errGroup = errors.New("there is no such group in ECMAScript")

// group lets through the groups that RegExp knows, and no others: the engine has
// comments, conditions, inline flags and more.
func (t *ecmaTranslator) group() error {
	if t.peek(1) != '?' {
		t.emit("(", 1)
		return nil
	}
	for _, known := range []string{"(?:", "(?=", "(?!", "(?<=", "(?<!"} {
		if t.has(known) {
			t.emit(known, len(known))
			return nil
		}
	}
	if !t.has("(?<") {
		return errGroup
	}
	name := 3
	for isGroupName(t.peek(name)) {
		name++
	}
	if name == 3 || t.peek(name) != '>' || t.peek(3) >= '0' && t.peek(3) <= '9' {
		return errGroup
	}
	t.emit(string(t.in[t.at:t.at+name+1]), name+1)
	return nil
}

func isGroupName(r rune) bool {
	return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '_'
}

// brace is a quantifier, {2} {2,} {2,3}, or stands for itself.
func (t *ecmaTranslator) brace() error {
	i := 1
	for t.peek(i) >= '0' && t.peek(i) <= '9' {
		i++
	}
	quantifier := i > 1
	if t.peek(i) == ',' {
		i++
		for t.peek(i) >= '0' && t.peek(i) <= '9' {
			i++
		}
	}
	if !quantifier || t.peek(i) != '}' {
		t.emit(`\{`, 1)
		return nil
	}
	t.emit(string(t.in[t.at:t.at+i+1]), i+1)
	return nil
}

// escape translates a backslash and what follows.
func (t *ecmaTranslator) escape(class bool) error {
	r := t.peek(1)
	switch {
	case r == -1:
		return errors.New("a backslash stands at the end")
	case r == 's':
		t.emit(spaces(class, false), 2)
	case r == 'S':
		t.emit(spaces(class, true), 2)
	case r == 'd' || r == 'w':
		t.emit(map[bool]map[rune]string{
			true: {'d': "0-9", 'w': "A-Za-z0-9_"}, false: {'d': "[0-9]", 'w': "[A-Za-z0-9_]"},
		}[class][r], 2)
	case r == 'D' || r == 'W':
		t.emit(map[bool]map[rune]string{
			true:  {'D': `\x00-/:-\uffff`, 'W': "\\x00-/:-@\\[-\\^`{-\\uffff"},
			false: {'D': "[^0-9]", 'W': "[^A-Za-z0-9_]"},
		}[class][r], 2)
	case r == 'b' && class:
		t.emit(`\x08`, 2)
	case r == 'b':
		t.emit(ecmaWord, 2)
	case r == 'B' && !class:
		t.emit(ecmaNoWord, 2)
	case strings.ContainsRune("fnrtv", r):
		t.emit(`\`+string(r), 2)
	case r == 'x' && t.hex(2, 2), r == 'u' && t.hex(2, 4):
		size := 4 + 2*boolInt(r == 'u')
		t.emit(string(t.in[t.at:t.at+size]), size)
	case r == 'c' && isASCIILetter(t.peek(2)):
		t.at += 3
		t.unit(t.in[t.at-1] % 32)
	case r >= '0' && r <= '9', r == 'k' && !class:
		t.emit(`\`+string(r), 2)
	case r == 'c':
		// Without a letter behind it, the backslash stands for itself.
		t.emit(`\\`, 1)
	default:
		// Whatever else is escaped stands for itself.
		t.at += 2
		t.literal(r)
	}
	return nil
}

// literal writes a unit so that it means nothing but itself.
func (t *ecmaTranslator) literal(r rune) {
	if strings.ContainsRune(`\^$.|?*+()[]{}-/# `, r) {
		t.out.WriteByte('\\')
	}
	t.unit(r)
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

func isASCIILetter(r rune) bool { return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' }

func (t *ecmaTranslator) hex(from, n int) bool {
	for i := from; i < from+n; i++ {
		if r := t.peek(i); !(r >= '0' && r <= '9' || r >= 'a' && r <= 'f' || r >= 'A' && r <= 'F') {
			return false
		}
	}
	return true
}

// spaces is \s or \S. Inside a class \S is written as what stands between the
// spaces.
func spaces(class, not bool) string {
	switch {
	case class && not:
		return `\x00-\x08\x0e-\x1f!-\u009f\u00a1-\u167f\u1681-\u1fff\u200b-\u2027\u202a-\u202e\u2030-\u205e\u2060-\u2fff\u3001-\ufefe\uff00-\uffff`
	case class:
		return ecmaSpace
	case not:
		return "[^" + ecmaSpace + "]"
	}
	return "[" + ecmaSpace + "]"
}

// class translates [ … ]. "[]" matches nothing and "[^]" anything; a bracket
// inside stands for itself.
func (t *ecmaTranslator) class() error {
	switch {
	case t.has("[]"):
		t.emit(`(?!)`, 2)
		return nil
	case t.has("[^]"):
		t.emit(`[\s\S]`, 3)
		return nil
	}
	t.emit("[", 1)
	if t.peek(0) == '^' {
		t.emit("^", 1)
	}
	for t.at < len(t.in) {
		switch r := t.in[t.at]; r {
		case ']':
			t.emit("]", 1)
			return nil
		case '[':
			t.emit(`\[`, 1)
		case '\\':
			if err := t.escape(true); err != nil {
				return err
			}
		default:
			t.unit(r)
			t.at++
		}
	}
	return errors.New("a [ is not closed")
}
