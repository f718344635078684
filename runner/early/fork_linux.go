//go:build linux && (amd64 || arm64)

package early

import (
	"syscall"
	"unsafe"
)

// The runtime's own steps around a fork, which package syscall calls too; the
// runtime keeps these names for uses like this one (go.dev/issue/67401).
//
//go:linkname beforeFork syscall.runtime_BeforeFork
func beforeFork()

//go:linkname afterFork syscall.runtime_AfterFork
func afterFork()

//go:linkname afterForkInChild syscall.runtime_AfterForkInChild
func afterForkInChild()

// birth is everything that a forked child needs, made before the fork: the child
// may not allocate memory.
type birth struct {
	argv, env []*byte
	path      *byte
	program   int
	// held keeps the program from being written to until it is executed; -1 for not.
	held     int
	dir      int
	landlock int
	session  bool
	terminal bool
	confine  bool
	byFD     bool
	joins    []int
	rlimits  []Rlimit
	keep     []int
	filter   *filterProgram
	report   int
	zero     [1]byte
	empty    [1]byte
	noMask   uint64
	// noAction is struct sigaction of the kernel, for the default.
	noAction [4]uint64
	noCaps   [6]uint32
	capHead  capHeader
}

// filterProgram is struct sock_fprog.
type filterProgram struct {
	length uint16
	code   *byte
}

type capHeader struct {
	version uint32
	pid     int32
}

// cloneArgs is struct clone_args of Linux 5.7.
type cloneArgs struct {
	flags, pidfd, childTID, parentTID, exitSignal, stack, stackSize, tls, setTID, setTIDSize, cgroup uint64
}

// The steps of a child, in the order that it takes them. One that fails is
// reported by its number.
const (
	stepGroup = iota + 1
	stepLimit
	stepDir
	stepTerminal
	stepPrivilege
	stepLandlock
	stepSeccomp
	stepExec
)

func stageOf(step byte) string {
	stages := [...]string{
		stepGroup: StageGroup, stepLimit: StageLimit, stepDir: StageDir, stepTerminal: StageTerminal,
		stepPrivilege: StagePrivilege, stepLandlock: StageLandlock, stepSeccomp: StageSeccomp, stepExec: StageExec,
	}
	if int(step) >= len(stages) {
		return StageFork
	}
	return stages[step]
}

// fork starts the program and returns when it runs, or why it does not.
func (k *keeper) fork() *fault {
	b, f := k.prepare()
	if f != nil {
		return f
	}
	var pipe [2]int
	if err := syscall.Pipe2(pipe[:], syscall.O_CLOEXEC); err != nil {
		return &fault{stage: StageFork, errno: asErrno(err)}
	}
	b.report = pipe[1]
	// The files are looked at as late as can be.
	if f := k.check(b); f != nil {
		return f
	}
	pid, errno := forkChild(b, k.born)
	syscall.Close(pipe[1]) // nothing was written here
	if errno != 0 {
		return &fault{stage: StageFork, errno: errno}
	}
	k.leader = pid
	defer syscall.Close(b.held)
	var report [8]byte
	for n := 0; n < len(report); {
		got, err := syscall.Read(pipe[0], report[n:])
		if err == syscall.EINTR {
			continue
		}
		if got <= 0 {
			break
		}
		n += got
	}
	syscall.Close(pipe[0]) // it was only read
	for _, fd := range b.joins {
		syscall.Close(fd) // the program wrote to it
	}
	if report[0] == 0 {
		return nil
	}
	syscall.Wait4(pid, nil, 0, nil) // it has ended
	k.removeGroups()
	stage, path := stageOf(report[0]), k.config.Program.Path
	if stage == StageDir {
		path = k.config.Dir.Path
	}
	return &fault{stage: stage, errno: syscall.Errno(report[4]) | syscall.Errno(report[5])<<8, path: path}
}

// become executes the program in this process. It returns only when that fails.
func (k *keeper) become() *fault {
	b, f := k.prepare()
	if f == nil {
		f = k.check(b)
	}
	if f != nil {
		return f
	}
	step, errno := inChild(b)
	return &fault{stage: stageOf(step), errno: errno, path: k.config.Program.Path}
}

// prepare opens and allocates all that the child needs.
func (k *keeper) prepare() (*birth, *fault) {
	c := k.config
	b := &birth{
		landlock: k.landlock, session: c.Flags&flagSameSession == 0,
		terminal: c.Flags&FlagTerminal != 0, confine: c.Flags&FlagConfine != 0,
		byFD: c.Flags&FlagDescriptor != 0, rlimits: c.Rlimits, zero: [1]byte{'0'},
		capHead: capHeader{version: capVersion3},
	}
	var err error
	if b.argv, err = syscall.SlicePtrFromStrings(c.Argv); err == nil {
		b.env, err = syscall.SlicePtrFromStrings(c.Env)
	}
	if err == nil {
		b.path, err = syscall.BytePtrFromString(c.Program.Path)
	}
	if err != nil {
		return nil, &fault{stage: StageConfig, errno: asErrno(err)}
	}
	if n := len(c.Filter) / 8; n > 0 {
		b.filter = &filterProgram{length: uint16(n), code: &c.Filter[0]}
	}
	for _, fd := range c.Keep {
		b.keep = append(b.keep, int(fd))
	}
	b.joins = k.joins
	return b, nil
}

// check opens the program and the folder, and compares them and all other pinned
// files with what was judged.
func (k *keeper) check(b *birth) *fault {
	for _, file := range k.config.Checks {
		fd, errno := open(file.Path, oPath)
		if errno != 0 {
			return &fault{stage: StageExec, errno: errno, path: file.Path}
		}
		same := file.same(fd)
		syscall.Close(fd) // it is a path only
		if !same {
			return &fault{changed: true, path: file.Path}
		}
	}
	dir, errno := open(k.config.Dir.Path, oPath|syscall.O_DIRECTORY)
	if errno != 0 {
		return &fault{stage: StageDir, errno: errno, path: k.config.Dir.Path}
	}
	b.held = hold(k.config.Program.Path)
	program, errno := open(k.config.Program.Path, oPath)
	if errno != 0 {
		return &fault{stage: StageExec, errno: errno, path: k.config.Program.Path}
	}
	b.dir, b.program = dir, program
	if !k.config.Dir.same(dir) {
		return &fault{changed: true, path: k.config.Dir.Path}
	}
	if !k.config.Program.same(program) || b.held >= 0 && !k.config.Program.same(b.held) {
		return &fault{changed: true, path: k.config.Program.Path}
	}
	return nil
}

// hold takes a lease on a file, for as long as the descriptor that it returns is
// open: whoever wants to write to it has to wait. -1 where that cannot be had: on
// files of other users, and on some file systems. Once the kernel executes a file,
// it keeps writers out by itself.
func hold(path string) int {
	fd, errno := open(path, syscall.O_RDONLY|syscall.O_NONBLOCK)
	if errno != 0 {
		return -1
	}
	if _, errno := call(syscall.SYS_FCNTL, uintptr(fd), setLease, readLease); errno != 0 {
		syscall.Close(fd) // it was only opened
		return -1
	}
	return fd
}

// forkChild forks. In the child nothing may allocate, grow the stack or touch
// the scheduler until it executes the program.
//
//go:noinline
//go:norace
func forkChild(b *birth, born int) (int, syscall.Errno) {
	args := &cloneArgs{exitSignal: uint64(syscall.SIGCHLD)}
	if born >= 0 {
		args.flags, args.cgroup = cloneIntoCgroup, uint64(born)
	}
	beforeFork()
	var pid uintptr
	var errno syscall.Errno
	if born >= 0 {
		pid, _, errno = syscall.RawSyscall(sysClone3, uintptr(unsafe.Pointer(args)), unsafe.Sizeof(*args), 0)
	} else {
		pid, _, errno = syscall.RawSyscall6(syscall.SYS_CLONE, uintptr(syscall.SIGCHLD), 0, 0, 0, 0, 0)
	}
	if errno == 0 && pid == 0 {
		afterForkInChild()
		step, why := inChild(b)
		var report [8]byte
		report[0], report[4], report[5] = step, byte(why), byte(why>>8)
		syscall.RawSyscall(syscall.SYS_WRITE, uintptr(b.report), uintptr(unsafe.Pointer(&report)), unsafe.Sizeof(report))
		for {
			syscall.RawSyscall(syscall.SYS_EXIT_GROUP, 253, 0, 0)
		}
	}
	afterFork()
	return int(pid), errno
}

// inChild takes away rights and executes the program. It returns only when that
// fails: the step, and why.
//
//go:noinline
//go:norace
//go:nosplit
func inChild(b *birth) (byte, syscall.Errno) {
	for _, fd := range b.joins {
		if _, _, e := syscall.RawSyscall(syscall.SYS_WRITE, uintptr(fd), uintptr(unsafe.Pointer(&b.zero)), 1); e != 0 {
			return stepGroup, e
		}
	}
	syscall.RawSyscall(syscall.SYS_PRCTL, prSetPdeathsig, uintptr(syscall.SIGKILL), 0)
	// What somebody above ignores or blocks is none of the program's business. The
	// last number of a signal is 64; SIGKILL and SIGSTOP say no.
	for sig := uintptr(1); sig <= 64; sig++ {
		syscall.RawSyscall6(syscall.SYS_RT_SIGACTION, sig, uintptr(unsafe.Pointer(&b.noAction)), 0, 8, 0, 0)
	}
	syscall.RawSyscall6(syscall.SYS_RT_SIGPROCMASK, sigSetmask, uintptr(unsafe.Pointer(&b.noMask)), 0, 8, 0, 0)
	if b.session {
		if _, _, e := syscall.RawSyscall(syscall.SYS_SETSID, 0, 0, 0); e != 0 {
			return stepTerminal, e
		}
	}
	if b.terminal {
		if _, _, e := syscall.RawSyscall(syscall.SYS_IOCTL, 0, syscall.TIOCSCTTY, 0); e != 0 {
			return stepTerminal, e
		}
	}
	for i := range b.rlimits {
		r := &b.rlimits[i]
		_, _, e := syscall.RawSyscall6(syscall.SYS_PRLIMIT64, 0, uintptr(r.Resource), uintptr(unsafe.Pointer(&r.Soft)), 0, 0, 0)
		if e != 0 {
			return stepLimit, e
		}
	}
	if _, _, e := syscall.RawSyscall(syscall.SYS_FCHDIR, uintptr(b.dir), 0, 0); e != 0 {
		return stepDir, e
	}
	for _, fd := range b.keep {
		syscall.RawSyscall(syscall.SYS_FCNTL, uintptr(fd), syscall.F_SETFD, 0)
	}
	if step, e := confine(b); e != 0 {
		return step, e
	}
	if b.byFD {
		_, _, e := syscall.RawSyscall6(sysExecveat, uintptr(b.program), uintptr(unsafe.Pointer(&b.empty)),
			uintptr(unsafe.Pointer(&b.argv[0])), uintptr(unsafe.Pointer(&b.env[0])), atEmptyPath, 0)
		return stepExec, e
	}
	_, _, e := syscall.RawSyscall(syscall.SYS_EXECVE, uintptr(unsafe.Pointer(b.path)),
		uintptr(unsafe.Pointer(&b.argv[0])), uintptr(unsafe.Pointer(&b.env[0])))
	return stepExec, e
}

// confine gives up capabilities, then what files, network and system calls may
// not be used. No later step needs what an earlier one takes away.
//
//go:noinline
//go:norace
//go:nosplit
func confine(b *birth) (byte, syscall.Errno) {
	if b.confine {
		// Beyond the last capability, and without the right to drop any, the kernel
		// says no; with none permitted and no_new_privs there is nothing to gain.
		for c := uintptr(0); c < 64; c++ {
			if _, _, e := syscall.RawSyscall(syscall.SYS_PRCTL, prCapbsetDrop, c, 0); e != 0 {
				break
			}
		}
		syscall.RawSyscall6(syscall.SYS_PRCTL, prCapAmbient, prCapAmbientClearAll, 0, 0, 0, 0)
		if _, _, e := syscall.RawSyscall(syscall.SYS_CAPSET, uintptr(unsafe.Pointer(&b.capHead)), uintptr(unsafe.Pointer(&b.noCaps)), 0); e != 0 {
			return stepPrivilege, e
		}
		if _, _, e := syscall.RawSyscall6(syscall.SYS_PRCTL, prSetNoNewPrivs, 1, 0, 0, 0, 0); e != 0 {
			return stepPrivilege, e
		}
	}
	if b.landlock >= 0 {
		if _, _, e := syscall.RawSyscall(sysLandlockConfine, uintptr(b.landlock), 0, 0); e != 0 {
			return stepLandlock, e
		}
	}
	if b.filter != nil {
		if _, _, e := syscall.RawSyscall(sysSeccomp, seccompModeFilter, 0, uintptr(unsafe.Pointer(b.filter))); e != 0 {
			return stepSeccomp, e
		}
	}
	return 0, 0
}
