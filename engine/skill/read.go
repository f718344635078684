package skill

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/skillctl/skillctl/engine/intel"
	"github.com/skillctl/skillctl/engine/work"
	"github.com/skillctl/skillctl/internal/folder"
)

// Limits bound what is read of one skill. Whatever lies beyond is a gap of the
// coverage. Zero means the default.
type Limits struct {
	Files       int   // entries of the package; 10,000
	FileBytes   int64 // bytes of a file that are looked at; 8 MiB
	DigestBytes int64 // bytes of a file that are hashed; 100 MiB
	TotalBytes  int64 // bytes of all files together; 256 MiB
	Depth       int   // nested folders; 32
	Entries     int   // entries of one folder; 20,000
	CodeBytes   int   // bytes of all files with code that are looked through; 16 MiB
}

// withDefaults fills in what is zero.
func (l Limits) withDefaults() Limits {
	set := func(v *int, d int) {
		if *v <= 0 {
			*v = d
		}
	}
	set64 := func(v *int64, d int64) {
		if *v <= 0 {
			*v = d
		}
	}
	set(&l.Files, 10_000)
	set(&l.Depth, 32)
	set(&l.Entries, 20_000)
	set(&l.CodeBytes, 16<<20)
	set64(&l.FileBytes, 8<<20)
	set64(&l.DigestBytes, 100<<20)
	set64(&l.TotalBytes, 256<<20)
	return l
}

// Option changes how a skill is read.
type Option func(*config)

type config struct {
	limits Limits
	dir    string
	// noHistory leaves out the objects of the own repository.
	noHistory bool
	visit     func(f *File, text []byte)
	only      string
	// unread leaves out what texts hold: keys, packages, commands and settings.
	unread bool
	// selected says which entries are taken in, nil for all.
	selected func(path string, folder bool) bool
	intel    *intel.Bundle
}

// WithLimits replaces the limits; fields that are zero keep their default.
func WithLimits(l Limits) Option { return func(c *config) { c.limits = l } }

// WithDir gives the base name of the skill's real folder, when the caller has
// resolved it already; the root must then have been opened by its real path.
func WithDir(name string) Option { return func(c *config) { c.dir = name } }

// WithOnly takes in one entry of the folder, as if it were alone there.
func WithOnly(name string) Option { return func(c *config) { c.only = name } }

// WithSelected takes in the entries for which selected is true, of which it is told the
// slash path and whether it is a folder; what is in a folder that is not is not looked at.
// The folder is then one that agents work in, and no package.
func WithSelected(selected func(path string, folder bool) bool) Option {
	return func(c *config) { c.selected = selected }
}

// WithIntel looks for what is known to be bad; nil for nothing.
func WithIntel(b *intel.Bundle) Option { return func(c *config) { c.intel = b } }

// WithoutHistory leaves out the objects of the repository that the package is the
// checkout of: whoever works in it has all of its history, which is not installed.
// What else is in ".git" is read.
func WithoutHistory() Option { return func(c *config) { c.noHistory = true } }

// WithVisitor has f called once for every regular file that could be opened,
// with as much of its text as the limits allow: folder by folder, the names of
// a folder in order. The text is valid only during the call; links and body are
// not known yet.
func WithVisitor(f func(f *File, text []byte)) Option { return func(c *config) { c.visit = f } }

// Read reads the skill whose folder is root. The path is how findings name the
// folder, and is not opened. An error means that the folder itself could not be
// listed or that ctx is done; anything else that goes wrong is a gap of the
// skill's coverage.
func Read(ctx context.Context, root *os.Root, path string, opts ...Option) (*Skill, error) {
	s, err := Inventory(ctx, root, path, opts...)
	if err != nil {
		return nil, err
	}
	if err := s.Parse(ctx); err != nil {
		return nil, fmt.Errorf("read skill %q: %w", path, err)
	}
	return s, nil
}

// ReadManifest reads what the manifest of a skill says, for who asks for its name: of the
// package no more than leads to it is looked at, and no text but the manifest's is parsed.
func ReadManifest(ctx context.Context, root *os.Root, path string, opts ...Option) (*Skill, error) {
	few := Limits{Files: 20, Entries: 20, Depth: 1, FileBytes: 1 << 20, DigestBytes: 1, TotalBytes: 4 << 20}
	opts = append(opts, WithLimits(few), func(c *config) { c.unread = true })
	if info, err := root.Lstat(manifestMD); err == nil && info.Mode().IsRegular() {
		opts = append(opts, WithOnly(manifestMD)) // whatever else there is, this one counts
	}
	s, err := Inventory(ctx, root, path, opts...)
	if err != nil {
		return nil, err
	}
	s.parseManifest()
	return s, nil
}

// Inventory does the first half of [Read]: everything but Text, Front, TOML and
// Body, which [Skill.Parse] finds out. A cache can stop here: see
// [Skill.Fingerprint].
func Inventory(ctx context.Context, root *os.Root, path string, opts ...Option) (*Skill, error) {
	var cfg config
	for _, o := range opts {
		o(&cfg)
	}
	cfg.limits = cfg.limits.withDefaults()
	s := &Skill{Path: path, Dir: cfg.dir, documents: map[string][]byte{}, real: root.Name(), Project: cfg.selected != nil, intel: cfg.intel, work: work.New()}
	if s.Dir == "" {
		s.real = realPath(root.Name())
		s.Dir = filepath.Base(s.real)
	}
	r := &reader{ctx: ctx, cfg: &cfg, skill: s, root: root}
	if err := r.walk(root, "", 0); err != nil {
		return nil, fmt.Errorf("read skill %q: %w", path, err)
	}
	r.finish()
	return s, nil
}

// Unopened is a skill whose folder cannot be opened or listed: nothing of it was
// read, and its coverage says so. dir is the name of the folder.
func Unopened(path, dir string, err error) *Skill {
	s := &Skill{Path: path, Dir: dir, documents: map[string][]byte{}}
	r := &reader{cfg: &config{}, skill: s}
	r.gap(".", GapUnreadable, "open the folder: %s", folder.Bare(err))
	r.finish()
	return s
}

// realPath returns a folder's path with links followed: a skill may be reached
// through a link or as ".". It is looked up for its name alone.
func realPath(path string) string {
	if abs, err := filepath.Abs(path); err == nil {
		path = abs
	}
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	return path
}
