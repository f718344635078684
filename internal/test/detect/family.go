package detect

import (
	"fmt"
	"hash/fnv"
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
)

// The structure of a package is the set of its rows of words, of which a sketch is
// kept: the smallest hashes. Two packages of which half is the same are one family.
const (
	rowWords  = 5
	maxSketch = 256
	alike     = 0.5
	maxText   = 256 << 10
)

// What differs between copies of the same skill: numbers, addresses, names in code.
var (
	varying = regexp.MustCompile(`https?://[^\s)"'<>]+|[0-9a-fA-F]{8,}|\d+`)
	word    = regexp.MustCompile(`[\p{L}_]{2,}|[#|$>{}]`)
)

// sketch is what a package is like: of all its text, the smallest hashes of rows of
// words, sorted. The name of the package is left out of them.
func sketch(folder string) ([]uint64, error) {
	hashes := map[uint64]bool{}
	root, err := os.OpenRoot(folder)
	if err != nil {
		return nil, fmt.Errorf("open skill: %w", err)
	}
	defer func() { _ = root.Close() }()
	own := strings.ToLower(path.Base(folder))
	err = fs.WalkDir(root.FS(), ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() {
			return err
		}
		if info, err := entry.Info(); err != nil || info.Size() > maxText {
			return err
		}
		text, err := fs.ReadFile(root.FS(), name)
		if err != nil {
			return err
		}
		rows(hashes, strings.ReplaceAll(strings.ToLower(string(text)), own, ""))
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read skill: %w", err)
	}
	all := make([]uint64, 0, len(hashes))
	for hash := range hashes {
		all = append(all, hash)
	}
	slices.Sort(all)
	return all[:min(len(all), maxSketch)], nil
}

func rows(into map[uint64]bool, text string) {
	words := word.FindAllString(varying.ReplaceAllString(text, "0"), -1)
	for i := 0; i+rowWords <= len(words); i++ {
		h := fnv.New64a()
		_, _ = h.Write([]byte(strings.Join(words[i:i+rowWords], " ")))
		into[h.Sum64()] = true
	}
}

// similar is the share of what two sketches have that both have, from the smallest
// hashes of either.
func similar(a, b []uint64) float64 {
	both, seen := 0, 0
	for len(a) > 0 && len(b) > 0 && seen < maxSketch {
		switch {
		case a[0] == b[0]:
			both++
			a, b = a[1:], b[1:]
		case a[0] < b[0]:
			a = a[1:]
		default:
			b = b[1:]
		}
		seen++
	}
	seen = min(maxSketch, seen+len(a)+len(b))
	if seen == 0 {
		return 1
	}
	return float64(both) / float64(seen)
}

// families names the family of each item: that of its label, or the path of the first
// of those with the same label that are alike, directly or through others.
func families(items []Item, sketches [][]uint64) {
	of := make([]int, len(items))
	for i := range of {
		of[i] = i
	}
	var first func(i int) int
	first = func(i int) int {
		if of[i] != i {
			of[i] = first(of[i])
		}
		return of[i]
	}
	for i := range items {
		for j := range i {
			a, b := first(i), first(j)
			if a != b && items[i].Kind == items[j].Kind && items[i].Family == "" && items[j].Family == "" && similar(sketches[i], sketches[j]) >= alike {
				of[max(a, b)] = min(a, b)
			}
		}
	}
	for i := range items {
		if items[i].Family == "" {
			items[i].Family = items[first(i)].Path
		}
	}
}
