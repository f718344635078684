//go:build !linux

package docker

// ranOutOfMemory: only Linux has the kernel that containers run on.
func ranOutOfMemory(string) bool { return false }
