package folder

import (
	"io/fs"
	"slices"
	"strings"
)

// Entry is what a folder says of one of its entries.
type Entry struct {
	Name string
	// Type has no permissions.
	Type fs.FileMode
}

// Entries lists a folder, sorted by name, without looking at any entry. With more than
// most it ends somewhere behind that many; with an error there is what came before. Like
// [Open] it never waits.
func Entries(name string, most int) ([]Entry, error) {
	list, err := entries(name, most)
	slices.SortFunc(list, func(a, b Entry) int { return strings.Compare(a.Name, b.Name) })
	return list, err
}
