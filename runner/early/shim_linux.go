//go:build linux && (amd64 || arm64)

package early

import "syscall"

// shim is the first process of a container or of a network namespace:
//
//	skillctl __skillctl_shim [OPTION…] SOCKET PROGRAM ARGUMENT…
//
// It forwards 127.0.0.1:3128 to SOCKET, runs PROGRAM (looked up in PATH when it
// has no slash) with its own environment, folder and streams, outlives the signals
// that are for it, reaps what is left to it, and returns PROGRAM's exit code, or
// 128 and the number of the signal that ended it. With an empty SOCKET there is
// nothing to be done beside PROGRAM: the shim becomes it. The options are those of
// [shimOptions].
func shim(args []string) int {
	o := shimOptions{}
	args, ok := o.read(args)
	if !ok || len(args) < 4 {
		write(2, "skillctl: "+ShimMarker+" is for skillctl itself\n")
		return exitFailed
	}
	closeOnExec(3)
	if o.seal {
		if path := sealed(o.writable); path != "" {
			write(2, "skillctl: the program was not started: the sandbox lets it change "+path+"; use another sandbox\n")
			return exitNoExec
		}
	}
	tied, errno := newTie(o.tie)
	if errno != 0 {
		write(2, "skillctl: nobody has the run: "+errno.Error()+"\n")
		return exitFailed
	}
	listener, ok := doorway(args[2])
	if !ok {
		return exitFailed
	}
	program, errno := find(args[3])
	if errno != 0 {
		write(2, "skillctl: "+args[3]+": "+errno.Error()+"\n")
		if errno == syscall.ENOENT {
			tied.say(TieNotFound)
			return exitNotFound
		}
		tied.say(TieNoExec)
		return exitNoExec
	}
	o.program.Path = program
	k := &keeper{
		config: &Config{
			Argv: args[3:], Env: syscall.Environ(), Program: o.program, Checks: o.checks, Dir: File{Path: "."},
			Flags: flagSameSession | o.flags, Filter: o.filter,
		},
		landlock: -1, born: -1,
	}
	start := k.become
	if listener >= 0 || tied != nil {
		start = k.fork
		ignoreSignals()
	}
	if f := start(); f != nil {
		says := program + ": " + f.errno.Error()
		if f.changed {
			says = f.path + " is not what was judged"
		}
		write(2, "skillctl: "+says+"\n")
		tied.say(TieNoExec)
		return exitNoExec
	}
	// Its streams are those of the program, and may be of a tender.
	call(syscall.SYS_PRCTL, prSetDumpable, 0)
	if listener >= 0 {
		go forward(listener, args[2])
	}
	return tied.follow(k.leader)
}

// doorway opens what is forwarded to a socket; -1 for none.
func doorway(socket string) (listener int, ok bool) {
	if socket == "" {
		return -1, true
	}
	// Without lo the port is out of reach; an engine brings it up, and a
	// process without the right to need not.
	loopbackUp()
	listener, errno := listen()
	if errno != 0 {
		write(2, "skillctl: cannot listen on 127.0.0.1:"+decimal(ProxyPort)+": "+errno.Error()+"\n")
	}
	return listener, errno == 0
}

// shimOptions are what a shim can be told:
//
//	--filter=FD        the program gets the seccomp program that FD gives
//	--is=FILE          the program has to be this one
//	--opened           it is executed as it was opened, not by its path
//	--check=FILE:PATH  PATH has to be this one
//	--writable=PATH    nothing but this and the like may be changed: see [sealed]
//	--tie=SOCKET       the shim ends when nobody has the other end any more: see [TieBegun]
//
// A FILE is its device, its inode and the time of its last change, as in [File],
// with colons between.
type shimOptions struct {
	filter  []byte
	program File
	checks  []File
	flags   uint64
	// seal says that writable are all folders that may be changed.
	seal     bool
	writable []string
	tie      string
}

// ShimFile is the FILE of an option.
func ShimFile(f File) string {
	return decimal(int64(f.Device)) + ":" + decimal(int64(f.Inode)) + ":" + decimal(f.Changed)
}

// read takes the options out of a command line.
func (o *shimOptions) read(args []string) ([]string, bool) {
	at := 2
	for ; at < len(args) && hasPrefix(args[at], "--"); at++ {
		ok := true
		switch option := args[at]; {
		case hasPrefix(option, "--filter="):
			var fd int
			if fd, ok = number(option[len("--filter="):]); ok {
				o.filter = readFrom(fd, maxFilter)
				ok = len(o.filter) > 0
			}
		case hasPrefix(option, "--is="):
			o.program, ok = shimFile(option[len("--is="):])
		case hasPrefix(option, "--check="):
			var file File
			if file, ok = shimFile(option[len("--check="):]); ok {
				o.checks = append(o.checks, file)
			}
		case hasPrefix(option, "--writable="):
			o.seal, o.writable = true, append(o.writable, option[len("--writable="):])
		case hasPrefix(option, "--tie="):
			o.tie = option[len("--tie="):]
		case option == "--opened":
			o.flags |= FlagDescriptor
		default:
			ok = false
		}
		if !ok {
			return nil, false
		}
	}
	return append(args[:2:2], args[at:]...), true
}

// shimFile reads DEVICE:INODE:CHANGED[:PATH].
func shimFile(text string) (f File, ok bool) {
	var numbers [3]uint64
	for i := range numbers {
		end := 0
		for end < len(text) && text[end] != ':' {
			end++
		}
		if numbers[i], ok = wide(text[:end]); !ok {
			return File{}, false
		}
		text = text[min(end+1, len(text)):]
	}
	return File{Path: text, Device: numbers[0], Inode: numbers[1], Changed: int64(numbers[2])}, true
}

// maxFilter is the longest seccomp program that the kernel takes, in bytes.
const maxFilter = 4096 * 8

// reapUntil waits for all children until the program ends, and returns its code.
func reapUntil(pid int) int {
	for {
		var status syscall.WaitStatus
		got, err := syscall.Wait4(-1, &status, 0, nil)
		switch {
		case got == pid && status.Signaled():
			return 128 + int(status.Signal())
		case got == pid && status.Exited():
			return status.ExitStatus()
		case asErrno(err) == syscall.ECHILD:
			return exitFailed
		}
	}
}

// find looks a program up as execvp does.
func find(name string) (string, syscall.Errno) {
	for i := range len(name) {
		if name[i] == '/' {
			return name, executable(name)
		}
	}
	path, ok := syscall.Getenv("PATH")
	if !ok {
		path = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
	}
	last := syscall.ENOENT
	for _, dir := range fields(path, func(c byte) bool { return c == ':' }) {
		switch errno := executable(dir + "/" + name); errno {
		case 0:
			return dir + "/" + name, 0
		case syscall.EACCES:
			last = errno
		}
	}
	return "", last
}

// executable says why a file cannot be executed; 0 when it can.
func executable(path string) syscall.Errno {
	var stat syscall.Stat_t
	if err := syscall.Stat(path, &stat); err != nil {
		return asErrno(err)
	}
	if stat.Mode&syscall.S_IFMT != syscall.S_IFREG {
		return syscall.EACCES
	}
	const mayExecute = 1
	return asErrno(syscall.Access(path, mayExecute))
}
