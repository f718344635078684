//go:build !unix

package doctor

import (
	"errors"
	"os/exec"
)

// errNoFormat is an error that no start has here.
var errNoFormat = errors.New("not a program")

// tree are the processes of a policy; only the first is known here.
type tree struct{ cmd *exec.Cmd }

func newTree(cmd *exec.Cmd) *tree { return &tree{cmd} }

func (t *tree) started(int) {}

func (t *tree) end() (left, stuck int) {
	_ = t.cmd.Process.Kill()
	return 0, 0
}

func (t *tree) release() {}
