//go:build unix

package session_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/skillctl/skillctl/runner"
	"github.com/skillctl/skillctl/runner/session"
)

// shell is sh behind a pipe, as a supervisor keeps it.
func shell(t *testing.T, program string) (*session.Piped, chan session.Ending) {
	t.Helper()
	if _, err := exec.LookPath(program); err != nil {
		t.Skip("no", program)
	}
	endings := make(chan session.Ending, 64)
	p := session.NewPiped(t.TempDir(), "a0", "", nil, func(e session.Ending) { endings <- e })
	cmd := exec.Command(program, "-s")
	cmd.Stdout, cmd.Dir = p, t.TempDir()
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd.Env = append(os.Environ(), "TMPDIR="+t.TempDir())
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() { _, _ = io.Copy(in, p.Stdin()) }()
	p.Open()
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = cmd.Wait()
		p.Over(cmd.ProcessState.ExitCode())
	}()
	t.Cleanup(func() {
		_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
		_ = p.Close()
		<-ended
	})
	return p, endings
}

// ran gives a command to a shell and waits until it is done.
func ran(t *testing.T, p *session.Piped, endings chan session.Ending, text string) session.Ending {
	t.Helper()
	if err := p.Run(text); err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	e := <-endings
	for !p.Done() {
		if _, _, err := p.Wait(t.Context(), time.Second); err != nil {
			t.Fatal(err)
		}
	}
	return e
}

func TestPipedKeepsState(t *testing.T) {
	t.Parallel()
	for _, program := range []string{"sh", "bash", "dash"} {
		t.Run(program, func(t *testing.T) {
			t.Parallel()
			p, endings := shell(t, program)
			for _, c := range []struct {
				text, want string
				code       int
			}{
				{"X='a b'; f() { echo \"f $1\"; }", "", 0},
				{"echo \"$X\"; f 2", "a b\nf 2\n", 0},
				{"(exit 3)", "", 3},
				{"echo $?", "0\n", 0},
				{"cat <<EOF\nit's $X\nEOF", "it's a b\n", 0},
				{"echo one # a comment", "one\n", 0},
				{"echo err >&2; echo out", "err\nout\n", 0},
				// What the shell is told is not to be had.
				{"{ read -r line <&9; } 2>/dev/null || echo shut", "shut\n", 0},
				{"sh -c 'echo x >&9' 2>/dev/null || echo shut", "shut\n", 0},
				// Marks that nobody knows cannot be guessed.
				{`printf '\0000123456789abcdef0123456789abcdef 0 /\000'; echo still`, "\x000123456789abcdef0123456789abcdef 0 /\x00still\n", 0},
				{"exec >/dev/null; echo gone", "", 0},
				{"mkdir -p 'd\nd' && cd 'd\nd'", "", 0},
			} {
				e := ran(t, p, endings, c.text)
				if e.Text != c.want || e.Code != c.code || e.Shell {
					t.Errorf("%q: wrote %q and ended with %d; want %q and %d", c.text, e.Text, e.Code, c.want, c.code)
				}
			}
			if cwd, _ := p.Place(); !strings.HasSuffix(cwd, "/d\nd") {
				t.Errorf("it is in %q", cwd)
			}
		})
	}
}

// TestPipedShellEnds wants the end of a shell to be the end of its command, also
// where another program took its place.
func TestPipedShellEnds(t *testing.T) {
	t.Parallel()
	for text, code := range map[string]int{"exit 7": 7, "exec sh -c 'exit 4'": 4, "kill -9 $$": -1} {
		p, endings := shell(t, "sh")
		if e := ran(t, p, endings, text); e.Code != code || !e.Shell {
			t.Errorf("%q: %+v", text, e)
		}
		if p.Alive() || p.Run("echo x") == nil {
			t.Errorf("%q: it takes commands from the dead", text)
		}
	}
}

// TestPipedMarks splits what a shell writes in every place.
func TestPipedMarks(t *testing.T) {
	t.Parallel()
	for at := range 80 {
		var got session.Ending
		p := session.NewPiped(t.TempDir(), "a0", "", nil, func(e session.Ending) { got = e })
		if err := p.Run("x"); err != nil {
			t.Fatal(err)
		}
		told := make([]byte, 4096)
		n, _ := p.Stdin().Read(told)
		line := string(told[:n])
		_, mark, _ := strings.Cut(line, `\000' `)
		mark, _, _ = strings.Cut(mark, " ")
		text := "out\x00put\x00" + mark + " 5 /some where\x00late"
		cut := min(at, len(text))
		_, _ = p.Write([]byte(text[:cut]))
		_, _ = p.Write([]byte(text[cut:]))
		out, _, _ := p.Wait(t.Context(), 0)
		cwd, code := p.Place()
		if got.Text != "out\x00put" || got.Code != 5 || code != 5 || cwd != "/some where" || out.Text != "out\x00putlate" || !p.Done() {
			t.Fatalf("cut at %d: %+v, %q in %q", at, got, out.Text, cwd)
		}
	}
}

// TestPipedSpills keeps the last files of long outputs only.
func TestPipedSpills(t *testing.T) {
	t.Parallel()
	p, endings := shell(t, "sh")
	var files []string
	for range 10 {
		e := ran(t, p, endings, "head -c 300000 /dev/zero | tr '\\0' x; printf z")
		if !e.Truncated || len(e.Text) != session.MaxReturned || e.Total != 300001 || !strings.HasSuffix(e.Text, "xz") {
			t.Fatalf("returned %d of %d bytes", len(e.Text), e.Total)
		}
		if text, err := os.ReadFile(e.File); err != nil || len(text) != 300001 {
			t.Fatalf("the file has %d bytes, %v", len(text), err)
		}
		files = append(files, e.File)
	}
	left, err := os.ReadDir(filepath.Dir(files[0]))
	if err != nil || len(left) > 8 || !slices.ContainsFunc(left, func(f os.DirEntry) bool { return f.Name() == filepath.Base(files[9]) }) {
		t.Errorf("%d files are left, %v", len(left), err)
	}
}

// line is a shell that answers on its socket, in a run of a store.
func line(t *testing.T, began *[]string) (*session.Store, *session.Piped, func()) {
	t.Helper()
	s := store(t)
	m := meta("r")
	m.Stdin = false
	f, wait := followed(t, s, m)
	p, _ := shell(t, "sh")
	l, err := s.NewLine("r", p, func(text json.RawMessage) error {
		*began = append(*began, string(text))
		if string(text) == `"no"` {
			return errors.New("it cannot be recorded")
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	go l.Serve()
	return s, p, func() {
		p.Over(9)
		if err := l.Close(); err != nil {
			t.Error(err)
		}
		f.end(9, runner.Exited)
		_, _ = wait()
	}
}

func TestLine(t *testing.T) {
	t.Parallel()
	var began []string
	s, p, end := line(t, &began)
	ask := func(call session.Call) (session.Heard, error) { return s.Ask(t.Context(), "r", call, time.Minute) }
	long := session.Timeouts{First: time.Hour, Between: time.Hour, Max: time.Hour, Dialog: time.Hour}
	heard, err := ask(session.Call{Op: "run", Text: "echo hi; cd /", Begin: json.RawMessage(`"first"`), Limits: long})
	if err != nil || heard.Text != "hi" || heard.Running || heard.Cwd != "/" || heard.Message != "Session 0 completed." {
		t.Errorf("%+v, %v", heard, err)
	}
	// What was judged for another folder does not run.
	if heard, err = ask(session.Call{Op: "run", Text: "echo no", Cwd: "/tmp", Limits: long}); err != nil || !heard.Moved {
		t.Errorf("%+v, %v", heard, err)
	}
	// Nor does what was judged without all that ran before it.
	if heard, err = ask(session.Call{Op: "run", Text: "x=1", Keep: "x=1", Cwd: "/", Begin: json.RawMessage(`"kept"`), Limits: long}); err != nil || heard.Moved {
		t.Errorf("%+v, %v", heard, err)
	}
	if heard, err = ask(session.Call{Op: "run", Text: "echo no", Cwd: "/", Limits: long}); err != nil || !heard.Moved {
		t.Errorf("%+v, %v", heard, err)
	}
	if heard, err = ask(session.Call{Op: "state"}); err != nil || len(heard.Past) != 1 || heard.Past[0] != (session.Past{Text: "x=1", Cwd: "/"}) || heard.Unnamed {
		t.Errorf("%+v, %v", heard, err)
	}
	if _, err = ask(session.Call{Op: "run", Text: ":", Keep: strings.Repeat("x", 300<<10), Seen: 1, Cwd: "/", Limits: long}); err == nil || !strings.Contains(err.Error(), "could not be judged together any more") {
		t.Error(err)
	}
	// Nor does what cannot be recorded.
	if _, err = ask(session.Call{Op: "run", Seen: 1, Text: "echo no", Cwd: "/", Begin: json.RawMessage(`"no"`), Limits: long}); err == nil || err.Error() != "it cannot be recorded" {
		t.Error(err)
	}
	short := session.Timeouts{First: time.Hour, Between: time.Millisecond, Max: time.Hour, Dialog: time.Hour}
	if heard, err = ask(session.Call{Op: "run", Seen: 1, Number: 4, Text: "echo on; cat", Cwd: "/", Limits: short}); err != nil || !heard.Running || heard.Text != "on" {
		t.Errorf("%+v, %v", heard, err)
	}
	if heard, err = ask(session.Call{Op: "run", Seen: 1, Number: 4, Text: "echo no", Cwd: "/", Limits: long}); err != nil || heard.Message[:16] != "Terminal session" || !heard.Running {
		t.Errorf("%+v, %v", heard, err)
	}
	// Who goes away while it waits takes nothing along.
	gone, cancel := context.WithCancel(t.Context())
	asked := make(chan error, 1)
	go func() {
		_, err := s.Ask(gone, "r", session.Call{Op: "output", Limits: long}, time.Minute)
		asked <- err
	}()
	cancel()
	if err := <-asked; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if p.Done() {
		t.Error("it ended with who waited for it")
	}
	end()
	heard, err = ask(session.Call{Op: "output", Number: 4, Limits: long})
	if err != nil || !heard.Over || heard.Running || heard.Code != 9 || heard.Text != "on" {
		t.Errorf("its last word is %+v, %v", heard, err)
	}
	if slices.Contains(began, `"moved"`) || len(began) != 4 {
		t.Errorf("began %q", began)
	}
}

func TestNumbers(t *testing.T) {
	t.Parallel()
	n := store(t).Numbers()
	seat := session.Seat{Agent: "a", Folder: "/w", Number: -3}
	if _, ok, err := n.Find(seat); ok || err != nil {
		t.Fatal(ok, err)
	}
	unlock, err := n.Lock(t.Context(), seat)
	if err != nil {
		t.Fatal(err)
	}
	over, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := n.Lock(over, seat); err == nil {
		t.Error("two have the lock")
	}
	unlock()
	if err := n.Save(session.Seated{Seat: seat, Run: "r"}); err != nil {
		t.Fatal(err)
	}
	if got, ok, err := n.Find(seat); err != nil || !ok || got.Run != "r" {
		t.Error(got, ok, err)
	}
	for _, other := range []session.Seat{{Agent: "b", Folder: "/w", Number: -3}, {Agent: "a", Folder: "/v", Number: -3}, {Agent: "a", Folder: "/w", Number: 3}} {
		if _, ok, err := n.Find(other); ok || err != nil {
			t.Errorf("%+v is that of another: %v", other, err)
		}
	}
}
