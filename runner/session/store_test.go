package session_test

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/skillctl/skillctl/runner"
	"github.com/skillctl/skillctl/runner/session"
)

// TestFollow follows a run from its start to its end: it is found, fed, read and
// ended by others.
func TestFollow(t *testing.T) {
	t.Parallel()
	s := store(t)
	f, wait := followed(t, s, meta("one"))
	run, err := s.Get(t.Context(), "one")
	if err != nil || run.State != session.Running || run.Command != "cmd one" || run.End != nil {
		t.Fatalf("the run is %+v, %v", run, err)
	}
	if err := s.Send(t.Context(), "one", []byte("hello\n"), false); err != nil {
		t.Fatal(err)
	}
	p, err := s.Poll(t.Context(), "one", session.Offsets{}, 3, time.Minute)
	if err != nil || string(p.Stdout) != "hel" || !p.More || p.Next.Stdout != 3 {
		t.Fatalf("the first part is %q, more %v, next %+v, %v", p.Stdout, p.More, p.Next, err)
	}
	p, err = s.Poll(t.Context(), "one", p.Next, 100, time.Minute)
	if err != nil || string(p.Stdout) != "lo\n" || p.More {
		t.Fatalf("the second part is %q, more %v, %v", p.Stdout, p.More, err)
	}
	if err := s.Send(t.Context(), "one", []byte("end"), true); err != nil {
		t.Fatal(err)
	}
	<-f.fed
	if err := s.Send(t.Context(), "one", []byte("x"), false); err == nil || !strings.Contains(err.Error(), "its input is closed") {
		t.Errorf("input behind its end: %v", err)
	}
	if err := s.Resize(t.Context(), "one", runner.Terminal{Rows: 5, Columns: 7}); err != nil || f.size.Columns != 7 {
		t.Errorf("the terminal is %+v, %v", f.size, err)
	}
	if err := s.Resize(t.Context(), "one", runner.Terminal{}); err == nil || !strings.Contains(err.Error(), "no rows") {
		t.Errorf("what the run says is %v", err)
	}
	if err := s.Stop(t.Context(), "one"); err != nil {
		t.Fatal(err)
	}
	if result, err := wait(); err != nil || result.Code != 143 {
		t.Fatalf("it ended with %+v, %v", result, err)
	}
	run, err = s.Get(t.Context(), "one")
	if err != nil || run.State != session.Finished || run.End.Code != 143 || run.End.DurationMS != 1500 || run.End.Stdout.Bytes != 9 || run.End.Ended != runner.Killed {
		t.Fatalf("the run is %+v, %+v, %v", run, run.End, err)
	}
	for _, err := range []error{s.Stop(t.Context(), "one"), s.Kill(t.Context(), "one"), s.Send(t.Context(), "one", nil, true)} {
		if !errors.Is(err, session.ErrEnded) {
			t.Errorf("the error is %v", err)
		}
	}
}

// TestKill ends a run that does not listen.
func TestKill(t *testing.T) {
	t.Parallel()
	s := store(t)
	_, wait := followed(t, s, meta("one"))
	if err := s.Kill(t.Context(), "one"); err != nil {
		t.Fatal(err)
	}
	if result, err := wait(); err != nil || result.Code != 137 {
		t.Errorf("it ended with %+v, %v", result, err)
	}
}

// TestNoInput wants a run without input to say so.
func TestNoInput(t *testing.T) {
	t.Parallel()
	s := store(t)
	m := meta("one")
	m.Stdin = false
	f, wait := followed(t, s, m)
	if err := s.Send(t.Context(), "one", []byte("x"), false); err == nil || !strings.Contains(err.Error(), "it has no input") {
		t.Errorf("the error is %v", err)
	}
	f.end(0, runner.Exited)
	if _, err := wait(); err != nil {
		t.Fatal(err)
	}
}

// TestSeed goes on behind what was written before.
func TestSeed(t *testing.T) {
	t.Parallel()
	s := store(t)
	m := meta("one")
	if err := s.Create(m); err != nil {
		t.Fatal(err)
	}
	if err := s.Seed("one", []byte("before "), []byte("err")); err != nil {
		t.Fatal(err)
	}
	v, err := s.Supervise("one")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := v.Stdout().Write([]byte("after")); err != nil {
		t.Fatal(err)
	}
	v.Note("a note")
	if err := v.Finish(runner.Result{Code: 125, Ended: runner.Lost}, errors.New("it never began")); err != nil {
		t.Fatal(err)
	}
	p, err := s.Poll(t.Context(), "one", session.Offsets{}, 100, 0)
	if err != nil || string(p.Stdout) != "before after" || string(p.Stderr) != "err" {
		t.Fatalf("it wrote %q and %q, %v", p.Stdout, p.Stderr, err)
	}
	end := p.Run.End
	const sum = "d0ccb29d1dcfe5ac0dbed3c9e1e5c1fd3e2dbcff3e0ae7f11e1b1ae0e3c8a34b"
	if end == nil || end.Code != 125 || end.Error != "it never began" || end.Ended != runner.Lost || end.Stdout.Bytes != 12 || len(end.Stdout.SHA256) != len(sum) ||
		!slices.Equal(end.Notes, []string{"a note"}) {
		t.Errorf("the end is %+v", end)
	}
	if want := digest(t, filepath.Join(s.Path(), "one", "stdout")); end.Stdout.SHA256 != want {
		t.Errorf("the digest is %s; want %s", end.Stdout.SHA256, want)
	}
}

// TestStates tells a run that is being started from one that was lost.
func TestStates(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)
	s := store(t, session.WithNow(func() time.Time { return now }))
	if err := s.Create(meta("one")); err != nil {
		t.Fatal(err)
	}
	state := func(want session.State) {
		t.Helper()
		if run, err := s.Get(t.Context(), "one"); err != nil || run.State != want {
			t.Errorf("it is %q, %v; want %q", run.State, err, want)
		}
	}
	state(session.Starting)
	now = now.Add(time.Hour)
	state(session.Gone)
	// A clock that jumped back says nothing.
	now = now.Add(-2 * time.Hour)
	state(session.Gone)
	if err := s.Stop(t.Context(), "one"); err == nil || !strings.Contains(err.Error(), "its supervisor was killed") {
		t.Errorf("the error is %v", err)
	}
	now = now.Add(24 * time.Hour)
	if removed, err := s.Prune(t.Context(), now); err != nil || !slices.Equal(removed, []string{"one"}) {
		t.Errorf("removed were %v, %v", removed, err)
	}
	var missing *session.NotFoundError
	if _, err := s.Get(t.Context(), "one"); !errors.As(err, &missing) || missing.ID != "one" {
		t.Errorf("the error is %v", err)
	}
}

// TestPrune leaves what runs, and what ended later.
func TestPrune(t *testing.T) {
	t.Parallel()
	s := store(t)
	f, wait := followed(t, s, meta("running"))
	old, oldWait := followed(t, s, meta("old"))
	old.end(0, runner.Exited)
	if _, err := oldWait(); err != nil {
		t.Fatal(err)
	}
	if removed, err := s.Prune(t.Context(), time.Now().Add(-time.Hour)); err != nil || len(removed) != 0 {
		t.Errorf("removed were %v, %v", removed, err)
	}
	if removed, err := s.Prune(t.Context(), time.Now().Add(time.Hour)); err != nil || !slices.Equal(removed, []string{"old"}) {
		t.Errorf("removed were %v, %v", removed, err)
	}
	f.end(0, runner.Exited)
	if _, err := wait(); err != nil {
		t.Fatal(err)
	}
}

// TestList lists runs by age, and says which cannot be read.
func TestList(t *testing.T) {
	t.Parallel()
	s := store(t)
	if runs, damaged, err := s.List(t.Context()); err != nil || len(runs)+len(damaged) > 0 {
		t.Fatalf("a store that is not there has %v, %v, %v", runs, damaged, err)
	}
	for i, id := range []string{"b", "a", "bad"} {
		m := meta(id)
		m.Created = time.Date(2026, 1, 1+i, 0, 0, 0, 0, time.UTC)
		if err := s.Create(m); err != nil {
			t.Fatal(err)
		}
	}
	for name, text := range map[string]string{"bad/meta.json": "{", "file": "", "b/stdout": "x"} {
		if err := os.WriteFile(filepath.Join(s.Path(), name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(s.Path(), "empty"), 0o700); err != nil {
		t.Fatal(err)
	}
	runs, damaged, err := s.List(t.Context())
	if err != nil || len(runs) != 2 || runs[0].ID != "b" || runs[1].ID != "a" || len(damaged) != 1 || !strings.Contains(damaged[0].Error(), `"bad"`) {
		t.Errorf("there are %+v, %v, %v", runs, damaged, err)
	}
}

// TestHostile wants ids and folders that are none to be refused.
func TestHostile(t *testing.T) {
	t.Parallel()
	s := store(t)
	for _, id := range []string{"", ".", "..", "../x", "a/b", "A", "-a", strings.Repeat("a", 129), "a\x00"} {
		if err := s.Create(meta(id)); err == nil {
			t.Errorf("%q is an id", id)
		}
		var missing *session.NotFoundError
		if _, err := s.Get(t.Context(), id); !errors.As(err, &missing) {
			t.Errorf("%q: %v", id, err)
		}
		if err := s.Discard(id); err == nil {
			t.Errorf("%q can be discarded", id)
		}
	}
	if _, err := session.Open("relative"); err == nil {
		t.Error("a relative path is taken")
	}
	if err := s.Create(meta("one")); err != nil {
		t.Fatal(err)
	}
	if err := s.Create(meta("one")); err == nil {
		t.Error("one run was made twice")
	}
	// A link in the place of a file leads nowhere.
	secret := filepath.Join(t.TempDir(), "secret")
	if err := os.WriteFile(secret, []byte("secret"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(secret, filepath.Join(s.Path(), "one", "stdout")); err != nil {
		t.Skip(err)
	}
	if p, err := s.Poll(t.Context(), "one", session.Offsets{}, 100, 0); err == nil || len(p.Stdout) > 0 {
		t.Errorf("a link was read: %q, %v", p.Stdout, err)
	}
	for _, from := range []session.Offsets{{Stdout: -1}, {Stderr: -1}} {
		if _, err := s.Poll(t.Context(), "one", from, 100, 0); err == nil {
			t.Errorf("%+v is a place", from)
		}
	}
	if p, err := s.Poll(t.Context(), "one", session.Offsets{}, 0, 0); err == nil {
		t.Errorf("no room is enough for %+v", p)
	}
}

// TestUnsafe wants a folder that others can write to, or that is a link, to be
// refused.
func TestUnsafe(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	open, link := filepath.Join(dir, "open"), filepath.Join(dir, "link")
	if err := os.Mkdir(open, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(open, 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(dir, link); err != nil {
		t.Skip(err)
	}
	if _, err := session.Open(open); err == nil || !strings.Contains(err.Error(), "chmod go-w") {
		t.Errorf("the error is %v", err)
	}
	if _, err := session.Open(link); err == nil || !strings.Contains(err.Error(), "not a folder") {
		t.Errorf("the error is %v", err)
	}
}

// TestLongPath uses a folder whose path is longer than that of a socket may be.
func TestLongPath(t *testing.T) {
	t.Parallel()
	s, err := session.Open(filepath.Join(t.TempDir(), strings.Repeat("long/", 20), "runs"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat("/proc/self/fd"); err != nil {
		t.Skip("only /proc makes it short")
	}
	f, wait := followed(t, s, meta("one"))
	if run, err := s.Get(t.Context(), "one"); err != nil || run.State != session.Running {
		t.Errorf("the run is %+v, %v", run, err)
	}
	f.end(3, runner.Exited)
	if result, err := wait(); err != nil || result.Code != 3 {
		t.Errorf("it ended with %+v, %v", result, err)
	}
}

// TestBusy wants a run that does not read its input to hold nobody up for ever,
// and others to be able to end it meanwhile.
func TestBusy(t *testing.T) {
	t.Parallel()
	s := store(t)
	if err := s.Create(meta("one")); err != nil {
		t.Fatal(err)
	}
	v, err := s.Supervise("one")
	if err != nil {
		t.Fatal(err)
	}
	f := &fake{stdout: v.Stdout(), done: make(chan runner.Result, 4), began: time.Now()}
	ended := make(chan error, 1)
	go func() {
		_, err := v.Follow(t.Context(), f)
		ended <- err
	}()
	sent := make(chan error, 1)
	go func() { sent <- s.Send(t.Context(), "one", []byte("x"), false) }()
	for {
		err := s.Send(t.Context(), "one", []byte("y"), false)
		if err != nil && strings.Contains(err.Error(), "still reading earlier input") {
			break // the first one waits
		}
		if err == nil {
			t.Fatal("it took what nobody read")
		}
	}
	if err := s.Stop(t.Context(), "one"); err != nil {
		t.Fatal(err)
	}
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	if err := <-sent; err == nil {
		t.Error("what was not read was sent")
	}
}

// TestProgress is JSON that a program can go on from.
func TestProgress(t *testing.T) {
	t.Parallel()
	text, err := json.Marshal(session.Progress{Run: session.Run{Meta: meta("one"), State: session.Running}, Stdout: []byte{0xff, 0}, Next: session.Offsets{Stdout: 2}})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"id":"one"`, `"state":"running"`, `"stdout":"/wA="`, `"next":{"stdout":2,"stderr":0}`, `"more":false`} {
		if !strings.Contains(string(text), want) {
			t.Errorf("%s has no %s", text, want)
		}
	}
}
