//go:build unix

package setup

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"syscall"
	"testing"
)

// TestKilled kills a setup, with SIGKILL, between the new file and its name: the
// configuration is what it was, and the next setup finds nothing in its way.
func TestKilled(t *testing.T) {
	c := configurations()["claude, tabs"]
	if root := os.Getenv("SETUP_KILLED"); root != "" {
		m, r, caller := scene(t)
		m.Root, m.Home, r.dir = root, filepath.Join(root, "home"), filepath.Join(root, "state")
		r.hook = func(step string) {
			if step == os.Getenv("SETUP_STEP") {
				_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
			}
		}
		if os.Getenv("SETUP_STEP") == "forget" {
			takeOut(t, m, r, caller, c)
		}
		setUp(t, m, r, caller, c)
		t.Fatal("it was not killed")
	}
	m, r, caller := scene(t)
	file := c.place(t, m)
	before := files(t, m)
	kill := func(step string) {
		t.Helper()
		cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestKilled$")
		cmd.Env = append(os.Environ(), "SETUP_KILLED="+m.Root, "SETUP_STEP="+step)
		err := cmd.Run()
		if status := new(exec.ExitError); !errors.As(err, &status) || status.Sys().(syscall.WaitStatus).Signal() != syscall.SIGKILL {
			t.Fatalf("the end is %v; want SIGKILL", err)
		}
	}
	kill("rename")
	if get(t, file) != c.text {
		t.Errorf("a killed setup left %q", get(t, file))
	}
	left := filepath.Join(filepath.Dir(file), ".skillctl-setup-settings.json")
	if _, err := os.Stat(left); err != nil {
		t.Errorf("it was killed too early: %v", err)
	}
	takeOut(t, m, r, caller, c) // what was not written is not taken out
	if get(t, file) != c.text {
		t.Errorf("it is %q", get(t, file))
	}
	kill("rename")
	setUp(t, m, r, caller, c)
	if _, err := os.Stat(left); err == nil {
		t.Error("the new file of the killed setup is still there")
	}
	kill("forget")
	takeOut(t, m, r, caller, c)
	if after := files(t, m); !reflect.DeepEqual(before, after) {
		t.Errorf("not as before: %q", after)
	}
	setUp(t, m, r, caller, c)
	takeOut(t, m, r, caller, c)
	if after := files(t, m); !reflect.DeepEqual(before, after) {
		t.Errorf("not as before: %q", after)
	}
}
