package docker

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"time"

	"github.com/docker/docker/api/types"
	"github.com/docker/docker/api/types/container"

	"github.com/skillctl/skillctl/runner"
	"github.com/skillctl/skillctl/runner/internal/capture"
)

// state is what another process needs to go on with a run, besides the lease and,
// where there is one, the connection: Files in this order.
type state struct {
	Container string `json:"container"`
	// Exec is the command in a warm container, User who it runs as.
	Exec  string `json:"exec,omitempty"`
	User  string `json:"user,omitempty"`
	Lease string `json:"lease"`
	// Tied: the connection that ends the run with whoever has it follows the lease.
	Tied bool `json:"tied,omitempty"`
	// Kills is what the kernel had ended for want of memory when the run began.
	Kills int64 `json:"kills"`
	// Socket: the connection is handed over. Else the engine keeps the output.
	Socket bool     `json:"socket"`
	Split  splitter `json:"split"`
	// Outputs are how far stdout and stderr are.
	Outputs []capture.State `json:"outputs"`
	// Ran is how long it ran, Left how long it may go on.
	Ran  time.Duration `json:"ran"`
	Left time.Duration `json:"left"`
}

// Handover lets go of the run; see [runner.Process].
func (p *process) Handover() (runner.Handover, error) {
	select {
	case <-p.done:
		return runner.Handover{}, errors.New("hand over the run: it has ended")
	default:
	}
	first := false
	p.let.Do(func() { first = true })
	if !first {
		return runner.Handover{}, errors.New("hand over the run: it was tried before")
	}
	close(p.yield)
	<-p.done
	if !errors.Is(p.err, runner.ErrHandedOver) {
		return runner.Handover{}, errors.New("hand over the run: it has ended")
	}
	socket, err := p.out.release(p.engine.patience)
	if err != nil {
		return runner.Handover{}, errors.Join(fmt.Errorf("hand over the run, which was ended: %w", err), p.abandon())
	}
	s, files, err := p.unit.handover()
	if err != nil {
		return runner.Handover{}, errors.Join(fmt.Errorf("hand over the run, which was ended: %w", err), p.abandon())
	}
	s.Split, s.Ran, s.Left = p.out.split, time.Since(p.started), time.Until(p.deadline)
	s.Outputs = []capture.State{p.out.split.stdout.State(), p.out.split.stderr.State()}
	if socket != nil {
		s.Socket = true
		files = append(files, socket)
	}
	text, err := json.Marshal(s)
	if err != nil {
		return runner.Handover{}, fmt.Errorf("hand over the run: %w", err)
	}
	return runner.Handover{Backend: Name, State: text, Files: files}, nil
}

// abandon ends a run that nobody follows.
func (p *process) abandon() error {
	ctx, cancel := p.engine.call(context.Background())
	defer cancel()
	p.out.close()
	err := p.unit.kill(ctx)
	_, settled := p.unit.settle(ctx, false)
	return errors.Join(err, settled)
}

// Adopt goes on with a run; see [runner.Backend]. Where the engine is reached by
// a connection that cannot be handed over, the output is what the engine has kept:
// the last 64 MB.
func (b *Backend) Adopt(ctx context.Context, run runner.Handover, spec runner.Spec) (runner.Process, error) {
	var s state
	if err := json.Unmarshal(run.State, &s); err != nil || run.Backend != Name || len(s.Outputs) != 2 {
		return nil, fmt.Errorf("adopt run %s: the handover of backend %q is none of docker's", spec.ID, run.Backend)
	}
	lease, tied, socket, err := s.files(run.Files)
	if err != nil {
		return nil, fmt.Errorf("adopt run %s: %w", spec.ID, err)
	}
	if err := complete(spec.Boundary); err != nil {
		return nil, fmt.Errorf("adopt run %s: %w", spec.ID, err)
	}
	e, err := b.engine(ctx, spec.Boundary.Docker)
	if err != nil {
		return nil, err
	}
	split := s.Split
	limit := spec.Boundary.Limits.Output
	split.stdout = capture.Resume(spec.Stdout, "stdout", limit, s.Outputs[0])
	split.stderr = capture.Resume(spec.Stderr, "stderr", limit, s.Outputs[1])
	var out *stream
	if s.Socket {
		out, err = adoptSocket(socket, split)
	} else {
		out, err = e.adoptLogs(ctx, s, split)
	}
	if err != nil {
		return nil, fmt.Errorf("adopt run %s: %w", spec.ID, err)
	}
	now := time.Now()
	p := &process{
		engine: e, out: out, limits: spec.Boundary.Limits, terminal: spec.Terminal != nil,
		started: now.Add(-s.Ran), deadline: now.Add(s.Left), after: func() {}, rootWritable: !spec.Boundary.Docker.ReadOnly,
	}
	kept := heldLease(lease, s.Lease)
	memory := e.listen(ctx, s.Container)
	memory.before = s.Kills
	if s.Exec != "" {
		p.unit = &warm{engine: e, id: s.Container, exec: s.Exec, user: s.User, lease: kept, memory: memory}
	} else {
		c := &cold{engine: e, id: s.Container, lease: kept, memory: memory, waiting: e.beginWait(ctx, s.Container, container.WaitConditionNotRunning)}
		if tied != nil {
			if c.tie, err = adoptTie(tied); err != nil {
				return nil, fmt.Errorf("adopt run %s: %w", spec.ID, err)
			}
		}
		c.tie.held() // from here its end is not missed
		p.unit = c
	}
	if spec.Stdin == nil && s.Socket && !split.Raw {
		out.endStdin() // the end of it may have been on its way
	}
	out.feedStdin(spec.Stdin)
	return p.watch(ctx), nil
}

// files are those of a handover: the lease, and where there are such the tie and the
// connection.
func (s *state) files(given []*os.File) (lease, tied, socket *os.File, err error) {
	wanted := 1
	for _, there := range []bool{s.Tied, s.Socket} {
		if there {
			wanted++
		}
	}
	if len(given) != wanted {
		return nil, nil, nil, fmt.Errorf("it has %d files instead of %d", len(given), wanted)
	}
	lease, rest := given[0], given[1:]
	if s.Tied {
		tied, rest = rest[0], rest[1:]
	}
	if s.Socket {
		socket = rest[0]
	}
	return lease, tied, socket, nil
}

// adoptSocket goes on with a connection.
func adoptSocket(file *os.File, split splitter) (*stream, error) {
	conn, err := net.FileConn(file)
	if err != nil {
		return nil, fmt.Errorf("go on with the connection: %w", err)
	}
	_ = file.Close()
	return newStream(types.HijackedResponse{Conn: conn, Reader: bufio.NewReader(conn)}, conn, split), nil
}

// adoptLogs reads what the engine has kept, and leaves out what was there before.
func (e *engine) adoptLogs(ctx context.Context, s state, split splitter) (*stream, error) {
	split.Head, split.Left = nil, 0
	split.SkipStdout += s.Outputs[0].Kept + s.Outputs[0].Cut
	split.SkipStderr += s.Outputs[1].Kept + s.Outputs[1].Cut
	kept := func(follow bool) (io.ReadCloser, error) {
		return e.ContainerLogs(context.WithoutCancel(ctx), s.Container, container.LogsOptions{ShowStdout: true, ShowStderr: true, Follow: follow})
	}
	logs, err := kept(true)
	if err != nil {
		return nil, fmt.Errorf("read the output that was kept: %w", e.said(err))
	}
	out := &stream{conn: closing{logs: logs}, from: bufio.NewReader(logs), split: split, done: make(chan struct{})}
	out.again = func() (io.ReadCloser, error) { return kept(false) }
	go out.read()
	return out, nil
}

// closing is a reader of the engine's in the place of a connection: nothing can be
// written to it.
type closing struct {
	net.Conn
	logs io.Closer
}

// Write fails: what was kept is only read.
func (c closing) Write([]byte) (int, error) { return 0, errors.New("the run has no input any more") }

// Close ends the reading.
func (c closing) Close() error { return c.logs.Close() }

// SetReadDeadline cannot be had: the reading is ended by Close.
func (c closing) SetReadDeadline(time.Time) error { return errors.ErrUnsupported }
