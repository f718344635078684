//go:build linux && (amd64 || arm64)

package native

import (
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/skillctl/skillctl/internal/folder"
)

// mountList is the kernel's list of this process's mounts.
const mountList = "/proc/self/mountinfo"

// ordinary are file systems that hold files. Any other may be an interface of the
// kernel: what is written to it has effects, also where it is mounted a second time,
// as in a folder that somebody changes root to.
func ordinary(kind string) bool {
	if base, _, ok := strings.Cut(kind, "."); ok && base == "fuse" {
		return true
	}
	return slices.Contains([]string{
		"ext2", "ext3", "ext4", "xfs", "btrfs", "zfs", "bcachefs", "f2fs", "jfs", "nilfs2", "reiserfs", "ubifs", "jffs2", "ocfs2", "gfs2",
		"ntfs", "ntfs3", "vfat", "msdos", "exfat", "hfs", "hfsplus", "apfs", "ufs", "minix",
		"iso9660", "udf", "squashfs", "erofs", "cramfs", "romfs",
		"overlay", "aufs", "tmpfs", "ramfs", "ecryptfs", "autofs", "shiftfs",
		"nfs", "nfs4", "cifs", "smb3", "9p", "virtiofs", "ceph", "afs", "lustre", "orangefs", "glusterfs", "gpfs", "beegfs",
		"fuse", "fuseblk", "vboxsf", "prl_fs", "vmhgfs", "drvfs", "lofs",
	}, kind)
}

// interfaces lists what has to be hidden because of the interfaces of the kernel in what
// is given: where each is mounted, or the folder on the way that keeps this user out.
func interfaces(given []grant) []string {
	var all []string
	for _, path := range strange(mountList, given) {
		if path = reachable(path); path != "" {
			all = append(all, path)
		}
	}
	return all
}

// strange lists the places in what is given where an interface of the kernel is
// mounted, besides those where all programs look for one.
func strange(mounts string, given []grant) []string {
	var found []string
	eachLine(mounts, func(line string) {
		before, after, ok := strings.Cut(line, " - ")
		at, kind := strings.Fields(before), strings.Fields(after)
		if !ok || len(at) < 5 || len(kind) < 1 || ordinary(kind[0]) {
			return
		}
		path := unescaped(at[4])
		if covered(path, []string{"/proc", "/sys", "/dev"}) {
			return
		}
		for _, g := range given {
			if g.path != path && folder.Within(path, g.path) {
				found = append(found, path)
				return
			}
		}
	})
	return found
}

// unescaped undoes what the kernel does to blanks and backslashes in a path: "\040".
func unescaped(text string) string {
	for i := 0; i+3 < len(text); i++ {
		if text[i] != '\\' {
			continue
		}
		if n, err := strconv.ParseUint(text[i+1:i+4], 8, 8); err == nil {
			text = text[:i] + string([]byte{byte(n)}) + text[i+4:]
		}
	}
	return filepath.Clean(text)
}
