//go:build linux

package docker

import (
	"bufio"
	"errors"
	"io"
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/skillctl/skillctl/runner"
)

// helperShim names the shim of TestTiedHelper, which without it is no helper.
const helperShim = "SKILLCTL_TEST_TIED"

// TestTiedHelper is the process that TestTied kills: it has a run.
func TestTiedHelper(t *testing.T) {
	shim := os.Getenv(helperShim)
	if shim == "" {
		t.Skip("this is the process that TestTied kills")
	}
	b := New(WithLeases(os.Getenv(helperLeases)), WithExecutable(shim))
	spec, _ := shell(boundary(os.Getenv(helperImage), folder(t)), "echo ready; trap '' HUP INT TERM PIPE; cat; while :; do sleep 1; done")
	spec.Tied, spec.Stdout = true, os.Stdout
	input, _, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	spec.Stdin = input
	p, err := b.Start(t.Context(), spec)
	if err != nil {
		t.Fatal(err)
	}
	if os.Getenv(helperWarm) != "" { // as a supervisor has it
		handed, err := p.Handover()
		if err != nil {
			t.Fatal(err)
		}
		if p, err = b.Adopt(t.Context(), handed, spec); err != nil {
			t.Fatal(err)
		}
	}
	_, _ = p.Wait()
}

// TestTied kills whoever has a run: the container goes without a sweep.
func TestTied(t *testing.T) {
	t.Parallel()
	image := needEngine(t)
	shim := builtShim(t)
	for name, adopted := range map[string]string{"started": "", "adopted": "yes"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, leases := backend(t)
			helper := exec.Command(os.Args[0], "-test.run", "^TestTiedHelper$")
			helper.Env = append(os.Environ(), helperLeases+"="+leases, helperImage+"="+image, helperShim+"="+shim, helperWarm+"="+adopted)
			out, err := helper.StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := helper.Start(); err != nil {
				t.Fatal(err)
			}
			lines := bufio.NewReader(out)
			if line, err := lines.ReadString('\n'); err != nil || line != "ready\n" {
				rest, _ := io.ReadAll(lines)
				t.Fatalf("the helper said %q%s, %v", line, rest, err)
			}
			_ = helper.Process.Kill()
			_ = helper.Wait()
			for began := time.Now(); len(containers(t, leases)) > 0; time.Sleep(20 * time.Millisecond) {
				if time.Since(began) > 2*time.Minute {
					t.Fatalf("still there: %q", containers(t, leases))
				}
			}
		})
	}
}

// TestTiedEnds: a tied run ends, fails and is ended as any other, and its end waits for
// whoever it is handed over to.
func TestTiedEnds(t *testing.T) {
	t.Parallel()
	image := needEngine(t)
	b, leases := backend(t, WithExecutable(builtShim(t)))
	start := func(script string) (runner.Process, runner.Spec) {
		spec, _ := shell(boundary(image, folder(t)), script)
		spec.Tied = true
		p, err := b.Start(t.Context(), spec)
		if err != nil {
			t.Fatal(err)
		}
		handed, err := p.Handover()
		if err != nil {
			t.Fatal(err)
		}
		if p, err = b.Adopt(t.Context(), handed, spec); err != nil {
			t.Fatal(err)
		}
		return p, spec
	}
	if p, _ := start("exit 42"); true {
		if result, err := p.Wait(); err != nil || result.Code != 42 || result.Ended != runner.Exited {
			t.Errorf("%+v, %v", result, err)
		}
	}
	if p, _ := start("trap 'exit 3' TERM; while :; do sleep 0.1; done"); true {
		_ = p.Stop()
		if result, err := p.Wait(); err != nil || result.Ended != runner.Killed {
			t.Errorf("%+v, %v", result, err)
		}
	}
	spec, _ := shell(boundary(image, folder(t)), "")
	spec.Tied, spec.Argv = true, []string{"no-such-program"}
	var missing *runner.NotFoundError
	if _, err := b.Start(t.Context(), spec); !errors.As(err, &missing) {
		t.Errorf("a program that is not there: %v", err)
	}
	spec.ID, spec.Argv = runID(), []string{"/etc/passwd"}
	if _, err := b.Start(t.Context(), spec); err == nil || errors.As(err, &missing) {
		t.Errorf("a program that cannot be executed: %v", err)
	}
	if files, err := os.ReadDir(leases); err != nil || len(files) > 0 {
		t.Errorf("files are left: %v, %v", files, err)
	}
}
