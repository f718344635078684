//go:build unix

package folder

import "syscall"

// OpenFlags keep a link from being followed and a pipe from being waited for.
const OpenFlags = syscall.O_NOFOLLOW | NoWait

// NoWait keeps an opening from waiting for the other end of a pipe.
const NoWait = syscall.O_NONBLOCK
