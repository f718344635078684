package run

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/engine/settings"
	"github.com/skillctl/skillctl/runner/session"
)

// NotifyCommand is a command that skillctl starts itself: it gives an event to the
// program of run.notify.
const NotifyCommand = "notify-run"

// The bounds of the program that events are given to.
const (
	// notifyWithin is how long it may take.
	notifyWithin = 10 * time.Second
	// notifyDelay is how long its children may keep its streams open.
	notifyDelay  = time.Second
	maxNotifyErr = 500
)

// wanted is what the settings want to be heard of a run.
func wanted(merged *settings.Settings, getenv func(string) string) (*session.Notify, error) {
	out := &session.Notify{OnExit: merged.Run.NotifyOnExit, EmptySuccess: merged.Run.NotifyOnExitEmptySuccess, Program: merged.Run.Notify}
	if len(out.Program) == 0 {
		return out, nil
	}
	first := out.Program[0]
	if rest, ok := strings.CutPrefix(first, "~/"); ok {
		first = filepath.Join(getenv("HOME"), rest)
	}
	if !filepath.IsAbs(first) {
		place, _ := merged.Origin("run", "notify", 0)
		return nil, kit.Usagef("%s: run.notify begins with %q; it must begin with the absolute path of a program", place, out.Program[0])
	}
	out.Program = append([]string{first}, out.Program[1:]...)
	return out, nil
}

// Settle makes the ends of runs events that nobody has made: those whose supervisor
// was killed. Programs that hear of them are not waited for.
func Settle(ctx context.Context, store *session.Store) error {
	told, err := store.Settle(ctx)
	for _, t := range told {
		err = errors.Join(err, pass(store, t))
	}
	return err
}

// notification is what the hidden command is told.
type notification struct {
	Runs    string        `json:"runs"`
	Program []string      `json:"program"`
	Event   session.Event `json:"event"`
}

// pass has another process give an event to its program.
func pass(store *session.Store, t session.Told) error {
	if len(t.Program) == 0 {
		return nil
	}
	self, err := selfProgram()
	if err != nil {
		return err
	}
	order, err := json.Marshal(notification{store.Path(), t.Program, t.Event})
	if err != nil {
		return fmt.Errorf("tell of an event: %w", err)
	}
	return session.Detached(self, []string{NotifyCommand}, store.Path(), order)
}

// Notify gives an event to the program that it is for.
func Notify(ctx context.Context, f *kit.Factory) error {
	var n notification
	const most = 1 << 20
	text, err := io.ReadAll(io.LimitReader(f.IO.In, most))
	if err == nil {
		err = json.Unmarshal(text, &n)
	}
	if err != nil || len(n.Program) == 0 {
		return kit.Usagef("this command is started by skillctl, not by people")
	}
	store, err := session.Open(n.Runs, session.WithNow(f.Now))
	if err != nil {
		return err
	}
	return deliver(ctx, store, session.Told{Event: n.Event, Program: n.Program})
}

// deliver gives an event to its program. That the program fails is an event, too,
// of which nobody is told but who looks.
func deliver(ctx context.Context, store *session.Store, t session.Told) error {
	if len(t.Program) == 0 {
		return nil
	}
	line, err := session.MarshalEvent(t.Event)
	if err != nil {
		return err
	}
	bounded, cancel := context.WithTimeout(context.WithoutCancel(ctx), notifyWithin)
	defer cancel()
	cmd := exec.CommandContext(bounded, t.Program[0], t.Program[1:]...)
	var said bytes.Buffer
	cmd.Stdin, cmd.Stderr, cmd.Dir, cmd.WaitDelay = bytes.NewReader(line), &said, store.Path(), notifyDelay
	err = cmd.Run()
	if err == nil {
		return nil
	}
	why := err.Error()
	if bounded.Err() != nil {
		why = fmt.Sprintf("it took longer than %s and was ended", notifyWithin)
	}
	if words := strings.Join(strings.Fields(said.String()), " "); words != "" {
		why += ": " + words[:min(len(words), maxNotifyErr)]
	}
	_, failed := store.Publish(context.WithoutCancel(ctx), session.Event{
		Kind: session.Unheard, Run: t.Run, Command: t.Command, Text: fmt.Sprintf("run.notify failed for %s: %s: %s", t.Run, t.Program[0], why),
	})
	return failed
}

// notice says once that a run takes long.
type notice struct {
	event session.Event
	at    time.Time
	tell  func(session.Event)

	mu    sync.Mutex
	timer *time.Timer
	done  bool
}

// start waits until it is time.
func (n *notice) start() {
	if n == nil {
		return
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.done {
		return
	}
	n.timer = time.AfterFunc(max(time.Until(n.at), 0), func() {
		n.mu.Lock()
		defer n.mu.Unlock()
		if n.done || n.timer == nil {
			return
		}
		n.done = true
		n.tell(n.event)
	})
}

// stop waits no longer; due is false where it was said already, or nothing is to be.
func (n *notice) stop() (due bool) {
	if n == nil {
		return false
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.timer != nil {
		n.timer.Stop()
		n.timer = nil
	}
	return !n.done
}

// longRunning is the notice for a run that somebody has approved; nil for another.
func (j *Job) longRunning() *notice {
	limit := time.Duration(j.Merged.Run.ApprovalRunningNoticeMs) * time.Millisecond
	if limit <= 0 || j.answer.Approval == nil && !j.request.Exec.Approved {
		return nil
	}
	store, err := j.Factory.Runs()
	if err != nil {
		return nil // without a folder for it nobody hears of it
	}
	program := j.notify.Program
	return &notice{event: session.StillRunning(j.known(), limit), at: time.Now().Add(limit), tell: func(e session.Event) {
		e, err := store.Publish(context.Background(), e)
		if err == nil {
			err = pass(store, session.Told{Event: e, Program: program})
		}
		if err != nil {
			fmt.Fprintln(j.Factory.IO.Err, "skillctl: nobody was told that it is still running:", err)
		}
	}}
}
