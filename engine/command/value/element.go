package value

import (
	"slices"
	"strconv"

	"github.com/skillctl/skillctl/engine/argv"
)

// element is the word that an element of an array is: two, since shells do not agree whether
// they count from 0 or 1. It is nil where that is not known for sure: the text makes the array
// once, word for word, and the index is a number.
func (v *Values) element(e argv.Expansion) []argv.Word {
	list := v.set[e.Name]
	n, err := strconv.Atoi(e.Element)
	if err != nil || len(list) != 1 || v.anything || list[0].Op != "array" || list[0].Placed || n < 0 || n >= len(list[0].Each) {
		return nil
	}
	switch list[0].How {
	case "mapfile", "read", "coproc":
		return nil
	}
	if !countable(list[0].Each, n+1) {
		return nil
	}
	return list[0].Each[max(n-1, 0) : n+1]
}

// several reports whether an expansion takes an element of an array, of which another one in
// the same word may take a different one.
func (v *Values) several(e argv.Expansion) bool {
	return e.Element != "" || slices.ContainsFunc(v.set[e.Name], func(one argv.Assignment) bool { return one.Op == "array" || one.Op == "index" })
}
