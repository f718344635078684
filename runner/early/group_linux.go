//go:build linux && (amd64 || arm64)

package early

import "syscall"

// openGroups opens the files that the program puts itself into its control
// groups with, and the folder of the group that it is born in.
func (k *keeper) openGroups() (joins []int, born int, f *fault) {
	born = -1
	for _, path := range k.config.Join {
		fd, errno := open(path, syscall.O_WRONLY)
		if errno != 0 {
			return nil, -1, &fault{stage: StageGroup, errno: errno, path: path}
		}
		joins = append(joins, fd)
	}
	if k.config.Group != "" {
		fd, errno := open(k.config.Group, oPath|syscall.O_DIRECTORY)
		if errno != 0 {
			return nil, -1, &fault{stage: StageGroup, errno: errno, path: k.config.Group}
		}
		born = fd
	}
	return joins, born, nil
}

// outOfMemory reports whether the kernel ended a process of the run for want of
// memory: "oom_kill N" in memory.oom_control or memory.events.
func (k *keeper) outOfMemory() bool {
	if k.config.OutOfMemory == "" {
		return false
	}
	for _, line := range fields(string(readFile(k.config.OutOfMemory, 4096)), newline) {
		if words := fields(line, blank); len(words) == 2 && words[0] == "oom_kill" {
			n, _ := number(words[1])
			return n > 0
		}
	}
	return false
}

// removeGroups removes the folders; a group is busy for a moment after its last
// process.
func (k *keeper) removeGroups() {
	for _, dir := range k.config.Remove {
		for range 50 {
			if err := syscall.Rmdir(dir); err != syscall.EBUSY { //nolint:errorlint // errors is not imported here
				break
			}
			pause(1e6)
		}
	}
}
