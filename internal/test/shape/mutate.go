package shape

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Mutation is a row in which one place was changed.
type Mutation struct {
	// Path is the place, How what was done: one of [Ways].
	Path, How string
	Row       []byte
}

// Ways are what is done to a place.
func Ways() []string {
	return []string{"dropped", "null", "other kind", "empty", "in an object", "in a list", "huge", "unknown member"}
}

// Mutations are all rows that differ from one in one place: each member of each
// object, the first item of each list. The order is always the same.
func Mutations(row map[string]any) ([]Mutation, error) {
	m := mutator{row: row}
	err := m.walk("", row, func(any) {}, nil)
	return m.made, err
}

// mutator changes a row in place, writes it, and changes it back.
type mutator struct {
	row  map[string]any
	made []Mutation
}

func (m *mutator) add(path, how string) error {
	text, err := json.Marshal(m.row)
	if err != nil {
		return fmt.Errorf("write row with %s %s: %w", path, how, err)
	}
	m.made = append(m.made, Mutation{path, how, text})
	return nil
}

// walk changes a value and what is in it. set puts another value in its place, drop
// takes it away and says how to put it back.
func (m *mutator) walk(path string, value any, set func(any), drop func() func()) error {
	if drop != nil {
		back := drop()
		err := m.add(path, "dropped")
		back()
		if err != nil {
			return err
		}
		for _, how := range Ways()[1:7] {
			other, ok := changed(value, how)
			if !ok {
				continue
			}
			set(other)
			err := m.add(path, how)
			set(value)
			if err != nil {
				return err
			}
		}
	}
	switch value := value.(type) {
	case map[string]any:
		return m.walkObject(path, value)
	case []any:
		if len(value) > 0 {
			return m.walk(path+"[0]", value[0], func(other any) { value[0] = other }, func() func() { return func() {} })
		}
	}
	return nil
}

func (m *mutator) walkObject(path string, object map[string]any) error {
	const unheard = "unheard_of"
	object[unheard] = "x"
	err := m.add(join(path, unheard), "unknown member")
	delete(object, unheard)
	if err != nil {
		return err
	}
	for _, key := range slices.Sorted(maps.Keys(object)) {
		value := object[key]
		err := m.walk(join(path, key), value, func(other any) { object[key] = other }, func() func() {
			delete(object, key)
			return func() { object[key] = value }
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// changed is another value in the place of one.
func changed(value any, how string) (any, bool) {
	switch how {
	case "null":
		return nil, value != nil
	case "in an object":
		return map[string]any{"value": value}, true
	case "in a list":
		return []any{value}, true
	}
	const many, long = 2000, 1 << 14
	var other, empty, huge any
	switch value := value.(type) {
	case nil:
		other, empty, huge = true, "", strings.Repeat("x", long)
	case string:
		other, empty, huge = 7, "", strings.Repeat(value+"x", 1+long/(len(value)+1))
	case bool:
		other, empty, huge = "yes", "", json.Number("1e300")
	case json.Number:
		other, empty, huge = "seven", "", json.Number("1e300")
	case []any:
		other, empty, huge = "x", []any{}, slices.Repeat(append(value, "x"), many/(len(value)+1))
	case map[string]any:
		members := maps.Clone(value)
		for i := range many {
			members[fmt.Sprintf("unheard_of_%d", i)] = "x"
		}
		other, empty, huge = []any{}, map[string]any{}, members
	}
	return map[string]any{"other kind": other, "empty": empty, "huge": huge}[how], true
}
