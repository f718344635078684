package launch

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/skillctl/skillctl/engine/exec"
	"github.com/skillctl/skillctl/runner"
)

// TestSeen swaps what a request points to while it is judged.
func TestSeen(t *testing.T) {
	for _, tt := range []struct {
		name string
		swap func(dir string) error
		// changed says that the command is refused, folder that its folder is.
		changed, folder bool
	}{
		{"nothing", func(string) error { return nil }, false, false},
		{"program", func(dir string) error {
			next := filepath.Join(dir, "next")
			return errors.Join(os.WriteFile(next, []byte("#!/bin/sh\nevil\n"), 0o755), os.Rename(next, filepath.Join(dir, "tool")))
		}, true, false},
		{"contents", func(dir string) error {
			return os.WriteFile(filepath.Join(dir, "tool"), []byte("#!/bin/sh\nevil and longer\n"), 0o755)
		}, true, false},
		{"folder", func(dir string) error {
			return errors.Join(os.Rename(filepath.Join(dir, "work"), filepath.Join(dir, "old")), os.Mkdir(filepath.Join(dir, "work"), 0o755))
		}, false, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir, err := filepath.EvalSymlinks(t.TempDir())
			if err != nil {
				t.Fatal(err)
			}
			tool, work := filepath.Join(dir, "tool"), filepath.Join(dir, "work")
			if err := errors.Join(os.WriteFile(tool, []byte("#!/bin/sh\n"), 0o755), os.Mkdir(work, 0o755)); err != nil {
				t.Fatal(err)
			}
			request := exec.Invocation{Argv: []string{tool}, Cwd: work}
			order := Order{
				ID: "x", Request: request, Machine: &exec.Machine{}, Snapshot: TakeSnapshot(request),
				Boundary: runner.Boundary{Sandbox: "landlock", Workspace: runner.Workspace{Path: work}},
			}
			if err := tt.swap(dir); err != nil {
				t.Fatal(err)
			}
			spec, err := Spec(order)
			var changed *runner.ChangedError
			if errors.As(err, &changed) != tt.changed || !tt.changed && err != nil {
				t.Fatalf("%v", err)
			}
			if tt.changed {
				return
			}
			if len(spec.Folders) != 1 || spec.Folders[0].Path != work {
				t.Fatalf("%+v", spec.Folders)
			}
			if err := spec.Folders[0].Unchanged(); errors.As(err, &changed) != tt.folder || !tt.folder && err != nil {
				t.Errorf("%v", err)
			}
		})
	}
}
