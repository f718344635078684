package kit

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/user"
	"path/filepath"
	"strings"
	"time"

	"github.com/skillctl/skillctl/engine/approval"
	"github.com/skillctl/skillctl/engine/audit"
	"github.com/skillctl/skillctl/engine/cache"
	"github.com/skillctl/skillctl/engine/intel"
	"github.com/skillctl/skillctl/engine/lint"
	"github.com/skillctl/skillctl/engine/rate"
	"github.com/skillctl/skillctl/engine/settings"
	"github.com/skillctl/skillctl/runner/notebook"
	"github.com/skillctl/skillctl/runner/session"
)

// openApprovals opens the approvals of this user.
func openApprovals(getenv func(string) string) (*approval.Store, error) {
	path, err := approval.DefaultPath(getenv)
	if err != nil {
		return nil, err
	}
	return approval.Open(path)
}

// openCalls opens what agents ask this user about.
func openCalls(getenv func(string) string) (*approval.Store, error) {
	path, err := statePath(getenv, "calls")
	if err != nil {
		return nil, err
	}
	return approval.Open(path)
}

// openQuestions opens what waits for an answer of this user.
func openQuestions(getenv func(string) string) (*approval.Queue, error) {
	path, err := statePath(getenv, "questions")
	if err != nil {
		return nil, err
	}
	return approval.OpenQueue(path, time.Now)
}

// DamagedError joins what is wrong with single approvals.
func DamagedError(damaged []error) error {
	if len(damaged) == 0 {
		return nil
	}
	return &ExitError{Code: ExitFailure, Err: errors.Join(damaged...)}
}

// loginName is how the system knows who runs this, "" when it does not.
func loginName() string {
	who, err := user.Current()
	if err != nil {
		return ""
	}
	return who.Username
}

// AuditFolder is where the record is, by what run.audit.dir says.
func AuditFolder(dir string, getenv func(string) string) (string, error) {
	if dir == "" {
		return statePath(getenv, "audit")
	}
	if rest, ok := strings.CutPrefix(dir, "~/"); ok {
		return filepath.Join(getenv("HOME"), rest), nil
	}
	return dir, nil
}

// statePath is a folder of skillctl's own state, beside that of the approvals.
func statePath(getenv func(string) string, name string) (string, error) {
	approvals, err := approval.DefaultPath(getenv)
	if err != nil {
		return "", errors.New("no folder for the state of skillctl is known; set HOME or XDG_STATE_HOME to an absolute path")
	}
	return filepath.Join(filepath.Dir(approvals), name), nil
}

// StatePath is a folder of skillctl's own state, by its name.
func (f *Factory) StatePath(name string) (string, error) { return statePath(f.IO.Getenv, name) }

// OpenRecord opens the record of runs to look at it, in a folder or, where that is "",
// where the settings say, and says how many days records are kept.
func (f *Factory) OpenRecord(ctx context.Context, q SettingsQuery, dir string) (*audit.Log, int, error) {
	merged, err := f.ExecSettings(ctx, q)
	if err != nil {
		return nil, 0, err
	}
	if dir == "" {
		dir, err = AuditFolder(merged.Run.Audit.Dir, f.IO.Getenv)
	} else if dir, err = f.IO.Abs(dir); err != nil {
		err = fmt.Errorf("find the folder of the record: %w", err)
	}
	if err != nil {
		return nil, 0, err
	}
	l, err := audit.Open(dir, audit.WithClock(f.Now))
	return l, merged.Run.Audit.RetentionDays, err
}

// openAudit opens the record of runs.
func openAudit(merged *settings.Settings, getenv func(string) string) (*audit.Log, error) {
	dir, err := AuditFolder(merged.Run.Audit.Dir, getenv)
	if err != nil {
		return nil, err
	}
	return audit.Open(dir, audit.WithRetention(merged.Run.Audit.RetentionDays))
}

// openSessions opens the sessions of this user.
func openSessions(getenv func(string) string) (*notebook.Store, error) {
	path, err := statePath(getenv, "sessions")
	if err != nil {
		return nil, err
	}
	return notebook.New(path, time.Now)
}

// openRuns opens the runs of this user.
func openRuns(getenv func(string) string) (*session.Store, error) {
	path, err := statePath(getenv, "runs")
	if err != nil {
		return nil, err
	}
	return session.Open(path)
}

// openPlaces opens what counts the runs of this user.
func openPlaces(getenv func(string) string) (*rate.Places, error) {
	path, err := statePath(getenv, "places")
	if err != nil {
		return nil, err
	}
	return rate.Open(path), nil
}

// openIntel reads what is known to be bad, nil for nothing. Without a folder for the
// state there is none.
func openIntel(getenv func(string) string) (*intel.Bundle, error) {
	path, err := statePath(getenv, "intel")
	if err != nil {
		return nil, nil //nolint:nilerr // nothing can have been put there
	}
	known, _, err := intel.Open(path).Load(time.Now())
	return known, err
}

// Intel is where what is known to be bad is kept.
func (f *Factory) Intel() (*intel.Store, error) {
	path, err := statePath(f.IO.Getenv, "intel")
	if err != nil {
		return nil, err
	}
	return intel.Open(path), nil
}

// openCache opens the findings cache of this user.
func openCache(streams *IOStreams) (lint.Cache, error) {
	base, err := streams.cacheDir()
	if err != nil {
		return nil, fmt.Errorf("find the cache folder: %w", err)
	}
	dir, err := cache.Open(cache.PathIn(base))
	if err != nil {
		return nil, err
	}
	return ownCache{dir, programID()}, nil
}

// ownCache has what this very program put in: another build may find something else
// in the same files, though its version and its policies are the same.
type ownCache struct {
	lint.Cache
	program string
}

// Get gives what this program put in under a key.
func (c ownCache) Get(key string) ([]byte, bool) { return c.Cache.Get(c.program + key) }

// Put keeps a value for this program.
func (c ownCache) Put(key string, value []byte) { c.Cache.Put(c.program+key, value) }

// programID tells builds apart: by what they were built from, and by the file.
func programID() string {
	b := readBuild()
	id := fmt.Sprintf("%s\x00%s\x00%t\x00%s\x00", b.Version, b.Revision, b.Modified, b.Platform)
	if name, err := os.Executable(); err == nil {
		if info, err := os.Stat(name); err == nil {
			id += fmt.Sprintf("%d\x00%d\x00", info.Size(), info.ModTime().UnixNano())
		}
	}
	return id
}
