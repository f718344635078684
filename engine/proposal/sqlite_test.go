package proposal

import (
	"compress/gzip"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"
)

// stored puts a database of OpenClaw 2026.9.6 into a state: a pending proposal
// of each of main and writer, and one of main that was rejected.
func stored(t *testing.T, dir string) {
	t.Helper()
	file, err := os.Open(filepath.Join("testdata", "openclaw.sqlite.gz"))
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
	state := filepath.Join(dir, "state", "state")
	if err := errors.Join(os.MkdirAll(state, 0o700), os.WriteFile(filepath.Join(state, "openclaw.sqlite"), text, 0o600)); err != nil {
		t.Fatal(err)
	}
}

func TestDatabase(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	stored(t, dir)
	q := at(dir)
	records, problems, err := q.List(t.Context())
	if err != nil || len(problems) > 0 || len(records) != 2 {
		t.Fatalf("%d proposals of main, %v, %v", len(records), problems, err)
	}
	if r := records[0]; r.ID != "morning-20260102-0000000000" || r.Status != Pending || r.Store != StoreDatabase || r.Owner != "main" || records[1].Status != Rejected {
		t.Errorf("%+v", r)
	}
	generation := filepath.Join(q.folder(), records[0].ID, filepath.Dir(records[0].DraftFile))
	draft := "---\nname: \"morning\"\ndescription: \"Reads the inbox. Use on mornings.\"\nstatus: proposal\nversion: \"v1\"\ndate: \"2026-01-02T03:04:05.006Z\"\n---\n\n# Morning\n\nRead the inbox.\n"
	if err := errors.Join(os.MkdirAll(generation, 0o700), os.WriteFile(filepath.Join(generation, "PROPOSAL.md"), []byte(draft), 0o600)); err != nil {
		t.Fatal(err)
	}
	b, err := q.Read(t.Context(), "morning-20260102-0000000000")
	if err != nil || b.Manifest != "---\nname: \"morning\"\ndescription: \"Reads the inbox. Use on mornings.\"\n---\n\n# Morning\n\nRead the inbox.\n" {
		t.Fatalf("%+v, %v", b, err)
	}
	// Its record is not a file: nothing here changes it.
	var unknown *UnknownError
	if _, err := q.Apply(t.Context(), b.ID, "", yes, Given(true)); !errors.As(err, &unknown) {
		t.Errorf("applied: %v", err)
	}
	// It counts for the limit.
	q.settings = map[string]any{"maxPending": 1}
	if _, err := q.Add(t.Context(), Draft{Name: "more", Description: "x", Text: good}); err == nil {
		t.Error("one more is taken though the queue is full")
	}
	// One that is in a file, too, is OpenClaw's.
	q.settings = nil
	text, err := b.text()
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(q.folder(), b.ID, recordFile)
	if err := os.WriteFile(name, text, 0o600); err != nil {
		t.Fatal(err)
	}
	if records, _, err := q.List(t.Context()); err != nil || len(records) != 2 || records[0].Store != StoreDatabase || records[1].Store != StoreDatabase {
		t.Errorf("%d proposals, %v", len(records), err)
	}
	if _, err := q.Apply(t.Context(), b.ID, "", yes, Given(true)); !errors.Is(err, errTaken) || read(t, name) != string(text) {
		t.Errorf("applied what OpenClaw has: %v", err)
	}
}
