package stream

import (
	"io"
	"os"
	"sync"
)

// Input is this process's input on its way to a command, which can be stopped
// without taking anything that the command would then not get.
type Input struct {
	from io.Reader
	// tty: whoever types sees that the command has gone on without them.
	tty bool
	// ready waits until there is something to be read.
	ready func() error

	mu   sync.Mutex
	cond *sync.Cond
	// began: something was read; ended: there is no more.
	began, ended, stopped, reading bool
}

// NewInput is the input of a command, which comes from a reader; tty says that a person types it.
func NewInput(from io.Reader, tty bool) *Input {
	i := &Input{from: from, tty: tty, ready: func() error { return nil }}
	i.cond = sync.NewCond(&i.mu)
	if file, ok := from.(*os.File); ok && waitsForInput {
		fd := file.Fd() // taken here: whoever closes the file may do so while Read waits
		i.ready = func() error { return awaitInput(fd) }
	} // else it is in the middle of a read until there is no more
	return i
}

// Read never returns once the input was stopped: the process that the command
// is handed over to gives it its input.
func (i *Input) Read(p []byte) (int, error) {
	if err := i.ready(); err != nil {
		return 0, err
	}
	i.mu.Lock()
	for i.stopped {
		i.cond.Wait()
	}
	i.reading = true
	i.mu.Unlock()
	n, err := i.from.Read(p)
	i.mu.Lock()
	defer i.mu.Unlock()
	i.reading, i.began, i.ended = false, i.began || n > 0, i.ended || err != nil
	return n, err
}

// Stop keeps what has not been read.
func (i *Input) Stop() {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.stopped = true
}

// Ended reports whether the command has been given all there is.
func (i *Input) Ended() bool {
	i.mu.Lock()
	defer i.mu.Unlock()
	return i.ended
}

// StopIfIdle stops the input, unless the command is being fed from a pipe or a file
// and would not get the rest.
func (i *Input) StopIfIdle() bool {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.stopped = i.stopped || !i.reading && (i.ended || i.tty || !i.began)
	return i.stopped
}
