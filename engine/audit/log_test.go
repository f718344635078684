package audit

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// clock is a clock that tests set.
type clock struct {
	mu sync.Mutex
	t  time.Time
}

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.t
}

func (c *clock) set(text string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	t, err := time.Parse(time.RFC3339, text)
	if err != nil {
		panic(err)
	}
	c.t = t
}

func newClock(text string) *clock {
	c := &clock{}
	c.set(text)
	return c
}

func testLog(t testing.TB, c *clock, opts ...Option) *Log {
	t.Helper()
	opts = append([]Option{WithClock(c.now), WithoutSync()}, opts...)
	l, err := Open(filepath.Join(t.TempDir(), "audit"), opts...)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func begin(t testing.TB, l *Log, id, command string) Place {
	t.Helper()
	place, err := l.Begin(context.Background(), nil, Record{
		Run: id, Request: &Request{Command: &command, Cwd: "/w", Agent: "a", Skill: "s"}, Decision: &Decision{Effect: "allow", Reasons: []Reason{{Rule: "r", Effect: "allow"}}, Policy: "p"},
	})
	if err != nil {
		t.Fatal(err)
	}
	return place
}

func end(t testing.TB, l *Log, id string) {
	t.Helper()
	if _, err := l.End(context.Background(), nil, id, Result{Ended: "exited", DurationMS: 5}, nil); err != nil {
		t.Fatal(err)
	}
}

// verified verifies a log and returns what is said, a line each.
func verified(t testing.TB, l *Log, known Anchor) (problems, notes string) {
	t.Helper()
	report, err := l.Verify(context.Background(), known)
	if err != nil {
		t.Fatal(err)
	}
	said := func(list []Problem) string {
		var out strings.Builder
		for _, p := range list {
			fmt.Fprintln(&out, strings.TrimPrefix(p.String(), l.path+string(filepath.Separator)))
		}
		return out.String()
	}
	return said(report.Problems), said(report.Notes)
}

func wantSound(t testing.TB, l *Log) *Report {
	t.Helper()
	report, err := l.Verify(context.Background(), Anchor{})
	if err != nil {
		t.Fatal(err)
	}
	if !report.OK() {
		t.Fatalf("the chain does not hold: %v", report.Problems)
	}
	return report
}

func names(t testing.TB, l *Log) string {
	t.Helper()
	entries, err := os.ReadDir(l.path)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, e := range entries {
		out = append(out, e.Name())
	}
	return strings.Join(out, " ")
}

// TestDays: the chain goes on from day to day, and a clock that goes back begins
// no older file.
func TestDays(t *testing.T) {
	t.Parallel()
	c := newClock("2026-03-01T23:59:59Z")
	l := testLog(t, c)
	first := begin(t, l, "r1", "ls")
	c.set("2026-03-02T00:00:01Z")
	second := begin(t, l, "r2", "ls")
	c.set("2026-02-01T00:00:00Z")
	third := begin(t, l, "r3", "ls")
	c.set("2026-03-05T00:00:00Z")
	end(t, l, "r3")
	if first.Seq != 1 || second.Seq != 2 || third.Seq != 3 {
		t.Errorf("numbers %d, %d, %d", first.Seq, second.Seq, third.Seq)
	}
	if got, want := names(t, l), "2026-03-01.jsonl 2026-03-02.jsonl 2026-03-05.jsonl head"; got != want {
		t.Errorf("files %q; want %q", got, want)
	}
	text, err := os.ReadFile(filepath.Join(l.path, "2026-03-02.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(text), "\n"); n != 2 || !strings.Contains(string(text), `"prev":"`+first.Hash) || !strings.Contains(string(text), `"time":"2026-02-01T00:00:00Z"`) {
		t.Errorf("the second file has %d lines:\n%s", n, text)
	}
	if report := wantSound(t, l); report.Records != 4 || report.Files != 3 || report.First != 1 || report.Last != 4 {
		t.Errorf("report %+v", report)
	}
	for name, want := range map[string]fs.FileMode{"": 0o700, "head": 0o600, "2026-03-05.jsonl": 0o600} {
		info, err := os.Stat(filepath.Join(l.path, name))
		if err != nil {
			t.Fatal(err)
		}
		if got := info.Mode().Perm(); got != want {
			t.Errorf("%q has mode %o; want %o", name, got, want)
		}
	}
}

// TestAppendTogether lets many goroutines with several logs record at once.
func TestAppendTogether(t *testing.T) {
	t.Parallel()
	c := newClock("2026-03-01T12:00:00Z")
	l := testLog(t, c)
	var wait sync.WaitGroup
	errs := make(chan error, 200)
	for g := range 200 {
		wait.Go(func() {
			own, err := Open(l.path, WithClock(c.now), WithoutSync(), WithWait(time.Minute))
			if err != nil {
				errs <- err
				return
			}
			if g%2 == 0 {
				own = l
			}
			id, command := fmt.Sprint("r", g), strings.Repeat("x", g*50)
			if _, err := own.Begin(context.Background(), nil, Record{Run: id, Request: &Request{Command: &command, Cwd: "/"}}); err != nil {
				errs <- err
				return
			}
			if _, err := own.End(context.Background(), nil, id, Result{Ended: "exited"}, nil); err != nil {
				errs <- err
			}
		})
	}
	wait.Wait()
	close(errs)
	for err := range errs {
		t.Error(err)
	}
	if report := wantSound(t, l); report.Records != 400 || report.Last != 400 {
		t.Errorf("%d records, the last is %d; want 400", report.Records, report.Last)
	}
	found, err := l.Runs(context.Background(), Filter{}, nil)
	if err != nil || len(found.Runs) != 200 {
		t.Fatalf("%d runs: %v", len(found.Runs), err)
	}
	for _, r := range found.Runs {
		if r.State != Ended {
			t.Errorf("%s is %s", r.First.Run, r.State)
		}
	}
}

// TestWriteFails: what cannot be recorded is an error, and the log is as it was.
func TestWriteFails(t *testing.T) {
	t.Parallel()
	for name, spoil := range map[string]func(t *testing.T, l *Log){
		"a folder has the name of the file": func(t *testing.T, l *Log) {
			mkdir(t, filepath.Join(l.path, "2026-03-02.jsonl"))
		},
		"a folder has the name of the head": func(t *testing.T, l *Log) {
			remove(t, filepath.Join(l.path, "head"))
			mkdir(t, filepath.Join(l.path, "head"))
		},
		"others can write to the folder": func(t *testing.T, l *Log) { chmod(t, l.path, 0o777) },
		"others can write to the head":   func(t *testing.T, l *Log) { chmod(t, filepath.Join(l.path, "head"), 0o622) },
		"the head has a second name": func(t *testing.T, l *Log) {
			if err := os.Link(filepath.Join(l.path, "head"), filepath.Join(t.TempDir(), "x")); err != nil {
				t.Fatal(err)
			}
		},
		"the head is a link": func(t *testing.T, l *Log) {
			remove(t, filepath.Join(l.path, "head"))
			if err := os.Symlink("other", filepath.Join(l.path, "head")); err != nil {
				t.Fatal(err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := newClock("2026-03-01T12:00:00Z")
			l := testLog(t, c)
			begin(t, l, "r1", "ls")
			before := read(t, filepath.Join(l.path, "2026-03-01.jsonl"))
			c.set("2026-03-02T12:00:00Z")
			spoil(t, l)
			_, err := l.Begin(context.Background(), nil, Record{Run: "r2"})
			var failed *WriteError
			if !errors.As(err, &failed) || !strings.Contains(err.Error(), "nothing runs") {
				t.Fatalf("error %v; want one that says that nothing runs", err)
			}
			if after := read(t, filepath.Join(l.path, "2026-03-01.jsonl")); after != before {
				t.Errorf("the file has changed:\n%s", after)
			}
		})
	}
}

// TestLocked: a process that holds the lock for ever does not hold up others for
// ever.
func TestLocked(t *testing.T) {
	t.Parallel()
	c := newClock("2026-03-01T12:00:00Z")
	l := testLog(t, c, WithWait(20*time.Millisecond))
	begin(t, l, "r1", "ls")
	root, err := os.OpenRoot(l.path)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	lock, err := l.lock(context.Background(), root, false, false)
	if err != nil {
		t.Fatal(err)
	}
	var busy *BusyError
	if _, err := l.Begin(context.Background(), nil, Record{Run: "r2"}); !errors.As(err, &busy) {
		t.Errorf("error %v; want one about the lock", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	l.wait = time.Hour
	if _, err := l.Begin(ctx, nil, Record{Run: "r2"}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v; want that of the context", err)
	}
	_ = lock.Close()
	begin(t, l, "r3", "ls")
	if report := wantSound(t, l); report.Records != 2 {
		t.Errorf("%d records; want 2", report.Records)
	}
}

// TestOpenRelative: a log has an absolute path.
func TestOpenRelative(t *testing.T) {
	t.Parallel()
	if _, err := Open("audit"); err == nil {
		t.Error("a relative path was taken")
	}
}

func mkdir(t *testing.T, name string) {
	t.Helper()
	if err := os.Mkdir(name, 0o700); err != nil {
		t.Fatal(err)
	}
}

func remove(t *testing.T, name string) {
	t.Helper()
	if err := os.Remove(name); err != nil {
		t.Fatal(err)
	}
}

func chmod(t *testing.T, name string, mode fs.FileMode) {
	t.Helper()
	if err := os.Chmod(name, mode); err != nil {
		t.Fatal(err)
	}
}

func read(t testing.TB, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func write(t testing.TB, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
