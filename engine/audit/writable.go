package audit

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/skillctl/skillctl/internal/owner"
)

const (
	// clockSlack is how far the times of files may be behind the machine's clock:
	// more than a tick of the slowest kernel.
	clockSlack = 20 * time.Millisecond
	// longestRun is how far back a run may have begun that goes on.
	longestRun = 24 * time.Hour
)

// reach is what of a boundary says which files a run may change.
type reach struct {
	Sandbox   string `json:"sandbox"`
	Workspace struct {
		Path   string `json:"path"`
		Access string `json:"access"`
	} `json:"workspace"`
	Write   []string `json:"write"`
	Hide    []string `json:"hide"`
	Protect []string `json:"protect"`
	Limits  struct {
		TimeoutMS int64 `json:"timeoutMs"`
	} `json:"limits"`
}

// Wrote returns the id of a run that was going on at a time, began at most a day
// before, and may have changed a file then; "" if there was none. The file's path
// is absolute and without links. A run that had the whole machine (sandbox
// "none") does not count, nor does one that the file was hidden or protected
// from. Of a run without an end whose process is gone it is taken that it lasted
// as long as it was allowed to. Damaged lines are passed over.
func (l *Log) Wrote(ctx context.Context, file string, at time.Time) (string, error) {
	open := map[string]time.Time{} // until when a run may go on without an end
	var order []string
	for e, err := range l.Entries(ctx, at.Add(-longestRun)) {
		var damaged *DamagedError
		if errors.As(err, &damaged) {
			continue
		}
		if err != nil {
			return "", fmt.Errorf("look for runs that changed %q: %w", file, err)
		}
		r := e.Record
		switch {
		case r.Kind == Start && !r.Time.After(at.Add(clockSlack)):
			if until, ok := mayChange(r, file); ok {
				open[r.Run] = until
				order = append(order, r.Run)
			}
		case r.Kind == End && r.Time.Before(at):
			delete(open, r.Run)
		}
	}
	for _, run := range slices.Backward(order) {
		if until, ok := open[run]; ok && !at.After(until) {
			return run, nil
		}
	}
	return "", nil
}

// mayChange reports whether a run may change a file, and until when at most.
func mayChange(r *Record, file string) (until time.Time, ok bool) {
	text, err := json.Marshal(r.Boundary)
	if err != nil {
		return until, false
	}
	var b reach
	if err := json.Unmarshal(text, &b); err != nil || b.Sandbox == "none" || b.keeps(file) {
		return until, false
	}
	folders := b.Write
	if b.Workspace.Access == "rw" {
		folders = append(folders, b.Workspace.Path)
	}
	lasts := time.Duration(b.Limits.TimeoutMS) * time.Millisecond
	if lasts <= 0 {
		lasts = longestRun
	}
	// What is asked to end has a while to do so.
	return r.Time.Add(lasts + time.Minute), slices.ContainsFunc(folders, func(folder string) bool { return within(folder, file) })
}

// keeps reports whether a file was hidden from a run or protected from it. One
// that has a second name may have been changed by that.
func (b *reach) keeps(file string) bool {
	if info, err := os.Lstat(file); err == nil && owner.Names(info) > 1 {
		return false
	}
	return slices.Contains(b.Hide, file) || slices.ContainsFunc(b.Protect, func(kept string) bool { return within(kept, file) })
}

// within reports whether a file lies in a folder of a recorded boundary. It
// differs from folder.Within in that the folder may be named by links and need
// not be clean, that nothing lies in a relative one, and that Windows takes
// capital and small letters for the same.
func within(folder, file string) bool {
	if real, err := filepath.EvalSymlinks(folder); err == nil {
		folder = real
	}
	rest, err := filepath.Rel(folder, file)
	return err == nil && rest != ".." && !strings.HasPrefix(rest, ".."+string(filepath.Separator))
}
