//go:build linux && (amd64 || arm64)

package native

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"github.com/creack/pty"
	"golang.org/x/sys/unix"

	"github.com/skillctl/skillctl/runner"
	"github.com/skillctl/skillctl/runner/early"
)

// deniedError says what the system did not let the keeper do.
type deniedError struct{ what string }

func (e *deniedError) Error() string { return e.what }

// spawn starts the keeper.
func (l *launcher) spawn() (*process, error) {
	if l.name == bubblewrap {
		for _, name := range []string{"options", "filter"} {
			file, err := memory(name)
			if err != nil {
				return nil, fmt.Errorf("start the keeper of run %q: %w", l.spec.ID, err)
			}
			l.extra = append(l.extra, file)
		}
	}
	p, files, err := l.pipes()
	if err != nil {
		return nil, err
	}
	name := cmp.Or(l.keeper, "/proc/self/exe")
	// What a keeper does needs no collection of garbage and few threads; with as
	// many as the control groups give it would read those first.
	p.keeper, err = os.StartProcess(name, []string{"skillctl", early.KeeperMarker}, &os.ProcAttr{
		Dir: "/", Env: []string{"GOGC=off", "GOMAXPROCS=2", "GODEBUG=containermaxprocs=0,updatemaxprocs=0"},
		Files: append(files, l.extra...), Sys: l.attributes(),
	})
	for _, file := range files {
		file.Close()
	}
	if err != nil {
		p.closeAll()
		if l.namespaced && (errors.Is(err, unix.EPERM) || errors.Is(err, unix.ENOSPC) || errors.Is(err, unix.EINVAL) || errors.Is(err, unix.EUSERS)) {
			return nil, &deniedError{"this user may not make namespaces: " + err.Error()}
		}
		return nil, fmt.Errorf("start the keeper of run %q: %w", l.spec.ID, err)
	}
	return p, nil
}

// attributes are those of the keeper process.
func (l *launcher) attributes() *syscall.SysProcAttr {
	attr := &syscall.SysProcAttr{Setsid: true}
	if !l.namespaced {
		return attr
	}
	attr.Cloneflags = syscall.CLONE_NEWPID | syscall.CLONE_NEWNS
	if l.name == landlock { // bwrap makes those of the command
		attr.Cloneflags |= syscall.CLONE_NEWIPC
		if l.spec.Boundary.Network != "full" {
			attr.Cloneflags |= syscall.CLONE_NEWNET
		}
	}
	if privileged() {
		return attr
	}
	attr.Cloneflags |= syscall.CLONE_NEWUSER
	attr.UidMappings = []syscall.SysProcIDMap{{ContainerID: os.Geteuid(), HostID: os.Geteuid(), Size: 1}}
	attr.GidMappings = []syscall.SysProcIDMap{{ContainerID: os.Getegid(), HostID: os.Getegid(), Size: 1}}
	attr.AmbientCaps = []uintptr{unix.CAP_SYS_ADMIN, unix.CAP_NET_ADMIN, unix.CAP_SETPCAP}
	return attr
}

// pipes makes the ends of a process and those of its keeper, in the order of the
// keeper's descriptors.
func (l *launcher) pipes() (p *process, files []*os.File, err error) {
	p = &process{spec: l.spec, started: now()}
	defer func() {
		if err != nil {
			p.closeAll()
			for _, file := range files {
				file.Close()
			}
			err = fmt.Errorf("make pipes for run %q: %w", l.spec.ID, err)
		}
	}()
	if l.spec.Terminal != nil {
		master, tty, err := pty.Open()
		if err != nil {
			return p, files, err
		}
		files, l.tty = append(files, tty, tty, tty), tty.Name()
		// What opened it has made it one whose reads cannot be interrupted.
		if p.terminal, err = pollable(master); err != nil {
			return p, files, err
		}
		if err := resize(p.terminal, *l.spec.Terminal); err != nil {
			return p, files, err
		}
	} else if files, err = l.streams(p); err != nil {
		return p, files, err
	}
	read, write, err := os.Pipe()
	if err != nil {
		return p, files, err
	}
	p.control, files = write, append(files, read)
	if read, write, err = os.Pipe(); err != nil {
		return p, files, err
	}
	p.status, files = read, append(files, write)
	return p, files, nil
}

func (l *launcher) streams(p *process) (files []*os.File, err error) {
	var stdin *os.File
	if l.spec.Stdin == nil {
		stdin, err = os.Open(os.DevNull)
	} else {
		stdin, p.stdin, err = os.Pipe()
	}
	if err != nil {
		return nil, err
	}
	files = append(files, stdin)
	for _, end := range []**os.File{&p.stdout, &p.stderr} {
		read, write, err := os.Pipe()
		if err != nil {
			return files, err
		}
		*end, files = read, append(files, write)
	}
	return files, nil
}

// resize changes the size of a terminal. Its descriptor stays one whose reads can
// be interrupted.
func resize(terminal *os.File, t runner.Terminal) error {
	conn, err := terminal.SyscallConn()
	if err != nil {
		return err
	}
	var failed error
	err = conn.Control(func(fd uintptr) {
		failed = unix.IoctlSetWinsize(int(fd), unix.TIOCSWINSZ, &unix.Winsize{Row: t.Rows, Col: t.Columns})
	})
	return errors.Join(err, failed)
}

// answer reads the keeper's first line.
func (l *launcher) answer(p *process) error {
	p.lines = bufio.NewReader(p.status)
	line, err := p.lines.ReadString('\n')
	if err != nil {
		return fmt.Errorf("start run %q: its keeper ended without an answer", l.spec.ID)
	}
	word, rest, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
	switch word {
	case "started":
		return nil
	case "changed":
		return &runner.ChangedError{Path: rest, Want: "the file that was judged", Got: "another one, or a changed one"}
	}
	stage, rest, _ := strings.Cut(rest, " ")
	number, path, _ := strings.Cut(rest, " ")
	n, err := strconv.Atoi(number)
	if err != nil {
		return fmt.Errorf("start run %q: its keeper said %q", l.spec.ID, line)
	}
	return l.failed(stage, path, syscall.Errno(n))
}

// failed turns a failed stage into an error.
func (l *launcher) failed(stage, path string, why syscall.Errno) error {
	switch stage {
	case early.StageExec:
		if why == unix.ENOENT {
			missing := &runner.NotFoundError{Program: l.spec.Argv[0]}
			if missing.Interpreter = interpreter(l.spec.Program.Path); missing.Interpreter != "" {
				_, err := os.Stat(missing.Interpreter)
				missing.Hidden = err == nil
			}
			return missing
		}
		return fmt.Errorf("start %q: %w", l.spec.Argv[0], why)
	case early.StageMount, early.StageLoopback, early.StageListen, early.StagePrivilege:
		if stage == early.StageMount && !forbidden(why) {
			break // the system permits it, and something is not as it was
		}
		return &deniedError{fmt.Sprintf("this user may not set up namespaces (%s %s: %v)", stage, path, why)}
	case early.StageSeal:
		return l.missing("the command could change "+path+", which is not among what it may", "use another sandbox")
	case early.StageLandlock, early.StageSeccomp:
		return l.missing(fmt.Sprintf("the kernel refused %s (%s: %v)", stage, path, why), "")
	}
	return fmt.Errorf("start run %q: %s %s: %w", l.spec.ID, stage, path, why)
}

// forbidden reports whether a system that does not permit namespaces, or does not
// know them, answers a mount so.
func forbidden(why syscall.Errno) bool {
	return slices.Contains([]syscall.Errno{unix.EPERM, unix.EACCES, unix.ENOSYS, unix.EINVAL, unix.ENOSPC, unix.EBUSY}, why)
}
