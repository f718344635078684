//go:build linux

package attempt

import (
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// Field is what attempts are made against: files, sockets and a process of the
// machine's that a boundary keeps commands from, made for one test.
type Field struct {
	// Program is the static binary that makes the attempts; it lies in Workspace.
	Program, Workspace string
	// Secret and Policy lie in a home folder; Hidden in the workspace, to be hidden
	// by the boundary; Outside is a name next to the workspace, Other a file there.
	Secret, Policy, Hidden, Outside, Other string
	// SecretLink is a link beside Secret.
	SecretLink string
	// Protected are a file and a folder in the workspace, to be protected by the
	// boundary.
	Protected, Hooks string
	// TCP and UDP are addresses that answer on the loopback, Addresses the same
	// port on the machine's other addresses.
	TCP, Addresses []string
	UDP            string
	// Socket and Datagram are unix sockets; Abstract is the name of one without a
	// file.
	Socket, Datagram, Abstract string
	// Within is a unix socket in the workspace.
	Within string
	// Victim is a process of the same user; its command line and its environment
	// hold Token, as does the segment of shared memory.
	Victim, Segment int
	Token           string
	// SetUID is a program that runs as another user; empty when nobody can make one.
	SetUID []string
}

// ProgramVariable names a program that was built already, for tests that run as a
// user who cannot build.
const ProgramVariable = "SKILLCTL_ATTEMPT_PROGRAM"

// Prepare makes a field in a folder.
func Prepare(t testing.TB, dir string) *Field {
	t.Helper()
	f := &Field{
		Workspace: filepath.Join(dir, "work"), Secret: filepath.Join(dir, "home", ".ssh", "id_ed25519"),
		Policy: filepath.Join(dir, "home", ".config", "skillctl", "skillctl.cue"), Outside: filepath.Join(dir, "outside"),
		Other:  filepath.Join(dir, "other"),
		Socket: filepath.Join(dir, "engine.sock"), Datagram: filepath.Join(dir, "log.sock"),
		Token: fmt.Sprintf("token-%d-%d", os.Getpid(), time.Now().UnixNano()),
	}
	f.Hidden, f.Program = filepath.Join(f.Workspace, "settings", "skillctl.cue"), filepath.Join(f.Workspace, "attempt")
	f.Protected, f.Hooks = filepath.Join(f.Workspace, "repo", ".git", "config"), filepath.Join(f.Workspace, "repo", ".git", "hooks")
	f.Abstract, f.Within = f.Token, filepath.Join(f.Workspace, "s")
	for _, dir := range []string{filepath.Dir(filepath.Dir(f.Hooks)), filepath.Dir(f.Hooks), f.Hooks} {
		must(t, os.MkdirAll(dir, 0o777))
		must(t, os.Chmod(dir, 0o777)) // a container's user is no one here
	}
	for _, path := range []string{f.Protected, f.hook()} {
		must(t, os.WriteFile(path, []byte("content\n"), 0o666))
		must(t, os.Chmod(path, 0o666))
	}
	for _, path := range []string{f.Secret, f.Policy, f.Hidden, f.Other} {
		must(t, os.MkdirAll(filepath.Dir(path), 0o700))
		must(t, os.WriteFile(path, []byte("content\n"), 0o600))
	}
	f.SecretLink = filepath.Join(filepath.Dir(f.Secret), "link")
	must(t, os.Symlink("content", f.SecretLink))
	Build(t, f.Program)
	f.sockets(t)
	f.share(t)
	f.leak(t)
	if os.Getuid() == 0 {
		f.setUID(t)
	}
	f.victim(t)
	return f
}

// hook is a file in the folder that is protected.
func (f *Field) hook() string { return filepath.Join(f.Hooks, "pre-commit") }

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// Build puts the program at a path.
func Build(t testing.TB, to string) {
	t.Helper()
	if built := os.Getenv(ProgramVariable); built != "" {
		data, err := os.ReadFile(built)
		must(t, err)
		must(t, os.WriteFile(to, data, 0o755))
		return
	}
	cmd := exec.Command("go", "build", "-trimpath", "-o", to, "github.com/skillctl/skillctl/internal/test/attempt/program")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("build the program of the attempts: %v\n%s", err, out)
	}
}

// sockets opens what can be reached.
func (f *Field) sockets(t testing.TB) {
	t.Helper()
	accept := func(l net.Listener, err error) net.Listener {
		must(t, err)
		t.Cleanup(func() { l.Close() })
		go func() {
			for c, err := l.Accept(); err == nil; c, err = l.Accept() {
				c.Close()
			}
		}()
		return l
	}
	tcp := accept(net.Listen("tcp", "0.0.0.0:0"))
	_, port, err := net.SplitHostPort(tcp.Addr().String())
	must(t, err)
	f.TCP = []string{"127.0.0.1:" + port}
	addresses, err := net.InterfaceAddrs()
	must(t, err)
	for _, a := range addresses {
		if ip, ok := a.(*net.IPNet); ok && !ip.IP.IsLoopback() && ip.IP.To4() != nil {
			f.Addresses = append(f.Addresses, net.JoinHostPort(ip.IP.String(), port))
		}
	}
	accept(net.Listen("unix", f.Socket))
	accept(net.Listen("unix", "@"+f.Abstract))
	accept(net.Listen("unix", f.Within))
	must(t, errors.Join(os.Chmod(f.Socket, 0o666), os.Chmod(f.Within, 0o666)))
	for network, address := range map[string]string{"udp": "127.0.0.1:0", "unixgram": f.Datagram} {
		c, err := net.ListenPacket(network, address)
		must(t, err)
		t.Cleanup(func() { c.Close() })
		if network == "udp" {
			f.UDP = c.LocalAddr().String()
			go answer(c)
		}
	}
	must(t, os.Chmod(f.Datagram, 0o666))
}

func answer(c net.PacketConn) {
	buffer := make([]byte, 64)
	for {
		_, from, err := c.ReadFrom(buffer)
		if err != nil {
			return
		}
		c.WriteTo([]byte("192.0.2.1"), from)
	}
}

// setUID makes a program that runs as a user that nobody here is.
func (f *Field) setUID(t testing.TB) {
	t.Helper()
	id, err := exec.LookPath("id")
	must(t, err)
	data, err := os.ReadFile(id)
	must(t, err)
	path := filepath.Join(f.Workspace, "id")
	must(t, os.WriteFile(path, data, 0o755))
	must(t, os.Chown(path, 54321, 54321))
	must(t, os.Chmod(path, 0o755|os.ModeSetuid))
	f.SetUID = []string{path}
}

// share makes memory that any process of the user can take part in by its number.
func (f *Field) share(t testing.TB) {
	t.Helper()
	id, err := unix.SysvShmGet(unix.IPC_PRIVATE, 4096, 0o600)
	must(t, err)
	data, err := unix.SysvShmAttach(id, 0, 0)
	must(t, err)
	copy(data, f.Token)
	t.Cleanup(func() {
		unix.SysvShmCtl(id, unix.IPC_RMID, nil)
		unix.SysvShmDetach(data)
	})
	f.Segment = id
}

// leak leaves a descriptor open for whatever this process starts.
func (f *Field) leak(t testing.TB) {
	t.Helper()
	fd, err := unix.Open(f.Secret, unix.O_RDONLY, 0)
	must(t, err)
	t.Cleanup(func() { unix.Close(fd) })
}

// victim starts a process that has something to lose.
func (f *Field) victim(t testing.TB) {
	t.Helper()
	cmd := exec.Command(f.Program, "stay", f.Token)
	cmd.Env = []string{"SECRET=" + f.Token}
	must(t, cmd.Start())
	t.Cleanup(func() {
		cmd.Process.Kill()
		cmd.Wait()
	})
	f.Victim = cmd.Process.Pid
}

func commandLine(name string) string {
	data, err := os.ReadFile(name)
	if err != nil {
		return ""
	}
	return strings.TrimSpace(strings.ReplaceAll(string(data), "\x00", " "))
}
