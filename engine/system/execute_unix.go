//go:build unix

package system

import "syscall"

// MayExecute asks the system whether this user may run a file.
func (Here) MayExecute(name string) bool {
	const execute = 1
	return syscall.Access(name, execute) == nil
}
