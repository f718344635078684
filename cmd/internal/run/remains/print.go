package remains

import (
	"fmt"
	"io/fs"

	"github.com/skillctl/skillctl/internal/folder"
)

// fingerprint tells whether a file is the same and was not changed, by its inode;
// "" for none.
func fingerprint(info fs.FileInfo) string {
	if info == nil {
		return ""
	}
	return fmt.Sprintf("%s %d %d %d %o", folder.Identity(info), info.Size(), info.ModTime().UnixNano(), folder.ChangedAt(info).UnixNano(), info.Mode())
}
