package session

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"github.com/skillctl/skillctl/runner"
	"github.com/skillctl/skillctl/runner/supervised"
)

// Supervision is a run that this process follows for others.
type Supervision struct {
	store          *Store
	meta           Meta
	dir            string
	files          []*os.File
	stdout, stderr *limited
	stdin          *io.PipeReader
	input          *io.PipeWriter
	listener       net.Listener
	notes          []string
	stopped        atomic.Bool
}

// Supervise prepares to follow a run whose folder is there: its streams go to
// files, its control socket is open. The caller then starts or adopts the run with
// the streams of the supervision, and calls [Supervision.Follow].
func (s *Store) Supervise(id string) (*Supervision, error) {
	dir, err := s.Folder(id)
	if err != nil {
		return nil, err
	}
	v := &Supervision{store: s, dir: dir}
	if err := supervised.ReadFile(dir, supervised.MetaName, &v.meta); err != nil {
		return nil, fmt.Errorf("supervise run %q: %w", id, err)
	}
	for _, name := range []string{stdoutName, stderrName} {
		f, err := os.OpenFile(filepath.Join(dir, name), os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o600)
		if err != nil {
			v.close()
			return nil, fmt.Errorf("supervise run %q: %w", id, err)
		}
		v.files = append(v.files, f)
	}
	if v.stdout, err = resumed(v.files[0]); err == nil {
		v.stderr, err = resumed(v.files[1])
	}
	if err != nil {
		v.close()
		return nil, fmt.Errorf("supervise run %q: read what it wrote before: %w", id, err)
	}
	if v.meta.Stdin || v.meta.Terminal {
		v.stdin, v.input = io.Pipe()
	}
	if v.listener, err = supervised.Listen(dir); err != nil {
		v.close()
		return nil, fmt.Errorf("supervise run %q: %w", id, err)
	}
	return v, nil
}

// Stdout and Stderr are where what the run writes belongs. They never fail.
func (v *Supervision) Stdout() io.Writer { return v.stdout }

// Stderr is like Stdout.
func (v *Supervision) Stderr() io.Writer { return v.stderr }

// Stdin gives what others send; nil for a run without input.
func (v *Supervision) Stdin() io.Reader {
	if v.stdin == nil {
		return nil
	}
	return v.stdin
}

func (v *Supervision) close() {
	if v.listener != nil {
		_ = v.listener.Close()
	}
	if v.input != nil {
		_ = v.input.Close()
		_ = v.stdin.Close()
	}
	for _, f := range v.files {
		_ = f.Close()
	}
}

// Notify says what is to be heard of the run.
func (v *Supervision) Notify() Notify {
	if v.meta.Notify == nil {
		return Notify{}
	}
	return *v.meta.Notify
}

// Note keeps something for people to know about the run, beside how it ended. It
// is not called once the run has ended.
func (v *Supervision) Note(text string) { v.notes = append(v.notes, text) }

// Finish records the end of a run that nobody has to follow any more: it has ended,
// or with an error never began.
func (v *Supervision) Finish(r runner.Result, err error) error {
	defer v.close()
	return v.finish(r, err)
}

// Follow waits for the end of the run, does what others ask of it meanwhile, and
// records how it ended. The end of ctx kills the run. The error is that of the
// run, or of recording its end.
func (v *Supervision) Follow(ctx context.Context, p runner.Process) (runner.Result, error) {
	var asking sync.WaitGroup
	asking.Go(func() { v.serve(p) })
	unhook := context.AfterFunc(ctx, func() { _ = p.Signal(os.Kill) })
	result, err := p.Wait()
	unhook()
	// The end is written before the socket goes: who finds no socket finds the end.
	failed := v.finish(result, err)
	v.close()
	asking.Wait()
	return result, errors.Join(err, failed)
}

// finish writes the end.
func (v *Supervision) finish(r runner.Result, err error) error {
	end := End{
		Finished: v.store.Now().UTC(), Code: r.Code, Signal: r.Signal, Ended: r.Ended, DurationMS: r.Finished.Sub(r.Started).Milliseconds(),
		Stdout: v.stdout.stream(), Stderr: v.stderr.stream(), Notes: v.notes, Stopped: v.stopped.Load(),
	}
	end.Stdout.Cut += r.CutStdout
	end.Stderr.Cut += r.CutStderr
	if err != nil {
		end.Error = err.Error()
		end.Ended = cmp.Or(end.Ended, runner.Lost)
	}
	if err := supervised.WriteFile(v.dir, supervised.EndName, end); err != nil {
		return fmt.Errorf("record the end of run %q: %w", v.meta.ID, err)
	}
	return nil
}

// serve answers those who ask, until the socket is closed.
func (v *Supervision) serve(p runner.Process) {
	places := make(chan struct{}, maxAsking)
	var asking sync.WaitGroup
	defer asking.Wait()
	// One writer at a time: what two send is not mixed.
	var turn sync.Mutex
	for {
		conn, err := v.listener.Accept()
		if errors.Is(err, net.ErrClosed) {
			return
		}
		if err != nil {
			time.Sleep(pollEvery) // such as too many open files
			continue
		}
		places <- struct{}{}
		asking.Go(func() {
			defer func() { <-places }()
			defer conn.Close()
			_ = conn.SetDeadline(time.Now().Add(patience))
			var what saying
			if json.NewDecoder(bufio.NewReader(io.LimitReader(conn, maxSaid))).Decode(&what) != nil {
				return // somebody who only looked whether it answers
			}
			said := answer{}
			if err := v.do(p, what, &turn); err != nil {
				said.Error = err.Error()
			}
			_ = json.NewEncoder(conn).Encode(said)
		})
	}
}

func (v *Supervision) do(p runner.Process, what saying, turn *sync.Mutex) error {
	switch what.Op {
	case "input":
		if v.input == nil {
			return errors.New("it has no input: start it with one to send to it")
		}
		return v.send(what, turn)
	case "stop":
		v.stopped.Store(true)
		return p.Stop()
	case "kill":
		v.stopped.Store(true)
		return p.Signal(os.Kill)
	case "resize":
		return p.Resize(what.Size)
	}
	return fmt.Errorf("%q is nothing that can be asked of a run", what.Op)
}

// send gives input to the run. One that does not read its input must not hold up
// those who ask for ever: what it does not take in time is given up, with the
// rest of its input.
func (v *Supervision) send(what saying, turn *sync.Mutex) error {
	if !turn.TryLock() {
		return errors.New("it is still reading earlier input")
	}
	sent := make(chan error, 1)
	go func() {
		defer turn.Unlock()
		_, err := v.input.Write(what.Data)
		if what.Close {
			err = errors.Join(err, v.input.Close())
		}
		sent <- err
	}()
	select {
	case err := <-sent:
		if errors.Is(err, io.ErrClosedPipe) {
			return errors.New("its input is closed")
		}
		return err
	case <-time.After(patience / 2):
		return errors.New("it does not read its input; what was sent is queued")
	}
}
