package output

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strconv"

	"github.com/skillctl/skillctl/internal/folder"
)

// target is the folder that files go to. They are written to a hidden folder in
// it first and moved to their places when all have come.
type target struct {
	root, stage *os.Root
	stageName   string
	staged      []staged
}

type staged struct {
	Taken
	name string
}

// openTarget opens the folder, and makes it, for its owner alone, where there is
// none. A path through a link is refused: what was judged is the path.
func openTarget(dir string) (*target, error) {
	if !filepath.IsAbs(dir) {
		return nil, fmt.Errorf("files cannot be copied to %q: the path must be absolute", dir)
	}
	dir = filepath.Clean(dir)
	parent, err := filepath.EvalSymlinks(filepath.Dir(dir))
	if err != nil {
		return nil, fmt.Errorf("open the folder that files go to: %w", err)
	}
	if real := filepath.Join(parent, filepath.Base(dir)); real != dir {
		return nil, fmt.Errorf("files cannot be copied to %q, which leads through a link to %q: name that folder", dir, real)
	}
	above, err := folder.Open(parent)
	if err != nil {
		return nil, fmt.Errorf("open the folder that files go to: %w", err)
	}
	defer above.Close()
	name := filepath.Base(dir)
	if err := above.Mkdir(name, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return nil, fmt.Errorf("make the folder that files go to: %w", err)
	}
	root, err := openPlain(above, name)
	if err != nil {
		return nil, fmt.Errorf("open the folder that files go to: %w", err)
	}
	t := &target{root: root, stageName: ".skillctl-" + rand.Text()}
	if err := root.Mkdir(t.stageName, 0o700); err != nil {
		_ = root.Close()
		return nil, fmt.Errorf("write to the folder that files go to: %w", err)
	}
	if t.stage, err = openPlain(root, t.stageName); err != nil {
		t.close()
		return nil, fmt.Errorf("write to the folder that files go to: %w", err)
	}
	return t, nil
}

// take copies one file. What it has too much of is a reason to leave it; what the
// disk has too little of is an error.
func (t *target) take(report *Report, name string, size, most int64, from io.Reader) error {
	switch {
	case size > most:
		report.leave(name, TooLarge, "it has %d bytes; %d more may be copied out", size, most)
		return nil
	case len(t.staged) >= maxTaken:
		report.leave(name, TooMany, "at most %d files are copied out", maxTaken)
		return nil
	}
	s := staged{Taken: Taken{Path: name}, name: strconv.Itoa(len(t.staged))}
	file, err := t.stage.OpenFile(s.name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return fmt.Errorf("copy %q: %w", name, err)
	}
	digest := sha256.New()
	reader := &source{Reader: io.LimitReader(from, most+1)}
	s.Size, err = io.Copy(io.MultiWriter(file, digest), reader)
	if err = errors.Join(err, file.Close()); err != nil && reader.failed == nil {
		return fmt.Errorf("copy %q: %w", name, err)
	}
	switch {
	case reader.failed != nil:
		report.leave(name, Unreadable, "it cannot be read: %s", folder.Bare(reader.failed).Error())
	case s.Size > most:
		report.leave(name, TooLarge, "it has more than the %d bytes that may be copied out", most)
	default:
		s.Digest = "sha256:" + hex.EncodeToString(digest.Sum(nil))
		t.staged = append(t.staged, s)
		return nil
	}
	if err := t.stage.Remove(s.name); err != nil {
		return fmt.Errorf("copy %q: %w", name, err)
	}
	return nil
}

// source remembers whether it was the reading that failed.
type source struct {
	io.Reader
	failed error
}

func (s *source) Read(p []byte) (int, error) {
	n, err := s.Reader.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		s.failed = err
	}
	return n, err
}

// commit moves every file to its place. It replaces files, and nothing else.
func (t *target) commit(report *Report) (Report, error) {
	for _, s := range t.staged {
		if says := t.blocked(s.Path); says != "" {
			report.leave(s.Path, InTheWay, "%s", says)
			continue
		}
		if err := t.root.Rename(path.Join(t.stageName, s.name), filepath.FromSlash(s.Path)); err != nil {
			return Report{}, fmt.Errorf("put %q in its place: %w", s.Path, err)
		}
		report.Taken = append(report.Taken, s.Taken)
	}
	report.sort()
	return *report, nil
}

// blocked makes the folders above a place and says what is in the way of it.
func (t *target) blocked(name string) string {
	for i, c := range name {
		if c != '/' {
			continue
		}
		dir := name[:i]
		if err := t.root.Mkdir(dir, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
			return fmt.Sprintf("the folder %s cannot be made: %s", dir, folder.Bare(err).Error())
		}
		if info, err := t.root.Lstat(dir); err != nil || !info.IsDir() {
			return fmt.Sprintf("its target folder %s is not a folder", dir)
		}
	}
	info, err := t.root.Lstat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return ""
	case err != nil:
		return "its target cannot be read: " + folder.Bare(err).Error()
	case !info.Mode().IsRegular():
		return "its target exists and is not a regular file"
	}
	return ""
}

func (t *target) close() {
	if t.stage != nil {
		_ = t.stage.Close()
	}
	_ = t.root.RemoveAll(t.stageName)
	_ = t.root.Close()
}
