//go:build linux && (amd64 || arm64)

package native

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"golang.org/x/sys/unix"

	folders "github.com/skillctl/skillctl/internal/folder"
	"github.com/skillctl/skillctl/runner"
	"github.com/skillctl/skillctl/runner/early"
)

// Start starts the command under a keeper.
func (b *backend) Start(ctx context.Context, spec runner.Spec) (_ runner.Process, err error) {
	if err := b.Check(ctx, spec.Boundary); err != nil {
		return nil, err
	}
	if err := startable(spec); err != nil {
		return nil, fmt.Errorf("start run %q: %w", spec.ID, err)
	}
	if spec.Tended {
		if spec, err = tended(spec); err != nil {
			return nil, fmt.Errorf("start run %q: %w", spec.ID, err)
		}
	}
	p, err := b.launch(ctx, spec, b.namespaced(spec.Boundary))
	var denied *deniedError
	if errors.As(err, &denied) && b.namespaced(spec.Boundary) {
		// What the system does not let this user make is not needed for most
		// boundaries: the others hold without. Bubblewrap makes its own.
		if b.name == landlock {
			if missing := b.without(spec.Boundary, denied.what); missing != nil {
				return nil, missing
			}
		}
		p, err = b.launch(ctx, spec, false)
	}
	if errors.As(err, &denied) {
		return nil, b.missing(denied.what, "use another sandbox")
	}
	if err != nil {
		return nil, err
	}
	return p, nil
}

// startable says what of a command is amiss before anything is made for it.
func startable(spec runner.Spec) error {
	switch {
	case !goodID(spec.ID):
		return errors.New("its id is not made of lower-case letters, digits and dashes")
	case len(spec.Argv) == 0 || spec.Program == nil:
		return errors.New("it names no program")
	case !filepath.IsAbs(spec.Argv[0]) || !filepath.IsAbs(spec.Program.Path):
		return fmt.Errorf("its program %q is not an absolute path", spec.Argv[0])
	case !filepath.IsAbs(spec.Dir):
		return fmt.Errorf("its folder %q is not an absolute path", spec.Dir)
	case spec.Boundary.Network == "restricted" && spec.Proxy == "":
		return errors.New("its network is restricted, but it has no proxy")
	}
	for _, list := range [][]string{spec.Argv, spec.Env} {
		for _, text := range list {
			if strings.ContainsRune(text, 0) {
				return errors.New("an argument or a variable has a zero byte in it")
			}
		}
	}
	return nil
}

func goodID(id string) bool {
	return id != "" && len(id) <= 64 && strings.Trim(id, "abcdefghijklmnopqrstuvwxyz0123456789-") == ""
}

// launch makes one attempt. The keeper begins while its configuration is being
// put together, which takes about as long.
func (b *backend) launch(ctx context.Context, spec runner.Spec, namespaced bool) (*process, error) {
	l := &launcher{backend: b, spec: spec, namespaced: namespaced, own: sync.OnceValue(rootsOwn)}
	if b.name == landlock || b.name == bubblewrap {
		go l.own() // some thousand system calls, while the keeper begins
	}
	p, err := l.spawn()
	if err != nil {
		l.undo()
		return nil, err
	}
	err = l.prepare()
	if err == nil {
		if l.between != nil {
			l.between()
		}
		l.config.Hold = l.temp
		p.state = state{Temp: l.temp, Started: p.started.boot, Groups: l.groups.dirs, Name: l.name, Closed: l.closed}
		go p.control.Write(l.config.Encode()) //nolint:errcheck // a keeper that does not read does not answer
		err = l.answer(p)
	}
	l.release()
	if err != nil {
		p.closeAll()    // which ends the keeper
		p.keeper.Wait() //nolint:errcheck // it said why, or nothing
		l.undo()
		return nil, err
	}
	p.begin(ctx)
	b.sweeps.Do(func() { go sweep(os.TempDir(), groupParents(), old) })
	return p, nil
}

// launcher gathers what one attempt needs.
type launcher struct {
	*backend
	spec       runner.Spec
	namespaced bool
	config     early.Config
	groups     groups
	// temp is the run's own folder: tmp in it is given to the command, socket in
	// it covers files.
	temp string
	// tty is the path of the command's terminal, "" for none.
	tty string
	// given is what bwrap gives.
	given []source
	// closed are folders in which nothing can be made.
	closed []string
	// own is what of the system is root's own, found out once.
	own func() []string
	// extra are descriptors for the keeper after its own: empty files in memory,
	// until prepare fills them.
	extra []*os.File
	// held are the files that were judged, open until the keeper has answered.
	held []*os.File
}

func (l *launcher) undo() {
	l.groups.remove()
	if l.temp != "" {
		os.RemoveAll(l.temp) //nolint:errcheck // it may not be there any more
	}
	l.release()
}

// release closes this process's copies of what the keeper has, and lets writers at
// what was judged.
func (l *launcher) release() {
	for _, file := range append(l.extra, l.held...) {
		file.Close()
	}
	l.extra, l.held = nil, nil
}

func (l *launcher) prepare() error {
	c, spec := &l.config, l.spec
	ws, err := workspace(spec.Boundary.Workspace)
	if err != nil {
		return err
	}
	for _, folder := range spec.Folders {
		if err := folder.Unchanged(); err != nil {
			return err
		}
	}
	if c.Dir, err = identify(spec.Dir); err != nil {
		return fmt.Errorf("look at the working directory: %w", err)
	}
	c.Argv, c.Env = spec.Argv, spec.Env
	if spec.Terminal != nil {
		c.Flags |= early.FlagTerminal
	}
	if l.name == landlock || l.namespaced {
		if err := l.makeTemp(); err != nil {
			return err
		}
	}
	program, err := l.pins()
	if err != nil {
		return err
	}
	l.groups = newGroups(spec.ID, spec.Boundary.Limits, "/proc/self/cgroup", "/proc/self/mountinfo")
	c.Join, c.Group, c.Remove, c.OutOfMemory = l.groups.join, l.groups.born, l.groups.dirs, l.groups.oom
	if c.Rlimits, err = l.rlimits(); err != nil {
		return err
	}
	switch l.name {
	case landlock:
		return l.landlock(ws, program)
	case bubblewrap:
		return l.bubblewrap(ws, program)
	}
	return nil
}

func openPinned(path string, read bool) (*os.File, error) {
	if read {
		return os.OpenFile(path, os.O_RDONLY|unix.O_NOFOLLOW|unix.O_NONBLOCK, 0)
	}
	return os.OpenFile(path, unix.O_PATH|unix.O_NOFOLLOW, 0)
}

// identify is a folder as the keeper is to find it.
func identify(dir string) (early.File, error) {
	var stat unix.Stat_t
	if err := unix.Stat(dir, &stat); err != nil {
		return early.File{}, &os.PathError{Op: "stat", Path: dir, Err: err}
	}
	if stat.Mode&unix.S_IFMT != unix.S_IFDIR {
		return early.File{}, fmt.Errorf("%q is not a folder", dir)
	}
	return early.File{Path: dir, Device: stat.Dev, Inode: stat.Ino}, nil
}

// landlock fills in what confines the command.
func (l *launcher) landlock(ws, program string) error {
	c, boundary := &l.config, l.spec.Boundary
	hidden := hide(boundary, l.own())
	given, err := grants(boundary, ws, program, hidden)
	if err != nil {
		return err
	}
	hidden = append(hidden, interfaces(given)...)
	// TMPDIR stays where it is, unless it can be /tmp itself.
	temp := filepath.Join(l.temp, "tmp")
	var kept []string
	if l.namespaced {
		if temp, err = l.namespaces(given, hidden, temp); err != nil {
			return err
		}
	} else {
		kept, l.closed = protected(boundary, given)
		for _, path := range machineFiles() {
			c.Rules = append(c.Rules, early.Rule{File: early.File{Path: path}, Rights: rightsRead})
		}
	}
	given = append(given, grant{path: temp, rights: rightsWrite})
	for _, g := range given {
		if l.namespaced {
			c.Rules = append(c.Rules, early.Rule{File: g.file(), Rights: g.rights})
		} else if c.Rules, err = carve(c.Rules, g, hidden, kept); err != nil {
			return err
		}
	}
	for _, path := range devices() {
		c.Rules = append(c.Rules, early.Rule{File: early.File{Path: path}, Rights: rightsDevice})
	}
	handle(c, landlockABI(), boundary.Network)
	c.Filter = seccomp(boundary.Network, l.namespaced)
	c.Flags |= early.FlagConfine
	c.Env = environment(c.Env, boundary.Network, temp)
	if boundary.Network == "restricted" {
		c.Proxy = l.spec.Proxy
	}
	return nil
}

// makeTemp makes the run's own folder.
func (l *launcher) makeTemp() error {
	temp, err := os.MkdirTemp("", runFolder+l.spec.ID+"-")
	if err != nil {
		return fmt.Errorf("make a folder for the run: %w", err)
	}
	if l.temp, err = filepath.EvalSymlinks(temp); err != nil {
		return fmt.Errorf("resolve the folder of the run: %w", err)
	}
	if err := os.Mkdir(filepath.Join(l.temp, "tmp"), 0o700); err != nil {
		return fmt.Errorf("make a folder for temporary files: %w", err)
	}
	return nil
}

// namespaces fills in the root and its mounts, and returns where temporary files go.
func (l *launcher) namespaces(given []grant, hidden []string, temp string) (_ string, err error) {
	c := &l.config
	c.Flags |= early.FlagNamespaces | early.FlagRoot
	c.Base = filepath.Join(l.temp, "root")
	if err := os.Mkdir(c.Base, 0o700); err != nil {
		return "", fmt.Errorf("make a folder for the root: %w", err)
	}
	if l.spec.Boundary.Network != "full" {
		c.Flags |= early.FlagLoopback
	}
	socket := filepath.Join(l.temp, "hidden")
	if err := unix.Mknod(socket, unix.S_IFSOCK, 0); err != nil {
		return "", fmt.Errorf("make what covers hidden files: %w", err)
	}
	binds, err := protection(l.spec.Boundary, given)
	if err != nil {
		return "", err
	}
	c.Binds = append(binds, c.Binds...) // a script that was judged lies over all
	// Much of /proc the kernel obeys, whoever of the machine's root writes to it.
	c.Mounts = append(c.Mounts, procMount(unix.MS_RDONLY),
		early.Mount{Source: "none", Target: "/dev/shm", Type: "tmpfs", Data: "size=64m,mode=1777", Flags: quiet, Optional: true})
	c.Rules = append(c.Rules,
		early.Rule{File: early.File{Path: "/proc"}, Rights: rightsRead},
		early.Rule{File: early.File{Path: "/dev/shm"}, Rights: rightsWrite})
	c.Mounts = coverProc(c.Mounts, socket)
	if c.Mounts, err = cover(c.Mounts, given, hidden, socket); err != nil {
		return "", err
	}
	if len(inUse("/tmp", l.spec, given)) == 0 && folders.Is("/tmp") {
		c.Mounts = append(c.Mounts, early.Mount{Source: temp, Target: "/tmp", Flags: unix.MS_BIND})
		temp = "/tmp"
	} else {
		given = append(given, grant{path: temp, rights: rightsWrite})
	}
	return temp, l.root(given, hidden)
}

const quiet = unix.MS_NOSUID | unix.MS_NODEV | unix.MS_NOEXEC

// procMount shows the processes of the keeper's namespace.
func procMount(flags uint64) early.Mount {
	return early.Mount{Source: "proc", Target: "/proc", Type: "proc", Flags: quiet | flags}
}

// inUse are the paths of a run that lie in a folder.
func inUse(dir string, spec runner.Spec, given []grant) []string {
	paths := []string{spec.Dir, spec.Program.Path, spec.Boundary.Workspace.Path}
	for _, pin := range spec.Files {
		paths = append(paths, pin.Path)
	}
	for _, g := range given {
		paths = append(paths, g.path)
	}
	var found []string
	for _, path := range paths {
		if folders.Within(path, dir) || folders.Within(dir, path) {
			found = append(found, path)
		}
	}
	return found
}

// environment adds the folder for temporary files and the way to the proxy.
func environment(env []string, network, temp string) []string {
	set := map[string]string{"TMPDIR": temp}
	if network == "restricted" {
		proxy := fmt.Sprintf("http://127.0.0.1:%d", early.ProxyPort)
		for _, name := range []string{"HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"} {
			set[name], set[strings.ToLower(name)] = proxy, proxy
		}
		set["NO_PROXY"], set["no_proxy"] = "localhost,127.0.0.1,::1", "localhost,127.0.0.1,::1"
	}
	var all []string
	for _, pair := range env {
		if name, _, _ := strings.Cut(pair, "="); set[name] == "" {
			all = append(all, pair)
		}
	}
	for name, value := range set {
		all = append(all, name+"="+value)
	}
	slices.Sort(all)
	return all
}
