//go:build linux

package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// opens opens files to write to them, and writes nothing: those of the kernel change
// the machine. A pattern stands for all that it matches.
func opens(patterns []string) (string, error) { return openAny(patterns, unix.O_WRONLY) }

// reads opens files of the kernel and of devices to read them.
func reads(patterns []string) (string, error) { return openAny(patterns, unix.O_RDONLY) }

func openAny(patterns []string, how int) (string, error) {
	all := errors.New("none is there")
	for _, pattern := range patterns {
		paths, _ := filepath.Glob(pattern)
		for _, path := range paths {
			fd, err := unix.Open(path, how|unix.O_NONBLOCK|unix.O_CLOEXEC, 0)
			if err == nil {
				covered := isCover(fd)
				unix.Close(fd)
				if !covered {
					return path, nil
				}
				err = errors.New("it is a cover")
			}
			all = errors.Join(all, fmt.Errorf("%s: %w", path, err))
		}
	}
	return "", all
}

// isCover reports whether an open file is what covers others: the null device, a
// socket that nobody listens at, or an empty folder that nobody may list.
func isCover(fd int) bool {
	var stat unix.Stat_t
	if unix.Fstat(fd, &stat) != nil {
		return false
	}
	kind := stat.Mode & unix.S_IFMT
	return kind == unix.S_IFSOCK || kind == unix.S_IFCHR && stat.Rdev == unix.Mkdev(1, 3) || kind == unix.S_IFDIR && stat.Mode&0o7777 == 0
}

// nodes makes devices of the machine's memory, messages and disk, and opens them:
// each argument is a kind, c or b, and two numbers.
func nodes(args []string) (string, error) {
	var all error
	for _, arg := range args {
		var kind rune
		var major, minor uint32
		if _, err := fmt.Sscanf(arg, "%c:%d:%d", &kind, &major, &minor); err != nil {
			return "", err
		}
		mode := uint32(unix.S_IFCHR)
		if kind == 'b' {
			mode = unix.S_IFBLK
		}
		path := filepath.Join(os.TempDir(), "node")
		os.Remove(path)
		err := unix.Mknod(path, mode|0o600, int(unix.Mkdev(major, minor)))
		if err == nil {
			var fd int
			if fd, err = unix.Open(path, unix.O_RDONLY|unix.O_NONBLOCK|unix.O_CLOEXEC, 0); err == nil {
				unix.Close(fd)
				return arg, nil
			}
		}
		all = errors.Join(all, err)
	}
	return "", all
}

// uncover takes away what was mounted over other things.
func uncover(paths []string) (string, error) {
	var all error
	for _, path := range paths {
		for how, flags := range map[string]int{"": 0, " lazily": unix.MNT_DETACH} {
			err := unix.Unmount(path, flags|unix.UMOUNT_NOFOLLOW)
			if err == nil {
				return path + how, nil
			}
			all = errors.Join(all, fmt.Errorf("%s: %w", path, err))
		}
	}
	return "", all
}

// remount makes mounts writable that are not, by the old call and by the new one.
func remount(paths []string) (string, error) {
	var all error
	for _, path := range paths {
		err := unix.Mount("none", path, "", unix.MS_REMOUNT|unix.MS_BIND, "")
		if err == nil {
			return path, nil
		}
		attributes := unix.MountAttr{Attr_clr: unix.MOUNT_ATTR_RDONLY}
		other := unix.MountSetattr(unix.AT_FDCWD, path, unix.AT_RECURSIVE, &attributes)
		if other == nil {
			return path + " by its attributes", nil
		}
		all = errors.Join(all, fmt.Errorf("%s: %w", path, err), other)
	}
	return "", all
}

// nested makes another attempt in user and mount namespaces of its own.
func nested(args []string) (string, error) {
	all := errors.New("no namespace can be made")
	for _, flags := range []uintptr{unix.CLONE_NEWUSER | unix.CLONE_NEWNS, unix.CLONE_NEWUSER, unix.CLONE_NEWNS} {
		cmd := exec.Command("/proc/self/exe", args...)
		if _, err := os.Stat("/proc/self/exe"); err != nil {
			cmd = exec.Command(os.Args[0], args...)
		}
		cmd.SysProcAttr = &syscall.SysProcAttr{Cloneflags: flags}
		if flags&unix.CLONE_NEWUSER != 0 {
			cmd.SysProcAttr.UidMappings = []syscall.SysProcIDMap{{HostID: os.Getuid(), Size: 1}}
			cmd.SysProcAttr.GidMappings = []syscall.SysProcIDMap{{HostID: os.Getgid(), Size: 1}}
		}
		out, err := cmd.Output()
		if err == nil && strings.HasPrefix(string(out), "DONE") {
			return strings.TrimSpace(string(out)), nil
		}
		all = errors.Join(all, err, errors.New(strings.TrimSpace(string(out))))
	}
	return "", all
}

// cgroups mounts the control groups where a release agent can be set.
func cgroups([]string) (string, error) {
	dir := filepath.Join(os.TempDir(), "groups")
	all := os.Mkdir(dir, 0o700)
	for _, one := range [][2]string{{"cgroup", "memory"}, {"cgroup", "rdma"}, {"cgroup", "none,name=attempt"}, {"cgroup2", ""}} {
		err := unix.Mount("none", dir, one[0], 0, one[1])
		if err == nil {
			return one[0] + " " + one[1], nil
		}
		all = errors.Join(all, err)
	}
	return "", all
}

// enter joins the namespaces of another process, by its files or by its descriptor.
func enter(args []string) (string, error) {
	runtime.LockOSThread()
	var all error
	for _, name := range []string{"net", "uts", "ipc", "cgroup", "mnt", "user", "pid"} {
		fd, err := unix.Open("/proc/"+args[0]+"/ns/"+name, unix.O_RDONLY|unix.O_CLOEXEC, 0)
		if err == nil {
			err = unix.Setns(fd, 0)
			unix.Close(fd)
		}
		if err == nil {
			return name, nil
		}
		all = errors.Join(all, err)
	}
	fd, err := unix.PidfdOpen(id(args), 0)
	if err == nil {
		err = unix.Setns(fd, unix.CLONE_NEWNET)
		unix.Close(fd)
	}
	if err == nil {
		return "by its descriptor", nil
	}
	return "", errors.Join(all, err)
}

// steal takes a descriptor of another process.
func steal(args []string) (string, error) {
	fd, err := unix.PidfdOpen(id(args), 0)
	if err != nil {
		return "", err
	}
	defer unix.Close(fd)
	got, err := unix.PidfdGetfd(fd, 0, 0)
	if err != nil {
		return "", err
	}
	return "descriptor 0", unix.Close(got)
}

// compare learns about another process by comparing with it.
func compare(args []string) (string, error) {
	const vm = 1 // KCMP_VM
	_, _, errno := unix.Syscall6(unix.SYS_KCMP, uintptr(os.Getpid()), uintptr(id(args)), vm, 0, 0, 0)
	if errno != 0 {
		return "", errno
	}
	return "compared", nil
}

// poke writes into another process's memory, to an address that is none.
func poke(args []string) (string, error) {
	one := make([]byte, 1)
	local := unix.Iovec{Base: &one[0]}
	local.SetLen(1)
	_, err := unix.ProcessVMWritev(id(args), []unix.Iovec{local}, []unix.RemoteIovec{{Base: 1, Len: 1}}, 0)
	if errors.Is(err, unix.EFAULT) { // the call was made
		return "process_vm_writev", nil
	}
	file, other := os.OpenFile("/proc/"+args[0]+"/mem", os.O_WRONLY, 0)
	if other == nil {
		file.Close()
		return "/proc", nil
	}
	return "", errors.Join(err, other)
}

// priorities changes how much of the processors another process gets: it is to have
// what it has now, which changes nothing.
func priorities(args []string) (string, error) {
	pid := uintptr(id(args))
	var attributes [12]uint32
	attributes[0] = uint32(unsafe.Sizeof(attributes))
	var mask [128]byte
	n, _, _ := unix.RawSyscall(unix.SYS_SCHED_GETAFFINITY, pid, unsafe.Sizeof(mask), uintptr(unsafe.Pointer(&mask)))
	var normal [4]byte
	all := errors.New("nothing was changed")
	for name, call := range map[string][4]uintptr{
		"setpriority":        {unix.SYS_SETPRIORITY, unix.PRIO_PROCESS, pid, 0},
		"ioprio_set":         {unix.SYS_IOPRIO_SET, 1, pid, 2<<13 | 4},
		"sched_setscheduler": {unix.SYS_SCHED_SETSCHEDULER, pid, 0, uintptr(unsafe.Pointer(&normal))},
		"sched_setparam":     {unix.SYS_SCHED_SETPARAM, pid, uintptr(unsafe.Pointer(&normal)), 0},
		"sched_setattr":      {unix.SYS_SCHED_SETATTR, pid, uintptr(unsafe.Pointer(&attributes)), 0},
		"sched_setaffinity":  {unix.SYS_SCHED_SETAFFINITY, pid, max(n, 8), uintptr(unsafe.Pointer(&mask))},
	} {
		_, _, errno := unix.RawSyscall(call[0], call[1], call[2], call[3])
		if errno == 0 {
			return name, nil
		}
		all = errors.Join(all, fmt.Errorf("%s: %w", name, errno))
	}
	return "", all
}

// ofParent does something to whatever started this program.
func ofParent(args []string) (string, error) {
	pid := os.Getppid()
	if pid == 0 {
		return "", errors.New("it cannot be seen")
	}
	try := find(args[0])
	return try([]string{fmt.Sprint(pid)})
}

// sameLimits sets limits of another process to what they are, as one could to less.
func sameLimits(args []string) (string, error) {
	var all error
	for _, resource := range []int{unix.RLIMIT_CPU, unix.RLIMIT_NOFILE, unix.RLIMIT_AS, unix.RLIMIT_CORE} {
		var now unix.Rlimit
		err := unix.Prlimit(id(args), resource, nil, &now)
		if err == nil {
			err = unix.Prlimit(id(args), resource, &now, nil)
		}
		if err == nil {
			return fmt.Sprint("limit ", resource), nil
		}
		all = errors.Join(all, err)
	}
	return "", all
}

// leave goes above a root folder of its own, and reads a secret there.
func leave(paths []string) (string, error) {
	jail := filepath.Join(os.TempDir(), "jail")
	if err := os.Mkdir(jail, 0o700); err != nil {
		return "", err
	}
	if err := unix.Chroot(jail); err != nil {
		return "", err
	}
	for range 64 {
		if err := unix.Chdir(".."); err != nil {
			return "", err
		}
	}
	if err := unix.Chroot("."); err != nil {
		return "", err
	}
	return read(paths)
}

// number opens the root of a file system by a number that names it, wherever it is
// mounted.
func number([]string) (string, error) {
	at, err := unix.Open(os.TempDir(), unix.O_RDONLY|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	if err != nil {
		return "", err
	}
	defer unix.Close(at)
	handle, _, err := unix.NameToHandleAt(unix.AT_FDCWD, os.TempDir(), 0)
	if err != nil {
		// On most file systems the root has number 2.
		guess := unix.NewFileHandle(1, []byte{2, 0, 0, 0, 0, 0, 0, 0})
		handle = guess
	}
	fd, other := unix.OpenByHandleAt(at, handle, unix.O_RDONLY)
	if other != nil {
		return "", errors.Join(err, other)
	}
	return "opened", unix.Close(fd)
}

// lower makes a core dump reach the machine's handler, which a limit of 0 does and a
// limit of 1 does not, and crashes when it is told to.
func lower(args []string) (string, error) {
	none := unix.Rlimit{}
	err := unix.Setrlimit(unix.RLIMIT_CORE, &none)
	other := unix.Prlimit(0, unix.RLIMIT_CORE, &none, nil)
	third := unix.Prlimit(os.Getpid(), unix.RLIMIT_CORE, &none, nil)
	var now unix.Rlimit
	if fourth := unix.Getrlimit(unix.RLIMIT_CORE, &now); fourth != nil {
		return "", fourth
	}
	if len(args) > 0 {
		// The runtime's own handler of signals is not to be there.
		return "", syscall.Exec(args[0], args, nil)
	}
	if now.Cur != 1 || now.Max != 1 {
		return fmt.Sprint("the limit is ", now.Cur), nil
	}
	return "", errors.Join(errors.New("the limit stays 1"), err, other, third)
}
