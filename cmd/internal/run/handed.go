package run

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/skillctl/skillctl/internal/folder"
	"github.com/skillctl/skillctl/runner"
	"github.com/skillctl/skillctl/runner/docker"
)

// handedFolders begins the names of folders that containers leave their files in.
const handedFolders = "skillctl-output-"

// handOutput makes the folder that a run is to leave its files in, where that lies
// outside of the working directory, and gives it to the run. A container is given an
// empty one of its own; on this machine it is the folder itself.
func (j *Job) handOutput() error {
	b := &j.Boundary
	if b.Output == nil || !filepath.IsAbs(b.Output.Source) {
		return nil
	}
	source := b.Output.Source
	if b.Sandbox == docker.Name {
		given := slices.ContainsFunc(b.Docker.Binds, func(bind runner.Bind) bool { return bind.Target == source })
		if given || folder.Within(source, workspaceInside) || b.Host == "node" {
			return nil
		}
		dir, err := os.MkdirTemp("", handedFolders)
		if err != nil {
			return fmt.Errorf("make a folder for the files of the run: %w", err)
		}
		b.Output.Handed = filepath.Join(dir, "files")
		if err := os.Mkdir(b.Output.Handed, 0o700); err != nil {
			return fmt.Errorf("make a folder for the files of the run: %w", err)
		}
		// The user in the container is another one, and the folder around it is closed.
		if err := os.Chmod(b.Output.Handed, 0o777); err != nil {
			return fmt.Errorf("make a folder for the files of the run: %w", err)
		}
		b.Docker.Binds = append(slices.Clip(b.Docker.Binds), runner.Bind{Source: b.Output.Handed, Target: source, Write: true})
		return makeFolders(filepath.Dir(b.Output.Target))
	}
	if folder.Within(source, b.Workspace.Path) {
		return nil
	}
	if err := makeFolders(source); err != nil {
		return err
	}
	b.Write = append(slices.Clip(b.Write), source)
	return nil
}

// makeFolders makes a folder and those on the way, for this user alone, where they
// are not there yet. A link is not followed.
func makeFolders(dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("make the folder that files go to: %w", err)
	}
	if real, err := filepath.EvalSymlinks(dir); err != nil || real != filepath.Clean(dir) {
		return errors.Join(err, fmt.Errorf("the folder %q leads through a link: name the folder itself", dir))
	}
	return nil
}

// handed is the folder that a container leaves its files in, "" for none of its own.
func handed(b runner.Boundary) string {
	if b.Output == nil {
		return ""
	}
	return b.Output.Handed
}

// dropHanded removes the folder that a container left its files in.
func dropHanded(b runner.Boundary) error {
	if handed(b) == "" {
		return nil
	}
	if err := os.RemoveAll(filepath.Dir(b.Output.Handed)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("remove the folder that the run left its files in: %w", err)
	}
	return nil
}
