package settings

import (
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/skillctl/skillctl/internal/folder"
)

// Change is when a file of settings, or a link that leads to it, last changed.
// Path is absolute; of a link it is the link's own, in a folder without links.
type Change struct {
	Path string
	At   time.Time
}

// ProjectChanges says of the project's settings when what their name and their
// content depend on last changed: the name itself, and what it leads to. There
// are none where the settings were named, or are not there.
func (s *Settings) ProjectChanges() ([]Change, error) {
	if s.project == "" {
		return nil, nil
	}
	dir, err := filepath.EvalSymlinks(filepath.Dir(s.project))
	if err != nil {
		return nil, fmt.Errorf("read settings %q: %w", s.project, folder.Bare(err))
	}
	named := filepath.Join(dir, filepath.Base(s.project))
	real, err := filepath.EvalSymlinks(named)
	if err != nil {
		return nil, fmt.Errorf("read settings %q: %w", s.project, folder.Bare(err))
	}
	out := make([]Change, 0, 2)
	for _, path := range []string{named, real} {
		info, err := os.Lstat(path)
		if err != nil {
			return nil, fmt.Errorf("read settings %q: %w", s.project, folder.Bare(err))
		}
		out = append(out, Change{Path: path, At: folder.ChangedAt(info)})
		if named == real {
			break
		}
	}
	return out, nil
}

// WrittenError is a file of settings that a run wrote, or may have written: it
// would draw its own boundary with it.
type WrittenError struct {
	// File is the settings file, Run the id of the run.
	File, Run string
}

// Error names the file and the run and what to do.
func (e *WrittenError) Error() string {
	return fmt.Sprintf("settings %q are not used: they were changed while run %s could write there; read them, "+
		"then delete them, save them again when that run is over if they are yours, or leave them out with --no-config", e.File, e.Run)
}
