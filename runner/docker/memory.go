package docker

import (
	"bytes"
	"context"
	"os"
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
// kernel (a virtual machine, another host) or this one does not count.
func (e *engine) kills() int64 {
	if !e.local {
		return -1
	}
	release, err := os.ReadFile("/proc/sys/kernel/osrelease")
	name, _ := os.Hostname()
	if err != nil || strings.TrimSpace(string(release)) != e.info.KernelVersion || name != e.info.Name {
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
	n, err := strconv.ParseInt(string(line), 10, 64)
	if err != nil {
		return -1
	}
	return n
}
