//go:build linux && (amd64 || arm64)

package early

import "syscall"

// tie is a connection to whoever has a run: when its other end is gone, nobody has the
// run any more, and it ends.
type tie struct {
	fd int
	// heard is closed when the other end has said something.
	heard chan struct{}
}

// newTie connects to a unix socket; without one there is no tie.
func newTie(socket string) (*tie, syscall.Errno) {
	if socket == "" {
		return nil, 0
	}
	fd, err := syscall.Socket(syscall.AF_UNIX, syscall.SOCK_STREAM|syscall.SOCK_CLOEXEC, 0)
	if err != nil {
		return nil, asErrno(err)
	}
	for {
		err := syscall.Connect(fd, &syscall.SockaddrUnix{Name: socket})
		if err == nil {
			return &tie{fd: fd, heard: make(chan struct{})}, 0
		}
		if asErrno(err) != syscall.EINTR {
			return nil, asErrno(err)
		}
	}
}

// say says one of the words of a tie, [TieBegun] and the others; without a tie nobody
// listens.
func (t *tie) say(word byte) {
	if t != nil {
		writeAll(t.fd, []byte{word}) // one that is gone ends the run
	}
}

// hold ends this process, and with it the container, when nobody has the run any more.
func (t *tie) hold() {
	var word [1]byte
	for first := true; readAll(t.fd, word[:]); first = false {
		if first {
			close(t.heard)
		}
	}
	syscall.Exit(exitFailed)
}

// follow waits for the end of the program, and returns its exit code.
func (t *tie) follow(pid int) int {
	if t == nil {
		return reapUntil(pid)
	}
	go t.hold()
	t.say(TieBegun)
	code := reapUntil(pid)
	t.wait() // else nobody who waits for it has the run yet
	return code
}

// heldRounds of 100 ms is how long a program that has ended waits to be waited for.
const heldRounds = 100

// wait waits until the other end says that it waits for the end of this process.
func (t *tie) wait() {
	late := make(chan struct{})
	go func() {
		for range heldRounds {
			pause(100e6)
		}
		close(late)
	}()
	select {
	case <-t.heard:
	case <-late:
	}
}
