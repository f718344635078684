package watch

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
)

// inner says that a test runs in a user namespace of its own.
const inner = "SKILLCTL_TEST_FEW_WATCHES"

// TestSystemOutOfWatches lets the system itself run out of watches: in a user
// namespace of its own their number can be lowered.
func TestSystemOutOfWatches(t *testing.T) {
	if os.Getenv(inner) == "" {
		cmd := exec.Command(os.Args[0], "-test.run=^TestSystemOutOfWatches$", "-test.v")
		cmd.Env = append(os.Environ(), inner+"=1")
		cmd.SysProcAttr = &syscall.SysProcAttr{
			Cloneflags:  syscall.CLONE_NEWUSER,
			UidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getuid(), Size: 1}},
			GidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getgid(), Size: 1}},
		}
		out, err := cmd.CombinedOutput()
		var ended *exec.ExitError
		if err != nil && !errors.As(err, &ended) {
			t.Skipf("no user namespace can be made: %v", err)
		}
		t.Logf("%s", out)
		if err != nil {
			t.Error(err)
		}
		return
	}
	const most = "/proc/sys/user/max_inotify_watches"
	if err := os.WriteFile(most, []byte("25"), 0o600); err != nil {
		t.Skipf("the number of watches cannot be lowered: %v", err)
	}
	dir := folder(t)
	l := start(t, []string{dir})
	var last string
	for i := range 60 {
		last = filepath.Join(dir, fmt.Sprint("s", i), "SKILL.md")
		write(t, last, "one")
	}
	l.until(last)
	write(t, last, "two and more")
	l.until(last)
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if len(l.warnings) != 1 {
		t.Errorf("warnings %q; one was expected", l.warnings)
	}
}
