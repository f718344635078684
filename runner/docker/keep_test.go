//go:build unix

package docker

import (
	"bufio"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/skillctl/skillctl/runner"
)

// helperLeases makes the test binary start a run and wait to be killed.
const helperLeases, helperImage, helperWarm = "SKILLCTL_TEST_LEASES", "SKILLCTL_TEST_IMAGE", "SKILLCTL_TEST_WARM"

func TestHelperProcess(t *testing.T) {
	leases := os.Getenv(helperLeases)
	if leases == "" {
		t.Skip("this is the process that TestSweep kills")
	}
	b := New(WithLeases(leases))
	boundary := boundary(os.Getenv(helperImage), folder(t))
	boundary.Docker.Warm = os.Getenv(helperWarm) != ""
	spec, _ := shell(boundary, "echo ready; sleep 1000")
	spec.Stdout = os.Stdout
	p, err := b.Start(t.Context(), spec)
	if err != nil {
		t.Fatal(err)
	}
	_, _ = p.Wait()
}

// TestSweep kills whoever runs a command, and looks what the next start leaves.
func TestSweep(t *testing.T) {
	t.Parallel()
	image := needEngine(t)
	for _, warm := range []string{"", "yes"} {
		t.Run("warm "+warm, func(t *testing.T) {
			t.Parallel()
			b, leases := backend(t)
			var helpers []*exec.Cmd
			for range 3 {
				helper := exec.Command(os.Args[0], "-test.run", "^TestHelperProcess$")
				helper.Env = append(os.Environ(), helperLeases+"="+leases, helperImage+"="+image, helperWarm+"="+warm)
				out, err := helper.StdoutPipe()
				if err != nil {
					t.Fatal(err)
				}
				if err := helper.Start(); err != nil {
					t.Fatal(err)
				}
				if line, err := bufio.NewReader(out).ReadString('\n'); err != nil || line != "ready\n" {
					t.Fatalf("the helper said %q, %v", line, err)
				}
				helpers = append(helpers, helper)
			}
			if removed, err := b.Sweep(t.Context()); err != nil || len(removed) > 0 {
				t.Errorf("swept %q while they ran, %v", removed, err)
			}
			for _, helper := range helpers {
				_ = helper.Process.Kill()
				_ = helper.Wait()
			}
			// The first run of a backend sweeps beside its own work.
			spec, out := shell(boundary(image, folder(t)), "echo next")
			if result := run(t, b, spec); result.Code != 0 || out.stdout.String() != "next\n" {
				t.Errorf("%+v", result)
			}
			if left := containers(t, leases); len(left) > 0 {
				t.Errorf("left after the next start: %q", left)
			}
			if files, err := os.ReadDir(leases); err != nil || len(files) > 0 {
				t.Errorf("leases are left: %v, %v", files, err)
			}
		})
	}
}

// TestHandover hands runs over, and looks for lost and doubled output.
func TestHandover(t *testing.T) {
	t.Parallel()
	image := needEngine(t)
	for _, tt := range []struct {
		name           string
		warm, terminal bool
	}{{"cold", false, false}, {"warm", true, false}, {"terminal", false, true}} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			b, leases := backend(t)
			defer discard(t, leases)
			boundary := boundary(image, folder(t))
			boundary.Docker.Warm = tt.warm
			spec, _ := shell(boundary, "i=0; while [ $i -lt 3000 ]; do echo $i; echo e$i >&2; i=$((i+1)); done; read x; echo got $x; exit 5")
			var out, problems safe
			spec.Stdout, spec.Stderr = &out, &problems
			if tt.terminal {
				spec.Terminal = &runner.Terminal{Rows: 20, Columns: 80}
			}
			input, typed, err := os.Pipe()
			if err != nil {
				t.Fatal(err)
			}
			spec.Stdin = input
			p, err := b.Start(t.Context(), spec)
			if err != nil {
				t.Fatal(err)
			}
			out.holds(t, "10")
			for hop := range 3 {
				handed, err := p.Handover()
				if err != nil {
					t.Fatalf("hop %d: %v", hop, err)
				}
				if _, err := p.Wait(); !errors.Is(err, runner.ErrHandedOver) {
					t.Errorf("Wait: %v", err)
				}
				if removed, err := b.Sweep(t.Context()); err != nil || len(removed) > 0 {
					t.Errorf("swept %q on its way, %v", removed, err)
				}
				next := New(WithLeases(leases))
				t.Cleanup(func() { _ = next.Close() })
				if hop < 2 {
					spec.Stdin = input // nothing comes yet
				} else {
					spec.Stdin = strings.NewReader("it\n")
				}
				if p, err = next.Adopt(t.Context(), handed, spec); err != nil {
					t.Fatalf("hop %d: %v", hop, err)
				}
			}
			_ = typed.Close()
			result, err := p.Wait()
			if err != nil || result.Code != 5 || result.Ended != runner.Exited || result.Finished.Sub(result.Started) <= 0 {
				t.Errorf("%+v, %v", result, err)
			}
			checkCounting(t, out.String(), problems.String(), tt.terminal)
		})
	}
}

func checkCounting(t *testing.T, out, problems string, terminal bool) {
	t.Helper()
	if terminal {
		out, problems = strings.ReplaceAll(out, "\r", ""), ""
	}
	lines := 0
	for line := range strings.Lines(out) {
		if line[0] >= '0' && line[0] <= '9' {
			if strings.TrimSpace(line) != itoa(lines) {
				t.Fatalf("line %d is %q", lines, line)
			}
			lines++
		}
	}
	if lines != 3000 || !strings.Contains(out, "got it\n") {
		t.Errorf("%d lines, …%q", lines, out[max(0, len(out)-40):])
	}
	if want := strings.Count(problems, "\n"); !terminal && want != 3000 {
		t.Errorf("%d lines of stderr", want)
	}
}

// TestHandoverByLogs is the way where the connection cannot be handed over.
func TestHandoverByLogs(t *testing.T) {
	t.Parallel()
	image := needEngine(t)
	b, leases := backend(t)
	e, err := b.engine(t.Context(), &runner.Container{})
	if err != nil {
		t.Fatal(err)
	}
	e.passes = false
	boundary := boundary(image, folder(t))
	spec, _ := shell(boundary, "i=0; while [ $i -lt 3000 ]; do echo $i; echo e$i >&2; i=$((i+1)); [ $i = 1000 ] && sleep 1; done; echo got it; exit 5")
	var out, problems safe
	spec.Stdout, spec.Stderr = &out, &problems
	p, err := b.Start(t.Context(), spec)
	if err != nil {
		t.Fatal(err)
	}
	out.holds(t, "999\n")
	handed, err := p.Handover()
	if err != nil {
		t.Fatal(err)
	}
	next := New(WithLeases(leases))
	t.Cleanup(func() { _ = next.Close() })
	if p, err = next.Adopt(t.Context(), handed, spec); err != nil {
		t.Fatal(err)
	}
	if result, err := p.Wait(); err != nil || result.Code != 5 {
		t.Errorf("%+v, %v", result, err)
	}
	checkCounting(t, out.String(), problems.String(), false)
}

// TestHandoverEnds: a run that was adopted is still ended in time, and one that
// has ended is not handed over.
func TestHandoverEnds(t *testing.T) {
	t.Parallel()
	image := needEngine(t)
	b, _ := backend(t)
	boundary := boundary(image, folder(t))
	boundary.Limits.TimeoutMS = 6000 // time to start and to hand over on a busy machine
	spec, _ := shell(boundary, "echo ready; sleep 1000")
	var out safe
	spec.Stdout = &out
	p, err := b.Start(t.Context(), spec)
	if err != nil {
		t.Fatal(err)
	}
	out.holds(t, "ready")
	handed, err := p.Handover()
	if err != nil {
		t.Fatal(err)
	}
	p, err = b.Adopt(t.Context(), handed, spec)
	if err != nil {
		t.Fatal(err)
	}
	result, err := p.Wait()
	if err != nil || result.Ended != runner.TimedOut || result.Code != 124 {
		t.Errorf("%+v, %v", result, err)
	}
	if took := result.Finished.Sub(result.Started); took < 5900*time.Millisecond {
		t.Errorf("it took %v with the time before the handover", took)
	}
	if _, err := p.Handover(); err == nil {
		t.Error("handed over after the end")
	}
}

// TestWarm looks at which runs share a container, and what they leave.
func TestWarm(t *testing.T) {
	t.Parallel()
	image := needEngine(t)
	b, leases := backend(t)
	defer discard(t, leases)
	dir, other := folder(t), folder(t)
	script := "hostname; ls /tmp; touch /tmp/left; env | grep -c SECRET; ps -o pid,args | grep -c sleep"
	host := func(change func(*runner.Spec)) string {
		boundary := boundary(image, dir)
		boundary.Docker.Warm = true
		spec, out := shell(boundary, script)
		if change != nil {
			change(&spec)
		}
		if result := run(t, b, spec); result.Ended != runner.Exited {
			t.Errorf("%+v, %s", result, out.stderr.String())
		}
		name, _, _ := strings.Cut(out.stdout.String(), "\n")
		return name
	}
	first := host(func(s *runner.Spec) { s.Env = append(s.Env, "SECRET=1") })
	if got := host(nil); got != first || first == "" {
		t.Errorf("%q, then %q", first, got)
	}
	// Another skill, another workspace and other limits have others.
	seen := map[string]bool{first: true}
	for name, change := range map[string]func(*runner.Spec){
		"skill":     func(s *runner.Spec) { s.Labels = map[string]string{"skillctl.skill": "other"} },
		"workspace": func(s *runner.Spec) { s.Boundary.Workspace.Path, s.Dir = other, other },
		"user":      func(s *runner.Spec) { s.Boundary.Docker.User = "1000:1000" },
	} {
		if got := host(change); seen[got] {
			t.Errorf("another %s: %q again", name, got)
		} else {
			seen[got] = true
		}
	}
	// A boundary that changed takes the old container along.
	before := len(containers(t, leases))
	host(func(s *runner.Spec) { s.Boundary.Limits.PIDs++ })
	if after := len(containers(t, leases)); after > before {
		t.Errorf("%d containers, then %d", before, after)
	}
}

// TestWarmIsCleared: a container in which a run leaves something is not used again.
func TestWarmIsCleared(t *testing.T) {
	t.Parallel()
	image := needEngine(t)
	b, leases := backend(t)
	defer discard(t, leases)
	boundary := boundary(image, folder(t))
	boundary.Docker.Warm = true
	for _, script := range []string{"sleep 1000 >/dev/null 2>&1 &", "sleep 1000 &", "(setsid sleep 1000 &)", "trap '' HUP TERM; (while :; do sleep 1; done) &"} {
		spec, _ := shell(boundary, script)
		if result := run(t, b, spec); result.Code != 0 {
			t.Errorf("%s: %+v", script, result)
		}
		if left := containers(t, leases); len(left) > 0 {
			t.Errorf("%s: %q is left", script, left)
		}
	}
	spec, out := shell(boundary, "kill -9 -1; kill -9 1; sleep 0.1; echo alive")
	if result := run(t, b, spec); result.Code != 0 || out.stdout.String() != "alive\n" {
		t.Errorf("%+v, %q", result, out.stdout.String())
	}
}

// TestWarmAtOnce: runs that come at once do not share.
func TestWarmAtOnce(t *testing.T) {
	t.Parallel()
	image := needEngine(t)
	b, leases := backend(t)
	defer discard(t, leases)
	boundary := boundary(image, folder(t))
	boundary.Docker.Warm = true
	var all sync.WaitGroup
	for range 6 {
		all.Go(func() {
			spec, out := shell(boundary, "[ -e /tmp/busy ] && echo shared; touch /tmp/busy; sleep 0.3; rm /tmp/busy || echo shared")
			p, err := b.Start(t.Context(), spec)
			if err != nil {
				t.Error(err)
				return
			}
			if result, err := p.Wait(); err != nil || result.Code != 0 || out.stdout.Len() > 0 {
				t.Errorf("%+v, %v, %q", result, err, out.stdout.String())
			}
		})
	}
	all.Wait()
}

// TestIdle removes warm containers that nobody has used for a while.
func TestIdle(t *testing.T) {
	t.Parallel()
	image := needEngine(t)
	b, leases := backend(t, WithIdle(time.Hour))
	boundary := boundary(image, folder(t))
	boundary.Docker.Warm = true
	spec, _ := shell(boundary, "true")
	run(t, b, spec)
	if removed, err := b.Sweep(t.Context()); err != nil || len(removed) != 0 || len(containers(t, leases)) != 1 {
		t.Errorf("swept %q, %v", removed, err)
	}
	names, err := filepath.Glob(filepath.Join(leases, "skillctl-warm-*"))
	if err != nil || len(names) != 1 {
		t.Fatalf("%q, %v", names, err)
	}
	old := time.Now().Add(-2 * time.Hour)
	if err := os.Chtimes(names[0], old, old); err != nil {
		t.Fatal(err)
	}
	if removed, err := b.Sweep(t.Context()); err != nil || len(removed) != 1 {
		t.Errorf("swept %q, %v", removed, err)
	}
}
