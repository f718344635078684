package session

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/skillctl/skillctl/runner"
	"github.com/skillctl/skillctl/runner/supervised"
)

// Notify says what is to be heard of a run. It stays as it was when the run began.
type Notify struct {
	// OnExit: its end is an event, EmptySuccess: also that of one that ended well and
	// wrote nothing.
	OnExit       bool `json:"onExit"`
	EmptySuccess bool `json:"emptySuccess,omitempty"`
	// Program is given each event, by its arguments; empty for none.
	Program []string `json:"program,omitempty"`
}

// settledName is a file in the folder of a run whose end was made an event, or needs
// none.
const settledName = "settled"

// How much of an output an event has, in UTF-16 units: OpenClaw reads the last 400
// and tells 180 of them.
const (
	tailUnits    = 400
	snippetUnits = 180
)

// Told is an event, and the program that it is to be given to.
type Told struct {
	Event
	Program []string
}

// Settle makes the ends of runs events: of each run that ended or was lost exactly
// one, whoever asks and how often. It returns those that it made.
func (s *Store) Settle(ctx context.Context) ([]Told, error) {
	entries, err := os.ReadDir(s.Path())
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("list the runs: %w", err)
	}
	if err := s.Safe(); err != nil {
		return nil, err
	}
	var out []Told
	for _, e := range entries {
		if _, err := s.Folder(e.Name()); err != nil || !e.IsDir() {
			continue
		}
		told, err := s.settle(ctx, e.Name())
		if err != nil {
			return out, err
		}
		if told != nil {
			out = append(out, *told)
		}
	}
	return out, nil
}

// settle makes the end of one run an event; nil for a run that goes on, whose end is
// one already or needs none.
func (s *Store) settle(ctx context.Context, id string) (*Told, error) {
	dir, err := s.Folder(id)
	if err != nil {
		return nil, err
	}
	if settled(dir) {
		return nil, nil
	}
	run, err := s.Get(ctx, id)
	if err != nil || run.State != Finished && run.State != Gone {
		return nil, nil //nolint:nilerr // runs list says what is wrong with it
	}
	var out *Told
	err = s.locked(ctx, func(f *os.File) error {
		if settled(dir) {
			return nil
		}
		event, due, err := s.exitEvent(run)
		if err != nil {
			return err
		}
		all, _, err := readEvents(f)
		if err != nil {
			return err
		}
		// One that was killed between the event and its mark has made it.
		made := slices.ContainsFunc(all, func(e Event) bool { return e.Kind == Exit && e.Run == id })
		if due && !made {
			if _, err := f.Seek(0, 0); err != nil {
				return err
			}
			if event, err = s.add(f, event); err != nil {
				return err
			}
			out = &Told{Event: event, Program: run.Notify.Program}
		}
		mark, err := os.OpenFile(filepath.Join(dir, settledName), os.O_WRONLY|os.O_CREATE, 0o600)
		if errors.Is(err, fs.ErrNotExist) {
			return nil // it was removed meanwhile
		}
		if err != nil {
			return fmt.Errorf("note that run %q has ended: %w", id, err)
		}
		return mark.Close()
	})
	return out, err
}

func settled(dir string) bool {
	_, err := os.Lstat(filepath.Join(dir, settledName))
	return err == nil
}

// exitEvent is the event of a run that is over; due is false where none is wanted.
func (s *Store) exitEvent(run Run) (e Event, due bool, err error) {
	if run.Notify == nil || !run.Notify.OnExit || run.End != nil && run.End.Stopped {
		return e, false, nil
	}
	e = Event{Kind: Exit, Run: run.ID, Command: run.Command, Agent: run.Agent, Skill: run.Skill, Status: "failed", Ended: string(runner.Lost), Heartbeat: heartbeat()}
	label := "unknown exit code"
	if end := run.End; end != nil {
		e.Ended, e.Signal = string(end.Ended), end.Signal
		// A shell that finds no program, or may not start it, ends with these.
		const cannotStart, notFound = 126, 127
		if end.Ended == runner.Exited && end.Code != cannotStart && end.Code != notFound {
			e.Status = "completed"
		}
		switch {
		case end.Signal != "":
			label = "signal " + end.Signal
		case end.Ended != runner.Lost:
			label = fmt.Sprintf("code %d", end.Code)
		}
		if end.Ended != runner.Lost {
			e.Code = &end.Code
		}
	}
	if e.Output, err = s.lastWords(run.ID); err != nil {
		return e, false, err
	}
	if e.Status == "completed" && e.Code != nil && *e.Code == 0 && e.Output == "" && !run.Notify.EmptySuccess {
		return e, false, nil
	}
	e.Text = fmt.Sprintf("Exec %s (%s, %s)", e.Status, run.ID, label)
	if e.Output != "" {
		e.Text += " :: " + e.Output
	}
	if e.Ended == string(runner.TimedOut) {
		e.Text += "\n\nIt was stopped at its time limit. What it did until then is done: look at the state of things before you run it again, with a longer limit."
	}
	return e, true, nil
}

// StillRunning is the event of a run that somebody approved and that has taken
// longer than a limit.
func StillRunning(run Meta, limit time.Duration) Event {
	seconds := max(int(limit.Round(time.Second)/time.Second), 1)
	return Event{
		Kind: Still, Run: run.ID, Command: run.Command, Agent: run.Agent, Skill: run.Skill, Heartbeat: heartbeat(),
		Text: fmt.Sprintf("Exec running (%s, >%ds): %s", run.ID, seconds, run.Command),
	}
}

// lastWords are the end of what a run wrote, standard error last, in one line.
func (s *Store) lastWords(id string) (string, error) {
	dir, err := s.Folder(id)
	if err != nil {
		return "", err
	}
	var all []string
	for _, name := range []string{stdoutName, stderrName} {
		text, err := readEnd(dir, name, 4*tailUnits)
		if err != nil {
			return "", fmt.Errorf("read what run %q wrote: %w", id, err)
		}
		all = append(all, string(text))
	}
	units := utf16.Encode([]rune(strings.Join(all, "\n")))
	from := max(len(units)-tailUnits, 0)
	if halved(units, from) {
		from++
	}
	text := strings.Join(strings.Fields(string(utf16.Decode(units[from:]))), " ")
	if units = utf16.Encode([]rune(text)); len(units) <= snippetUnits {
		return text, nil
	}
	cut := snippetUnits - 1
	if halved(units, cut) {
		cut--
	}
	return string(utf16.Decode(units[:cut])) + "…", nil
}

// halved reports whether a place is between the halves of one character.
func halved(units []uint16, at int) bool {
	return at > 0 && at < len(units) && utf16.DecodeRune(rune(units[at-1]), rune(units[at])) != utf8.RuneError
}

// readEnd reads at most so many bytes from the end of a file; one that is not there
// is empty.
func readEnd(dir, name string, most int64) ([]byte, error) {
	f, err := supervised.OpenFile(dir, name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err = errors.Join(err, f.Close()); err != nil || info.Size() == 0 {
		return nil, err
	}
	text, _, err := readFrom(dir, name, max(info.Size()-most, 0), int(most))
	return text, err
}

// MarshalEvent is an event as the program is given it: one line of JSON.
func MarshalEvent(e Event) ([]byte, error) {
	line, err := json.Marshal(e)
	return append(line, '\n'), err
}
