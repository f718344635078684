package skill

import (
	"path"

	"github.com/skillctl/skillctl/engine/scan"
)

// Collisions returns the pairs of paths, in order, that are one file where case
// or Unicode form does not matter. Below folders that collide only the folders
// are named.
func Collisions(files []File) [][2]string {
	pairs := [][2]string{}
	seen := make(map[string]string, len(files))
	for i := range files {
		name := files[i].Path
		key := scan.Fold(name)
		first, ok := seen[key]
		switch {
		case !ok:
			seen[key] = name
		case path.Dir(first) == path.Dir(name):
			pairs = append(pairs, [2]string{first, name})
		}
	}
	return pairs
}
