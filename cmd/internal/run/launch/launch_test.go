package launch_test

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/skillctl/skillctl/cmd/internal/run/launch"
	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/argv/lookup"
	"github.com/skillctl/skillctl/engine/exec"
	"github.com/skillctl/skillctl/engine/settings"
	"github.com/skillctl/skillctl/runner"
	"github.com/skillctl/skillctl/schema"
)

// decide draws a boundary from real settings, in a folder of a project.
func decide(t *testing.T, yaml string, change func(*exec.Request)) (engine.Decision, *exec.Machine) {
	t.Helper()
	dir := t.TempDir()
	work := filepath.Join(dir, "work")
	if err := os.Mkdir(work, 0o755); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "skillctl.yaml")
	if err := os.WriteFile(file, []byte("exec: {security: full, ask: 'off'}\n"+yaml), 0o600); err != nil {
		t.Fatal(err)
	}
	merged, err := settings.Load(context.Background(), settings.WithFile(file), settings.WithSystemDir(""), settings.WithUserDir(""), settings.WithDir(work))
	if err != nil {
		t.Fatal(err)
	}
	env := map[string]string{"HOME": dir + "/home", "PATH": "/usr/bin:/bin", "SECRET_TOKEN": "s", "LC_ALL": "C"}
	machine := launch.Inspect(launch.Query{Dir: work, Path: env["PATH"], Roots: merged.Run.AllowedWorkspaceRoots, Settings: []string{file}, Getenv: func(name string) string { return env[name] }})
	request := exec.Request{Exec: exec.Invocation{Argv: []string{"true"}, Cwd: work, Inherited: env, Machine: machine}}
	if change != nil {
		change(&request)
	}
	got, err := exec.New().Decide(context.Background(), request, merged)
	if err != nil {
		t.Fatal(err)
	}
	return got, machine
}

const box = "run: {sandbox: docker, docker: {image: 'box@sha256:aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', " +
	"user: '1:1', tmpfs: [{path: /tmp}], ulimits: {nofile: 64}, binds: [{source: ~/data, target: /data}], warm: true}"

// TestBoundary holds what the policies draw to the schema and to what a runner
// reads, for every kind of boundary.
func TestBoundary(t *testing.T) {
	t.Parallel()
	s := schema.New()
	for name, c := range map[string]struct {
		settings string
		change   func(*exec.Request)
		want     func(runner.Boundary) bool
	}{
		"landlock": {"run: {sandbox: landlock}", nil, func(b runner.Boundary) bool {
			return b.Sandbox == "landlock" && b.Host == "gateway" && b.Network == "none" && b.Limits.Timeout().Minutes() == 30 && len(b.Hide) > 20
		}},
		"none": {"run: {sandbox: none, trusted: true, network: full}", nil, func(b runner.Boundary) bool { return b.Sandbox == "none" && len(b.Hide) == 0 }},
		"restricted": {"run: {sandbox: bubblewrap, network: restricted, allowedHosts: [example.com], maxBandwidth: 1MB}", nil, func(b runner.Boundary) bool {
			return b.Egress != nil && b.Egress.Bytes == 1<<20 && cmp.Equal(b.Egress.Allowed, []string{"example.com"})
		}},
		"docker": {box + "}", nil, func(b runner.Boundary) bool {
			return b.Host == "sandbox" && b.Docker.Tmpfs["/tmp"] == 64<<20 && b.Docker.Ulimits["nofile"] == 64 && b.Docker.Warm && b.Docker.User == "1:1" &&
				len(b.Docker.Binds) == 1 && filepath.IsAbs(b.Docker.Binds[0].Source) && len(b.Environment.Pass) == 0
		}},
		"node": {strings.Replace(box, "binds: [{source: ~/data, target: /data}], ", "", 1) + ", host: node, nodes: {far: {engine: 'tcp://far:2376', tls: {ca: a, cert: b, key: c}}}}", func(r *exec.Request) { r.Exec.Node = "far" }, func(b runner.Boundary) bool {
			return b.Host == "node" && b.Node == "far" && b.Docker.Engine == "tcp://far:2376" && b.Docker.TLS.Key == "c" && !b.Docker.Mount && b.Workspace.Access == "none"
		}},
		"output and timeout": {"run: {sandbox: landlock}", func(r *exec.Request) { r.Exec.OutputDir, r.Exec.TimeoutMS = "/srv/out", 1500 }, func(b runner.Boundary) bool {
			return b.Output.Target == "/srv/out" && strings.HasSuffix(b.Output.Source, "/work/out") && b.Limits.TimeoutMS == 1500
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, _ := decide(t, c.settings, c.change)
			if got.Effect != engine.Allow {
				t.Fatalf("it is %s: %+v", got.Effect, got.Reasons)
			}
			for _, v := range s.Validate(schema.Boundary, plain(t, got.Boundary)) {
				t.Errorf("the boundary is not as the schema has it: %v %s", v.Path, v.Message)
			}
			b, err := launch.Boundary(got)
			if err != nil {
				t.Fatal(err)
			}
			if !c.want(b) {
				t.Errorf("the boundary is %+v, its container %+v", b, b.Docker)
			}
		})
	}
}

func plain(t *testing.T, v any) any {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	var out any
	if err := json.Unmarshal(text, &out); err != nil {
		t.Fatal(err)
	}
	return out
}

// TestBoundaryUnknown wants a part of a boundary that no runner holds to be an
// error.
func TestBoundaryUnknown(t *testing.T) {
	t.Parallel()
	got, _ := decide(t, "", nil)
	got.Boundary["gpu"] = "none"
	if _, err := launch.Boundary(got); err == nil || !strings.Contains(err.Error(), "gpu") {
		t.Errorf("the error is %v", err)
	}
	if _, err := launch.Boundary(engine.Decision{}); err == nil {
		t.Error("a decision without a boundary has one")
	}
}

func TestSpec(t *testing.T) {
	t.Parallel()
	got, machine := decide(t, "run: {sandbox: landlock, env: [EXTRA_*]}", nil)
	b, err := launch.Boundary(got)
	if err != nil {
		t.Fatal(err)
	}
	b.Environment.Skill = []string{"KEY", "GONE"}
	order := launch.Order{ID: "x", Boundary: b, Machine: machine, Own: map[string]string{"OURS": "1"}, Extra: map[string]string{"KEY": "k", "KEPT_BACK": "x"}, Request: exec.Invocation{
		Argv: []string{"ls", "-l"}, Cwd: b.Workspace.Path, Env: map[string]string{"SAID": "1"},
		Inherited: map[string]string{"PATH": "/usr/bin:/bin", "HOME": "/h", "SECRET_TOKEN": "s", "EXTRA_ONE": "1", "LC_ALL": "C", "LD_PRELOAD": "/x.so"},
	}}
	spec, err := launch.Spec(order)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"EXTRA_ONE=1", "HOME=/h", "KEY=k", "LC_ALL=C", "OURS=1", "PATH=/usr/bin:/bin", "PWD=" + b.Workspace.Path, "SAID=1", "XDG_CACHE_HOME=" + machine.Cache}
	if diff := cmp.Diff(want, spec.Env); diff != "" {
		t.Errorf("the environment (-want +got):\n%s", diff)
	}
	if spec.Argv[0] != spec.Program.Path || !filepath.IsAbs(spec.Argv[0]) || spec.Argv[1] != "-l" || !strings.HasPrefix(spec.Program.Digest, "sha256:") {
		t.Errorf("the program is %q, pinned as %+v", spec.Argv, spec.Program)
	}
	order.Request.Argv = []string{"no-such-program"}
	var missing *runner.NotFoundError
	if _, err := launch.Spec(order); !errors.As(err, &missing) || missing.Program != "no-such-program" {
		t.Errorf("the error is %v", err)
	}
}

// TestSpecContainer wants nothing of this machine in a container.
func TestSpecContainer(t *testing.T) {
	t.Parallel()
	spec, err := launch.Spec(launch.Order{
		Boundary: runner.Boundary{Sandbox: "docker", Workspace: runner.Workspace{Path: "/w"}, Environment: runner.Environment{Pass: []string{"LANG"}}},
		Extra:    map[string]string{"KEY": "secret"},
		Request: exec.Invocation{Command: "echo 'a b'; x", Shell: launch.ContainerShell(), Env: map[string]string{"SAID": "1"},
			Inherited: map[string]string{"PATH": "/opt/bin", "HOME": "/h", "LANG": "C"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"/bin/sh", "-c", "echo 'a b'; x"}, spec.Argv); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"LANG=C", "SAID=1"}, spec.Env); diff != "" || spec.Program != nil {
		t.Errorf("the environment (-want +got):\n%s program %v", diff, spec.Program)
	}
}

// TestShell lays out folders of programs and picks among them.
func TestShell(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, file := range []string{"all/bash", "all/fish", "all/zsh", "all/dash", "posix/dash", "none/x", "win/pwsh.exe", "win/powershell.exe", "old/powershell.exe"} {
		path := filepath.Join(dir, file)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, nil, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink("dash", filepath.Join(dir, "posix/sh")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("bash", filepath.Join(dir, "all/sh")); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct{ system, path, shell, program, dialect string }{
		"own bash":            {"linux", "none", "all/bash", "all/bash", "bash"},
		"own dash":            {"linux", "all", "all/dash", "all/dash", "posix"},
		"sh that is bash":     {"linux", "none", "all/sh", "all/sh", "bash"},
		"fish":                {"linux", "all", "all/fish", "all/bash", "bash"},
		"zsh":                 {"darwin", "all", "all/zsh", "all/bash", "bash"},
		"not there":           {"linux", "all", "gone/bash", "all/bash", "bash"},
		"nothing said":        {"linux", "all", "", "all/bash", "bash"},
		"PowerShell 7 first":  {"windows", "win", "", "win/pwsh.exe", "powershell"},
		"PowerShell 5.1":      {"windows", "old", "", "old/powershell.exe", "powershell"},
		"none on this system": {"windows", "none", "all/bash", "", "powershell"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			getenv := func(string) string {
				if c.shell == "" {
					return ""
				}
				return filepath.Join(dir, c.shell)
			}
			got := launch.Shell(c.system, getenv, lookup.Search{Path: filepath.Join(dir, c.path), Dir: dir})
			want := exec.Shell{Program: c.program, Dialect: c.dialect}
			if c.program != "" {
				want.Program = filepath.Join(dir, c.program)
			}
			if got != want {
				t.Errorf("the shell is %+v, want %+v", got, want)
			}
		})
	}
}

func TestPrependPath(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		path    string
		folders []string
		want    string
	}{
		{"/a:/b", nil, "/a:/b"},
		{"/a:/b", []string{"/t"}, "/t:/a:/b"},
		{"/t:/a", []string{"/t"}, "/t:/a"},
		{"/tx:/a", []string{"/t"}, "/t:/tx:/a"},
		{"", []string{"/t", "/u"}, "/t:/u"},
	} {
		if got := launch.PrependPath(c.path, c.folders); got != c.want {
			t.Errorf("PrependPath(%q, %q) is %q, want %q", c.path, c.folders, got, c.want)
		}
	}
}

// TestLook finds the repository above, and where links lead.
func TestLook(t *testing.T) {
	t.Parallel()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, folder := range []string{"repo/.git", "repo/sub", "home"} {
		if err := os.MkdirAll(filepath.Join(dir, folder), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink("repo", filepath.Join(dir, "link")); err != nil {
		t.Fatal(err)
	}
	m := launch.Inspect(launch.Query{
		Dir: dir + "/link/sub", Path: dir + "/link::relative:" + dir + "/gone", Roots: []string{dir + "/link", "/gone/x", "~"}, Own: []string{dir + "/link"},
		Getenv: func(name string) string { return map[string]string{"HOME": dir + "/home"}[name] },
	})
	if m.Workdir != dir+"/repo/sub" || m.Repository != dir+"/repo" || m.Homes[0] != dir+"/home" {
		t.Errorf("the machine is %+v", m)
	}
	if diff := cmp.Diff([]string{dir + "/repo"}, m.Path); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{dir + "/link", dir + "/repo"}, m.Own); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(map[string]string{dir + "/link": dir + "/repo", "/gone/x": "", "~": dir + "/home"}, m.Real); diff != "" {
		t.Error(diff)
	}
	if gone := launch.Inspect(launch.Query{Dir: dir + "/gone", Getenv: os.Getenv}); gone.Workdir != "" {
		t.Errorf("a folder that is not there is %q", gone.Workdir)
	}
}
