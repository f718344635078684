package kit

import (
	"errors"
	"fmt"
	"os/user"
	"path/filepath"
	"strings"

	"github.com/skillctl/skillctl/engine/approval"
	"github.com/skillctl/skillctl/engine/audit"
	"github.com/skillctl/skillctl/engine/cache"
	"github.com/skillctl/skillctl/engine/lint"
	"github.com/skillctl/skillctl/engine/settings"
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

// openAudit opens the record of runs.
func openAudit(merged *settings.Settings, getenv func(string) string) (*audit.Log, error) {
	dir, err := AuditFolder(merged.Run.Audit.Dir, getenv)
	if err != nil {
		return nil, err
	}
	return audit.Open(dir, audit.WithRetention(merged.Run.Audit.RetentionDays))
}

// openRuns opens the runs of this user.
func openRuns(getenv func(string) string) (*session.Store, error) {
	path, err := statePath(getenv, "runs")
	if err != nil {
		return nil, err
	}
	return session.Open(path)
}

// openCache opens the findings cache of this user.
func openCache(streams *IOStreams) (lint.Cache, error) {
	base, err := streams.cacheDir()
	if err != nil {
		return nil, fmt.Errorf("find the cache folder: %w", err)
	}
	return cache.Open(cache.PathIn(base))
}
