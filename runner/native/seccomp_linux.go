//go:build linux && (amd64 || arm64)

package native

import (
	"encoding/binary"

	"golang.org/x/sys/unix"
)

// filter is a seccomp program in the making. Every rule is short and ends in a
// return, so that no jump is longer than the 255 instructions that fit into one.
type filter struct{ code []unix.SockFilter }

// The places in struct seccomp_data, on machines that put the low half first.
const (
	dataNumber = 0
	dataArch   = 4
)

func dataArg(n uint32) uint32 { return 16 + 8*n }

const (
	allow  = unix.SECCOMP_RET_ALLOW
	refuse = unix.SECCOMP_RET_ERRNO | uint32(unix.EPERM)
	// absent makes a program do without: it was written for older kernels too.
	absent = unix.SECCOMP_RET_ERRNO | uint32(unix.ENOSYS)
	// done says that a call was made, and makes none.
	done = unix.SECCOMP_RET_ERRNO
)

// newest is the last call that this filter was written for. What came later may
// reach beyond the command, and a program does without.
const newest = unix.SYS_LISTNS

func (f *filter) load(at uint32) {
	f.code = append(f.code, unix.SockFilter{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, K: at})
}

func (f *filter) give(value uint32) {
	f.code = append(f.code, unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: value})
}

// skip goes over the next n instructions when the comparison does not hold.
func (f *filter) skip(test uint16, k uint32, n uint8) {
	f.code = append(f.code, unix.SockFilter{Code: unix.BPF_JMP | test | unix.BPF_K, Jf: n, K: k})
}

// when gives a value to one call.
func (f *filter) when(call uintptr, value uint32) {
	f.skip(unix.BPF_JEQ, uint32(call), 1)
	f.give(value)
}

// block runs rules for one call only; they end in a return.
func (f *filter) block(call uintptr, rules func(*filter)) {
	inner := &filter{}
	rules(inner)
	f.skip(unix.BPF_JEQ, uint32(call), uint8(len(inner.code)))
	f.code = append(f.code, inner.code...)
}

// seccomp is the filter for a network: "none", "restricted" or "full". alone
// says that the command has PID and IPC namespaces of its own; without, calls
// that reach the user's other processes are refused too.
func seccomp(network string, alone bool) []byte {
	f := &filter{}
	f.load(dataArch)
	// Calls of another processor mode, such as 32-bit ones, have other numbers.
	f.code = append(f.code, unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, Jt: 1, K: auditArch})
	f.give(refuse)
	f.load(dataNumber)
	if x32Bit != 0 {
		f.skip(unix.BPF_JGE, x32Bit, 1)
		f.give(absent)
	}
	f.skip(unix.BPF_JGT, newest, 1)
	f.give(absent)
	for _, call := range refused() {
		f.when(call, refuse)
	}
	for _, call := range archRefused() {
		f.when(call, refuse)
	}
	for _, call := range []uintptr{
		unix.SYS_CLONE3, // its flags lie behind a pointer; libraries go on with clone
		unix.SYS_IO_URING_SETUP, unix.SYS_IO_URING_ENTER, unix.SYS_IO_URING_REGISTER,
		unix.SYS_OPENAT2, // its mode does too; libraries go on with openat
		unix.SYS_STATMOUNT, unix.SYS_LISTMOUNT, unix.SYS_LISTNS, unix.SYS_FILE_SETATTR,
	} {
		f.when(call, absent)
	}
	if !alone {
		f.apart()
	}
	f.modes()
	f.ofLimits(alone)
	f.block(unix.SYS_CLONE, func(f *filter) {
		f.load(dataArg(0))
		f.skip(unix.BPF_JSET, namespaces, 1)
		f.give(refuse)
		f.give(allow)
	})
	f.block(unix.SYS_IOCTL, func(f *filter) {
		// These put characters into the input of a terminal, or load code into the
		// kernel for it.
		f.load(dataArg(1))
		f.when(unix.TIOCSTI, refuse)
		f.when(unix.TIOCLINUX, refuse)
		f.when(unix.TIOCSETD, refuse)
		f.give(allow)
	})
	f.block(unix.SYS_SOCKETPAIR, func(f *filter) {
		// A pair of streams leads nowhere else; a datagram socket could still send
		// to any address that it can name.
		f.load(dataArg(1))
		f.code = append(f.code, unix.SockFilter{Code: unix.BPF_ALU | unix.BPF_AND | unix.BPF_K, K: 0xf})
		f.when(unix.SOCK_STREAM, allow)
		f.when(unix.SOCK_SEQPACKET, allow)
		f.give(refuse)
	})
	f.block(unix.SYS_SOCKET, func(f *filter) { f.sockets(network) })
	f.give(allow)
	return f.bytes()
}

// apart refuses what Landlock does not know of: memory and queues that processes
// share by number, and priorities of other processes.
func (f *filter) apart() {
	for _, call := range []uintptr{
		unix.SYS_SHMGET, unix.SYS_SHMAT, unix.SYS_SHMCTL, unix.SYS_SEMGET, unix.SYS_SEMCTL, unix.SYS_SEMOP,
		unix.SYS_SEMTIMEDOP, unix.SYS_MSGGET, unix.SYS_MSGCTL, unix.SYS_MSGSND, unix.SYS_MSGRCV, unix.SYS_MQ_OPEN,
		unix.SYS_MQ_UNLINK,
	} {
		f.when(call, refuse)
	}
	for _, call := range []uintptr{unix.SYS_SCHED_SETSCHEDULER, unix.SYS_SCHED_SETPARAM, unix.SYS_SCHED_SETATTR, unix.SYS_SCHED_SETAFFINITY} {
		f.block(call, func(f *filter) {
			f.load(dataArg(0))
			f.when(0, allow)
			f.give(refuse)
		})
	}
	const ofUser = 3 // IOPRIO_WHO_USER
	for _, of := range [][2]uint32{{unix.SYS_SETPRIORITY, unix.PRIO_USER}, {unix.SYS_IOPRIO_SET, ofUser}} {
		f.block(uintptr(of[0]), func(f *filter) {
			f.load(dataArg(0))
			f.when(uintptr(of[1]), refuse)
			f.load(dataArg(1))
			f.when(0, allow)
			f.give(refuse)
		})
	}
}

// ofLimits keeps a command from the limits of other processes: its keeper is one of
// the same user, and would end by a limit of its own. Without namespaces it does
// not even see theirs.
//
// Nobody changes the limit of images of memory: at 1 the kernel makes none and
// starts no handler of the machine's (core_pattern), as it does at 0, outside of
// every boundary and with all rights. Programs that have secrets set it to 0, and
// some end when they cannot; they are told that it is done, and there is no image.
func (f *filter) ofLimits(alone bool) {
	f.block(unix.SYS_SETRLIMIT, func(f *filter) {
		f.load(dataArg(0))
		f.when(unix.RLIMIT_CORE, done)
		f.give(allow)
	})
	f.block(unix.SYS_PRLIMIT64, func(f *filter) {
		f.whether(2) // without new limits, it only reads
		f.block(0, func(f *filter) {
			if !alone {
				f.own()
			}
			f.give(allow)
		})
		f.own()
		f.load(dataArg(1))
		f.when(unix.RLIMIT_CORE, done)
		f.give(allow)
	})
}

// own refuses when the first argument is a process other than the caller, which is
// 0. The low half will do: no process has a larger number.
func (f *filter) own() {
	f.load(dataArg(0))
	f.code = append(f.code, unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, Jt: 1, K: 0})
	f.give(refuse)
}

// whether loads 0 when all 64 bits of an argument are 0, and something else
// otherwise.
func (f *filter) whether(n uint32) {
	f.load(dataArg(n) + 4)
	f.code = append(f.code, unix.SockFilter{Code: unix.BPF_MISC | unix.BPF_TAX})
	f.load(dataArg(n))
	f.code = append(f.code, unix.SockFilter{Code: unix.BPF_ALU | unix.BPF_OR | unix.BPF_X})
}

// raised are the bits of a mode that make a program run as its owner or group.
const raised = unix.S_ISUID | unix.S_ISGID

// modes refuses to make programs that run as somebody else: what a command
// leaves in the workspace, others may start.
func (f *filter) modes() {
	for _, c := range append(archModes(), modeCall{unix.SYS_FCHMOD, 1, -1}, modeCall{unix.SYS_FCHMODAT, 2, -1},
		modeCall{unix.SYS_FCHMODAT2, 2, -1}, modeCall{unix.SYS_MKNODAT, 2, -1}, modeCall{unix.SYS_OPENAT, 3, 2}) {
		f.block(c.number, func(f *filter) {
			if c.flags >= 0 { // what is not made has no mode
				f.load(dataArg(uint32(c.flags)))
				f.code = append(f.code, unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_JSET | unix.BPF_K, Jt: 1, K: unix.O_CREAT | unix.O_TMPFILE&^unix.O_DIRECTORY})
				f.give(allow)
			}
			f.load(dataArg(c.mode))
			f.skip(unix.BPF_JSET, raised, 1)
			f.give(refuse)
			f.give(allow)
		})
	}
}

// modeCall is a call with a mode among its arguments, and flags that say whether
// it counts, or -1.
type modeCall struct {
	number uintptr
	mode   uint32
	flags  int
}

// sockets leaves IPv4 and IPv6 streams and datagrams, and the kernel's list of
// interfaces that resolvers read, unless there is no network at all.
func (f *filter) sockets(network string) {
	if network == "none" {
		f.give(refuse)
		return
	}
	f.load(dataArg(0))
	f.skip(unix.BPF_JEQ, unix.AF_NETLINK, 4)
	f.load(dataArg(2))
	f.skip(unix.BPF_JEQ, unix.NETLINK_ROUTE, 1)
	f.give(allow)
	f.give(refuse)
	f.code = append(f.code,
		unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, Jt: 2, K: unix.AF_INET},
		unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, Jt: 1, K: unix.AF_INET6})
	f.give(refuse)
	f.load(dataArg(1))
	f.code = append(f.code, unix.SockFilter{Code: unix.BPF_ALU | unix.BPF_AND | unix.BPF_K, K: 0xf})
	f.code = append(f.code,
		unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, Jt: 2, K: unix.SOCK_STREAM},
		unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, Jt: 1, K: unix.SOCK_DGRAM})
	f.give(refuse)
	// Other protocols are modules that the kernel would load for the asking.
	f.load(dataArg(2))
	for _, protocol := range []uintptr{0, unix.IPPROTO_TCP, unix.IPPROTO_UDP, unix.IPPROTO_ICMP, unix.IPPROTO_ICMPV6, unix.IPPROTO_MPTCP} {
		f.when(protocol, allow)
	}
	f.give(refuse)
}

func (f *filter) bytes() []byte {
	out := make([]byte, 0, 8*len(f.code))
	for _, c := range f.code {
		out = binary.LittleEndian.AppendUint16(out, c.Code)
		out = append(out, c.Jt, c.Jf)
		out = binary.LittleEndian.AppendUint32(out, c.K)
	}
	return out
}

// namespaces are the flags of clone that make one.
const namespaces = unix.CLONE_NEWNS | unix.CLONE_NEWCGROUP | unix.CLONE_NEWUTS | unix.CLONE_NEWIPC |
	unix.CLONE_NEWUSER | unix.CLONE_NEWPID | unix.CLONE_NEWNET

// refused are the calls that no command needs and that reach beyond its own
// processes and files.
func refused() []uintptr {
	return []uintptr{
		// into other processes
		unix.SYS_PTRACE, unix.SYS_PROCESS_VM_READV, unix.SYS_PROCESS_VM_WRITEV, unix.SYS_PIDFD_GETFD, unix.SYS_KCMP,
		unix.SYS_PROCESS_MADVISE, unix.SYS_PROCESS_MRELEASE, unix.SYS_MOVE_PAGES, unix.SYS_MIGRATE_PAGES, unix.SYS_PERF_EVENT_OPEN, unix.SYS_USERFAULTFD,
		// mounts and namespaces
		unix.SYS_MOUNT, unix.SYS_UMOUNT2, unix.SYS_PIVOT_ROOT, unix.SYS_CHROOT, unix.SYS_SETNS, unix.SYS_UNSHARE,
		unix.SYS_MOVE_MOUNT, unix.SYS_OPEN_TREE, unix.SYS_FSOPEN, unix.SYS_FSMOUNT, unix.SYS_FSCONFIG, unix.SYS_FSPICK,
		unix.SYS_MOUNT_SETATTR, unix.SYS_OPEN_TREE_ATTR, unix.SYS_QUOTACTL, unix.SYS_QUOTACTL_FD,
		// files by number instead of by path
		unix.SYS_OPEN_BY_HANDLE_AT, unix.SYS_NAME_TO_HANDLE_AT, unix.SYS_FANOTIFY_INIT,
		// keys of the user
		unix.SYS_KEYCTL, unix.SYS_ADD_KEY, unix.SYS_REQUEST_KEY,
		// the kernel and the machine
		unix.SYS_BPF, unix.SYS_KEXEC_LOAD, unix.SYS_KEXEC_FILE_LOAD, unix.SYS_INIT_MODULE, unix.SYS_FINIT_MODULE,
		unix.SYS_DELETE_MODULE, unix.SYS_REBOOT, unix.SYS_SWAPON, unix.SYS_SWAPOFF, unix.SYS_ACCT, unix.SYS_SYSLOG,
		unix.SYS_SETTIMEOFDAY, unix.SYS_CLOCK_SETTIME, unix.SYS_CLOCK_ADJTIME, unix.SYS_ADJTIMEX, unix.SYS_SETHOSTNAME,
		unix.SYS_SETDOMAINNAME, unix.SYS_VHANGUP, unix.SYS_LOOKUP_DCOOKIE, unix.SYS_NFSSERVCTL,
	}
}
