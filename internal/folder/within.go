package folder

import (
	"path/filepath"
	"strings"
)

// Within reports whether a path is a folder or lies below it. Both are clean and
// absolute; nothing on the disk is looked at, so whoever minds links resolves
// them before. A folder lies within itself, everything lies within the root, and
// "/ab" does not lie within "/a": whole names count, as they are spelled, also
// where the system takes capital and small letters for the same. An empty folder,
// the one of something that is not there, counts as the root.
func Within(path, folder string) bool {
	separator := string(filepath.Separator)
	return path == folder || strings.HasPrefix(path, strings.TrimSuffix(folder, separator)+separator)
}
