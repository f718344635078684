package sqlite

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// unpack puts the database that SQLite 3.40 wrote into a folder: rows 0 to 59 of
// "things" in the file, later changes in its log, the last one not committed.
func unpack(t testing.TB, suffixes ...string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "things.sqlite")
	for _, suffix := range suffixes {
		if err := os.WriteFile(name+suffix, packed(t, suffix), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return name
}

func packed(t testing.TB, suffix string) []byte {
	t.Helper()
	file, err := os.Open(filepath.Join("testdata", "things.sqlite"+suffix+".gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	z, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func check(t *testing.T, row map[string]any, i int) {
	t.Helper()
	size := int64(i) * int64(i) * int64(i) * int64(i) * int64(i)
	if i%2 == 1 {
		size = -size
	}
	kind := any(nil)
	if i%3 == 0 {
		kind = "b,c"
	}
	data, _ := row["data"].([]byte)
	if row["name"] != fmt.Sprintf("n%03d", i) || row["size"] != size || row["weight"] != float64(i)/4 && row["weight"] != int64(i/4) || row["kind"] != kind || !bytes.Equal(data, bytes.Repeat([]byte{byte(i)}, i*i)) {
		t.Errorf("row %d: name %v, size %v, weight %v, kind %v, %d bytes", i, row["name"], row["size"], row["weight"], row["kind"], len(data))
	}
}

func TestRows(t *testing.T) {
	t.Parallel()
	rows, err := Rows(t.Context(), unpack(t, ""), "things")
	if err != nil || len(rows) != 60 {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	for i, row := range rows {
		check(t, row, i)
	}
}

func TestLog(t *testing.T) {
	t.Parallel()
	rows, err := Rows(t.Context(), unpack(t, "", "-wal"), "things")
	if err != nil || len(rows) != 74 {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	at := 0
	for _, row := range rows {
		if at == 3 {
			at++ // it was deleted
		}
		check(t, row, at)
		want := any(nil)
		switch {
		case at == 5:
			want = "y"
		case at >= 60:
			want = "x"
		}
		if row["later"] != want {
			t.Errorf("row %d: later is %v; want %v", at, row["later"], want)
		}
		at++
	}
}

// TestTornLog reads a log whose last commit was not written whole: what was
// committed before holds.
func TestTornLog(t *testing.T) {
	t.Parallel()
	name := unpack(t, "", "-wal")
	log := packed(t, "-wal")
	last := 0
	for cut := len(log); cut > 0; cut -= 1048 * 3 {
		if err := os.WriteFile(name+"-wal", log[:cut], 0o600); err != nil {
			t.Fatal(err)
		}
		rows, err := Rows(t.Context(), name, "things")
		if err != nil || len(rows) < 59 || last > 0 && len(rows) > last+1 {
			t.Fatalf("log of %d bytes: %d rows after %d, %v", cut, len(rows), last, err)
		}
		last = len(rows)
	}
	if last != 60 {
		t.Errorf("%d rows without a log; want 60", last)
	}
}

func TestMissing(t *testing.T) {
	t.Parallel()
	if _, err := Rows(t.Context(), unpack(t, ""), "nothing"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no such table: %v", err)
	}
	if _, err := Rows(t.Context(), filepath.Join(t.TempDir(), "nothing"), "x"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no such file: %v", err)
	}
	other := filepath.Join(t.TempDir(), "x")
	if err := os.WriteFile(other, []byte("text"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Rows(t.Context(), other, "x"); err == nil {
		t.Error("a text is taken for a database")
	}
}

// made puts a database into a folder that this SQLite writes.
func made(t *testing.T, statements ...string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "made.sqlite")
	db, err := sql.Open("sqlite", name)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	db.SetMaxOpenConns(1)
	for _, statement := range statements {
		if _, err := db.ExecContext(t.Context(), statement); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
	}
	return name
}

// TestHostile reads databases that are made to keep or to fool their reader.
func TestHostile(t *testing.T) {
	t.Parallel()
	const endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n) SELECT count(*) AS name FROM n"
	damaged := unpack(t, "")
	text := packed(t, "")
	copy(text[3*512:], bytes.Repeat([]byte{0xff}, len(text)/2))
	journal := unpack(t, "", "-wal")
	if err := errors.Join(os.WriteFile(damaged, text, 0o600), os.WriteFile(journal+"-journal", []byte("x"), 0o600)); err != nil {
		t.Fatal(err)
	}
	for name, tt := range map[string]struct{ file, want string }{
		"view":         {made(t, "CREATE VIEW things AS "+endless), "is not a table but a view"},
		"hidden view":  {made(t, "CREATE VIEW things AS "+endless, "PRAGMA writable_schema=1", "UPDATE sqlite_schema SET type='table', rootpage=2"), ""},
		"virtual":      {made(t, "CREATE VIRTUAL TABLE things USING fts5(a)"), "is not a table but a virtual"},
		"large values": {made(t, "CREATE TABLE things(a, b AS (zeroblob(5000000)))", "INSERT INTO things VALUES(1)"), "too big"},
		"large table":  {made(t, "CREATE TABLE things(a, b AS (zeroblob(4000000)))", "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n LIMIT 20) INSERT INTO things SELECT i FROM n"), "more than"},
		"damaged":      {damaged, "cannot be read"},
		"journal":      {journal, "journal"},
		"folder":       {t.TempDir(), "is not a regular file"},
	} {
		if rows, err := Rows(t.Context(), tt.file, "things"); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %d rows, %v; want %q", name, len(rows), err, tt.want)
		}
	}
}

// TestNothingIsWritten reads a database with a log that a program of its own left
// there, and leaves the folder as it was.
func TestNothingIsWritten(t *testing.T) {
	t.Parallel()
	name := unpack(t, "", "-wal")
	before := listed(t, name)
	if _, err := Rows(t.Context(), name, "things"); err != nil {
		t.Fatal(err)
	}
	if after := listed(t, name); after != before {
		t.Errorf("the folder was\n%s and is\n%s", before, after)
	}
	// Who holds every lock that there is keeps nobody who reads a copy.
	db, err := sql.Open("sqlite", name)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	db.SetMaxOpenConns(1)
	for _, statement := range []string{"PRAGMA locking_mode=exclusive", "BEGIN EXCLUSIVE", "DELETE FROM things"} {
		if _, err := db.ExecContext(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	if rows, err := Rows(t.Context(), name, "things"); err != nil || len(rows) != 74 {
		t.Errorf("%d rows of a database that is locked, %v", len(rows), err)
	}
}

// listed are the files beside a database, with their bytes.
func listed(t *testing.T, name string) string {
	t.Helper()
	entries, err := os.ReadDir(filepath.Dir(name))
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for _, entry := range entries {
		text, err := os.ReadFile(filepath.Join(filepath.Dir(name), entry.Name()))
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&all, "%s %x\n", entry.Name(), sha256.Sum256(text))
	}
	return all.String()
}

// FuzzRows looks for what makes the reader fail instead of saying what is wrong.
func FuzzRows(f *testing.F) {
	f.Add(packed(f, "")[:4096], packed(f, "-wal")[:4200])
	f.Add(packed(f, ""), []byte{})
	f.Fuzz(func(t *testing.T, file, log []byte) {
		name := filepath.Join(t.TempDir(), "x")
		if os.WriteFile(name, file, 0o600) != nil || os.WriteFile(name+"-wal", log, 0o600) != nil {
			t.Skip("the disk is full")
		}
		_, _ = Rows(t.Context(), name, "things")
	})
}
