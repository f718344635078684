// Package sqlite reads tables out of SQLite 3 files, write-ahead log included,
// while another program may be writing them. It reads nothing but tables with a
// rowid, and changes nothing; see https://www.sqlite.org/fileformat2.html.
package sqlite

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// Bounds of what is read.
const (
	// MaxRows is how many rows of a table are read, and MaxPayload how large one
	// may be, in bytes.
	MaxRows    = 100_000
	MaxPayload = 16 << 20

	maxPages = 200_000
	maxLog   = 1 << 30
	maxDepth = 20
)

// ErrChanging says that the file was being written whenever it was looked at.
var ErrChanging = errors.New("the database is being written all the time")

// errDamaged is wrapped by all that says that a file is not as it should be.
var errDamaged = errors.New("the database is damaged")

func damaged(text string, args ...any) error {
	return fmt.Errorf("%w: %s", errDamaged, fmt.Sprintf(text, args...))
}

// attempts is how many times a file is read that changes meanwhile.
const attempts = 5

// Rows reads a table: each row as its columns by name, texts as string, blobs
// as []byte, numbers as int64 or float64, and nil. A table that is not there is
// [fs.ErrNotExist], as is a file that is not.
func Rows(name, table string) ([]map[string]any, error) {
	for range attempts {
		before, err := states(name)
		if err != nil {
			return nil, err
		}
		rows, err := read(name, table)
		after, stateErr := states(name)
		if stateErr != nil {
			return nil, stateErr
		}
		if before == after {
			return rows, err
		}
	}
	return nil, ErrChanging
}

// state is what tells that a file was written.
type state struct {
	size, when int64
	there      bool
}

// states are those of the database, its log and its journal.
func states(name string) (all [3]state, err error) {
	for i, suffix := range []string{"", "-wal", "-journal"} {
		info, err := os.Lstat(name + suffix)
		if errors.Is(err, fs.ErrNotExist) && i > 0 {
			continue
		}
		if err != nil {
			return all, err
		}
		if !info.Mode().IsRegular() {
			return all, fmt.Errorf("%s is no regular file", name+suffix)
		}
		all[i] = state{info.Size(), info.ModTime().UnixNano(), true}
	}
	if all[2].there && all[2].size > 0 {
		return all, errors.New("the database has a journal: a program is writing it, or ended while it did")
	}
	return all, nil
}

// database is a file that is open.
type database struct {
	file, log *os.File
	page      int              // bytes of a page
	usable    int              // of them, for content
	pages     uint32           // in all
	logged    map[uint32]int64 // where the newest version of a page is in the log
	visited   int
}

func read(name, table string) (rows []map[string]any, err error) {
	db := &database{logged: map[uint32]int64{}}
	if db.file, err = os.Open(name); err != nil {
		return nil, err
	}
	defer func() { _ = db.file.Close() }()
	head := make([]byte, 100)
	if _, err := db.file.ReadAt(head, 0); err != nil || string(head[:16]) != "SQLite format 3\x00" {
		return nil, errors.New("it is no SQLite database")
	}
	db.page = int(binary.BigEndian.Uint16(head[16:]))
	if db.page == 1 {
		db.page = 65536
	}
	db.usable = db.page - int(head[20])
	if db.page < 512 || db.page&(db.page-1) != 0 || db.usable < 480 {
		return nil, damaged("pages of %d bytes", db.page)
	}
	info, err := db.file.Stat()
	if err != nil {
		return nil, err
	}
	db.pages = uint32(min(info.Size()/int64(db.page), 1<<32-2))
	db.log, err = os.Open(name + "-wal")
	switch {
	case err == nil:
		defer func() { _ = db.log.Close() }()
		if err := db.readLog(); err != nil {
			return nil, err
		}
	case !errors.Is(err, fs.ErrNotExist):
		return nil, err
	}
	first, err := db.get(1)
	if err != nil {
		return nil, err
	}
	if encoding := binary.BigEndian.Uint32(first[56:]); encoding > 1 {
		return nil, errors.New("the texts of the database are not UTF-8")
	}
	return db.table(table)
}

// readLog finds the pages whose newest version is in the log: up to the last
// commit, of those frames that belong to it.
func (db *database) readLog() error {
	head := make([]byte, 32)
	if _, err := db.log.ReadAt(head, 0); err != nil {
		return nil // it has nothing in it
	}
	magic := binary.BigEndian.Uint32(head)
	if magic&^1 != 0x377f0682 || int(binary.BigEndian.Uint32(head[8:])) != db.page {
		return nil
	}
	sum := checksum{big: magic&1 == 1}
	sum.add(head[:24])
	if !sum.is(head[24:]) {
		return nil
	}
	frame := make([]byte, 24+db.page)
	open := map[uint32]int64{}
	for at := int64(32); at < maxLog; at += int64(len(frame)) {
		if _, err := io.ReadFull(io.NewSectionReader(db.log, at, int64(len(frame))), frame); err != nil {
			return nil // the end
		}
		sum.add(frame[:8])
		sum.add(frame[24:])
		if string(frame[8:16]) != string(head[16:24]) || !sum.is(frame[16:]) {
			return nil // of an earlier time
		}
		open[binary.BigEndian.Uint32(frame)] = at + 24
		if size := binary.BigEndian.Uint32(frame[4:]); size > 0 {
			for number, place := range open {
				db.logged[number] = place
			}
			clear(open)
			db.pages = size
		}
	}
	return fmt.Errorf("the log of the database has more than %d bytes", maxLog)
}

// checksum is that of the log.
type checksum struct {
	big    bool
	s0, s1 uint32
}

func (c *checksum) add(data []byte) {
	for ; len(data) >= 8; data = data[8:] {
		x0, x1 := binary.LittleEndian.Uint32(data), binary.LittleEndian.Uint32(data[4:])
		if c.big {
			x0, x1 = binary.BigEndian.Uint32(data), binary.BigEndian.Uint32(data[4:])
		}
		c.s0 += x0 + c.s1
		c.s1 += x1 + c.s0
	}
}

func (c *checksum) is(text []byte) bool {
	return binary.BigEndian.Uint32(text) == c.s0 && binary.BigEndian.Uint32(text[4:]) == c.s1
}

// get reads a page.
func (db *database) get(number uint32) ([]byte, error) {
	if number == 0 || number > db.pages {
		return nil, damaged("page %d of %d", number, db.pages)
	}
	// No page belongs to two places, so that more visits than pages are a loop. The
	// first page is read three times.
	if db.visited++; db.visited > maxPages || db.visited > int(db.pages)+3 {
		return nil, damaged("more than %d pages would have to be read", db.visited)
	}
	text := make([]byte, db.page)
	from, at := db.file, int64(number-1)*int64(db.page)
	if place, ok := db.logged[number]; ok {
		from, at = db.log, place
	}
	if _, err := from.ReadAt(text, at); err != nil {
		return nil, damaged("page %d cannot be read: %v", number, err)
	}
	return text, nil
}
