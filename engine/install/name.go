package install

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"github.com/skillctl/skillctl/engine/catalog"
	"github.com/skillctl/skillctl/engine/lint"
	"github.com/skillctl/skillctl/engine/skill"
	"github.com/skillctl/skillctl/internal/folder"
)

// takenName is the name of a skill that is on this machine.
type takenName struct {
	Name string `json:"name"`
	// Dir is the base name of its folder, Where the folder.
	Dir   string `json:"dir"`
	Where string `json:"where"`
}

// maxTaken bounds how many skills of the machine are asked for their names.
const maxTaken = 1_000

// takenNames are the names of the skills in some folders, without the one at
// real. A folder that is not there holds none.
func takenNames(ctx context.Context, dirs []string, real string) ([]takenName, error) {
	out := []takenName{}
	for _, dir := range dirs {
		found, err := catalog.Discover(ctx, []string{dir})
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("look for skills in %q of install.names.dirs: %s", dir, plainProblem(err))
		}
		for i := range found.Skills {
			one := &found.Skills[i]
			if one.Real == real || one.Unseen != "" {
				continue // itself, and what no host looks for
			}
			if len(out) == maxTaken {
				return nil, fmt.Errorf("the folders of install.names.dirs hold more than %d skills", maxTaken)
			}
			name, err := nameAt(ctx, one)
			if err != nil {
				return nil, fmt.Errorf("read %q of install.names.dirs: %s", one.Path, plainProblem(err))
			}
			out = append(out, takenName{Name: name, Dir: filepath.Base(one.Real), Where: filepath.ToSlash(one.Path)})
		}
	}
	return out, nil
}

// nameAt is the name of a skill.
func nameAt(ctx context.Context, one *catalog.Skill) (string, error) {
	root, err := folder.Open(one.Real)
	if err != nil {
		return "", err
	}
	defer func() { _ = root.Close() }()
	read, err := skill.ReadManifest(ctx, root, one.Path, skill.WithDir(filepath.Base(one.Real)))
	if err != nil {
		return "", err
	}
	return lint.NameOf(read), nil
}
