package session_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/skillctl/skillctl/runner"
	"github.com/skillctl/skillctl/runner/session"
)

// helperEnv says what this test's binary does in the place of a supervisor.
const helperEnv = "SKILLCTL_TEST_SUPERVISOR"

func TestMain(m *testing.M) {
	if how := os.Getenv(helperEnv); how != "" {
		if err := helper(how); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// helper is a supervisor: it takes the order, follows a run that copies what
// comes from its descriptor, and ends with it.
func helper(how string) error {
	if how == "dies" {
		return errors.New("no supervisor today")
	}
	received, err := session.Receive()
	if err != nil {
		return err
	}
	switch how {
	case "refuses":
		return received.Answer(errors.New("it cannot\nbe had"))
	case "silent":
		time.Sleep(time.Hour)
	}
	s, err := session.Open(received.Runs)
	if err != nil {
		return err
	}
	v, err := s.Supervise(received.ID)
	if err != nil {
		return err
	}
	fmt.Fprintf(v.Stderr(), "%s %s %s", received.Handover.Backend, received.Handover.State, received.Payload)
	f := &fake{done: make(chan runner.Result, 1), began: time.Now()}
	go func() {
		for _, file := range received.Handover.Files {
			_, _ = io.Copy(v.Stdout(), file)
		}
		f.end(0, runner.Exited)
	}()
	if err := received.Answer(nil); err != nil {
		return err
	}
	_, err = v.Follow(context.Background(), f)
	return err
}

// handed is a handover with one descriptor, whose other end is returned.
func handed(t *testing.T) (runner.Handover, *os.File) {
	t.Helper()
	out, in, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _, _ = in.Close(), out.Close() })
	return runner.Handover{Backend: "b", State: json.RawMessage(`{"x":1}`), Files: []*os.File{out}}, in
}

func launch(ctx context.Context, t *testing.T, how string, s *session.Store, h runner.Handover) error {
	t.Helper()
	t.Setenv(helperEnv, how)
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return session.Launch(ctx, self, nil, session.Order{Runs: s.Path(), ID: "one", Payload: json.RawMessage(`"load"`)}, h)
}

// TestLaunchUnread gives an order that fits in no pipe to a supervisor that ends
// without reading it: what is wrong is that it ended.
func TestLaunchUnread(t *testing.T) {
	s := store(t)
	if err := s.Create(meta("one")); err != nil {
		t.Fatal(err)
	}
	t.Setenv(helperEnv, "dies")
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	payload := json.RawMessage(`"` + strings.Repeat("x", 4<<20) + `"`)
	err = session.Launch(t.Context(), self, nil, session.Order{Runs: s.Path(), ID: "one", Payload: payload}, runner.Handover{})
	if err == nil || !strings.Contains(err.Error(), "ended immediately") {
		t.Errorf("the error is %v", err)
	}
}

// TestLaunch hands a descriptor over to another process, which goes on when this
// one has let go.
func TestLaunch(t *testing.T) {
	s := store(t)
	if err := s.Create(meta("one")); err != nil {
		t.Fatal(err)
	}
	h, in := handed(t)
	if err := launch(t.Context(), t, "follows", s, h); err != nil {
		t.Fatal(err)
	}
	if _, err := h.Files[0].Read(make([]byte, 1)); !errors.Is(err, os.ErrClosed) {
		t.Errorf("this process still has the descriptor: %v", err)
	}
	if run, err := s.Get(t.Context(), "one"); err != nil || run.State != session.Running {
		t.Errorf("the run is %+v, %v", run, err)
	}
	if _, err := io.WriteString(in, "over there"); err != nil {
		t.Fatal(err)
	}
	_ = in.Close()
	for began := time.Now(); ; time.Sleep(10 * time.Millisecond) {
		p, err := s.Poll(t.Context(), "one", session.Offsets{}, 1000, time.Second)
		if err != nil {
			t.Fatal(err)
		}
		if p.Run.State == session.Finished {
			if string(p.Stdout) != "over there" || string(p.Stderr) != `b {"x":1} "load"` {
				t.Errorf("it wrote %q and %q", p.Stdout, p.Stderr)
			}
			return
		}
		if time.Since(began) > time.Minute {
			t.Fatalf("it never ended: %+v", p.Run)
		}
	}
}

// TestLaunchFails wants the run to stay with this process when no supervisor
// takes it.
func TestLaunchFails(t *testing.T) {
	for how, want := range map[string]string{"refuses": "it cannot; be had", "dies": "ended immediately", "silent": "context canceled"} {
		t.Run(how, func(t *testing.T) {
			s := store(t)
			if err := s.Create(meta("one")); err != nil {
				t.Fatal(err)
			}
			h, in := handed(t)
			ctx, cancel := context.WithCancel(t.Context())
			if how == "silent" {
				time.AfterFunc(500*time.Millisecond, cancel)
			}
			defer cancel()
			if err := launch(ctx, t, how, s, h); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("the error is %v", err)
			}
			if _, err := io.WriteString(in, "x"); err != nil {
				t.Fatal(err)
			}
			if n, err := h.Files[0].Read(make([]byte, 1)); n != 1 || err != nil {
				t.Errorf("the descriptor is gone: %v", err)
			}
			if err := s.Discard("one"); err != nil {
				t.Error(err)
			}
			if _, err := os.Stat(filepath.Join(s.Path(), "one")); !errors.Is(err, os.ErrNotExist) {
				t.Errorf("its folder is still there: %v", err)
			}
		})
	}
}

// TestLaunchMany wants a bound on what is handed over, and a program that is
// there.
func TestLaunchMany(t *testing.T) {
	s := store(t)
	h, _ := handed(t)
	many := h
	many.Files = make([]*os.File, 65)
	if err := launch(t.Context(), t, "follows", s, many); err == nil || !strings.Contains(err.Error(), "at most 64") {
		t.Errorf("the error is %v", err)
	}
	if err := session.Launch(t.Context(), "/no/such/program", nil, session.Order{Runs: t.TempDir(), ID: "one"}, h); err == nil || !strings.Contains(err.Error(), "start the supervisor") {
		t.Errorf("the error is %v", err)
	}
}
