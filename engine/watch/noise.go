package watch

import (
	"path/filepath"
	"strings"
)

// Noise says that a path is one that editors and systems make for themselves
// beside the files that people work on: swap files, backups, locks, and the
// stores of version control.
func Noise(path string) bool {
	name := filepath.Base(path)
	switch name {
	case ".git", ".hg", ".svn", ".jj", ".DS_Store", "Thumbs.db", "DEADJOE", "4913": // the last is Vim's trial file
		return true
	}
	for _, suffix := range []string{"~", ".kate-swp", "___jb_tmp___", "___jb_old___"} {
		if strings.HasSuffix(name, suffix) {
			return true
		}
	}
	for _, prefix := range []string{".#", ".~lock.", ".goutputstream-", ".nfs0000"} {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	if strings.HasPrefix(name, "#") && strings.HasSuffix(name, "#") {
		return true
	}
	return strings.HasPrefix(name, ".") && isSwap(filepath.Ext(name))
}

// isSwap says that an extension is one of Vim's and nano's swap files: .swp,
// then .swo, .swn and so on.
func isSwap(ext string) bool {
	return len(ext) == 4 && strings.HasPrefix(ext, ".sw") && ext[3] >= 'a' && ext[3] <= 'z'
}
