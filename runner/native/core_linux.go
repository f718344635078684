//go:build linux && (amd64 || arm64)

package native

import (
	"os"
	"strings"

	"golang.org/x/sys/unix"
)

// corePattern says what the kernel does with the memory of a program that crashed.
const corePattern = "/proc/sys/kernel/core_pattern"

// noCore is too little for an image of a program's memory. It is not 0, for which
// the kernel would still hand one to the machine's own handler (core_pattern): that
// one runs outside of every boundary, most often as root, and is given what the
// command likes. The filter keeps the limit as it is.
const noCore = 1

// checkCore refuses where a crash would reach the machine's handler.
func (b *backend) checkCore() error {
	pattern, err := os.ReadFile(corePattern)
	if err != nil {
		pattern = nil // a kernel without it has no handler either
	}
	var now unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_CORE, &now); err != nil {
		return b.missing("the limit of core files cannot be read: "+err.Error(), "")
	}
	if why, hint := handled(string(pattern), now.Max, hasCapability(unix.CAP_SYS_RESOURCE)); why != "" {
		return b.missing(why, hint)
	}
	return nil
}

// handled says why a crash would reach a handler: "" when it does not. hard is the
// limit of core files that cannot be raised, unless mayRaise.
func handled(pattern string, hard uint64, mayRaise bool) (why, hint string) {
	switch {
	case strings.HasPrefix(pattern, "@"):
		return "this machine hands what crashes to a socket (kernel.core_pattern), and no limit keeps a command from that",
			"set kernel.core_pattern to a file or to a program (|…)"
	case strings.HasPrefix(pattern, "|") && hard < noCore && !mayRaise:
		return "this machine hands what crashes to a program (kernel.core_pattern), and the limit of core files is 0, which does not keep a command from that",
			"raise the hard limit to 1 or more (ulimit -H -c), or set kernel.core_pattern to a file"
	}
	return "", ""
}

// hasCapability reports whether this process may do what a capability permits.
func hasCapability(number uint) bool {
	head := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
	var data [2]unix.CapUserData
	return unix.Capget(&head, &data[0]) == nil && data[number/32].Effective&(1<<(number%32)) != 0
}
