//go:build unix

package docker

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/skillctl/skillctl/runner"
)

// ownEngine starts an engine that a test may break, in a network namespace of its
// own: an engine without a bridge would take that of the machine away. size is
// that of its disk, in bytes, 0 for the machine's.
func ownEngine(t *testing.T, size int64) (address string, start func() *exec.Cmd) {
	t.Helper()
	needEngine(t)
	for _, program := range []string{"dockerd", "unshare", "mount"} {
		if _, err := exec.LookPath(program); err != nil || os.Getuid() != 0 {
			if os.Getenv(needed) != "" && os.Getuid() == 0 {
				t.Fatalf("%s is set and no engine can be started: %v", needed, err)
			}
			t.Skip("not tried: no engine can be started here, which wants root and dockerd")
		}
	}
	dir, err := os.MkdirTemp("", "skillctl-engine-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = exec.Command("umount", "-l", dir+"/data").Run() // an engine that is killed leaves its own mount
		_ = exec.Command("umount", "-l", dir+"/data").Run()
		if err := os.RemoveAll(dir); err != nil {
			t.Logf("the folder of the engine: %v", err)
		}
	})
	if size > 0 {
		if err := os.Mkdir(dir+"/data", 0o700); err != nil {
			t.Fatal(err)
		}
		if out, err := exec.Command("mount", "-t", "tmpfs", "-o", "size="+strconv.FormatInt(size, 10), "tmpfs", dir+"/data").CombinedOutput(); err != nil {
			t.Skipf("not tried: no disk can be made here: %s", out)
		}
	}
	address = "unix://" + dir + "/docker.sock"
	return address, func() *exec.Cmd {
		_ = os.Remove(dir + "/pid")
		daemon := exec.Command("unshare", "-n", "dockerd", "--host", address, "--data-root", dir+"/data", "--exec-root", dir+"/exec", "--pidfile", dir+"/pid",
			"--bridge", "none", "--iptables=false", "--ip6tables=false")
		daemon.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
		var said safe
		daemon.Stdout, daemon.Stderr = &said, &said
		if err := daemon.Start(); err != nil {
			t.Fatal(err)
		}
		for range 600 {
			if exec.Command("docker", "-H", address, "version").Run() == nil {
				return daemon
			}
			if daemon.Process.Signal(syscall.Signal(0)) != nil || strings.Contains(said.String(), "failed to start daemon") {
				break
			}
			time.Sleep(100 * time.Millisecond)
		}
		_ = daemon.Process.Kill()
		t.Fatalf("the engine does not answer: %s", said.String()[max(0, len(said.String())-2000):])
		return nil
	}
}

// imageOf builds the image for tests in an engine of a test's own.
func imageOf(t *testing.T, address string) string {
	t.Helper()
	build := exec.Command("testdata/image/build.sh", "base")
	build.Env = append(os.Environ(), "DOCKER_HOST="+address)
	id, err := build.Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(id))
}

// TestEngineGoes takes the engine away while a run lasts.
func TestEngineGoes(t *testing.T) {
	t.Parallel()
	address, start := ownEngine(t, 0)
	daemon := start()
	stop := func() {
		_ = daemon.Process.Signal(syscall.SIGCONT)
		_ = daemon.Process.Signal(syscall.SIGTERM)
		_ = daemon.Wait()
	}
	defer func() { stop() }()
	id := imageOf(t, address)
	leases := t.TempDir()
	boundary := boundary(id, folder(t))
	boundary.Docker.Engine, boundary.Limits.TimeoutMS = address, 6000
	begin := func(b *Backend) runner.Process {
		t.Helper()
		spec, _ := shell(boundary, "echo ready; sleep 1000")
		var out safe
		spec.Stdout = &out
		p, err := b.Start(t.Context(), spec)
		if err != nil {
			t.Fatal(err)
		}
		out.holds(t, "ready")
		return p
	}
	lost := func(p runner.Process) {
		t.Helper()
		result, err := p.Wait()
		if err == nil || result.Ended != runner.Lost || result.Code != 125 {
			t.Errorf("%+v, %v", result, err)
		}
	}

	// It stands still: the run's time is over, and nothing can be done.
	b := New(WithLeases(leases), WithPatience(10*time.Second))
	p := begin(b)
	_ = daemon.Process.Signal(syscall.SIGSTOP)
	lost(p)
	_ = daemon.Process.Signal(syscall.SIGCONT)
	swept(t, New(WithLeases(leases)), boundary)

	// It is killed, and comes back.
	b = New(WithLeases(leases), WithPatience(10*time.Second))
	p = begin(b)
	_ = daemon.Process.Kill()
	_ = daemon.Wait()
	lost(p)
	var missing *runner.UnavailableError
	spec, _ := shell(boundary, "true")
	if _, err := New(WithLeases(leases)).Start(t.Context(), spec); !errors.As(err, &missing) || !strings.Contains(err.Error(), "no container engine answers") {
		t.Errorf("Start without an engine: %v", err)
	}
	daemon = start()
	swept(t, New(WithLeases(leases)), boundary)
}

// swept checks that a sweep removes the one container that was lost.
func swept(t *testing.T, b *Backend, boundary runner.Boundary) {
	t.Helper()
	defer func() { _ = b.Close() }()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	e, err := b.engine(ctx, boundary.Docker)
	if err != nil {
		t.Fatal(err)
	}
	for {
		removed, err := b.sweep(ctx, e)
		if len(removed) == 1 {
			return
		}
		if ctx.Err() != nil {
			t.Fatalf("swept %q, %v", removed, err)
		}
		time.Sleep(200 * time.Millisecond)
	}
}

// TestDiskFull: a disk that a run fills is the run's trouble alone. Besides, no
// container sees the socket of an engine, whatever its name.
func TestDiskFull(t *testing.T) {
	t.Parallel()
	const disk = 24 << 20
	address, start := ownEngine(t, disk)
	daemon := start()
	defer func() {
		_ = daemon.Process.Signal(syscall.SIGTERM)
		_ = daemon.Wait()
	}()
	image := imageOf(t, address)
	b := New(WithLeases(t.TempDir()))
	defer func() { _ = b.Close() }()
	boundary := boundary(image, folder(t))
	boundary.Docker.Engine, boundary.Limits.Memory, boundary.Limits.FileSize = address, 256<<20, 1<<30

	boundary.Docker.ReadOnly, boundary.Docker.User = false, "0:0"
	for range 2 { // what the first one filled is given back
		spec, out := shell(boundary, "dd if=/dev/zero of=/filled bs=1M; echo $?; ls /filled")
		if result := run(t, b, spec); result.Code != 0 || !strings.HasPrefix(out.stdout.String(), "1\n") || !strings.Contains(out.stderr.String(), "No space left") {
			t.Errorf("%+v, %q, %q", result, out.stdout.String(), out.stderr.String())
		}
	}

	shown := boundary
	shown.Workspace.Path = filepath.Dir(strings.TrimPrefix(address, "unix://"))
	shown.Docker = &runner.Container{}
	*shown.Docker = *boundary.Docker
	spec, _ := shell(shown, "true")
	var missing *runner.UnavailableError
	var mount *MountError
	if _, err := b.Start(t.Context(), spec); !errors.As(err, &mount) || !strings.Contains(err.Error(), "holds the socket of the engine") {
		t.Errorf("a workspace with the engine's socket: %v", err)
	}
	if err := b.Check(t.Context(), shown); !errors.As(err, &missing) {
		t.Errorf("Check of a workspace with the engine's socket: %v", err)
	}
}
