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

	"github.com/skillctl/skillctl/engine/host/openclaw"
	folders "github.com/skillctl/skillctl/internal/folder"
	"github.com/skillctl/skillctl/internal/owner"
)

// How much of a manifest is read, in bytes: OpenClaw reads a quarter of the
// least unless its settings say more, and we never read more than the most.
const (
	leastManifest = 1 << 20
	mostManifest  = 16 << 20
)

// maxOrigin is how much of a file that an installer leaves is read, in bytes.
const maxOrigin = 16 << 10

// manifestBytes is how much of a manifest is read.
func manifestBytes(limits Limits) int64 {
	return int64(min(max(limits.FileBytes, leastManifest), mostManifest))
}

// read fills in what is so about the manifest of a candidate. Nothing but a
// regular file is opened, and only through the folder that it lies in.
func (h *Host) read(c *Candidate, most int64) {
	place, info, err := h.manifestOf(c.Real)
	if folders.Missing(err) {
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
	switch {
	case m.Size > most:
		m.Digest, m.Problem = "", ProblemBound
		return
	case m.Name == tomlManifest:
		c.Skill = tomlView(filepath.Base(c.Path), source)
	case h.foreign():
		c.Skill = foreignView(viewOf(filepath.Base(c.Path), source, nil), h.Dialect)
	default:
		c.Skill = viewOf(filepath.Base(c.Path), source, origin(root))
	}
	c.Skill.Plain, c.Skill.Odd = plainName(c.Skill.Name), oddIn(c.Skill.Name)
}

// manifestOf finds the manifest in a folder, the best that there is.
func (h *Host) manifestOf(folder string) (place string, info fs.FileInfo, err error) {
	for _, name := range h.manifests() {
		place = filepath.Join(folder, name)
		if info, err = os.Lstat(place); !folders.Missing(err) {
			break
		}
	}
	return place, info, err
}

// fail notes why the manifest is not read.
func (m *ManifestFile) fail(err error) {
	m.Problem, m.Error = problemOf(err), folders.Bare(err).Error()
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

// origin reads what an installer noted, nil when it did not.
func origin(root *os.Root) []byte {
	const name = ".openclaw/source-origin.json"
	if info, err := root.Lstat(name); err != nil || !info.Mode().IsRegular() {
		return nil
	}
	file, err := root.OpenFile(name, os.O_RDONLY|folders.NoWait, 0)
	if err != nil {
		return nil
	}
	defer func() { _ = file.Close() }()
	info, err := file.Stat()
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxOrigin {
		return nil
	}
	text, err := io.ReadAll(io.LimitReader(file, maxOrigin))
	if err != nil {
		return nil
	}
	return text
}

func viewOf(dir string, source, origin []byte) *SkillView {
	read := openclaw.ReadManifest(dir, source, origin)
	view := &SkillView{OS: []string{}, Bins: []string{}, AnyBins: []string{}, Env: []string{}, Config: []string{}}
	if read.Problem != nil {
		view.Problem, view.Line = read.Problem.Message, read.Problem.Span.Start.Line
		return view
	}
	oc := read.View
	view.Name, view.Description, view.Key, view.Bare = oc.Name, read.Description, oc.Key, read.Bare
	view.Discarded = oc.Metadata.State == openclaw.MetadataDiscarded
	view.Model, view.User, view.Always = oc.ModelInvocable, oc.UserInvocable, oc.Always
	view.OS, view.PrimaryEnv = oc.OS, oc.PrimaryEnv
	view.Bins, view.AnyBins, view.Env, view.Config = oc.Requires.Bins, oc.Requires.AnyBins, oc.Requires.Env, oc.Requires.Config
	return view
}
