//go:build linux && (amd64 || arm64)

package native_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/skillctl/skillctl/internal/test/attempt"
	"github.com/skillctl/skillctl/runner"
	"github.com/skillctl/skillctl/runner/native"
)

// TestOwnRoot looks around in the root folder of a command.
func TestOwnRoot(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	must(t, err)
	ws := filepath.Join(dir, "real", "work")
	must(t, os.MkdirAll(ws, 0o755))
	must(t, os.MkdirAll(filepath.Join(dir, "home", ".ssh"), 0o700))
	put(t, filepath.Join(dir, "home", ".ssh", "id"), []byte("key"))
	must(t, os.Symlink("real", filepath.Join(dir, "link")))
	for name, test := range map[string]struct {
		change func(s *runner.Spec)
		script string
		want   string
	}{
		"a link on the way": {func(s *runner.Spec) { s.Dir = filepath.Join(dir, "link", "work") },
			"pwd -P; cd " + dir + "/link/work && touch made && ls made", ws + "\nmade"},
		"no more of the home than its name": {func(s *runner.Spec) { s.Env = append(s.Env, "HOME="+dir+"/home") },
			`cd && pwd; stat ~/.ssh 2>/dev/null || echo gone; stat ` + dir + `/nothing 2>/dev/null || echo gone`, dir + "/home\ngone\ngone"},
		"no workspace": {func(s *runner.Spec) { s.Boundary.Workspace.Access = "none" },
			"pwd; stat made 2>/dev/null || echo gone; touch made 2>/dev/null || echo refused", ws + "\ngone\nrefused"},
		"all of the machine": {func(s *runner.Spec) { s.Boundary.Read, s.Boundary.Hide = []string{"/"}, []string{dir + "/home/.ssh"} },
			"cat " + dir + "/home/.ssh/id 2>/dev/null || echo hidden; touch /usr/made " + dir + "/made 2>/dev/null || echo refused; echo x > in && cat in; cat /proc/self/comm", "hidden\nrefused\nx\ncat"},
		"what is usual": {func(*runner.Spec) {},
			"echo x > /dev/null && cat /dev/stdin < /dev/null && echo y > /dev/stdout; test -e /dev/fd/1 && echo fd; mktemp -d > t && test -d \"$(cat t)\" && echo temp", "y\nfd\ntemp"},
	} {
		t.Run(name, func(t *testing.T) {
			s := small(ws, "/bin/sh", "-c", test.script)
			test.change(&s)
			out := run(t, native.Landlock(), s)
			if got := strings.TrimSpace(out.stdout); got != test.want {
				t.Errorf("%q, not %q; %s", got, test.want, out.stderr)
			}
			os.Remove(filepath.Join(ws, "made"))
		})
	}
}

// TestHiddenBehindOthers: what a folder keeps from this user needs no cover of its own,
// and cannot have one, whether it is to be hidden or an interface of the kernel is mounted
// there; but what the user's own folder keeps could be opened again.
func TestHiddenBehindOthers(t *testing.T) {
	const others = "/root/.ssh/id"
	if _, err := os.Stat(others); !errors.Is(err, fs.ErrPermission) {
		t.Skip("this user may look into /root; as another user of the same test it may not")
	}
	for name, backend := range sandboxes(t) {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			own := filepath.Join(dir, "own")
			must(t, os.MkdirAll(filepath.Join(own, "in"), 0o700))
			put(t, filepath.Join(own, "in", "key"), []byte("key"))
			must(t, os.Chmod(own, 0))
			t.Cleanup(func() { must(t, os.Chmod(own, 0o700)) })
			ws := filepath.Join(dir, "ws")
			must(t, os.Mkdir(ws, 0o755))
			read := "/"
			if name == "bubblewrap" { // it puts its own folders into /
				if read = filepath.Dir(os.TempDir()); read == "/" {
					read = os.TempDir()
				}
			}
			for _, test := range []struct{ hide, script, want string }{
				{others, "echo there", "there"},
				{filepath.Join(own, "in"), "chmod 700 " + own + "; cat " + own + "/in/key || echo hidden", "hidden"},
			} {
				s := small(ws, "/bin/sh", "-c", test.script)
				s.Boundary.Read, s.Boundary.Hide = []string{read}, []string{test.hide}
				if out := run(t, backend, s); strings.TrimSpace(out.stdout) != test.want {
					t.Errorf("%q, not %q; %s", out.stdout, test.want, out.stderr)
				}
			}
		})
	}
}

// TestTerminalName has a command find the name of its terminal.
func TestTerminalName(t *testing.T) {
	s := spec(t, "/bin/sh", "-c", "tty; test -t 0 && echo yes")
	s.Terminal = &runner.Terminal{Rows: 24, Columns: 80}
	if out := run(t, native.Landlock(), s); !strings.Contains(out.stdout, "/dev/pts/") || !strings.Contains(out.stdout, "yes") {
		t.Errorf("%q", out.stdout)
	}
}

// TestStrangeMount has an interface of the kernel in the workspace, where somebody
// prepares another root folder.
func TestStrangeMount(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("only root mounts in the machine's own namespace")
	}
	ws := t.TempDir()
	at := filepath.Join(ws, "root", "proc")
	must(t, os.MkdirAll(at, 0o755))
	if err := unix.Mount("proc", at, "proc", 0, ""); err != nil {
		t.Skip("nothing can be mounted here: ", err)
	}
	t.Cleanup(func() { unix.Unmount(at, unix.MNT_DETACH) })
	for name, b := range sandboxes(t) {
		// Opened to write to it, and nothing is written.
		s := on(b, small(ws, "/bin/sh", "-c", "(exec 3>> root/proc/sys/kernel/core_pattern && echo open); cat root/proc/1/cmdline && echo read; ls root/proc; touch beside && echo made"))
		os.Remove(filepath.Join(ws, "beside"))
		out := run(t, b, s)
		want := "made"
		if strings.Contains(name, "without") {
			want = "" // a folder with something hidden in it takes nothing new
		}
		if got := strings.TrimSpace(out.stdout); got != want {
			t.Errorf("%s: %q, not %q; %s", name, got, want, out.stderr)
		}
	}
}

// TestLimitOfCores has a command try to change the limit of images of its memory: it
// stays, and programs that set it to 0 for their secrets go on.
func TestLimitOfCores(t *testing.T) {
	for name, b := range sandboxes(t) {
		out := run(t, b, on(b, spec(t, "/bin/bash", "-c", "ulimit -c 0 && echo done; ulimit -n 100 && ulimit -n; grep 'Max core' /proc/self/limits 2>/dev/null || echo 'Max core file size 1 1'")))
		if got := strings.Join(strings.Fields(out.stdout), " "); !strings.HasPrefix(got, "done 100 Max core file size 1 1") {
			t.Errorf("%s: %q, %q", name, got, out.stderr)
		}
	}
}

// TestCoreHandler crashes in every backend on a machine that hands what crashes to a
// program. It changes that setting of the machine for as long as it takes, so that it
// runs with the attempts to leave a boundary only.
func TestCoreHandler(t *testing.T) {
	const pattern = "/proc/sys/kernel/core_pattern"
	if os.Getuid() != 0 || os.Getenv("SKILLCTL_BOUNDARY") == "" {
		t.Skip("it changes a setting of the machine: `make boundary` does, as root")
	}
	dir, err := os.MkdirTemp("", "core-") // the kernel takes 127 bytes
	must(t, err)
	t.Cleanup(func() { os.RemoveAll(dir) })
	marks, handler := filepath.Join(dir, "marks"), filepath.Join(dir, "handler")
	put(t, handler, []byte("#!/bin/sh\ncat > /dev/null\necho \"$1\" >> "+marks+"\n"))
	must(t, os.Chmod(handler, 0o755))
	before, err := os.ReadFile(pattern)
	must(t, err)
	// Another process puts it back, also when this one is killed.
	keeper := exec.Command("/bin/sh", "-c", `cat > /dev/null; printf %s "$1" > "$2"`, "restore", strings.TrimSuffix(string(before), "\n"), pattern)
	keeper.SysProcAttr = &unix.SysProcAttr{Setsid: true}
	held, err := keeper.StdinPipe()
	must(t, err)
	must(t, keeper.Start())
	t.Cleanup(func() {
		held.Close()
		must(t, keeper.Wait())
		if now, err := os.ReadFile(pattern); err != nil || string(now) != string(before) {
			t.Errorf("%s is %q, and was %q: %v", pattern, now, before, err)
		}
	})
	if err := os.WriteFile(pattern, []byte("|"+handler+" %e"), 0o644); err != nil {
		t.Skip("the setting cannot be changed here: ", err)
	}
	marked := func(name string) bool {
		for range 20 {
			if data, err := os.ReadFile(marks); err == nil && strings.Contains(string(data), name+"\n") {
				return true
			}
			time.Sleep(50 * time.Millisecond)
		}
		return false
	}
	const crash = "ulimit -c 0; exec ./%s -c 'kill -SEGV $$'"
	begin := func(name string) string {
		ws := filepath.Join(dir, name)
		must(t, os.Mkdir(ws, 0o755))
		put(t, filepath.Join(ws, name), contents(t, "/bin/dash"))
		must(t, os.Chmod(filepath.Join(ws, name), 0o755))
		return ws
	}
	outside := exec.Command("/bin/sh", "-c", fmt.Sprintf(crash, "outside"))
	outside.Dir = begin("outside")
	outside.Run() // it crashes
	if !marked("outside") {
		t.Fatal("outside of every boundary the handler is not called either: this proves nothing")
	}
	number := 0
	for name, b := range sandboxes(t) {
		number++
		mark := fmt.Sprint("inside", number)
		ws := begin(mark)
		attempt.Build(t, filepath.Join(ws, "attempt"))
		for _, argv := range [][]string{
			{"/bin/bash", "-c", fmt.Sprintf(crash, mark)},
			{filepath.Join(ws, "attempt"), "lower", filepath.Join(ws, mark), "-c", "kill -SEGV $$"},
		} {
			out := run(t, b, on(b, small(ws, argv...)))
			if out.Code != 139 {
				t.Errorf("%s: it did not crash: %+v", name, out)
			}
		}
		if marked(mark) {
			t.Errorf("%s: the machine's handler got what crashed", name)
		}
	}
}
