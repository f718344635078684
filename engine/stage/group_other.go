//go:build !unix

package stage

import "os/exec"

// ownGroup has nothing to do: there are no groups of processes.
func ownGroup(*exec.Cmd) {}
