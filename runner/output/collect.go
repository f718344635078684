package output

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"sort"
	"strings"

	"github.com/skillctl/skillctl/internal/folder"
	"github.com/skillctl/skillctl/runner"
)

// Folder is where a run left its files.
type Folder struct {
	// Base is a folder that the run could not replace, Path a folder below it,
	// with the system's separators; none of its parts may be a link.
	Base, Path string
}

// In returns the folder that a run wrote, both absolute: below the workspace,
// which the run could not replace, or anywhere.
func In(workspace, place string) Folder {
	if rel, err := filepath.Rel(workspace, place); err == nil && filepath.IsLocal(rel) {
		return Folder{Base: workspace, Path: rel}
	}
	return Folder{Base: filepath.Dir(place), Path: filepath.Base(place)}
}

// Collect copies the files of a folder on this machine that may leave to the
// target of a boundary. A folder that is not there has no files. The run must
// have ended.
//
// The error is about the boundary, the folders, and a full disk; what is wrong
// with a single file is in the report.
func Collect(ctx context.Context, from Folder, o runner.Output) (Report, error) {
	w, err := readWanted(o)
	if err != nil {
		return Report{}, err
	}
	source, err := openSource(from)
	if errors.Is(err, fs.ErrNotExist) {
		return Report{}, nil
	}
	if err != nil {
		return Report{}, err
	}
	defer source.Close()
	if err := apart(filepath.Join(from.Base, from.Path), o.Target); err != nil {
		return Report{}, err
	}
	t, err := openTarget(o.Target)
	if err != nil {
		return Report{}, err
	}
	defer t.close()
	c := &collector{ctx: ctx, wanted: w, source: source, target: t}
	if err := c.folder(".", 0); err != nil {
		return Report{}, err
	}
	return t.commit(&c.report)
}

// openSource opens a folder none of whose parts below the base is a link: the
// run may have put one in the place of its folder.
func openSource(from Folder) (*os.Root, error) {
	root, err := folder.Open(from.Base)
	if err != nil {
		return nil, fmt.Errorf("open the folder of the run: %w", err)
	}
	for part := range strings.SplitSeq(filepath.ToSlash(filepath.Clean(from.Path)), "/") {
		next, err := openPlain(root, part)
		_ = root.Close()
		if err != nil {
			return nil, fmt.Errorf("open the folder that files leave by: %w", err)
		}
		root = next
	}
	return root, nil
}

// openPlain opens a folder that is one, and no link to one.
func openPlain(root *os.Root, name string) (*os.Root, error) {
	before, err := root.Lstat(name)
	if err != nil {
		return nil, err
	}
	if !before.IsDir() {
		return nil, fmt.Errorf("%q is not a folder", name)
	}
	next, err := folder.In(root, name)
	if err != nil {
		return nil, err
	}
	after, err := next.Stat(".")
	if err == nil && !os.SameFile(before, after) {
		err = fmt.Errorf("%q was replaced while it was opened", name)
	}
	if err != nil {
		_ = next.Close()
		return nil, err
	}
	return next, nil
}

// apart refuses folders of which one holds the other.
func apart(source, target string) error {
	real, err := filepath.EvalSymlinks(source)
	if err != nil {
		return fmt.Errorf("open the folder that files leave by: %w", err)
	}
	for _, pair := range [][2]string{{real, target}, {target, real}} {
		if rel, err := filepath.Rel(pair[0], pair[1]); err == nil && (rel == "." || filepath.IsLocal(rel)) {
			return fmt.Errorf("files cannot be copied from %q to %q: one contains the other; name another folder", source, target)
		}
	}
	return nil
}

// collector walks the folder of a run.
type collector struct {
	ctx     context.Context
	wanted  wanted
	source  *os.Root
	target  *target
	report  Report
	entries int
	// full: no more entries are looked at.
	full bool
}

// folder looks at what lies in a folder, in the order of the names.
func (c *collector) folder(name string, depth int) error {
	if depth > maxDepth {
		c.report.leave(plain(name), TooDeep, "it is more than %d folders deep", maxDepth)
		return nil
	}
	list, err := readFolder(c.source, name, maxEntries-c.entries)
	if err != nil {
		c.report.leave(plain(name), Unreadable, "the folder cannot be read: %v", folder.Bare(err).Error())
		return nil
	}
	c.entries += len(list)
	for _, entry := range list {
		if err := c.ctx.Err(); err != nil {
			return fmt.Errorf("take the files of the run: %w", err)
		}
		if err := c.entry(path.Join(name, entry.Name()), entry, depth); err != nil {
			return err
		}
	}
	if c.entries >= maxEntries && !c.full {
		c.full = true
		c.report.leave(plain(name), TooMany, "only %d files and folders are read", maxEntries)
	}
	return nil
}

func (c *collector) entry(name string, entry fs.DirEntry, depth int) error {
	if entry.IsDir() {
		if strings.HasPrefix(entry.Name(), ".") {
			c.report.leave(plain(name), Hidden, "it is a hidden folder")
			return nil
		}
		return c.folder(name, depth+1)
	}
	if why, says := c.wanted.name(name); why != "" {
		c.report.leave(plain(name), why, "%s", says)
		return nil
	}
	file, size, why, says := open(c.source, name)
	if why != "" {
		c.report.leave(name, why, "%s", says)
		return nil
	}
	defer file.Close()
	return c.target.take(&c.report, name, size, c.wanted.size, file)
}

// open opens a file that is plainly one: what is opened must be what was looked
// at, regular, with no other name.
func open(root *os.Root, name string) (*os.File, int64, Reason, string) {
	before, err := root.Lstat(name)
	if err != nil {
		return nil, 0, Unreadable, "it cannot be read: " + folder.Bare(err).Error()
	}
	switch mode := before.Mode(); {
	case mode&fs.ModeSymlink != 0:
		return nil, 0, Link, "it is a link"
	case !mode.IsRegular():
		return nil, 0, NotRegular, "it is not a regular file"
	}
	file, err := root.OpenFile(name, os.O_RDONLY|folder.OpenFlags, 0)
	if err != nil {
		return nil, 0, Unreadable, "it cannot be read: " + folder.Bare(err).Error()
	}
	after, err := file.Stat()
	links, linksErr := names(file)
	why, says := Reason(""), ""
	switch {
	case err != nil || linksErr != nil:
		why, says = Unreadable, "it cannot be read"
	case !os.SameFile(before, after) || !after.Mode().IsRegular():
		why, says = NotRegular, "it was replaced while it was opened"
	case links != 1:
		why, says = HardLink, fmt.Sprintf("the file has %d hard links, and another may be outside the run's reach", links)
	}
	if why != "" {
		_ = file.Close()
		return nil, 0, why, says
	}
	return file, after.Size(), "", ""
}

func readFolder(root *os.Root, name string, most int) ([]fs.DirEntry, error) {
	dir, err := root.OpenFile(filepath.FromSlash(name), os.O_RDONLY|folder.OpenFlags, 0)
	if err != nil {
		return nil, err
	}
	defer dir.Close()
	if most <= 0 {
		return nil, nil
	}
	list, err := dir.ReadDir(most)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	sort.Slice(list, func(i, j int) bool { return list[i].Name() < list[j].Name() })
	return list, nil
}
