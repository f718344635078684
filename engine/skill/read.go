package skill

import (
	"context"
	"errors"
	"os"
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
}

// Option changes how a skill is read.
type Option func(*config)

type config struct {
	limits   Limits
	dir      string
	classify func(head []byte, ext string) *Content
	visit    func(f *File, text []byte)
}

// WithLimits replaces the limits; fields that are zero keep their default.
func WithLimits(l Limits) Option { return func(c *config) { c.limits = l } }

// WithDir gives the base name of the skill's real folder, when the caller has
// resolved it already.
func WithDir(name string) Option { return func(c *config) { c.dir = name } }

// WithClassifier replaces what tells the content of a file by its first bytes.
func WithClassifier(f func(head []byte, ext string) *Content) Option {
	return func(c *config) { c.classify = f }
}

// WithVisitor has f called for every regular file that was read, in the order
// of paths, with as much of its text as the limits allow. The text is valid
// only during the call; links and body are not known yet.
func WithVisitor(f func(f *File, text []byte)) Option { return func(c *config) { c.visit = f } }

// Read reads the skill whose folder is root. The path is how findings name the
// folder, and is not opened. An error means that the folder itself could not be
// listed or that ctx is done; anything else that goes wrong is a gap of the
// skill's coverage.
func Read(ctx context.Context, root *os.Root, path string, opts ...Option) (*Skill, error) {
	return nil, errors.New("read skill: not written yet")
}
