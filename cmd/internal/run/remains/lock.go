package remains

import (
	"context"
	"errors"
	"net"
	"syscall"
	"time"
)

// lockPatience is how long somebody else may hold a lock that came to be during
// the run.
const lockPatience = time.Second

// locks takes away what would keep git from its work: a lock that the run left.
// One that somebody holds goes away by itself, or is left and named.
func (c *clearing) locks(ctx context.Context, locks []found) {
	if len(locks) == 0 {
		return
	}
	held := open(paths(locks))
	timer := time.NewTimer(lockPatience)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
	for _, f := range locks {
		now, err := f.top.Lstat(f.rel)
		if err != nil || fingerprint(now) != f.print() {
			continue // somebody works with it
		}
		if held[f.path()] {
			c.say(f, "a process has this lock of git, which came to be during the run; if git says that the file exists, end that process and delete it")
			continue
		}
		if now.IsDir() {
			c.putAside(f, "the run left this folder, which would keep git from its work")
			continue
		}
		if err := f.top.RemoveAll(f.rel); err != nil {
			c.failed(f, "the run left this lock, which keeps git from its work", err)
			continue
		}
		c.say(f, "the run left this lock, which would keep git from its work; it was deleted")
	}
}

func paths(all []found) map[string]bool {
	out := map[string]bool{}
	for _, f := range all {
		out[f.path()] = true
	}
	return out
}

// socket takes away a socket that nobody listens on any more.
func (c *clearing) socket(f found) {
	if listens(f.path()) {
		c.say(f, "this socket came to be during the run, and a process of this machine listens on it")
		return
	}
	if err := f.top.Remove(f.rel); err != nil {
		c.failed(f, "the run left this socket", err)
		return
	}
	c.say(f, "the run left this socket; it was deleted")
}

// listens reports whether somebody may take connections: nobody does where the
// system refuses one.
func listens(path string) bool {
	const patience = 200 * time.Millisecond
	for _, kind := range []string{"unix", "unixgram", "unixpacket"} {
		dialer := net.Dialer{Timeout: patience}
		conn, err := dialer.Dial(kind, path)
		if err == nil {
			_ = conn.Close()
			return true
		}
		if errors.Is(err, syscall.ECONNREFUSED) {
			return false
		}
	}
	return true
}
