//go:build linux && (amd64 || arm64)

package native

import (
	"fmt"
	"math"
	"os"

	"golang.org/x/sys/unix"

	"github.com/skillctl/skillctl/runner/early"
)

// rlimits are the resource limits: those that hold everywhere, and those that
// stand in for a control group.
func (l *launcher) rlimits() ([]early.Rlimit, error) {
	limits := l.spec.Boundary.Limits
	want := []early.Rlimit{
		{Resource: unix.RLIMIT_CORE, Soft: noCore},
		{Resource: unix.RLIMIT_FSIZE, Soft: uint64(limits.FileSize)},
		{Resource: unix.RLIMIT_NOFILE, Soft: uint64(limits.OpenFiles)},
	}
	if !l.groups.memory {
		want = append(want, early.Rlimit{Resource: unix.RLIMIT_DATA, Soft: uint64(limits.Memory)})
	}
	if !l.groups.cpus {
		seconds := uint64(math.Ceil(limits.Timeout().Seconds() * limits.CPUs))
		want = append(want, early.Rlimit{Resource: unix.RLIMIT_CPU, Soft: max(seconds, 1)})
	}
	if !l.groups.pids {
		processes, err := l.processes(limits.PIDs)
		if err != nil {
			return nil, err
		}
		want = append(want, processes...)
	}
	for i, limit := range want {
		// What was bounded before stays so: only root could raise it.
		var now unix.Rlimit
		if err := unix.Getrlimit(int(limit.Resource), &now); err != nil {
			return nil, fmt.Errorf("read resource limit %d: %w", limit.Resource, err)
		}
		if limit.Resource != unix.RLIMIT_CORE || !hasCapability(unix.CAP_SYS_RESOURCE) {
			want[i].Soft = min(limit.Soft, now.Max)
		}
		want[i].Hard = want[i].Soft
	}
	return want, nil
}

// ownThreads is room for those of the keeper, which count with the command's in
// a user namespace.
const ownThreads = 16

// processes bounds their number without a control group.
func (l *launcher) processes(limit int64) ([]early.Rlimit, error) {
	if os.Geteuid() == 0 {
		if l.name == none {
			return nil, nil
		}
		return nil, l.missing("as root, only a control group bounds the number of processes, and none can be made below this one",
			"run skillctl as an ordinary user, or give it a control group")
	}
	if l.namespaced {
		return []early.Rlimit{{Resource: unix.RLIMIT_NPROC, Soft: uint64(limit) + ownThreads}}, nil
	}
	return []early.Rlimit{{Resource: unix.RLIMIT_NPROC, Soft: uint64(limit) + threads(os.Geteuid())}}, nil
}

// threads counts those that a user has now.
func threads(uid int) uint64 {
	proc, err := os.Open("/proc")
	if err != nil {
		return 0
	}
	defer proc.Close()
	names, _ := proc.Readdirnames(-1)
	total := uint64(0)
	for _, name := range names {
		var stat unix.Stat_t
		if name[0] < '0' || name[0] > '9' || unix.Stat("/proc/"+name, &stat) != nil || stat.Uid != uint32(uid) {
			continue
		}
		// A process that may not be looked into still has its folder of threads.
		var tasks unix.Stat_t
		if unix.Stat("/proc/"+name+"/task", &tasks) == nil && tasks.Nlink > 2 {
			total += uint64(tasks.Nlink) - 2
		}
	}
	return total
}
