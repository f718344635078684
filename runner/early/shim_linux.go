//go:build linux && (amd64 || arm64)

package early

import "syscall"

// shim is the first process of a container or of a network namespace:
//
//	skillctl __skillctl_shim [--filter=FD] SOCKET PROGRAM ARGUMENT…
//
// It forwards 127.0.0.1:3128 to SOCKET, runs PROGRAM under the seccomp program
// that descriptor FD gives (looked up in PATH when it
// has no slash) with its own environment, folder and streams, outlives
// the signals that are for it, reaps what is left to it, and returns PROGRAM's exit code, or 128 and the
// number of the signal that ended it.
func shim(args []string) int {
	ignoreSignals()
	var filter []byte
	if len(args) > 2 && hasPrefix(args[2], "--filter=") {
		fd, ok := number(args[2][len("--filter="):])
		if filter = readFrom(fd, maxFilter); !ok || len(filter) == 0 {
			write(2, "skillctl: there is no filter for the program\n")
			return exitFailed
		}
		args = append(args[:2:2], args[3:]...)
	}
	if len(args) < 4 {
		write(2, "skillctl: "+ShimMarker+" is for skillctl itself\n")
		return exitFailed
	}
	closeOnExec(3)
	// Without lo the port is out of reach; an engine brings it up, and a
	// process without the right to need not.
	loopbackUp()
	listener, errno := listen()
	if errno != 0 {
		write(2, "skillctl: cannot listen on 127.0.0.1:"+decimal(ProxyPort)+": "+errno.Error()+"\n")
		return exitFailed
	}
	program, errno := find(args[3])
	if errno != 0 {
		write(2, "skillctl: "+args[3]+": "+errno.Error()+"\n")
		if errno == syscall.ENOENT {
			return exitNotFound
		}
		return exitNoExec
	}
	k := &keeper{
		config: &Config{
			Argv: args[3:], Env: syscall.Environ(), Program: File{Path: program}, Dir: File{Path: "."},
			Flags: flagSameSession, Filter: filter,
		},
		landlock: -1, born: -1,
	}
	if f := k.fork(); f != nil {
		write(2, "skillctl: "+program+": "+f.errno.Error()+"\n")
		return exitNoExec
	}
	go forward(listener, args[2])
	return reapUntil(k.leader)
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
