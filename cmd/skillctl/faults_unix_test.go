//go:build unix

package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/skillctl/skillctl/internal/test/fixture"
)

// home is a folder with settings, a state and a working directory of its own, in
// which skillctl is called.
type home struct {
	t    *testing.T
	name string
	work string
	env  []string
}

func newHome(t *testing.T, settings string) *home {
	t.Helper()
	self, err := built()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	h := &home{t: t, name: filepath.Join(dir, "skillctl"), work: filepath.Join(dir, "work")}
	// A name of its own tells its processes from those of other tests.
	if err := os.Symlink(self, h.name); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(h.work, ".git"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(h.work, "skillctl.yaml"), []byte(settings), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"} {
		h.env = append(h.env, name+"="+filepath.Join(dir, "home", strings.ToLower(name)))
	}
	h.env = append(h.env, "PATH="+os.Getenv("PATH"), "TMPDIR="+dir)
	return h
}

func (h *home) command(args ...string) *exec.Cmd {
	c := exec.Command(h.name, args...)
	c.Dir, c.Env = h.work, h.env
	return c
}

// run calls skillctl and wants it to end well.
func (h *home) run(args ...string) string {
	h.t.Helper()
	out, err := h.command(args...).CombinedOutput()
	if err != nil {
		h.t.Fatalf("skillctl %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return string(out)
}

const trusting = "exec: {security: full, ask: 'off'}\n"

// killsEnv says how often TestKilled kills; the default is quick.
const killsEnv = "SKILLCTL_TEST_KILLS"

// TestKilled kills skillctl at random moments of its runs: no process of them is
// left, and the record holds.
func TestKilled(t *testing.T) {
	t.Parallel()
	if !landlocked("none") {
		t.Skip("this machine has no landlock")
	}
	h := newHome(t, trusting)
	kills := 20
	if n, err := strconv.Atoi(os.Getenv(killsEnv)); err == nil {
		kills = n
	}
	killAll(t, h, kills, 4, []string{"exec", "--yield", "300ms", "-c", "setsid sleep 98651 & sleep 98651; true"})
	if left := processes(t.Context(), regexp.MustCompile("sleep 98651")); len(left) > 0 {
		t.Errorf("still there: %v", left)
	}
	h.run("audit", "verify")
	list := h.run("audit", "list", "--limit", "1000")
	if strings.Contains(list, " running ") {
		t.Errorf("it is said to run:\n%s", list)
	}
	if !strings.Contains(list, " lost ") {
		t.Errorf("nothing was killed in the middle:\n%s", list)
	}
	// The next run finds nothing in its way.
	h.run("exec", "--", "true")
}

// killAll starts a command again and again, several at a time, and kills it, or
// the supervisor that it has left its run to, at a random moment.
func killAll(t *testing.T, h *home, kills, width int, args []string) {
	t.Helper()
	places := make(chan struct{}, width)
	var all sync.WaitGroup
	var ran time.Duration
	// How long one takes to begin, on this machine, is what the moments are out of.
	began := time.Now()
	h.run("exec", "--", "true")
	ran = time.Since(began)
	random := rand.New(rand.NewPCG(uint64(fixture.Number("SKILLCTL_SEED", 1)), 18))
	for range kills {
		places <- struct{}{}
		moment := time.Duration(random.Int64N(int64(ran + 600*time.Millisecond)))
		all.Go(func() {
			defer func() { <-places }()
			c := h.command(args...)
			if err := c.Start(); err != nil {
				t.Error(err)
				return
			}
			time.Sleep(moment)
			_ = c.Process.Kill()
			_ = c.Wait()
		})
	}
	all.Wait()
	killSupervisors(t, h)
}

// killSupervisors kills what goes on in the background.
func killSupervisors(t *testing.T, h *home) {
	t.Helper()
	pid := regexp.MustCompile(`"kind":"handover".*?"pid":(\d+)`)
	texts, err := filepath.Glob(filepath.Join(strings.TrimPrefix(h.env[3], "XDG_STATE_HOME="), "skillctl", "audit", "*.jsonl"))
	if err != nil || len(texts) == 0 {
		t.Fatalf("there is no record: %v", err)
	}
	for _, name := range texts {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range pid.FindAllStringSubmatch(string(text), -1) {
			n, err := strconv.Atoi(m[1])
			if err != nil {
				t.Fatal(err)
			}
			line, err := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", n))
			if err != nil || !strings.Contains(string(line), "supervise-run") {
				continue // it has ended
			}
			if p, err := os.FindProcess(n); err == nil {
				_ = p.Kill()
			}
		}
	}
}

// TestKilledContainer does the same with containers, which the next run removes.
func TestKilledContainer(t *testing.T) {
	t.Parallel()
	has, err := hasDocker()
	if err != nil {
		t.Fatal(err)
	}
	if !has {
		t.Skip("no container is to be run here")
	}
	image, err := testImage()
	if err != nil {
		t.Fatal(err)
	}
	h := newHome(t, trusting+"run: {sandbox: docker, docker: {image: '"+image+"'}}\n")
	killAll(t, h, 5, 3, []string{"exec", "--agent", filepath.Base(filepath.Dir(h.work)), "--yield", "300ms", "--", "sleep", "98652"})
	h.run("exec", "--", "true")
	label := "label=skillctl.agent=" + filepath.Base(filepath.Dir(h.work))
	for began := time.Now(); ; time.Sleep(100 * time.Millisecond) {
		out, err := exec.Command("docker", "ps", "-aq", "--filter", label).Output()
		if err != nil {
			t.Fatal(err)
		}
		if len(out) == 0 {
			break
		}
		if time.Since(began) > patience {
			t.Fatalf("containers are left: %s", out)
		}
	}
	h.run("audit", "verify")
}

// atOnce is how many commands run at once. With the race detector each takes several times
// as long, and a decision is given up after five seconds.
func atOnce() int {
	if raced {
		return 8
	}
	return 50
}

// TestMany runs fifty commands, which share one record: at once, or nearly.
func TestMany(t *testing.T) {
	t.Parallel()
	if !landlocked("none") {
		t.Skip("this machine has no landlock")
	}
	h := newHome(t, trusting)
	const many = 50
	errs, at := make(chan error, many), make(chan struct{}, atOnce())
	for i := range many {
		go func() {
			at <- struct{}{}
			defer func() { <-at }()
			out, err := h.command("exec", "-c", fmt.Sprintf("echo %d > out-%d; cat out-%d; exit %d", i, i, i, i)).CombinedOutput()
			code := 0
			var exit *exec.ExitError
			if errors.As(err, &exit) {
				code, err = exit.ExitCode(), nil
			}
			if err == nil && (code != i || string(out) != fmt.Sprintf("%d\n", i)) {
				err = fmt.Errorf("run %d ended with %d: %s", i, code, out)
			}
			errs <- err
		}()
	}
	for range many {
		if err := <-errs; err != nil {
			t.Error(err)
		}
	}
	if out := h.run("audit", "verify"); !strings.Contains(out, "100 records in") {
		t.Errorf("the record: %s", out)
	}
	if list := h.run("audit", "list"); strings.Count(list, "  ended  ") != many {
		t.Errorf("the record:\n%s", list)
	}
	if left := processes(context.Background(), regexp.MustCompile(regexp.QuoteMeta(h.work))); len(left) > 0 {
		t.Errorf("still there: %v", left)
	}
}
