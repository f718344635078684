package kernel_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/skillctl/skillctl/runner"
	"github.com/skillctl/skillctl/runner/early"
	"github.com/skillctl/skillctl/runner/kernel"
)

// bare is a backend without a boundary: it starts a tender, which this test's binary
// is.
type bare struct{ runner.Backend }

func (bare) Start(_ context.Context, spec runner.Spec) (runner.Process, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	cmd := exec.Command(self, append([]string{early.TenderMarker}, spec.Argv...)...)
	cmd.Stdout, cmd.Stderr = spec.Stdout, spec.Stderr
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL} // a killed test leaves nothing
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	go io.Copy(in, spec.Stdin)
	return &bareProcess{cmd: cmd}, nil
}

type bareProcess struct {
	runner.Process
	cmd *exec.Cmd
}

func (p *bareProcess) Wait() (runner.Result, error) {
	_ = p.cmd.Wait() // the code says how
	return runner.Result{Code: p.cmd.ProcessState.ExitCode(), Ended: runner.Exited}, nil
}

func (p *bareProcess) Signal(os.Signal) error { return p.cmd.Process.Kill() }

// program is what runs a language, or the test is skipped.
func program(t testing.TB, language string) []string {
	t.Helper()
	name := map[string]string{"python": "python3", "javascript": "node", "bash": "bash"}[language]
	found, err := exec.LookPath(name)
	if err != nil {
		t.Skip("there is no", name)
	}
	return append([]string{found}, kernel.Arguments(language)...)
}

func open(t testing.TB, language string) *kernel.Kernel {
	t.Helper()
	k, err := kernel.Start(t.Context(), bare{}, runner.Spec{Argv: program(t, language)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = k.Close() })
	return k
}

// ran is how code ended, and what it wrote.
type ran struct {
	kernel.Outcome
	stdout, stderr string
}

// run runs code that may take as long as the machine likes, unless timeout is set.
func run(t testing.TB, k *kernel.Kernel, code string, timeout time.Duration) ran {
	t.Helper()
	if timeout == 0 {
		timeout = 5 * time.Minute
	}
	var stdout, stderr bytes.Buffer
	o, err := k.Run(t.Context(), &kernel.Execution{Code: []byte(code), Timeout: timeout, Grace: time.Second, Stdout: &stdout, Stderr: &stderr, Output: 1 << 20})
	if err != nil {
		t.Fatalf("%q: %v", code, err)
	}
	return ran{o, stdout.String(), stderr.String()}
}

// TestHostile runs code that turns on its kernel: each has an answer, and the kernel
// goes on or is gone.
func TestHostile(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		language, code string
		code0          int
		stdout, stderr string
		// dead is a part of why the kernel is gone, "" when it is not.
		dead    string
		timeout time.Duration
	}{
		{language: "python", code: "print('R\\0\\0\\0\\5hello'); print('ready 0 -')", stdout: "ready 0 -"},
		{language: "python", code: "import sys; sys.stdout = None; sys.stderr = None; 1/0", code0: 1, dead: ""},
		{language: "python", code: "import os\nfor fd in range(3, 9):\n  try: os.close(fd)\n  except OSError: pass", code0: 125, dead: "ended"},
		{language: "python", code: "import os\nos.write(4, b'x' * 300000)", code0: 125, dead: "wrote to the channel"},
		{language: "python", code: "import os\nos.write(4, b'ready 0 -\\n'); input", code0: 125, dead: "wrote to the channel"},
		{language: "python", code: "import os\nif os.fork() == 0:\n  import time; time.sleep(20)", stdout: ""},
		{language: "python", code: "import os, signal; os.kill(os.getpid(), signal.SIGSEGV)", code0: 139, dead: "a signal ended it (11)"},
		{language: "python", code: "import os, signal; os.kill(os.getppid(), signal.SIGKILL)\nimport time; time.sleep(20)", code0: -1, dead: "ended"},
		{language: "python", code: "import signal; signal.signal(signal.SIGINT, signal.SIG_IGN)\nwhile True: pass", code0: 124, dead: "did not give in", timeout: 100 * time.Millisecond},
		{language: "python", code: "class V:\n  def __repr__(self): raise ValueError('no')\nV()", code0: 1, stderr: "ValueError: no"},
		{language: "python", code: "'x' * 1000000"},
		{language: "python", code: "raise KeyboardInterrupt", code0: 130, stderr: "KeyboardInterrupt"},
		{language: "python", code: "import sys; sys.exit('text')", code0: 1, stderr: "text"},
		{language: "bash", code: "exec 4>&-; echo still", stdout: "still"},
		{language: "bash", code: "trap 'echo caught' INT; while :; do :; done", code0: 124, dead: "did not give in", timeout: 100 * time.Millisecond},
		{language: "bash", code: "trap 'echo bye' EXIT; exit 6", code0: 6, stdout: "bye", dead: "ended it with 6"},
		{language: "bash", code: "kill -9 $$", code0: 137, dead: "a signal ended it (9)"},
		{language: "bash", code: "sleep 20 & disown; echo started", stdout: "started"},
		{language: "bash", code: "read() { :; }; printf() { :; }; echo shadowed", stdout: "shadowed"},
		{language: "javascript", code: "process.stdout.write('x'.repeat(10)); console.log = null", stdout: "xxxxxxxxxx"},
		{language: "javascript", code: "require('fs').closeSync(4)", code0: 125, dead: "ended"},
		{language: "javascript", code: "process.kill(process.pid, 'SIGKILL')", code0: 137, dead: "a signal ended it (9)"},
		{language: "javascript", code: "while (true) {}", code0: 124, dead: "did not give in", timeout: 100 * time.Millisecond},
		{language: "javascript", code: "JSON.parse = null; Buffer.from = null; setImmediate = null; 1"},
	} {
		t.Run(c.language+"/"+c.code[:min(len(c.code), 30)], func(t *testing.T) {
			t.Parallel()
			k := open(t, c.language)
			got := run(t, k, c.code, c.timeout)
			gone := got.Dead != ""
			if c.code0 >= 0 && got.Code != c.code0 && !(c.code0 == 125 && gone) || !strings.Contains(got.stdout, c.stdout) || !strings.Contains(got.stderr, c.stderr) || c.dead != "" && !strings.Contains(got.Dead, c.dead) {
				t.Fatalf("code %d, dead %q, stdout %.200q, stderr %.400q", got.Code, got.Dead, got.stdout, got.stderr)
			}
			if gone {
				if _, err := k.Run(t.Context(), &kernel.Execution{Timeout: time.Second}); !errors.Is(err, kernel.ErrDead) {
					t.Errorf("a kernel that is gone runs code: %v", err)
				}
				return
			}
			if again := run(t, k, map[string]string{"python": "import os; os.write(1, b'again') and None", "bash": "echo again", "javascript": "process.stdout.write('again'); 0"}[c.language], 0); again.Dead == "" && !strings.Contains(again.stdout, "again") {
				t.Errorf("after it: code %d, dead %q, %q %q", again.Code, again.Dead, again.stdout, again.stderr)
			}
		})
	}
}

// TestOutput wants a bound on what is kept, and what is written while nothing runs
// left out.
func TestOutput(t *testing.T) {
	t.Parallel()
	k := open(t, "bash")
	got := run(t, k, "for ((i = 0; i < 300000; i++)); do echo 0123456789; done", 0)
	const cut = 300000*11 - 1<<20
	mark := fmt.Sprintf("\n… [skillctl: output cut at %d bytes, %d left out]\n", 1<<20, cut)
	if !strings.HasSuffix(got.stdout, mark) || len(got.stdout) != 1<<20+len(mark) || got.CutStdout != cut {
		t.Errorf("%d bytes end in %q, %d are cut", len(got.stdout), got.stdout[max(len(got.stdout)-100, 0):], got.CutStdout)
	}
	run(t, k, "{ sleep 0.2; echo late; } & :", 0)
	for began := time.Now(); ; time.Sleep(10 * time.Millisecond) {
		if n := k.Stray(); n == 5 {
			break
		} else if n != 0 || time.Since(began) > time.Minute {
			t.Fatalf("%d bytes were written late", n)
		}
	}
	if got := run(t, k, "echo now", 0); got.stdout != "now\n" {
		t.Errorf("it wrote %q", got.stdout)
	}
}

// TestInterrupt interrupts code by the end of its context: the state stays.
func TestInterrupt(t *testing.T) {
	t.Parallel()
	for language, code := range map[string][3]string{
		"python":     {"x = 1", "print('on', flush=True)\nwhile True: pass", "print(x)"},
		"bash":       {"x=1", "echo on; sleep 30; echo no", "echo $x"},
		"javascript": {"const x = 1", "console.log('on'); await new Promise(() => {})", "console.log(x)"},
	} {
		t.Run(language, func(t *testing.T) {
			t.Parallel()
			k := open(t, language)
			run(t, k, code[0], 0)
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			o, err := k.Run(ctx, &kernel.Execution{Code: []byte(code[1]), Timeout: 5 * time.Minute, Grace: 5 * time.Minute, Output: 100, Stdout: ender(cancel), Stderr: &bytes.Buffer{}})
			if err != nil || o.Ended != runner.Killed || o.Code != 130 || o.Dead != "" {
				t.Fatalf("%+v, %v", o, err)
			}
			if got := run(t, k, code[2], 0); got.stdout != "1\n" {
				t.Errorf("afterwards it is %q %q", got.stdout, got.stderr)
			}
		})
	}
}

// ender calls a function when something is written.
type ender func()

func (e ender) Write(p []byte) (int, error) {
	e()
	return len(p), nil
}

// TestStartFails says why a kernel does not begin.
func TestStartFails(t *testing.T) {
	t.Parallel()
	for want, argv := range map[string][]string{
		"no such file":         {"/no/such/program"},
		"ended it with 3":      {"/bin/sh", "-c", "echo oh no >&2; exit 3"},
		"wrote to the channel": {"/bin/sh", "-c", "echo hello >&4; sleep 30"},
	} {
		if k, err := kernel.Start(t.Context(), bare{}, runner.Spec{Argv: argv}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, %v", argv, k, err)
		}
	}
}
