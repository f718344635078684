//go:build unix

package approval

import "syscall"

// openFlags keep a pipe that took a file's place from blocking, and a link that
// did from being followed.
const openFlags = syscall.O_NONBLOCK | syscall.O_NOFOLLOW | syscall.O_CLOEXEC
