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

	"github.com/skillctl/skillctl/internal/folder"
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
	if err := l.sources(ws, program); err != nil {
		return err
	}
	args, err := l.bwrapArguments()
	if err != nil {
		return err
	}
	argv := append([]string{bwrap, "--args", strconv.Itoa(firstExtra)}, l.inside()...)
	for i, data := range [][]byte{[]byte(strings.Join(args, "\x00") + "\x00"), seccomp(l.spec.Boundary.Network, true)} {
		if _, err := l.extra[i].WriteAt(data, 0); err != nil {
			return fmt.Errorf("tell bwrap what to do: %w", err)
		}
	}
	c.Keep = []uint64{firstExtra, firstExtra + 1}
	// What was judged is checked with the other files, and by the shim.
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
		c.Mounts = append(c.Mounts, procMount(0)) // bwrap writes to it
		// What is written to a device does not change its file, and root would own it:
		// bwrap takes the devices as they are here.
		dev := early.File{Path: "/dev"}
		c.Binds = append(c.Binds, early.Bind{From: dev, Over: dev, ReadOnly: true, Devices: true})
		if !privileged() {
			c.Flags |= early.FlagConfine // bwrap refuses to run with a user's capabilities
		}
	}
	return nil
}

// inside are the options of bwrap from the filter on, and the shim: it looks from
// inside whether bwrap holds what it was told to, and once more at what was judged,
// right before it starts the program, and leads to the proxy.
func (l *launcher) inside() []string {
	c := &l.config
	argv := []string{"--", insideShim, early.ShimMarker, "--filter=" + strconv.Itoa(firstExtra+1), "--is=" + early.ShimFile(c.Program)}
	if c.Flags&early.FlagDescriptor != 0 {
		argv = append(argv, "--opened")
	}
	for _, check := range c.Checks {
		argv = append(argv, "--check="+early.ShimFile(check)+":"+check.Path)
	}
	for _, path := range l.changeable() {
		argv = append(argv, "--writable="+path)
	}
	if l.spec.Boundary.Network == "restricted" {
		return append(argv, insideSocket)
	}
	return append(argv, "")
}

// changeable are the folders that a command in bwrap may change.
func (l *launcher) changeable() []string {
	// The terminals are its own, and a console is the one that it was started at.
	all := []string{"/dev/shm", "/dev/pts", "/dev/console", "/tmp", "/var/tmp"}
	for _, g := range l.given {
		if g.rights&unix.LANDLOCK_ACCESS_FS_WRITE_FILE != 0 {
			all = append(all, g.path)
		}
	}
	if l.spec.Boundary.Network == "restricted" {
		all = append(all, insideSocket)
	}
	if !l.namespaced { // bwrap's own right to mount is for users, who own no device
		all = append(all, devices()...)
	}
	return all
}

// source is something that the command is given, and where bwrap takes it from.
type source struct {
	grant
	from string
}

// sources fills in what the command is given. What somebody could swap until
// bwrap opens it is put into the run's own folder by the keeper, who compares it.
func (l *launcher) sources(ws, program string) error {
	given, err := grants(l.spec.Boundary, ws, program, hide(l.spec.Boundary, l.own()))
	if err != nil {
		return err
	}
	// A folder comes before what lies in it, for a later mount covers an earlier.
	sort.SliceStable(given, func(i, j int) bool { return given[i].path < given[j].path })
	for i, g := range given {
		if repeated(given[:i], g) || g.path == program && lies(program, given) {
			continue
		}
		one := source{g, g.path}
		if l.namespaced && !fixed(g.path) {
			file := g.file()
			if g.path == program {
				file = l.config.Program
				file.Path = program
			}
			if one.from, err = l.place(file, "given-"+strconv.Itoa(i)); err != nil {
				return err
			}
		}
		l.given = append(l.given, one)
	}
	binds, err := protection(l.spec.Boundary, given)
	if err != nil {
		return err
	}
	for i, b := range binds {
		one := source{grant{path: b.Over.Path, rights: rightsWrite}, b.From.Path}
		if b.ReadOnly {
			one.rights = rightsRead
		}
		if l.namespaced && !fixed(one.path) {
			if one.from, err = l.place(b.From, "held-"+strconv.Itoa(i)); err != nil {
				return err
			}
		}
		l.given = append(l.given, one)
	}
	return nil
}

// lies reports whether a file lies in a folder that is given.
func lies(path string, given []grant) bool {
	for _, g := range given {
		if g.path != path && folder.Within(path, g.path) {
			return true
		}
	}
	return false
}

// place has the keeper put a file or folder into the run's own folder.
func (l *launcher) place(file early.File, name string) (string, error) {
	at := filepath.Join(l.temp, name)
	var stat unix.Stat_t
	err := unix.Stat(file.Path, &stat)
	if err == nil && stat.Mode&unix.S_IFMT == unix.S_IFDIR {
		err = os.Mkdir(at, 0o700)
	} else if err == nil {
		err = os.WriteFile(at, nil, 0o600)
	}
	if err != nil {
		return "", fmt.Errorf("make a place for %q: %w", file.Path, err)
	}
	l.config.Binds = append(l.config.Binds, early.Bind{From: file, Over: early.File{Path: at}})
	return at, nil
}

// bwrapArguments lists what bwrap is to do.
func (l *launcher) bwrapArguments() ([]string, error) {
	boundary := l.spec.Boundary
	args := []string{"--unshare-all", "--die-with-parent", "--cap-drop", "ALL", "--clearenv"}
	if boundary.Network == "full" {
		args = append(args, "--share-net")
	}
	room := strconv.FormatInt(boundary.Limits.Memory, 10)
	args = append(args, "--proc", "/proc")
	args = append(args, bwrapDevices(room)...)
	args = append(args, "--size", room, "--tmpfs", "/tmp", "--size", room, "--tmpfs", "/var/tmp")
	args = append(args, rootLinks()...)
	var given []grant
	for _, g := range l.given {
		how := "--ro-bind"
		if g.rights&unix.LANDLOCK_ACCESS_FS_WRITE_FILE != 0 {
			how = "--bind"
		}
		args, given = append(args, how, g.from, g.path), append(given, g.grant)
	}
	args = append(args, bwrapHidden(given, append(hide(boundary, l.own()), interfaces(given)...))...)
	args = append(args, bwrapProc()...)
	self, err := l.self()
	if err != nil {
		return nil, err
	}
	args = append(args, "--ro-bind", self, insideShim)
	if boundary.Network == "restricted" {
		args = append(args, "--bind", l.spec.Proxy, insideSocket)
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
		if folder.Within(g.path, before[i].path) {
			return g.rights&^before[i].rights == 0 && before[i].rights&^g.rights&unix.LANDLOCK_ACCESS_FS_WRITE_FILE == 0
		}
	}
	return false
}

// rootLinks are those of the root folder, such as /bin to usr/bin: what they lead to
// is given by its own path.
func rootLinks() []string {
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
			if !folder.Within(path, g.path) {
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

// bwrapDevices are a few devices, which bwrap takes from the machine, and memory that
// processes share.
func bwrapDevices(room string) []string {
	return []string{"--dev", "/dev", "--size", room, "--perms", "1777", "--tmpfs", "/dev/shm", "--remount-ro", "/dev"}
}

// bwrapProc covers what of /proc is of no use, and makes all of it read-only. What
// bwrap covers by itself it leaves alone where it cannot write to the folder, and the
// files below are those of the machine's root: a command that runs as root would
// write to them without any capability.
func bwrapProc() []string {
	var args []string
	dirs, files := procCovered()
	for _, path := range dirs {
		args = append(args, "--perms", "0000", "--tmpfs", path, "--remount-ro", path)
	}
	for _, path := range files {
		args = append(args, "--ro-bind", "/dev/null", path)
	}
	return append(args, "--remount-ro", "/proc")
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
