//go:build unix

package trust

import "syscall"

// openFlags keep a pipe from holding the reader up.
const openFlags = syscall.O_NONBLOCK | syscall.O_NOFOLLOW
