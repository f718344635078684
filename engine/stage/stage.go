package stage

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/skillctl/skillctl/internal/folder"
)

// Staged is a copy of a source in a private folder. Close removes it.
type Staged struct {
	// Dir is the absolute path of the folder that is to be judged. It holds regular
	// files (mode 0644 or 0755), folders (0755) and links within it.
	Dir string
	// Name is what the source would be called by its own name: that of the folder,
	// of the only folder of an archive, of the repository. It is not checked.
	Name   string
	Source Source
	// Notes say what is not as it was in the source, sorted by path.
	Notes []Note
	// Files counts files and links, Bytes are those of all files.
	Files int
	Bytes int64

	base string
}

// Note is something of a source that was changed or left out.
type Note struct {
	// Path is a slash path in the source.
	Path    string `json:"path"`
	Message string `json:"message"`
}

// Close removes the private folder.
func (s *Staged) Close() error {
	if err := os.RemoveAll(s.base); err != nil {
		return fmt.Errorf("remove the staged folder: %w", err)
	}
	return nil
}

// Option changes how a source is staged.
type Option func(*config)

type config struct {
	limits Limits
	parent string
	ref    string
	within string
	git    string
	dir    string
	whole  bool
}

// WithDir takes a relative path as seen from dir; "" stands for the working directory.
func WithDir(dir string) Option { return func(c *config) { c.dir = dir } }

// WithLimits replaces the bounds; fields that are zero keep their default.
func WithLimits(l Limits) Option { return func(c *config) { c.limits = l } }

// WithParent makes the private folder in dir, which has to be there: what is on
// the same file system can be moved in one step. The default is the system's
// folder for temporary files.
func WithParent(dir string) Option { return func(c *config) { c.parent = dir } }

// WithRef names the branch, tag or commit of a git source. One in the source
// itself has to be the same.
func WithRef(ref string) Option { return func(c *config) { c.ref = ref } }

// WithPath takes a folder within the source, a slash path.
func WithPath(within string) Option { return func(c *config) { c.within = within } }

// WithWhole leaves nothing out that is in the folder of the skill, for who only
// judges it: another program may install all of it.
func WithWhole() Option { return func(c *config) { c.whole = true } }

// WithGit names the git program; "git" on PATH if left out.
func WithGit(program string) Option { return func(c *config) { c.git = program } }

// Open stages what the text names: see [Parse]. A *RefusedError says that the
// source must not be unpacked, an error of another kind that it could not be
// read: [fs.ErrNotExist] and the like are kept.
func Open(ctx context.Context, source string, opts ...Option) (*Staged, error) {
	c := config{git: "git"}
	for _, opt := range opts {
		opt(&c)
	}
	c.limits = c.limits.withDefaults()
	src, err := parse(c.dir, source)
	if err != nil {
		return nil, err
	}
	if src, err = c.complete(src); err != nil {
		return nil, err
	}
	base, err := os.MkdirTemp(c.parent, "stage-")
	if err != nil {
		return nil, fmt.Errorf("make a private folder: %w", err)
	}
	staged, err := c.fill(ctx, src, base)
	if err != nil {
		var refused *RefusedError
		if errors.As(err, &refused) {
			refused.Source = source
		}
		return nil, errors.Join(err, os.RemoveAll(base))
	}
	return staged, nil
}

// complete joins what the options say with what the text says.
func (c *config) complete(src Source) (Source, error) {
	if c.ref != "" {
		switch {
		case src.Kind != Git:
			return src, fmt.Errorf("stage %q: only a git repository has a reference such as %q", src.Spec, c.ref)
		case src.Ref != "" && src.Ref != c.ref:
			return src, fmt.Errorf("stage %q: it names the reference %q, but %q is requested", src.Spec, src.Ref, c.ref)
		}
		src.Ref = c.ref
	}
	if src.Ref != "" && !validRef(src.Ref) {
		return src, fmt.Errorf("stage %q: %q is not a reference; name a branch, a tag or a commit", src.Spec, src.Ref)
	}
	if c.within != "" {
		clean, reason := cleanName(filepath.ToSlash(c.within))
		if reason != "" || clean == "" {
			return src, fmt.Errorf("stage %q: %q is not a path within it", src.Spec, c.within)
		}
		src.Path = clean
	}
	return src, nil
}

// fill copies a source below base.
func (c *config) fill(ctx context.Context, src Source, base string) (*Staged, error) {
	content := filepath.Join(base, "content")
	if err := os.Mkdir(content, 0o755); err != nil {
		return nil, fmt.Errorf("make a private folder: %w", err)
	}
	// Whatever the caller's mask of rights.
	if err := os.Chmod(content, modeDir); err != nil {
		return nil, fmt.Errorf("make a private folder: %w", err)
	}
	root, err := folder.Open(content)
	if err != nil {
		return nil, fmt.Errorf("open the private folder: %w", err)
	}
	defer func() { _ = root.Close() }()
	in := newSink(root, c.limits)
	switch src.Kind {
	case Folder:
		if err = apart(src.Location, base); err == nil {
			err = copyFolder(ctx, &src, in)
		}
	case Archive:
		err = unpack(ctx, &src, base, in)
	case Git:
		err = fetchTree(ctx, c.git, &src, filepath.Join(base, "git"), in)
	}
	if err != nil {
		return nil, err
	}
	if err := in.finish(); err != nil {
		return nil, err
	}
	staged := &Staged{Dir: content, Name: src.name(), Source: src, base: base}
	at, err := staged.choose(in)
	if err == nil && !c.whole {
		err = in.leaveOut(at)
	}
	if err != nil {
		return nil, err
	}
	staged.Notes, staged.Files, staged.Bytes = in.sortedNotes(), in.files, in.bytes
	return staged, nil
}

// choose finds the folder that is meant: the one that was asked for, or the only
// folder of an archive that has nothing else at its top.
func (s *Staged) choose(in *sink) (at string, err error) {
	at = "."
	only := ""
	if s.Source.Kind == Archive {
		if only, err = in.onlyFolder(); err != nil {
			return "", err
		}
		at = cmp.Or(only, at)
	}
	if within := s.Source.Path; s.Source.Kind == Archive && within != "" {
		at = within
		if below := path.Join(only, within); only != "" && in.entries[fold(below)].is(below) == isDir {
			at = below
		}
		if in.entries[fold(at)].is(at) != isDir {
			return "", fmt.Errorf("stage %q: it has no folder %q: %w", s.Source.Spec, within, fs.ErrNotExist)
		}
		if err := in.linksStay(at); err != nil {
			return "", err
		}
	}
	if at != "." {
		s.Dir, s.Name = filepath.Join(s.Dir, filepath.FromSlash(at)), path.Base(at)
	}
	return at, nil
}

// macFolder is where macOS keeps what it knows of files and other systems cannot
// keep beside them.
const macFolder = "__MACOSX"

// onlyFolder is the only entry at the top, when that is a folder. What macOS puts
// beside it does not count as one; it is not installed, and nothing else may be in
// there: some programs would unpack it into the skill.
func (s *sink) onlyFolder() (string, error) {
	only, mac := "", false
	for _, e := range s.entries {
		switch {
		case strings.Contains(e.path, "/"):
		case e.path == macFolder && e.kind == isDir:
			mac = true
		case only != "" || e.kind != isDir:
			return "", nil
		default:
			only = e.path
		}
	}
	if !mac || only == "" {
		return only, nil
	}
	if other := s.notOfMac(macFolder); other != "" {
		return "", refuse(Format, other, "macOS puts no such file there; an archive has one folder at its top, or the files of the skill")
	}
	s.note(macFolder, macNote)
	return only, nil
}

const macNote = "what macOS adds to archives is not installed"

// notOfMac is the first file in a folder that macOS did not put there, "" for none.
func (s *sink) notOfMac(folder string) string {
	first := ""
	for _, e := range s.entries {
		if strings.HasPrefix(e.path, folder+"/") && e.kind != isDir && (first == "" || e.path < first) && !s.appleDouble(e) {
			first = e.path
		}
	}
	return first
}

// appleDouble says whether a file is one of those that macOS makes, by its name and
// its first bytes (RFC 1740).
func (s *sink) appleDouble(e entry) bool {
	if e.kind != isFile || !strings.HasPrefix(path.Base(e.path), "._") {
		return false
	}
	in, err := s.root.Open(e.path)
	if err != nil {
		return false
	}
	defer func() { _ = in.Close() }()
	var head [8]byte
	_, err = io.ReadFull(in, head[:])
	return err == nil && string(head[:]) == "\x00\x05\x16\x07\x00\x02\x00\x00"
}

// stores are the folders in which version control keeps the history of a checkout.
func stores() []string { return []string{".git", ".hg", ".svn", ".jj", ".bzr"} }

const storeNote = "the history of a repository is left out"

// leftOut are files of a skill that an installer wrote down when it was installed
// elsewhere, which hosts would take for the truth about this one.
func leftOut() []string { return []string{".openclaw/source-origin.json", ".clawhub/origin.json"} }

// leaveOut removes what is not part of the skill in the folder at.
func (s *sink) leaveOut(at string) error {
	for _, name := range leftOut() {
		full := path.Join(at, name)
		if s.entries[fold(full)].is(full) == isNothing {
			continue
		}
		if err := s.remove(full); err != nil {
			return err
		}
		s.note(full, "what an installer wrote about another installation is left out")
		if dir := path.Dir(full); dir != at && s.empty(dir) {
			if err := s.remove(dir); err != nil {
				return err
			}
		}
	}
	mac := path.Join(at, macFolder)
	if s.packed == 0 || s.entries[fold(mac)].is(mac) != isDir || s.notOfMac(mac) != "" {
		return nil
	}
	s.note(mac, macNote)
	return s.remove(mac)
}
