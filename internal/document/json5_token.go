package document

import (
	"math"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// identifierStart and identifierPart are the classes of ECMAScript 5.1 §7.6.
func identifierStart(r rune) bool {
	switch {
	case r == '$', r == '_', 'a' <= r && r <= 'z', 'A' <= r && r <= 'Z':
		return true
	case r < utf8.RuneSelf:
		return false
	}
	return unicode.In(r, unicode.L, unicode.Nl)
}

func identifierPart(r rune) bool {
	switch {
	case identifierStart(r), '0' <= r && r <= '9', r == '\u200c', r == '\u200d':
		return true
	case r < utf8.RuneSelf:
		return false
	}
	return unicode.In(r, unicode.Mn, unicode.Mc, unicode.Nd, unicode.Pc)
}

// identifier reads a key without quotes.
func (p *json5) identifier() (string, error) {
	var b strings.Builder
	for start := p.pos; p.pos < len(p.text); {
		at := p.pos
		r, size := utf8.DecodeRuneInString(p.text[at:])
		p.pos += size
		if r == '\\' {
			if p.peek() != 'u' {
				return "", p.failAt(at, `expected "\u" and four hex digits in a key without quotes, found %s`, quoted(`\`))
			}
			p.pos++
			var err error
			if r, err = p.hex(at, 4); err != nil {
				return "", err
			}
		} else if b.Len() > 0 && !identifierPart(r) {
			p.pos = at
			break
		}
		if allowed := identifierPart(r); !allowed || at == start && !identifierStart(r) {
			p.pos = at
			err := p.failAt(at, `expected a key or "}", found %s`, p.found())
			if allowed {
				err.Hint = "put the key in quotes"
			}
			return "", err
		}
		b.WriteRune(r)
	}
	return b.String(), nil
}

func (p *json5) stringValue() (*Node, error) {
	start := p.pos
	style := Double
	if p.text[start] == '\'' {
		style = Single
	}
	s, err := p.str()
	if err != nil {
		return nil, err
	}
	return p.node(String, style, s, start), nil
}

// str reads a quoted string.
func (p *json5) str() (string, error) {
	open := p.pos
	quote := p.text[open]
	stops := "\"\\\n\r"
	if quote == '\'' {
		stops = "'\\\n\r"
	}
	p.pos++
	var b strings.Builder
	for {
		i := strings.IndexAny(p.text[p.pos:], stops)
		if i < 0 {
			return "", p.failAt(open, "this string is not closed: expected %c, found %s", quote, p.end)
		}
		chunk := p.text[p.pos : p.pos+i]
		if err := p.control(chunk); err != nil {
			return "", err
		}
		p.pos += i
		switch p.text[p.pos] {
		case quote:
			p.pos++
			if b.Len() == 0 {
				return chunk, nil
			}
			b.WriteString(chunk)
			return b.String(), nil
		case '\\':
			b.WriteString(chunk)
			if err := p.escape(open, &b); err != nil {
				return "", err
			}
		default:
			err := p.failAt(open, "this string is not closed: expected %c, found the end of the line", quote)
			err.Hint = `close the string, or end the line with "\" to go on in the next one`
			if p.strict {
				err.Hint = `close the string, or write \n for a line break in it`
			}
			return "", err
		}
	}
}

// escape reads what begins with a backslash in the string that opens at open.
func (p *json5) escape(open int, b *strings.Builder) error {
	at := p.pos
	p.pos++
	if p.pos >= len(p.text) {
		return p.failAt(open, "this string is not closed: expected %c, found %s", p.text[open], p.end)
	}
	r, size := utf8.DecodeRuneInString(p.text[p.pos:])
	p.pos += size
	if p.strict && !strings.ContainsRune(`"\/bfnrtu`, r) {
		return p.badEscape(at, `%s is not an escape of JSON`, quoted(`\`+string(r)))
	}
	switch r {
	case 'b':
		b.WriteByte('\b')
	case 'f':
		b.WriteByte('\f')
	case 'n':
		b.WriteByte('\n')
	case 'r':
		b.WriteByte('\r')
	case 't':
		b.WriteByte('\t')
	case 'v':
		b.WriteByte('\v')
	case '\n', '\u2028', '\u2029':
	case '\r':
		if p.peek() == '\n' {
			p.pos++
		}
	case '0':
		if c := p.peek(); '0' <= c && c <= '9' {
			return p.badEscape(at, "octal escapes are not allowed in strings")
		}
		b.WriteByte(0)
	case '1', '2', '3', '4', '5', '6', '7', '8', '9':
		return p.badEscape(at, `\%c is not an escape`, r)
	case 'x':
		r, err := p.hex(at, 2)
		if err != nil {
			return err
		}
		b.WriteRune(r)
	case 'u':
		return p.unicodeEscape(at, b)
	default:
		b.WriteRune(r)
	}
	return nil
}

func (p *json5) badEscape(at int, format string, args ...any) error {
	err := p.fail(Syntax, at, p.pos, format, args...)
	err.Hint = `write \\ for a backslash`
	return err
}

// unicodeEscape reads the digits after "\u" and, for the first half of a pair,
// the second one. Half a pair alone becomes U+FFFD, as in encoding/json.
func (p *json5) unicodeEscape(at int, b *strings.Builder) error {
	r, err := p.hex(at, 4)
	if err != nil {
		return err
	}
	if utf16.IsSurrogate(r) && strings.HasPrefix(p.text[p.pos:], `\u`) {
		second := p.pos
		p.pos += 2
		low, err := p.hex(second, 4)
		if err != nil {
			return err
		}
		if pair := utf16.DecodeRune(r, low); pair != unicode.ReplacementChar {
			b.WriteRune(pair)
			return nil
		}
		p.pos = second
	}
	b.WriteRune(r)
	return nil
}

// hex reads n hex digits of the escape that begins at at.
func (p *json5) hex(at, n int) (rune, error) {
	var r rune
	for i := range n {
		c := p.peek()
		digit, ok := hexDigit(c)
		if !ok {
			return 0, p.fail(Syntax, at, p.pos, "expected %d hex digits after \\%c, found %d", n, p.text[at+1], i)
		}
		r = r<<4 | rune(digit)
		p.pos++
	}
	return r, nil
}

func hexDigit(c byte) (byte, bool) {
	switch {
	case '0' <= c && c <= '9':
		return c - '0', true
	case 'a' <= c && c <= 'f':
		return c - 'a' + 10, true
	case 'A' <= c && c <= 'F':
		return c - 'A' + 10, true
	}
	return 0, false
}

// number reads a number. JSON has one type of number: 1.0 and 1e3 are integers
// like 1 and 1000.
func (p *json5) number() (*Node, error) {
	start := p.pos
	if c := p.peek(); c == '+' || c == '-' {
		p.pos++
	}
	var value any
	switch word := p.word(); {
	case p.strict:
		if err := p.digits(start); err != nil {
			return nil, err
		}
		value = numberValue(p.text[start:p.pos])
	case word == "Infinity":
		p.pos += len(word)
		value = math.Inf(1)
		if p.text[start] == '-' {
			value = math.Inf(-1)
		}
	case word == "NaN":
		p.pos += len(word)
		value = math.NaN()
	default:
		if err := p.digits(start); err != nil {
			return nil, err
		}
		value = numberValue(strings.TrimPrefix(p.text[start:p.pos], "+"))
	}
	n := p.node(Number, Plain, value, start)
	if rest := p.text[p.pos:]; rest != "" {
		if r, _ := utf8.DecodeRuneInString(rest); identifierPart(r) || r == '.' || r == '\\' {
			return nil, p.failAt(p.pos, "expected the number %s to end, found %s", quoted(n.Raw), p.found())
		}
	}
	return n, nil
}

// digits passes the digits of a number that begins at start.
func (p *json5) digits(start int) error {
	rest := p.text[p.pos:]
	if !p.strict && (strings.HasPrefix(rest, "0x") || strings.HasPrefix(rest, "0X")) {
		p.pos += 2
		n := 0
		for ; ; n++ {
			if _, ok := hexDigit(p.peek()); !ok {
				break
			}
			p.pos++
		}
		if n == 0 {
			return p.failAt(p.pos, "expected a hex digit, found %s", p.found())
		}
		return nil
	}
	first := p.pos
	whole := p.decimals()
	if whole > 1 && p.text[first] == '0' {
		err := p.fail(Syntax, start, p.pos, "a number does not begin with 0")
		err.Hint = "leave the 0 out; there are no octal numbers"
		return err
	}
	if p.peek() == '.' && (!p.strict || whole > 0) {
		p.pos++
		behind := p.decimals()
		if p.strict && behind == 0 {
			return p.failAt(p.pos, "expected a digit behind the point, found %s", p.found())
		}
		whole += behind
	}
	if whole == 0 {
		return p.failAt(p.pos, "expected a digit, found %s", p.found())
	}
	if c := p.peek(); c == 'e' || c == 'E' {
		p.pos++
		if c := p.peek(); c == '+' || c == '-' {
			p.pos++
		}
		if p.decimals() == 0 {
			return p.failAt(p.pos, "expected a digit of the exponent, found %s", p.found())
		}
	}
	return nil
}

func (p *json5) decimals() (n int) {
	for c := p.peek(); '0' <= c && c <= '9'; c = p.peek() {
		p.pos++
		n++
	}
	return n
}

// numberValue returns an int64 for integers that fit, else a float64, which is
// an infinity beyond its range.
func numberValue(s string) any {
	if i, err := strconv.ParseInt(s, 0, 64); err == nil {
		return i
	}
	if strings.ContainsAny(s, "xX") {
		s += "p0"
	}
	f, _ := strconv.ParseFloat(s, 64)
	const exact = 1 << 53
	if f == math.Trunc(f) && math.Abs(f) < exact {
		return int64(f)
	}
	return f
}
