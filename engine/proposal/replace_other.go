//go:build !linux

package proposal

import "os"

// replace puts a folder into the place of another, or where there is none. The
// other one is at old afterwards; when the process ends in between, the next one
// puts it back.
func replace(next, place, old string) error {
	if _, err := os.Lstat(place); os.IsNotExist(err) {
		return os.Rename(next, place)
	}
	return replaceInSteps(next, place, old)
}
