package proposal

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"

	"github.com/skillctl/skillctl/internal/folder"
)

// Reject closes a proposal for good. approved says that a person said so, where
// the policies want one to.
func (q *Queue) Reject(ctx context.Context, id, reason string, approved bool) (*Record, error) {
	return q.close(ctx, id, ActionReject, Rejected, reason, approved)
}

// Quarantine keeps a proposal with its reason, so that somebody may look into
// it: it is not listed with those that wait, and cannot be applied. As in OpenClaw
// 2026.9.6 it counts for maxPending, and stays what it is.
func (q *Queue) Quarantine(ctx context.Context, id, reason string, approved bool) (*Record, error) {
	return q.close(ctx, id, ActionQuarantine, Quarantined, reason, approved)
}

func (q *Queue) close(ctx context.Context, id, action string, status Status, reason string, approved bool) (*Record, error) {
	var closed *Record
	err := q.locked(ctx, func(root *os.Root) error {
		r, err := q.open(ctx, root, id)
		if err != nil {
			return err
		}
		if err := q.Permit(ctx, action, r, Given(approved)); err != nil {
			return err
		}
		closed, err = q.settle(root, r, status, reason)
		return err
	})
	return closed, err
}

// settle records what became of a proposal. The caller holds the lock.
func (q *Queue) settle(root *os.Root, r *Record, status Status, reason string) (*Record, error) {
	next := *r
	now := q.stamp()
	next.Status, next.UpdatedAt, next.Reason = status, now, strings.TrimSpace(reason)
	switch status {
	case Applied:
		next.AppliedAt = now
	case Rejected:
		next.RejectedAt = now
	case Quarantined:
		next.QuarantinedAt = now
		next.scanned("quarantined")
	case Stale:
		next.StaleAt = now
	}
	text, err := next.text()
	if err != nil {
		return nil, err
	}
	if err := still(root, r); err != nil {
		if status == Applied {
			err = fmt.Errorf("the skill was written, but that could not be recorded: %w", err)
		}
		return nil, err
	}
	if err := writeFile(root, filepath.Join(r.ID, recordFile), text, 0o600); err != nil {
		return nil, fmt.Errorf("record the state of proposal %s: %w", r.ID, folder.Bare(err))
	}
	return &next, nil
}

// scanned sets the state of the scan, and keeps the rest of it.
func (r *Record) scanned(state string) {
	scan := map[string]json.RawMessage{}
	_ = json.Unmarshal(r.rest["scan"], &scan) // what is no object is replaced
	value, err := json.Marshal(state)
	if err != nil {
		return
	}
	scan["state"] = value
	text, err := json.Marshal(scan)
	if err != nil {
		return
	}
	rest := map[string]json.RawMessage{}
	maps.Copy(rest, r.rest)
	rest["scan"] = text
	r.rest = rest
}

// replaceInSteps puts a folder into the place of another where the system cannot
// do so in one step.
func replaceInSteps(next, place, old string) error {
	if err := os.Rename(place, old); err != nil {
		return err
	}
	if err := os.Rename(next, place); err != nil {
		return errors.Join(err, os.Rename(old, place))
	}
	return nil
}
