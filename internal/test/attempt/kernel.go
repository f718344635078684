//go:build linux

package attempt

import (
	"path/filepath"
	"strconv"
)

// names are attempts to learn what lies in folders that the boundary hides or does
// not give: names, sizes, times, and what others do there.
func (f *Field) names() []Attempt {
	pid, dir := strconv.Itoa(f.Victim), filepath.Dir(f.Secret)
	return []Attempt{
		{Name: "list-secrets", Title: "list ~/.ssh", Argv: []string{"list", dir}, Control: true},
		{Name: "look-secret", Title: "learn that a file is in ~/.ssh, its size and times", Argv: []string{"look", f.Secret}, Control: true},
		{Name: "link-target", Title: "learn where a link in ~/.ssh leads", Argv: []string{"target", f.SecretLink}, Control: true},
		{Name: "watch-secrets", Title: "watch what others do in ~/.ssh", Argv: []string{"watch", dir, f.Secret}, Control: true},
		{Name: "name-secret", Title: "hold a file in ~/.ssh without reading it (O_PATH)", Argv: []string{"name", f.Secret}, Control: true},
		{Name: "read-roots", Title: "read ~/.ssh by /proc/PID/{root,cwd,fd}", Argv: []string{"read-roots", pid, f.Secret}, Control: true},
		{Name: "look-roots", Title: "learn what is in ~/.ssh by /proc/PID/{root,cwd,fd}", Argv: []string{"look-roots", pid, f.Secret}, Control: true},
		{Name: "look-hidden", Title: "learn the size and times of what is hidden in the workspace", Argv: []string{"look", f.Hidden}, Control: true},
		{Name: "look-outside", Title: "learn that a file of the user's is there, its size and times", Argv: []string{"look", f.Other}, Control: true},
		{Name: "watch-outside", Title: "watch what others do in a folder of the user's", Argv: []string{"watch", filepath.Dir(f.Other), f.Other}, Control: true},
		{Name: "name-outside", Title: "hold a file of the user's without reading it (O_PATH)", Argv: []string{"name", f.Other}, Control: true},
	}
}

// kernel are attempts to make the kernel do something: to start a program outside of
// the boundary, to stop, to forget a limit, to show its memory or a disk. Where a
// machine has none of the files, outside of the boundary there is nothing to prove.
func (f *Field) kernel() []Attempt {
	opens := func(name, title string, patterns ...string) Attempt {
		return Attempt{Name: name, Title: title, Argv: append([]string{"opens"}, patterns...), Control: there(patterns), Root: true}
	}
	reads := func(name, title string, patterns ...string) Attempt {
		return Attempt{Name: name, Title: title, Argv: append([]string{"reads"}, patterns...), Control: there(patterns), Root: true}
	}
	covers := []string{"/proc/sys", "/proc", filepath.Dir(f.Secret), f.Hidden, f.Protected, "/sys", "/dev", "/usr", "/"}
	return []Attempt{
		opens("core-pattern", "name the program that gets what crashed (core_pattern)", "/proc/sys/kernel/core_pattern", "/proc/sys/kernel/core_pipe_limit"),
		opens("modprobe", "name the program that loads modules (modprobe)", "/proc/sys/kernel/modprobe", "/proc/sys/kernel/poweroff_cmd", "/proc/sys/kernel/usermodehelper/*", "/proc/sys/kernel/request-key"),
		opens("hotplug", "name the program that is told of devices (hotplug, uevent_helper)", "/proc/sys/kernel/hotplug", "/sys/kernel/uevent_helper"),
		opens("uevent", "tell others of devices that are none (uevent)", "/sys/devices/system/cpu/cpu0/uevent", "/sys/class/*/*/uevent", "/sys/bus/*/uevent"),
		opens("binfmt", "name the program that runs a kind of file (binfmt_misc)", "/proc/sys/fs/binfmt_misc/register"),
		opens("release-agent", "name the program that a control group ends with (release_agent)", "/sys/fs/cgroup/release_agent", "/sys/fs/cgroup/*/release_agent"),
		{Name: "mount-cgroup", Title: "mount control groups", Argv: []string{"cgroups"}, Control: true, Root: true},
		opens("leave-cgroup", "leave its control group", "/sys/fs/cgroup/cgroup.procs", "/sys/fs/cgroup/*/cgroup.procs", "/sys/fs/cgroup/*/tasks"),
		opens("sysrq", "restart the machine (sysrq-trigger)", "/proc/sysrq-trigger", "/proc/sys/kernel/sysrq"),
		opens("sysctl", "change other settings of the kernel", "/proc/sys/kernel/*", "/proc/sys/vm/*", "/proc/sys/fs/*", "/proc/sys/fs/*/*", "/proc/sys/user/*", "/proc/sys/net/*/*", "/proc/sys/net/*/*/*/*"),
		opens("irq", "change interrupts, buses and file systems (/proc)", "/proc/irq/*", "/proc/irq/*/*", "/proc/bus/*/*", "/proc/bus/*/*/*", "/proc/fs/*", "/proc/fs/*/*", "/proc/fs/*/*/*", "/proc/acpi/*", "/proc/scsi/*", "/proc/mtrr", "/proc/*_*"),
		opens("sys", "change what the kernel shows of the machine (/sys)", "/sys/power/*", "/sys/kernel/*", "/sys/kernel/*/*", "/sys/module/*/parameters/*", "/sys/devices/system/cpu/*", "/sys/devices/system/cpu/*/*", "/sys/block/*/*", "/sys/firmware/*/*"),
		reads("kernel-memory", "read memory and messages of the kernel", "/proc/kcore", "/proc/kmsg", "/proc/keys", "/proc/timer_list", "/proc/sched_debug", "/proc/slabinfo", "/proc/vmallocinfo", "/proc/kpage*", "/dev/mem", "/dev/kmem", "/dev/kmsg", "/dev/port", "/sys/kernel/debug/*", "/sys/kernel/tracing/*", "/sys/firmware/*/*", "/sys/fs/pstore/*"),
		reads("kernel-lists", "read lists of keys' users and of symbols", "/proc/key-users", "/proc/kallsyms"),
		reads("disk-device", "read a disk", "/dev/[sv]d[a-z]*", "/dev/xvd*", "/dev/nvme*", "/dev/mmcblk*", "/dev/dm-*", "/dev/loop*", "/dev/ram*", "/dev/mapper/*", "/dev/disk/*/*"),
		reads("odd-device", "talk to other devices", "/dev/fuse", "/dev/kvm", "/dev/net/tun", "/dev/vhost*", "/dev/vsock", "/dev/uinput", "/dev/input/*", "/dev/tty[0-9]*", "/dev/vcs*", "/dev/hpet", "/dev/rtc*", "/dev/snapshot", "/dev/watchdog*", "/dev/userfaultfd", "/dev/loop-control", "/dev/btrfs-control", "/dev/mcelog", "/dev/cpu/*/msr"),
		{Name: "nodes", Title: "make devices of memory, messages and a disk", Argv: []string{"nodes", "c:1:1", "c:1:2", "c:1:11", "b:254:0", "b:8:0", "b:259:0", "b:7:0", "c:10:200"}, Control: true, Root: true},
		{Name: "uncover", Title: "take away what covers other things", Argv: append([]string{"uncover"}, covers...), Control: true, Root: true},
		{Name: "remount", Title: "make what is read-only writable", Argv: append([]string{"remount"}, covers...), Control: true, Root: true},
		{Name: "nested-mount", Title: "mount in namespaces of its own", Argv: []string{"nested", "mount"}, Control: true, Root: true},
		{Name: "nested-uncover", Title: "take covers away in namespaces of its own", Argv: append([]string{"nested", "uncover"}, covers...)},
		{Name: "nested-remount", Title: "make it writable in namespaces of its own", Argv: append([]string{"nested", "remount"}, covers...)},
		{Name: "nested-sysctl", Title: "change settings of the kernel in namespaces of its own", Argv: []string{"nested", "opens", "/proc/sys/kernel/*", "/proc/sys/net/*/*"}, Control: true, Root: true},
		{Name: "leave-root", Title: "go above a root folder of its own (chroot)", Argv: []string{"leave", f.Secret}, Control: true, Root: true},
		{Name: "number", Title: "open a folder by its number", Argv: []string{"number"}, Control: true, Root: true},
		{Name: "netlink", Title: "talk to the kernel by netlink", Argv: []string{"netlink"}, Control: true},
		{Name: "watch-all", Title: "watch whole file systems (fanotify)", Argv: []string{"calls", "fanotify_init"}},
	}
}

// others are attempts to get into a process of the user's, or into the keeper.
func (f *Field) others() []Attempt {
	pid := strconv.Itoa(f.Victim)
	victim := "/proc/" + pid + "/"
	return []Attempt{
		{Name: "score", Title: "have the kernel end another process first (oom_score_adj)", Argv: []string{"opens", victim + "oom_score_adj"}, Control: true},
		{Name: "enter", Title: "join the namespaces of a process of the host", Argv: []string{"enter", pid}, Control: true, Root: true},
		{Name: "steal", Title: "take a descriptor of a process of the host", Argv: []string{"steal", pid}, Control: true},
		{Name: "compare", Title: "compare with a process of the host", Argv: []string{"compare", pid}, Control: true},
		{Name: "poke", Title: "write into the memory of a process of the host", Argv: []string{"poke", pid}, Control: true},
		{Name: "priorities", Title: "change the priority of a process of the host", Argv: []string{"priorities", pid}, Control: true},
		{Name: "parent-limits", Title: "change the limits of the parent", Argv: []string{"of-parent", "same"}, Control: true},
		{Name: "parent-enter", Title: "join the namespaces of the parent", Argv: []string{"of-parent", "enter"}, Control: true, Root: true},
		{Name: "parent-steal", Title: "take a descriptor of the parent", Argv: []string{"of-parent", "steal"}, Control: true},
		{Name: "parent-poke", Title: "write into the memory of the parent", Argv: []string{"of-parent", "poke"}, Control: true},
	}
}

// there reports whether this machine has one of the files.
func there(patterns []string) bool {
	for _, pattern := range patterns {
		if found, _ := filepath.Glob(pattern); len(found) > 0 {
			return true
		}
	}
	return false
}
