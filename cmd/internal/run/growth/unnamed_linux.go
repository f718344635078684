package growth

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"github.com/skillctl/skillctl/internal/folder"
)

// gone ends the path of what has no name any more, in what the kernel says of
// processes.
const gone = " (deleted)"

// uptime is the time since the machine started; 0 where that is not known.
func uptime() time.Duration {
	var now unix.Timespec
	if unix.ClockGettime(unix.CLOCK_BOOTTIME, &now) != nil {
		return 0
	}
	return time.Duration(now.Nano())
}

// unnamed looks for what takes room without a name in the folders. It adds files
// that are open, and reports whether a process of the run may keep others whose size
// nobody sees: mapped ones, those in a message on their way, or all those of a process
// that cannot be looked into.
func (m *Meter) unnamed(places []string, add func(fs.FileInfo) error) (more bool) {
	u := unnamed{meter: m, places: places, add: add, seen: map[string]bool{}}
	// A thread may have open files of its own, and outlive the one that the process
	// has its number from.
	pattern := "/proc/[0-9]*/task/[0-9]*"
	if m.tasks != "" {
		pattern = m.tasks
	}
	tasks, _ := filepath.Glob(pattern)
	for _, task := range tasks {
		recent := m.recent(task)
		if u.open(task, recent) != nil {
			return false
		}
		more = more || recent && u.maps(task)
	}
	return more || u.more
}

// unnamed is one look.
type unnamed struct {
	meter  *Meter
	places []string
	add    func(fs.FileInfo) error
	seen   map[string]bool
	more   bool
}

// open adds the files that a task has open.
func (u *unnamed) open(task string, recent bool) error {
	entries, err := os.ReadDir(filepath.Join(task, "fd"))
	if err != nil {
		u.more = u.more || recent && os.IsPermission(err) && held(task)
		return nil
	}
	for _, entry := range entries {
		name := filepath.Join(task, "fd", entry.Name())
		to, err := os.Readlink(name)
		if err == nil && recent && !u.more && strings.HasPrefix(to, "socket:") {
			u.more = carries(filepath.Join(task, "fdinfo", entry.Name()))
		}
		if err != nil || !strings.HasSuffix(to, gone) {
			continue
		}
		info, err := os.Stat(name)
		if err != nil {
			continue
		}
		st, ok := info.Sys().(*syscall.Stat_t)
		if !ok || !u.counts(task, to, st.Dev) {
			continue
		}
		id := fmt.Sprintf("%d:%d", st.Dev, st.Ino)
		if u.seen[id] {
			continue
		}
		u.seen[id] = true
		if err := u.add(info); err != nil {
			return err
		}
	}
	return nil
}

// maps reports whether a task has a file in its memory that has no name.
func (u *unnamed) maps(task string) bool {
	text, err := os.ReadFile(filepath.Join(task, "maps"))
	if err != nil {
		return os.IsPermission(err) && held(task)
	}
	for line := range strings.Lines(string(text)) {
		line = strings.TrimRight(line, "\n")
		fields := strings.Fields(line)
		if len(fields) < 6 || !strings.HasSuffix(line, gone) {
			continue
		}
		var major, minor uint32
		if _, err := fmt.Sscanf(fields[3], "%x:%x", &major, &minor); err != nil {
			continue
		}
		dev := unix.Mkdev(major, minor)
		// What is open, too, was added.
		if !u.seen[fmt.Sprintf("%d:%s", dev, fields[4])] && u.counts(task, line[strings.Index(line, "/"):], dev) {
			return true
		}
	}
	return false
}

// counts reports whether a file without a name is the run's: it was in one of the
// folders, or a run sees it at another place. Then the process has its own mounts, and
// the file system is one that is measured.
func (u *unnamed) counts(task, path string, dev uint64) bool {
	within := func(dir string) bool { return folder.Within(path, dir) }
	if slices.ContainsFunc(u.places, within) {
		return true
	}
	if _, measured := u.meter.Base.get(fmt.Sprint(dev)); !measured || !slices.ContainsFunc([]string{"/tmp", "/var/tmp", "/workspace"}, within) {
		return false
	}
	own, err := os.Readlink("/proc/self/ns/mnt")
	if err != nil {
		return false
	}
	other, err := os.Readlink(filepath.Join(task, "ns/mnt"))
	return err == nil && other != own
}

// recent reports whether a task began after the run.
func (m *Meter) recent(task string) bool {
	const ticks = 100 // a second, on every architecture that is supported
	text, err := os.ReadFile(filepath.Join(task, "stat"))
	if err != nil {
		return false
	}
	// The name before it may have any character, the number of its start is the
	// twentieth after it.
	fields := strings.Fields(string(text[strings.LastIndexByte(string(text), ')')+1:]))
	if len(fields) < 20 {
		return false
	}
	began, err := strconv.ParseInt(fields[19], 10, 64)
	return err == nil && time.Duration(began)*(time.Second/ticks) >= m.Up-time.Second/ticks
}

// held reports whether a task of this user is held as runs are: no more rights, and a
// filter of system calls.
func held(task string) bool {
	text, err := os.ReadFile(filepath.Join(task, "status"))
	if err != nil {
		return false
	}
	for _, line := range []string{fmt.Sprintf("\nUid:\t%d\t", os.Getuid()), "\nNoNewPrivs:\t1\n", "\nSeccomp:\t2\n"} {
		if !strings.Contains(string(text), line) {
			return false
		}
	}
	return true
}

// carries reports whether descriptors are on their way to a socket.
func carries(fdinfo string) bool {
	text, err := os.ReadFile(fdinfo)
	if err != nil {
		return false
	}
	_, after, ok := strings.Cut(string(text), "scm_fds:")
	return ok && !strings.HasPrefix(strings.TrimSpace(after), "0")
}
