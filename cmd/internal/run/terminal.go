package run

import (
	"fmt"
	"os"
	"sync"

	"golang.org/x/term"

	"github.com/skillctl/skillctl/runner"
)

// The size of a terminal that nobody looks at.
const (
	defaultRows    = 24
	defaultColumns = 80
)

// terminal gives the command one of its own where --pty wants that, and passes
// every key of ours on; restore undoes it, once.
func (j *Job) terminal() (restore func(), err error) {
	if !j.PTY {
		return func() {}, nil
	}
	j.Spec.Terminal = &runner.Terminal{Rows: defaultRows, Columns: defaultColumns}
	if size := j.size(); size != nil {
		j.Spec.Terminal = size
	}
	in, ok := j.Factory.IO.In.(*os.File)
	if !ok || !j.Factory.IO.InTTY || j.Background {
		return func() {}, nil
	}
	before, err := term.MakeRaw(int(in.Fd()))
	if err != nil {
		return nil, fmt.Errorf("use the terminal: %w", err)
	}
	return sync.OnceFunc(func() {
		_ = term.Restore(int(in.Fd()), before) // the terminal may be gone
	}), nil
}

// size is that of the terminal that the output goes to, nil for none.
func (j *Job) size() *runner.Terminal {
	out, ok := j.Factory.IO.Out.(*os.File)
	if !ok || !j.Factory.IO.OutTTY {
		return nil
	}
	columns, rows, err := term.GetSize(int(out.Fd()))
	if err != nil || columns <= 0 || rows <= 0 || columns > 0xffff || rows > 0xffff {
		return nil
	}
	return &runner.Terminal{Rows: uint16(rows), Columns: uint16(columns)}
}
