package audit

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/skillctl/skillctl/schema"
)

// everyKind is a record of each kind, as rich as they come.
func everyKind() []Record {
	command := "echo 'a' \x1b[31m\u202e"
	return []Record{
		{Kind: Start, Run: "r1", Owner: &Owner{PID: 5, Start: "1", Boot: "b", Space: "s"}, Approval: "0123456789abcd",
			Request:  &Request{Command: &command, Cwd: "/w", Env: []string{"A"}, Profile: "strict", Host: "gateway", Agent: "a", Skill: "s", Tool: "t", Language: "bash"},
			Decision: &Decision{Effect: "warn", Reasons: []Reason{{Rule: "r", Effect: "warn", Message: "m", Setting: "x"}}, Policy: "sha256:1"},
			Boundary: map[string]any{"host": "gateway"}, Code: &Text{Head: "h", Tail: "t", Bytes: 100, Cut: 98}},
		{Kind: Handover, Run: "r1", Owner: &Owner{PID: 6}},
		{Kind: Connected, Run: "r1", Connection: &Connection{Time: time.Unix(1, 0), Host: "example.com", Port: 443, Address: "192.0.2.1", Allowed: true, Sent: 1, Received: 2}},
		{Kind: End, Run: "r1", Output: &Output{Stdout: Text{Head: "x"}, Stderr: Text{}}, Result: &Result{
			Code: 137, Signal: "SIGKILL", Ended: "timeout", Error: "e", DurationMS: 5, CPUMS: 1, MaxMemory: 1, Sent: 1, Received: 1, CutStdout: 1, CutStderr: 1,
			OutOfMemory: true, Connections: []Connection{{Time: time.Unix(1, 0), Host: "h", Port: 1, Why: "w"}}, More: 1}},
		{Kind: Decided, Run: "r2", Request: &Request{Argv: []string{"=cmd", "a b"}, Cwd: "/w"}, Decision: &Decision{Effect: "deny", Reasons: []Reason{}, Policy: "p"}},
		{Kind: Sealed, Seal: &Seal{Why: Torn, Bytes: 3, Digest: digest(nil), Found: 2}},
		{Kind: Pruned, Prune: &Prune{Days: 30, Files: []PrunedFile{{Name: "2026-01-01.jsonl", Last: 4, Hash: digest(nil)}}}},
	}
}

// TestSchema holds every kind of record against the schema.
func TestSchema(t *testing.T) {
	t.Parallel()
	l := testLog(t, newClock("2026-03-01T12:00:00Z"))
	for _, r := range everyKind() {
		if _, err := l.Append(context.Background(), nil, r); err != nil {
			t.Fatal(err)
		}
	}
	s := schema.New()
	n := 0
	for e, err := range l.Entries(context.Background(), time.Time{}) {
		if err != nil {
			t.Fatal(err)
		}
		var doc any
		if err := json.Unmarshal(e.Text, &doc); err != nil {
			t.Fatal(err)
		}
		for _, v := range s.Validate(schema.AuditRecord, doc) {
			t.Errorf("%s: %v %s", e.Record.Kind, v.Path, v.Message)
		}
		n++
	}
	if n != len(everyKind()) {
		t.Errorf("%d records; want %d", n, len(everyKind()))
	}
}

// TestRuns joins, filters and counts.
func TestRuns(t *testing.T) {
	t.Parallel()
	c := newClock("2026-03-01T12:00:00Z")
	l := testLog(t, c)
	begin(t, l, "r1", "one")
	begin(t, l, "r2", "two")
	end(t, l, "r1")
	c.set("2026-03-03T12:00:00Z")
	deny := "rm -rf /"
	if _, err := l.Append(context.Background(), nil, Record{Kind: Decided, Run: "r3", Request: &Request{Command: &deny, Cwd: "/", Agent: "b"}, Decision: &Decision{Effect: "deny", Reasons: []Reason{{Rule: "x/y", Effect: "deny"}}}}); err != nil {
		t.Fatal(err)
	}
	begin(t, l, "r4", "four")
	if _, err := l.HandOver(context.Background(), "r4", Owner{PID: 77}); err != nil {
		t.Fatal(err)
	}
	begin(t, l, "r5", "five")
	life := func(o Owner) Life {
		return map[bool]Life{true: Alive, false: Gone}[o.PID == 77]
	}
	at := func(text string) time.Time { return newClock(text).t }
	for _, tt := range []struct {
		name   string
		filter Filter
		want   string
		total  int
	}{
		{"all", Filter{}, "r1 ended, r2 lost, r3 refused, r4 running, r5 lost", 5},
		{"since", Filter{Since: at("2026-03-02T00:00:00Z")}, "r3 refused, r4 running, r5 lost", 3},
		{"until", Filter{Until: at("2026-03-03T12:00:00Z")}, "r1 ended, r2 lost", 2},
		{"effect", Filter{Effect: "deny"}, "r3 refused", 1},
		{"agent", Filter{Agent: "b"}, "r3 refused", 1},
		{"skill", Filter{Skill: "s"}, "r1 ended, r2 lost, r4 running, r5 lost", 4},
		{"run", Filter{Run: "r4"}, "r4 running", 1},
		{"limit", Filter{Limit: 2}, "r4 running, r5 lost", 5},
		{"none", Filter{Skill: "x"}, "", 0},
	} {
		found, err := l.Runs(context.Background(), tt.filter, life)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, r := range found.Runs {
			got = append(got, r.First.Run+" "+string(r.State))
		}
		if strings.Join(got, ", ") != tt.want || found.Total != tt.total {
			t.Errorf("%s: %q of %d; want %q of %d", tt.name, strings.Join(got, ", "), found.Total, tt.want, tt.total)
		}
	}
	found, err := l.Runs(context.Background(), Filter{}, life)
	if err != nil {
		t.Fatal(err)
	}
	s := Count(found.Runs)
	if s.Runs != 5 || !reflect.DeepEqual(s.Effects, map[string]int{"allow": 4, "deny": 1}) || s.Rules["x/y"] != 1 || s.MedianMS != 5 || s.Ends["exited"] != 1 || s.Agents["a"] != 4 {
		t.Errorf("counted %+v", s)
	}
	records, err := l.Of(context.Background(), "r4")
	if err != nil || len(records) != 2 || records[1].Owner.PID != 77 {
		t.Errorf("r4 has %d records: %v", len(records), err)
	}
}

// TestExport writes the lines as they are, and a table that no spreadsheet takes
// for formulas.
func TestExport(t *testing.T) {
	t.Parallel()
	l := testLog(t, newClock("2026-03-01T12:00:00Z"))
	for _, r := range everyKind() {
		if _, err := l.Append(context.Background(), nil, r); err != nil {
			t.Fatal(err)
		}
	}
	var out bytes.Buffer
	if _, err := l.ExportLines(context.Background(), &out, Filter{}); err != nil {
		t.Fatal(err)
	}
	if out.String() != read(t, filepath.Join(l.path, "2026-03-01.jsonl")) {
		t.Error("the lines are not those of the file")
	}
	out.Reset()
	if _, err := l.ExportLines(context.Background(), &out, Filter{Effect: "warn"}); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(out.String(), "\n"); n != 4 {
		t.Errorf("%d lines of one run; want 4", n)
	}
	found, err := l.Runs(context.Background(), Filter{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	out.Reset()
	if err := ExportTable(&out, found.Runs, strings.ToUpper); err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(&out).ReadAll()
	if err != nil || len(rows) != 3 {
		t.Fatalf("%d rows: %v", len(rows), err)
	}
	cell := func(row int, name string) string {
		for i, head := range rows[0] {
			if head == name {
				return rows[row][i]
			}
		}
		t.Fatalf("no column %q", name)
		return ""
	}
	if cell(1, "code") != "137" || cell(1, "connections") != "2" || cell(2, "command") != "'=CMD 'A B'" || cell(2, "state") != "REFUSED" {
		t.Errorf("rows %q", rows)
	}
}

// TestPrune deletes files that are strictly older, and the chain is verified from
// what is kept.
func TestPrune(t *testing.T) {
	t.Parallel()
	c := newClock("2026-03-01T12:00:00Z")
	l := testLog(t, c)
	for _, day := range []string{"01", "02", "03"} {
		c.set("2026-03-" + day + "T12:00:00Z")
		begin(t, l, "r"+day, "ls")
	}
	for _, step := range []struct{ now, deleted, left string }{
		// Thirty days after the end of the first day, all of it is old.
		{"2026-03-31T23:59:59Z", "", "2026-03-01.jsonl 2026-03-02.jsonl 2026-03-03.jsonl head"},
		{"2026-04-01T00:00:00Z", "2026-03-01.jsonl", "2026-03-02.jsonl 2026-03-03.jsonl 2026-04-01.jsonl head"},
		{"2026-04-01T00:00:00Z", "", "2026-03-02.jsonl 2026-03-03.jsonl 2026-04-01.jsonl head"},
		{"2026-06-01T00:00:00Z", "2026-03-02.jsonl 2026-03-03.jsonl 2026-04-01.jsonl", "2026-06-01.jsonl head"},
	} {
		c.set(step.now)
		deleted, err := l.Prune(context.Background(), 30)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(deleted, " "); got != step.deleted {
			t.Errorf("%s: deleted %q; want %q", step.now, got, step.deleted)
		}
		if got := names(t, l); got != step.left {
			t.Errorf("%s: left %q; want %q", step.now, got, step.left)
		}
		wantSound(t, l)
	}
	if _, notes := verified(t, l, Anchor{}); !strings.Contains(notes, "records up to 4 were pruned, as record 5 says") {
		t.Errorf("notes %q", notes)
	}
	if _, err := l.Prune(context.Background(), 0); err == nil {
		t.Error("everything may be pruned")
	}
}

// TestPruneOnTheWay prunes when the file of a day is begun.
func TestPruneOnTheWay(t *testing.T) {
	t.Parallel()
	c := newClock("2026-03-01T12:00:00Z")
	l := testLog(t, c, WithRetention(30))
	begin(t, l, "r1", "ls")
	c.set("2026-05-01T12:00:00Z")
	begin(t, l, "r2", "ls")
	if got, want := names(t, l), "2026-05-01.jsonl head"; got != want {
		t.Errorf("files %q; want %q", got, want)
	}
	if report := wantSound(t, l); report.First != 2 || report.Last != 3 {
		t.Errorf("report %+v", report)
	}
}

// TestPruneInterrupted: files that a pruner left behind do no harm, and go with
// the next.
func TestPruneInterrupted(t *testing.T) {
	t.Parallel()
	c := newClock("2026-03-01T12:00:00Z")
	l := testLog(t, c)
	begin(t, l, "r1", "ls")
	c.set("2026-03-02T12:00:00Z")
	begin(t, l, "r2", "ls")
	one := read(t, filepath.Join(l.path, "2026-03-01.jsonl"))
	two := read(t, filepath.Join(l.path, "2026-03-02.jsonl"))
	c.set("2026-05-01T12:00:00Z")
	if _, err := l.Prune(context.Background(), 30); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(l.path, "2026-03-02.jsonl"), two)
	wantSound(t, l)
	write(t, filepath.Join(l.path, "2026-03-01.jsonl"), one)
	wantSound(t, l)
	if deleted, err := l.Prune(context.Background(), 30); err != nil || len(deleted) != 2 {
		t.Errorf("deleted %q: %v", deleted, err)
	}
	wantSound(t, l)
}

// TestVisible: nothing in the file acts on a terminal, and it is read back as it
// was.
func TestVisible(t *testing.T) {
	t.Parallel()
	command := "a\x1b[2J\u202e\u0085\x7f\U000e0041\u200bä漢"
	r := Record{Seq: 1, Kind: Start, Request: &Request{Command: &command}}
	line, err := encode(&r)
	if err != nil {
		t.Fatal(err)
	}
	if want := `"a\u001b[2J\u202e\u0085\u007f\udb40\udc41\u200bä漢"`; !bytes.Contains(line, []byte(want)) {
		t.Errorf("line %s; want %s in it", line, want)
	}
	back, err := decode(bytes.TrimSuffix(line, []byte("\n")))
	if err != nil || *back.Request.Command != command {
		t.Errorf("read back %+v: %v", back, err)
	}
}
