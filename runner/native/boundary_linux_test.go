//go:build linux && (amd64 || arm64)

package native_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/skillctl/skillctl/runner"
	"github.com/skillctl/skillctl/runner/internal/attempt"
	"github.com/skillctl/skillctl/runner/native"
)

// nobody is an ordinary user that every machine has room for.
const nobody = 65534

// sandboxes are the backends that keep commands in, and the ways that they do it.
func sandboxes(t *testing.T) map[string]runner.Backend {
	all := map[string]runner.Backend{
		"landlock":                    native.Landlock(),
		"landlock without namespaces": native.Landlock(native.WithoutNamespaces()),
	}
	if _, err := exec.LookPath("bwrap"); err == nil {
		all["bubblewrap"] = native.Bubblewrap()
	} else {
		t.Log("bwrap is not installed: its part is left out")
	}
	return all
}

// TestBoundary makes every attempt in every sandbox. Outside of them those that
// can get through do, or the test would prove nothing.
func TestBoundary(t *testing.T) {
	limits := spec(t, "/bin/true").Boundary.Limits
	limits.Memory, limits.PIDs = 128<<20, 40
	control := attempt.Prepare(t, t.TempDir())
	for _, a := range control.Attempts(limits) {
		if !a.Control || a.Root && os.Getuid() != 0 {
			continue
		}
		if cell := attempt.Try(t, a, control.Program, unconfined(t)); cell.Blocked {
			t.Errorf("outside of every boundary, %s was blocked: %s", a.Title, cell.Why)
		}
	}
	for name, backend := range sandboxes(t) {
		t.Run(name, func(t *testing.T) {
			field := attempt.Prepare(t, t.TempDir())
			for _, a := range field.Attempts(limits) {
				cell := attempt.Try(t, a, field.Program, func(t testing.TB, argv []string) (runner.Result, string) {
					s := spec(t, argv...)
					s.Dir, s.Boundary.Workspace.Path, s.Boundary.Limits = field.Workspace, field.Workspace, limits
					s.Boundary.Sandbox = backend.Name()
					s.Boundary.Hide = []string{filepath.Dir(field.Secret), field.Hidden, filepath.Dir(field.Policy)}
					out := run(t, backend, s)
					if out.stderr != "" {
						t.Logf("%s wrote to stderr: %s", a.Name, out.stderr)
					}
					return out.Result, out.stdout
				})
				if t.Logf("%-16s %s", a.Name, cell.Why); !cell.Blocked {
					t.Errorf("%s was not blocked: %s", a.Title, cell.Why)
				}
			}
		})
	}
}

// unconfined runs a command without any boundary.
func unconfined(t *testing.T) attempt.Run {
	temp := t.TempDir()
	return func(t testing.TB, argv []string) (runner.Result, string) {
		for _, name := range []string{"large", "hard", "soft", "moved", "memory"} {
			os.Remove(filepath.Join(temp, name))
		}
		var stdout bytes.Buffer
		cmd := exec.Command(argv[0], argv[1:]...)
		cmd.Env, cmd.Stdout = []string{"TMPDIR=" + temp}, &stdout
		err := cmd.Run()
		if argv[1] == "mount" && err == nil {
			syscall.Unmount(temp, 0)
		}
		if argv[1] == "linger" {
			for _, line := range attempt.Processes(argv[2]) {
				kill(t, line)
			}
		}
		return runner.Result{Code: cmd.ProcessState.ExitCode()}, stdout.String()
	}
}

// TestAsUser runs the tests of this package once more as an ordinary user, when
// they are run as root.
func TestAsUser(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("not root: the tests run as an ordinary user already")
	}
	dir, err := os.MkdirTemp("", "skillctl-user-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	temp := filepath.Join(dir, "tmp")
	for _, folder := range []string{dir, temp} {
		if err := os.MkdirAll(folder, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(folder, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Chown(temp, nobody, nobody); err != nil {
		t.Fatal(err)
	}
	attempt.Build(t, filepath.Join(dir, "attempt"))
	binary := filepath.Join(dir, "native.test")
	data, err := os.ReadFile("/proc/self/exe")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(binary, data, 0o755); err != nil {
		t.Fatal(err)
	}
	args := []string{"-test.skip", "TestAsUser"}
	if testing.Verbose() {
		args = append(args, "-test.v")
	}
	cmd := exec.Command(binary, args...)
	cmd.Dir = temp
	cmd.Env = []string{
		"PATH=" + os.Getenv("PATH"), "TMPDIR=" + temp, "HOME=" + temp,
		attempt.ProgramVariable + "=" + filepath.Join(dir, "attempt"),
	}
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	out, err := cmd.CombinedOutput()
	if t.Logf("%s", out); err != nil || strings.Contains(string(out), "no tests to run") {
		t.Errorf("as user %d: %v", nobody, err)
	}
}
