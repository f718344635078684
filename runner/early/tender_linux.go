//go:build linux && (amd64 || arm64)

package early

import (
	"syscall"
	"unsafe"
)

// tend starts a program whose code is not trusted, and keeps what it writes apart
// from what is said about it:
//
//	skillctl __skillctl_tender PROGRAM ARGUMENT…
//
// Descriptors 0 and 1 carry frames (see [TenderCode] and the others), 2 is the
// tender's own. The program has descriptors of its own: nothing at 0, pipes at 1 and
// 2, commands at 3, replies at 4. It does not have those of the tender, and cannot
// reach them through /proc. The tender ends with the program, and the program with
// it when nobody holds the other end of descriptor 0 any more.
func tend(args []string) int {
	if len(args) < 3 {
		write(2, "skillctl: "+TenderMarker+" is for skillctl itself\n")
		return exitFailed
	}
	closeOnExec(3)
	call(syscall.SYS_PRCTL, prSetDumpable, 0)
	program, errno := find(args[2])
	if errno != 0 {
		write(2, "skillctl: "+args[2]+": "+errno.Error()+"\n")
		if errno == syscall.ENOENT {
			return exitNotFound
		}
		return exitNoExec
	}
	t := &tender{}
	if errno := t.start(program, args[2:]); errno != 0 {
		write(2, "skillctl: "+program+": "+errno.Error()+"\n")
		return exitNoExec
	}
	go t.obey()
	go t.reap()
	return t.follow()
}

// The ends of the pipes that a tender reads, in the order that it looks at them.
const (
	tenderOut = iota
	tenderErr
	tenderReplies
	tenderEnd
	tenderPipes
)

// tender is a program and the pipes to it.
type tender struct {
	pid  int
	from [tenderPipes]int
	// commands is where the program is told what to do, ended where its exit code is
	// passed to follow.
	commands, ended int
	buffer          [TenderFrame]byte
}

func (t *tender) start(program string, argv []string) syscall.Errno {
	null, errno := open("/dev/null", syscall.O_RDWR)
	if errno != 0 {
		return errno
	}
	var to [tenderPipes]int
	for i := range to {
		var pipe [2]int
		if err := syscall.Pipe2(pipe[:], syscall.O_CLOEXEC); err != nil {
			return asErrno(err)
		}
		t.from[i], to[i] = pipe[0], pipe[1]
		if err := syscall.SetNonblock(pipe[0], true); err != nil {
			return asErrno(err)
		}
	}
	var pipe [2]int
	if err := syscall.Pipe2(pipe[:], syscall.O_CLOEXEC); err != nil {
		return asErrno(err)
	}
	t.commands, t.ended = pipe[1], to[tenderEnd]
	pid, err := syscall.ForkExec(program, argv, &syscall.ProcAttr{
		Env:   syscall.Environ(),
		Files: []uintptr{uintptr(null), uintptr(to[tenderOut]), uintptr(to[tenderErr]), uintptr(pipe[0]), uintptr(to[tenderReplies])},
		// While packages are initialised this is the first thread, which ends with the process.
		Sys: &syscall.SysProcAttr{Setsid: true, Pdeathsig: syscall.SIGKILL},
	})
	for _, fd := range [...]int{null, pipe[0], to[tenderOut], to[tenderErr], to[tenderReplies]} {
		syscall.Close(fd) // the program has them
	}
	t.pid = pid
	return asErrno(err)
}

// obey does what the frames of descriptor 0 say. When they end, or are none, all of
// the program ends.
func (t *tender) obey() {
	head := make([]byte, 5)
	for readAll(0, head) {
		size := int(head[1])<<24 | int(head[2])<<16 | int(head[3])<<8 | int(head[4])
		if size > TenderCommand {
			break
		}
		data := make([]byte, size)
		if !readAll(0, data) {
			break
		}
		switch head[0] {
		case TenderCode:
			writeAll(t.commands, data)
		case TenderInterrupt:
			syscall.Kill(-t.pid, syscall.SIGINT) // it may have ended
		}
	}
	syscall.Kill(-t.pid, syscall.SIGKILL) // it may have ended
	syscall.Exit(exitFailed)
}

// reap waits for the end of the program, and of what it leaves to this process.
func (t *tender) reap() {
	code := reapUntil(t.pid)
	writeAll(t.ended, []byte{byte(code)})
}

// pollFD is struct pollfd.
type pollFD struct {
	fd              int32
	events, revents int16
}

const pollIn = 1

// follow passes on what the program writes until it ends, and returns its exit
// code. What it wrote before it replied is passed on before the reply.
func (t *tender) follow() int {
	for {
		var fds [tenderPipes]pollFD
		for i, fd := range t.from {
			fds[i] = pollFD{fd: int32(fd), events: pollIn}
		}
		_, _, errno := syscall.Syscall6(syscall.SYS_PPOLL, uintptr(unsafe.Pointer(&fds)), uintptr(len(fds)), 0, 0, 0, 0)
		if errno != 0 {
			if errno == syscall.EINTR {
				continue
			}
			return exitFailed
		}
		ready := func(i int) bool { return fds[i].revents != 0 }
		if ready(tenderEnd) || ready(tenderReplies) {
			t.drain(tenderOut)
			t.drain(tenderErr)
		}
		if ready(tenderEnd) {
			t.drain(tenderReplies)
			var code [1]byte
			syscall.Read(t.from[tenderEnd], code[:]) // poll says that it is there
			t.send(TenderEnded, code[:])
			return int(code[0])
		}
		for i := tenderOut; i <= tenderReplies; i++ {
			if ready(i) {
				t.pass(i)
			}
		}
	}
}

// drainReads is how often a pipe is read at most before something else is looked
// at: a pipe holds no more, and somebody may fill it without end.
const drainReads = 64

func (t *tender) drain(i int) {
	for range drainReads {
		if !t.pass(i) {
			return
		}
	}
}

// pass passes on what a pipe has. It reports whether there was something.
func (t *tender) pass(i int) bool {
	if t.from[i] < 0 {
		return false
	}
	n, err := syscall.Read(t.from[i], t.buffer[:])
	kinds := [...]byte{tenderOut: TenderOut, tenderErr: TenderErr, tenderReplies: TenderReply}
	switch {
	case n > 0:
		t.send(kinds[i], t.buffer[:n])
		return true
	case asErrno(err) == syscall.EINTR, asErrno(err) == syscall.EAGAIN:
		return false
	}
	syscall.Close(t.from[i]) // nothing more comes
	t.from[i] = -1
	if i == tenderReplies {
		t.send(TenderReply, nil)
	}
	return false
}

// send sends a frame. Whoever does not take it is gone, and with it the reason to
// go on.
func (t *tender) send(kind byte, data []byte) {
	n := len(data)
	if !writeAll(1, append([]byte{kind, byte(n >> 24), byte(n >> 16), byte(n >> 8), byte(n)}, data...)) {
		syscall.Kill(-t.pid, syscall.SIGKILL) // it may have ended
		syscall.Exit(exitFailed)
	}
}

func readAll(fd int, data []byte) bool {
	for len(data) > 0 {
		n, err := syscall.Read(fd, data)
		if asErrno(err) == syscall.EINTR {
			continue
		}
		if n <= 0 {
			return false
		}
		data = data[n:]
	}
	return true
}

func writeAll(fd int, data []byte) bool {
	for len(data) > 0 {
		n, err := syscall.Write(fd, data)
		if asErrno(err) == syscall.EINTR {
			continue
		}
		if n <= 0 {
			return false
		}
		data = data[n:]
	}
	return true
}
