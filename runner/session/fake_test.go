package session_test

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/skillctl/skillctl/runner"
	"github.com/skillctl/skillctl/runner/session"
)

// fake is a run that ends when it is told to, and copies its input to its output.
type fake struct {
	mu      sync.Mutex
	stdout  io.Writer
	signals []os.Signal
	stopped bool
	size    runner.Terminal
	done    chan runner.Result
	fed     chan struct{}
	began   time.Time
}

func newFake(v *session.Supervision) *fake {
	f := &fake{stdout: v.Stdout(), done: make(chan runner.Result, 4), fed: make(chan struct{}), began: time.Now()}
	go func() {
		defer close(f.fed)
		if in := v.Stdin(); in != nil {
			_, _ = io.Copy(v.Stdout(), in)
		}
	}()
	return f
}

func (f *fake) end(code int, why runner.Ended) {
	f.done <- runner.Result{Code: code, Ended: why, Started: f.began, Finished: f.began.Add(1500 * time.Millisecond)}
}

func (f *fake) Wait() (runner.Result, error) { return <-f.done, nil }

func (f *fake) Signal(sig os.Signal) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.signals = append(f.signals, sig)
	if sig == os.Kill {
		f.end(137, runner.Killed)
	}
	return nil
}

func (f *fake) Stop() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.stopped = true
	f.end(143, runner.Killed)
	return nil
}

func (f *fake) Resize(size runner.Terminal) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.size = size
	if size.Rows == 0 {
		return errors.New("no rows")
	}
	return nil
}

func (f *fake) Handover() (runner.Handover, error) { return runner.Handover{}, errors.New("not here") }

// store is one in a folder of the test's.
func store(t *testing.T, opts ...session.StoreOption) *session.Store {
	t.Helper()
	s, err := session.Open(filepath.Join(t.TempDir(), "runs"), opts...)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func meta(id string) session.Meta {
	return session.Meta{ID: id, Command: "cmd " + id, Cwd: "/w", Host: "gateway", Sandbox: "landlock", Stdin: true}
}

// followed starts to follow a fake run, and hands back what waits for its end.
func followed(t *testing.T, s *session.Store, m session.Meta) (*fake, func() (runner.Result, error)) {
	t.Helper()
	if err := s.Create(m); err != nil {
		t.Fatal(err)
	}
	v, err := s.Supervise(m.ID)
	if err != nil {
		t.Fatal(err)
	}
	f := newFake(v)
	type end struct {
		result runner.Result
		err    error
	}
	ended := make(chan end, 1)
	go func() {
		result, err := v.Follow(t.Context(), f)
		ended <- end{result, err}
	}()
	return f, func() (runner.Result, error) {
		e := <-ended
		return e.result, e.err
	}
}
