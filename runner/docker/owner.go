package docker

import (
	"fmt"
	"os"

	"github.com/skillctl/skillctl/internal/owner"
)

// ownerOf is "uid:gid" of whoever a folder belongs to; nobody for root's, and
// where folders have no owner that a container knows.
func ownerOf(info os.FileInfo) string {
	uid, gid, ok := owner.Of(info)
	if !ok || uid == 0 {
		return nobody
	}
	return fmt.Sprintf("%d:%d", uid, gid)
}
