//go:build unix

package docker

import "syscall"

// makeSocket makes the file of a socket.
func makeSocket(path string) { syscall.Mknod(path, syscall.S_IFSOCK|0o777, 0) }
