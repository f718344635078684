package docker

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/docker/docker/api/types/events"
	"github.com/docker/docker/api/types/filters"
)

// alarm listens for the end of memory in one container. The engine says so in an
// event, which may come after the end of the command that it is about; what a
// container's state says of it may never come true when that was so.
type alarm struct {
	id     string
	rings  <-chan events.Message
	cancel context.CancelFunc
	// kills counts what the kernel has ended for want of memory, on the whole
	// machine; it is -1 where the engine's kernel is not this one. before is what it
	// was when the listening began.
	kills  func() int64
	before int64
}

// How long after the end of a command the engine may say that memory ran out:
// lateKnown when the kernel has ended something meanwhile, wherever that was, and
// lateUnknown where nobody can tell.
const (
	lateKnown   = time.Second
	lateUnknown = 100 * time.Millisecond
)

// listen begins to listen. What was said before is heard too: the number of a
// container is never used again.
func (e *engine) listen(ctx context.Context, id string) *alarm {
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	a := &alarm{id: id, cancel: cancel, kills: e.kills}
	a.before = a.kills()
	a.rings, _ = e.Events(ctx, events.ListOptions{
		Since: strconv.FormatInt(time.Now().Add(-warmLife*time.Second).Unix(), 10),
		Filters: filters.NewArgs(
			filters.Arg("type", "container"), filters.Arg("container", id), filters.Arg("event", "oom")),
	})
	return a
}

// rang reports whether memory ran out, and ends the listening; killed: SIGKILL
// ended the command, and nobody here sent it. When the kernel has ended nothing,
// nobody waits. An engine loses the event when the control group is gone before
// it has looked; then the kernel's own log is asked, where it may be read.
func (a *alarm) rang(killed bool) bool {
	defer a.cancel()
	wait := lateUnknown
	if now := a.kills(); now >= 0 && a.before >= 0 {
		if now == a.before {
			return false
		}
		if killed || ranOutOfMemory(a.id) {
			return true
		}
		wait = lateKnown
	}
	select {
	case _, ok := <-a.rings:
		return ok
	case <-time.After(wait):
		return false
	}
}

// kills is what the kernel of this machine has ended for want of memory, in
// whatever control group, since it was started; -1 where the engine has another
// kernel or this one does not count.
func (e *engine) kills() int64 {
	if !e.ownKernel() {
		return -1
	}
	counts, err := os.ReadFile("/proc/vmstat")
	if err != nil {
		return -1
	}
	_, rest, found := bytes.Cut(counts, []byte("\noom_kill "))
	if !found {
		return -1
	}
	line, _, _ := bytes.Cut(rest, []byte("\n"))
	return number(string(line))
}

// ownKernel reports whether the engine's kernel is that of this process: not one
// of a virtual machine or another host.
func (e *engine) ownKernel() bool {
	if !e.local {
		return false
	}
	release, err := os.ReadFile("/proc/sys/kernel/osrelease")
	name, _ := os.Hostname()
	return err == nil && strings.TrimSpace(string(release)) == e.info.KernelVersion && name == e.info.Name
}

// processes is how many processes and threads a container has, by its control
// group, where that can be seen; -1 elsewhere. pid is one of them.
func (e *engine) processes(id string, pid int) int64 {
	if !e.ownKernel() || pid <= 0 {
		return -1
	}
	groups, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/cgroup")
	if err != nil {
		return -1
	}
	for line := range strings.Lines(string(groups)) {
		parts := strings.SplitN(strings.TrimSpace(line), ":", 3)
		// A process of that number may be another one here.
		if len(parts) < 3 || !strings.Contains(parts[2], id) || parts[1] != "" && parts[1] != "pids" {
			continue
		}
		if text, err := os.ReadFile(filepath.Join("/sys/fs/cgroup", parts[1], parts[2], "pids.current")); err == nil {
			return number(strings.TrimSpace(string(text)))
		}
	}
	return -1
}

// number is -1 for what is none.
func number(text string) int64 {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return -1
	}
	return n
}
