package policy

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/open-policy-agent/opa/v1/ast"

	"github.com/skillctl/skillctl/engine/policy/plan"
)

// inputValue turns a Go value into what policies see, as encoding/json would
// write it. It walks the value itself, since writing it as text and reading
// that again costs as much as the policies do.
func inputValue(input any) (ast.Value, error) {
	if value, ok := input.(ast.Value); ok {
		return value, nil
	}
	term, err := termOf(reflect.ValueOf(input))
	if err != nil {
		return nil, err
	}
	return term.Value, nil
}

// Value is a part of inputs that was turned into what policies see before: whoever asks
// often about the same gives it as this. It is immutable; the zero value is null.
type Value struct {
	term *ast.Term
	err  error
}

// ValueOf makes a Value of what encoding/json can write. What cannot be given to a
// policy is an error of the question.
func ValueOf(part any) Value {
	term, err := termOf(reflect.ValueOf(part))
	if err == nil {
		plan.Settle(term)
	}
	return Value{term: term, err: err}
}

// With is the value with another part at a path of names. What stands beside the path is
// shared with the value.
func (v Value) With(part Value, names ...string) Value {
	switch {
	case v.err != nil:
		return v
	case part.err != nil:
		return part
	}
	return Value{term: replaced(v.term, part.term, names)}
}

func replaced(whole, part *ast.Term, names []string) *ast.Term {
	if len(names) == 0 {
		return part
	}
	key, object := ast.StringTerm(names[0]), ast.NewObject()
	var below *ast.Term
	if whole != nil {
		if old, ok := whole.Value.(ast.Object); ok {
			old.Foreach(func(k, v *ast.Term) { object.Insert(k, v) })
			below = old.Get(key)
		}
	}
	object.Insert(key, replaced(below, part, names[1:]))
	object.Keys() // sorts them
	return ast.NewTerm(object)
}

// keys holds the terms of struct fields by type: they are the same in every
// input.
type structPlan struct {
	fields []structField
	// named are the numbers of fields by the length of their name: few have one length, and
	// to compare these takes less than to look one up in a map.
	named [][]int
	// odd are those of fields that are not plain.
	odd []int
}

// place is the number of the field of a name.
func (p *structPlan) place(name string) (int, bool) {
	if len(name) >= len(p.named) {
		return 0, false
	}
	for _, i := range slices.Backward(p.named[len(name)]) {
		if p.fields[i].name == name {
			return i, true
		}
	}
	return 0, false
}

type structField struct {
	index     []int
	name      string
	key       *ast.Term
	omitEmpty bool
	// plain: encoding/json asks no method of it, and it is no [Value].
	plain bool
}

// plans caches what is known about struct types; it only ever grows by the few
// types of inputs.
var plans sync.Map // reflect.Type -> *structPlan

func termOf(v reflect.Value) (*ast.Term, error) {
	if !v.IsValid() {
		return ast.NullTerm(), nil
	}
	if v.Type() == reflect.TypeFor[Value]() && v.CanInterface() {
		value := v.Interface().(Value)
		if value.term == nil && value.err == nil {
			return ast.NullTerm(), nil
		}
		return value.term, value.err
	}
	if v.CanInterface() && v.Type().Implements(marshalerType()) && !(v.Kind() == reflect.Pointer && v.IsNil()) {
		return termOfJSON(v.Interface())
	}
	return termOfPlain(v)
}

// plainType reports whether values of a type are what their kind says: they are neither
// of type [Value] nor write themselves.
func plainType(t reflect.Type) bool {
	return t.Kind() != reflect.Interface && t != reflect.TypeFor[Value]() && !t.Implements(marshalerType())
}

func termOfPlain(v reflect.Value) (*ast.Term, error) {
	switch v.Kind() {
	case reflect.Interface, reflect.Pointer:
		if v.IsNil() {
			return ast.NullTerm(), nil
		}
		return termOf(v.Elem())
	case reflect.String:
		return ast.StringTerm(strings.ToValidUTF8(v.String(), "\ufffd")), nil
	case reflect.Bool:
		return ast.InternedTerm(v.Bool()), nil
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return ast.InternedTerm(int(v.Int())), nil
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return ast.NumberTerm(json.Number(strconv.FormatUint(v.Uint(), 10))), nil
	case reflect.Float32, reflect.Float64:
		return termOfJSON(v.Interface())
	case reflect.Slice, reflect.Array:
		return termOfList(v)
	case reflect.Map:
		return termOfMap(v)
	case reflect.Struct:
		return termOfStruct(v)
	}
	return nil, fmt.Errorf("a value of type %s cannot be given to a policy", v.Type())
}

func marshalerType() reflect.Type { return reflect.TypeFor[json.Marshaler]() }

func termOfJSON(value any) (*ast.Term, error) {
	text, err := json.Marshal(value)
	if err != nil {
		return nil, err
	}
	read, err := ast.ValueFromReader(bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	return ast.NewTerm(read), nil
}

func termOfList(v reflect.Value) (*ast.Term, error) {
	if v.Kind() == reflect.Slice {
		if v.IsNil() {
			return ast.NullTerm(), nil
		}
		if v.Type().Elem().Kind() == reflect.Uint8 {
			return termOfJSON(v.Interface())
		}
	}
	terms := make([]*ast.Term, v.Len())
	of := termOf
	if plainType(v.Type().Elem()) {
		of = termOfPlain
	}
	for i := range terms {
		term, err := of(v.Index(i))
		if err != nil {
			return nil, err
		}
		terms[i] = term
	}
	return ast.ArrayTerm(terms...), nil
}

func termOfMap(v reflect.Value) (*ast.Term, error) {
	if v.IsNil() {
		return ast.NullTerm(), nil
	}
	if v.Type().Key().Kind() != reflect.String {
		return nil, fmt.Errorf("a map with keys of type %s cannot be given to a policy", v.Type().Key())
	}
	object := ast.NewObjectWithCapacity(v.Len())
	if plain, ok := mapOf(v); ok {
		for key, value := range plain {
			term, err := termOf(reflect.ValueOf(value))
			if err != nil {
				return nil, err
			}
			object.Insert(ast.StringTerm(strings.ToValidUTF8(key, "\ufffd")), term)
		}
		return ast.NewTerm(object), nil
	}
	for entries := v.MapRange(); entries.Next(); {
		term, err := termOf(entries.Value())
		if err != nil {
			return nil, err
		}
		object.Insert(ast.StringTerm(strings.ToValidUTF8(entries.Key().String(), "\ufffd")), term)
	}
	return ast.NewTerm(object), nil
}

// mapOf is a map as documents have it: going through it by reflection copies each key and
// each value.
func mapOf(v reflect.Value) (map[string]any, bool) {
	if !v.CanInterface() {
		return nil, false
	}
	plain, ok := v.Interface().(map[string]any)
	return plain, ok
}

func termOfStruct(v reflect.Value) (*ast.Term, error) {
	known := planOf(v.Type())
	object := ast.NewObjectWithCapacity(len(known.fields))
	for _, field := range known.fields {
		value := v.FieldByIndex(field.index)
		if field.omitEmpty && isEmpty(value) {
			continue
		}
		term, err := field.term(value)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", field.key, err)
		}
		object.Insert(field.key, term)
	}
	return ast.NewTerm(object), nil
}

func (f *structField) term(value reflect.Value) (*ast.Term, error) {
	if f.plain {
		return termOfPlain(value)
	}
	return termOf(value)
}

// isEmpty is what encoding/json leaves out for omitempty.
func isEmpty(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Slice, reflect.Map, reflect.String, reflect.Array:
		return v.Len() == 0
	case reflect.Struct:
		return false
	}
	return v.IsZero()
}

func planOf(t reflect.Type) *structPlan {
	if known, ok := plans.Load(t); ok {
		return known.(*structPlan)
	}
	found := &structPlan{}
	for _, field := range reflect.VisibleFields(t) {
		name, options, _ := strings.Cut(field.Tag.Get("json"), ",")
		if !field.IsExported() || name == "-" && options == "" || field.Anonymous && name == "" || promotedThroughPointer(t, field) {
			continue
		}
		name = cmp.Or(name, field.Name)
		found.named = append(found.named, make([][]int, max(0, len(name)+1-len(found.named)))...)
		found.named[len(name)] = append(found.named[len(name)], len(found.fields))
		if !plainType(field.Type) {
			found.odd = append(found.odd, len(found.fields))
		}
		found.fields = append(found.fields, structField{
			index: field.Index, name: name, key: ast.StringTerm(name), omitEmpty: strings.Contains(options, "omitempty"), plain: plainType(field.Type),
		})
	}
	plans.Store(t, found)
	return found
}

// promotedThroughPointer is true for fields of an embedded pointer: reaching
// through a nil one would panic, so inputs must not embed pointers.
func promotedThroughPointer(t reflect.Type, field reflect.StructField) bool {
	for _, i := range field.Index[:len(field.Index)-1] {
		if t = t.Field(i).Type; t.Kind() == reflect.Pointer {
			return true
		}
	}
	return false
}
