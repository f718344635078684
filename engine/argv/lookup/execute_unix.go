//go:build unix

package lookup

import "syscall"

// MayExecute asks the system whether this user may run a file.
func MayExecute(file string) bool {
	const execute = 1
	return syscall.Access(file, execute) == nil
}
