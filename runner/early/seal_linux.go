//go:build linux && (amd64 || arm64)

package early

import "syscall"

// mountList is the kernel's list of mounts; maxMounts bounds what is read of it, in
// bytes.
const (
	mountList = "/proc/self/mountinfo"
	maxMounts = 8 << 20
)

// sealed looks from inside whether the kernel holds what was asked for: that
// nothing but what may be changed is mounted so that it can be, and that no file
// that the kernel obeys can be opened to be written to. The path of the first that
// can be is returned, "" for none.
func sealed(writable []string) string {
	mounts := readFile(mountList, maxMounts)
	if len(mounts) == 0 || len(mounts) >= maxMounts {
		return mountList // nothing is known of them
	}
	if path := unsealed(string(mounts), writable); path != "" {
		return path
	}
	for _, path := range kernelFiles() {
		if fd, errno := open(path, syscall.O_WRONLY|syscall.O_NONBLOCK); errno == 0 {
			syscall.Close(fd) // nothing was written to it
			return path
		}
	}
	return ""
}

// changeable are the folders of a configuration that may be changed.
func changeable(c *Config) []string {
	var all []string
	for _, place := range c.Root {
		if place.Writable {
			all = append(all, place.File.Path)
		}
	}
	for _, m := range c.Mounts {
		if m.Flags&syscall.MS_RDONLY == 0 {
			all = append(all, m.Target)
		}
	}
	return all
}

// unsealed is the place of a mount that can be written to and lies in none of the
// folders that may be changed.
func unsealed(mounts string, writable []string) string {
	for _, line := range fields(mounts, newline) {
		words := fields(line, blank)
		const point, options = 4, 5
		if len(words) <= options {
			return mountList // not what the kernel writes
		}
		if words[options] == "ro" || hasPrefix(words[options], "ro,") {
			continue
		}
		path := unescape(words[point])
		if !beneath(path, writable) {
			return path
		}
	}
	return ""
}

// beneath reports whether a path is one of some folders, or lies in one.
func beneath(path string, folders []string) bool {
	for _, folder := range folders {
		if folder == "" {
			continue
		}
		if path == folder || folder == "/" || hasPrefix(path, folder) && len(path) > len(folder) && path[len(folder)] == '/' {
			return true
		}
	}
	return false
}

// unescape undoes what the kernel does to blanks, ends of lines and backslashes in
// the path of a mount: "\040".
func unescape(text string) string {
	out := make([]byte, 0, len(text))
	for i := 0; i < len(text); i++ {
		if text[i] == '\\' && i+3 < len(text) {
			out = append(out, (text[i+1]-'0')<<6|(text[i+2]-'0')<<3|(text[i+3]-'0'))
			i += 3
			continue
		}
		out = append(out, text[i])
	}
	return string(out)
}

// kernelFiles are files that make the kernel start a program, load code, restart or
// forget its limits: any process of the machine's root may write to most of them,
// without a single capability. They are opened, to see that mounts hold what they
// say, and never written to.
func kernelFiles() []string {
	return []string{
		"/proc/sys/kernel/core_pattern", "/proc/sys/kernel/modprobe", "/proc/sys/kernel/hotplug", "/proc/sys/kernel/usermodehelper/bset",
		"/proc/sys/kernel/sysrq", "/proc/sys/vm/overcommit_memory", "/proc/sys/fs/binfmt_misc/register", "/proc/sys/fs/suid_dumpable",
		"/proc/sysrq-trigger", "/proc/kcore", "/proc/irq/default_smp_affinity",
		"/sys/kernel/uevent_helper", "/sys/power/state", "/sys/kernel/kexec_crash_size", "/sys/module/kernel/parameters/panic",
	}
}
