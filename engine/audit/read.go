package audit

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// Entry is a record and where it stands.
type Entry struct {
	File string
	Line int
	// Text is the line without its end, as it is in the file; it is valid until the
	// next entry.
	Text   []byte
	Record *Record
}

// DamagedError is a line that is no record, or not what its digest says.
type DamagedError struct {
	File string
	Line int
	Err  error
}

// Error names the line and what to do.
func (e *DamagedError) Error() string {
	return fmt.Sprintf("%s:%d: %v; `skillctl audit verify` says more", e.File, e.Line, e.Err)
}

// Unwrap gives the cause.
func (e *DamagedError) Unwrap() error { return e.Err }

// Entries reads the log in the order that it was written in. Files that end
// before since are left out. A line that cannot be used is a [*DamagedError],
// after which it goes on; after any other error it ends. It takes no lock: what is
// written meanwhile may be there or not.
func (l *Log) Entries(ctx context.Context, since time.Time) iter.Seq2[Entry, error] {
	return func(yield func(Entry, error) bool) {
		root, err := l.root()
		if err != nil {
			yield(Entry{}, err)
			return
		}
		if root == nil {
			return
		}
		defer root.Close()
		// The head first: what it names stands in the files by then.
		r := &reader{log: l, root: root, head: l.lastSeen(root), yield: yield}
		names, _, err := days(root)
		if err != nil {
			yield(Entry{}, err)
			return
		}
		for i, name := range names {
			// No record is newer than the day of its file: see [writer.write].
			day, err := time.Parse(dayForm, strings.TrimSuffix(name, dayEnd))
			if err == nil && !day.AddDate(0, 0, 1).After(since) {
				continue
			}
			if !r.read(ctx, name, i == len(names)-1) {
				return
			}
		}
	}
}

// lastSeen gives the head as it is now, zero when it cannot be read.
func (l *Log) lastSeen(root *os.Root) head {
	f, _, err := l.open(root, headName, os.O_RDONLY)
	if err != nil {
		return head{}
	}
	defer f.Close()
	h, err := readHead(f)
	if err != nil {
		return head{}
	}
	return h
}

// reader reads the files of a log, one after the other.
type reader struct {
	log  *Log
	root *os.Root
	head head
	// seq is the number of the last record.
	seq   uint64
	yield func(Entry, error) bool
	// rubble is what stood in this file since that record and is none, damage where
	// it begins.
	rubble *rubble
	damage *DamagedError
}

// read reads one file and reports whether to go on.
func (r *reader) read(ctx context.Context, name string, newest bool) bool {
	f, _, err := r.log.open(r.root, name, os.O_RDONLY)
	if errors.Is(err, fs.ErrNotExist) {
		return true // pruned just now
	}
	if err != nil {
		r.yield(Entry{}, fmt.Errorf("read the audit record: %w", err))
		return false
	}
	defer f.Close()
	path := filepath.Join(r.log.path, name)
	lines := newLines(f)
	for n := 1; ; n++ {
		line, err := lines.next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			r.yield(Entry{}, fmt.Errorf("read %q: %w", path, err))
			return false
		}
		if !r.line(path, n, line) {
			return false
		}
	}
	// The end of the newest file is being written, or its writer was killed and the
	// next one seals it, unless the head names a record that is not there.
	if newest && r.seq >= r.head.Seq {
		return true
	}
	return r.broken()
}

// line takes one line and reports whether to go on.
func (r *reader) line(path string, n int, line rawLine) bool {
	record, err := decode(line.text)
	if errors.Is(err, errShape) {
		if r.rubble == nil {
			r.rubble, r.damage = newRubble(), &DamagedError{path, n, err}
		}
		r.rubble.add(line)
		return true
	}
	if r.rubble != nil && record.Kind == Sealed && r.rubble.sealedBy(record.Seal) {
		r.rubble, r.damage = nil, nil
	}
	if !r.broken() {
		return false
	}
	r.seq = record.Seq
	if err != nil {
		return r.yield(Entry{}, &DamagedError{path, n, err})
	}
	return r.yield(Entry{path, n, line.text, record}, nil)
}

// broken reports what stood between records and nothing sealed.
func (r *reader) broken() bool {
	damage := r.damage
	r.rubble, r.damage = nil, nil
	return damage == nil || r.yield(Entry{}, damage)
}
