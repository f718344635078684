//go:build linux && (amd64 || arm64)

package native

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"golang.org/x/sys/unix"

	"github.com/skillctl/skillctl/internal/folder"
	"github.com/skillctl/skillctl/runner"
	"github.com/skillctl/skillctl/runner/early"
)

// Sets of Landlock rights.
const (
	// rightsRead is to read, list and execute.
	rightsRead = unix.LANDLOCK_ACCESS_FS_EXECUTE | unix.LANDLOCK_ACCESS_FS_READ_FILE | unix.LANDLOCK_ACCESS_FS_READ_DIR
	// rightsWrite is all but making devices and talking to them.
	rightsWrite = rightsRead | unix.LANDLOCK_ACCESS_FS_WRITE_FILE | unix.LANDLOCK_ACCESS_FS_REMOVE_DIR |
		unix.LANDLOCK_ACCESS_FS_REMOVE_FILE | unix.LANDLOCK_ACCESS_FS_MAKE_DIR | unix.LANDLOCK_ACCESS_FS_MAKE_REG |
		unix.LANDLOCK_ACCESS_FS_MAKE_SOCK | unix.LANDLOCK_ACCESS_FS_MAKE_FIFO | unix.LANDLOCK_ACCESS_FS_MAKE_SYM |
		unix.LANDLOCK_ACCESS_FS_REFER | unix.LANDLOCK_ACCESS_FS_TRUNCATE
	rightsDevice = unix.LANDLOCK_ACCESS_FS_READ_FILE | unix.LANDLOCK_ACCESS_FS_WRITE_FILE |
		unix.LANDLOCK_ACCESS_FS_IOCTL_DEV
)

// The versions of Landlock that bring something which matters here.
const (
	abiTruncate = 3 // 6.2: emptying a file is a right
	abiIoctl    = 5 // 6.10: talking to a device is one
	abiTCP      = 4 // 6.7
	abiScoped   = 6 // 6.12: signals and abstract sockets
)

// landlockABI asks the kernel for its version; 0 when there is none.
func landlockABI() int {
	abi, _, errno := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, 0, 0, unix.LANDLOCK_CREATE_RULESET_VERSION)
	if errno != 0 {
		return 0
	}
	return int(abi)
}

// handle sets what Landlock takes away.
func handle(c *early.Config, abi int, network string) {
	c.FS = rightsWrite | unix.LANDLOCK_ACCESS_FS_MAKE_CHAR | unix.LANDLOCK_ACCESS_FS_MAKE_BLOCK
	if abi >= abiIoctl {
		c.FS |= unix.LANDLOCK_ACCESS_FS_IOCTL_DEV
	}
	if abi >= abiTCP && network == "none" {
		c.Net = unix.LANDLOCK_ACCESS_NET_BIND_TCP | unix.LANDLOCK_ACCESS_NET_CONNECT_TCP
	}
	if abi >= abiScoped {
		c.Scoped = unix.LANDLOCK_SCOPE_ABSTRACT_UNIX_SOCKET | unix.LANDLOCK_SCOPE_SIGNAL
	}
	for i := range c.Rules {
		c.Rules[i].Rights &= c.FS
	}
}

// systemFolders are readable for every command.
func systemFolders() []string {
	return []string{
		"/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/opt", "/etc",
		"/nix/store", "/gnu/store", "/run/current-system", "/var/lib/ca-certificates",
		"/sys/devices/system/cpu", "/sys/kernel/mm/transparent_hugepage",
	}
}

// systemSecrets are the globs of what is in systemFolders and is nobody's
// business.
func systemSecrets() []string {
	return []string{
		"/etc/shadow", "/etc/shadow-", "/etc/gshadow", "/etc/gshadow-", "/etc/sudoers", "/etc/sudoers.d",
		"/etc/security/opasswd", "/etc/ssh/ssh_host_*_key", "/etc/ssl/private", "/etc/pki/tls/private",
		"/etc/letsencrypt", "/etc/docker", "/etc/kubernetes", "/etc/rancher", "/etc/wireguard", "/etc/openvpn",
		"/etc/ppp", "/etc/NetworkManager/system-connections", "/etc/krb5.keytab", "/etc/crypttab", "/etc/machine-key",
	}
}

// devices are those that any program may use.
func devices() []string {
	return []string{"/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom", "/dev/tty"}
}

// machineFiles are what a program without a /proc of its own may read of the
// machine's: nothing of it tells of processes.
func machineFiles() []string {
	return []string{
		"/proc/cpuinfo", "/proc/meminfo", "/proc/stat", "/proc/filesystems", "/proc/version", "/proc/uptime",
		"/proc/loadavg", "/proc/sys/kernel/osrelease", "/proc/sys/kernel/ngroups_max", "/proc/sys/kernel/cap_last_cap",
		"/proc/sys/vm/overcommit_memory", "/proc/sys/kernel/random", "/proc/sys/fs/pipe-max-size",
	}
}

// grant is a folder or file that is given.
type grant struct {
	path   string
	rights uint64
	// device and inode say which one it is; 0 where that does not matter.
	device, inode uint64
}

// file is what is given, as the keeper is to find it.
func (g grant) file() early.File {
	return early.File{Path: g.path, Device: g.device, Inode: g.inode}
}

// grants lists what the boundary gives, links resolved, without what is hidden.
func grants(b runner.Boundary, ws string, program string, hidden []string) ([]grant, error) {
	var all []grant
	unseen := hiddenFrom(b, ws, hidden)
	add := func(path string, rights uint64) {
		real, err := filepath.EvalSymlinks(path)
		var stat unix.Stat_t
		if err == nil && !unseen.Covers(real) && unix.Stat(real, &stat) == nil {
			all = append(all, grant{real, rights, stat.Dev, stat.Ino})
		}
	}
	for _, dir := range systemFolders() {
		add(dir, rightsRead)
	}
	if b.Network != "none" {
		add("/etc/resolv.conf", rightsRead) // often a link out of /etc
	}
	for _, dir := range b.Read {
		add(dir, rightsRead)
	}
	for _, dir := range b.Write {
		add(dir, rightsWrite)
	}
	if unseen.Covers(ws) && b.Workspace.Access != "none" {
		return nil, fmt.Errorf("the workspace %q is inside a folder that the boundary hides", ws)
	}
	switch b.Workspace.Access {
	case "rw":
		add(ws, rightsWrite)
	case "ro":
		add(ws, rightsRead)
	}
	if unseen.Covers(program) {
		return nil, fmt.Errorf("the program %q is inside a folder that the boundary hides", program)
	}
	// Which program it is is compared by itself; a copy may lie over it.
	all = append(all, grant{path: program, rights: rightsRead &^ unix.LANDLOCK_ACCESS_FS_READ_DIR})
	return all, nil
}

// hiddenFrom is what is hidden from a command, besides what lies in the workspace or in
// what else it is given.
func hiddenFrom(b runner.Boundary, ws string, hidden []string) runner.Hidden {
	var given []string
	paths := slices.Concat(systemFolders(), b.Read, b.Write)
	if b.Workspace.Access != "none" {
		paths = append(paths, ws)
	}
	for _, path := range paths {
		if real, err := filepath.EvalSymlinks(path); err == nil {
			given = append(given, real)
		}
	}
	return b.Hidden(hidden, given)
}

// hide lists what is not to be read, links resolved; what is not there needs no
// hiding. own is what is root's own.
func hide(b runner.Boundary, own []string) []string {
	all := slices.Clone(own)
	add := func(path string) {
		if real := reachable(path); real != "" {
			all = append(all, real)
		}
	}
	for _, pattern := range systemSecrets() {
		found, _ := filepath.Glob(pattern)
		for _, path := range found {
			add(path)
		}
	}
	for _, path := range b.Hide {
		add(path)
	}
	slices.Sort(all)
	// What lies in a hidden folder is hidden with it, unless it may be shown.
	var top []string
	for _, path := range all {
		if !b.Hidden(top, nil).Covers(path) {
			top = append(top, path)
		}
	}
	return top
}

// reachable is a path with its links resolved, or the folder on the way that keeps this
// user out: its owner could open it, so what it keeps is hidden with it. It is "" where
// there is nothing.
func reachable(path string) string {
	// Most of what would be hidden is not there: asking once tells, where resolving links
	// asks about each folder on the way.
	if _, err := os.Lstat(path); folder.Missing(err) {
		return ""
	}
	real, err := filepath.EvalSymlinks(path)
	var at *fs.PathError
	switch {
	case err == nil:
		return real
	case errors.Is(err, fs.ErrPermission) && errors.As(err, &at):
		return filepath.Dir(at.Path) // how far the links were resolved
	}
	return ""
}

// rootsOwn lists what of /etc other users may not read: it is there for root, and not for
// a command that happens to run as root.
func rootsOwn() []string {
	if os.Geteuid() != 0 {
		return nil
	}
	return unreadable("/etc")
}

// unreadable lists what of a folder other users than its owner may not read.
func unreadable(dir string) []string {
	var all []string
	seen := 0
	filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error { //nolint:errcheck // nothing returns one
		if seen++; err != nil || seen > maxCarved {
			return fs.SkipDir
		}
		if entry.Type()&(fs.ModeSymlink|fs.ModeDevice|fs.ModeSocket|fs.ModeNamedPipe) != 0 {
			return nil
		}
		info, err := entry.Info()
		switch {
		case err != nil:
		case entry.IsDir() && info.Mode()&0o005 != 0o005:
			all = append(all, path)
			return fs.SkipDir
		case !entry.IsDir() && info.Mode()&0o004 == 0:
			all = append(all, path)
		}
		return nil
	})
	return all
}

// covered reports whether a path is one of the folders or below one.
func covered(path string, dirs []string) bool {
	for _, dir := range dirs {
		if folder.Within(path, dir) {
			return true
		}
	}
	return false
}

// inside are those of the hidden paths that lie below a folder.
func inside(dir string, hidden []string) []string {
	var found []string
	for _, path := range hidden {
		if path != dir && folder.Within(path, dir) {
			found = append(found, path)
		}
	}
	return found
}

// maxCarved bounds the items of a folder that is given piece by piece.
const maxCarved = 10_000

// carve gives a folder without what is hidden in it, and nothing but to read of
// what is protected: Landlock knows no exception, so that the folder's items are
// given instead of the folder, in which nothing can be made then.
func carve(rules []early.Rule, g grant, hidden, kept []string) ([]early.Rule, error) {
	if covered(g.path, kept) {
		g.rights &= rightsRead
	}
	holes := inside(g.path, hidden)
	if g.rights&^rightsRead == 0 {
		kept = nil
	}
	kept = inside(g.path, kept)
	if len(holes) == 0 && len(kept) == 0 {
		return append(rules, early.Rule{File: g.file(), Rights: g.rights}), nil
	}
	if len(holes) == 0 {
		rules = append(rules, early.Rule{File: g.file(), Rights: g.rights & rightsRead})
	}
	entries, err := os.ReadDir(g.path)
	if err != nil {
		return nil, fmt.Errorf("list %q, which contains hidden or protected files: %w", g.path, err)
	}
	if len(entries) > maxCarved {
		return nil, fmt.Errorf("list %q, which contains hidden or protected files: it has more than %d items", g.path, maxCarved)
	}
	for _, entry := range entries {
		path := filepath.Join(g.path, entry.Name())
		// A link is no way in: where it leads is given or not.
		if entry.Type()&os.ModeSymlink != 0 || covered(path, holes) {
			continue
		}
		if rules, err = carve(rules, grant{path: path, rights: g.rights}, holes, kept); err != nil {
			return nil, err
		}
	}
	return rules, nil
}

// cover makes the mounts that lie over what is hidden: an empty folder that
// nobody may list, a socket, which cannot be opened, over a file.
func cover(mounts []early.Mount, given []grant, hidden []string, socket string) ([]early.Mount, error) {
	for _, path := range hidden {
		needed := false
		for _, g := range given {
			needed = needed || folder.Within(path, g.path)
		}
		if !needed {
			continue
		}
		info, err := os.Stat(path)
		if err != nil {
			return nil, fmt.Errorf("look at %q, which is to be hidden: %w", path, err)
		}
		if info.IsDir() {
			mounts = append(mounts, coverFolder(path))
			continue
		}
		mounts = append(mounts, early.Mount{Source: socket, Target: path, Flags: unix.MS_BIND | unix.MS_RDONLY})
	}
	return mounts, nil
}

// coverFolder puts an empty folder that nobody may list over one.
func coverFolder(path string) early.Mount {
	return early.Mount{Source: "none", Target: path, Type: "tmpfs", Data: "size=4k,mode=000", Flags: quiet | unix.MS_RDONLY}
}
