// Package capture bounds what is kept of a run's output.
package capture

import (
	"fmt"
	"io"
	"sync"
	"unicode/utf8"
)

// Writer passes on the first bytes that are written to it and counts the rest.
// It never fails and never stops taking bytes, so that a command is not held up
// by an output that nobody wants any more. It is safe for concurrent use.
type Writer struct {
	mutex sync.Mutex
	to    io.Writer
	name  string
	limit int64
	state State
	err   error
}

// State is how far a Writer has come: enough for another process to go on.
type State struct {
	// Kept and Cut are the bytes that were passed on and those that were not. The
	// mark is in neither.
	Kept int64 `json:"kept"`
	Cut  int64 `json:"cut"`
}

// New returns a Writer that passes the first limit bytes on to another, nil for
// nobody. The name of the stream, "stdout", is for errors.
func New(to io.Writer, name string, limit int64) *Writer {
	return Resume(to, name, limit, State{})
}

// Resume returns a Writer that goes on where another was.
func Resume(to io.Writer, name string, limit int64, state State) *Writer {
	if to == nil {
		to = io.Discard
	}
	return &Writer{to: to, name: name, limit: limit, state: state}
}

// Write takes all of p, whatever becomes of it.
func (w *Writer) Write(p []byte) (int, error) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	keep := int64(0)
	if w.state.Cut == 0 {
		keep = min(int64(len(p)), w.limit-w.state.Kept)
	}
	rest := int64(len(p)) - keep
	if rest > 0 && keep > 0 {
		whole := wholeRunes(p, int(keep))
		rest += keep - whole
		keep = whole
	}
	if keep > 0 {
		w.state.Kept += keep
		w.pass(p[:keep])
	}
	w.state.Cut += rest
	return len(p), nil
}

// End says that nothing more comes: where something was left out, a mark follows
// the rest.
func (w *Writer) End() {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	if w.state.Cut > 0 {
		w.pass(fmt.Appendf(nil, "\n… [skillctl: output cut at %d bytes, %d left out]\n", w.limit, w.state.Cut))
	}
}

// pass hands bytes on until that fails once.
func (w *Writer) pass(p []byte) {
	if w.err != nil {
		return
	}
	if n, err := w.to.Write(p); err != nil {
		w.err = fmt.Errorf("pass on %s: %w", w.name, err)
	} else if n < len(p) {
		w.err = fmt.Errorf("pass on %s: %w", w.name, io.ErrShortWrite)
	}
}

// State says how far the Writer has come.
func (w *Writer) State() State {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	return w.state
}

// Cut is how many bytes were not passed on because of the limit.
func (w *Writer) Cut() int64 { return w.State().Cut }

// Err is the first error of the writer behind this one; what came after it is
// lost.
func (w *Writer) Err() error {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	return w.err
}

// wholeRunes moves a cut at n back to where a character begins, so that no half
// of one is left. Bytes that are no text are cut anywhere.
func wholeRunes(p []byte, n int) int64 {
	for back := range utf8.UTFMax {
		at := n - back
		if at < 0 {
			break
		}
		if utf8.RuneStart(p[at]) {
			if r, _ := utf8.DecodeRune(p[at:]); r == utf8.RuneError {
				break
			}
			return int64(at)
		}
	}
	return int64(n)
}
