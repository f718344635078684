package session

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/skillctl/skillctl/internal/flock"
	"github.com/skillctl/skillctl/internal/folder"
)

// What lies beside the folders of the runs.
const (
	eventsName = ".events.jsonl"
	lockName   = ".events.lock"
)

// The bounds of the events.
const (
	// maxEvents is how many bytes of events are kept; the oldest half goes when
	// there are more.
	maxEvents = 4 << 20
	// lockWithin is how long another process may take with the events.
	lockWithin      = 10 * time.Second
	eventsLockEvery = 5 * time.Millisecond
)

// EventKind says what happened.
type EventKind string

// What happens.
const (
	// Exit: a run in the background ended, or was lost.
	Exit EventKind = "exit"
	// Still: a run that somebody approved takes long.
	Still EventKind = "running"
	// Unheard: the program that events are given to failed.
	Unheard EventKind = "notify-failed"
)

// Heartbeat asks the host of an agent to wake it for an event, in the words of
// OpenClaw.
type Heartbeat struct {
	Source string `json:"source"`
	Intent string `json:"intent"`
	Reason string `json:"reason"`
}

// Event is what whoever started a run should hear: `run-event` of the schemas.
type Event struct {
	// Seq grows from event to event.
	Seq  int64     `json:"seq"`
	Time time.Time `json:"time"`
	Kind EventKind `json:"kind"`
	// Run is the id of the run; what follows is what is known of it.
	Run     string `json:"run"`
	Command string `json:"command,omitempty"`
	Agent   string `json:"agent,omitempty"`
	Skill   string `json:"skill,omitempty"`
	// Text says it in one line, as OpenClaw tells an agent.
	Text string `json:"text"`
	// Status is "completed" or "failed", for one that ended.
	Status string `json:"status,omitempty"`
	// Code is its exit code, nil where nobody knows it.
	Code   *int   `json:"code,omitempty"`
	Signal string `json:"signal,omitempty"`
	Ended  string `json:"ended,omitempty"`
	// Output is the end of what it wrote, in one line.
	Output string `json:"output,omitempty"`
	// Heartbeat is nil for an event that wakes nobody.
	Heartbeat *Heartbeat `json:"heartbeat,omitempty"`
}

func heartbeat() *Heartbeat {
	return &Heartbeat{Source: "exec-event", Intent: "event", Reason: "exec-event"}
}

// Publish adds an event, and returns it with its time and number.
func (s *Store) Publish(ctx context.Context, e Event) (Event, error) {
	err := s.locked(ctx, func(f *os.File) error {
		var err error
		e, err = s.add(f, e)
		return err
	})
	return e, err
}

// locked calls fn with the file of the events, which no other process changes
// meanwhile.
func (s *Store) locked(ctx context.Context, fn func(f *os.File) error) error {
	if err := os.MkdirAll(s.Path(), 0o700); err != nil {
		return fmt.Errorf("make the folder of runs: %w", err)
	}
	if err := s.Safe(); err != nil {
		return err
	}
	lock, err := os.OpenFile(filepath.Join(s.Path(), lockName), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return fmt.Errorf("lock the events of runs: %w", err)
	}
	defer lock.Close()
	for began := time.Now(); ; {
		free, err := flock.Try(lock, false)
		if err == nil && !free && time.Since(began) > lockWithin {
			err = errors.New("another skillctl holds them")
		}
		if err == nil && !free {
			err = SystemClock{}.Sleep(ctx, eventsLockEvery)
		}
		if err != nil {
			return fmt.Errorf("lock the events of runs: %w", err)
		}
		if free {
			break
		}
	}
	defer flock.Unlock(lock)
	f, err := os.OpenFile(filepath.Join(s.Path(), eventsName), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return fmt.Errorf("open the events of runs: %w", err)
	}
	defer f.Close()
	return fn(f)
}

// add writes an event behind the others. A line that was not written whole, since
// its writer was killed, is no event, and goes.
func (s *Store) add(f *os.File, e Event) (Event, error) {
	all, text, err := readEvents(f)
	if err != nil {
		return e, err
	}
	e.Command, e.Text = clipped(e.Command), clipped(e.Text)
	e.Time = s.Now().UTC()
	e.Seq = e.Time.UnixMicro()
	if n := len(all); n > 0 {
		e.Seq = max(e.Seq, all[n-1].Seq+1)
	}
	line, err := json.Marshal(e)
	if err != nil {
		return e, err
	}
	if len(text) > maxEvents {
		if text, err = s.rewrite(f, all[len(all)/2:]); err != nil {
			return e, err
		}
	}
	if err := f.Truncate(int64(len(text))); err != nil {
		return e, fmt.Errorf("keep an event: %w", err)
	}
	if _, err := f.WriteAt(append(line, '\n'), int64(len(text))); err != nil {
		return e, fmt.Errorf("keep an event: %w", err)
	}
	return e, nil
}

// maxText is how long a text in an event is, in bytes.
const maxText = 4000

// clipped is the beginning of a text.
func clipped(text string) string {
	if len(text) <= maxText {
		return text
	}
	return strings.ToValidUTF8(text[:maxText], "") + "…"
}

// rewrite leaves these events alone in the file.
func (s *Store) rewrite(f *os.File, events []Event) ([]byte, error) {
	var text bytes.Buffer
	for _, e := range events {
		line, err := json.Marshal(e)
		if err != nil {
			return nil, err
		}
		text.Write(append(line, '\n'))
	}
	// Whoever reads meanwhile finds a line that is no event at the worst, and reads
	// again.
	if _, err := f.WriteAt(text.Bytes(), 0); err != nil {
		return nil, fmt.Errorf("remove old events: %w", err)
	}
	if err := f.Truncate(int64(text.Len())); err != nil {
		return nil, fmt.Errorf("remove old events: %w", err)
	}
	return text.Bytes(), nil
}

// readEvents returns the events, and the text of whole lines that they stand in.
func readEvents(f io.Reader) ([]Event, []byte, error) {
	text, err := io.ReadAll(io.LimitReader(f, 2*maxEvents))
	if err != nil {
		return nil, nil, fmt.Errorf("read the events of runs: %w", err)
	}
	text = text[:bytes.LastIndexByte(text, '\n')+1]
	var all []Event
	for line := range bytes.Lines(text) {
		var e Event
		if json.Unmarshal(line, &e) == nil && e.Kind != "" {
			all = append(all, e)
		}
	}
	return all, text, nil
}

// Events returns the events behind one, the oldest first; 0 is before all.
func (s *Store) Events(after int64) ([]Event, error) {
	if err := s.Safe(); err != nil {
		return nil, err
	}
	root, err := folder.Open(s.Path())
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read the events of runs: %w", err)
	}
	defer root.Close()
	f, err := folder.File(root, eventsName)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read the events of runs: %w", err)
	}
	defer f.Close()
	all, _, err := readEvents(f)
	for i, e := range all {
		if e.Seq > after {
			return all[i:], err
		}
	}
	return nil, err
}

// pruneEvents removes the events from before a time.
func (s *Store) pruneEvents(ctx context.Context, before time.Time) error {
	if all, err := s.Events(0); err != nil || len(all) == 0 || !all[0].Time.Before(before) {
		return err
	}
	return s.locked(ctx, func(f *os.File) error {
		all, _, err := readEvents(f)
		if err != nil {
			return err
		}
		i := 0
		for i < len(all) && all[i].Time.Before(before) {
			i++
		}
		_, err = s.rewrite(f, all[i:])
		return err
	})
}
