package flow

import (
	"path"
	"strings"
)

// fileKey is a file as two commands may both name it: the folder of the working
// directory does not count, and a folder at the end names nothing.
func fileKey(name string) string {
	name = strings.Trim(strings.ReplaceAll(name, `\`, "/"), `"'`)
	switch base := path.Base(name); {
	case name == "" || strings.Contains(name, "://") || base == "." || base == "/" || base == "..", strings.HasSuffix(name, "/"), strings.HasPrefix(name, "/dev/"):
		return ""
	default:
		return base
	}
}
