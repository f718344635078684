package session

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"time"

	"github.com/skillctl/skillctl/runner"
)

// The bounds of what is said on a control socket.
const (
	// MaxSend is how much can be sent at once, in bytes.
	MaxSend     = 1 << 20
	maxSaid     = 2 * MaxSend // in base64, with what is around it
	patience    = 10 * time.Second
	maxAsking   = 32 // who may ask at once
	dialWithin  = 2 * time.Second
	longestPath = 100 // of a socket's name; systems take 104 to 108
)

// saying is what a supervisor is told.
type saying struct {
	// Op is "input", "stop", "kill" or "resize".
	Op    string          `json:"op"`
	Data  []byte          `json:"data,omitempty"`
	Close bool            `json:"close,omitempty"`
	Size  runner.Terminal `json:"size"`
}

type answer struct {
	Error string `json:"error,omitempty"`
}

// ErrEnded says that a run has ended already.
var ErrEnded = errors.New("the run has ended")

// Send sends input to a run; done closes its input behind that.
func (s *Store) Send(ctx context.Context, id string, text []byte, done bool) error {
	for {
		part := text[:min(len(text), MaxSend)]
		text = text[len(part):]
		if err := s.request(ctx, id, saying{Op: "input", Data: part, Close: done && len(text) == 0}); err != nil || len(text) == 0 {
			return err
		}
	}
}

// Stop asks a run to end and kills it when its grace is over. Kill does so at
// once.
func (s *Store) Stop(ctx context.Context, id string) error {
	return s.request(ctx, id, saying{Op: "stop"})
}

// Kill kills a run.
func (s *Store) Kill(ctx context.Context, id string) error {
	return s.request(ctx, id, saying{Op: "kill"})
}

// Resize changes the terminal of a run.
func (s *Store) Resize(ctx context.Context, id string, size runner.Terminal) error {
	return s.request(ctx, id, saying{Op: "resize", Size: size})
}

// request tells the supervisor of a run something and waits for its answer.
func (s *Store) request(ctx context.Context, id string, what saying) error {
	run, err := s.Get(ctx, id)
	switch {
	case err != nil:
		return err
	case run.State == Finished:
		return fmt.Errorf("run %q: %w", id, ErrEnded)
	case run.State == Gone:
		return fmt.Errorf("run %q was lost: its supervisor was killed, and the run with it", id)
	}
	dir, err := s.folder(id)
	if err != nil {
		return err
	}
	conn, err := dial(ctx, dir)
	if err != nil {
		return fmt.Errorf("reach the supervisor of run %q: %w", id, err)
	}
	defer conn.Close()
	defer context.AfterFunc(ctx, func() { _ = conn.Close() })()
	if err := conn.SetDeadline(time.Now().Add(patience)); err != nil {
		return err
	}
	var said answer
	err = json.NewEncoder(conn).Encode(what)
	if err == nil {
		err = json.NewDecoder(io.LimitReader(conn, maxSaid)).Decode(&said)
	}
	switch {
	case err != nil:
		return fmt.Errorf("ask the supervisor of run %q: %w", id, errors.Join(err, ctx.Err()))
	case said.Error != "":
		return fmt.Errorf("run %q: %s", id, said.Error)
	}
	return nil
}

// answers reports whether the supervisor of a run is there.
func answers(ctx context.Context, dir string) bool {
	conn, err := dial(ctx, dir)
	if err != nil {
		return false
	}
	_ = conn.Close()
	return true
}

// socket calls fn with a name for the control socket of a folder that is short
// enough for the system.
func socket(dir string, fn func(name string) error) error {
	name := filepath.Join(dir, controlName)
	if len(name) <= longestPath {
		return fn(name)
	}
	f, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer f.Close()
	name = fmt.Sprintf("/proc/self/fd/%d/%s", f.Fd(), controlName)
	if _, err := os.Lstat(filepath.Dir(name)); err != nil {
		return fmt.Errorf("the path of %q is too long for a socket; set XDG_STATE_HOME to a shorter one", dir)
	}
	return fn(name)
}

func dial(ctx context.Context, dir string) (net.Conn, error) {
	var conn net.Conn
	err := socket(dir, func(name string) error {
		var err error
		conn, err = (&net.Dialer{Timeout: dialWithin}).DialContext(ctx, "unix", name)
		return err
	})
	return conn, err
}

func listen(dir string) (net.Listener, error) {
	var l net.Listener
	err := socket(dir, func(name string) error {
		var err error
		l, err = net.Listen("unix", name)
		if unix, ok := l.(*net.UnixListener); ok {
			// It stays behind, so that a run that was lost is told from one that starts.
			unix.SetUnlinkOnClose(false)
		}
		return err
	})
	if err == nil {
		err = os.Chmod(filepath.Join(dir, controlName), 0o600)
	}
	return l, err
}
