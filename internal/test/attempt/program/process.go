//go:build linux

package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	ossignal "os/signal"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// id is the number of the process that is not to be touched.
func id(args []string) int {
	n, err := strconv.Atoi(args[0])
	if err != nil {
		return -1
	}
	return n
}

// trace takes control of a process.
func trace(args []string) (string, error) {
	runtime.LockOSThread()
	if err := unix.PtraceAttach(id(args)); err != nil {
		return "", err
	}
	unix.Wait4(id(args), nil, unix.WALL, nil)
	unix.PtraceDetach(id(args))
	return "attached", nil
}

// peek reads another process's memory.
func peek(args []string) (string, error) {
	one := make([]byte, 1)
	local := unix.Iovec{Base: &one[0]}
	local.SetLen(1)
	_, err := unix.ProcessVMReadv(id(args), []unix.Iovec{local}, []unix.RemoteIovec{{Base: 1, Len: 1}}, 0)
	if errors.Is(err, unix.EFAULT) { // the call was made, the address was wrong
		return "process_vm_readv", nil
	}
	file, other := os.Open("/proc/" + args[0] + "/mem")
	if other == nil {
		file.Close()
		return "/proc", nil
	}
	return "", errors.Join(err, other)
}

// signal reaches a process.
func signal(args []string) (string, error) { return "sent", unix.Kill(id(args), unix.SIGCONT) }

// processes sees another process.
func processes(args []string) (string, error) {
	data, err := os.ReadFile("/proc/" + args[0] + "/cmdline")
	if err != nil {
		return "", err
	}
	if !strings.Contains(string(data), args[1]) {
		return "", errors.New("it is another process")
	}
	return "its command line", nil
}

// environment sees another process's variables, or those of whoever started this
// one.
func environment(args []string) (string, error) {
	for _, pair := range os.Environ() {
		if strings.Contains(pair, args[1]) {
			return "its own variables", nil
		}
	}
	data, err := os.ReadFile("/proc/" + args[0] + "/environ")
	if err != nil {
		return "", err
	}
	if !strings.Contains(string(data), args[1]) {
		return "", errors.New("it is another process")
	}
	return "another's variables", nil
}

// setuid becomes another user: the owner of a file with the bit set, or any.
func setuid(args []string) (string, error) {
	var all error
	if len(args) > 0 {
		out, err := exec.Command(args[0], "-u").Output()
		if user := strings.TrimSpace(string(out)); err == nil && user != strconv.Itoa(os.Getuid()) {
			return "user " + user, nil
		}
		all = errors.Join(errors.New("the bit had no effect"), err)
	}
	other := 0
	if os.Getuid() == 0 {
		other = 12345
	}
	if err := unix.Setresuid(other, other, other); err != nil {
		return "", errors.Join(all, err)
	}
	return fmt.Sprint("user ", other), nil
}

// capabilities finds one that it has.
func capabilities([]string) (string, error) {
	data, err := os.ReadFile("/proc/self/status")
	for _, line := range strings.Split(string(data), "\n") {
		if strings.HasPrefix(line, "Cap") && strings.Trim(line[7:], "\t 0") != "" {
			return line, nil
		}
	}
	head := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
	var sets [2]unix.CapUserData
	if unix.Capget(&head, &sets[0]) == nil && sets[0].Effective|sets[0].Permitted|sets[1].Permitted != 0 {
		return "some", nil
	}
	return "", errors.Join(errors.New("it has none"), err)
}

// linger leaves a process that has left its group and session and does not
// listen to signals.
func linger(args []string) (string, error) {
	cmd := exec.Command(os.Args[0], "stay", args[0], "again")
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if err := cmd.Start(); err != nil {
		return "", err
	}
	time.Sleep(50 * time.Millisecond)
	return "left behind", nil
}

// stay is what linger leaves behind: once more forked, so that its parent is gone.
func stay(args []string) (string, error) {
	ossignal.Ignore(unix.SIGTERM, unix.SIGINT, unix.SIGHUP)
	if len(args) > 1 {
		cmd := exec.Command(os.Args[0], "stay", args[0])
		cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
		return "forked", cmd.Start()
	}
	time.Sleep(time.Hour)
	return "", nil
}

// fork starts as many processes.
func fork(args []string) (string, error) {
	var started []*exec.Cmd
	defer func() {
		for _, cmd := range started {
			cmd.Process.Kill()
			cmd.Wait()
		}
	}()
	for range id(args) {
		cmd := exec.Command(os.Args[0], "stay", "forked")
		if err := cmd.Start(); err != nil {
			return "", err
		}
		started = append(started, cmd)
	}
	return fmt.Sprint(len(started), " processes"), nil
}

// allocate takes as many bytes of memory, with a second argument such as processes
// can share, and uses them.
func allocate(args []string) (string, error) {
	size, err := strconv.Atoi(args[0])
	if err != nil {
		return "", err
	}
	kind := unix.MAP_PRIVATE
	if len(args) > 1 {
		kind = unix.MAP_SHARED
	}
	data, err := unix.Mmap(-1, 0, size, unix.PROT_READ|unix.PROT_WRITE, kind|unix.MAP_ANON)
	if err != nil {
		return "", err
	}
	for at := 0; at < len(data); at += 4096 {
		data[at] = 1
	}
	return args[0] + " bytes", nil
}

func ignoreTooLarge() { ossignal.Ignore(unix.SIGXFSZ) }

// mount makes a mount.
func mount([]string) (string, error) {
	if err := unix.Mount("none", os.TempDir(), "tmpfs", 0, ""); err != nil {
		return "", err
	}
	return "mounted", nil
}

// namespace makes a user namespace, where a user may mount.
func namespace([]string) (string, error) {
	runtime.LockOSThread()
	err := unix.Unshare(unix.CLONE_NEWNS)
	if err == nil {
		return "unshare", nil
	}
	cmd := exec.Command("/proc/self/exe", "read", "/proc/self/status")
	cmd.SysProcAttr = &syscall.SysProcAttr{Cloneflags: unix.CLONE_NEWUSER}
	if other := cmd.Run(); other != nil {
		return "", errors.Join(err, other)
	}
	return "clone", nil
}

// calls makes system calls that reach beyond a command, with arguments that mean
// nothing: one that the kernel looks at, rather than refuses, is a way.
func calls(names []string) (string, error) {
	// None of these is anything that the kernel could act on.
	nothing := [3]uintptr{^uintptr(0), 0, 0}
	long := [3]uintptr{^uintptr(0), 1 << 16, 0}
	type call struct {
		number uintptr
		args   [3]uintptr
	}
	known := map[string]call{
		"io_uring_setup": {unix.SYS_IO_URING_SETUP, nothing}, "userfaultfd": {unix.SYS_USERFAULTFD, nothing}, "bpf": {unix.SYS_BPF, nothing},
		"keyctl": {unix.SYS_KEYCTL, nothing}, "add_key": {unix.SYS_ADD_KEY, nothing}, "request_key": {unix.SYS_REQUEST_KEY, nothing},
		"perf_event_open":   {unix.SYS_PERF_EVENT_OPEN, nothing},
		"open_by_handle_at": {unix.SYS_OPEN_BY_HANDLE_AT, nothing}, "open_tree": {unix.SYS_OPEN_TREE, nothing}, "fsopen": {unix.SYS_FSOPEN, nothing},
		"open_tree_attr": {unix.SYS_OPEN_TREE_ATTR, nothing}, "fspick": {unix.SYS_FSPICK, nothing}, "move_mount": {unix.SYS_MOVE_MOUNT, nothing},
		"mount_setattr": {unix.SYS_MOUNT_SETATTR, long}, "fanotify_init": {unix.SYS_FANOTIFY_INIT, nothing},
		"kexec_load": {unix.SYS_KEXEC_LOAD, nothing}, "kexec_file_load": {unix.SYS_KEXEC_FILE_LOAD, nothing},
		"init_module": {unix.SYS_INIT_MODULE, nothing}, "finit_module": {unix.SYS_FINIT_MODULE, nothing}, "delete_module": {unix.SYS_DELETE_MODULE, nothing},
		"swapon": {unix.SYS_SWAPON, nothing}, "swapoff": {unix.SYS_SWAPOFF, nothing}, "acct": {unix.SYS_ACCT, nothing},
		"setns": {unix.SYS_SETNS, nothing}, "pivot_root": {unix.SYS_PIVOT_ROOT, nothing}, "reboot": {unix.SYS_REBOOT, nothing},
		"clock_settime": {unix.SYS_CLOCK_SETTIME, nothing}, "settimeofday": {unix.SYS_SETTIMEOFDAY, nothing},
		"sethostname": {unix.SYS_SETHOSTNAME, long}, "setdomainname": {unix.SYS_SETDOMAINNAME, long},
		"syslog": {unix.SYS_SYSLOG, [3]uintptr{3, ^uintptr(0), 0}}, "quotactl": {unix.SYS_QUOTACTL, nothing},
		"process_madvise": {unix.SYS_PROCESS_MADVISE, nothing}, "move_pages": {unix.SYS_MOVE_PAGES, [3]uintptr{1, 0, 0}},
	}
	for _, name := range names {
		c, ok := known[name]
		if !ok {
			return "an unknown call " + name, nil
		}
		_, _, errno := unix.Syscall6(c.number, c.args[0], c.args[1], c.args[2], ^uintptr(0), 0, 0)
		if errno != unix.EPERM && errno != unix.ENOSYS {
			return fmt.Sprint(name, ": ", errno), nil
		}
	}
	return "", unix.EPERM
}

// limits sets a limit of another process.
func limits(args []string) (string, error) {
	var old unix.Rlimit
	if err := unix.Prlimit(id(args), unix.RLIMIT_CORE, &unix.Rlimit{}, &old); err != nil {
		return "", err
	}
	return "set", nil
}

// shared attaches memory by its number.
func shared(args []string) (string, error) {
	data, err := unix.SysvShmAttach(id(args), 0, unix.SHM_RDONLY)
	if err != nil {
		return "", err
	}
	if !strings.HasPrefix(string(data), args[1]) {
		return "", errors.New("it is another memory")
	}
	return "read it", unix.SysvShmDetach(data)
}

// parent does something to whatever started this program.
func parent(args []string) (string, error) {
	pid := os.Getppid()
	if pid == 0 {
		return "", errors.New("it cannot be seen")
	}
	number := strconv.Itoa(pid)
	switch args[0] {
	case "ptrace":
		return trace([]string{number})
	case "kill":
		err := unix.Kill(pid, unix.SIGKILL)
		time.Sleep(100 * time.Millisecond)
		if os.Getppid() != pid {
			return "it is gone", nil
		}
		return "", errors.Join(errors.New("it lives"), err)
	}
	file, all := os.OpenFile("/proc/"+number+"/mem", os.O_RDWR, 0)
	if all == nil {
		file.Close()
		return "its memory", nil
	}
	for _, name := range []string{"environ", "maps", "stack"} {
		data, err := os.ReadFile("/proc/" + number + "/" + name)
		if err == nil && len(data) > 0 {
			return name, nil
		}
		all = errors.Join(all, err)
	}
	for _, name := range []string{"root", "cwd", "fd/0", "fd/3", "fd/4"} {
		target, err := os.Readlink("/proc/" + number + "/" + name)
		if err == nil {
			return name + " leads to " + target, nil
		}
		all = errors.Join(all, err)
	}
	return "", all
}

// inherited are the descriptors that this program began with, besides 0, 1 and 2.
var inherited []int

// left lists the descriptors that outlived exec; those that the program opens
// itself would not.
func left() []int {
	var found []int
	for fd := 3; fd < 1024; fd++ {
		if flags, err := unix.FcntlInt(uintptr(fd), unix.F_GETFD, 0); err == nil && flags&unix.FD_CLOEXEC == 0 {
			found = append(found, fd)
		}
	}
	return found
}

// descriptors uses what was left open.
func descriptors([]string) (string, error) {
	if len(inherited) == 0 {
		return "", errors.New("there are none")
	}
	return fmt.Sprint("descriptors ", inherited), nil
}

// core may leave an image of its memory.
func core([]string) (string, error) {
	// A limit of 1 is less than any image has, and keeps the machine's handler out.
	wanted := unix.Rlimit{Cur: 1 << 20, Max: 1 << 20}
	err := unix.Setrlimit(unix.RLIMIT_CORE, &wanted)
	var now unix.Rlimit
	if other := unix.Getrlimit(unix.RLIMIT_CORE, &now); other != nil {
		return "", other
	}
	if now.Cur > 1 || now.Max > 1 {
		return fmt.Sprint("of ", now.Max, " bytes"), nil
	}
	return "", errors.Join(errors.New("it has no size"), err)
}

// terminal puts characters into the input of a terminal.
func terminal([]string) (string, error) {
	var fd int
	for _, name := range []string{"/dev/tty", "/dev/console", "/dev/tty0"} {
		var err error
		if fd, err = unix.Open(name, unix.O_RDWR, 0); err == nil {
			break
		}
	}
	var all error
	const shiftState = 6 // of TIOCLINUX, which pastes too
	for _, request := range [][2]uint64{{unix.TIOCSTI, 'x'}, {unix.TIOCLINUX, shiftState}, {unix.TIOCSETD, 0}} {
		value := request[1]
		_, _, errno := unix.Syscall(unix.SYS_IOCTL, uintptr(fd), uintptr(request[0]), uintptr(unsafe.Pointer(&value)))
		if errno == 0 {
			return fmt.Sprintf("request %#x", request[0]), nil
		}
		all = errors.Join(all, errno)
	}
	return "", all
}
