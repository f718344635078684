package notebook

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"sync"
	"time"

	"github.com/skillctl/skillctl/runner/session"
	"github.com/skillctl/skillctl/runner/supervised"
)

// reach opens a connection to the supervisor of a session.
func (s *Store) reach(ctx context.Context, id string) (*line, error) {
	one, err := s.Get(ctx, id)
	if err != nil {
		return nil, err
	}
	if one.State == Over || one.State == Lost {
		return nil, &OverError{one}
	}
	dir, err := s.Folder(id)
	if err != nil {
		return nil, err
	}
	conn, err := supervised.Dial(ctx, dir)
	if err != nil {
		return nil, fmt.Errorf("reach the supervisor of session %q: %w", id, err)
	}
	return newLine(conn, maxTold), nil
}

// gone is the error of a supervisor that broke off: that its session has ended, when
// it has.
func (s *Store) gone(ctx context.Context, id string, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if one, failed := s.Get(ctx, id); failed == nil && (one.State == Over || one.State == Lost) {
		return &OverError{one}
	}
	return fmt.Errorf("ask the supervisor of session %q: %w", id, err)
}

// ask asks for one thing and waits for the answer.
func (s *Store) ask(ctx context.Context, id string, what asked) (told, error) {
	l, err := s.reach(ctx, id)
	if err != nil {
		return told{}, err
	}
	defer l.Close()
	defer context.AfterFunc(ctx, func() { _ = l.Close() })()
	var said told
	err = l.write(what)
	for err == nil {
		said = told{}
		if err = l.read(&said); err == nil && !said.Busy {
			break
		}
		if said.Error != "" {
			break
		}
	}
	switch {
	case err != nil:
		return told{}, s.gone(ctx, id, err)
	case said.Error != "":
		return told{}, fmt.Errorf("session %s: %s", id, said.Error)
	}
	return said, nil
}

// About asks the supervisor what it knows.
func (s *Store) About(ctx context.Context, id string) (About, error) {
	said, err := s.ask(ctx, id, asked{Op: "about"})
	if err != nil || said.About == nil {
		return About{}, err
	}
	return *said.About, nil
}

// Reset gives a session a clean state, when what runs in it has ended.
func (s *Store) Reset(ctx context.Context, id string) error {
	_, err := s.ask(ctx, id, asked{Op: "reset"})
	return err
}

// Close ends a session, and what runs in it. Nothing is left of it then.
func (s *Store) Close(ctx context.Context, id string) error {
	_, err := s.ask(ctx, id, asked{Op: "close"})
	return err
}

// Turn is the right to run code.
type Turn struct {
	store *Store
	id    string
	line  *line
	About About
	mu    sync.Mutex
}

// Take waits for the turn; waiting is called when it has to. With noWait it does not
// wait, and the error is [ErrBusy].
func (s *Store) Take(ctx context.Context, id string, noWait bool, waiting func()) (*Turn, error) {
	l, err := s.reach(ctx, id)
	if err != nil {
		return nil, err
	}
	defer context.AfterFunc(ctx, func() { _ = l.Close() })()
	err = l.write(asked{Op: "take", NoWait: noWait})
	for err == nil {
		var said told
		if err = l.read(&said); err != nil {
			break
		}
		switch {
		case said.About != nil:
			return &Turn{store: s, id: id, line: l, About: *said.About}, nil
		case said.Busy && noWait:
			_ = l.Close()
			return nil, fmt.Errorf("session %s: %w", id, ErrBusy)
		case said.Busy:
			waiting()
		case said.Error != "":
			_ = l.Close()
			return nil, fmt.Errorf("session %s: %s", id, said.Error)
		}
	}
	_ = l.Close()
	return nil, s.gone(ctx, id, err)
}

// Run runs code and gives what it writes to the writers.
func (t *Turn) Run(ctx context.Context, order Order, stdout, stderr io.Writer) (Done, error) {
	err := t.say(asked{Op: "run", Order: &order})
	for err == nil {
		var said told
		if err = t.line.read(&said); err != nil {
			break
		}
		for _, part := range []struct {
			text []byte
			to   io.Writer
		}{{said.Stdout, stdout}, {said.Stderr, stderr}} {
			if len(part.text) > 0 {
				_, _ = part.to.Write(part.text) // whoever is gone misses nothing
			}
		}
		switch {
		case said.Done != nil:
			return *said.Done, nil
		case said.Error != "":
			return Done{}, fmt.Errorf("session %s: %s", t.id, said.Error)
		}
	}
	return Done{}, t.store.gone(ctx, t.id, err)
}

// Interrupt interrupts what runs in the turn; Kill ends its kernel.
func (t *Turn) Interrupt() error { return t.say(asked{Op: "interrupt"}) }

// Kill ends the kernel of what runs in the turn.
func (t *Turn) Kill() error { return t.say(asked{Op: "kill"}) }

func (t *Turn) say(what asked) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.line.write(what)
}

// Close gives the turn back.
func (t *Turn) Close() error {
	if err := t.line.Close(); err != nil && !errors.Is(err, net.ErrClosed) {
		return err
	}
	return nil
}

// Wait waits until a session is over, for as long as most.
func (s *Store) Wait(ctx context.Context, id string, most time.Duration) (Session, error) {
	for began := time.Now(); ; {
		one, err := s.Get(ctx, id)
		if err != nil || one.State == Over || one.State == Lost || time.Since(began) > most {
			return one, err
		}
		if err := (session.SystemClock{}).Sleep(ctx, 20*time.Millisecond); err != nil {
			return one, err
		}
	}
}
