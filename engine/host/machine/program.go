package machine

import (
	"cmp"
	"os"
	"path/filepath"
	"strings"
)

// Program is what the search path has under a name.
type Program struct {
	// Path is the first entry that may be executed, "" for none. A folder may
	// be, too.
	Path string `json:"path"`
	// File is the first such entry that is a regular file.
	File string `json:"file"`
}

// Program looks a name up in $PATH as OpenClaw 2026.9.6 does: the name is put
// behind each folder, whatever it holds.
func (m *Machine) Program(name string) Program {
	var found Program
	if name == "" || strings.ContainsRune(name, 0) {
		return found
	}
	for _, folder := range filepath.SplitList(m.Env["PATH"]) {
		if folder == "" {
			continue
		}
		place := m.Absolute(filepath.Join(folder, name))
		if strings.HasSuffix(name, "/") {
			place += "/" // only a folder has such a name
		}
		info, err := os.Stat(place)
		if err != nil || !executable(place, info) {
			continue
		}
		found.Path = cmp.Or(found.Path, place)
		if info.Mode().IsRegular() {
			found.File = place
			break
		}
	}
	return found
}
