package settings

import (
	"fmt"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/internal/document"
	"github.com/skillctl/skillctl/schema"
)

// orders are the values of settings that a flag may make stricter than files do,
// from the loosest to the strictest, by path.
func orders() map[string][]string {
	return map[string][]string{
		"lint.failOn":        {"never", "critical", "high", "medium", "low", "info"},
		"lint.minConfidence": {"high", "medium", "low"},
	}
}

// tighten lets a flag take the place of what layers set as a value where it is
// stricter. Where it is looser that is a problem: what files say must not go
// without a word. A default of a file gives way to both.
func tighten(layers []schema.Layer, flags []flagValue) error {
	var problems []schema.Problem
	for _, f := range flags {
		order := orders()[strings.Join(f.path, ".")]
		asked := slices.Index(order, fmt.Sprint(f.value))
		if asked < 0 {
			continue // the schema says what is wrong
		}
		for i, layer := range layers {
			set := valueAt(layer.Root, f.path)
			if set == nil || set.Default || set.Kind != document.String {
				continue
			}
			there := slices.Index(order, fmt.Sprint(set.Value))
			switch {
			case there < 0 || there == asked:
			case there < asked:
				layers[i] = layer.Replace(f.path, document.FromValue(f.flag, f.value))
			default:
				place := schema.Place{File: set.File, Position: set.Span.Start}
				problems = append(problems, schema.Problem{
					Place: schema.Place{File: f.flag}, Other: place,
					Message: fmt.Sprintf("%v is looser than %s: %v at %s", f.value, strings.Join(f.path, "."), set.Value, place),
					Hint:    "the command line can only make it stricter: leave the flag out, or change it there",
				})
			}
		}
	}
	if len(problems) > 0 {
		return &schema.MergeError{Problems: problems}
	}
	return nil
}

func valueAt(n *document.Node, path []string) *document.Node {
	for _, p := range path {
		if n == nil {
			return nil
		}
		n = n.At(p)
	}
	return n
}
