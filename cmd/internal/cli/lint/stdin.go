package lint

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/report/source"
	"github.com/skillctl/skillctl/internal/folder"
)

// stdinPath is the path that stands for standard input.
const stdinPath = "-"

// What is copied of the skill that a file on standard input belongs to, so that links
// to its other files lead somewhere.
const (
	maxCopied  = 4_000
	copiedSize = 64 << 20 // bytes
)

// checkStdin refuses what has no meaning for standard input.
func (o *lintOptions) checkStdin() error {
	switch {
	case !slices.Contains(o.paths, stdinPath) && o.stdinName == "":
		return nil
	case len(o.paths) != 1 || o.paths[0] != stdinPath:
		return kit.Usagef("--stdin-filename says what standard input is; give %q as the only path", stdinPath)
	case o.stdinName == "":
		return kit.Usagef("the path %q stands for standard input; say with --stdin-filename which file it is, such as skills/demo/SKILL.md", stdinPath)
	case o.fix != fixNone || o.diff || o.watch || o.writeBaseline:
		return kit.Usagef("--fix, --diff, --watch and --write-baseline need files; they cannot be used with standard input")
	}
	return nil
}

// stdin lays what stands on standard input out as the file that it is said to be, with
// the rest of its skill, below a private folder; undo removes that.
func (o *lintOptions) stdin(ctx context.Context) (undo func(), err error) {
	streams := o.factory.IO
	text, err := io.ReadAll(io.LimitReader(streams.In, source.MaxFile+1))
	if err != nil {
		return nil, fmt.Errorf("read standard input: %w", err)
	}
	if len(text) > source.MaxFile {
		return nil, kit.Usagef("standard input is larger than %d MiB", source.MaxFile>>20)
	}
	here, err := streams.Abs(".")
	if err != nil {
		return nil, err
	}
	file, err := streams.Abs(o.stdinName)
	if err != nil {
		return nil, err
	}
	scratch, err := os.MkdirTemp(streams.TempDir(), "skillctl-stdin-")
	if err != nil {
		return nil, fmt.Errorf("make a folder for standard input: %w", err)
	}
	before := streams.Dir
	undo = func() {
		streams.Dir = before
		_ = os.RemoveAll(scratch)
	}
	inside := func(name string) string {
		return filepath.Join(scratch, strings.TrimPrefix(name, filepath.VolumeName(name)))
	}
	skill := skillOf(file)
	err = os.MkdirAll(inside(here), 0o700)
	if err == nil && skill != "" {
		err = copySkill(ctx, skill, inside(skill))
	}
	if err == nil {
		err = os.MkdirAll(filepath.Dir(inside(file)), 0o700)
	}
	if err == nil {
		_ = os.Remove(inside(file)) // it may be a link
		err = os.WriteFile(inside(file), text, 0o600)
	}
	if err != nil {
		undo()
		return nil, err
	}
	target := file
	if skill != "" {
		target = skill
	}
	for _, one := range []struct {
		name string
		to   *string
	}{{target, &o.paths[0]}, {file, &o.stdinName}} {
		rel, err := filepath.Rel(here, one.name)
		if err != nil {
			undo()
			return nil, fmt.Errorf("find %q from the working folder: %w", one.name, err)
		}
		*one.to = filepath.ToSlash(rel)
	}
	streams.Dir = inside(here)
	return undo, nil
}

// skillOf is the folder of the skill that a file belongs to, "" for none.
func skillOf(file string) string {
	manifest := func(name string) bool { return name == "SKILL.md" || name == "SKILL.toml" }
	if manifest(filepath.Base(file)) {
		return filepath.Dir(file)
	}
	for dir := filepath.Dir(file); dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		if entries, err := os.ReadDir(dir); err == nil && slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return manifest(e.Name()) }) {
			return dir
		}
	}
	return ""
}

// copySkill copies a folder; links stay links, and nothing else that is special is
// copied. One that is not there is an empty one.
func copySkill(ctx context.Context, from, to string) error {
	count, size := 0, int64(0)
	return filepath.WalkDir(from, func(name string, entry fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) && name == from {
			return os.MkdirAll(to, 0o700)
		}
		if err != nil {
			return err
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		rel, err := filepath.Rel(from, name)
		if err != nil {
			return err
		}
		if count++; count > maxCopied {
			return kit.Usagef("the skill %q has more than %d files; lint the folder", from, maxCopied)
		}
		copied := filepath.Join(to, rel)
		switch {
		case entry.IsDir() && entry.Name() == ".git" && name != from:
			return filepath.SkipDir
		case entry.IsDir():
			return os.MkdirAll(copied, 0o700)
		case entry.Type()&fs.ModeSymlink != 0:
			target, err := os.Readlink(name)
			if err != nil {
				return err
			}
			return os.Symlink(target, copied) //nolint:gosec // copied lies in a private folder
		case !entry.Type().IsRegular():
			return nil
		}
		n, err := copyFile(name, copied, copiedSize-size)
		size += n
		return err
	})
}

func copyFile(from, to string, most int64) (int64, error) {
	in, err := os.OpenFile(from, os.O_RDONLY|folder.OpenFlags, 0)
	if err != nil {
		return 0, err
	}
	defer func() { _ = in.Close() }()
	info, err := in.Stat()
	if err != nil {
		return 0, err
	}
	if !info.Mode().IsRegular() {
		return 0, nil
	}
	if info.Size() > most {
		return 0, kit.Usagef("the skill of %q is larger than %d MiB; lint the folder", from, copiedSize>>20)
	}
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, info.Mode().Perm()|0o200)
	if err != nil {
		return 0, err
	}
	n, err := io.Copy(out, io.LimitReader(in, most))
	return n, errors.Join(err, out.Close())
}

// only keeps the findings about one file.
func only(r *engine.Report, file string) {
	other := func(f engine.Finding) bool { return f.File != file }
	for i := range r.Skills {
		r.Skills[i].Findings = slices.DeleteFunc(r.Skills[i].Findings, other)
	}
	for i := range r.Projects {
		r.Projects[i].Findings = slices.DeleteFunc(r.Projects[i].Findings, other)
	}
	for i := range r.Configs {
		r.Configs[i].Findings = slices.DeleteFunc(r.Configs[i].Findings, other)
	}
	r.Findings = slices.DeleteFunc(r.Findings, other)
	r.Unused = nil
	r.Summarise()
}
