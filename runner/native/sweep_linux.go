//go:build linux && (amd64 || arm64)

package native

import (
	"os"
	"path/filepath"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// runFolder begins the names of the folders of runs.
const runFolder = "skillctl-run-"

// leftAlone is how long a folder or a group that nobody seems to need is left: a
// run that is just starting has no keeper yet.
const leftAlone = 2 * time.Minute

// sweep removes what runs have left behind whose owner was killed: the folders
// that no keeper holds, and empty control groups. alone says which may be looked at.
func sweep(temp string, parents []string, alone func(path string) bool) {
	entries, err := os.ReadDir(temp)
	if err != nil {
		return
	}
	for _, entry := range entries {
		if strings.HasPrefix(entry.Name(), runFolder) && entry.IsDir() {
			sweepFolder(filepath.Join(temp, entry.Name()), alone)
		}
	}
	for _, parent := range parents {
		groups, err := os.ReadDir(parent)
		if err != nil {
			continue
		}
		for _, entry := range groups {
			dir := filepath.Join(parent, entry.Name())
			if strings.HasPrefix(entry.Name(), groupPrefix) && alone(dir) {
				unix.Rmdir(dir) //nolint:errcheck // one with processes stays
			}
		}
	}
}

func sweepFolder(dir string, alone func(path string) bool) {
	if !alone(dir) {
		return
	}
	file, err := os.OpenFile(dir, os.O_RDONLY|unix.O_DIRECTORY|unix.O_NOFOLLOW, 0)
	if err != nil {
		return
	}
	defer file.Close()
	var stat unix.Stat_t
	if unix.Fstat(int(file.Fd()), &stat) != nil || int(stat.Uid) != os.Geteuid() {
		return
	}
	if unix.Flock(int(file.Fd()), unix.LOCK_EX|unix.LOCK_NB) == nil {
		os.RemoveAll(dir) //nolint:errcheck // the next one tries again
	}
}

// old reports whether nothing was done to something for a while.
func old(path string) bool {
	info, err := os.Lstat(path)
	return err == nil && time.Since(info.ModTime()) > leftAlone
}

// groupParents are the groups that those of runs are made in.
func groupParents() []string {
	var parents []string
	for name, dir := range hierarchies("/proc/self/cgroup", "/proc/self/mountinfo") {
		parents = append(parents, dir)
		if name == "" {
			parents = append(parents, filepath.Dir(dir))
		}
	}
	return parents
}
