package baseline

import (
	"os"
	"path/filepath"

	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/internal/folder"
)

// Scope says what a run looked at. Of all else nobody knows whether it is still so: a
// baseline keeps that.
type Scope struct {
	// Asked says whether a rule was asked about a file, an absolute path. Nil means
	// that all were.
	Asked func(rule, file string) bool
	// Seen says whether a file, an absolute path, was among those that were read, or would
	// have been if it were there. Nil means that all were.
	Seen func(file string) bool
}

func (s Scope) looked(rule, file string) bool {
	return (s.Seen == nil || s.Seen(file)) && (s.Asked == nil || s.Asked(rule, file))
}

// Home is the folder that the files of a new baseline begin in: the first one that all
// findings of the report lie in, so that it holds wherever the project is moved to; the
// folder of the baseline file is the first that is asked.
func Home(r engine.Report, dirs ...string) string {
	for _, dir := range dirs {
		from, err := filepath.Abs(folder.From(r.Dir, dir))
		if err != nil {
			continue
		}
		all := true
		for _, f := range r.All() {
			file, err := filepath.Abs(folder.From(r.Dir, filepath.FromSlash(f.File)))
			all = all && err == nil && folder.Within(file, from)
		}
		if all {
			return dir
		}
	}
	return dirs[0]
}

// From is the baseline with its files beginning in the first of some folders, as seen
// from start, in which there is one of them. The file may have been moved, or written
// outside of the project: the folder that it stands in is the first that is asked, then
// come the project and the working directory. found is false where no file is there.
func (b Baseline) From(start string, dirs ...string) (_ Baseline, found bool) {
	for _, dir := range append([]string{b.dir}, dirs...) {
		moved := Baseline{Entries: b.Entries, dir: dir}
		for _, e := range b.Entries {
			if _, err := os.Lstat(moved.path(start, e)); err == nil {
				return moved, true
			}
		}
	}
	return b, len(b.Entries) == 0
}

// Dir is the folder that the files of the baseline begin in.
func (b Baseline) Dir() string { return b.dir }

// path is the absolute path of the file of an entry.
func (b Baseline) path(start string, e Entry) string {
	name := filepath.Join(b.dir, filepath.FromSlash(e.File))
	if filepath.IsAbs(filepath.FromSlash(e.File)) {
		name = filepath.FromSlash(e.File)
	}
	full, err := filepath.Abs(folder.From(start, name))
	if err != nil {
		return name
	}
	return full
}
