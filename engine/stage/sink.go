package stage

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"slices"
	"strings"
)

// The modes that everything gets.
const (
	modeDir  = 0o755
	modeFile = 0o644
	modeExec = 0o755
)

type entryKind int

const (
	isNothing entryKind = iota
	isDir
	isFile
	isLink
)

type entry struct {
	path string
	kind entryKind
	exec bool
}

// is says what stands under just this name.
func (e entry) is(name string) entryKind {
	if e.path != name {
		return isNothing
	}
	return e.kind
}

type link struct{ path, target string }

// sink is the one place where anything is written. All is written through an
// os.Root, and links are made last, so that nothing is written through one.
type sink struct {
	root    *os.Root
	limits  Limits
	entries map[string]entry // by folded path
	links   []link
	notes   []Note
	files   int
	bytes   int64
	// packed gives the bytes of the archive, 0 for what is none.
	packed int64
}

func newSink(root *os.Root, limits Limits) *sink {
	return &sink{root: root, limits: limits, entries: map[string]entry{}}
}

func (s *sink) note(name, message string) { s.notes = append(s.notes, Note{name, message}) }

func (s *sink) sortedNotes() []Note {
	slices.SortFunc(s.notes, func(a, b Note) int { return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Message, b.Message)) })
	return s.notes
}

// claim takes a name for something, with the folders above it. The name is ""
// for what is there already: the folder itself, or a folder named twice.
func (s *sink) claim(raw string, kind entryKind) (string, error) {
	name, problem := cleanName(raw)
	if problem != "" {
		return "", refuse(nameReason(problem), raw, "%s", problem)
	}
	if name == "" {
		if kind != isDir {
			return "", refuse(BadName, raw, "a name is missing")
		}
		return "", nil
	}
	if strings.Count(name, "/") > s.limits.Depth {
		return "", refuse(TooLarge, raw, "it is more than %d folders deep", s.limits.Depth)
	}
	for i := range len(name) {
		if name[i] == '/' {
			if err := s.folder(raw, name[:i]); err != nil {
				return "", err
			}
		}
	}
	if kind == isDir {
		return "", s.folder(raw, name)
	}
	if have, ok := s.entries[fold(name)]; ok {
		return "", refuse(Collision, raw, "%s", collides(name, have.path))
	}
	return name, s.add(raw, entry{path: name, kind: kind})
}

func collides(name, other string) string {
	if name == other {
		return "it occurs twice"
	}
	return fmt.Sprintf("it and %q are one file where case or Unicode form does not matter", other)
}

// folder makes a folder unless it is there.
func (s *sink) folder(raw, name string) error {
	switch have, ok := s.entries[fold(name)]; {
	case !ok:
	case have.path != name:
		return refuse(Collision, raw, "%s", collides(name, have.path))
	case have.kind != isDir:
		return refuse(Collision, raw, "%q exists already and is not a folder", have.path)
	default:
		return nil
	}
	if err := s.add(raw, entry{path: name, kind: isDir}); err != nil {
		return err
	}
	if err := s.root.Mkdir(name, modeDir); err != nil {
		return fmt.Errorf("make folder %q: %w", name, err)
	}
	if err := s.root.Chmod(name, modeDir); err != nil {
		return fmt.Errorf("make folder %q: %w", name, err)
	}
	return nil
}

func (s *sink) add(raw string, e entry) error {
	if len(s.entries) == s.limits.Files {
		return refuse(TooLarge, raw, "there are more than %d files and folders", s.limits.Files)
	}
	if e.kind != isDir {
		s.files++
	}
	s.entries[fold(e.path)] = e
	return nil
}

// file writes a file. What is read has to be just size bytes, unless that is
// negative.
func (s *sink) file(raw string, exec bool, r io.Reader, size int64) error {
	if left := s.limits.Bytes - s.bytes; size > left {
		return s.tooMuch(raw)
	}
	name, err := s.claim(raw, isFile)
	if err != nil {
		return err
	}
	mode := os.FileMode(modeFile)
	if exec {
		mode = modeExec
		e := s.entries[fold(name)]
		e.exec = true
		s.entries[fold(name)] = e
	}
	out, err := s.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return fmt.Errorf("write %q: %w", name, err)
	}
	n, err := io.Copy(out, io.LimitReader(r, s.allowance()+1))
	if err == nil {
		err = out.Chmod(mode)
	}
	if err := errors.Join(err, out.Close()); err != nil {
		var refused *RefusedError
		if errors.As(err, &refused) {
			refused.Member = cmp.Or(refused.Member, name)
			return refused
		}
		return fmt.Errorf("write %q: %w", name, err)
	}
	if n > s.allowance() {
		return s.tooMuch(raw)
	}
	s.bytes += n
	if size >= 0 && n != size {
		return refuse(Damaged, raw, "it has %d bytes, but its header states %d", n, size)
	}
	return nil
}

// allowance is how many bytes more may be written.
func (s *sink) allowance() int64 {
	left := s.limits.Bytes - s.bytes
	if s.packed > 0 {
		left = min(left, max(ratioGrace, s.packed*s.limits.Ratio)-s.bytes)
	}
	return left
}

func (s *sink) tooMuch(raw string) error {
	if s.packed > 0 && s.packed*s.limits.Ratio < s.limits.Bytes {
		return refuse(Bomb, raw, "the archive has %d bytes and unpacks to more than %d times as many", s.packed, s.limits.Ratio)
	}
	return refuse(TooLarge, raw, "all files together have more than %d bytes", s.limits.Bytes)
}

// hardLink writes a copy of a file that stands there already.
func (s *sink) hardLink(raw, target string) error {
	from, problem := cleanName(target)
	if problem != "" {
		return refuse(nameReason(problem), raw, "it is a hard link to %q, which is not a name within the folder: %s", target, problem)
	}
	have := s.entries[fold(from)]
	if have.is(from) != isFile {
		return refuse(Outside, raw, "it is a hard link to %q, which is not a file that comes before it", target)
	}
	in, err := s.root.Open(from)
	if err != nil {
		return fmt.Errorf("read %q: %w", from, err)
	}
	defer func() { _ = in.Close() }()
	s.note(raw, fmt.Sprintf("a hard link to %q became a copy of it", from))
	return s.file(raw, have.exec, in, -1)
}

// symlink takes down a link, which is made when all else is there.
func (s *sink) symlink(raw, target string) error {
	name, err := s.claim(raw, isLink)
	if err != nil {
		return err
	}
	s.links = append(s.links, link{name, target})
	return nil
}

// finish makes the links.
func (s *sink) finish() error {
	slices.SortFunc(s.links, func(a, b link) int { return cmp.Compare(a.path, b.path) })
	for _, l := range s.links {
		if err := s.checkLink(l); err != nil {
			return err
		}
	}
	for _, l := range s.links {
		if err := s.root.Symlink(l.target, l.path); err != nil {
			return fmt.Errorf("make link %q: %w", l.path, err)
		}
	}
	return nil
}

// checkLink wants a link that leads to a file or folder of the source by real
// folders alone.
func (s *sink) checkLink(l link) error {
	up := l.target
	for strings.HasPrefix(up, "../") {
		up = up[3:]
	}
	if up != ".." && up != "." {
		if _, problem := cleanName(up); problem != "" || strings.HasPrefix(up, "./") || strings.HasSuffix(up, "/") {
			return refuse(Outside, l.path, "it is a link to %q; a link must lead to a name within the folder", l.target)
		}
	}
	to := path.Join(path.Dir(l.path), l.target)
	if to == ".." || strings.HasPrefix(to, "../") {
		return refuse(Outside, l.path, "it is a link to %q, which is outside of the folder", l.target)
	}
	if to == "." || l.path == to || strings.HasPrefix(l.path, to+"/") {
		return refuse(Outside, l.path, "it is a link to %q, a folder that contains it", l.target)
	}
	for i := range len(to) {
		if to[i] == '/' && s.entries[fold(to[:i])].is(to[:i]) != isDir {
			return refuse(Outside, l.path, "it is a link to %q, and %q is not a folder in it", l.target, to[:i])
		}
	}
	switch s.entries[fold(to)].is(to) {
	case isNothing:
		return refuse(Outside, l.path, "it is a link to %q, which does not exist", l.target)
	case isLink:
		return refuse(Outside, l.path, "it is a link to %q, which is a link, too", l.target)
	case isDir, isFile:
	}
	return nil
}

// linksStay wants the links in a folder to stay in it.
func (s *sink) linksStay(at string) error {
	for _, l := range s.links {
		to := path.Join(path.Dir(l.path), l.target)
		if strings.HasPrefix(l.path, at+"/") && !strings.HasPrefix(to, at+"/") {
			return refuse(Outside, l.path, "it is a link to %q, which is outside of the requested folder", l.target)
		}
	}
	return nil
}

// remove takes out what was written, with all below it.
func (s *sink) remove(name string) error {
	if err := s.root.RemoveAll(name); err != nil {
		return fmt.Errorf("leave out %q: %w", name, err)
	}
	for key, e := range s.entries {
		if e.path == name || strings.HasPrefix(e.path, name+"/") {
			if e.kind != isDir {
				s.files--
			}
			delete(s.entries, key)
		}
	}
	return nil
}

// empty is true for a folder with nothing below it.
func (s *sink) empty(name string) bool {
	for _, e := range s.entries {
		if strings.HasPrefix(e.path, name+"/") {
			return false
		}
	}
	return true
}
