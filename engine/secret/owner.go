package secret

import (
	"io/fs"
	"os"

	"github.com/skillctl/skillctl/internal/owner"
)

// foreign says that a file belongs to somebody else, "" if it does not. Where the
// system tells no owner, nothing is read.
func foreign(info fs.FileInfo) string {
	if _, _, ok := owner.Of(info); !ok {
		return "has no owner that is known"
	}
	if !owner.Is(info, os.Getuid()) {
		return "does not belong to you"
	}
	return ""
}

// shared says that a file belongs to somebody else or has another name, "" if
// neither is so.
func shared(info fs.FileInfo) string {
	if why := foreign(info); why != "" {
		return why
	}
	if owner.Names(info) != 1 {
		return "has more than one name (hard links); copy it"
	}
	return ""
}
