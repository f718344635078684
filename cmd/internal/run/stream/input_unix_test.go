//go:build unix

package stream

import (
	"errors"
	"io"
	"os"
	"strings"
	"testing"
	"time"
)

func pipe(t *testing.T) (out, in *os.File) {
	t.Helper()
	out, in, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _, _ = out.Close(), in.Close() })
	return out, in
}

// TestInput lets go of an input that nothing came from or that has ended, and
// takes nothing after that; one that is being fed it keeps.
func TestInput(t *testing.T) {
	t.Parallel()
	out, in := pipe(t)
	quiet := NewInput(out, false)
	read := make(chan struct{})
	go func() {
		_, _ = quiet.Read(make([]byte, 10)) // it never returns
		close(read)
	}()
	if !quiet.StopIfIdle() || quiet.Ended() {
		t.Error("what nothing came from is kept, or is said to be over")
	}
	if _, err := io.WriteString(in, "for the next"); err != nil {
		t.Fatal(err)
	}
	next := NewInput(out, false)
	buffer := make([]byte, 100)
	n, err := next.Read(buffer)
	if err != nil || string(buffer[:n]) != "for the next" {
		t.Errorf("the next one reads %q, %v", buffer[:n], err)
	}
	select {
	case <-read:
		t.Error("the one that was let go of has read something")
	default:
	}
	if next.StopIfIdle() {
		t.Error("what is being fed is let go of")
	}
	tty := NewInput(out, true)
	tty.began = true
	if !tty.StopIfIdle() {
		t.Error("a terminal is kept")
	}
	_ = in.Close()
	if _, err := next.Read(buffer); !errors.Is(err, io.EOF) {
		t.Errorf("its end is %v", err)
	}
	if !next.Ended() || !next.StopIfIdle() {
		t.Error("what has ended is kept")
	}
}

// TestInputReader keeps a reader that is no file until its end: it may be in the
// middle of a read.
func TestInputReader(t *testing.T) {
	t.Parallel()
	out, in := io.Pipe()
	i := NewInput(out, false)
	ended := make(chan error, 1)
	go func() {
		_, err := io.Copy(io.Discard, i)
		ended <- err
	}()
	reads := func() bool {
		i.mu.Lock()
		defer i.mu.Unlock()
		return i.reading
	}
	for began := time.Now(); !reads() && time.Since(began) < time.Minute; {
		time.Sleep(time.Millisecond)
	}
	if i.StopIfIdle() {
		t.Error("it is let go of in the middle of a read")
	}
	_ = in.Close()
	if err := <-ended; err != nil || !i.Ended() {
		t.Errorf("it ended with %v, over %v", err, i.Ended())
	}
}

// TestTailState goes on in another process where one was.
func TestTailState(t *testing.T) {
	t.Parallel()
	whole, first := &Tail{TailState: TailState{Max: 20}}, &Tail{TailState: TailState{Max: 20}}
	text := strings.Repeat("0123456789", 7)
	_, _ = whole.Write([]byte(text))
	_, _ = first.Write([]byte(text[:33]))
	second := &Tail{TailState: first.State()}
	_, _ = second.Write([]byte(text[33:]))
	if got, want := second.Text(), whole.Text(); got != want || !strings.Contains(want, "50 bytes left out") {
		t.Errorf("%q; want %q", got, want)
	}
}
