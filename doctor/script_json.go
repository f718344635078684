package doctor

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// parseScript reads a text as JavaScript's JSON.parse does: keys are told apart by
// their letters, of a key that stands twice the last one counts, nothing may
// follow the value, a number may be larger than any, half of a surrogate pair may
// stand in a string, and values may be nested as deep as they like. Objects are
// map[string]any, lists []any, numbers float64; half a pair becomes U+FFFD.
func parseScript(text string) (any, error) {
	p := &scriptParser{text: text}
	var open []level
	for {
		value, opened, err := p.begin()
		if err != nil {
			return nil, err
		}
		if opened != nil {
			if done, err := p.first(opened); err != nil {
				return nil, err
			} else if !done {
				open = append(open, *opened)
				continue
			}
			value = opened.value()
		}
		// A value is whole: it goes into what is open, which may end with it.
		for {
			if len(open) == 0 {
				if p.space(); p.at < len(p.text) {
					return nil, p.wrong("the end")
				}
				return value, nil
			}
			top := &open[len(open)-1]
			top.add(value)
			more, err := p.next(top)
			if err != nil {
				return nil, err
			}
			if more {
				break
			}
			value = top.value()
			open = open[:len(open)-1]
		}
	}
}

// level is an object or a list that is not closed yet.
type level struct {
	object map[string]any
	list   []any
	key    string
}

func (l *level) add(v any) {
	if l.object != nil {
		l.object[l.key] = v
		return
	}
	l.list = append(l.list, v)
}

func (l *level) value() any {
	if l.object != nil {
		return l.object
	}
	return l.list
}

type scriptParser struct {
	text string
	at   int
}

func (p *scriptParser) wrong(want string) error {
	if p.at >= len(p.text) {
		return fmt.Errorf("it ends where %s is wanted", want)
	}
	r, _ := utf8.DecodeRuneInString(p.text[p.at:])
	return fmt.Errorf("%q at byte %d, where %s is wanted", r, p.at, want)
}

// space passes over the white space of JSON.
func (p *scriptParser) space() {
	for p.at < len(p.text) && strings.IndexByte(" \t\n\r", p.text[p.at]) >= 0 {
		p.at++
	}
}

// take passes over a byte if it is the next one.
func (p *scriptParser) take(c byte) bool {
	if p.at < len(p.text) && p.text[p.at] == c {
		p.at++
		return true
	}
	return false
}

// begin reads a scalar, or the beginning of an object or a list.
func (p *scriptParser) begin() (any, *level, error) {
	p.space()
	if p.at >= len(p.text) {
		return nil, nil, p.wrong("a value")
	}
	switch c := p.text[p.at]; {
	case c == '{':
		p.at++
		return nil, &level{object: map[string]any{}}, nil
	case c == '[':
		p.at++
		return nil, &level{list: []any{}}, nil
	case c == '"':
		v, err := p.str()
		return v, nil, err
	case c == '-' || c >= '0' && c <= '9':
		v, err := p.number()
		return v, nil, err
	}
	for word, value := range map[string]any{"null": nil, "true": true, "false": false} {
		if strings.HasPrefix(p.text[p.at:], word) {
			p.at += len(word)
			return value, nil, nil
		}
	}
	return nil, nil, p.wrong("a value")
}

// first reads up to the first value of what was opened; done when there is none.
func (p *scriptParser) first(l *level) (done bool, err error) {
	p.space()
	if l.object == nil {
		return p.take(']'), nil
	}
	if p.take('}') {
		return true, nil
	}
	return false, p.member(l)
}

// next reads what stands behind a value: the way to the next one, or the end.
func (p *scriptParser) next(l *level) (more bool, err error) {
	p.space()
	switch {
	case p.take(','):
		if l.object == nil {
			return true, nil
		}
		p.space()
		return true, p.member(l)
	case l.object != nil && p.take('}'), l.object == nil && p.take(']'):
		return false, nil
	case l.object != nil:
		return false, p.wrong("a comma or }")
	}
	return false, p.wrong("a comma or ]")
}

func (p *scriptParser) member(l *level) error {
	if p.at >= len(p.text) || p.text[p.at] != '"' {
		return p.wrong("a key")
	}
	key, err := p.str()
	if err != nil {
		return err
	}
	l.key = key
	p.space()
	if !p.take(':') {
		return p.wrong("a colon")
	}
	return nil
}

func (p *scriptParser) str() (string, error) {
	p.at++
	var b strings.Builder
	for p.at < len(p.text) {
		switch c := p.text[p.at]; {
		case c == '"':
			p.at++
			return b.String(), nil
		case c < 0x20:
			return "", p.wrong("a character that is not a control")
		case c == '\\':
			r, err := p.escape()
			if err != nil {
				return "", err
			}
			b.WriteRune(r)
		default:
			b.WriteByte(c)
			p.at++
		}
	}
	return "", errors.New("it ends within a string")
}

func (p *scriptParser) escape() (rune, error) {
	p.at++
	if p.at >= len(p.text) {
		return 0, errors.New("it ends within a string")
	}
	c := p.text[p.at]
	if c == 'u' {
		p.at++
		r, err := p.hex()
		if err != nil || !utf16.IsSurrogate(r) || !strings.HasPrefix(p.text[p.at:], `\u`) {
			return r, err // half a pair is written as U+FFFD
		}
		back := p.at
		p.at += 2
		low, err := p.hex()
		if err != nil {
			return 0, err
		}
		if pair := utf16.DecodeRune(r, low); pair != utf8.RuneError {
			return pair, nil
		}
		p.at = back // the other escape stands for itself
		return utf8.RuneError, nil
	}
	i := strings.IndexByte(`"\/bfnrt`, c)
	if i < 0 {
		return 0, p.wrong("an escape")
	}
	p.at++
	return rune("\"\\/\b\f\n\r\t"[i]), nil
}

func (p *scriptParser) hex() (rune, error) {
	if len(p.text)-p.at < 4 {
		return 0, errors.New("it ends within an escape")
	}
	n, err := strconv.ParseUint(p.text[p.at:p.at+4], 16, 16)
	if err != nil {
		return 0, p.wrong("four hexadecimal digits")
	}
	p.at += 4
	return rune(n), nil
}

func (p *scriptParser) number() (any, error) {
	start := p.at
	p.take('-')
	switch {
	case p.take('0'):
	default:
		if err := p.digits(); err != nil {
			return nil, err
		}
	}
	if p.take('.') {
		if err := p.digits(); err != nil {
			return nil, err
		}
	}
	if p.take('e') || p.take('E') {
		if !p.take('+') {
			p.take('-')
		}
		if err := p.digits(); err != nil {
			return nil, err
		}
	}
	// What is too large is infinite, and no mistake.
	f, err := strconv.ParseFloat(p.text[start:p.at], 64)
	if err != nil && !errors.Is(err, strconv.ErrRange) {
		return nil, fmt.Errorf("read number: %w", err)
	}
	return f, nil
}

func (p *scriptParser) digits() error {
	start := p.at
	for p.at < len(p.text) && p.text[p.at] >= '0' && p.text[p.at] <= '9' {
		p.at++
	}
	if p.at == start {
		return p.wrong("a digit")
	}
	return nil
}
