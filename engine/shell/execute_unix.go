//go:build unix

package shell

import "syscall"

// mayExecute asks the system whether this user may run a file.
func mayExecute(file string) bool {
	const execute = 1
	return syscall.Access(file, execute) == nil
}
