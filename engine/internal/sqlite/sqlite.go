// Package sqlite reads tables out of SQLite databases that another program may be
// writing, write-ahead log included. What is read is a private copy: beside the
// database nothing is written, and no lock is waited for.
package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"github.com/skillctl/skillctl/internal/folder"
)

// Bounds of what is read.
const (
	// MaxRows is how many rows of a table are read, MaxValue how large a value may
	// be, and MaxTable all of them, in bytes.
	MaxRows  = 100_000
	MaxValue = 4 << 20
	MaxTable = 64 << 20

	// maxFiles bounds the database and its log together, in bytes.
	maxFiles = 1 << 30
	// patience is how long a table may take: what a database made to that end
	// has computed for each row has no other end.
	patience = time.Minute
)

// ErrChanging says that the database was being written whenever it was looked at.
var ErrChanging = errors.New("the database is being written all the time")

// A database that changes while it is copied is copied once more after a pause.
const (
	attempts = 5
	pause    = 20 * time.Millisecond
)

// Rows reads a table: each row as its columns by name, texts as string, blobs
// as []byte, numbers as int64 or float64, and nil. A table that is not there is
// [fs.ErrNotExist], as is a file that is not.
func Rows(ctx context.Context, name, table string) ([]map[string]any, error) {
	if _, err := statesOf(name); err != nil {
		return nil, err
	}
	private, err := os.MkdirTemp("", "skillctl-database-")
	if err != nil {
		return nil, fmt.Errorf("make a folder for a copy of the database: %w", err)
	}
	defer func() { _ = os.RemoveAll(private) }()
	place := filepath.Join(private, "database")
	if err := snapshot(ctx, name, place); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	rows, err := read(ctx, place, table)
	var failed *sqlite.Error
	if errors.As(err, &failed) {
		switch failed.Code() & 0xff {
		case sqlite3.SQLITE_NOTADB:
			return nil, errors.New("it is not an SQLite database")
		case sqlite3.SQLITE_INTERRUPT:
			return nil, fmt.Errorf("read table %q: %w", table, ctx.Err())
		}
		return nil, fmt.Errorf("the database cannot be read: %w", err)
	}
	return rows, err
}

// state is what tells that a file was written.
type state struct {
	size, when int64
	there      bool
}

const (
	logSuffix     = "-wal"
	journalSuffix = "-journal"
)

// statesOf gives those of a database and its log.
func statesOf(name string) (all [2]state, err error) {
	for i, suffix := range []string{"", logSuffix, journalSuffix} {
		info, err := os.Lstat(name + suffix)
		switch {
		case errors.Is(err, fs.ErrNotExist) && i > 0:
		case err != nil:
			return all, err
		case !info.Mode().IsRegular():
			return all, fmt.Errorf("%s is not a regular file", name+suffix)
		case i < len(all):
			all[i] = state{info.Size(), info.ModTime().UnixNano(), true}
		case info.Size() > 0:
			return all, errors.New("the database has a journal: a program is writing it, or ended while it did")
		}
	}
	if size := all[0].size + all[1].size; size > maxFiles {
		return all, fmt.Errorf("the database and its log have %d bytes; at most %d are read", size, maxFiles)
	}
	return all, nil
}

// snapshot copies a database and its log as they are at one time.
func snapshot(ctx context.Context, name, place string) error {
	for range attempts {
		before, err := statesOf(name)
		if err != nil {
			return err
		}
		for i, suffix := range []string{"", logSuffix} {
			if err == nil && before[i].there {
				err = duplicate(name+suffix, place+suffix, before[i].size)
			}
		}
		after, stateErr := statesOf(name)
		if stateErr != nil {
			return stateErr
		}
		if before == after {
			return err
		}
		if err := errors.Join(discard(place), discard(place+logSuffix)); err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(pause):
		}
	}
	return ErrChanging
}

func discard(name string) error {
	if err := os.Remove(name); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// duplicate copies the beginning of a file. A pipe that was put in its place does
// not keep it.
func duplicate(name, place string, size int64) error {
	root, err := folder.Open(filepath.Dir(name))
	if err != nil {
		return err
	}
	defer func() { _ = root.Close() }()
	from, err := folder.File(root, filepath.Base(name))
	if err != nil {
		return err
	}
	defer func() { _ = from.Close() }()
	to, err := os.OpenFile(place, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return fmt.Errorf("copy the database: %w", err)
	}
	if _, err = io.Copy(to, io.LimitReader(from, size)); err != nil {
		err = fmt.Errorf("copy the database: %w", err)
	}
	return errors.Join(err, to.Close())
}

// options are those of https://www.sqlite.org/security.html for databases of
// others: nothing in the schema calls anything that acts, and pages are checked.
const options = "?_defensive=1&_dqs=0&_error_rc=1&_query_only=1&_pragma=trusted_schema(0)&_pragma=cell_size_check(1)&_pragma=locking_mode(exclusive)"

func read(ctx context.Context, place, table string) ([]map[string]any, error) {
	address := url.URL{Scheme: "file", OmitHost: true, Path: filepath.ToSlash(place)}
	connector, err := sqlite.NewConnector(address.String() + options)
	if err != nil {
		return nil, err
	}
	db := sql.OpenDB(connector)
	defer func() { _ = db.Close() }()
	conn, err := db.Conn(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { _ = conn.Close() }()
	if _, err := sqlite.Limit(conn, sqlite3.SQLITE_LIMIT_LENGTH, MaxValue); err != nil {
		return nil, err
	}
	kind := ""
	err = conn.QueryRowContext(ctx, "SELECT type FROM pragma_table_list WHERE schema = 'main' AND name = ?", table).Scan(&kind)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return nil, fmt.Errorf("table %q: %w", table, fs.ErrNotExist)
	case err != nil:
		return nil, err
	case kind != "table":
		return nil, fmt.Errorf("%q is not a table but a %s", table, kind)
	}
	found, err := conn.QueryContext(ctx, `SELECT * FROM "`+strings.ReplaceAll(table, `"`, `""`)+`"`) //nolint:gosec // a name can be no parameter; it is quoted
	if err != nil {
		return nil, err
	}
	defer func() { _ = found.Close() }()
	return collect(found, table)
}

// collect takes the rows of an answer.
func collect(found *sql.Rows, table string) (rows []map[string]any, err error) {
	names, err := found.Columns()
	if err != nil {
		return nil, err
	}
	total := 0
	for found.Next() {
		values, places := make([]any, len(names)), make([]any, len(names))
		for i := range values {
			places[i] = &values[i]
		}
		if err := found.Scan(places...); err != nil {
			return nil, err
		}
		row := map[string]any{}
		for i, value := range values {
			switch text := value.(type) {
			case string:
				total += len(text)
			case []byte:
				total += len(text)
			}
			row[names[i]] = value
		}
		if rows = append(rows, row); len(rows) > MaxRows || total > MaxTable {
			return nil, fmt.Errorf("table %q has more than %d rows or %d bytes", table, MaxRows, MaxTable)
		}
	}
	return rows, found.Err()
}
