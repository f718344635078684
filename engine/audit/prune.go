package audit

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
	"time"
)

// Prune deletes the files all of whose records are strictly older than a number
// of days, and first records that it does, and with which record each ended: what
// is kept can still be verified. It returns the names of the files. Where nothing
// is that old, nothing is recorded.
//
// A file is as old as its name says, or its last record where that is newer.
func (l *Log) Prune(ctx context.Context, olderThan int) ([]string, error) {
	if olderThan < 1 {
		return nil, fmt.Errorf("prune the audit record: records are kept for at least a day, not for %d", olderThan)
	}
	old, err := l.old(ctx, olderThan)
	if err != nil || len(old) == 0 {
		return nil, err
	}
	if _, err := l.Append(ctx, nil, Record{Kind: Pruned, Prune: &Prune{Days: olderThan, Files: old}}); err != nil {
		return nil, err
	}
	root, err := l.root()
	if err != nil || root == nil {
		return nil, err
	}
	defer root.Close()
	lock, err := l.lock(ctx, root, false, true)
	if err != nil {
		return nil, err
	}
	defer lock.Close()
	h, err := readHead(lock)
	if err != nil {
		return nil, err
	}
	var deleted []string
	// The oldest first: what is left is always the end of the chain.
	for _, file := range old {
		if file.Name == h.File {
			break
		}
		if err := root.Remove(file.Name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return deleted, fmt.Errorf("prune the audit record: %w", err)
		}
		deleted = append(deleted, file.Name)
	}
	return deleted, nil
}

// old lists the files that are to go, the oldest first. It stops at the first one
// that is not old: what is kept has no gap.
func (l *Log) old(ctx context.Context, olderThan int) ([]PrunedFile, error) {
	root, err := l.root()
	if err != nil || root == nil {
		return nil, err
	}
	defer root.Close()
	names, _, err := days(root)
	if err != nil {
		return nil, err
	}
	before := l.now().UTC().Add(-time.Duration(olderThan) * 24 * time.Hour)
	var out []PrunedFile
	for _, name := range names {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		day, err := time.Parse(dayForm, strings.TrimSuffix(name, dayEnd))
		if err != nil || day.AddDate(0, 0, 1).After(before) {
			break
		}
		last, err := l.lastOf(root, name)
		if err != nil {
			return nil, err
		}
		if last != nil && !last.Time.Before(before) {
			break
		}
		file := PrunedFile{Name: name, Hash: Origin}
		switch {
		case last != nil:
			file.Last, file.Hash = last.Seq, last.Hash
		case len(out) > 0:
			file.Last, file.Hash = out[len(out)-1].Last, out[len(out)-1].Hash
		}
		out = append(out, file)
		if len(out) == maxList {
			break
		}
	}
	return out, nil
}

// lastOf reads the last whole record of a file, nil when it has none.
func (l *Log) lastOf(root *os.Root, name string) (*Record, error) {
	f, _, err := l.open(root, name, os.O_RDONLY)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var last *Record
	for lines := newLines(f); ; {
		line, err := lines.next()
		if errors.Is(err, io.EOF) {
			return last, nil
		}
		if err != nil {
			return nil, fmt.Errorf("read %q: %w", name, err)
		}
		if r, err := decode(line.text); err == nil {
			last = r
		}
	}
}
