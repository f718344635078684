//go:build linux && (amd64 || arm64)

package native_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/skillctl/skillctl/internal/test/attempt"
	"github.com/skillctl/skillctl/internal/test/fixture"
	"github.com/skillctl/skillctl/runner/native"
)

// killsVariable says how many owners are killed; 20 without it.
const killsVariable = "SKILLCTL_KILLS"

// TestOwnersKilled kills processes that start runs, at any moment: while the
// keeper starts, while it waits to be told, while the command runs. Nothing is
// left, and what lies around is swept.
func TestOwnersKilled(t *testing.T) {
	kills := 20
	if n, err := strconv.Atoi(os.Getenv(killsVariable)); err == nil {
		kills = n
	}
	names := []string{"landlock", "bubblewrap", "none"}
	if _, err := exec.LookPath("bwrap"); err != nil {
		names = []string{"landlock", "none"}
	}
	mark := token(t)
	script := "trap '' TERM HUP INT; (setsid sh -c 'sleep 300; : " + mark + "' &) ; (setsid setsid sleep 300 " + mark + " &); echo up; sleep 300; : " + mark
	var wait sync.WaitGroup
	var pids []string
	var mu sync.Mutex
	room := make(chan struct{}, 8)
	random := rand.New(rand.NewPCG(uint64(fixture.Number("SKILLCTL_SEED", 1)), 15))
	for i := range kills {
		moment := random.IntN(120)
		wait.Go(func() {
			room <- struct{}{}
			defer func() { <-room }()
			cmd := exec.Command("/proc/self/exe", names[i%len(names)], t.TempDir(), "/bin/sh", "-c", script)
			cmd.Env = append(os.Environ(), ownerVariable+"=1")
			if err := cmd.Start(); err != nil {
				t.Error(err)
				return
			}
			time.Sleep(time.Duration(moment) * time.Millisecond)
			cmd.Process.Kill()
			cmd.Wait()
			mu.Lock()
			pids = append(pids, strconv.Itoa(cmd.Process.Pid))
			mu.Unlock()
		})
	}
	wait.Wait()
	gone(t, mark)
	ours := func(path string) bool {
		return slices.ContainsFunc(pids, func(pid string) bool { return strings.Contains(path, "test-"+pid+"-") })
	}
	left := func() (found []string) {
		for _, pattern := range []string{filepath.Join(os.TempDir(), "skillctl-run-*"), "/sys/fs/cgroup/*/skillctl-*", "/sys/fs/cgroup/skillctl-*"} {
			names, err := filepath.Glob(pattern)
			if err != nil {
				t.Fatal(err)
			}
			for _, name := range names {
				if ours(name) {
					found = append(found, name)
				}
			}
		}
		return found
	}
	for range 500 { // keepers are at their last work
		native.Sweep(ours)
		if len(left()) == 0 {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("is left: %v", left())
}

// TestSweepSpares sweeps while a command runs.
func TestSweepSpares(t *testing.T) {
	s := spec(t, "/bin/sh", "-c", "echo up; read x; echo y > $TMPDIR/file && cat $TMPDIR/file")
	in, out, err := os.Pipe()
	must(t, err)
	var stdout synced
	s.Stdin, s.Stdout = in, &stdout
	p, err := native.Landlock(native.WithoutNamespaces()).Start(t.Context(), s)
	must(t, err)
	stdout.wait(t, "up")
	native.Sweep(func(path string) bool { return strings.Contains(path, s.ID) })
	fmt.Fprintln(out, "go")
	if result, err := p.Wait(); err != nil || stdout.String() != "up\ny\n" {
		t.Errorf("%+v, %v, %q", result, err, stdout.String())
	}
}

// withoutVariable makes this binary give up namespaces and go on as an ordinary
// user.
const withoutVariable = "SKILLCTL_TEST_WITHOUT"

// withoutNamespaces is the first process of a user namespace where no other can
// be made: it goes on as the user.
func withoutNamespaces() int {
	if err := os.WriteFile("/proc/sys/user/max_user_namespaces", []byte("0"), 0); err != nil {
		fmt.Println(err)
		return 1
	}
	cmd := exec.Command("/proc/self/exe", os.Args[1:]...)
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "TMPDIR=" + os.Getenv("TMPDIR"), withoutVariable + "=2"}
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody, NoSetGroups: true}}
	if err := cmd.Run(); err != nil {
		fmt.Println(err)
		return 1
	}
	return 0
}

// TestWithoutNamespaces goes to where user namespaces are switched off: what needs
// them is refused, and never held in a weaker way.
func TestWithoutNamespaces(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("not root: namespaces cannot be switched off for a part of the machine")
	}
	dir, err := os.MkdirTemp("", "w-")
	must(t, err)
	t.Cleanup(func() { os.RemoveAll(dir) })
	must(t, os.Chmod(dir, 0o755))
	binary, temp := filepath.Join(dir, "native.test"), filepath.Join(dir, "tmp")
	put(t, binary, contents(t, "/proc/self/exe"))
	must(t, os.Mkdir(temp, 0o700))
	must(t, os.Chown(temp, nobody, nobody))
	cmd := exec.Command(binary, "-test.run", "^TestRefused$", "-test.v")
	cmd.Dir = "/"
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "TMPDIR=" + temp, withoutVariable + "=1"}
	ids := []syscall.SysProcIDMap{{ContainerID: 0, HostID: 0, Size: 1}, {ContainerID: nobody, HostID: nobody, Size: 1}}
	cmd.SysProcAttr = &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWUSER, UidMappings: ids, GidMappings: ids, GidMappingsEnableSetgroups: true}
	out, err := cmd.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "--- PASS: TestRefused") {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestRefused is for where user namespaces are switched off.
func TestRefused(t *testing.T) {
	if os.Getenv(withoutVariable) == "" {
		t.Skip("TestWithoutNamespaces runs it")
	}
	landlock, bubblewrap := native.Landlock(), native.Bubblewrap()
	restricted := spec(t, "/bin/sh", "-c", "exit")
	restricted.Boundary.Network, restricted.Proxy = "restricted", "/nowhere"
	refused(t, landlock, restricted)
	if _, err := exec.LookPath("bwrap"); err == nil {
		refused(t, bubblewrap, on(bubblewrap, spec(t, "/bin/sh", "-c", "exit")))
	}
	// The rest is held by Landlock alone.
	field := spec(t, "/bin/sh", "-c", "ls /proc/1 /root 2>/dev/null && echo seen; echo ran")
	if out := run(t, landlock, field); out.stdout != "ran\n" {
		t.Errorf("%q, %q", out.stdout, out.stderr)
	}
	if left := attempt.Processes("__skillctl_keeper", "nowhere"); len(left) > 0 {
		t.Error(left)
	}
}
