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

	"github.com/skillctl/skillctl/internal/test/shape"
)

// scripted answers each row with the outcome that it names.
func scripted() Suite {
	outcomes := map[string]Outcome{"agree": Agree, "looser": Looser, "stricter": Stricter, "skipped": Skipped}
	shapes := Shapes{Of: map[string]shape.Shape{"": shape.Object{"id": shape.Text, "want": shape.Text}}}
	return Suite{Name: "s", Shapes: shapes, Run: func(_ context.Context, raw json.RawMessage) (Result, error) {
		var row struct{ Want string }
		if err := json.Unmarshal(raw, &row); err != nil {
			return Result{}, err
		}
		if row.Want == "panic" {
			_ = raw[len(raw)]
		}
		outcome, ok := outcomes[row.Want]
		if !ok {
			return Result{}, errors.New("no such outcome: " + row.Want)
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

// TestRunSuiteFails holds rows that cannot be answered to failing one by one: the
// others are run all the same.
func TestRunSuiteFails(t *testing.T) {
	t.Parallel()
	tests := []struct{ row, id, want string }{
		{`{"id":"x","want":"?"}`, "x", "no such outcome"},
		{`{"id":"x","want":"panic"}`, "x", "panic: runtime error: index out of range"},
		{`{"id":"x","want":null}`, "x", "not understood: want is null; a text is wanted"},
		{`{"id":"x","want":"agree","more":1}`, "x", "not understood: more: nothing here reads it; what is read is id, want"},
		{`{"id":"x","Want":"agree"}`, "x", "not understood: Want: nothing here reads it"},
		{`{"id":"x"}`, "x", "not understood: want is missing; a text is wanted"},
		{`{"id":"x","want":"agree","want":"agree"}`, "line 2", "not understood: want stands twice"},
		{`{"id":"x","want":{"want":"agree"}}`, "x", "not understood: want is an object with 1 members"},
		{`{"id":"first","want":"agree"}`, "first", "line 2 has the id of line 1"},
		{`{"id":1,"want":"agree"}`, "line 2", "not understood: the row has no id"},
		{`{"id":"","want":"agree"}`, "line 2", "not understood: the row has no id"},
		{`{"want":"agree"}`, "line 2", "not understood: the row has no id"},
		{`{"id":"x","want":"agree"} {}`, "line 2", "not understood: there is more behind the row"},
		{`[]`, "line 2", "not understood: it is a list of 0"},
		{`{`, "line 2", "not understood: it is no JSON"},
		{"{\"id\":\"\xff\"}", "line 2", "not understood: it is no UTF-8"},
		{strings.Repeat("[", 100_000), "line 2", "nested deeper than 64"},
		{`{"id":"x","want":"` + strings.Repeat("x", maxLine) + `"}`, "line 2", "bytes; 16777216 are read"},
	}
	for _, tt := range tests {
		text := `{"id":"first","want":"agree"}` + "\n" + tt.row + "\n" + `{"id":"last","want":"agree"}` + "\n"
		tally, err := RunSuite(context.Background(), fstest.MapFS{"s.jsonl": {Data: []byte(text)}}, scripted())
		if err != nil {
			t.Fatal(err)
		}
		if got, want := tally.String(), "suite s: agree 2/3, looser 0, stricter 0, skipped 0, failed 1"; got != want {
			t.Errorf("%.60s: %s; want %s", tt.row, got, want)
		}
		if d := tally.Differences[0]; d.ID != tt.id || !strings.Contains(d.Detail, tt.want) {
			t.Errorf("%.60s: %s: %s; want %s: %s", tt.row, d.ID, d.Detail, tt.id, tt.want)
		}
	}
	if _, err := RunSuite(context.Background(), fstest.MapFS{}, scripted()); !errors.Is(err, ErrNoRows) {
		t.Errorf("no file: error %v", err)
	}
}

// TestMainFailed names the rows that fail, runs what there is, and ends with 1; a
// file that cannot be read ends no other suite.
func TestMainFailed(t *testing.T) {
	t.Parallel()
	folder := fstest.MapFS{
		"s.jsonl":    {Data: []byte("{\"id\":\"a\",\"want\":\"?\\n\"}\n{\"id\":\"b\",\"want\":\"agree\"}\n")},
		"u.jsonl.gz": {Data: []byte("no archive")},
		"v.jsonl":    {Data: []byte(`{"id":"c","want":"agree"}`)},
	}
	named := func(name string) Suite {
		suite := scripted()
		suite.Name = name
		return suite
	}
	for _, tt := range []struct {
		suites []string
		code   int
		want   string
		fails  bool
	}{
		{[]string{"s", "v"}, exitLooser, "suite s: agree 1/2, looser 0, stricter 0, skipped 0, failed 1\n  failed: a: no such outcome: ?\\n\nsuite v: agree 1/1, looser 0, stricter 0, skipped 0\n", false},
		{[]string{"u", "v"}, exitClean, "suite v: agree 1/1, looser 0, stricter 0, skipped 0\n", true},
	} {
		var out bytes.Buffer
		o := options{vectors: folder, declared: folder, out: filepath.Join(t.TempDir(), "rows.txt"), stdout: &out}
		for _, name := range tt.suites {
			o.suites = append(o.suites, named(name))
		}
		code, err := run(context.Background(), o)
		got, _, _ := strings.Cut(out.String(), "rows that differ")
		if code != tt.code || got != tt.want || (err != nil) != tt.fails {
			t.Errorf("%v: code %d, error %v: %q; want %d: %q", tt.suites, code, err, got, tt.code, tt.want)
		}
	}
}

func TestDeviations(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	folder := fstest.MapFS{
		"deviations.yaml": {Data: []byte("s:\n  - id: a\n    reason: because\n  - {id: b, reason: careful, outcome: stricter}\n  - {id: e, reason: careful, outcome: stricter}\n")},
		"s.jsonl":         {Data: []byte(rows)},
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
	// What is meant to be stricter explains no row that is looser.
	for _, d := range tally.Differences {
		want := map[string]string{"a": "because", "e": "careful"}[d.ID]
		if got := deviations.Reason("s", d); got != want {
			t.Errorf("%s: reason %q, want %q", d.ID, got, want)
		}
	}
	for _, text := range []string{"s:\n  - {id: a, reason: x, outcome: better}\n", "s:\n  - id: a\n", "s:\n  - reason: x\n", "- a\n", "s: [\n"} {
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
			for _, d := range tally.Differences {
				if d.Outcome == Failed {
					t.Errorf("%s: %s", d.ID, d.Detail)
				}
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
