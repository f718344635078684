// Package jsontable reads the JSON of tables that are part of the program.
//
// A start reads a dozen of them, and encoding/json goes over each text twice, asking at each
// byte what may follow, and copies each string. Here the text is gone over once, and strings
// are parts of it. What a table seldom has (escapes, types that read themselves, embedded
// structs) is left to encoding/json, part by part, and so is every text that turns out to be
// no JSON: what it says of that is the error.
//
// Entries of the cache, which skillctl has written itself, are read so as well. It is for no
// text from outside: of what it passes over only brackets and strings are seen, so that some
// mistakes are not. Tests read the tables with encoding/json as well.
package jsontable

import (
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Decode is json.Unmarshal of the text of a table.
func Decode(text string, into any) error { return decode(text, into, false) }

// Strict is Decode of a text of which every field has to be known.
func Strict(text string, into any) error { return decode(text, into, true) }

func decode(text string, into any, strict bool) error {
	v := reflect.ValueOf(into)
	if v.Kind() != reflect.Pointer || v.IsNil() {
		return errors.New("read a table: no pointer to read it into")
	}
	r := &reader{text: text, strict: strict, types: map[reflect.Type]*shape{}}
	// encoding/json has something to say of strings that are no UTF-8.
	if utf8.ValidString(text) && r.value(v.Elem()) && r.blank() == 0 && r.at == len(text) {
		return nil
	}
	if err := slow(text, into, strict); err != nil {
		return fmt.Errorf("read a table: %w", err)
	}
	return nil
}

// slow has encoding/json read a text.
func slow(text string, into any, strict bool) error {
	if !strict {
		return json.Unmarshal([]byte(text), into)
	}
	d := json.NewDecoder(strings.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errors.New("something stands behind it")
	}
	return nil
}

// reader goes over a text. What it is asked to read and cannot is false.
type reader struct {
	text   string
	strict bool
	at     int
	types  map[reflect.Type]*shape
	list   []string // room to read one in
}

// shape is what is known of a type.
type shape struct {
	// left: encoding/json reads it.
	left   bool
	fields []field
}

type field struct {
	name  string
	index []int
}

func (r *reader) shape(t reflect.Type) *shape {
	if s, ok := r.types[t]; ok {
		return s
	}
	s := &shape{}
	r.types[t] = s
	pointer := reflect.PointerTo(t)
	if pointer.Implements(reflect.TypeFor[json.Unmarshaler]()) || pointer.Implements(reflect.TypeFor[encoding.TextUnmarshaler]()) {
		s.left = true
	}
	switch t.Kind() {
	case reflect.Struct:
		r.fields(s, t)
	case reflect.Map:
		key := r.shape(t.Key())
		s.left = s.left || key.left || t.Key().Kind() != reflect.String
	case reflect.Slice:
		s.left = s.left || t.Elem().Kind() == reflect.Uint8
	case reflect.Bool, reflect.Int, reflect.String, reflect.Pointer:
	case reflect.Interface:
		s.left = s.left || t.NumMethod() > 0
	default:
		s.left = true
	}
	return s
}

// fields notes those of a struct, and behind them those of structs in it that have no name.
func (r *reader) fields(s *shape, t reflect.Type) {
	var within []field
	for i := range t.NumField() {
		one := t.Field(i)
		name, options, _ := strings.Cut(one.Tag.Get("json"), ",")
		s.left = s.left || strings.Contains(options, "string")
		if one.Anonymous && name == "" {
			inner := r.shape(one.Type)
			s.left = s.left || inner.left || one.Type.Kind() != reflect.Struct
			for _, f := range inner.fields {
				within = append(within, field{f.name, append([]int{i}, f.index...)})
			}
			continue
		}
		if name == "" {
			name = one.Name
		}
		if one.IsExported() && (name != "-" || options != "") {
			s.fields = append(s.fields, field{name, []int{i}})
		}
	}
	for _, one := range within { // which one is meant is for encoding/json to say
		s.left = s.left || slices.ContainsFunc(s.fields, func(f field) bool { return strings.EqualFold(f.name, one.name) })
		s.fields = append(s.fields, one)
	}
}

// of is the field that a member is for, as encoding/json has it: one of its very name, or
// else the first whose name differs by case alone.
func (s *shape) of(name string) []int {
	for _, one := range s.fields {
		if one.name == name {
			return one.index
		}
	}
	for _, one := range s.fields {
		if strings.EqualFold(one.name, name) {
			return one.index
		}
	}
	return nil
}

// value reads the value that comes next.
func (r *reader) value(v reflect.Value) bool {
	switch into := v.Addr().Interface().(type) { // what most of a table is
	case *string:
		return r.string(into)
	case *[]string:
		return r.strings(into)
	case *map[string]string:
		return mapOf(r, into, r.string)
	case *map[string][]string:
		return mapOf(r, into, r.strings)
	case *any:
		return r.any(into)
	}
	s := r.shape(v.Type())
	if r.blank(); s.left {
		return r.leave(v.Addr().Interface())
	}
	if r.word("null") {
		switch v.Kind() {
		case reflect.Pointer, reflect.Map, reflect.Slice, reflect.Interface:
			v.SetZero()
		}
		return true
	}
	switch v.Kind() {
	case reflect.String:
		var text string
		ok := r.string(&text)
		v.SetString(text)
		return ok
	case reflect.Int:
		return r.int(v)
	case reflect.Bool:
		return r.bool(v)
	case reflect.Pointer:
		if v.IsNil() {
			v.Set(reflect.New(v.Type().Elem()))
		}
		return r.value(v.Elem())
	case reflect.Struct:
		return r.object(func(name string) bool {
			if i := s.of(name); i != nil {
				return r.value(v.FieldByIndex(i))
			}
			return !r.strict && r.pass()
		})
	case reflect.Map:
		return r.entries(v)
	case reflect.Slice:
		return r.items(v)
	}
	return r.leave(v.Addr().Interface())
}

// int reads a number without a fraction.
func (r *reader) int(v reflect.Value) bool {
	end := r.at
	for end < len(r.text) && '0' <= r.text[end] && r.text[end] <= '9' {
		end++
	}
	if end-r.at > 1 && r.text[r.at] == '0' || end < len(r.text) && strings.IndexByte(" \n\t\r,]}", r.text[end]) < 0 {
		return r.leave(v.Addr().Interface())
	}
	n, err := strconv.Atoi(r.text[r.at:end])
	if err != nil {
		return r.leave(v.Addr().Interface())
	}
	v.SetInt(int64(n))
	r.at = end
	return true
}

func (r *reader) bool(v reflect.Value) bool {
	for word, is := range map[string]bool{"true": true, "false": false} {
		if r.word(word) {
			v.SetBool(is)
			return true
		}
	}
	return r.leave(v.Addr().Interface())
}

// word passes over a word, if it is what comes next.
func (r *reader) word(word string) bool {
	end := r.at + len(word)
	if !strings.HasPrefix(r.text[r.at:], word) || end < len(r.text) && strings.IndexByte(" \n\t\r,]}", r.text[end]) < 0 {
		return false
	}
	r.at = end
	return true
}

func (r *reader) entries(v reflect.Value) bool {
	if v.IsNil() {
		v.Set(reflect.MakeMap(v.Type()))
	}
	key, elem := v.Type().Key(), v.Type().Elem()
	return r.object(func(name string) bool {
		one := reflect.New(elem).Elem()
		ok := r.value(one)
		v.SetMapIndex(reflect.ValueOf(name).Convert(key), one)
		return ok
	})
}

func (r *reader) items(v reflect.Value) bool {
	all := reflect.MakeSlice(v.Type(), 0, 0)
	ok := r.parts('[', ']', func() bool {
		n := all.Len()
		all = grown(all)
		return r.value(all.Index(n))
	})
	v.Set(all)
	return ok
}

// grown is a list with one more item, in room that doubles.
func grown(list reflect.Value) reflect.Value {
	n := list.Len()
	if n == list.Cap() {
		more := reflect.MakeSlice(list.Type(), n, max(4, 2*n))
		reflect.Copy(more, list)
		list = more
	}
	return list.Slice(0, n+1)
}

func mapOf[T any](r *reader, into *map[string]T, read func(*T) bool) bool {
	if r.blank(); strings.HasPrefix(r.text[r.at:], "null") {
		return r.leave(into)
	}
	if *into == nil {
		*into = map[string]T{}
	}
	return r.object(func(name string) bool {
		var one T
		ok := read(&one)
		(*into)[name] = one
		return ok
	})
}

// any reads a value as encoding/json does that is told no type.
func (r *reader) any(into *any) bool {
	switch r.blank() {
	case '{':
		var all map[string]any
		ok := mapOf(r, &all, r.any)
		*into = all
		return ok
	case '[':
		all := []any{}
		ok := r.parts('[', ']', func() bool {
			var one any
			ok := r.any(&one)
			all = append(all, one)
			return ok
		})
		*into = all
		return ok
	case '"':
		var text string
		ok := r.string(&text)
		*into = text
		return ok
	}
	return r.leave(into)
}

func (r *reader) strings(into *[]string) bool {
	if r.blank(); r.word("null") {
		*into = nil
		return true
	}
	if r.blank() != '[' {
		return r.leave(into)
	}
	r.list = r.list[:0]
	ok := r.parts('[', ']', func() bool {
		var one string
		ok := r.string(&one)
		r.list = append(r.list, one)
		return ok
	})
	*into = append(make([]string, 0, len(r.list)), r.list...)
	return ok
}

func (r *reader) string(into *string) bool {
	if r.blank() != '"' {
		return r.leave(into)
	}
	end := strings.IndexByte(r.text[r.at+1:], '"')
	if end < 0 {
		return false
	}
	if text := r.text[r.at+1 : r.at+1+end]; strings.IndexByte(text, '\\') < 0 {
		*into, r.at = text, r.at+end+2
		return true
	}
	return r.leave(into)
}

// object calls member behind the name of each member.
func (r *reader) object(member func(name string) bool) bool {
	return r.parts('{', '}', func() bool {
		var name string
		if r.blank() != '"' || !r.string(&name) || r.blank() != ':' {
			return false
		}
		r.at++
		return member(name)
	})
}

// parts calls one for each part between brackets.
func (r *reader) parts(open, shut byte, one func() bool) bool {
	if r.blank() != open {
		return false
	}
	r.at++
	if r.blank() == shut {
		r.at++
		return true
	}
	for one() {
		switch r.blank() {
		case ',':
			r.at++
		case shut:
			r.at++
			return true
		default:
			return false
		}
	}
	return false
}

// blank goes to the next byte that is none, and gives it, 0 at the end.
func (r *reader) blank() byte {
	for ; r.at < len(r.text); r.at++ {
		if c := r.text[r.at]; c > ' ' {
			return c
		}
	}
	return 0
}

// leave has encoding/json read the next value.
func (r *reader) leave(into any) bool {
	begin := r.at
	return r.pass() && slow(r.text[begin:r.at], into, r.strict) == nil
}

// pass goes to the end of the next value.
func (r *reader) pass() bool {
	r.blank()
	var open []byte
	for r.at < len(r.text) {
		switch c := r.text[r.at]; c {
		case '"':
			if !r.quoted() {
				return false
			}
		case '{', '[':
			open = append(open, c+2) // both brackets are two apart from those that shut them
			r.at++
		case '}', ']':
			if len(open) == 0 || open[len(open)-1] != c {
				return false
			}
			open = slices.Delete(open, len(open)-1, len(open))
			r.at++
		case ',', ':', ' ', '\n', '\t', '\r':
			r.at++
			continue
		default:
			if n := strings.IndexAny(r.text[r.at:], " \n\t\r,:{}[]\""); n > 0 {
				r.at += n
			} else {
				r.at = len(r.text)
			}
		}
		if len(open) == 0 {
			return true
		}
	}
	return false
}

// quoted goes to the end of a string.
func (r *reader) quoted() bool {
	for i := r.at + 1; i < len(r.text); i++ {
		switch r.text[i] {
		case '\\':
			i++
		case '"':
			r.at = i + 1
			return true
		}
	}
	return false
}
