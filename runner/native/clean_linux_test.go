//go:build linux && (amd64 || arm64)

package native_test

import (
	"os"
	"os/signal"
	"path/filepath"
	"sort"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/skillctl/skillctl/internal/test/attempt"
	"github.com/skillctl/skillctl/runner/native"
)

// TestEnvironment gives a command exactly its variables, and the folder for
// temporary files.
func TestEnvironment(t *testing.T) {
	t.Setenv("SKILLCTL_SECRET", "leaked")
	for name, b := range backends(t) {
		s := on(b, spec(t, "/usr/bin/env"))
		s.Env = []string{"PATH=/bin", "EMPTY=", "SPACED=a b\tc", "TMPDIR=/elsewhere"}
		out := run(t, b, s)
		lines := strings.Split(strings.TrimSpace(out.stdout), "\n")
		var kept []string
		temp := ""
		for _, line := range lines {
			if value, ok := strings.CutPrefix(line, "TMPDIR="); ok {
				temp += value
			} else if !strings.HasPrefix(line, "PWD=") || name != "bubblewrap" { // bwrap says where it is
				kept = append(kept, line)
			}
		}
		sort.Strings(kept)
		if strings.Join(kept, "|") != "EMPTY=|PATH=/bin|SPACED=a b\tc" {
			t.Errorf("%s: %q", name, kept)
		}
		if temp == "" || temp == "/elsewhere" && name != "none" {
			t.Errorf("%s: TMPDIR=%s", name, temp)
		}
	}
}

// TestKeeperTellsNothing looks at what others can see of a run: no variable and no
// argument of skillctl's own stands in the keeper.
func TestKeeperTellsNothing(t *testing.T) {
	t.Setenv("SKILLCTL_SECRET", "leaked")
	for name, b := range backends(t) {
		s := on(b, spec(t, "/bin/sh", "-c", "echo up; read x"))
		s.Env = append(s.Env, "TOKEN=hidden-value")
		in, out, err := os.Pipe()
		must(t, err)
		var stdout synced
		s.Stdin, s.Stdout = in, &stdout
		p, err := b.Start(t.Context(), s)
		must(t, err)
		stdout.wait(t, "up")
		for _, line := range append(attempt.Processes("__skillctl_keeper"), attempt.Processes("bwrap")...) {
			pid, words, _ := strings.Cut(line, " ")
			environ, _ := os.ReadFile("/proc/" + pid + "/environ")
			if text := words + string(environ); strings.Contains(text, "leaked") || strings.Contains(text, "hidden-value") {
				t.Errorf("%s: %s shows %q", name, words, environ)
			}
		}
		out.Close()
		if _, err := p.Wait(); err != nil {
			t.Error(err)
		}
	}
}

// TestSignalsAreDefault ignores signals, as nohup does: the command does not.
func TestSignalsAreDefault(t *testing.T) {
	signal.Ignore(syscall.SIGHUP, syscall.SIGUSR1, syscall.SIGPIPE)
	defer signal.Reset(syscall.SIGHUP, syscall.SIGUSR1, syscall.SIGPIPE)
	for name, b := range backends(t) {
		for _, sig := range []string{"HUP", "USR1", "PIPE", "TERM"} {
			s := on(b, spec(t, "/bin/sh", "-c", "(sh -c 'kill -"+sig+" $$; echo alive'); true"))
			if out := run(t, b, s); out.stdout != "" {
				t.Errorf("%s: SIG%s is ignored", name, sig)
			}
		}
	}
}

// TestNoInput gives a command that has no input none, also when skillctl has one.
func TestNoInput(t *testing.T) {
	for name, b := range backends(t) {
		s := on(b, spec(t, "/bin/sh", "-c", "cat; echo end; [ -t 0 ] || echo no terminal; (: < /dev/tty) 2>/dev/null || echo none at all"))
		if out := run(t, b, s); out.stdout != "end\nno terminal\nnone at all\n" {
			t.Errorf("%s: %q, %q", name, out.stdout, out.stderr)
		}
	}
}

// TestRootsOwn keeps a command that runs as root from what is there for root.
func TestRootsOwn(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("not root: the system keeps others from it")
	}
	path := filepath.Join("/etc", "skillctl-"+token(t))
	must(t, os.WriteFile(path, []byte("secret"), 0o600))
	t.Cleanup(func() { os.Remove(path) })
	for name, b := range sandboxes(t) {
		out := run(t, b, on(b, spec(t, "/bin/sh", "-c", "cat "+path+"; cat /etc/passwd")))
		if strings.Contains(out.stdout, "secret") || !strings.Contains(out.stdout, "root:") {
			t.Errorf("%s: %q, %q", name, out.stdout, out.stderr)
		}
	}
}

// TestKeeperGivesUp looks at the capabilities that a keeper keeps.
func TestKeeperGivesUp(t *testing.T) {
	keeper := filepath.Join(t.TempDir(), "keeper")
	attempt.Build(t, keeper)
	b := native.Landlock(native.WithKeeper(keeper))
	s := spec(t, "/bin/sh", "-c", `i=0
while grep -qE '^Cap(Prm|Eff):.*[1-9a-f]' /proc/1/task/*/status && [ $i -lt 200 ]; do i=$((i+1)); sleep 0.05; done
grep -h -E '^Cap(Prm|Eff)' /proc/1/task/*/status`)
	out := run(t, b, s)
	for _, line := range strings.Split(strings.TrimSpace(out.stdout), "\n") {
		if fields := strings.Fields(line); len(fields) != 2 || strings.Trim(fields[1], "0") != "" {
			t.Errorf("%q, %q", line, out.stderr)
		}
	}
}

// TestUmask makes files as the user's own programs do.
func TestUmask(t *testing.T) {
	old := unix.Umask(0o027)
	defer unix.Umask(old)
	for name, b := range backends(t) {
		s := on(b, spec(t, "/bin/sh", "-c", "echo x > made; mkdir folder; umask"))
		if out := run(t, b, s); strings.TrimSpace(out.stdout) != "0027" {
			t.Errorf("%s: %q", name, out.stdout)
		}
		for made, mode := range map[string]os.FileMode{"made": 0o640, "folder": 0o750} {
			if info, err := os.Stat(filepath.Join(s.Dir, made)); err != nil || info.Mode().Perm() != mode {
				t.Errorf("%s: %s: %v, %v", name, made, info.Mode(), err)
			}
		}
	}
}
