// Package shape holds recorded rows against what their readers know of them.
//
// A reader that passes over a field which it does not know, or takes null for
// "not there", agrees with rows that it never understood. Here every field is
// known by name and kind, and what is not is a fault with its place.
package shape

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
)

// Shape says which values there may be at a place.
type Shape interface {
	// Fault is what is wrong with a value as [Read] gives it, "" for nothing.
	Fault(path string, value any) string
	// String names what is wanted.
	String() string
}

// Kind is a shape of one kind of value.
type Kind int

// The kinds. Size is a number of bytes or things that a reader may set aside: whole
// and not more than [MaxSize]. Seconds are at most [MaxSeconds]: clocks of tests pass
// them in small steps. Any is what is data, or what nobody looks at.
const (
	Text Kind = iota
	Flag
	Number
	Whole
	Size
	Seconds
	Null
	Any
)

// Bounds of [Size] and [Seconds].
const (
	MaxSize    = 64 << 20
	MaxSeconds = 86_400
)

// String names the kind.
func (k Kind) String() string {
	return [...]string{
		"a text", "true or false", "a number", "a whole number", fmt.Sprintf("a whole number from 0 to %d", MaxSize),
		fmt.Sprintf("a number from 0 to %d", MaxSeconds), "null", "anything",
	}[k]
}

// Fault is what is wrong with a value.
func (k Kind) Fault(path string, value any) string {
	if k == Any || k.fits(value) {
		return ""
	}
	return unlike(path, k, value)
}

func (k Kind) fits(value any) bool {
	switch value := value.(type) {
	case nil:
		return k == Null
	case string:
		return k == Text
	case bool:
		return k == Flag
	case json.Number:
		number, err := value.Float64()
		if err != nil || math.IsInf(number, 0) {
			return false
		}
		whole, err := value.Int64()
		switch k {
		case Number:
			return true
		case Whole:
			return err == nil
		case Size:
			return err == nil && whole >= 0 && whole <= MaxSize
		case Seconds:
			return number >= 0 && number <= MaxSeconds
		case Text, Flag, Null, Any:
		}
	}
	return false
}

// Words are the texts that there may be.
type Words []string

// String lists the words.
func (w Words) String() string {
	const most = 24
	if len(w) > most {
		return fmt.Sprintf("one of %s … (%d words)", strings.Join(w[:most], ", "), len(w))
	}
	return "one of " + strings.Join(w, ", ")
}

// Fault is what is wrong with a value.
func (w Words) Fault(path string, value any) string {
	if text, ok := value.(string); ok && slices.Contains(w, text) {
		return ""
	}
	return unlike(path, w, value)
}

// List is a list of values of one shape.
type List struct{ Of Shape }

// String names what is wanted.
func (List) String() string { return "a list" }

// Fault is what is wrong with a value.
func (l List) Fault(path string, value any) string {
	items, ok := value.([]any)
	if !ok {
		return unlike(path, l, value)
	}
	for i, item := range items {
		if fault := l.Of.Fault(fmt.Sprintf("%s[%d]", path, i), item); fault != "" {
			return fault
		}
	}
	return ""
}

// Map is an object whose keys are data, such as the names of files.
type Map struct{ Of Shape }

// String names what is wanted.
func (Map) String() string { return "an object" }

// Fault is what is wrong with a value.
func (m Map) Fault(path string, value any) string {
	members, ok := value.(map[string]any)
	if !ok {
		return unlike(path, m, value)
	}
	for _, key := range slices.Sorted(maps.Keys(members)) {
		if fault := m.Of.Fault(join(path, key), members[key]); fault != "" {
			return fault
		}
	}
	return ""
}

// Object is an object with these members and no other. A name that ends in "?" is
// that of a member which may be missing.
type Object map[string]Shape

// String names what is wanted.
func (Object) String() string { return "an object" }

// Fault is what is wrong with a value.
func (o Object) Fault(path string, value any) string {
	members, ok := value.(map[string]any)
	if !ok {
		return unlike(path, o, value)
	}
	for _, key := range slices.Sorted(maps.Keys(members)) {
		shape, known := o.member(key)
		if !known {
			return fmt.Sprintf("%s: nothing here reads it; what is read is %s", join(path, key), o.names())
		}
		if fault := shape.Fault(join(path, key), members[key]); fault != "" {
			return fault
		}
	}
	for _, key := range slices.Sorted(maps.Keys(o)) {
		if _, there := members[key]; !there && !strings.HasSuffix(key, "?") {
			return fmt.Sprintf("%s is missing; %s is wanted", join(path, key), o[key])
		}
	}
	return ""
}

func (o Object) member(key string) (Shape, bool) {
	if shape, ok := o[key]; ok && !strings.HasSuffix(key, "?") {
		return shape, true
	}
	shape, ok := o[key+"?"]
	return shape, ok
}

func (o Object) names() string {
	names := slices.Collect(maps.Keys(o))
	for i := range names {
		names[i] = strings.TrimSuffix(names[i], "?")
	}
	slices.Sort(names)
	return strings.Join(names, ", ")
}

// With is the object with more members.
func (o Object) With(more Object) Object {
	joined := maps.Clone(o)
	maps.Copy(joined, more)
	return joined
}

// OneOf is a value of any of these shapes.
type OneOf []Shape

// String lists the shapes.
func (o OneOf) String() string {
	names := make([]string, len(o))
	for i, shape := range o {
		names[i] = shape.String()
	}
	return strings.Join(names, " or ")
}

// Fault is what is wrong with a value: where one of the shapes alone could have
// been meant, what keeps it from that.
func (o OneOf) Fault(path string, value any) string {
	var inside []string
	for _, shape := range o {
		fault := shape.Fault(path, value)
		if fault == "" {
			return ""
		}
		if fault != unlike(path, shape, value) {
			inside = append(inside, fault)
		}
	}
	if len(inside) == 1 {
		return inside[0]
	}
	return unlike(path, o, value)
}

func unlike(path string, wanted Shape, value any) string {
	return fmt.Sprintf("%s is %s; %s is wanted", path, name(value), wanted)
}

// name is a value as messages have it, cut where it is long.
func name(value any) string {
	const most = 60
	switch value := value.(type) {
	case nil:
		return "null"
	case []any:
		return fmt.Sprintf("a list of %d", len(value))
	case map[string]any:
		return fmt.Sprintf("an object with %d members", len(value))
	case string:
		if len(value) > most {
			return fmt.Sprintf("a text of %d bytes", len(value))
		}
		return fmt.Sprintf("%q", value)
	case json.Number:
		if len(value) > most {
			return fmt.Sprintf("a number of %d digits", len(value))
		}
	}
	return fmt.Sprint(value)
}

func join(path, key string) string {
	if path == "" {
		return key
	}
	return path + "." + key
}
