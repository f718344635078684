package folder

import (
	"path"
	"strings"
)

// CutSlash returns what follows a folder in a clean slash-separated path, "." for the
// folder itself; ok is false, and the path as it is, where it does not lie there.
func CutSlash(name, folder string) (rest string, ok bool) {
	if folder == "." {
		return name, true
	}
	if name == folder {
		return ".", true
	}
	rest, ok = strings.CutPrefix(name, strings.TrimSuffix(folder, "/")+"/")
	if !ok || rest == "" {
		return name, false
	}
	return path.Clean(rest), true
}
