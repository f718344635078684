package session_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/skillctl/skillctl/runner/session"
)

// steps is a clock that only its users move.
type steps struct{ passed time.Duration }

func (s *steps) Now() time.Time { return time.Unix(0, 0).Add(s.passed) }

func (s *steps) Sleep(ctx context.Context, d time.Duration) error {
	s.passed += d
	return ctx.Err()
}

// scripted is a shell that writes what it is told, and is done when it is told.
type scripted struct {
	clock *steps
	out   string
	// until is when it is done; never when it is 0.
	until time.Duration
	fresh bool
	dead  bool
	fault error
	codes []session.Code
}

func (s *scripted) Run(_ context.Context, code session.Code) error {
	s.codes, s.fresh = append(s.codes, code), true
	return s.fault
}

func (s *scripted) Wait(ctx context.Context, d time.Duration) (session.Output, bool, error) {
	s.clock.passed += d
	fresh := s.fresh && s.out != ""
	s.fresh = false
	return session.Output{Text: s.out, Total: int64(len(s.out))}, fresh, ctx.Err()
}

func (s *scripted) Done() bool { return s.until > 0 && s.clock.passed >= s.until }

func (s *scripted) Alive() bool { return !s.dead }

func (s *scripted) Close() error {
	s.dead = true
	return nil
}

// console opens the shells that it is given, one after the other.
func console(clock *steps, shells ...*scripted) *session.Console {
	return session.NewConsole(func(context.Context, int64) (session.Shell, error) {
		if len(shells) == 0 {
			return nil, errors.New("there is no shell left")
		}
		next := shells[0]
		next.clock, shells = clock, shells[1:]
		return next, nil
	}, clock, session.V16)
}

func terminal(text string) session.Code { return session.Code{Runtime: "terminal", Text: text} }

// TestConsoleWhy wants control back for each reason, in its words.
func TestConsoleWhy(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		out   string
		until time.Duration
		want  session.Why
		says  string
	}{
		"done":           {"hi\n", time.Second, session.Completed, "Session 7 completed."},
		"prompt":         {"hi\nroot@h:/w# ", 0, session.Completed, "Session 7 completed."},
		"coloured":       {"hi\n\x1b[32mroot@h:/w#\x1b[0m ", 0, session.Completed, "Session 7 completed."},
		"silent":         {"", 0, session.FirstOutput, "after 30 seconds with no output"},
		"went quiet":     {"working", 0, session.BetweenOutput, "after 15 seconds since last output update"},
		"asks":           {"Continue? [Y/n]", 0, session.Dialog, "Potential dialog detected in output."},
		"asks long ago":  {"Continue?\na\nb\nc", 0, session.BetweenOutput, "after 15 seconds"},
		"far too long":   {strings.Repeat("x", 1<<20) + ":", 0, session.Dialog, "dialog"},
		"prompt earlier": {"root@h:/w# \na\nb\nc", 0, session.BetweenOutput, "15 seconds"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			clock := &steps{}
			con := console(clock, &scripted{out: c.out, until: c.until})
			got, err := con.Run(t.Context(), 7, terminal("x"))
			if err != nil || got.Why != c.want || !strings.Contains(got.Message, c.says) || got.Running != (c.want != session.Completed) {
				t.Errorf("%+v, %v", got, err)
			}
			if err := con.Close(); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestConsoleMax wants control back from a command that never stops writing.
func TestConsoleMax(t *testing.T) {
	t.Parallel()
	clock := &steps{}
	chatty := &chatty{scripted{clock: clock, out: "x"}}
	con := session.NewConsole(func(context.Context, int64) (session.Shell, error) { return chatty, nil }, clock, session.Newer)
	got, err := con.Run(t.Context(), 0, terminal("yes"))
	if err != nil || got.Why != session.MaxExec || clock.passed < 240*time.Second || clock.passed > 242*time.Second {
		t.Errorf("%+v after %s, %v", got, clock.passed, err)
	}
	if got, err = con.Output(t.Context(), 0); err != nil || got.Why != session.MaxExec || clock.passed < 840*time.Second {
		t.Errorf("%+v after %s, %v", got, clock.passed, err)
	}
}

type chatty struct{ scripted }

func (c *chatty) Wait(ctx context.Context, d time.Duration) (session.Output, bool, error) {
	out, _, err := c.scripted.Wait(ctx, d)
	return out, true, err
}

// TestConsoleBusy gives a shell nothing new while a command runs in it.
func TestConsoleBusy(t *testing.T) {
	t.Parallel()
	clock := &steps{}
	shell := &scripted{out: "working"}
	con := console(clock, shell)
	if _, err := con.Run(t.Context(), 1, terminal("slow")); err != nil {
		t.Fatal(err)
	}
	got, err := con.Run(t.Context(), 1, terminal("next"))
	if err != nil || got.Why != session.Busy || !got.Running || len(shell.codes) != 1 || !strings.HasPrefix(got.Message, "Terminal session 1 might be still running.") {
		t.Fatalf("%+v, %v, it was given %v", got, err, shell.codes)
	}
	shell.out = "Password:"
	if got, err = con.Run(t.Context(), 1, terminal("next")); err != nil || got.Why != session.Dialog || len(shell.codes) != 1 {
		t.Fatalf("%+v, %v", got, err)
	}
	shell.out, shell.until = "done", clock.passed
	if got, err = con.Run(t.Context(), 1, terminal("next")); err != nil || got.Why != session.Completed || len(shell.codes) != 2 {
		t.Fatalf("%+v, %v", got, err)
	}
}

// TestConsoleReset opens a shell anew, and one that died.
func TestConsoleReset(t *testing.T) {
	t.Parallel()
	clock := &steps{}
	first, second, third := &scripted{until: 1}, &scripted{until: 1}, &scripted{until: 1}
	con := console(clock, first, second, third)
	if _, err := con.Run(t.Context(), 3, terminal("x")); err != nil {
		t.Fatal(err)
	}
	got, err := con.Reset(t.Context(), 3, " stuck ")
	if err != nil || got.Message != "Terminal session has been reset. Reason: stuck." || first.Alive() || !second.Alive() {
		t.Fatalf("%+v, %v", got, err)
	}
	second.dead = true
	if _, err := con.Run(t.Context(), 3, terminal("y")); err != nil || len(third.codes) != 1 {
		t.Fatalf("%v, the third was given %v", err, third.codes)
	}
	third.dead = true
	if _, err := con.Run(t.Context(), 3, terminal("z")); err == nil || !strings.Contains(err.Error(), "open session 3: there is no shell left") {
		t.Errorf("the error is %v", err)
	}
}

// TestConsoleRefuses wants what makes no sense refused, and bounds held.
func TestConsoleRefuses(t *testing.T) {
	t.Parallel()
	clock := &steps{}
	var shells []*scripted
	for range 70 {
		shells = append(shells, &scripted{until: 1})
	}
	con := console(clock, shells...)
	if _, err := con.Run(t.Context(), 0, session.Code{Runtime: "python", Text: " \n"}); err == nil || err.Error() != "code is required for runtime=python" {
		t.Errorf("the error is %v", err)
	}
	for n := range int64(64) {
		if _, err := con.Run(t.Context(), n, terminal("x")); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := con.Run(t.Context(), 64, terminal("x")); err == nil || !strings.Contains(err.Error(), "64 sessions already") {
		t.Errorf("the error is %v", err)
	}
	if numbers := con.Numbers(); len(numbers) != 64 || !slices.IsSorted(numbers) {
		t.Errorf("there are %v", numbers)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := con.Run(ctx, 0, terminal("x")); !errors.Is(err, context.Canceled) {
		t.Errorf("the error is %v", err)
	}
	if err := con.Close(); err != nil {
		t.Fatal(err)
	}
	for i, s := range shells[:64] {
		if s.Alive() {
			t.Errorf("shell %d lives", i)
		}
	}
	if _, err := con.Output(t.Context(), 0); err == nil || !strings.Contains(err.Error(), "closed") {
		t.Errorf("the error is %v", err)
	}
}

// TestClean takes out what a terminal would act on.
func TestClean(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string]string{
		"\x1b[31mred\x1b[0m\r\n":               "red",
		"a\x00b\rc\r\nd":                       "ab\nc\nd",
		"\x1b]0;title\x07x\x1b]8;;u\x1b\\y":    "xy",
		"\x1bP1$r\x1b\\z\x1b(B\x1b=":           "z",
		"no end \x1b]0;title":                  "no end ",
		"\n\nin the middle \u009b2Jof\n":       "in the middle of",
		"\x1b[38;5;1m\x1b[?25l\x1b[Kok\x1b[1G": "ok",
	} {
		if got := session.Clean(raw); got != want {
			t.Errorf("%q became %q; want %q", raw, got, want)
		}
	}
}

// TestAnswer is what a server makes of what a client answers.
func TestAnswer(t *testing.T) {
	t.Parallel()
	reply := func(message, text string, running bool) *session.Reply {
		return &session.Reply{Message: message, Output: session.Output{Text: text}, Running: running}
	}
	for want, a := range map[string]session.Answer{
		"Error (runtime='python', session=2): boom":          {Error: "boom"},
		"Error (runtime='python', session=2): Unknown error": {},
		"Session 2 completed.":                               {OK: true},
		"Session 2 running.":                                 {OK: true, Result: reply("", "", true)},
		"message\n\ntext":                                    {OK: true, Result: reply("message", "text", false)},
	} {
		if got := a.Text("python", 2); got != want {
			t.Errorf("%q; want %q", got, want)
		}
	}
}
