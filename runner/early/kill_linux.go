//go:build linux && (amd64 || arm64)

package early

import "syscall"

// killAll ends every process of the run. Once the program is gone, keep goes on
// to endAll, which catches what was born meanwhile.
func (k *keeper) killAll() { k.signalAll(syscall.SIGKILL) }

// signalAll sends a signal to every process of the run.
func (k *keeper) signalAll(signal syscall.Signal) {
	if k.config.Flags&FlagNamespaces != 0 && (signal == syscall.SIGKILL || k.config.Flags&FlagWrapped == 0) {
		// The first process of a PID namespace reaches all others of it so, and
		// nothing else.
		syscall.Kill(-1, signal) // there may be none left
		return
	}
	if signal == syscall.SIGKILL {
		syscall.Kill(-k.leader, signal) // there may be none left
		for _, pid := range descendants() {
			// A stopped process has no more children while its own are looked for.
			syscall.Kill(pid, syscall.SIGSTOP) // it may be gone
		}
	}
	if signal != syscall.SIGKILL && k.config.Flags&FlagWrapped != 0 {
		go k.signalWrapped(signal)
		return
	}
	for _, pid := range descendants() {
		syscall.Kill(pid, signal) // it may be gone
	}
}

// The processes of a wrapper: itself and the first of its namespace, which a
// signal does nothing to. wrapperRounds of 10 ms is how long it may take to start
// the program.
const (
	wrapperProcesses = 2
	wrapperRounds    = 3000
)

// signalWrapped signals what a wrapper runs, once it runs: a signal that came
// before would be lost.
func (k *keeper) signalWrapped(signal syscall.Signal) {
	pids := descendants()
	for range wrapperRounds {
		if len(pids) > wrapperProcesses {
			break
		}
		pause(10e6)
		pids = descendants()
	}
	for _, pid := range pids {
		if pid != k.leader {
			syscall.Kill(pid, signal) // it may be gone
		}
	}
}

// endRounds bounds how long endAll tries: a process of another user, or one in
// the middle of a broken driver, cannot be ended. A round is 5 ms at the most.
const endRounds = 600

// endAll kills and reaps until no child is left. As the reaper of its
// descendants this process inherits those whose parents died.
func (k *keeper) endAll() {
	rest := int64(50e3)
	for range endRounds {
		if k.reap() {
			return
		}
		k.killAll()
		if k.reap() {
			return
		}
		pause(rest)
		rest = min(2*rest, 5e6)
	}
}

// reap waits for all children that have ended; true when there are no others.
func (k *keeper) reap() bool {
	for {
		pid, err := syscall.Wait4(-1, nil, syscall.WNOHANG, nil)
		if err == syscall.ECHILD {
			return true
		}
		if pid <= 0 && err != syscall.EINTR {
			return false
		}
	}
}

// pause sleeps for nanoseconds, or less.
func pause(ns int64) {
	t := syscall.NsecToTimespec(ns)
	syscall.Nanosleep(&t, nil) // less is fine
}

// descendants are all processes below this one, by /proc/PID/task/TID/children,
// or by the parents of all processes where the kernel has no such file.
func descendants() []int {
	self := syscall.Getpid()
	if pids, ok := children(self); ok {
		for i := 0; i < len(pids); i++ {
			more, _ := children(pids[i])
			pids = append(pids, more...)
		}
		return pids
	}
	parents := allParents()
	found := map[int]bool{self: true}
	var pids []int
	for grown := true; grown; {
		grown = false
		for pid, parent := range parents {
			if found[parent] && !found[pid] {
				found[pid], grown = true, true
				pids = append(pids, pid)
			}
		}
	}
	return pids
}

// children are the direct children of a process, of all its threads.
func children(pid int) ([]int, bool) {
	dir := "/proc/" + decimal(int64(pid)) + "/task"
	var pids []int
	known := false
	for _, thread := range entries(dir) {
		fd, errno := open(dir+"/"+thread+"/children", syscall.O_RDONLY)
		if errno != 0 {
			continue
		}
		syscall.Close(fd) // it was not written
		known = true
		for _, child := range fields(string(readFile(dir+"/"+thread+"/children", 1<<20)), blank) {
			if n, ok := number(child); ok {
				pids = append(pids, n)
			}
		}
	}
	return pids, known
}

// allParents maps each process to its parent.
func allParents() map[int]int {
	parents := map[int]int{}
	for _, name := range entries("/proc") {
		pid, ok := number(name)
		if !ok {
			continue
		}
		// "12 (any name) S 1 …": the name ends at the last parenthesis.
		stat := string(readFile("/proc/"+name+"/stat", 4096))
		for at := len(stat) - 1; at >= 0; at-- {
			if stat[at] != ')' {
				continue
			}
			if after := fields(stat[at+1:], blank); len(after) > 1 {
				parents[pid], _ = number(after[1])
			}
			break
		}
	}
	return parents
}

// entries are the names in a folder.
func entries(dir string) []string {
	fd, errno := open(dir, syscall.O_RDONLY|syscall.O_DIRECTORY)
	if errno != 0 {
		return nil
	}
	defer syscall.Close(fd)
	var names []string
	buffer := make([]byte, 16<<10)
	for {
		n, err := syscall.ReadDirent(fd, buffer)
		if n <= 0 || err != nil {
			return names
		}
		_, _, names = syscall.ParseDirent(buffer[:n], -1, names)
	}
}
