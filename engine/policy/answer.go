package policy

import (
	"encoding"
	"encoding/json"
	"reflect"
	"strings"
	"sync"
	"unicode/utf8"
)

// assign sets target, which is the zero value, to an answer as encoding/json
// would read it from text. It reports false for what it does not know for
// certain, such as a field that there is not; target is of no use then.
//
// Answers are small and frequent: writing one as text and reading that again
// costs a tenth of what a decision does.
func assign(target reflect.Value, answer any) bool {
	kind := target.Kind()
	if kind != reflect.Pointer && kind != reflect.Interface {
		if ways := wayOf(target.Type()); ways.json {
			text, err := json.Marshal(answer)
			return err == nil && json.Unmarshal(text, target.Addr().Interface()) == nil
		} else if ways.unknown {
			return false
		}
	}
	if answer == nil {
		return true // null changes nothing
	}
	switch kind {
	case reflect.Pointer:
		target.Set(reflect.New(target.Type().Elem()))
		return assign(target.Elem(), answer)
	case reflect.Interface:
		value, ok := plain(answer)
		if !ok || target.NumMethod() > 0 {
			return false
		}
		target.Set(reflect.ValueOf(value))
		return true
	case reflect.String:
		text, ok := answer.(string)
		target.SetString(text)
		return ok && utf8.ValidString(text)
	case reflect.Bool:
		yes, ok := answer.(bool)
		target.SetBool(yes)
		return ok
	case reflect.Int, reflect.Int64:
		number, ok := answer.(json.Number)
		n, err := number.Int64()
		target.SetInt(n)
		return ok && err == nil
	case reflect.Slice:
		return assignList(target, answer)
	case reflect.Map:
		return assignMap(target, answer)
	case reflect.Struct:
		return assignStruct(target, answer)
	}
	return false
}

func assignList(target reflect.Value, answer any) bool {
	list, ok := answer.([]any)
	if !ok || target.Type().Elem().Kind() == reflect.Uint8 {
		return false
	}
	target.Set(reflect.MakeSlice(target.Type(), len(list), len(list)))
	for i, item := range list {
		if !assign(target.Index(i), item) {
			return false
		}
	}
	return true
}

func assignMap(target reflect.Value, answer any) bool {
	object, ok := answer.(map[string]any)
	if !ok || target.Type().Key() != reflect.TypeFor[string]() {
		return false
	}
	target.Set(reflect.MakeMapWithSize(target.Type(), len(object)))
	for key, item := range object {
		value := reflect.New(target.Type().Elem()).Elem()
		if !utf8.ValidString(key) || !assign(value, item) {
			return false
		}
		target.SetMapIndex(reflect.ValueOf(key), value)
	}
	return true
}

func assignStruct(target reflect.Value, answer any) bool {
	object, ok := answer.(map[string]any)
	if !ok {
		return false
	}
	fields := wayOf(target.Type()).fields
	for key, item := range object {
		i, known := fields[key]
		if !known || !assign(target.Field(i), item) {
			return false
		}
	}
	return true
}

// plain is an answer as encoding/json reads it into an empty interface.
func plain(answer any) (any, bool) {
	switch answer := answer.(type) {
	case nil, bool:
		return answer, true
	case string:
		return answer, utf8.ValidString(answer)
	case json.Number:
		number, err := answer.Float64()
		return number, err == nil
	case []any:
		list := make([]any, len(answer))
		for i, item := range answer {
			var ok bool
			if list[i], ok = plain(item); !ok {
				return nil, false
			}
		}
		return list, true
	case map[string]any:
		object := make(map[string]any, len(answer))
		for key, item := range answer {
			value, ok := plain(item)
			if !ok || !utf8.ValidString(key) {
				return nil, false
			}
			object[key] = value
		}
		return object, true
	}
	return nil, false
}

// way says how a type is set.
type way struct {
	// json: by its own UnmarshalJSON; unknown: in a way that is not known here.
	json, unknown bool
	// fields are those of a struct by name.
	fields map[string]int
}

// ways caches what is known about types; it only grows by the few types of
// answers.
var ways sync.Map // reflect.Type -> *way

func wayOf(t reflect.Type) *way {
	if known, ok := ways.Load(t); ok {
		return known.(*way)
	}
	found := &way{
		json:    reflect.PointerTo(t).Implements(reflect.TypeFor[json.Unmarshaler]()),
		unknown: reflect.PointerTo(t).Implements(reflect.TypeFor[encoding.TextUnmarshaler]()),
	}
	if t.Kind() == reflect.Struct {
		found.fields = make(map[string]int, t.NumField())
		for i := range t.NumField() {
			field := t.Field(i)
			name, options, _ := strings.Cut(field.Tag.Get("json"), ",")
			_, twice := found.fields[name]
			found.unknown = found.unknown || field.Anonymous || !field.IsExported() || name == "" || name == "-" || twice || strings.Contains(options, "string")
			found.fields[name] = i
		}
	}
	ways.Store(t, found)
	return found
}
