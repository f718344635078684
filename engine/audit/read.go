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
			if !l.entries(ctx, root, name, i == len(names)-1, yield) {
				return
			}
		}
	}
}

// entries reads one file and reports whether to go on.
func (l *Log) entries(ctx context.Context, root *os.Root, name string, newest bool, yield func(Entry, error) bool) bool {
	f, _, err := l.open(root, name, os.O_RDONLY)
	if errors.Is(err, fs.ErrNotExist) {
		return true // pruned just now
	}
	if err != nil {
		yield(Entry{}, fmt.Errorf("read the audit record: %w", err))
		return false
	}
	defer f.Close()
	path := filepath.Join(l.path, name)
	lines := newLines(f)
	for n := 1; ; n++ {
		line, err := lines.next()
		if errors.Is(err, io.EOF) {
			return true
		}
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			yield(Entry{}, fmt.Errorf("read %q: %w", path, err))
			return false
		}
		record, err := decode(line.text)
		switch {
		case err == nil:
			if !yield(Entry{path, n, line.text, record}, nil) {
				return false
			}
		case newest && !line.whole:
			return true // it is being written
		default:
			if !yield(Entry{}, &DamagedError{path, n, err}) {
				return false
			}
		}
	}
}
