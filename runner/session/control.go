package session

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/skillctl/skillctl/runner"
	"github.com/skillctl/skillctl/runner/supervised"
)

// The bounds of what is said on a control socket.
const (
	// MaxSend is how much can be sent at once, in bytes.
	MaxSend   = 1 << 20
	maxSaid   = 2 * MaxSend // in base64, with what is around it
	patience  = 10 * time.Second
	maxAsking = 32 // who may ask at once
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
	dir, err := s.Folder(id)
	if err != nil {
		return err
	}
	conn, err := supervised.Dial(ctx, dir)
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
