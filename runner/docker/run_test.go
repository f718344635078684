package docker

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

	"github.com/skillctl/skillctl/runner"
)

// TestRun runs commands in the real engine, and looks at what they can and cannot
// do.
func TestRun(t *testing.T) {
	t.Parallel()
	image := needEngine(t)
	for _, tt := range []struct {
		name, script   string
		change         func(*runner.Boundary)
		code           int
		ended          runner.Ended
		stdout, stderr string // what they hold
	}{
		{"output and code", "echo out; echo err >&2; exit 7", nil, 7, runner.Exited, "out\n", "err\n"},
		{"workspace", "pwd; echo x > made; cat made", nil, 0, "", "/workspace\nx\n", ""},
		{"workspace read-only", "echo x > made", func(b *runner.Boundary) { b.Workspace.Access = "ro" }, 1, "", "", "Read-only file system"},
		{"no workspace", "ls /workspace", func(b *runner.Boundary) { b.Workspace.Access = "none" }, 1, "", "", "No such file"},
		{"root is read-only", "echo x > /made", nil, 1, "", "", "Read-only file system"},
		{"tmpfs", "echo x > /tmp/x && cat /tmp/x", nil, 0, "", "x\n", ""},
		{"tmpfs has a size", "dd if=/dev/zero of=/tmp/a bs=1M count=1; dd if=/dev/zero of=/tmp/b bs=1M count=1; dd if=/dev/zero of=/tmp/c bs=1M count=1; dd if=/dev/zero of=/tmp/d bs=1M count=1; dd if=/dev/zero of=/tmp/e bs=1M count=1", nil, 1, "", "", "No space left"},
		{"nothing runs from tmpfs", "cp /bin/busybox /tmp/x && /tmp/x id", func(b *runner.Boundary) { b.Limits.FileSize = 8 << 20 }, 126, "", "", "Permission denied"},
		{"user", "id -u; id -g", nil, 0, "", "65534\n65534\n", ""},
		{"another user", "id -u; id -g", func(b *runner.Boundary) { b.Docker.User = "1234:5678" }, 0, "", "1234\n5678\n", ""},
		{"no capability", "grep -E 'CapEff|CapBnd|NoNewPrivs|Seccomp:' /proc/self/status", nil, 0, "", "CapEff:\t0000000000000000\nCapBnd:\t0000000000000000\nNoNewPrivs:\t1\nSeccomp:\t2\n", ""},
		{"no network", "ls /sys/class/net; cat /proc/net/route | wc -l", nil, 0, "", "lo\n1\n", ""},
		{"large file", "dd if=/dev/zero of=big bs=1M count=2", nil, 153, runner.Signalled, "", ""},
		{"open files", "ulimit -n; ulimit -Hn; ulimit -c", nil, 0, "", "64\n64\n0\n", ""},
		{"fork bomb", "for i in $(seq 1 60); do sleep 5 & done; echo still", nil, 2, "", "", "can't fork"},
		{"no mount", "mount -t tmpfs x /tmp", nil, 1, "", "", "denied"},
		{"no host processes", "ps | wc -l", nil, 0, "", "", ""},
		{"environment", "env | sort", nil, 0, "", "PATH=/bin\n", ""},
		{"not there", "exec nothing-like-it", nil, 127, "", "", "not found"},
		{"signal", "kill -USR1 $$", nil, 128 + 10, runner.Signalled, "", ""},
		{"hidden", "cat .env; ls private; echo x > private/x", func(b *runner.Boundary) {
			dir := b.Workspace.Path
			_ = os.WriteFile(dir+"/.env", []byte("SECRET"), 0o644)
			_ = os.MkdirAll(dir+"/private/deep", 0o777)
			b.Hide = []string{dir + "/.env", dir + "/private"}
		}, 1, "", "", "Read-only file system"},
		{"sockets", "test -S s || test -c s && echo covered", func(b *runner.Boundary) {
			makeSocket(b.Workspace.Path + "/s")
		}, 0, "", "covered\n", ""},
		{"set-id", "touch made && chmod 4755 made; cp /bin/busybox box 2>/dev/null; chmod 2755 made; chmod 755 made && ls -l made", nil, 0, "", "-rwxr-xr-x", "Operation not permitted"},
		{"the engine's filter", "chmod 4755 . && echo had", func(b *runner.Boundary) { b.Docker.Seccomp = EngineProfile; b.Docker.User = "0:0" }, 0, "", "had\n", ""},
		{"limits", "ulimit -c 0 && ulimit -n 50 && ulimit -n; cat /proc/self/limits | grep core; wc -c </proc/kallsyms", nil, 0, "", "0\n", ""},
		{"all children end", "sleep 100 & echo done", nil, 0, "", "done\n", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			b, _ := backend(t)
			boundary := boundary(image, folder(t))
			if tt.change != nil {
				tt.change(&boundary)
			}
			spec, out := shell(boundary, tt.script)
			result := run(t, b, spec)
			wantEnded := tt.ended
			if wantEnded == "" {
				wantEnded = runner.Exited
			}
			if result.Code != tt.code || result.Ended != wantEnded || result.OutOfMemory {
				t.Errorf("%+v", result)
			}
			if !strings.Contains(out.stdout.String(), tt.stdout) || !strings.Contains(out.stderr.String(), tt.stderr) {
				t.Errorf("stdout %q, stderr %q", out.stdout.String(), out.stderr.String())
			}
			if !result.Finished.After(result.Started) {
				t.Errorf("started %v, finished %v", result.Started, result.Finished)
			}
		})
	}
}

// TestOutOfMemory: a child that the kernel ended is told even when the run itself
// ends well. The limit is far above what the engine needs to start a command, some
// 15 MiB that are given back only a while after: else the kernel may end the shell.
func TestOutOfMemory(t *testing.T) {
	t.Parallel()
	image := needEngine(t)
	for _, tt := range []struct {
		name, script string
		code         int
		warm         bool
	}{
		{"child", "sh -c 'head -c 400m /dev/zero | tail' ; exit 0", 0, false},
		{"itself", "exec tail /dev/zero", 137, false},
		{"child in a warm container", "sh -c 'head -c 400m /dev/zero | tail' ; exit 0", 0, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			b, _ := backend(t)
			boundary := boundary(image, folder(t))
			boundary.Limits.Memory, boundary.Docker.Warm = 64<<20, tt.warm
			spec, _ := shell(boundary, tt.script)
			if result := run(t, b, spec); !result.OutOfMemory || result.Code != tt.code {
				t.Errorf("%+v", result)
			}
		})
	}
}

// TestOutputWithoutEnd: what is above the limit is counted, and holds nothing up.
func TestOutputWithoutEnd(t *testing.T) {
	t.Parallel()
	image := needEngine(t)
	b, _ := backend(t)
	boundary := boundary(image, folder(t))
	boundary.Limits.Output, boundary.Limits.TimeoutMS = 10_000, 1500
	spec, out := shell(boundary, "yes & yes >&2")
	result := run(t, b, spec)
	for ; result.CutStdout < 1<<20 || result.CutStderr < 1<<20; result = run(t, b, spec) { // the machine is busy
		if boundary.Limits.TimeoutMS *= 2; boundary.Limits.TimeoutMS > 30_000 {
			break
		}
		spec, out = shell(boundary, "yes & yes >&2")
	}
	if result.Ended != runner.TimedOut || result.Code != 124 || result.CutStdout < 1<<20 || result.CutStderr < 1<<20 {
		t.Errorf("%+v", result)
	}
	for _, text := range []string{out.stdout.String(), out.stderr.String()} {
		if !strings.HasPrefix(text, "y\ny\n") || len(text) > 10_100 || !strings.Contains(text, "[skillctl: output cut at 10000 bytes, ") {
			t.Errorf("%d bytes, %q…", len(text), text[:min(len(text), 40)])
		}
	}
}

// TestEnds ends runs by all means there are.
func TestEnds(t *testing.T) {
	t.Parallel()
	image := needEngine(t)
	stubborn := "trap '' TERM; echo ready; while :; do sleep 0.1; done"
	meek := "trap 'echo bye; exit 3' TERM; echo ready; while :; do sleep 0.1; done"
	for _, tt := range []struct {
		name, script string
		timeout      int64
		warm         bool
		act          func(t *testing.T, p runner.Process, spec runner.Spec, cancel func())
		code         int
		ended        runner.Ended
		says         string
	}{
		{"timeout, asked", meek, 700, false, nil, 124, runner.TimedOut, "ready\nbye\n"},
		{"timeout, killed", stubborn, 700, false, nil, 124, runner.TimedOut, "ready\n"},
		{"timeout, warm", stubborn, 1500, true, nil, 124, runner.TimedOut, "ready\n"},
		{"timeout, warm, asked", meek, 1500, true, nil, 124, runner.TimedOut, "ready\nbye\n"},
		{"stopped", meek, 60_000, false, func(_ *testing.T, p runner.Process, _ runner.Spec, _ func()) { _ = p.Stop() }, 3, runner.Killed, "ready\nbye\n"},
		{"stopped, stubborn", stubborn, 60_000, false, func(_ *testing.T, p runner.Process, _ runner.Spec, _ func()) { _ = p.Stop() }, 137, runner.Killed, "ready\n"},
		{"context", stubborn, 60_000, false, func(_ *testing.T, _ runner.Process, _ runner.Spec, cancel func()) { cancel() }, 137, runner.Killed, "ready\n"},
		{"context, warm", stubborn, 60_000, true, func(_ *testing.T, _ runner.Process, _ runner.Spec, cancel func()) { cancel() }, 137, runner.Killed, "ready\n"},
		{"signal", meek, 60_000, false, func(t *testing.T, p runner.Process, _ runner.Spec, _ func()) {
			if err := p.Signal(syscall.SIGTERM); err != nil {
				t.Error(err)
			}
		}, 3, runner.Exited, "ready\nbye\n"},
		{"from outside", stubborn, 60_000, false, func(t *testing.T, _ runner.Process, spec runner.Spec, _ func()) {
			if err := exec.Command("docker", "kill", "skillctl-"+spec.ID).Run(); err != nil {
				t.Error(err)
			}
		}, 137, runner.Signalled, "ready\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			b, leases := backend(t)
			if tt.says == "ready\nbye\n" {
				defer discard(t, leases) // a warm one is kept
			}
			boundary := boundary(image, folder(t))
			boundary.Limits.TimeoutMS, boundary.Docker.Warm = tt.timeout, tt.warm
			var result runner.Result
			var err error
			var out *safe
			for {
				result, out, err = ended(t, b, boundary, tt.script, tt.act)
				// The time was over before the command was ready on a machine as busy as this.
				if tt.ended != runner.TimedOut || strings.HasPrefix(out.String(), "ready") || boundary.Limits.TimeoutMS > 30_000 {
					break
				}
				boundary.Limits.TimeoutMS *= 2
			}
			if err != nil || result.Code != tt.code || result.Ended != tt.ended {
				t.Errorf("%+v, %v", result, err)
			}
			if out.String() != tt.says {
				t.Errorf("said %q", out.String())
			}
		})
	}
}

// ended starts a script, does something to it when it says that it is ready, and waits
// for its end.
func ended(t *testing.T, b *Backend, boundary runner.Boundary, script string, act func(*testing.T, runner.Process, runner.Spec, func())) (runner.Result, *safe, error) {
	t.Helper()
	spec, _ := shell(boundary, script)
	var out safe
	spec.Stdout = &out
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	p, err := b.Start(ctx, spec)
	if err != nil {
		t.Fatal(err)
	}
	if act != nil {
		out.holds(t, "ready")
		act(t, p, spec, cancel)
	}
	result, err := p.Wait()
	return result, &out, err
}

// safe is a buffer for two.
type safe struct {
	mutex  sync.Mutex
	buffer bytes.Buffer
}

func (s *safe) Write(p []byte) (int, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.buffer.Write(p)
}

func (s *safe) String() string {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.buffer.String()
}

// holds waits until a text is there.
func (s *safe) holds(t *testing.T, text string) {
	t.Helper()
	for range 600 {
		if strings.Contains(s.String(), text) {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Fatalf("%q never came: %q", text, s.String())
}

// TestRemovedFromOutside: a container that somebody removes is a lost run, not a
// silent one.
func TestRemovedFromOutside(t *testing.T) {
	t.Parallel()
	b, _ := backend(t)
	spec, _ := shell(boundary(needEngine(t), folder(t)), "echo ready; sleep 100")
	var out safe
	spec.Stdout = &out
	p, err := b.Start(t.Context(), spec)
	if err != nil {
		t.Fatal(err)
	}
	out.holds(t, "ready")
	if err := exec.Command("docker", "rm", "-f", "skillctl-"+spec.ID).Run(); err != nil {
		t.Fatal(err)
	}
	result, err := p.Wait()
	if result.Code != 137 && err == nil {
		t.Errorf("%+v, %v", result, err)
	}
}

// TestInput gives a command input, and a terminal.
func TestInput(t *testing.T) {
	t.Parallel()
	image := needEngine(t)
	for _, warm := range []bool{false, true} {
		t.Run(fmt.Sprintf("warm %v", warm), func(t *testing.T) {
			t.Parallel()
			b, leases := backend(t)
			defer discard(t, leases)
			boundary := boundary(image, folder(t))
			boundary.Docker.Warm = warm
			spec, out := shell(boundary, "cat; echo end")
			spec.Stdin = strings.NewReader(strings.Repeat("line\n", 20_000))
			if result := run(t, b, spec); result.Code != 0 || out.stdout.String() != strings.Repeat("line\n", 20_000)+"end\n" {
				t.Errorf("%+v, %d bytes", result, out.stdout.Len())
			}
			spec, out = shell(boundary, "cat | wc -c")
			if result := run(t, b, spec); result.Code != 0 || strings.TrimSpace(out.stdout.String()) != "0" {
				t.Errorf("without input: %+v, %q", result, out.stdout.String())
			}
			terminal(t, b, boundary)
		})
	}
}

func terminal(t *testing.T, b *Backend, boundary runner.Boundary) {
	t.Helper()
	spec, _ := shell(boundary, "tty >/dev/null && echo terminal; read x; stty size; read y; echo $x-$y")
	var out safe
	input, typed := io.Pipe()
	spec.Stdin, spec.Stdout, spec.Terminal = input, &out, &runner.Terminal{Rows: 33, Columns: 44}
	p, err := b.Start(t.Context(), spec)
	if err != nil {
		t.Fatal(err)
	}
	out.holds(t, "terminal")
	if err := p.Resize(runner.Terminal{Rows: 20, Columns: 90}); err != nil {
		t.Fatal(err)
	}
	_, _ = typed.Write([]byte("one\n"))
	out.holds(t, "20 90")
	_, _ = typed.Write([]byte("two\n"))
	if result, err := p.Wait(); err != nil || result.Code != 0 || !strings.Contains(out.String(), "one-two") {
		t.Errorf("%+v, %v, %q", result, err, out.String())
	}
}

// discard removes warm containers that a test has left on purpose.
func discard(t testing.TB, leases string) {
	t.Helper()
	if left := containers(t, leases); len(left) > 0 {
		if err := exec.Command("docker", append([]string{"rm", "-f"}, left...)...).Run(); err != nil {
			t.Error(err)
		}
	}
}

// TestManyAtOnce starts 30 runs together.
func TestManyAtOnce(t *testing.T) {
	t.Parallel()
	image := needEngine(t)
	b, _ := backend(t, WithPatience(2*time.Minute))
	var all sync.WaitGroup
	for i := range 30 {
		all.Go(func() {
			spec, out := shell(boundary(image, folder(t)), fmt.Sprintf("echo %d; exit %d", i, i))
			p, err := b.Start(t.Context(), spec)
			if err != nil {
				t.Error(err)
				return
			}
			result, err := p.Wait()
			if err != nil || result.Code != i || out.stdout.String() != fmt.Sprintf("%d\n", i) {
				t.Errorf("run %d: %+v, %v, %q", i, result, err, out.stdout.String())
			}
		})
	}
	all.Wait()
}

// TestChanged: what is not what was judged does not run.
func TestChanged(t *testing.T) {
	t.Parallel()
	image := needEngine(t)
	b, _ := backend(t)
	dir := folder(t)
	file := filepath.Join(dir, "script")
	if err := os.WriteFile(file, []byte("echo 1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	spec, _ := shell(boundary(image, dir), "sh script")
	for _, pin := range []runner.Pin{
		{Path: file, Real: file, Digest: "sha256:" + strings.Repeat("0", 64)},
		{Path: file, Real: file + "-elsewhere"},
		{Path: file + "-gone", Real: file},
	} {
		spec.Files = []runner.Pin{pin}
		var changed *runner.ChangedError
		if _, err := b.Start(t.Context(), spec); !errors.As(err, &changed) || changed.Path != pin.Path {
			t.Errorf("%+v: %v", pin, err)
		}
	}
}

// TestUnavailable: what cannot be had is an error with a hint, and nothing runs.
func TestUnavailable(t *testing.T) {
	t.Parallel()
	image := needEngine(t)
	b, _ := backend(t)
	for _, tt := range []struct {
		name   string
		change func(*runner.Boundary)
		want   string
	}{
		{"image", func(b *runner.Boundary) { b.Docker.Image = "skillctl-no-such-image:1" }, `no image "skillctl-no-such-image:1"; fetch it`},
		{"name of an image", func(b *runner.Boundary) { b.Docker.Image = "Not A Name" }, "image"},
		{"engine", func(b *runner.Boundary) { b.Docker.Engine = "unix:///nonexistent/docker.sock" }, "no container engine answers at unix:///nonexistent/docker.sock"},
		{"node", func(b *runner.Boundary) { b.Docker.Engine = "tcp://127.0.0.1:1" }, "no container engine answers at tcp://127.0.0.1:1"},
		{"proxy", func(b *runner.Boundary) { b.Network = "restricted" }, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			boundary := boundary(image, folder(t))
			tt.change(&boundary)
			spec, _ := shell(boundary, "echo ran > ran")
			var missing *runner.UnavailableError
			if _, err := b.Start(t.Context(), spec); !errors.As(err, &missing) || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("Start: %v", err)
			}
			if _, err := os.Stat(filepath.Join(boundary.Workspace.Path, "ran")); err == nil {
				t.Error("it ran")
			}
		})
	}
}
