// Package source reads the files that a report speaks of. It opens regular
// files only, below the folder of the skill or beside the configuration file
// that they belong to, and follows no link there.
package source

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/internal/folder"
)

// MaxFile is the size of the largest file that is read, in bytes. Manifests
// and configuration files are far below.
const MaxFile = 16 << 20

// ErrSwapped says that a file or folder was replaced while it was opened.
var ErrSwapped = errors.New("it was replaced while it was read; run again")

// Place is where a file stands: a folder that the user named or that discovery
// found, and the slash path below it.
type Place struct {
	Root, Rel string
	// Dir is where a relative Root begins, "" for the working directory.
	Dir string
}

func (p Place) folder() string { return folder.From(p.Dir, filepath.FromSlash(p.Root)) }

// Find returns the place of a file of a report.
func Find(r engine.Report, file string) (Place, error) {
	best, found := Place{}, false
	for _, s := range slices.Concat(r.Skills, r.Projects) {
		if rel, ok := below(s.Path, file); ok && (!found || len(s.Path) > len(best.Root)) {
			best, found = Place{Root: s.Path, Rel: rel}, true
		}
	}
	for _, c := range r.Configs {
		if path.Clean(c.Path) == path.Clean(file) {
			best, found = Place{Root: path.Dir(c.Path), Rel: path.Base(c.Path)}, true
		}
	}
	if !found {
		best, found = included(r, file)
	}
	if !found || !fs.ValidPath(best.Rel) || best.Rel == "." {
		return Place{}, errors.New("it is not part of a skill, project or configuration file of this run")
	}
	best.Dir = r.Dir
	return best, nil
}

// included finds a file that a configuration file includes: such files stand in
// its folder or below, and the report names those that it has something to say
// of.
func included(r engine.Report, file string) (Place, bool) {
	for _, c := range r.Configs {
		root := path.Dir(c.Path)
		rel, ok := below(root, file)
		if !ok {
			continue
		}
		for _, f := range c.Findings {
			if f.File == file || slices.ContainsFunc(f.Related, func(r engine.Related) bool { return r.File == file }) {
				return Place{Root: root, Rel: rel}, true
			}
		}
	}
	return Place{}, false
}

// below returns file as seen from dir; both are slash paths as the user gave
// them.
func below(dir, file string) (string, bool) {
	dir, file = path.Clean(dir), path.Clean(file)
	if dir == "." {
		return file, !strings.HasPrefix(file, "/") && file != ".." && !strings.HasPrefix(file, "../")
	}
	return strings.CutPrefix(file, strings.TrimSuffix(dir, "/")+"/")
}

// Open opens the folder of the place, which may be a link: the user named it.
func (p Place) Open() (*os.Root, error) {
	root, err := folder.Open(p.folder())
	if err != nil {
		return nil, Bare(err)
	}
	return root, nil
}

// OpenUnlinked opens the folder of the place for writing in it. It must not be
// a link: what is behind one may belong to somebody else.
func (p Place) OpenUnlinked() (*os.Root, error) {
	info, err := os.Lstat(p.folder())
	if err != nil {
		return nil, Bare(err)
	}
	if !info.IsDir() {
		return nil, fmt.Errorf("%q is a link; name the folder that it leads to", p.Root)
	}
	root, err := p.Open()
	if err != nil {
		return nil, err
	}
	now, err := root.Stat(".")
	if err != nil || !os.SameFile(info, now) {
		return nil, errors.Join(ErrSwapped, root.Close())
	}
	return root, nil
}

// Read returns the text of the file in an opened folder, and what it is.
func (p Place) Read(root *os.Root) ([]byte, fs.FileInfo, error) {
	before, err := p.inspect(root)
	if err != nil {
		return nil, nil, err
	}
	// Without O_NONBLOCK a pipe that was put in the place of the file would
	// keep this waiting for a writer.
	file, err := root.OpenFile(filepath.FromSlash(p.Rel), os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, nil, Bare(err)
	}
	defer func() { _ = file.Close() }()
	info, err := file.Stat()
	if err != nil {
		return nil, nil, Bare(err)
	}
	if !os.SameFile(before, info) {
		return nil, nil, ErrSwapped
	}
	text, err := io.ReadAll(io.LimitReader(file, MaxFile+1))
	if err != nil {
		return nil, nil, Bare(err)
	}
	if len(text) > MaxFile {
		return nil, nil, fmt.Errorf("it is larger than %d MiB", MaxFile>>20)
	}
	return text, info, nil
}

// inspect makes sure that the file is a regular one and that no part of the path
// to it is a link.
func (p Place) inspect(root *os.Root) (fs.FileInfo, error) {
	parts := strings.Split(p.Rel, "/")
	for i := range parts {
		name := path.Join(parts[:i+1]...)
		info, err := root.Lstat(filepath.FromSlash(name))
		switch {
		case err != nil:
			return nil, Bare(err)
		case info.Mode()&fs.ModeSymlink != 0:
			return nil, fmt.Errorf("%q is a link; links are not followed", name)
		case i == len(parts)-1 && !info.Mode().IsRegular():
			return nil, errors.New("it is not a regular file")
		case i == len(parts)-1:
			return info, nil
		}
	}
	return nil, errors.New("it has no name")
}

// Bare takes operation and path off an error of package os: messages name the
// file as the user does.
func Bare(err error) error {
	var pathError *fs.PathError
	if errors.As(err, &pathError) {
		return pathError.Err
	}
	var linkError *os.LinkError
	if errors.As(err, &linkError) {
		return linkError.Err
	}
	return err
}

// Reader returns a function that reads the files of a report, for the source
// frames of formats.
func Reader(r engine.Report) func(file string) ([]byte, error) {
	return func(file string) ([]byte, error) {
		p, err := Find(r, file)
		if err != nil {
			return nil, err
		}
		root, err := p.Open()
		if err != nil {
			return nil, err
		}
		defer func() { _ = root.Close() }()
		text, _, err := p.Read(root)
		return text, err
	}
}
