package policy

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/cmd/internal/cli/layout"
	"github.com/skillctl/skillctl/engine/argv"
	"github.com/skillctl/skillctl/engine/report/format"
	"github.com/skillctl/skillctl/engine/report/source"
	"github.com/skillctl/skillctl/examples"
)

// exampleFolder is where the example is written when no folder is named.
const exampleFolder = "skillctl-example"

// exampleRun writes skills that have something to be found in them. Nothing that is
// there is touched, with --force or without: the folder is the example's own.
func exampleRun(o *initOptions) error {
	if o.force {
		return kit.Usagef("--force is for settings; the example is written into a folder that is empty or missing")
	}
	at := o.factory.IO.At(o.dir)
	loads, err := loadedFrom(at)
	if err != nil {
		return err
	}
	if loads {
		return kit.Usagef("agents load skills from %q, and one of the example would steal a key there; name another folder", o.dir)
	}
	entries, err := os.ReadDir(at)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return fmt.Errorf("write the example to %q: %w", o.dir, source.Bare(err))
	case len(entries) > 0:
		return kit.Usagef("%q is not empty; name a folder that is empty or missing", o.dir)
	}
	if err := os.CopyFS(at, examples.Bad()); err != nil {
		return fmt.Errorf("write the example to %q: %w", o.dir, source.Bare(err))
	}
	names, err := exampleSkills()
	if err != nil {
		return err
	}
	shown := filepath.ToSlash(filepath.Clean(o.dir))
	_, err = fmt.Fprintf(o.factory.IO.Out, "wrote %s and a configuration to %s: %s\nnext: skillctl lint %s\n",
		layout.Count(len(names), "skill"), format.Escape(shown), strings.Join(names, ", "), format.Escape(argv.Quote(shown)))
	return err
}

// exampleSkills are the names of the skills in the example.
func exampleSkills() ([]string, error) {
	manifests, err := fs.Glob(examples.Bad(), "*/SKILL.md")
	if err != nil {
		return nil, err
	}
	names := make([]string, 0, len(manifests))
	for _, manifest := range manifests {
		names = append(names, path.Dir(manifest))
	}
	return names, nil
}

// loadedFrom reports whether an agent would load skills from a folder, by its name
// or that of one it lies in: agents load from folders named skills, those of the
// user and of projects from ones in a hidden folder of the agent.
func loadedFrom(dir string) (bool, error) {
	full, err := filepath.Abs(dir)
	if err != nil {
		return false, err
	}
	// What does not exist yet lies where the links before it lead.
	rest := ""
	for {
		if real, err := filepath.EvalSymlinks(full); err == nil {
			full = filepath.Join(real, rest)
			break
		}
		above := filepath.Dir(full)
		if above == full {
			break
		}
		full, rest = above, filepath.Join(filepath.Base(full), rest)
	}
	for part := range strings.SplitSeq(filepath.ToSlash(full), "/") {
		if strings.EqualFold(part, "skills") {
			return true, nil
		}
	}
	return false, nil
}
