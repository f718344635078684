package jsonline

import (
	"bytes"
	"encoding/json"
)

// plain reads a line that is one object of JSON as nearly all are: without a key that stands
// twice and without escapes by number. Of any other text nothing is said, and package
// encoding/json reads it, token by token, which takes five times as long.
func plain(text []byte) (map[string]any, bool) {
	r := &reader{text: text}
	if r.blank() != '{' {
		return nil, false
	}
	object, ok := r.object(0)
	return object, ok && r.blank() == 0 && r.at == len(text)
}

// reader goes over a text. What it cannot read is false.
type reader struct {
	text []byte
	at   int
}

// blank goes to the next byte that is none, and gives it, 0 at the end.
func (r *reader) blank() byte {
	for ; r.at < len(r.text); r.at++ {
		switch c := r.text[r.at]; c {
		case ' ', '\t', '\n', '\r':
		default:
			return c
		}
	}
	return 0
}

func (r *reader) value(depth int) (any, bool) {
	switch c := r.blank(); c {
	case '"':
		return r.string()
	case '{':
		return r.object(depth)
	case '[':
		return r.list(depth)
	case 't':
		return true, r.word("true")
	case 'f':
		return false, r.word("false")
	case 'n':
		return nil, r.word("null")
	default:
		return r.number()
	}
}

func (r *reader) object(depth int) (map[string]any, bool) {
	if depth >= maxNesting {
		return nil, false
	}
	r.at++
	object := map[string]any{}
	if r.blank() == '}' {
		r.at++
		return object, true
	}
	for {
		if r.blank() != '"' {
			return nil, false
		}
		key, ok := r.string()
		if !ok || r.blank() != ':' {
			return nil, false
		}
		r.at++
		if _, twice := object[key]; twice {
			return nil, false
		}
		if object[key], ok = r.value(depth + 1); !ok {
			return nil, false
		}
		switch r.blank() {
		case ',':
			r.at++
		case '}':
			r.at++
			return object, true
		default:
			return nil, false
		}
	}
}

func (r *reader) list(depth int) (any, bool) {
	if depth >= maxNesting {
		return nil, false
	}
	r.at++
	list := []any{}
	if r.blank() == ']' {
		r.at++
		return list, true
	}
	for {
		one, ok := r.value(depth + 1)
		if !ok {
			return nil, false
		}
		list = append(list, one)
		switch r.blank() {
		case ',':
			r.at++
		case ']':
			r.at++
			return list, true
		default:
			return nil, false
		}
	}
}

func (r *reader) word(word string) bool {
	if !bytes.HasPrefix(r.text[r.at:], []byte(word)) {
		return false
	}
	r.at += len(word)
	return true
}

func (r *reader) string() (string, bool) {
	from := r.at + 1
	for i := from; i < len(r.text); i++ {
		switch c := r.text[i]; {
		case c == '"':
			r.at = i + 1
			return string(r.text[from:i]), true
		case c == '\\':
			return r.escaped(from, i)
		case c < ' ':
			return "", false
		}
	}
	return "", false
}

// escaped reads on from the first backslash of a string.
func (r *reader) escaped(from, i int) (string, bool) {
	out := append(make([]byte, 0, 2*(i-from)+16), r.text[from:i]...)
	for ; i < len(r.text); i++ {
		c := r.text[i]
		switch {
		case c == '"':
			r.at = i + 1
			return string(out), true
		case c < ' ':
			return "", false
		case c == '\\':
			if i++; i == len(r.text) {
				return "", false
			}
			at := bytes.IndexByte([]byte(`"\/bfnrt`), r.text[i])
			if at < 0 {
				return "", false
			}
			c = "\"\\/\b\f\n\r\t"[at]
		}
		out = append(out, c)
	}
	return "", false
}

// number reads a number as JSON has them: no zero before other digits, and digits on both
// sides of a dot.
func (r *reader) number() (any, bool) {
	from := r.at
	r.sign("-")
	if first := r.at; !r.digits() || r.text[first] == '0' && r.at > first+1 {
		return nil, false
	}
	if r.sign(".") && !r.digits() {
		return nil, false
	}
	if r.sign("eE") {
		if r.sign("+-"); !r.digits() {
			return nil, false
		}
	}
	return json.Number(r.text[from:r.at]), true
}

// sign passes over a byte that is one of some.
func (r *reader) sign(some string) bool {
	if r.at == len(r.text) || bytes.IndexByte([]byte(some), r.text[r.at]) < 0 {
		return false
	}
	r.at++
	return true
}

func (r *reader) digits() bool {
	from := r.at
	for r.at < len(r.text) && '0' <= r.text[r.at] && r.text[r.at] <= '9' {
		r.at++
	}
	return r.at > from
}
