//go:build linux && (amd64 || arm64)

package native

import (
	"os"
	"slices"

	"golang.org/x/sys/unix"

	"github.com/skillctl/skillctl/runner/early"
)

// procNames are what of /proc is of use to a program besides its own processes. All
// else is covered: it leads to buses, devices, drivers and the memory of the kernel,
// and what the next version of it adds is not known.
func procNames() []string {
	return []string{
		"self", "thread-self", "mounts", "net", "sys",
		"buddyinfo", "cgroups", "cmdline", "config.gz", "cpuinfo", "crypto", "devices", "diskstats", "execdomains", "filesystems",
		"interrupts", "loadavg", "locks", "meminfo", "misc", "modules", "partitions", "pressure", "softirqs", "stat", "swaps",
		"sysvipc", "tty", "uptime", "version", "version_signature", "vmstat", "zoneinfo",
	}
}

// procCovered lists what of /proc is covered: folders, and what is none.
func procCovered() (dirs, files []string) {
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return nil, nil
	}
	for _, entry := range entries {
		name := entry.Name()
		if name[0] >= '0' && name[0] <= '9' || slices.Contains(procNames(), name) || entry.Type()&os.ModeSymlink != 0 {
			continue
		}
		if entry.IsDir() {
			dirs = append(dirs, "/proc/"+name)
		} else {
			files = append(files, "/proc/"+name)
		}
	}
	return dirs, files
}

// coverProc makes the mounts that lie over what of /proc is covered.
func coverProc(mounts []early.Mount, socket string) []early.Mount {
	dirs, files := procCovered()
	for _, path := range dirs {
		mounts = append(mounts, coverFolder(path))
	}
	for _, path := range files {
		mounts = append(mounts, early.Mount{Source: socket, Target: path, Flags: unix.MS_BIND | unix.MS_RDONLY})
	}
	return mounts
}
