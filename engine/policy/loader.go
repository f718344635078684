package policy

import (
	"context"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"path"
	"slices"
	"sync"

	"github.com/skillctl/skillctl/policies"
)

// Loader loads policies once and compiles each question to them once, when it is
// first asked: a command that asks none does not pay for it. Without options the
// policies are those that ship with skillctl. It is immutable once built and safe
// for concurrent use.
type Loader struct {
	files fs.FS
	// replaced: files are not those that ship with skillctl.
	replaced  bool
	keep      func(file string) bool
	sources   []source
	unchecked bool
	kept      Kept

	load func() (*Set, error)

	mu        sync.Mutex
	questions map[string]*question
}

type source struct {
	name     string
	fs       fs.FS
	operator bool
}

// question is a compiled question, or why it cannot be asked.
type question struct {
	once  sync.Once
	query *Query
	err   error
}

// Option changes what [NewLoader] and [Load] do.
type Option func(*Loader)

// WithFiles replaces the policies that ship with skillctl. Unlike those, they are
// checked for mistakes.
func WithFiles(fsys fs.FS) Option {
	return func(l *Loader) { l.files, l.replaced = fsys, true }
}

// WithFilter parses only the policies for whose path keep is true, and those of an
// operator. The digest always covers all files.
func WithFilter(keep func(file string) bool) Option {
	return func(l *Loader) { l.keep = keep }
}

// WithSource adds the policies of another file system; its name stands before
// the path of each file in messages.
func WithSource(name string, fsys fs.FS) Option {
	return func(l *Loader) { l.sources = append(l.sources, source{name: name, fs: fsys}) }
}

// WithUnsafeUnchecked leaves out what only finds mistakes in policies and
// tables, such as the check of types, and what nothing follows from in policies
// that are written as ours are: a third of what compiling costs. It is for
// policies that have been compiled with everything before, as those that ship
// with skillctl are by their tests; a [Loader] of these has it anyway. A set with
// policies of an operator is checked all the same.
func WithUnsafeUnchecked() Option { return func(l *Loader) { l.unchecked = true } }

// NewLoader builds a loader. Nothing is read yet.
func NewLoader(opts ...Option) *Loader {
	l := &Loader{files: policies.FS()}
	for _, opt := range opts {
		opt(l)
	}
	l.unchecked = l.unchecked || !l.replaced
	return l.ready()
}

func (l *Loader) ready() *Loader {
	l.questions = map[string]*question{}
	l.load = sync.OnceValues(l.read)
	return l
}

// Filter gives a loader of the same policies with another filter; see
// [WithFilter].
func (l *Loader) Filter(keep func(file string) bool) *Loader {
	other := &Loader{files: l.files, replaced: l.replaced, keep: keep, sources: l.sources, unchecked: l.unchecked, kept: l.kept}
	return other.ready()
}

// Files are the policies without those of an operator.
func (l *Loader) Files() fs.FS { return l.files }

// Replaced says that the policies are not those that ship with skillctl.
func (l *Loader) Replaced() bool { return l.replaced }

// Load returns the policies as one set.
func (l *Loader) Load() (*Set, error) { return l.load() }

// read gives the set; which of its policies are parsed is up to the filter.
func (l *Loader) read() (*Set, error) {
	set, shipped, err := l.sealed()
	if set == nil && err == nil {
		return l.readAll()
	}
	if err != nil {
		return nil, err
	}
	return set, l.addSources(set, shipped)
}

// readAll reads all files.
func (l *Loader) readAll() (*Set, error) {
	set := l.newSet()
	// Policies are digested by themselves: what was compiled before says by that what it
	// was compiled from.
	sum, rego := sha256.New(), sha256.New()
	shipped, err := l.add(set, source{fs: l.files}, func(name string) hash.Hash {
		if path.Ext(name) == ".rego" {
			return rego
		}
		return sum
	})
	if err != nil {
		return nil, err
	}
	// Of the entries of programs, which Go reads, the index has the digests.
	if text, err := fs.ReadFile(l.files, programsIndex); err == nil {
		fmt.Fprintf(sum, "programs\x00%d\x00", len(text))
		sum.Write(text)
	}
	set.source = sourceDigest(rego.Sum(nil))
	if image := shippedImage(); !l.replaced && image != nil && image.Header().Digest == set.source {
		set.image = image
	}
	sum.Write(rego.Sum(nil))
	set.digest = "sha256:" + hex.EncodeToString(sum.Sum(nil))
	return set, l.addSources(set, shipped)
}

func (l *Loader) newSet() *Set {
	return &Set{tables: map[string]table{}, unchecked: l.unchecked, own: &own{}, kept: l.kept}
}

// addSources adds the policies of sources to those of the loader, whose names are given.
func (l *Loader) addSources(set *Set, shipped []string) error {
	if len(l.sources) == 0 {
		return nil
	}
	sum := sha256.New()
	sum.Write([]byte(set.digest))
	for _, src := range l.sources {
		names, err := l.add(set, src, func(string) hash.Hash { return sum })
		if err != nil {
			return err
		}
		if !src.operator { // what was compiled before lacks these
			set.image = nil
			shipped = append(slices.Clip(shipped), names...)
		}
	}
	set.digest = "sha256:" + hex.EncodeToString(sum.Sum(nil))
	return set.gatherOperator(shipped)
}

// add adds the files of a source, and each to a digest. It returns their names.
func (l *Loader) add(set *Set, src source, into func(name string) hash.Hash) ([]string, error) {
	names, err := policyFiles(src.fs)
	if err != nil {
		return nil, fmt.Errorf("list policies: %w", err)
	}
	buffer := make([]byte, 32<<10)
	for _, name := range names {
		text, err := digest(into(name), src, name, buffer)
		if err != nil {
			return nil, fmt.Errorf("read policy %q: %w", name, err)
		}
		if err := set.add(src, name, text, l.keep); err != nil {
			return nil, err
		}
	}
	return names, nil
}

// digest adds a file of a source to a sum and gives its text. A file that is part of
// the program cannot change: its text is read when somebody wants it, and until then
// not copied, since a megabyte of policies is mostly not read at all.
func digest(sum hash.Hash, src source, name string, buffer []byte) (func() ([]byte, error), error) {
	if _, fixed := src.fs.(embed.FS); !fixed {
		text, err := fs.ReadFile(src.fs, name)
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(sum, "%s\x00%s\x00%d\x00", src.name, name, len(text))
		sum.Write(text)
		return func() ([]byte, error) { return text, nil }, nil
	}
	f, err := src.fs.Open(name)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	fmt.Fprintf(sum, "%s\x00%s\x00%d\x00", src.name, name, info.Size())
	if _, err := io.CopyBuffer(sum, f, buffer); err != nil {
		return nil, err
	}
	return func() ([]byte, error) { return fs.ReadFile(src.fs, name) }, nil
}

// Prepare compiles the question "what is entry?" to the policies for whose path
// keep is true, nil for all that there are. It is compiled once for each name;
// what goes wrong is told everybody who asks.
func (l *Loader) Prepare(ctx context.Context, name, entry string, keep func(file string) bool) (*Query, error) {
	l.mu.Lock()
	name += evaluatorOf(ctx).name()
	q := l.questions[name]
	if q == nil {
		q = &question{}
		l.questions[name] = q
	}
	l.mu.Unlock()
	// Whoever asks first may be interrupted; those after it are not.
	q.once.Do(func() { q.query, q.err = l.compile(context.WithoutCancel(ctx), entry, keep) })
	return q.query, q.err
}

func (l *Loader) compile(ctx context.Context, entry string, keep func(file string) bool) (query *Query, err error) {
	defer func() {
		if failed := recover(); failed != nil {
			err = fmt.Errorf("compile the policies: %v", failed)
		}
	}()
	set, err := l.load()
	if err != nil {
		return nil, err
	}
	if keep != nil {
		set = set.Keep(keep)
	}
	return set.Prepare(ctx, entry)
}

// OperatorMetadata is what the METADATA comments of the operator's policies say,
// source by source. That their packages are those that an operator may have is
// not looked at.
func (l *Loader) OperatorMetadata() ([]Metadata, error) {
	var all []Metadata
	for _, src := range l.sources {
		if !src.operator {
			continue
		}
		set, err := Load(embed.FS{}, WithSource(src.name, src.fs))
		if err != nil {
			return nil, err
		}
		metadata, err := set.Metadata()
		if err != nil {
			return nil, err
		}
		all = append(all, metadata...)
	}
	return all, nil
}
