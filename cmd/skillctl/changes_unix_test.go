//go:build unix

package main

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/skillctl/skillctl/internal/test/fixture"
)

// TestKilledChanges kills skillctl at random moments while it installs, updates and
// removes skills and applies proposals: what is found at once is whole and as the lock
// file says, or as the queue says, and the next call goes on from there.
func TestKilledChanges(t *testing.T) {
	t.Parallel()
	kills := fixture.Size(4, 16)
	if n, err := strconv.Atoi(os.Getenv(killsEnv)); err == nil {
		kills = n
	}
	c := newChanges(t)
	// Seeds are fixed: a moment that is found wanting is found again, as far as the
	// machine is as fast.
	random := rand.New(rand.NewPCG(12, 9))
	for i := range kills {
		do := []func(int) []string{c.install, c.update, c.remove, c.apply}[i%4]
		args := do(i)
		// One half of them anywhere, the other in the middle of what is changed.
		if moment := random.Int64N(int64(c.took[i%4] + c.took[i%4]/4)); i/4%2 == 0 || args[0] == "proposals" {
			c.kill(args, func(func() bool) { time.Sleep(time.Duration(moment)) })
		} else {
			c.kill(args, func(ended func() bool) { c.untilDraft(ended, time.Duration(moment)%(12*time.Millisecond)) })
		}
		c.check(i, args)
	}
	t.Logf("killed %d of %d calls, %d in the middle of a change", c.killed, kills, c.middle)
}

// changes is a home with sources in two versions and a queue of proposals.
type changes struct {
	*home
	took           [4]time.Duration
	killed, middle int
}

func newChanges(t *testing.T) *changes {
	c := &changes{home: newHome(t, "{}\n")}
	c.env = append(c.env, "OPENCLAW_STATE_DIR="+filepath.Join(c.work, "state"))
	for i, name := range []string{"tides", "moon"} {
		c.source(name, i)
		c.run("install", "src/"+name)
	}
	// How long each takes on this machine, the moments are out of.
	for i, do := range []func(int) []string{c.install, c.update, c.remove, c.apply} {
		args := do(-4 + i)
		start := time.Now()
		c.run(args...)
		c.took[i] = time.Since(start)
	}
	return c
}

// source writes a version of a skill, with some files, so that to move it takes time.
func (c *changes) source(name string, version int) {
	c.t.Helper()
	dir := filepath.Join(c.work, "src", name)
	if err := os.MkdirAll(filepath.Join(dir, "data"), 0o755); err != nil {
		c.t.Fatal(err)
	}
	text := fmt.Sprintf("---\nname: %s\ndescription: Says when the %[1]s comes. Use when somebody plans to sail, in version %d.\n---\n# Version %[2]d\n", name, version)
	err := os.WriteFile(filepath.Join(dir, "SKILL.md"), []byte(text), 0o644)
	for i := range 20 {
		err = errors.Join(err, os.WriteFile(filepath.Join(dir, "data", fmt.Sprintf("%d.txt", i)), []byte(text), 0o644))
	}
	if err != nil {
		c.t.Fatal(err)
	}
}

// install prepares to install a skill that may be there, in another version.
func (c *changes) install(i int) []string {
	c.source("tides", i)
	return []string{"install", "--force", "src/tides"}
}

func (c *changes) update(i int) []string {
	c.source("moon", i)
	return []string{"update", "--all"}
}

func (c *changes) remove(int) []string {
	c.source("gone", 0)
	c.run("install", "--force", "src/gone")
	return []string{"remove", "gone"}
}

func (c *changes) apply(i int) []string {
	name := fmt.Sprintf("note-%d", i+4)
	draft := filepath.Join(c.work, name+".md")
	if err := os.WriteFile(draft, []byte("---\ndescription: Sums up the week. Use on Fridays.\n---\nSum it up.\n"), 0o600); err != nil {
		c.t.Fatal(err)
	}
	c.run("proposals", "add", "--name", name, "--description", "sums up", draft)
	return []string{"proposals", "apply", "--reason", "read it", name + "-"}
}

// kill starts a call and kills it after a while; wait is told how to find out that it
// ended by itself.
func (c *changes) kill(args []string, wait func(ended func() bool)) {
	c.t.Helper()
	cmd := c.command(args...)
	if err := cmd.Start(); err != nil {
		c.t.Fatal(err)
	}
	done := make(chan error, 1)
	go func() { done <- cmd.Wait() }()
	wait(func() bool { return len(done) > 0 })
	_ = cmd.Process.Kill()
	var exit *exec.ExitError
	if err := <-done; errors.As(err, &exit) && exit.ExitCode() < 0 {
		c.killed++
	}
}

// untilDraft waits until a lock file is being written, and a while more.
func (c *changes) untilDraft(ended func() bool, more time.Duration) {
	for deadline := time.Now().Add(10 * time.Second); time.Now().Before(deadline) && !ended(); {
		drafts, _ := filepath.Glob(filepath.Join(c.work, "skills/.skillctl/next-*"))
		if len(drafts) > 0 {
			time.Sleep(more)
			return
		}
		time.Sleep(200 * time.Microsecond)
	}
}

// check looks at what there is at once, and after the next call has put it right.
func (c *changes) check(i int, args []string) {
	c.t.Helper()
	out := c.run("lock", "verify")
	if strings.Contains(out, "was interrupted") {
		c.middle++
	}
	if args[0] == "proposals" {
		c.checkProposal(args[len(args)-1])
		return
	}
	// The next call goes on from there. What was to be removed may be gone by then.
	next := args
	if args[0] == "remove" {
		next = []string{"lock", "write"}
	}
	c.run(next...)
	if out := c.run("lock", "verify"); strings.Contains(out, "interrupted") {
		c.t.Errorf("after call %d, %q, was killed, and called again:\n%s", i, args, out)
	}
	left, err := os.ReadDir(filepath.Join(c.work, "skills/.skillctl"))
	if err != nil || len(left) != 2 {
		c.t.Errorf("left behind by call %d, %q: %v %v", i, args, left, err)
	}
}

// checkProposal wants a proposal to be applied whole, or not at all, and to be applied
// by the next call.
func (c *changes) checkProposal(id string) {
	c.t.Helper()
	file := filepath.Join(c.work, "state/agents/main/agent/workshop-skills", strings.TrimSuffix(id, "-"), "SKILL.md")
	if text, err := os.ReadFile(file); err == nil && !strings.HasSuffix(string(text), "Sum it up.\n") {
		c.t.Errorf("half of %s was written: %q", id, text)
	}
	out, err := c.command("proposals", "apply", "--reason", "read it", id).CombinedOutput()
	if err != nil && !strings.Contains(string(out), "it is applied already") {
		c.t.Errorf("applied again, %s: %v\n%s", id, err, out)
	}
	if text, err := os.ReadFile(file); err != nil || !strings.HasSuffix(string(text), "Sum it up.\n") {
		c.t.Errorf("%s is %q in the end: %v", id, text, err)
	}
}
