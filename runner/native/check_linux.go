//go:build linux && (amd64 || arm64)

package native

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"

	"github.com/skillctl/skillctl/runner"
)

func (b *backend) check(boundary runner.Boundary) error {
	switch b.name {
	case landlock:
		return b.checkLandlock(boundary)
	case bubblewrap:
		return b.checkBubblewrap()
	case none:
		if boundary.Network != "full" {
			return b.missing(fmt.Sprintf("a command without a sandbox has the whole network, and the boundary says %q", boundary.Network),
				"choose a sandbox, or the network full")
		}
		if boundary.Workspace.Access != "rw" || len(boundary.Hide)+len(boundary.Protect) > 0 {
			return b.missing("a command without a sandbox can read and change everything that the user can",
				"choose a sandbox, or a boundary with a writable workspace that hides and protects nothing")
		}
		return nil
	}
	return b.missing("it is for macOS", "choose landlock or bubblewrap")
}

func (b *backend) checkLandlock(boundary runner.Boundary) error {
	if err := b.checkCore(); err != nil {
		return err
	}
	abi := landlockABI()
	switch {
	case abi == 0:
		return b.missing("this kernel has no Landlock, or it is turned off", "boot with lsm=landlock,…, or choose bubblewrap or docker")
	case abi < abiTruncate:
		return b.missing(fmt.Sprintf("this kernel has version %d of Landlock, which lets a command empty files that it may only read", abi),
			"use Linux 6.2 or newer, or choose bubblewrap or docker")
	}
	if b.namespaced(boundary) {
		return nil
	}
	return b.without(boundary, "this user may not make namespaces")
}

func (b *backend) checkBubblewrap() error {
	if err := b.checkCore(); err != nil {
		return err
	}
	if _, err := b.program(); err != nil {
		return err
	}
	if !b.raised() && !mayMakeNamespaces() {
		return b.missing("this user may not make namespaces, and bwrap is not set up to do it for others",
			"allow user namespaces, or choose landlock or docker")
	}
	return nil
}

// without says what is missing when there are no namespaces.
func (b *backend) without(boundary runner.Boundary, why string) error {
	if boundary.Network == "restricted" {
		return b.missing(why+", and a restricted network needs its own",
			"allow user namespaces, choose docker, or the network none")
	}
	if abi := landlockABI(); abi < abiScoped {
		return b.missing(fmt.Sprintf("%s, and version %d of Landlock does not keep a command from sending signals to others", why, abi),
			"allow user namespaces, or use Linux 6.12 or newer")
	}
	return nil
}

// leaves says what Landlock alone does not hold.
func (b *backend) leaves(boundary runner.Boundary) []string {
	if b.name != landlock || b.namespaced(boundary) && b.makesNamespaces() {
		return nil
	}
	return []string{
		"this machine gives it no namespaces: it may learn that a file is there, its size and times and when others use it, of any path that it can guess, hidden ones too; not what is in it, nor what else lies beside it",
		"it may change modes, owners and times of files that are its user's",
	}
}

// makesNamespaces begins a process in the namespaces of a keeper: a filter around this
// process may refuse what the system would permit. That process has a program which
// cannot be there, below a file that is no folder, so that to fail by that is to have
// begun; to load this binary once more would cost a tenth of the whole answer.
func (b *backend) makesNamespaces() bool {
	l := &launcher{backend: b, namespaced: true}
	begun, err := os.StartProcess(os.DevNull+"/none", []string{"none"}, &os.ProcAttr{Dir: "/", Env: []string{}, Sys: l.attributes()})
	if err == nil {
		begun.Wait() //nolint:errcheck // that it began is all
		return true
	}
	return errors.Is(err, syscall.ENOTDIR)
}

// namespaced reports whether namespaces are worth trying.
func (b *backend) namespaced(runner.Boundary) bool {
	switch {
	case b.unnamespaced || b.name != landlock && b.name != bubblewrap:
		return false
	case b.name == bubblewrap && !privileged() && b.raised():
		return false // it makes them for users who may not
	}
	return mayMakeNamespaces()
}

// mayMakeNamespaces reports whether nothing is known to stand in the way.
func mayMakeNamespaces() bool {
	if privileged() {
		return true
	}
	for file, wanted := range map[string]func(string) bool{
		"/proc/sys/user/max_user_namespaces":                     func(v string) bool { return v != "0" },
		"/proc/sys/kernel/unprivileged_userns_clone":             func(v string) bool { return v != "0" },
		"/proc/sys/kernel/apparmor_restrict_unprivileged_userns": func(v string) bool { return v != "1" },
	} {
		if data, err := os.ReadFile(file); err == nil && !wanted(strings.TrimSpace(string(data))) {
			return false
		}
	}
	return true
}

// privileged reports whether this process may make namespaces without a user
// namespace: root, unless somebody took that away.
func privileged() bool {
	return hasCapability(unix.CAP_SYS_ADMIN)
}

// raised reports whether bwrap runs as root for everybody.
func (b *backend) raised() bool {
	path, err := b.program()
	if err != nil {
		return false
	}
	info, err := os.Stat(path)
	return err == nil && info.Mode()&os.ModeSetuid != 0
}

// program is bwrap.
func (b *backend) program() (string, error) {
	path, err := exec.LookPath("bwrap")
	if err != nil {
		return "", b.missing("bwrap is not installed", "install the package bubblewrap, or choose landlock")
	}
	return path, nil
}
