//go:build linux && (amd64 || arm64)

package native_test

import (
	"maps"
	"os"
	"path/filepath"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/skillctl/skillctl/runner/native"
)

// TestHierarchies finds where a process stands among control groups.
func TestHierarchies(t *testing.T) {
	dir := t.TempDir()
	for _, sub := range []string{"v2/user.slice/run.scope", "v1/memory/a", "v1/pids"} {
		must(t, os.MkdirAll(filepath.Join(dir, sub), 0o755))
	}
	v2 := "30 20 0:26 / " + dir + "/v2 rw,nosuid shared:4 - cgroup2 cgroup2 rw,nsdelegate\n"
	v1 := "31 20 0:27 / " + dir + "/v1/memory rw - cgroup cgroup rw,memory\n32 20 0:28 / " + dir + "/v1/pids rw - cgroup cgroup rw,pids,freezer\n"
	for _, tt := range []struct {
		name, own, mounts string
		want              map[string]string
	}{
		{"second version", "0::/user.slice/run.scope\n", v2, map[string]string{"": dir + "/v2/user.slice/run.scope"}},
		{"a path of the machine in a container", "0::/docker/abc\n", v2, map[string]string{"": dir + "/v2"}},
		{"first version", "3:memory:/a\n2:pids,freezer:/\n", v1, map[string]string{"memory": dir + "/v1/memory/a", "pids": dir + "/v1/pids", "freezer": dir + "/v1/pids"}},
		{"both", "3:memory:/a\n0::/\n", v1 + v2, map[string]string{"memory": dir + "/v1/memory/a", "": dir + "/v2"}},
		{"a path that leads out", "0::/../../../etc\n", v2, map[string]string{"": dir + "/v2"}},
		{"not mounted", "3:memory:/a\n0::/\n", "", map[string]string{}},
		{"nonsense", "x\n::\n:\n", "- - -\n\n31 20\n", map[string]string{}},
	} {
		own, mounts := filepath.Join(dir, "own"), filepath.Join(dir, "mounts")
		must(t, os.WriteFile(own, []byte(tt.own), 0o600))
		must(t, os.WriteFile(mounts, []byte(tt.mounts), 0o600))
		if got := native.Hierarchies(own, mounts); !maps.Equal(got, tt.want) {
			t.Errorf("%s: %v, wanted %v", tt.name, got, tt.want)
		}
	}
}

// TestClock times a run by a clock that nobody can set.
func TestClock(t *testing.T) {
	var before, after unix.Timespec
	for name, b := range backends(t) {
		must(t, unix.ClockGettime(unix.CLOCK_BOOTTIME, &before))
		out := run(t, b, on(b, spec(t, "/bin/sh", "-c", "sleep 0.2")))
		must(t, unix.ClockGettime(unix.CLOCK_BOOTTIME, &after))
		took, most := out.Finished.Sub(out.Started), time.Duration(after.Nano()-before.Nano())
		if took < 200*time.Millisecond || took > most {
			t.Errorf("%s: it took %v of %v", name, took, most)
		}
		// Both are taken from the clock of the wall at the end alone, so that they stay
		// apart by as much when it was set meanwhile.
		if wall := out.Finished.Round(0).Sub(out.Started.Round(0)); wall-took > time.Millisecond || took-wall > time.Millisecond {
			t.Errorf("%s: it took %v, and %v by the wall", name, took, wall)
		}
	}
}
