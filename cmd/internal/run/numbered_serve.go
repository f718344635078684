package run

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"sync/atomic"
	"time"

	"github.com/skillctl/skillctl/engine/audit"
	"github.com/skillctl/skillctl/runner"
	"github.com/skillctl/skillctl/runner/session"
)

// shellKeeper follows a shell that takes commands, in the process that supervises its
// run.
type shellKeeper struct {
	s     *supervisor
	shell *session.Piped
	line  *session.Line
	// current is the command that runs, began when it did.
	current string
	began   time.Time
	// ended is how the shell ended; unused: because nobody used it.
	ended  runner.Result
	unused atomic.Bool
}

// keepShell connects a shell with those who ask it something.
func (s *supervisor) keepShell() error {
	k := &shellKeeper{s: s}
	name := fmt.Sprintf("a0-exec-output-%d", s.load.Numbered.Number)
	k.shell = session.NewPiped(filepath.Join(s.store.Path(), s.id), name, "", s.folder.Stdout(), k.finished)
	line, err := s.store.NewLine(s.id, k.shell, k.begin)
	if err != nil {
		return err
	}
	k.line, s.keeper = line, k
	k.shell.Open()
	return nil
}

// streams are those of the shell.
func (k *shellKeeper) streams() (io.Reader, io.Writer) { return k.shell.Stdin(), k.shell }

// begin records a command before it runs.
func (k *shellKeeper) begin(text json.RawMessage) error {
	var record audit.Record
	if err := json.Unmarshal(text, &record); err != nil {
		return fmt.Errorf("read the record of the code: %w", err)
	}
	record.Owner = nil // this process answers for it
	if _, err := k.s.log.Begin(context.Background(), k.s.mask, record); err != nil {
		return fmt.Errorf("nothing was run, since it cannot be recorded: %w", err)
	}
	k.current, k.began = record.Run, time.Now()
	return nil
}

// finished records how a command ended.
func (k *shellKeeper) finished(e session.Ending) {
	result := audit.Result{Code: e.Code, Ended: string(runner.Exited), DurationMS: time.Since(k.began).Milliseconds()}
	if e.Shell {
		result.Ended, result.Signal = string(k.ended.Ended), k.ended.Signal
	}
	var output *audit.Output
	kept := int64(len(e.Text))
	if e.Total > session.MaxReturned {
		result.CutStdout = e.Total - kept
	}
	if k.s.load.Logged {
		output = &audit.Output{Stdout: audit.Text{Head: e.Text, Bytes: e.Total, Cut: e.Total - kept}}
	}
	if _, err := k.s.log.End(context.Background(), k.s.mask, k.current, result, output); err != nil {
		k.s.folder.Note(fmt.Sprintf("the end of %s was not recorded: %v", k.current, err))
	}
}

// serve answers until the shell ends, and ends one that nobody asks for anything.
func (k *shellKeeper) serve(ctx context.Context, p runner.Process) {
	go k.line.Serve()
	idle := time.Duration(k.s.load.Numbered.IdleMS) * time.Millisecond
	if idle <= 0 {
		return
	}
	go func() {
		for {
			left := idle - k.line.Idle()
			if left <= 0 {
				k.unused.Store(true)
				_ = p.Stop() // it may have ended
				return
			}
			if (session.SystemClock{}).Sleep(ctx, max(left, idleEvery)) != nil {
				return
			}
		}
	}()
}

// idleEvery is how often it is looked at most whether a session is used.
const idleEvery = 100 * time.Millisecond

// over says that the shell has ended.
func (k *shellKeeper) over(result runner.Result) {
	k.ended = result
	if k.unused.Load() {
		k.s.folder.Note("the session was not used for as long as a run may take (run.timeout), so it was ended")
	}
	k.shell.Over(result.Code)
	if err := k.line.Close(); err != nil {
		k.s.folder.Note("the last output was not kept: " + err.Error())
	}
	_ = k.shell.Close()
}
