//go:build unix

package folder

import "syscall"

// OpenFlags keep a link from being followed and a pipe from being waited for.
const OpenFlags = syscall.O_NOFOLLOW | syscall.O_NONBLOCK
