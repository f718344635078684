package supervised

import (
	"context"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"time"
)

const (
	dialWithin  = 2 * time.Second
	longestPath = 100 // of a socket's name; systems take 104 to 108
)

// Listen opens the socket of a supervisor in the folder of what it has. The socket
// stays behind, so that what was lost is told from what starts.
func Listen(dir string) (net.Listener, error) { return ListenAt(dir, controlName) }

// Dial reaches the supervisor that listens in a folder.
func Dial(ctx context.Context, dir string) (net.Conn, error) { return DialAt(ctx, dir, controlName) }

// Answers reports whether a supervisor listens in a folder.
func Answers(ctx context.Context, dir string) bool {
	conn, err := Dial(ctx, dir)
	if err != nil {
		return false
	}
	_ = conn.Close()
	return true
}

// ListenAt is [Listen] with a name for the socket.
func ListenAt(dir, base string) (net.Listener, error) {
	var l net.Listener
	err := socket(dir, base, func(name string) error {
		var err error
		l, err = net.Listen("unix", name)
		if unix, ok := l.(*net.UnixListener); ok {
			unix.SetUnlinkOnClose(false)
		}
		return err
	})
	if err == nil {
		err = os.Chmod(filepath.Join(dir, base), 0o600)
	}
	return l, err
}

// DialAt is [Dial] with a name for the socket.
func DialAt(ctx context.Context, dir, base string) (net.Conn, error) {
	var conn net.Conn
	err := socket(dir, base, func(name string) error {
		var err error
		conn, err = (&net.Dialer{Timeout: dialWithin}).DialContext(ctx, "unix", name)
		return err
	})
	return conn, err
}

// socket calls fn with a name for a socket of a folder that is short enough for the
// system.
func socket(dir, base string, fn func(name string) error) error {
	name := filepath.Join(dir, base)
	if len(name) <= longestPath {
		return fn(name)
	}
	f, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer f.Close()
	name = fmt.Sprintf("/proc/self/fd/%d/%s", f.Fd(), base)
	if _, err := os.Lstat(filepath.Dir(name)); err != nil {
		return fmt.Errorf("the path of %q is too long for a socket; set XDG_STATE_HOME to a shorter one", dir)
	}
	return fn(name)
}
