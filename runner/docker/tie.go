package docker

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/skillctl/skillctl/runner"
	"github.com/skillctl/skillctl/runner/early"
)

// A container whose run is tied has this very binary as the parent of its program, with
// a connection to whoever has the run (package early). The connection goes along when
// the run is handed over. When the last process that has it is gone, the binary ends,
// the container with it, and the engine removes that.
const tieTarget = shimFolder + "/tie.sock"

// tie is this end of the connection.
type tie struct {
	listener *net.UnixListener
	folder   *os.File
	name     string
	conn     *net.UnixConn
}

// tie changes a plan to one of a tied run. Where that cannot be had it returns nil, and
// the plan is as it was.
func (s *starting) tie() (*tie, error) {
	if !s.spec.Tied || s.spec.Tended || !s.engine.passes {
		return nil, nil
	}
	program, err := s.backend.shim(s.engine, s.image)
	var missing *runner.UnavailableError
	if errors.As(err, &missing) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	t, err := listenTie(s.dir, s.plan.Name+".tie")
	if err != nil {
		return nil, fmt.Errorf("start run %s: %w", s.spec.ID, err)
	}
	plan, option := s.plan, "--tie="+tieTarget
	plan.HostConfig.Mounts = append(plan.HostConfig.Mounts, Mount{Type: "bind", Source: filepath.Join(s.dir, t.name), Target: tieTarget, ReadOnly: true})
	if s.spec.Boundary.Network == "restricted" { // it is there already
		plan.Cmd = slices.Insert(slices.Clone(plan.Cmd), 1, option)
	} else {
		plan.HostConfig.Mounts = append(plan.HostConfig.Mounts, Mount{Type: "bind", Source: program, Target: shimTarget, ReadOnly: true})
		plan.Cmd = slices.Concat([]string{early.ShimMarker, option, ""}, plan.Entrypoint, plan.Cmd)
		plan.Entrypoint = []string{shimTarget}
	}
	plan.HostConfig.AutoRemove = true
	return t, nil
}

// listenTie makes a socket in a folder that is open to its owner alone; the socket is
// open to all, since the user in a container is another.
func listenTie(dir, name string) (_ *tie, err error) {
	t := &tie{name: name}
	if t.folder, err = os.Open(dir); err != nil {
		return nil, fmt.Errorf("make the socket of the container: %w", err)
	}
	// Only short paths are possible; this one is.
	short := fmt.Sprintf("/proc/self/fd/%d/%s", t.folder.Fd(), name)
	if t.listener, err = net.ListenUnix("unix", &net.UnixAddr{Name: short, Net: "unix"}); err == nil {
		t.listener.SetUnlinkOnClose(false) // by a path that may be another's then
		err = os.Chmod(filepath.Join(dir, name), 0o666)
	}
	if err != nil {
		t.close()
		return nil, fmt.Errorf("make the socket of the container: %w", err)
	}
	return t, nil
}

// begun waits until the program runs. It returns what a shim says of one that does not,
// 0 for a shim that said nothing.
func (t *tie) begun(ctx context.Context, patience time.Duration) (byte, error) {
	until := time.Now().Add(patience)
	_ = t.listener.SetDeadline(until)
	defer context.AfterFunc(ctx, func() { _ = t.listener.SetDeadline(time.Now()) })()
	conn, err := t.listener.AcceptUnix()
	if err != nil {
		return 0, fmt.Errorf("wait for the program in the container: %w", err)
	}
	t.conn = conn
	t.unlisten()
	var word [1]byte
	_ = conn.SetReadDeadline(until)
	if _, err := conn.Read(word[:]); err != nil {
		return 0, nil //nolint:nilerr // how it ended says more
	}
	return word[0], nil
}

// begun waits for the program of a tied run, as an engine does for that of others.
func (s *starting) begun(ctx context.Context, t *tie) error {
	if t == nil {
		return nil
	}
	word, err := t.begun(ctx, s.engine.patience)
	switch {
	case err != nil:
		return fmt.Errorf("start run %s: %w", s.spec.ID, err)
	case word == early.TieNotFound:
		return &runner.NotFoundError{Program: s.spec.Argv[0]}
	case word == early.TieNoExec:
		return fmt.Errorf("start run %s: %q cannot be executed in the container", s.spec.ID, s.spec.Argv[0])
	}
	return nil
}

// held tells the shim that its end is waited for.
func (t *tie) held() {
	if t != nil && t.conn != nil {
		_, _ = t.conn.Write([]byte{early.TieHeld}) // one that is gone has ended
	}
}

// unlisten takes the socket away: nobody else is to connect.
func (t *tie) unlisten() {
	if t.folder == nil {
		return
	}
	_ = os.Remove(filepath.Join(t.folder.Name(), t.name))
	if t.listener != nil {
		_ = t.listener.Close()
	}
	_ = t.folder.Close()
	t.folder = nil
}

// close lets go of the run.
func (t *tie) close() {
	if t == nil {
		return
	}
	t.unlisten()
	if t.conn != nil {
		_ = t.conn.Close()
	}
}

// release is the connection, for another process.
func (t *tie) release() (*os.File, error) {
	if t == nil {
		return nil, nil
	}
	file, err := t.conn.File()
	if err != nil {
		return nil, fmt.Errorf("let go of the connection to the container: %w", err)
	}
	return file, t.conn.Close()
}

// adoptTie goes on with a connection of another process.
func adoptTie(file *os.File) (*tie, error) {
	conn, err := net.FileConn(file)
	_ = file.Close()
	if err != nil {
		return nil, fmt.Errorf("go on with the connection to the container: %w", err)
	}
	unix, ok := conn.(*net.UnixConn)
	if !ok {
		_ = conn.Close()
		return nil, fmt.Errorf("go on with the connection to the container: %T is none", conn)
	}
	return &tie{conn: unix}, nil
}
