//go:build linux && (amd64 || arm64)

package native_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/skillctl/skillctl/internal/test/attempt"
	"github.com/skillctl/skillctl/runner"
	"github.com/skillctl/skillctl/runner/native"
)

// ownerVariable makes this binary start a run and wait, to be killed.
const ownerVariable = "SKILLCTL_TEST_OWNER"

func TestMain(m *testing.M) {
	if os.Getenv(ownerVariable) != "" {
		os.Exit(own())
	}
	if os.Getenv(withoutVariable) == "1" {
		os.Exit(withoutNamespaces())
	}
	os.Exit(m.Run())
}

// own starts the command of its arguments after the name of a backend and a
// folder.
func own() int {
	real, err := filepath.EvalSymlinks(os.Args[3])
	if err != nil {
		panic(err)
	}
	s := small(os.Args[2], os.Args[3:]...)
	s.Program.Real, s.Boundary.Sandbox = real, os.Args[1]
	s.Boundary.Network = network(os.Args[1])
	s.Stdout = os.Stdout
	p, err := backendOf(os.Args[1]).Start(context.Background(), s)
	if err != nil {
		panic(err)
	}
	_, err = p.Wait()
	panic(fmt.Sprint("the run ended: ", err))
}

func network(backend string) string {
	if backend == "none" {
		return "full"
	}
	return "none"
}

func backendOf(name string) runner.Backend {
	for _, b := range native.Backends() {
		if b.Name() == name {
			return b
		}
	}
	panic(name)
}

// backends are all that can be had here.
func backends(t *testing.T) map[string]runner.Backend {
	all := sandboxes(t)
	all["none"] = native.None()
	return all
}

// on makes a spec one for a backend.
func on(b runner.Backend, s runner.Spec) runner.Spec {
	s.Boundary.Sandbox, s.Boundary.Network = b.Name(), network(b.Name())
	return s
}

// beside lets a test run beside others. As an ordinary user it does not: there
// processes are counted by user.
func beside(t *testing.T) {
	if os.Getuid() == 0 {
		t.Parallel()
	}
}

// token marks the command lines of a test.
func token(t *testing.T) string {
	return fmt.Sprintf("mark-%d-%d", os.Getpid(), serial.Add(1))
}

// gone waits until no process has the words in its command line.
func gone(t *testing.T, words ...string) {
	t.Helper()
	var left []string
	for range 500 {
		if left = attempt.Processes(words...); len(left) == 0 {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	for _, line := range left {
		t.Errorf("is left: %s", line)
		kill(t, line)
	}
}

// TestOwnerKilled kills the process that started a run, which has no chance to
// clean up.
func TestOwnerKilled(t *testing.T) {
	beside(t)
	for _, name := range []string{"landlock", "bubblewrap", "none"} {
		t.Run(name, func(t *testing.T) {
			if err := backendOf(name).Check(t.Context(), on(backendOf(name), spec(t, "/bin/true")).Boundary); err != nil {
				t.Skip(err)
			}
			mark := token(t)
			script := "trap '' TERM HUP INT; (setsid sh -c 'sleep 300; : " + mark + "' &) ; echo up; sleep 300; : " + mark
			cmd := exec.Command("/proc/self/exe", name, t.TempDir(), "/bin/sh", "-c", script)
			cmd.Env = append(os.Environ(), ownerVariable+"=1")
			out, err := cmd.StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			var stderr bytes.Buffer
			cmd.Stderr = &stderr
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			up := make([]byte, 3)
			if _, err := io.ReadFull(out, up); err != nil {
				t.Fatalf("%v: %s", err, stderr.String())
			}
			if len(attempt.Processes(mark)) < 2 {
				t.Fatal("the run does not run")
			}
			if err := cmd.Process.Kill(); err != nil {
				t.Fatal(err)
			}
			cmd.Wait()
			gone(t, mark)
		})
	}
}

// TestKeeperKilled kills the keeper: the run is lost, and says so.
func TestKeeperKilled(t *testing.T) {
	for name, b := range backends(t) {
		t.Run(name, func(t *testing.T) {
			mark := token(t)
			s := on(b, spec(t, "/bin/sh", "-c", "sleep 300; : "+mark))
			p, err := b.Start(t.Context(), s)
			if err != nil {
				t.Fatal(err)
			}
			for _, line := range attempt.Processes("__skillctl_keeper") {
				var pid, parent int
				fmt.Sscan(line, &pid)
				stat, _ := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
				fmt.Sscanf(string(stat[bytes.LastIndexByte(stat, ')')+1:]), " %s %d", new(string), &parent)
				if parent == os.Getpid() {
					syscall.Kill(pid, syscall.SIGKILL)
				}
			}
			result, err := p.Wait()
			if err != nil || result.Ended != runner.Lost || result.Code != 125 {
				t.Errorf("%+v, %v", result, err)
			}
			gone(t, mark)
		})
	}
}

// timedOut runs a script that says "up" when it has set its traps, with a limit that is
// long enough for that on this machine, as busy as it is: from 300 ms.
func timedOut(t *testing.T, b runner.Backend, script string, grace time.Duration) (outcome, time.Duration) {
	for limit := 300 * time.Millisecond; ; limit *= 2 {
		s := on(b, spec(t, "/bin/sh", "-c", script))
		s.Boundary.Limits.TimeoutMS, s.Boundary.Limits.GraceMS = limit.Milliseconds(), grace.Milliseconds()
		out := run(t, b, s)
		if strings.HasPrefix(out.stdout, "up\n") || limit > 30*time.Second {
			return out, limit
		}
	}
}

func TestTimeout(t *testing.T) {
	beside(t)
	for name, b := range backends(t) {
		t.Run(name, func(t *testing.T) {
			mark := token(t)
			const grace = 300 * time.Millisecond
			out, limit := timedOut(t, b, "trap '' TERM; (setsid sh -c 'trap \"\" TERM; sleep 300; : "+mark+"' &); echo up; while :; do sleep 300; done; : "+mark, grace)
			if out.Ended != runner.TimedOut || out.Code != 124 {
				t.Errorf("%+v", out)
			}
			if took := out.Finished.Sub(out.Started); took < limit+grace {
				t.Errorf("it was killed after %v, before its grace was over", took)
			}
			gone(t, mark)
		})
	}
}

// TestGrace lets a command that is asked to end do so in its own way.
func TestGrace(t *testing.T) {
	beside(t)
	for name, b := range backends(t) {
		t.Run(name, func(t *testing.T) {
			out, _ := timedOut(t, b, "trap 'echo bye; exit 7' TERM; echo up; while :; do sleep 0.05; done", 20*time.Second)
			if out.Ended != runner.TimedOut || out.stdout != "up\nbye\n" {
				t.Errorf("%+v", out)
			}
		})
	}
}

// TestSignalAtOnce asks a command to end while it is still being started: it does,
// long before its grace is over.
func TestSignalAtOnce(t *testing.T) {
	beside(t)
	for name, b := range backends(t) {
		t.Run(name, func(t *testing.T) {
			for range 5 {
				s := on(b, spec(t, "/bin/sh", "-c", "sleep 200"))
				s.Boundary.Limits.GraceMS = 100_000
				p, err := b.Start(t.Context(), s)
				must(t, err)
				must(t, p.Stop())
				result, err := p.Wait()
				if took := result.Finished.Sub(result.Started); err != nil || result.Signal == "SIGKILL" || took > 90*time.Second {
					t.Errorf("%+v, %v", result, err)
				}
			}
		})
	}
}

func TestOutputWithoutEnd(t *testing.T) {
	beside(t)
	for name, b := range backends(t) {
		t.Run(name, func(t *testing.T) {
			s := on(b, spec(t, "/bin/sh", "-c", "head -c 3000000 /dev/zero | tr '\\0' x; echo end >&2; head -c 100000 /dev/zero >&2; exit 4"))
			s.Boundary.Limits.Output = 1000
			out := run(t, b, s)
			want := strings.Repeat("x", 1000) + "\n… [skillctl: output cut at 1000 bytes, 2999000 left out]\n"
			if out.stdout != want || out.CutStdout != 2_999_000 || out.CutStderr != 99_004 || out.Code != 4 {
				t.Errorf("%d bytes, %+v", len(out.stdout), out.Result)
			}
			s = on(b, spec(t, "/bin/sh", "-c", "yes"))
			s.Boundary.Limits.Output = 1000
			var stdout synced
			s.Stdout = &stdout
			p, err := b.Start(t.Context(), s)
			must(t, err)
			stdout.wait(t, strings.Repeat("y\n", 500))
			time.Sleep(20 * time.Millisecond)
			must(t, p.Stop())
			if result, err := p.Wait(); err != nil || result.Ended != runner.Killed || result.CutStdout == 0 {
				t.Errorf("%+v, %v", result, err)
			}
		})
	}
}

// broken is a writer whose reader is gone.
type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, errors.New("nobody reads") }

// TestReaderGone ends a command that writes to nobody, as in a pipeline.
func TestReaderGone(t *testing.T) {
	b := native.Landlock()
	s := spec(t, "/bin/sh", "-c", "exec yes")
	s.Stdout = broken{}
	p, err := b.Start(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	result, err := p.Wait()
	if err != nil || result.Signal != "SIGPIPE" || result.Ended != runner.Signalled {
		t.Errorf("%+v, %v", result, err)
	}
}

func TestForkBomb(t *testing.T) {
	for name, b := range backends(t) {
		t.Run(name, func(t *testing.T) {
			mark := token(t)
			s := on(b, spec(t, "/bin/sh", "-c", ": "+mark+"; b() { b | b & }; b & exec sleep 300"))
			s.Boundary.Limits.TimeoutMS, s.Boundary.Limits.PIDs = 700, 40
			if out := run(t, b, s); out.Ended != runner.TimedOut {
				t.Errorf("%+v", out.Result)
			}
			gone(t, mark)
		})
	}
}

func TestMemoryBomb(t *testing.T) {
	beside(t)
	for name, b := range backends(t) {
		t.Run(name, func(t *testing.T) {
			s := on(b, spec(t, "/bin/sh", "-c", "x=$(head -c 400000000 /dev/zero | tr '\\0' x); echo survived"))
			s.Boundary.Limits.Memory = 64 << 20
			out := run(t, b, s)
			if strings.Contains(out.stdout, "survived") {
				t.Errorf("it got its memory: %+v", out.Result)
			}
			if os.Getuid() == 0 && !out.OutOfMemory {
				t.Errorf("nothing says why it ended: %+v", out.Result)
			}
		})
	}
}

func TestWorkspace(t *testing.T) {
	beside(t)
	dir := t.TempDir()
	for _, name := range []string{"in", "out"} {
		if err := os.Mkdir(filepath.Join(dir, name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	link := filepath.Join(dir, "in", "link")
	if err := os.Symlink(filepath.Join(dir, "out"), link); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ name, path, roots, want string }{
		{"a link", link, "", ""},
		{"a link out of the roots", link, filepath.Join(dir, "in"), "is in none of the allowed folders"},
		{"a link within the roots", link, filepath.Join(dir, "out"), ""},
		{"the root", "/", "", "is the root of the file system"},
		{"not there", filepath.Join(dir, "none"), "", "no such file or directory"},
		{"a file", "/etc/passwd", "", "is not a folder"},
	} {
		for name, b := range backends(t) {
			s := on(b, spec(t, "/bin/sh", "-c", "echo x > file && cat file"))
			s.Boundary.Workspace.Path, s.Dir = tt.path, tt.path
			if tt.roots != "" {
				s.Boundary.Workspace.Roots = []string{tt.roots}
			}
			var stdout bytes.Buffer
			s.Stdout = &stdout
			p, err := b.Start(t.Context(), s)
			if tt.want != "" {
				if err == nil || !strings.Contains(err.Error(), tt.want) {
					t.Errorf("%s, %s: %v", name, tt.name, err)
				}
				continue
			}
			if err != nil {
				t.Errorf("%s, %s: %v", name, tt.name, err)
				continue
			}
			if _, err := p.Wait(); err != nil || stdout.String() != "x\n" {
				t.Errorf("%s, %s: %q, %v", name, tt.name, stdout.String(), err)
			}
		}
	}
}

// TestWorkspaceDisappears removes the workspace of a command that runs.
func TestWorkspaceDisappears(t *testing.T) {
	beside(t)
	for name, b := range backends(t) {
		s := on(b, spec(t, "/bin/sh", "-c", "echo up; read x; echo y > file && echo written; exit 3"))
		in, out := io.Pipe()
		s.Stdin = in
		var stdout synced
		s.Stdout = &stdout
		p, err := b.Start(t.Context(), s)
		if err != nil {
			t.Fatal(err)
		}
		stdout.wait(t, "up")
		if err := os.RemoveAll(s.Dir); err != nil && b.Name() != "bubblewrap" {
			t.Fatal(err)
		}
		out.Write([]byte("go\n"))
		result, err := p.Wait()
		if err != nil || result.Code == 0 {
			t.Errorf("%s: %+v, %v", name, result, err)
		}
	}
}

func TestManyAtOnce(t *testing.T) {
	var all sync.WaitGroup
	b := native.Landlock()
	before := leftovers(t)
	for i := range 50 {
		s := spec(t, "/bin/sh", "-c", fmt.Sprintf("echo run %d; exit %d", i, i))
		all.Go(func() {
			if out := run(t, b, s); out.Code != i || out.stdout != fmt.Sprintf("run %d\n", i) {
				t.Errorf("%+v", out)
			}
		})
	}
	all.Wait()
	if after := leftovers(t); len(after) > len(before) {
		t.Errorf("is left: %v", after)
	}
}

// leftovers are what the runs of this process keep on the machine while they run.
func leftovers(t *testing.T) []string {
	t.Helper()
	var all []string
	for _, pattern := range []string{
		filepath.Join(os.TempDir(), "skillctl-run-test-*"), "/sys/fs/cgroup/*/skillctl-test-*", "/sys/fs/cgroup/skillctl-test-*",
	} {
		found, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range found {
			if strings.Contains(name, fmt.Sprintf("-test-%d-", os.Getpid())) {
				all = append(all, name)
			}
		}
	}
	return all
}
