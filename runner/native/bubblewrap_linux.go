//go:build linux && (amd64 || arm64)

package native

import (
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"

	"github.com/skillctl/skillctl/runner/early"
)

// firstExtra is the first descriptor of a keeper after its own.
const firstExtra = early.StatusFD + 1

// Where a restricted command finds its proxy's socket and the binary that leads
// to it.
const (
	insideShim   = "/.skillctl/shim"
	insideSocket = "/.skillctl/proxy"
)

// bubblewrap makes bwrap the program that the keeper starts. Its options go by a
// descriptor, so that no variable stands in a command line that others can read.
func (l *launcher) bubblewrap(ws, program string) error {
	c := &l.config
	bwrap, err := l.program()
	if err != nil {
		return err
	}
	args, err := l.bwrapArguments(ws, program)
	if err != nil {
		return err
	}
	for i, data := range [][]byte{[]byte(strings.Join(args, "\x00") + "\x00"), seccomp(l.spec.Boundary.Network, true)} {
		if _, err := l.extra[i].WriteAt(data, 0); err != nil {
			return fmt.Errorf("tell bwrap what to do: %w", err)
		}
	}
	c.Keep = []uint64{firstExtra, firstExtra + 1}
	argv := []string{bwrap, "--args", strconv.Itoa(firstExtra)}
	if l.spec.Boundary.Network == "restricted" {
		// The shim connects to a unix socket, which the filter refuses: only the
		// command gets it.
		argv = append(argv, "--", insideShim, early.ShimMarker, "--filter="+strconv.Itoa(firstExtra+1), insideSocket)
	} else {
		argv = append(argv, "--seccomp", strconv.Itoa(firstExtra+1), "--")
	}
	// What was judged is checked with the other files; bwrap executes its path.
	c.Checks = append(c.Checks, c.Program)
	file, err := os.OpenFile(bwrap, unix.O_PATH, 0)
	if err != nil {
		return fmt.Errorf("open bwrap: %w", err)
	}
	defer file.Close()
	if c.Program, err = identity(file, bwrap); err != nil {
		return err
	}
	c.Argv, c.Env = append(argv, l.spec.Argv...), nil
	c.Flags |= early.FlagDescriptor | early.FlagWrapped
	if l.namespaced {
		// A keeper that is the first process of a namespace takes all of it along
		// when it is killed, bwrap in the middle of its work too.
		c.Flags |= early.FlagNamespaces
		c.Mounts = append(c.Mounts, procMount())
		if !privileged() {
			c.Flags |= early.FlagConfine // bwrap refuses to run with a user's capabilities
		}
	}
	return nil
}

// bwrapArguments lists what bwrap is to do.
func (l *launcher) bwrapArguments(ws, program string) ([]string, error) {
	boundary := l.spec.Boundary
	hidden := hide(boundary)
	given, err := grants(boundary, ws, program, hidden)
	if err != nil {
		return nil, err
	}
	args := []string{"--unshare-all", "--die-with-parent", "--cap-drop", "ALL", "--clearenv"}
	if boundary.Network == "full" {
		args = append(args, "--share-net")
	}
	room := strconv.FormatInt(boundary.Limits.Memory, 10)
	args = append(args, "--proc", "/proc", "--dev", "/dev", "--size", room, "--tmpfs", "/tmp", "--size", room, "--tmpfs", "/var/tmp")
	args = append(args, links()...)
	// A folder comes before what lies in it, for a later mount covers an earlier.
	sort.SliceStable(given, func(i, j int) bool { return given[i].path < given[j].path })
	for i, g := range given {
		if repeated(given[:i], g) {
			continue
		}
		how := "--ro-bind"
		if g.rights&unix.LANDLOCK_ACCESS_FS_WRITE_FILE != 0 {
			how = "--bind"
		}
		args = append(args, how, g.path, g.path)
	}
	args = append(args, bwrapHidden(given, hidden)...)
	if boundary.Network == "restricted" {
		self, err := l.self()
		if err != nil {
			return nil, err
		}
		args = append(args, "--ro-bind", self, insideShim, "--bind", l.spec.Proxy, insideSocket)
	}
	// Links on the way to it may not be there inside.
	dir, err := filepath.EvalSymlinks(l.spec.Dir)
	if err != nil {
		return nil, fmt.Errorf("resolve the working directory: %w", err)
	}
	for _, pair := range environment(l.spec.Env, boundary.Network, "/tmp") {
		name, value, _ := strings.Cut(pair, "=")
		args = append(args, "--setenv", name, value)
	}
	return append(args, "--remount-ro", "/", "--chdir", dir), nil
}

// repeated reports whether a grant gives no more than the nearest one around it
// does already. The grants before it are sorted.
func repeated(before []grant, g grant) bool {
	for i := len(before) - 1; i >= 0; i-- {
		if within(g.path, before[i].path) {
			return g.rights&^before[i].rights == 0 && before[i].rights&^g.rights&unix.LANDLOCK_ACCESS_FS_WRITE_FILE == 0
		}
	}
	return false
}

// links are those of the root folder, such as /bin to usr/bin: what they lead to
// is given by its own path.
func links() []string {
	var args []string
	entries, err := os.ReadDir("/")
	if err != nil {
		return nil
	}
	for _, entry := range entries {
		path := "/" + entry.Name()
		target, err := os.Readlink(path)
		if err != nil {
			continue
		}
		for _, dir := range systemFolders() {
			if dir == path {
				args = append(args, "--symlink", target, path)
			}
		}
	}
	return args
}

// bwrapHidden covers what lies in something given.
func bwrapHidden(given []grant, hidden []string) []string {
	var args []string
	for _, path := range hidden {
		info, err := os.Stat(path)
		if err != nil {
			continue
		}
		for _, g := range given {
			if !within(path, g.path) {
				continue
			}
			if info.IsDir() {
				args = append(args, "--perms", "0000", "--tmpfs", path, "--remount-ro", path)
			} else {
				args = append(args, "--ro-bind", "/dev/null", path)
			}
			break
		}
	}
	return args
}

// self is the path of the binary that is the shim.
func (l *launcher) self() (string, error) {
	if l.keeper != "" {
		return l.keeper, nil
	}
	path, err := os.Executable()
	if err != nil {
		return "", fmt.Errorf("find this binary: %w", err)
	}
	if path, err = filepath.EvalSymlinks(path); err != nil {
		return "", fmt.Errorf("find this binary: %w", err)
	}
	return path, nil
}

// memory is an empty file that only exists as a descriptor.
func memory(name string) (*os.File, error) {
	fd, err := unix.MemfdCreate("skillctl-"+name, unix.MFD_CLOEXEC)
	if err != nil {
		return nil, &os.SyscallError{Syscall: "memfd_create", Err: err}
	}
	return os.NewFile(uintptr(fd), name), nil
}
