package conformance

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/internal/test/shape"
)

// Shapes are those of the rows of a suite, by the word that says of which kind a
// row is.
type Shapes struct {
	// By are the keys that lead to that word, none when all rows are of one kind,
	// the kind "". Rows without the word are of that kind, too.
	By []string
	// Of has a shape for each kind.
	Of map[string]shape.Shape
}

// Fault is what nobody would understand of a row, "" for nothing.
func (s Shapes) Fault(row map[string]any) string {
	if s.Of == nil {
		return ""
	}
	kind, fault := s.kind(row)
	if fault != "" {
		return fault
	}
	wanted, known := s.Of[kind]
	if !known {
		kinds := slices.DeleteFunc(slices.Sorted(maps.Keys(s.Of)), func(kind string) bool { return kind == "" })
		return fmt.Sprintf("%s %q: nothing here answers it; what is answered is %s", strings.Join(s.By, "."), kind, strings.Join(kinds, ", "))
	}
	return wanted.Fault("", row)
}

func (s Shapes) kind(row map[string]any) (kind, fault string) {
	var value any = row
	for _, key := range s.By {
		members, _ := value.(map[string]any)
		next, there := members[key]
		if !there {
			return "", ""
		}
		value = next
	}
	if len(s.By) == 0 {
		return "", ""
	}
	kind, ok := value.(string)
	if !ok || kind == "" {
		return "", shape.Words{"a word"}.Fault(strings.Join(s.By, "."), value)
	}
	return kind, ""
}

// Prose are the fields of a row that are for people.
func Prose() shape.Object {
	return shape.Object{
		"id": shape.Text, "class": shape.Text, "source?": shape.Any, "note?": shape.Any, "upstream?": shape.Any, "basis?": shape.Any, "divergence?": shape.Any,
	}
}

// orNull is a value that rows may leave open.
func orNull(of shape.Shape) shape.Shape { return shape.OneOf{of, shape.Null} }

func texts() shape.Shape { return shape.List{Of: shape.Text} }
