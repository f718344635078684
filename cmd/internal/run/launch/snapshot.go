package launch

import (
	"io/fs"
	"os"

	"github.com/skillctl/skillctl/engine/exec"
	"github.com/skillctl/skillctl/runner"
)

// Snapshot is what stood where a request points before it was judged. What runs has to
// be the same.
type Snapshot struct {
	folder  runner.Pin
	path    string
	program fs.FileInfo
}

// TakeSnapshot notes the working directory and the program of a request. What is not there is
// not noted: it cannot run either.
func TakeSnapshot(r exec.Invocation) *Snapshot {
	s := &Snapshot{}
	s.folder, _ = runner.Folder(r.Cwd)
	o := Order{Request: r}
	argv, err := o.argv()
	if err != nil {
		return s
	}
	if found := o.search().Resolve(argv[0]); found.Found {
		if info, err := os.Stat(found.Path); err == nil {
			s.path, s.program = found.Path, info
		}
	}
	return s
}

// hold pins a command to what was seen; s may be nil.
func (s *Snapshot) hold(spec *runner.Spec) error {
	if s == nil {
		return nil
	}
	folder := s.folder
	if folder.Path != spec.Dir {
		now, err := runner.Folder(spec.Dir)
		if err != nil {
			return err
		}
		folder = now
	}
	spec.Folders = []runner.Pin{folder}
	if spec.Program == nil || s.path != spec.Program.Path {
		return nil
	}
	now, err := os.Stat(s.path)
	if err != nil {
		return &runner.ChangedError{Path: s.path, Want: "the program that was judged", Got: "gone"}
	}
	if !os.SameFile(s.program, now) || now.Size() != s.program.Size() || !now.ModTime().Equal(s.program.ModTime()) {
		return &runner.ChangedError{Path: s.path, Want: "the program that was judged", Got: "another one, or a changed one"}
	}
	return nil
}
