//go:build unix

// Package terminal gives tests a pseudo-terminal with somebody before it: what is
// written on it is kept, and keys can be pressed.
package terminal

import (
	"bytes"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/creack/pty"
)

// patience is how long a text may take to come to the screen.
const patience = 10 * time.Second

// Terminal is a pseudo-terminal.
type Terminal struct {
	// File is the side that a program reads from and writes to.
	File *os.File

	t    *testing.T
	keys *os.File // the person's side

	mu      sync.Mutex
	written bytes.Buffer
}

// New opens a terminal that is closed when the test ends. Where there are none the
// test is skipped.
func New(t *testing.T) *Terminal {
	t.Helper()
	keys, file, err := pty.Open()
	if err != nil {
		t.Skipf("there are no pseudo-terminals: %v", err)
	}
	term := &Terminal{File: file, t: t, keys: keys}
	t.Cleanup(func() { _ = keys.Close(); _ = file.Close() })
	go term.keep()
	return term
}

func (term *Terminal) keep() {
	buffer := make([]byte, 4096)
	for {
		n, err := term.keys.Read(buffer)
		term.mu.Lock()
		term.written.Write(buffer[:n])
		term.mu.Unlock()
		if err != nil {
			return
		}
	}
}

// Screen is all that was written so far.
func (term *Terminal) Screen() string {
	term.mu.Lock()
	defer term.mu.Unlock()
	return strings.ReplaceAll(term.written.String(), "\r\n", "\n")
}

// Await waits until a text stands on the screen.
func (term *Terminal) Await(text string) {
	term.t.Helper()
	for began := time.Now(); time.Since(began) < patience; time.Sleep(10 * time.Millisecond) {
		if strings.Contains(term.Screen(), text) {
			return
		}
	}
	term.t.Errorf("%q never stood on the screen:\n%s", text, term.Screen())
}

// Press presses keys.
func (term *Terminal) Press(keys string) {
	term.t.Helper()
	if _, err := term.keys.WriteString(keys); err != nil {
		term.t.Error(err)
	}
}
