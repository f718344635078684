package doctor

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// errNoFormat is the error of a file that is no program.
const errNoFormat = syscall.ENOEXEC

// tree are the processes of a policy: those of its session, and all that descend
// from this process and did not before. While there is one, this process takes over
// the children of those that end, so that nobody leaves the tree by starting a
// child, ending, and beginning a session of its own.
type tree struct {
	pid    int
	before map[int]bool
	reaper bool
}

func newTree(cmd *exec.Cmd) *tree {
	// When this process is killed the command ends, too; what it started does not.
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Pdeathsig: syscall.SIGKILL}
	t := &tree{before: map[int]bool{}}
	t.reaper = unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) == nil
	for pid := range descendants(os.Getpid(), 0, processes()) {
		t.before[pid] = true
	}
	return t
}

func (t *tree) started(pid int) { t.pid = pid }

// release gives up taking over children, which nothing else here does.
func (t *tree) release() {
	if t.reaper {
		_ = unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 0, 0, 0, 0)
	}
}

// endWait bounds how long processes are ended that start others all the time.
const endWait = 5 * time.Second

// end stops all processes of the tree until no new ones appear, ends them, and takes
// down what is left of them.
func (t *tree) end() (left, stuck int) {
	seen, quiet := map[int]bool{}, 0
	for deadline := time.Now().Add(endWait); ; {
		alive, fresh, dead := 0, 0, 0
		now := t.quick()
		if len(now) == 0 {
			now = t.living()
		}
		for pid, p := range now {
			if p.state == 'Z' {
				dead += t.reap(pid)
				continue
			}
			alive++
			if !seen[pid] {
				seen[pid] = true
				fresh++
			}
			_ = syscall.Kill(pid, syscall.SIGSTOP)
		}
		if fresh > 0 && time.Now().Before(deadline) {
			continue // look again: what was started meanwhile is stopped, too
		}
		for pid := range now {
			_ = syscall.Kill(pid, syscall.SIGKILL)
		}
		// Twice nothing: a process is listed after the one that started it is gone.
		if alive+dead == 0 {
			quiet++
		} else {
			quiet = 0
		}
		if quiet > 1 || time.Now().After(deadline) {
			delete(seen, t.pid)
			return len(seen), alive
		}
		time.Sleep(time.Millisecond)
	}
}

// quick are the processes of the tree as their parents list them, which is fast and may
// leave out some while others end; nothing where the system keeps no such lists.
func (t *tree) quick() map[int]process {
	out := map[int]process{}
	next := []int{os.Getpid()}
	for len(next) > 0 {
		pid := next[0]
		next = next[1:]
		for _, child := range listedChildren(pid) {
			if _, there := out[child]; there || t.before[child] {
				continue
			}
			if p, ok := processOf(strconv.Itoa(child)); ok {
				out[child] = p
				next = append(next, child)
			}
		}
	}
	return out
}

// listedChildren are the children of all threads of a process.
func listedChildren(pid int) []int {
	tasks, err := os.ReadDir(filepath.Join("/proc", strconv.Itoa(pid), "task"))
	if err != nil {
		return nil
	}
	var out []int
	for _, task := range tasks {
		text, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "task", task.Name(), "children"))
		if err != nil {
			continue
		}
		for _, word := range strings.Fields(string(text)) {
			if child, err := strconv.Atoi(word); err == nil {
				out = append(out, child)
			}
		}
	}
	return out
}

// living are the processes of the tree, by those of the whole system.
func (t *tree) living() map[int]process {
	all := processes()
	out := descendants(os.Getpid(), t.pid, all)
	for pid := range t.before {
		delete(out, pid)
	}
	return out
}

// reap takes down a process that has ended and whose parent has, too; 1 when that is
// still to be done. The command itself is waited for by who started it.
func (t *tree) reap(pid int) int {
	if pid == t.pid {
		return 0
	}
	var status syscall.WaitStatus
	if got, err := syscall.Wait4(pid, &status, syscall.WNOHANG, nil); err == nil && got == pid {
		return 0
	}
	return 1
}

// process is one of the system's.
type process struct {
	parent, session int
	state           byte
}

// processes are those of the system that can be seen.
func processes() map[int]process {
	out := map[int]process{}
	dir, err := os.Open("/proc")
	if err != nil {
		return out
	}
	defer func() { _ = dir.Close() }()
	names, _ := dir.Readdirnames(-1)
	for _, name := range names {
		pid, err := strconv.Atoi(name)
		if err != nil {
			continue
		}
		if p, ok := processOf(name); ok {
			out[pid] = p
		}
	}
	return out
}

// processOf is what the system says of a process.
func processOf(pid string) (process, bool) {
	text, err := os.ReadFile(filepath.Join("/proc", pid, "stat"))
	if err != nil {
		return process{}, false
	}
	// pid (name) state parent group session …: the name may have anything in it.
	fields := strings.Fields(string(text[strings.LastIndexByte(string(text), ')')+1:]))
	if len(fields) < 4 {
		return process{}, false
	}
	parent, _ := strconv.Atoi(fields[1])
	session, _ := strconv.Atoi(fields[3])
	return process{parent, session, fields[0][0]}, true
}

// descendants are the processes below one, and those of a session.
func descendants(root, session int, all map[int]process) map[int]process {
	children := map[int][]int{}
	out := map[int]process{}
	for pid, p := range all {
		children[p.parent] = append(children[p.parent], pid)
		if session > 0 && p.session == session {
			out[pid] = p
		}
	}
	next := []int{root}
	for pid := range out {
		next = append(next, pid)
	}
	for len(next) > 0 {
		pid := next[0]
		next = next[1:]
		for _, child := range children[pid] {
			if _, there := out[child]; !there {
				out[child] = all[child]
				next = append(next, child)
			}
		}
	}
	return out
}
