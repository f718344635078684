package session_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/skillctl/skillctl/runner"
	"github.com/skillctl/skillctl/runner/session"
)

// ended puts a run into a store that has ended.
func ended(t *testing.T, s *session.Store, id string, n *session.Notify, r runner.Result, output string) {
	t.Helper()
	m := meta(id)
	m.Notify = n
	if err := s.Create(m); err != nil {
		t.Fatal(err)
	}
	if err := s.Seed(id, []byte(output), nil); err != nil {
		t.Fatal(err)
	}
	v, err := s.Supervise(id)
	if err == nil {
		err = v.Finish(r, nil)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func texts(t *testing.T, s *session.Store) string {
	t.Helper()
	events, err := s.Events(0)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, e := range events {
		out = append(out, string(e.Kind)+" "+e.Text)
	}
	return strings.Join(out, "\n")
}

// TestSettle makes one event of the end of a run, in OpenClaw's words, where one is
// wanted.
func TestSettle(t *testing.T) {
	t.Parallel()
	on := &session.Notify{OnExit: true}
	for name, c := range map[string]struct {
		notify *session.Notify
		result runner.Result
		output string
		want   string
	}{
		"output":        {on, runner.Result{Ended: runner.Exited}, "a\n  b\n", "exit Exec completed (one, code 0) :: a b"},
		"failure":       {on, runner.Result{Code: 3, Ended: runner.Exited}, "", "exit Exec completed (one, code 3)"},
		"not found":     {on, runner.Result{Code: 127, Ended: runner.Exited}, "", "exit Exec failed (one, code 127)"},
		"signal":        {on, runner.Result{Code: 137, Signal: "SIGKILL", Ended: runner.Signalled}, "x", "exit Exec failed (one, signal SIGKILL) :: x"},
		"time":          {on, runner.Result{Code: 124, Ended: runner.TimedOut}, "", "exit Exec failed (one, code 124)\n\nIt was stopped at its time limit."},
		"quiet":         {on, runner.Result{Ended: runner.Exited}, " \n", ""},
		"quiet, wanted": {&session.Notify{OnExit: true, EmptySuccess: true}, runner.Result{Ended: runner.Exited}, "", "exit Exec completed (one, code 0)"},
		"not wanted":    {&session.Notify{}, runner.Result{Code: 1, Ended: runner.Exited}, "x", ""},
		"nobody said":   {nil, runner.Result{Code: 1, Ended: runner.Exited}, "x", ""},
		"long":          {on, runner.Result{Ended: runner.Exited}, strings.Repeat("x", 300) + strings.Repeat("😀", 300), "exit Exec completed (one, code 0) :: " + strings.Repeat("😀", 89) + "…"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := store(t)
			ended(t, s, "one", c.notify, c.result, c.output)
			for range 2 {
				if _, err := s.Settle(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
			if got := texts(t, s); c.want == "" && got != "" || !strings.HasPrefix(got, c.want) || strings.Count(got, "exit") != strings.Count(c.want, "exit") {
				t.Errorf("%q; want %q", got, c.want)
			}
		})
	}
}

// TestSettleStopped makes no event of a run that somebody asked to end.
func TestSettleStopped(t *testing.T) {
	t.Parallel()
	s := store(t)
	m := meta("one")
	m.Notify = &session.Notify{OnExit: true, EmptySuccess: true}
	_, wait := followed(t, s, m)
	if err := s.Stop(t.Context(), "one"); err != nil {
		t.Fatal(err)
	}
	if _, err := wait(); err != nil {
		t.Fatal(err)
	}
	if told, err := s.Settle(t.Context()); err != nil || len(told) != 0 || texts(t, s) != "" {
		t.Errorf("told %v, %v", told, err)
	}
}

// TestSettleAtOnce makes one event, also when many look at the same time, and one of a
// run that was lost.
func TestSettleAtOnce(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "runs")
	s, err := session.Open(path, session.WithNow(func() time.Time { return time.Now().Add(time.Hour) }))
	if err != nil {
		t.Fatal(err)
	}
	lost := meta("lost")
	lost.Created, lost.Notify = time.Now().Add(-time.Hour), &session.Notify{OnExit: true, Program: []string{"/bin/tell"}}
	if err := s.Create(lost); err != nil {
		t.Fatal(err)
	}
	ended(t, s, "two", lost.Notify, runner.Result{Code: 1, Ended: runner.Exited}, "")
	var wg sync.WaitGroup
	var told atomic.Int64
	for range 16 {
		wg.Go(func() {
			mine, err := session.Open(path, session.WithNow(func() time.Time { return time.Now().Add(time.Hour) }))
			if err != nil {
				t.Error(err)
				return
			}
			made, err := mine.Settle(t.Context())
			if err != nil {
				t.Error(err)
			}
			for _, m := range made {
				if m.Program[0] != "/bin/tell" {
					t.Error(m.Program)
				}
			}
			told.Add(int64(len(made)))
		})
	}
	wg.Wait()
	got := texts(t, s)
	if told.Load() != 2 || strings.Count(got, "\n") != 1 || !strings.Contains(got, "exit Exec failed (lost, unknown exit code)") {
		t.Errorf("told %d times: %q", told.Load(), got)
	}
}

// TestEventsTorn goes on behind a line that was not written whole, and makes no second
// event of a run whose mark is missing.
func TestEventsTorn(t *testing.T) {
	t.Parallel()
	s := store(t)
	ended(t, s, "one", &session.Notify{OnExit: true}, runner.Result{Code: 1, Ended: runner.Exited}, "")
	if _, err := s.Settle(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(s.Path(), "one", "settled")); err != nil {
		t.Fatal(err)
	}
	f, err := os.OpenFile(filepath.Join(s.Path(), ".events.jsonl"), os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString(`{"kind":"exit","run":"to`); err != nil {
		t.Fatal(err)
	}
	_ = f.Close()
	if told, err := s.Settle(t.Context()); err != nil || len(told) != 0 {
		t.Fatal(told, err)
	}
	e, err := s.Publish(t.Context(), session.Event{Kind: session.Still, Run: "one", Text: strings.Repeat("x", 9000)})
	if err != nil || len(e.Text) > 4100 {
		t.Fatal(len(e.Text), err)
	}
	events, err := s.Events(0)
	if err != nil || len(events) != 2 || events[0].Seq >= events[1].Seq {
		t.Fatalf("%+v, %v", events, err)
	}
	if after, err := s.Events(events[0].Seq); err != nil || len(after) != 1 {
		t.Errorf("%+v, %v", after, err)
	}
	text, err := os.ReadFile(filepath.Join(s.Path(), ".events.jsonl"))
	for line := range strings.Lines(string(text)) {
		if !json.Valid([]byte(line)) {
			t.Errorf("%q, %v", line, err)
		}
	}
	if _, err := s.Prune(t.Context(), events[1].Time); err != nil || texts(t, s) != "running "+e.Text {
		t.Errorf("%q, %v", texts(t, s), err)
	}
}
