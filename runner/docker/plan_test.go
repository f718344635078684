package docker

import (
	"encoding/json"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/skillctl/skillctl/runner"
)

var update = flag.Bool("update", false, "write golden files")

const pinnedImage = "registry.example.com/box@sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"

// TestPlan writes whole requests, with a workspace named so that it does not
// matter where the test runs.
func TestPlan(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name   string
		change func(spec *runner.Spec, dir string)
	}{
		{"plain", nil},
		{"rich", func(s *runner.Spec, dir string) {
			b := &s.Boundary
			b.Workspace.Access, b.Network, b.Docker.Network, b.Docker.User = "ro", "full", "build", "1000:1000"
			b.Docker.ReadOnly, b.Limits.CPUs = false, 0.5
			b.Docker.Ulimits = map[string]int64{"nofile": 8, "nproc": 20, "fsize": 1 << 40}
			b.Docker.Binds = []runner.Bind{{Source: dir + "/data", Target: "/data", Write: true}}
			b.Hide = []string{dir + "/work/.env", dir + "/work/private", dir + "/not-there", "/etc/shadow"}
			b.Protect = []string{dir + "/work/sub/kept", dir + "/data"}
			s.Dir, s.Terminal, s.Stdin = dir+"/work/sub", &runner.Terminal{Rows: 1, Columns: 1}, strings.NewReader("")
			s.Labels = map[string]string{"skillctl.skill": "s", "skillctl.run": "forged", "skillctl.lease": "/etc/passwd", "skillctl.warm": "forged"}
		}},
		{"protected", func(s *runner.Spec, dir string) {
			s.Boundary.Hide = []string{dir + "/work/private"}
			s.Boundary.Protect = []string{dir + "/work/.env", dir + "/work/sub/kept", dir + "/work/sub/none", dir + "/work/private/kept", "/etc/passwd"}
		}},
		{"apart", func(s *runner.Spec, dir string) {
			s.Boundary.Docker.Mount, s.Dir = false, dir+"/work"
			s.Boundary.Docker.Binds = []runner.Bind{{Source: dir + "/data", Target: "/data"}}
		}},
		{"restricted", func(s *runner.Spec, _ string) { s.Boundary.Network, s.Boundary.Docker.Mount = "restricted", false }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			dir := folder(t)
			for _, d := range []string{"work/sub", "work/private", "data"} {
				if err := os.MkdirAll(filepath.Join(dir, d), 0o755); err != nil {
					t.Fatal(err)
				}
			}
			for _, file := range []string{"work/.env", "work/sub/kept", "work/private/kept"} {
				if err := os.WriteFile(filepath.Join(dir, file), nil, 0o600); err != nil {
					t.Fatal(err)
				}
			}
			spec := runner.Spec{
				ID: "one", Argv: []string{"sh", "-c", "true"}, Dir: dir + "/work", Env: []string{"A=1"}, Boundary: boundary(pinnedImage, dir+"/work"),
			}
			if tt.change != nil {
				tt.change(&spec, dir)
			}
			plan, err := Plan(spec)
			if err != nil {
				t.Fatal(err)
			}
			if os.Getuid() != 0 && spec.Boundary.Docker.User == "" && spec.Boundary.Docker.Mount {
				plan.User = nobody // the folder is of whoever runs the test
			}
			text, err := json.MarshalIndent(plan, "", "  ")
			if err != nil {
				t.Fatal(err)
			}
			got := strings.ReplaceAll(string(text), dir, "DIR") + "\n"
			golden := filepath.Join("testdata", tt.name+".golden")
			if *update {
				if err := os.WriteFile(golden, []byte(got), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestPlanRefuses names what no container is started with.
func TestPlanRefuses(t *testing.T) {
	t.Parallel()
	dir := folder(t)
	for _, d := range []string{"work", "roots/a", "profiles"} {
		if err := os.MkdirAll(filepath.Join(dir, d), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	links := map[string]string{"root": "/", "system": "/etc", "inside": dir + "/work", "loop": dir + "/loop", "deep": dir + "/system/ssl",
		"socket": "/var/run/docker.sock", "sockets": "/var/run", "kernel": "/proc", "own": "/proc/self/root", "above": "/.", "home": "/root", "device": "/dev/sda"}
	for name, target := range links {
		if err := os.Symlink(target, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	for name, text := range map[string]string{
		"open.json": `{"defaultAction":"SCMP_ACT_ALLOW"}`, "broken.json": `{`, "good.json": `{"defaultAction":"SCMP_ACT_ERRNO","syscalls":[]}`,
	} {
		if err := os.WriteFile(filepath.Join(dir, "profiles", name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	bind := func(source, target string) func(*runner.Boundary) {
		return func(b *runner.Boundary) { b.Docker.Binds = []runner.Bind{{Source: source, Target: target}} }
	}
	for _, tt := range []struct {
		name   string
		change func(*runner.Boundary)
		reason string // of a MountError, or
		says   string // what the message holds
	}{
		{"workspace root", func(b *runner.Boundary) { b.Workspace.Path = "/" }, MountRoot, ""},
		{"workspace leads to root", func(b *runner.Boundary) { b.Workspace.Path = dir + "/root" }, MountRoot, ""},
		{"workspace leads to the system", func(b *runner.Boundary) { b.Workspace.Path = dir + "/system" }, MountRefused, "/etc"},
		{"workspace leads in a circle", func(b *runner.Boundary) { b.Workspace.Path = dir + "/loop" }, MountMissing, ""},
		{"workspace is gone", func(b *runner.Boundary) { b.Workspace.Path = dir + "/gone" }, MountMissing, ""},
		{"workspace is relative", func(b *runner.Boundary) { b.Workspace.Path = "work" }, MountMissing, "not absolute"},
		{"workspace is a file", func(b *runner.Boundary) { b.Workspace.Path = dir + "/profiles/good.json" }, MountMissing, "it is not a folder"},
		{"workspace holds homes", func(b *runner.Boundary) { b.Workspace.Path = "/root" }, MountRefused, ""},
		{"outside of the roots", func(b *runner.Boundary) { b.Workspace.Roots = []string{dir + "/roots"} }, MountOutside, dir + "/roots"},
		{"a root with the same beginning", func(b *runner.Boundary) { b.Workspace.Roots = []string{dir + "/wor"} }, MountNoRoot, ""},
		{"one root is gone", func(b *runner.Boundary) { b.Workspace.Roots = []string{dir, dir + "/gone"} }, MountNoRoot, dir + "/gone"},
		{"hidden", func(b *runner.Boundary) { b.Hide = []string{dir} }, MountHidden, ""},
		{"bind of the root", bind("/", "/x"), MountRoot, ""},
		{"bind of the system", bind("/etc/ssl", "/x"), MountRefused, "/etc"},
		{"bind of what holds the system", bind("/var", "/x"), MountRefused, "/var/run"},
		{"bind of the engine", bind("/var/run/docker.sock", "/x"), "", ""},
		{"bind that leads to the system", bind(dir+"/system", "/x"), MountRefused, "/etc"},
		{"bind that leads there in two steps", bind(dir+"/deep", "/x"), MountRefused, "/etc"},
		{"bind that leads to the engine", bind(dir+"/socket", "/x"), "", ""},
		{"bind of what holds the engine", bind(dir+"/sockets", "/x"), MountRefused, "/run"},
		{"bind that leads to the kernel", bind(dir+"/kernel", "/x"), MountRefused, "/proc"},
		{"bind through the kernel", bind(dir+"/own", "/x"), "", ""},
		{"bind of what a process sees", bind("/proc/self/cwd", "/x"), "", ""},
		{"bind that leads to the root", bind(dir+"/above", "/x"), MountRoot, ""},
		{"bind that climbs to the system", bind(dir+"/work/../../../../../../../../etc", "/x"), MountRefused, "/etc"},
		{"bind that leads home", bind(dir+"/home", "/x"), MountRefused, ""},
		{"bind that leads to a device", bind(dir+"/device", "/x"), "", ""},
		{"bind that is relative", bind("work", "/x"), MountMissing, "not absolute"},
		{"workspace leads to the kernel", func(b *runner.Boundary) { b.Workspace.Path = dir + "/kernel" }, MountRefused, "/proc"},
		{"workspace holds the engine", func(b *runner.Boundary) { b.Workspace.Path = dir + "/sockets" }, MountRefused, "/run"},
		{"bind of all homes", bind("/home", "/x"), MountRefused, ""},
		{"bind of a device", bind("/dev/null", "/x"), MountRefused, ""},
		{"bind to the workspace", bind(dir+"/roots", "/workspace/x"), MountReserved, "/workspace"},
		{"bind to the root", bind(dir+"/roots", "/x/.."), MountReserved, "root"},
		{"bind to the kernel", bind(dir+"/roots", "/proc/1"), MountReserved, "/proc"},
		{"bind over what is brought along", bind(dir+"/roots", "/.skillctl"), MountReserved, ""},
		{"network of the machine", func(b *runner.Boundary) { b.Network, b.Docker.Network = "full", " HOST " }, "", "is that of the machine"},
		{"network of a container", func(b *runner.Boundary) { b.Network, b.Docker.Network = "full", "Container:db" }, "", "something else"},
		{"network of a namespace", func(b *runner.Boundary) { b.Network, b.Docker.Network = "full", "ns:/proc/1/ns/net" }, "", "something else"},
		{"network unknown", func(b *runner.Boundary) { b.Network = "open" }, "", "none, restricted or full"},
		{"unconfined", func(b *runner.Boundary) { b.Docker.Seccomp = " Unconfined" }, "", "are not started without one"},
		{"profile that refuses nothing", func(b *runner.Boundary) { b.Docker.Seccomp = dir + "/profiles/open.json" }, "", "refuses no system call"},
		{"profile that is none", func(b *runner.Boundary) { b.Docker.Seccomp = dir + "/profiles/broken.json" }, "", "it is not JSON"},
		{"profile that is gone", func(b *runner.Boundary) { b.Docker.Seccomp = dir + "/profiles/gone.json" }, "", "no such file"},
		{"no memory", func(b *runner.Boundary) { b.Limits.Memory = 0 }, "", "limit memory"},
		{"too little memory", func(b *runner.Boundary) { b.Limits.Memory = 4 << 20 }, "", "must be at least 6291456"},
		{"no processes", func(b *runner.Boundary) { b.Limits.PIDs = -1 }, "", "limit pids"},
		{"no time", func(b *runner.Boundary) { b.Limits.TimeoutMS = 0 }, "", "limit timeoutMs"},
		{"no image", func(b *runner.Boundary) { b.Docker.Image = " " }, "", "no image"},
		{"no container", func(b *runner.Boundary) { b.Docker = nil }, "", "no container"},
		{"tmpfs with options", func(b *runner.Boundary) { b.Docker.Tmpfs = map[string]int64{"/x:exec": 1} }, "", "tmpfs"},
		{"tmpfs without a size", func(b *runner.Boundary) { b.Docker.Tmpfs = map[string]int64{"/x": 0} }, "", "tmpfs"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			b := boundary(pinnedImage, dir+"/inside")
			tt.change(&b)
			_, err := Plan(runner.Spec{ID: "one", Argv: []string{"true"}, Dir: dir + "/work", Boundary: b})
			if err == nil {
				t.Fatal("it was planned")
			}
			var mount *MountError
			if tt.reason != "" && (!errors.As(err, &mount) || mount.Reason != tt.reason) {
				t.Errorf("%v", err)
			}
			if !strings.Contains(err.Error(), tt.says) {
				t.Errorf("%q does not say %q", err, tt.says)
			}
		})
	}
}

// TestPlanAllows: what looks like the refused and is not.
func TestPlanAllows(t *testing.T) {
	t.Parallel()
	dir := folder(t)
	if err := os.MkdirAll(filepath.Join(dir, "work"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(dir, filepath.Join(dir, "work/up")); err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string]func(*runner.Boundary){
		"roots":           func(b *runner.Boundary) { b.Workspace.Roots = []string{dir + "/work/up/"} },
		"root of all":     func(b *runner.Boundary) { b.Workspace.Roots = []string{"/"} },
		"no mount, stale": func(b *runner.Boundary) { b.Docker.Mount, b.Workspace.Roots = false, []string{"/gone"} },
		"bind":            func(b *runner.Boundary) { b.Docker.Binds = []runner.Bind{{Source: dir, Target: "/workspaces"}} },
		"secrets outside": func(b *runner.Boundary) { b.Hide = []string{"/root/.ssh", "/etc/shadow"} },
	} {
		b := boundary(pinnedImage, dir+"/work")
		change(&b)
		if _, err := Plan(runner.Spec{ID: "one", Argv: []string{"true"}, Dir: dir + "/work", Boundary: b}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// FuzzSplitter cuts a stream anywhere: the outputs are the same.
func FuzzSplitter(f *testing.F) {
	f.Add([]byte("\x01\x00\x00\x00\x00\x00\x00\x02hi\x02\x00\x00\x00\x00\x00\x00\x01!"), uint(3))
	f.Add([]byte("\x01\x00\x00\x00\xff\xff\xff\xffabc"), uint(1))
	f.Add([]byte("\x03\x00\x00\x00\x00\x00\x00\x00\x07"), uint(8))
	f.Fuzz(func(t *testing.T, data []byte, step uint) {
		outs := func(step int) string {
			out := &outputs{}
			s := newSplitter(runner.Spec{Stdout: &out.stdout, Stderr: &out.stderr, Boundary: boundary("", "")})
			for rest := data; len(rest) > 0; rest = rest[min(step, len(rest)):] {
				s.feed(rest[:min(step, len(rest))])
			}
			return out.stdout.String() + "|" + out.stderr.String()
		}
		if whole, pieces := outs(len(data)+1), outs(int(step%9)+1); whole != pieces {
			t.Errorf("%q and %q", whole, pieces)
		}
	})
}
