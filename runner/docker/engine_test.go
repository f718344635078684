package docker

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/skillctl/skillctl/runner"
)

const (
	// wanted says that containers are to be run, where an engine answers.
	wanted = "SKILLCTL_BOUNDARY"
	// needed says that an engine must answer: then no test may be skipped for want of
	// one.
	needed = "SKILLCTL_NEED_DOCKER"
)

// answered asks the engine of this machine once.
var answered = sync.OnceValue(func() error {
	e, err := connect(context.Background(), &runner.Container{}, 20*time.Second)
	if err != nil {
		return err
	}
	return e.Close()
})

var built = sync.OnceValues(func() (string, error) {
	out, err := exec.Command("testdata/image/build.sh", "base").Output()
	var failed *exec.ExitError
	if errors.As(err, &failed) {
		err = fmt.Errorf("%w: %s", err, bytes.TrimSpace(failed.Stderr))
	}
	return strings.TrimSpace(string(out)), err
})

// needEngine returns an image for tests; without an engine the test is skipped.
func needEngine(t testing.TB) string {
	t.Helper()
	wantEngine(t)
	if err := answered(); err != nil {
		if os.Getenv(needed) != "" {
			t.Fatalf("%s is set and no engine answers: %v", needed, err)
		}
		t.Skipf("not tried: %v", err)
	}
	id, err := built()
	if err != nil {
		if os.Getenv(needed) != "" {
			t.Fatalf("%s is set and there is no image: %v", needed, err)
		}
		t.Skipf("not tried: %v", err)
	}
	return id
}

// wantEngine skips a test where containers are not asked for, or may not be: a
// benchmark asks by being run.
func wantEngine(t testing.TB) {
	t.Helper()
	if _, test := t.(*testing.T); test && os.Getenv(wanted) == "" && os.Getenv(needed) == "" {
		t.Skip("not tried: `make boundary` runs containers")
	}
}

// backend returns a backend with leases of its own, and checks in the end that no
// container is left.
func backend(t testing.TB, options ...Option) (*Backend, string) {
	t.Helper()
	leases := t.TempDir()
	b := New(append([]Option{WithLeases(leases)}, options...)...)
	t.Cleanup(func() {
		// Without an engine nothing was started, and nobody can be asked.
		if !t.Skipped() {
			if left := containers(t, leases); len(left) > 0 {
				t.Errorf("containers are left: %s", left)
				_ = exec.Command("docker", append([]string{"rm", "-f"}, left...)...).Run()
			}
		}
		if err := b.Close(); err != nil {
			t.Errorf("Close: %v", err)
		}
	})
	return b, leases
}

// containers are those whose leases are in a folder.
func containers(t testing.TB, leases string) []string {
	t.Helper()
	out, err := exec.Command("docker", "ps", "-a", "--format", `{{.Names}}|{{.Label "skillctl.lease"}}`).Output()
	if err != nil {
		t.Fatalf("docker ps: %v", err)
	}
	var names []string
	for line := range strings.Lines(string(out)) {
		if name, lease, _ := strings.Cut(strings.TrimSpace(line), "|"); filepath.Dir(lease) == leases {
			names = append(names, name)
		}
	}
	return names
}

// boundary is one that every test changes to its needs.
func boundary(image, workspace string) runner.Boundary {
	return runner.Boundary{
		Host: "sandbox", Sandbox: "docker", Network: "none",
		Workspace: runner.Workspace{Path: workspace, Access: "rw"},
		Limits: runner.Limits{
			TimeoutMS: 60_000, GraceMS: 500, Memory: 64 << 20, CPUs: 1, PIDs: 32, FileSize: 1 << 20, OpenFiles: 64, Output: 1 << 20,
		},
		Docker: &runner.Container{Image: image, ReadOnly: true, Mount: true, Tmpfs: map[string]int64{"/tmp": 4 << 20}},
	}
}

// folder is a workspace that everybody may write to.
func folder(t testing.TB) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	return dir
}

var runID = func() func() string {
	var mutex sync.Mutex
	n := 0
	return func() string {
		mutex.Lock()
		defer mutex.Unlock()
		n++
		return "test-" + time.Now().Format("150405") + "-" + strings.ToLower(string(rune('a'+n%26))) + "-" + itoa(os.Getpid()) + "-" + itoa(n)
	}
}()

func itoa(n int) string {
	if n < 10 {
		return string(rune('0' + n))
	}
	return itoa(n/10) + string(rune('0'+n%10))
}

// outputs are what a run wrote.
type outputs struct{ stdout, stderr bytes.Buffer }

func shell(b runner.Boundary, script string) (runner.Spec, *outputs) {
	out := &outputs{}
	return runner.Spec{
		ID: runID(), Argv: []string{"sh", "-c", script}, Dir: b.Workspace.Path, Boundary: b,
		Env: []string{"PATH=/bin"}, Stdout: &out.stdout, Stderr: &out.stderr,
	}, out
}

// run runs a script to its end.
func run(t testing.TB, b *Backend, spec runner.Spec) runner.Result {
	t.Helper()
	p, err := b.Start(t.Context(), spec)
	if err != nil {
		t.Fatalf("Start: %v", err)
	}
	result, err := p.Wait()
	if err != nil {
		t.Fatalf("Wait: %v (%+v)", err, result)
	}
	return result
}
