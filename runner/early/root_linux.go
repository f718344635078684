//go:build linux && (amd64 || arm64)

package early

import (
	"syscall"
	"unsafe"
)

// ownRoot gives the program a root folder of its own: what it was given is there, at
// the paths that it has on the machine, and nothing else, not even as a name. All is
// copied from the machine's mounts before anything is put together.
func ownRoot(c *Config) *fault {
	if err := syscall.Mount("", "/", "", syscall.MS_REC|syscall.MS_PRIVATE, ""); err != nil {
		return &fault{stage: StageMount, errno: asErrno(err), path: "/"}
	}
	trees, f := detachAll(c)
	if f != nil {
		return f
	}
	if err := syscall.Mount("none", c.Base, "tmpfs", syscall.MS_NOSUID|syscall.MS_NODEV, "size=1m,mode=755"); err != nil {
		return &fault{stage: StageMount, errno: asErrno(err), path: c.Base}
	}
	base, errno := open(c.Base, oPath|syscall.O_DIRECTORY)
	if errno != 0 {
		return &fault{stage: StageMount, errno: errno, path: c.Base}
	}
	r := &root{fd: base}
	syscall.Fstat(base, &r.stat) // it is open
	// What others may read here does not depend on whoever started this.
	defer syscall.Umask(syscall.Umask(0))
	if f := r.fill(c, trees); f != nil {
		return f
	}
	base = r.fd
	if f := set(base, 0, mountAttrReadOnly, "/"); f != nil {
		return f
	}
	// The old root comes to lie over the new one, and is taken away.
	err := syscall.Fchdir(base)
	if err == nil {
		err = syscall.PivotRoot(".", ".")
	}
	if err == nil {
		err = syscall.Unmount(".", syscall.MNT_DETACH)
	}
	if err == nil {
		err = syscall.Chdir("/")
	}
	if err != nil {
		return &fault{stage: StageMount, errno: asErrno(err), path: "/"}
	}
	return nil
}

// trees are copies of mounts, in the order of the configuration; -1 for what is none.
type trees struct{ places, binds, mounts []int }

func detachAll(c *Config) (t trees, f *fault) {
	for _, p := range c.Root {
		tree := -1
		if p.Link == "" && !p.Empty {
			if tree, f = detach(p.File, true); f != nil {
				return t, f
			}
			if !p.Writable {
				if f = set(tree, atRecursive, mountAttrReadOnly, p.File.Path); f != nil {
					return t, f
				}
			}
		}
		t.places = append(t.places, tree)
	}
	for _, b := range c.Binds {
		tree, f := detachBind(b)
		if f != nil {
			return t, f
		}
		t.binds = append(t.binds, tree)
	}
	for _, m := range c.Mounts {
		tree := -1
		if m.Flags&syscall.MS_BIND != 0 {
			if tree, f = detach(File{Path: m.Source}, false); f != nil {
				return t, f
			}
			if m.Flags&syscall.MS_RDONLY != 0 {
				if f = set(tree, 0, mountAttrReadOnly, m.Target); f != nil {
					return t, f
				}
			}
		}
		t.mounts = append(t.mounts, tree)
	}
	return t, nil
}

// root is a root folder in the making.
type root struct {
	fd   int
	stat syscall.Stat_t
}

func (r *root) fill(c *Config, t trees) *fault {
	for i, p := range c.Root {
		if f := r.place(p, t.places[i]); f != nil {
			return f
		}
		if p.File.Path == "/" { // it lies over what was made here
			var errno syscall.Errno
			if r.fd, errno = open(c.Base, oPath|syscall.O_DIRECTORY); errno != 0 {
				return &fault{stage: StageMount, errno: errno, path: c.Base}
			}
		}
	}
	for i, b := range c.Binds {
		fd, errno := r.walk(b.Over.Path, syscall.S_IFREG)
		if errno != 0 {
			return &fault{stage: StageMount, errno: errno, path: b.Over.Path, changed: elsewhere(errno)}
		}
		if f := attachTo(t.binds[i], fd, b.Over); f != nil {
			return f
		}
	}
	for i, m := range c.Mounts {
		if f := r.mount(m, t.mounts[i]); f != nil {
			return f
		}
	}
	return nil
}

// place puts one thing where it belongs.
func (r *root) place(p Place, tree int) *fault {
	path := p.File.Path
	kind := uint32(syscall.S_IFDIR)
	if tree >= 0 {
		var stat syscall.Stat_t
		if syscall.Fstat(tree, &stat) != nil || stat.Mode&syscall.S_IFMT != syscall.S_IFDIR {
			kind = syscall.S_IFREG
		}
	}
	if p.Link != "" {
		return r.link(path, p.Link)
	}
	fd, errno := r.walk(path, kind)
	if errno != 0 {
		return &fault{stage: StageMount, errno: errno, path: path, changed: elsewhere(errno)}
	}
	if tree < 0 {
		syscall.Close(fd) // it is a path only
		return nil
	}
	over := p.File
	if r.own(fd) {
		over = File{Path: path} // it was made for this
	}
	return attachTo(tree, fd, over)
}

// elsewhere reports whether a path that was looked at led on, and now does not: a
// folder on the way is gone, or is a link.
func elsewhere(errno syscall.Errno) bool {
	return errno == syscall.ENOENT || errno == syscall.ENOTDIR || errno == syscall.ELOOP
}

// link makes a link, unless something is there.
func (r *root) link(path, target string) *fault {
	dir, name := cut(path)
	fd, errno := r.walk(dir, syscall.S_IFDIR)
	if errno != 0 {
		return &fault{stage: StageMount, errno: errno, path: dir}
	}
	defer syscall.Close(fd)
	if !r.own(fd) {
		return nil // what lies there is what it is
	}
	to, err := syscall.BytePtrFromString(target)
	from, other := syscall.BytePtrFromString(name)
	if err != nil || other != nil {
		return &fault{stage: StageMount, errno: syscall.EINVAL, path: path}
	}
	_, _, errno = syscall.RawSyscall(syscall.SYS_SYMLINKAT, uintptr(unsafe.Pointer(to)), uintptr(fd), uintptr(unsafe.Pointer(from)))
	if errno != 0 && errno != syscall.EEXIST {
		return &fault{stage: StageMount, errno: errno, path: path}
	}
	return nil
}

// mount makes one mount.
func (r *root) mount(m Mount, tree int) *fault {
	kind := uint32(syscall.S_IFDIR)
	if tree >= 0 {
		var stat syscall.Stat_t
		if syscall.Fstat(tree, &stat) != nil || stat.Mode&syscall.S_IFMT != syscall.S_IFDIR {
			kind = syscall.S_IFREG
		}
	}
	fd, errno := r.walk(m.Target, kind)
	if errno != 0 {
		if m.Optional && tree < 0 {
			return nil
		}
		return &fault{stage: StageMount, errno: errno, path: m.Target}
	}
	if tree >= 0 {
		return attachTo(tree, fd, File{Path: m.Target})
	}
	defer syscall.Close(fd)
	// The machine's /proc is still there; the folder itself may be one that this
	// process may not enter.
	if err := syscall.Mount(m.Source, "/proc/self/fd/"+decimal(int64(fd)), m.Type, uintptr(m.Flags), m.Data); err != nil {
		return &fault{stage: StageMount, errno: asErrno(err), path: m.Target}
	}
	return nil
}

// own reports whether a file was made here: it lies in the root's own file system.
func (r *root) own(fd int) bool {
	var stat syscall.Stat_t
	return syscall.Fstat(fd, &stat) == nil && stat.Dev == r.stat.Dev
}

// walk opens a path in the root, step by step and through no link. What is not there
// is made where the file system is the root's own, and nowhere else: folders, and at
// its end a folder or a file.
func (r *root) walk(path string, kind uint32) (int, syscall.Errno) {
	at, errno := dup(r.fd)
	names := fields(path, func(c byte) bool { return c == '/' })
	for i, name := range names {
		if errno != 0 {
			return -1, errno
		}
		if name == "." || name == ".." {
			syscall.Close(at) // it was a path only
			return -1, syscall.EINVAL
		}
		last := i == len(names)-1
		next, err := syscall.Openat(at, name, oPath|syscall.O_NOFOLLOW|syscall.O_CLOEXEC, 0)
		if err == syscall.ENOENT && r.own(at) {
			if last && kind != syscall.S_IFDIR {
				err = syscall.Mknodat(at, name, syscall.S_IFREG|0o444, 0)
			} else {
				err = syscall.Mkdirat(at, name, 0o755)
			}
			if err == nil {
				next, err = syscall.Openat(at, name, oPath|syscall.O_NOFOLLOW|syscall.O_CLOEXEC, 0)
			}
		}
		syscall.Close(at) // it was a path only
		at, errno = next, asErrno(err)
	}
	if errno != 0 {
		return -1, errno
	}
	return at, 0
}

func dup(fd int) (int, syscall.Errno) {
	got, errno := call(syscall.SYS_FCNTL, uintptr(fd), syscall.F_DUPFD_CLOEXEC, 0)
	return int(got), errno
}
