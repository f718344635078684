//go:build linux && (amd64 || arm64)

package native_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/skillctl/skillctl/internal/test/attempt"
	"github.com/skillctl/skillctl/runner"
	"github.com/skillctl/skillctl/runner/native"
)

// nobody is an ordinary user that every machine has room for, and who runs nothing
// else: processes are counted by user.
const nobody = 65531

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

// TestAsUser runs the tests of this package once more as an ordinary user, when
// they are run as root.
func TestAsUser(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("not root: the tests run as an ordinary user already")
	}
	t.Parallel()
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
	// An interface of the kernel that this user finds listed and cannot reach, as an
	// engine's containers have them.
	kept := filepath.Join(dir, "kept", "proc")
	must(t, os.MkdirAll(kept, 0o700))
	if err := unix.Mount("proc", kept, "proc", 0, ""); err != nil {
		t.Log("nothing can be mounted here; the tests do without: ", err)
	} else {
		t.Cleanup(func() { must(t, unix.Unmount(kept, unix.MNT_DETACH)) })
	}
	attempt.Build(t, filepath.Join(dir, "attempt"))
	binary := filepath.Join(dir, "native.test")
	put(t, binary, contents(t, "/proc/self/exe"))
	args := []string{"-test.skip", "TestAsUser|TestProfile"}
	if testing.Verbose() {
		args = append(args, "-test.v")
	}
	cmd := exec.Command(binary, args...)
	cmd.Dir = temp
	cmd.Env = []string{
		"PATH=" + os.Getenv("PATH"), "TMPDIR=" + temp, "HOME=" + temp, "SKILLCTL_SLOW=" + os.Getenv("SKILLCTL_SLOW"),
		attempt.ProgramVariable + "=" + filepath.Join(dir, "attempt"),
	}
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	out, err := cmd.CombinedOutput()
	if t.Logf("%s", out); err != nil || strings.Contains(string(out), "no tests to run") {
		t.Errorf("as user %d: %v", nobody, err)
	}
}
