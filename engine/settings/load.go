package settings

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/skillctl/skillctl/internal/document"
	"github.com/skillctl/skillctl/internal/folder"
	"github.com/skillctl/skillctl/schema"
)

// maxFile is the largest settings file, in bytes.
const maxFile = 1 << 20

// Option changes where settings are looked for.
type Option func(*loader)

// WithDir looks for the project's settings from dir upward, instead of from the
// working directory.
func WithDir(dir string) Option { return func(l *loader) { l.dir = dir } }

// WithBase takes relative paths from dir, that of WithFile too, instead of from the
// working directory.
func WithBase(dir string) Option { return func(l *loader) { l.base = dir } }

// WithSystemDir and WithUserDir set the folders of these layers; "" leaves the
// layer out.
func WithSystemDir(dir string) Option { return func(l *loader) { l.system = &dir } }

// WithUserDir sets the folder of the user's layer; "" leaves it out.
func WithUserDir(dir string) Option { return func(l *loader) { l.user = &dir } }

// WithHome sets the folder above which no project's settings are looked for.
func WithHome(dir string) Option { return func(l *loader) { l.home = &dir } }

// WithFile reads this file as the project's settings, wherever it is. It has to
// be there. See [WithTranslator] for the configuration of another system.
func WithFile(name string) Option { return func(l *loader) { l.file = name } }

// Translator turns the configuration of another system into settings, and leaves
// settings as they are. name is the file's in the folder root. What stands there
// and has no effect is said, one line each.
type Translator func(ctx context.Context, root *os.Root, name string, doc *document.Document) (out *document.Document, idle []string, err error)

// WithTranslator lets the file of [WithFile] be the configuration of another
// system.
func WithTranslator(translate Translator) Option {
	return func(l *loader) { l.translate = translate }
}

// WithoutProject leaves the project's settings out; those of the system and the
// user hold all the same.
func WithoutProject() Option { return func(l *loader) { l.noProject = true } }

// WithFlag adds a value from the command line: path is that of the setting,
// flag how the user knows it ("--fail-on").
func WithFlag(flag string, value any, path ...string) Option {
	return func(l *loader) { l.flags = append(l.flags, flagValue{flag, value, path}) }
}

type loader struct {
	dir, base, file    string
	system, user, home *string
	noProject          bool
	rules              func(pattern string) ([]string, error)
	flags              []flagValue
	translate          Translator
	files              []string
	// found is the project's settings file, where nobody named it.
	found string
	// ofProject is how places name that file.
	ofProject string
	idle      []string
}

type flagValue struct {
	flag  string
	value any
	path  []string
}

// Load reads and merges the layers: built-in, system (/etc/skillctl), user
// (skillctl in [os.UserConfigDir]), project (the nearest skillctl.cue, .yaml,
// .json or .toml from the working directory up to the repository's root or the
// home folder), flags.
//
// A text that cannot be read is a [*document.Error]; a clash, an unknown key or
// a wrong value a [*schema.MergeError]; a file that others can write an
// [*UnsafeError]; one that was found inside a skill an [*InsideSkillError]; a link
// that leads to nothing in the place of one a [*DanglingError].
func Load(ctx context.Context, opts ...Option) (*Settings, error) {
	l := &loader{}
	for _, o := range opts {
		o(l)
	}
	dir, err := filepath.Abs(folder.From(l.base, l.dir))
	if err != nil {
		return nil, fmt.Errorf("find the working directory: %w", err)
	}
	l.dir = dir
	layers, err := l.layers(ctx)
	if err != nil {
		return nil, err
	}
	layers, err = expand(layers, l.rules)
	if err != nil {
		return nil, err
	}
	shapes := schema.New()
	merged, err := shapes.Merge(schema.Skillctl, layers)
	if err != nil {
		return nil, err
	}
	s := &Settings{merged: merged, Files: l.files, Idle: l.idle, schema: shapes, layers: layers, dir: l.dir, project: l.found, ofProject: l.ofProject, rules: l.rules}
	if err := s.typed(l.dir); err != nil {
		return nil, err
	}
	return s, nil
}

// layers reads every layer, outermost first.
func (l *loader) layers(ctx context.Context) ([]schema.Layer, error) {
	var out []schema.Layer
	for _, dir := range []string{l.systemDir(), l.userDir()} {
		if dir == "" {
			continue
		}
		name, err := settingsIn(dir)
		if err != nil {
			return nil, err
		}
		if out, err = l.read(ctx, out, name); err != nil {
			return nil, err
		}
	}
	name, err := l.project()
	if err != nil {
		return nil, err
	}
	if name != "" && l.file == "" {
		if err := apart(name); err != nil {
			return nil, err
		}
		l.found = name
	}
	before := len(out)
	if out, err = l.read(ctx, out, name); err != nil {
		return nil, err
	}
	if l.found != "" && len(out) > before {
		l.ofProject = out[before].Root.File
	}
	if err := tighten(out, l.flags); err != nil {
		return nil, err
	}
	for _, f := range l.flags {
		out = append(out, f.layer())
	}
	return out, nil
}

func (l *loader) systemDir() string {
	if l.system != nil {
		return *l.system
	}
	return systemDir()
}

func (l *loader) userDir() string {
	if l.user != nil {
		return *l.user
	}
	dir, err := os.UserConfigDir()
	if err != nil {
		return "" // no home: no settings of a user
	}
	return filepath.Join(dir, "skillctl")
}

// Folders are those that the settings of the system and of the user are in,
// whether they are there or not; [WithSystemDir] and [WithUserDir] count.
func Folders(opts ...Option) []string {
	l := &loader{}
	for _, o := range opts {
		o(l)
	}
	var out []string
	for _, dir := range []string{l.systemDir(), l.userDir()} {
		if dir != "" {
			out = append(out, dir)
		}
	}
	return out
}

// fileNames are the names of a settings file.
func fileNames() []string {
	return []string{"skillctl.cue", "skillctl.yaml", "skillctl.yml", "skillctl.json", "skillctl.toml"}
}

// settingsIn returns the settings file of a folder, "" if there is none. Two are
// an error: nobody could tell which one holds.
func settingsIn(dir string) (string, error) {
	found := ""
	for _, base := range fileNames() {
		name := filepath.Join(dir, base)
		info, err := os.Stat(name)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			// Without this, whoever puts such a link in the place of settings is rid
			// of them.
			if _, err := os.Lstat(name); err == nil {
				return "", &DanglingError{File: name}
			}
			continue
		case err == nil && info.IsDir():
			continue
		case err != nil && !errors.Is(err, fs.ErrPermission):
			if _, lerr := os.Lstat(name); lerr != nil {
				continue // not even a link: the folder is no folder
			}
			return "", fmt.Errorf("find settings %q: %w", name, folder.Bare(err))
		case err != nil:
			return "", fmt.Errorf("find settings %q: %w", name, folder.Bare(err))
		case found != "":
			return "", fmt.Errorf("two settings files in one folder: %q and %q; keep one", found, name)
		}
		found = name
	}
	return found, nil
}

// project finds the project's settings file.
func (l *loader) project() (string, error) {
	switch {
	case l.file != "":
		return l.file, nil
	case l.noProject:
		return "", nil
	}
	home := ""
	if l.home != nil {
		home = *l.home
	} else if h, err := os.UserHomeDir(); err == nil {
		home = h
	}
	for dir := l.dir; ; dir = filepath.Dir(dir) {
		name, err := settingsIn(dir)
		if name != "" || err != nil {
			return name, err
		}
		if _, err := os.Lstat(filepath.Join(dir, ".git")); err == nil {
			return "", nil // the root of a repository
		}
		if dir == home || dir == filepath.Dir(dir) {
			return "", nil
		}
	}
}

// read adds the layer of a file, if there is one.
func (l *loader) read(ctx context.Context, layers []schema.Layer, name string) ([]schema.Layer, error) {
	if name == "" {
		return layers, nil
	}
	if _, err := os.Stat(folder.From(l.base, name)); errors.Is(err, fs.ErrNotExist) {
		return nil, &MissingError{File: name}
	}
	if err := safe(name, l.base, l.dir); err != nil {
		return nil, err
	}
	one, err := l.readFile(ctx, name)
	if err != nil {
		return nil, err
	}
	l.files = append(l.files, filepath.ToSlash(l.shown(name)))
	return append(layers, *one), nil
}

// shown is how messages name a file: relative to the working directory where it
// lies below.
func (l *loader) shown(name string) string {
	if !filepath.IsAbs(name) {
		return name
	}
	return below(l.dir, name)
}

// below is a path relative to dir where it lies below. All lies below the root,
// which helps nobody.
func below(dir, name string) string {
	if dir == filepath.Dir(dir) {
		return name
	}
	if rel, err := filepath.Rel(dir, name); err == nil && filepath.IsLocal(rel) {
		return rel
	}
	return name
}

func (l *loader) readFile(ctx context.Context, name string) (*schema.Layer, error) {
	// A settings file may be a link, as those who keep their dot files in a
	// repository have it.
	real, err := filepath.EvalSymlinks(folder.From(l.base, name))
	if err != nil {
		return nil, fmt.Errorf("read settings %q: %w", name, folder.Bare(err))
	}
	root, err := folder.Open(filepath.Dir(real))
	if err != nil {
		return nil, fmt.Errorf("read settings %q: %w", name, folder.Bare(err))
	}
	defer root.Close()
	var layer *schema.Layer
	doc, err := document.Read(ctx, root, filepath.Base(real), document.WithDir(filepath.ToSlash(filepath.Dir(l.shown(name)))),
		document.WithMaxSize(maxFile), document.WithMaxDepth(100), document.WithCUE(func(file string, text []byte) (*document.Node, error) {
			one, err := schema.ReadCUE(file, text)
			if err != nil {
				return nil, err
			}
			layer = one
			return one.Root, nil
		}))
	if err != nil {
		return nil, withHint(err)
	}
	if layer != nil {
		return l.beside(layer, name)
	}
	own := doc
	if name == l.file && l.translate != nil {
		if doc, l.idle, err = l.translate(ctx, root, filepath.Base(real), doc); err != nil {
			return nil, err
		}
	}
	if layer, err = layerOf(doc); err != nil || doc != own {
		return layer, err
	}
	return l.beside(layer, name)
}

// withHint adds to a mistake in the text of settings what to do about it.
func withHint(err error) error {
	var mistake *document.Error
	if errors.As(err, &mistake) && mistake.Hint != "" {
		return fmt.Errorf("%w (%s)", err, mistake.Hint)
	}
	return err
}

// beside takes relative paths of a settings file from the folder that it is in,
// under the name by which it was found.
func (l *loader) beside(layer *schema.Layer, name string) (*schema.Layer, error) {
	dir, err := filepath.Abs(filepath.Dir(folder.From(l.base, name)))
	if err != nil {
		return nil, fmt.Errorf("read settings %q: %w", name, err)
	}
	layer.Root, err = schema.New().Beside(schema.Skillctl, layer.Root, dir)
	return layer, err
}

// layer is the layer of one flag.
func (f flagValue) layer() schema.Layer {
	n := document.FromValue(f.flag, f.value)
	for i := len(f.path) - 1; i >= 0; i-- {
		n = &document.Node{Kind: document.Object, File: f.flag, Members: []document.Member{{Key: f.path[i], File: f.flag, Value: n}}}
	}
	return schema.Layer{Root: n}
}

// systemDir is where the settings of a machine are.
func systemDir() string {
	if os.PathSeparator == '\\' {
		if dir := os.Getenv("ProgramData"); strings.TrimSpace(dir) != "" {
			return filepath.Join(dir, "skillctl")
		}
		return ""
	}
	return "/etc/skillctl"
}
