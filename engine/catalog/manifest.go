package catalog

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	folders "github.com/skillctl/skillctl/internal/folder"
	"github.com/skillctl/skillctl/internal/owner"
)

// read fills in what is so about the manifest of a candidate. Nothing but a
// regular file is opened, and only through the folder that it lies in.
func (l *Layout) read(c *Candidate, most int64) {
	place, info, err := l.manifestOf(c.Real)
	if missing(err) {
		c.Absent = AbsentFile
		return
	}
	m := &ManifestFile{Name: filepath.Base(place), Type: TypeMissing, Owner: -1}
	c.Manifest = m
	if err != nil {
		m.fail(err)
		return
	}
	m.Real = place
	if m.Link = info.Mode()&fs.ModeSymlink != 0; m.Link {
		if m.Real, err = realOf(place); err == nil {
			info, err = os.Lstat(m.Real)
		}
		if err != nil {
			m.fail(err)
			return
		}
	}
	m.Inside = folders.Within(m.Real, c.Real)
	if m.fill(info); !m.Inside || m.Type != TypeRegular {
		return
	}
	root, err := folders.Open(c.Real)
	if err != nil {
		m.fail(err)
		return
	}
	defer func() { _ = root.Close() }()
	source, err := readInside(root, c.Real, m, most)
	if err != nil {
		m.fail(err)
		return
	}
	sum := sha256.Sum256(source)
	m.Digest = "sha256:" + hex.EncodeToString(sum[:])
	if m.Size > most {
		m.Digest, m.Problem = "", ProblemBound
		return
	}
	c.Skill = l.View(Manifest{Name: m.Name, Dir: filepath.Base(c.Path), Path: c.Path, Source: source, Folder: root})
	if l.Apart {
		c.Skill.Slot = c.Real
	}
	c.Skill.Plain, c.Skill.Odd = plainName(c.Skill.Name), oddIn(c.Skill.Name)
}

// manifestOf finds the manifest in a folder, the best that there is.
func (l *Layout) manifestOf(folder string) (place string, info fs.FileInfo, err error) {
	for _, name := range l.Manifests {
		place = filepath.Join(folder, name)
		if info, err = os.Lstat(place); !missing(err) {
			break
		}
	}
	return place, info, err
}

// fail notes why the manifest is not read.
func (m *ManifestFile) fail(err error) {
	m.Problem, m.Error = problemOf(err), folders.Cause(err).Error()
	switch {
	case errors.Is(err, errChanged):
		m.Problem = ProblemChanged
	case m.Problem == ProblemMissing && !m.Link, m.Problem == ProblemNotFolder:
		m.Problem = ProblemVanished
	}
}

// errChanged says that what was opened is not what was looked at.
var errChanged = errors.New("it changed while it was read")

func (m *ManifestFile) fill(info os.FileInfo) {
	m.Nlink, m.Owner = int(owner.Names(info)), -1
	if uid, _, ok := owner.Of(info); ok {
		m.Owner = int(uid)
	}
	m.Size, m.Mode = info.Size(), fmt.Sprintf("%04o", info.Mode().Perm())
	switch {
	case info.Mode().IsRegular():
		m.Type = TypeRegular
	case info.IsDir():
		m.Type, m.Size, m.Nlink = TypeFolder, 0, 1
	default:
		m.Type = TypeOther
	}
}

// readInside reads the manifest. What was opened is what is described.
func readInside(root *os.Root, real string, m *ManifestFile, most int64) ([]byte, error) {
	name, err := filepath.Rel(real, m.Real)
	if err != nil {
		return nil, err
	}
	file, err := root.OpenFile(name, os.O_RDONLY|folders.NoWait, 0)
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }()
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	if m.fill(info); m.Type != TypeRegular {
		return nil, errChanged
	}
	return io.ReadAll(io.LimitReader(file, most))
}
