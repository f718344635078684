//go:build linux && (amd64 || arm64)

package native

import (
	"bufio"
	"bytes"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"

	"github.com/skillctl/skillctl/internal/folder"
	"github.com/skillctl/skillctl/runner"
)

// groupPrefix begins the names of control groups.
const groupPrefix = "skillctl-"

// groups are the control groups of a run.
type groups struct {
	// memory, pids and cpus say what is bounded by them.
	memory, pids, cpus bool
	// join, born, oom and dirs are as in early.Config.
	join, dirs []string
	born, oom  string
}

// remove removes what the keeper would have.
func (g groups) remove() {
	for _, dir := range g.dirs {
		unix.Rmdir(dir) //nolint:errcheck // most often the keeper has
	}
}

// period of processor time, in microseconds.
const period = 100_000

// newGroups makes control groups for a run below those of this process, as far
// as the user may. The two files are /proc/self/cgroup and /proc/self/mountinfo.
func newGroups(id string, l runner.Limits, own, mounts string) groups {
	at := hierarchies(own, mounts)
	if dir, ok := at[""]; ok {
		for _, parent := range []string{dir, filepath.Dir(dir)} {
			if g, ok := unified(parent, id, l); ok {
				return g
			}
		}
	}
	var g groups
	memory := strconv.FormatInt(l.Memory, 10)
	g.memory = g.first(at["memory"], id, "memory.limit_in_bytes", memory)
	if g.memory {
		dir := g.dirs[len(g.dirs)-1]
		writeControl(dir, "memory.memsw.limit_in_bytes", memory) // only where swap is counted
		g.oom = filepath.Join(dir, "memory.oom_control")
	}
	g.pids = g.first(at["pids"], id, "pids.max", strconv.FormatInt(l.PIDs, 10))
	g.cpus = g.first(at["cpu"], id, "cpu.cfs_quota_us", quota(l))
	return g
}

// first makes a group of the first version.
func (g *groups) first(parent, id, file, value string) bool {
	if parent == "" {
		return false
	}
	dir := filepath.Join(parent, groupPrefix+id)
	if os.Mkdir(dir, 0o755) != nil {
		return false
	}
	if !writeControl(dir, file, value) {
		os.Remove(dir) //nolint:errcheck // nothing was put into it
		return false
	}
	g.dirs = append(g.dirs, dir)
	// A thread that moves itself by "tasks" does not wait for all others.
	g.join = append(g.join, filepath.Join(dir, "tasks"))
	return true
}

// unified makes a group of the second version below a group that hands its
// controllers on. That is the one of this process, or the one beside which the
// new one would stand: a group with processes of its own hands on none.
func unified(parent, id string, l runner.Limits) (groups, bool) {
	handed, err := os.ReadFile(filepath.Join(parent, "cgroup.subtree_control"))
	if err != nil || !bytes.Contains(handed, []byte("memory")) || !bytes.Contains(handed, []byte("pids")) {
		return groups{}, false
	}
	dir := filepath.Join(parent, groupPrefix+id)
	if os.Mkdir(dir, 0o755) != nil {
		return groups{}, false
	}
	g := groups{born: dir, dirs: []string{dir}, oom: filepath.Join(dir, "memory.events")}
	g.memory = writeControl(dir, "memory.max", strconv.FormatInt(l.Memory, 10))
	writeControl(dir, "memory.swap.max", "0") // only where swap is counted
	g.pids = writeControl(dir, "pids.max", strconv.FormatInt(l.PIDs, 10))
	g.cpus = writeControl(dir, "cpu.max", quota(l)+" "+strconv.Itoa(period))
	if !g.memory || !g.pids {
		g.remove()
		return groups{}, false
	}
	return g, true
}

// quota is processor time for each period; the kernel takes no less than 1 ms.
func quota(l runner.Limits) string {
	return strconv.FormatInt(max(int64(l.CPUs*period), 1000), 10)
}

func writeControl(dir, file, value string) bool {
	f, err := os.OpenFile(filepath.Join(dir, file), os.O_WRONLY, 0)
	if err != nil {
		return false
	}
	_, err = f.WriteString(value)
	return f.Close() == nil && err == nil
}

// hierarchies says where this process stands, by controller; "" is the second
// version.
func hierarchies(own, mounts string) map[string]string {
	roots := map[string]string{}
	eachLine(mounts, func(line string) {
		// … root point options - cgroup source memory,…
		before, after, ok := strings.Cut(line, " - ")
		at, kind := strings.Fields(before), strings.Fields(after)
		if !ok || len(at) < 5 || len(kind) < 3 {
			return
		}
		switch kind[0] {
		case "cgroup2":
			roots[""] = at[4]
		case "cgroup":
			for _, name := range strings.Split(kind[2], ",") {
				roots[name] = at[4]
			}
		}
	})
	dirs := map[string]string{}
	eachLine(own, func(line string) {
		parts := strings.SplitN(line, ":", 3)
		if len(parts) != 3 {
			return
		}
		for _, name := range strings.Split(parts[1], ",") {
			root, ok := roots[name]
			if !ok {
				continue
			}
			// In a container the path may be that of the machine.
			dirs[name] = root
			if dir := filepath.Join(root, path.Clean("/"+parts[2])); folder.Is(dir) {
				dirs[name] = dir
			}
		}
	})
	return dirs
}

func eachLine(name string, do func(string)) {
	file, err := os.Open(name)
	if err != nil {
		return
	}
	defer file.Close()
	for lines := bufio.NewScanner(file); lines.Scan(); {
		do(lines.Text())
	}
}
