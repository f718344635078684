package session

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/skillctl/skillctl/internal/flock"
	"github.com/skillctl/skillctl/runner/supervised"
)

// Seat says whose session a number is: each agent has its own numbers, in each
// folder.
type Seat struct {
	Agent  string `json:"agent"`
	Folder string `json:"folder"`
	Number int64  `json:"number"`
}

// Seated is what a number stands for.
type Seated struct {
	Seat
	// Run is the run of its shell; "" for one that was reset and is opened when it is
	// first used again.
	Run string `json:"run"`
	// Boundary is the digest of each part of the boundary that it was opened with.
	Boundary map[string]string `json:"boundary"`
}

// Numbers keeps which sessions there are. It is safe for use by many processes at
// once.
type Numbers struct{ path string }

// Numbers are kept beside the runs.
func (s *Store) Numbers() *Numbers {
	return &Numbers{path: filepath.Join(filepath.Dir(s.Path()), "numbers")}
}

// staleSeat is after how long a number is forgotten that nobody has opened again.
const staleSeat = 30 * 24 * time.Hour

func (s Seat) name() string {
	sum := sha256.Sum256([]byte(strconv.Quote(s.Agent) + strconv.Quote(s.Folder) + strconv.FormatInt(s.Number, 10)))
	return hex.EncodeToString(sum[:16])
}

// Find returns what a number stands for; ok is false for one that was never used.
func (n *Numbers) Find(seat Seat) (found Seated, ok bool, err error) {
	if err := n.safe(); err != nil {
		return Seated{}, false, err
	}
	err = supervised.ReadFile(n.path, seat.name()+".json", &found)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return Seated{}, false, nil
	case err != nil:
		return Seated{}, false, fmt.Errorf("read session %d: %w", seat.Number, err)
	}
	return found, found.Seat == seat, nil
}

func (n *Numbers) safe() error { return supervised.SafeFolder(n.path, "numbers of sessions") }

// Save keeps what a number stands for.
func (n *Numbers) Save(s Seated) error {
	if err := n.made(); err != nil {
		return err
	}
	if err := supervised.WriteFile(n.path, s.name()+".json", s); err != nil {
		return fmt.Errorf("keep session %d: %w", s.Number, err)
	}
	n.forget()
	return nil
}

func (n *Numbers) made() error {
	if err := os.MkdirAll(n.path, 0o700); err != nil {
		return fmt.Errorf("make the folder of sessions: %w", err)
	}
	return n.safe()
}

// forget removes what nobody has used for long.
func (n *Numbers) forget() {
	entries, err := os.ReadDir(n.path)
	if err != nil {
		return // the next one removes them
	}
	for _, e := range entries {
		if info, err := e.Info(); err == nil && time.Since(info.ModTime()) > staleSeat {
			_ = os.Remove(filepath.Join(n.path, e.Name()))
		}
	}
}

// lockEvery is how often a lock is tried that another process has.
const lockEvery = 20 * time.Millisecond

// Lock waits until this process alone may open and reset a session.
func (n *Numbers) Lock(ctx context.Context, seat Seat) (unlock func(), err error) {
	if err := n.made(); err != nil {
		return nil, err
	}
	f, err := os.OpenFile(filepath.Join(n.path, seat.name()+".lock"), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fmt.Errorf("lock session %d: %w", seat.Number, err)
	}
	for {
		locked, err := flock.Try(f, false)
		if err == nil && !locked {
			err = (SystemClock{}).Sleep(ctx, lockEvery)
		}
		if err != nil {
			_ = f.Close()
			return nil, fmt.Errorf("lock session %d: %w", seat.Number, err)
		}
		if locked {
			return func() {
				flock.Unlock(f)
				_ = f.Close()
			}, nil
		}
	}
}
