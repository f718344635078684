package conformance

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
)

// scripted answers each row with the outcome that it names.
func scripted() Suite {
	outcomes := map[string]Outcome{"agree": Agree, "looser": Looser, "stricter": Stricter, "skipped": Skipped}
	return Suite{Name: "s", Run: func(_ context.Context, raw json.RawMessage) (Result, error) {
		var row struct{ Want string }
		if err := json.Unmarshal(raw, &row); err != nil {
			return Result{}, err
		}
		outcome, ok := outcomes[row.Want]
		if !ok {
			return Result{}, errors.New("not understood")
		}
		return Result{outcome, row.Want}, nil
	}}
}

// TestJoin asks the second suite about what the first one skips, and closes
// both.
func TestJoin(t *testing.T) {
	t.Parallel()
	closed := 0
	suite := func(name string, outcome Outcome) Suite {
		return Suite{
			Name: name, Close: func() error { closed++; return nil },
			Run: func(context.Context, json.RawMessage) (Result, error) { return Result{outcome, name}, nil },
		}
	}
	first := []Suite{scripted(), suite("t", Stricter)}
	joined := Join(first, suite("s", Looser), suite("t", Looser), suite("u", Looser))
	if len(joined) != 3 || len(first) != 2 {
		t.Fatalf("%d suites of %d", len(joined), len(first))
	}
	for i, want := range []string{
		"suite s: agree 1/5, looser 3, stricter 1, skipped 0", "suite t: agree 0/5, looser 0, stricter 5, skipped 0", "suite u: agree 0/5, looser 5, stricter 0, skipped 0",
	} {
		name := joined[i].Name + ".jsonl"
		tally, err := RunSuite(context.Background(), fstest.MapFS{name: {Data: []byte(rows)}}, joined[i])
		if err != nil || tally.String() != want {
			t.Errorf("%s, %v; want %s", tally.String(), err, want)
		}
	}
	if closed != 4 {
		t.Errorf("%d suites were closed", closed)
	}
}

const rows = `{"id":"b","want":"looser"}
{"id":"a","want":"looser"}

{"id":"c","want":"agree"}
{"id":"d","want":"skipped"}
{"id":"e","want":"stricter"}
`

func packed(t *testing.T, text string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := z.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestRunSuite(t *testing.T) {
	t.Parallel()
	for name, file := range map[string]*fstest.MapFile{"s.jsonl": {Data: []byte(rows)}, "s.jsonl.gz": {Data: packed(t, rows)}} {
		tally, err := RunSuite(context.Background(), fstest.MapFS{name: file}, scripted())
		if err != nil {
			t.Fatal(err)
		}
		if got, want := tally.String(), "suite s: agree 1/5, looser 2, stricter 1, skipped 1"; got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
		var ids []string
		for _, d := range tally.Differences {
			ids = append(ids, d.ID)
		}
		if got := strings.Join(ids, ""); got != "abde" {
			t.Errorf("%s: differences %s, want abde", name, got)
		}
	}
}

func TestRunSuiteFails(t *testing.T) {
	t.Parallel()
	tests := map[string]string{`{"id":"x","want":"?"}`: "row x: not understood", `{`: "line 1"}
	for text, want := range tests {
		_, err := RunSuite(context.Background(), fstest.MapFS{"s.jsonl": {Data: []byte(text)}}, scripted())
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want one with %q", text, err, want)
		}
	}
	if _, err := RunSuite(context.Background(), fstest.MapFS{}, scripted()); !errors.Is(err, ErrNoRows) {
		t.Errorf("no file: error %v", err)
	}
}

func TestDeviations(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	folder := fstest.MapFS{
		"deviations.yaml": {Data: []byte("s:\n  - id: a\n    reason: because\n")}, "s.jsonl": {Data: []byte(rows)},
	}
	deviations, err := ReadDeviations(ctx, folder)
	if err != nil {
		t.Fatal(err)
	}
	tally, err := RunSuite(ctx, folder, scripted())
	if err != nil {
		t.Fatal(err)
	}
	open := deviations.Undeclared(&tally)
	if len(open) != 1 || open[0].ID != "b" {
		t.Errorf("undeclared %v, want b alone", open)
	}
	for _, text := range []string{"s:\n  - id: a\n", "s:\n  - reason: x\n", "- a\n", "s: [\n"} {
		if _, err := ReadDeviations(ctx, fstest.MapFS{"deviations.yaml": {Data: []byte(text)}}); err == nil {
			t.Errorf("%q is taken", text)
		}
	}
	if none, err := ReadDeviations(ctx, fstest.MapFS{}); err != nil || len(none) != 0 {
		t.Errorf("no file: %v, %v", none, err)
	}
}

func TestSameText(t *testing.T) {
	t.Parallel()
	tests := []struct {
		a, b string
		want bool
	}{
		{"x", "x", true},
		{"x", "y", false},
		{"f: invalid (*).", "f: invalid (line 1).", true},
		{"f: invalid (line 1).", "f: invalid (*).", true},
		{"f: invalid (*).", "g: invalid (line 1).", false},
		{"f: invalid (*).", "f: invalid.", false},
	}
	for _, tt := range tests {
		if got := sameText(tt.a, tt.b); got != tt.want {
			t.Errorf("sameText(%q, %q) = %v", tt.a, tt.b, got)
		}
	}
}

func TestLayOut(t *testing.T) {
	t.Parallel()
	var tree map[string]entry
	text := `{"a/b":"text","a/l":{"symlink":"${ROOT}/a/b"},"g":{"generate":"xy","size":5},"d":{"dir":true}}`
	if err := json.Unmarshal([]byte(text), &tree); err != nil {
		t.Fatal(err)
	}
	root := t.TempDir()
	if err := layOut(root, tree); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"a/b": "text", "a/l": "text", "g": "xyxy"} {
		got, err := os.ReadFile(filepath.Join(root, name))
		if err != nil || string(got) != want {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
	if err := json.Unmarshal([]byte(`{"a":{"new":1}}`), &tree); err == nil {
		t.Error("an entry of unknown kind is taken")
	}
}

// TestSuites holds the engine to the copies that the project keeps.
func TestSuites(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	folder := os.DirFS("../../../testdata/conformance")
	deviations, err := ReadDeviations(ctx, folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, suite := range Suites() {
		t.Run(suite.Name, func(t *testing.T) {
			t.Parallel()
			tally, err := RunSuite(ctx, folder, suite)
			if err != nil {
				t.Fatal(err)
			}
			if tally.Rows == 0 || tally.Agree == 0 {
				t.Errorf("%s: nothing agrees", tally.String())
			}
			for _, d := range deviations.Undeclared(&tally) {
				t.Errorf("%s: looser: %s", d.ID, d.Detail)
			}
		})
	}
}

func TestMainCodes(t *testing.T) {
	t.Parallel()
	var out, errs bytes.Buffer
	if code := Main(context.Background(), []string{"-nonsense"}, &out, &errs); code != exitUsage {
		t.Errorf("unknown flag: code %d", code)
	}
	if code := Main(context.Background(), []string{"-vectors", t.TempDir()}, &out, &errs); code != exitFailure {
		t.Errorf("no rows: code %d", code)
	}
	if !strings.Contains(errs.String(), "no suite has rows") {
		t.Errorf("errors: %s", errs.String())
	}
}
