//go:build linux && (amd64 || arm64)

package native

import (
	"fmt"
	"os"
	"os/exec"
	"strings"

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
	head := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
	var data [2]unix.CapUserData
	return unix.Capget(&head, &data[0]) == nil && data[0].Effective&(1<<unix.CAP_SYS_ADMIN) != 0
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
