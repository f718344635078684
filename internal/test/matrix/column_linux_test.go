//go:build linux && (amd64 || arm64)

package matrix

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"

	"github.com/skillctl/skillctl/internal/test/attempt"
	"github.com/skillctl/skillctl/runner"
	"github.com/skillctl/skillctl/runner/docker"
	"github.com/skillctl/skillctl/runner/native"
)

// column is a way to run commands.
type column struct {
	name string
	// backend is nil for a command that nothing holds: there, what can get through
	// anywhere has to, or the attempt would prove nothing.
	backend runner.Backend
	// image is that of containers; user is theirs, "" for the one that nobody named.
	image, user string
	// open are the attempts that get through, each with the reason.
	open map[string]string
	// only are the attempts that are made; nil for all.
	only []string
}

const (
	// wanted says that the attempts are to be made.
	wanted = "SKILLCTL_BOUNDARY"
	// needed says that a container engine must answer.
	needed = "SKILLCTL_NEED_DOCKER"
)

// columns are all that can be had here.
func columns(t *testing.T, program string) []column {
	keeper := native.WithKeeper(program)
	who := "user"
	if os.Getuid() == 0 {
		who = "root"
	}
	all := []column{
		{name: "no boundary, " + who},
		{name: "landlock, " + who, backend: native.Landlock(keeper)},
		{name: "landlock without namespaces, " + who, backend: native.Landlock(keeper, native.WithoutNamespaces()), open: map[string]string{
			"mode-outside":   noModes + " of the user's other files",
			"mode-protected": noModes + " of what it may not change",
			"mode-device":    noModes + " of the devices that it may use, where it runs as root",
			"look-secret":    noNames,
			"link-target":    noNames,
			"watch-secrets":  noNames,
			"name-secret":    noNames,
			"look-roots":     noNames,
			"look-hidden":    noNames,
			"look-outside":   noNames,
			"watch-outside":  noNames,
			"name-outside":   noNames,
		}},
	}
	if who == "user" {
		defer func() {
			for i := range all {
				if all[i].image == "" && all[i].backend != nil {
					all[i].open = maps.Clone(all[i].open)
					if all[i].open == nil {
						all[i].open = map[string]string{}
					}
					all[i].open["allocate-shared"] = "without a control group only a limit for each process holds, and the kernel's does not count shared memory"
				}
			}
		}()
	}
	if _, err := exec.LookPath("bwrap"); err == nil {
		all = append(all, column{name: "bubblewrap, " + who, backend: native.Bubblewrap(keeper), open: map[string]string{
			"parent-environment": ownParent + "; the same filter holds it",
		}})
	} else {
		t.Log("bubblewrap: not tried: bwrap is not installed")
	}
	// Without a sandbox a command may do what the user may: it is held to its limits
	// and to its end, and given nothing by accident.
	all = append(all, column{name: "none, " + who, backend: native.None(keeper), only: []string{
		"descriptors", "linger", "disk", "fork", "allocate", "allocate-shared", "open-files",
	}})
	b := docker.New(docker.WithLeases(t.TempDir()))
	t.Cleanup(func() { b.Close() })
	image, err := dockerImage(b)
	switch {
	case err == nil:
		c := column{name: "docker, " + who, backend: b, image: image, open: dockerOpen()}
		if !*table { // a container takes its time
			c.only = []string{"read-secret", "replace-protected", "write-outside", "connect", "engine", "socket-within", "leave-setuid", "odd-socket", "io-uring", "capabilities", "linger"}
		}
		all = append(all, c)
		if *table && who == "root" {
			c.name, c.user, c.open = "docker, its own root", "0:0", maps.Clone(c.open)
			c.open["mode-device"] = "the files of the devices are the container's own"
			all = append(all, c)
		}
	case os.Getenv(needed) != "" && who == "root":
		t.Errorf("%s is set and no container can be had: %v", needed, err)
	default:
		t.Logf("docker: not tried: %v", err)
	}
	return all
}

const noModes = "Landlock does not know modes, owners and times, and only a mount namespace keeps a command from those"

const noNames = "Landlock keeps a command from reading and listing, not from what a path it can guess tells: that something is there, its size and times, where a link leads, and when others use it; only a mount namespace does"

const ownParent = "it is the first process in the same namespaces, of the same user, with no capability and nothing more to gain"

// dockerOpen is what containers leave open.
func dockerOpen() map[string]string {
	return map[string]string{
		"terminal":           "it is a terminal of the container's own, made for this run",
		"parent-control":     ownParent,
		"parent-environment": ownParent,
		"parent-poke":        ownParent,
		"netlink":            "programs list the interfaces of the container's own network namespace by it, and there are none",
	}
}

// dockerImage is an image for tests; an error says why there is none.
func dockerImage(b *docker.Backend) (string, error) {
	if _, err := exec.LookPath("docker"); err != nil {
		return "", errors.New("docker is not installed")
	}
	if err := exec.Command("docker", "version").Run(); err != nil {
		return "", errors.New("no engine answers this user")
	}
	out, err := exec.Command("../../../runner/docker/testdata/image/build.sh", "base").Output()
	if err != nil {
		return "", fmt.Errorf("build the image: %w", err)
	}
	image := strings.TrimSpace(string(out))
	boundary := limited(runner.Boundary{Host: "sandbox", Sandbox: "docker", Workspace: runner.Workspace{Path: os.TempDir(), Access: "none"}, Network: "none"})
	boundary.Docker = &runner.Container{Image: image, ReadOnly: true}
	return image, b.Check(context.Background(), boundary)
}

// limited adds small limits.
func limited(b runner.Boundary) runner.Boundary {
	b.Limits = runner.Limits{
		TimeoutMS: 120_000, GraceMS: 200, Memory: 128 << 20, CPUs: 1, PIDs: 40, FileSize: 8 << 20, OpenFiles: 256, Output: 64 << 10,
	}
	return b
}

// fill makes every attempt.
func (c column) fill(t *testing.T) []cell {
	// The path of a socket has to be short.
	dir, err := os.MkdirTemp("", "m-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	field := attempt.Prepare(t, dir)
	if c.image != "" { // its user is no one on this machine
		for _, path := range []string{dir, field.Workspace} {
			if err := os.Chmod(path, 0o777); err != nil {
				t.Fatal(err)
			}
		}
	}
	program, run := field.Program, unconfined(t)
	switch {
	case c.image != "":
		program, run = "/workspace/"+filepath.Base(program), c.container(field)
	case c.backend != nil:
		run = c.native(field)
	}
	var cells []cell
	for _, a := range field.Attempts(limited(runner.Boundary{}).Limits) {
		if c.backend == nil && (!a.Control || a.Root && os.Getuid() != 0) || c.only != nil && !slices.Contains(c.only, a.Name) {
			continue
		}
		got := attempt.Try(t, a, program, run)
		one := cell{c.name, a.Name, a.Title, blocked, got.Why}
		reason, known := c.open[a.Name]
		switch {
		case c.backend == nil && got.Blocked:
			one.State = unheld
		case c.backend == nil:
			one.State, one.Why = open, "nothing holds it: "+got.Why
		case !got.Blocked && known:
			one.State, one.Why = open, reason
		case !got.Blocked:
			one.State = through
		}
		cells = append(cells, one)
	}
	return cells
}

var serial atomic.Int64

func (c column) native(f *attempt.Field) attempt.Run {
	return func(t testing.TB, argv []string, terminal bool) (runner.Result, string) {
		b := limited(runner.Boundary{
			Host: "gateway", Sandbox: c.backend.Name(), Workspace: runner.Workspace{Path: f.Workspace, Access: "rw"}, Network: "none",
		})
		if b.Sandbox == "none" {
			b.Network = "full"
		} else {
			b.Hide = []string{filepath.Dir(f.Secret), f.Hidden, filepath.Dir(f.Policy)}
			b.Protect = []string{f.Protected, f.Hooks}
		}
		return c.run(t, b, argv, terminal)
	}
}

func (c column) container(f *attempt.Field) attempt.Run {
	return func(t testing.TB, argv []string, terminal bool) (runner.Result, string) {
		b := limited(runner.Boundary{
			Host: "sandbox", Sandbox: "docker", Workspace: runner.Workspace{Path: f.Workspace, Access: "rw"}, Network: "none",
			Hide: []string{f.Hidden}, Protect: []string{f.Protected, f.Hooks},
		})
		b.Docker = &runner.Container{Image: c.image, User: c.user, ReadOnly: true, Mount: true, Tmpfs: map[string]int64{"/tmp": 64 << 20}}
		argv = slices.Clone(argv)
		for i, arg := range argv {
			argv[i] = strings.ReplaceAll(arg, f.Workspace, "/workspace")
		}
		return c.run(t, b, argv, terminal)
	}
}

func (c column) run(t testing.TB, b runner.Boundary, argv []string, terminal bool) (runner.Result, string) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	spec := runner.Spec{
		ID: fmt.Sprintf("matrix-%d-%d", os.Getpid(), serial.Add(1)), Argv: argv, Dir: b.Workspace.Path, Boundary: b,
		Env: []string{"PATH=/usr/bin:/bin", "TMPDIR=" + t.TempDir()}, Stdout: &stdout, Stderr: &stderr,
	}
	if c.image != "" {
		spec.Env = []string{"PATH=/bin"}
	} else {
		spec.Program = &runner.Pin{Path: argv[0]}
	}
	if terminal {
		spec.Terminal = &runner.Terminal{Rows: 24, Columns: 80}
	}
	if err := c.backend.Check(t.Context(), b); err != nil {
		t.Fatalf("%s: %v", c.name, err)
	}
	p, err := c.backend.Start(t.Context(), spec)
	if err != nil {
		t.Fatalf("%s: %s: %v", c.name, argv[1], err)
	}
	result, err := p.Wait()
	if err != nil {
		t.Fatalf("%s: %s: %v", c.name, argv[1], err)
	}
	if stderr.Len() > 0 {
		t.Logf("%s wrote to stderr: %s", argv[1], stderr.String())
	}
	return result, stdout.String()
}

// unconfined runs a command without any boundary, as root with mounts of its own.
func unconfined(t *testing.T) attempt.Run {
	return func(t testing.TB, argv []string, _ bool) (runner.Result, string) {
		var stdout bytes.Buffer
		cmd := exec.Command(argv[0], argv[1:]...)
		cmd.Env, cmd.Stdout = []string{"TMPDIR=" + t.TempDir()}, &stdout
		if os.Getuid() == 0 {
			cmd.SysProcAttr = &syscall.SysProcAttr{Unshareflags: syscall.CLONE_NEWNS}
		}
		cmd.Run() // its output counts
		if cmd.ProcessState == nil {
			t.Fatalf("%s did not start", argv[1])
		}
		return runner.Result{Code: cmd.ProcessState.ExitCode()}, stdout.String()
	}
}
