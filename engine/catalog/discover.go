// Package catalog finds what there is to judge below some paths: folders that
// hold a skill, configuration files of known kinds, and the links between them.
// It also searches the folders that a product loads skills from, which packages
// below engine/host name, for all that could be one. It states facts; which skill a
// host would load is for the policies to say.
package catalog

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"sort"
	"strings"

	folders "github.com/skillctl/skillctl/internal/folder"
)

// Limits of a walk. A folder or tree beyond them is an error, not a silent
// cut: skills behind it would go unjudged.
const (
	MaxFolderEntries = 100_000
	MaxTreeEntries   = 5_000_000
	MaxTreeDepth     = 64
)

// Manifests are the names of files that make a folder a skill, best first.
func Manifests() []string { return []string{"SKILL.md", "SKILL.toml"} }

// Skill is a folder that holds a manifest, or a file that looks like one.
type Skill struct {
	// Path is the folder as the user gave it, slash-separated; Real the same
	// folder with all links resolved.
	Path string
	Real string
	// Root is the argument that the skill was found under, Rel the slash path
	// from there ("." for the root itself).
	Root string
	Rel  string
	// Manifest is the name of the manifest, empty when only a look-alike such
	// as skill.md is there.
	Manifest string
	// Inside is the path of the nearest skill that this one is nested in.
	Inside string
	// Unseen names the hidden or dependency folder on the way from the nearest
	// folder called "skills", or else from the root: hosts do not look there.
	Unseen string
	// Closed: the folder cannot be listed, and what it holds is not known.
	Closed bool
}

// Config is a configuration file of a known kind.
type Config struct {
	Path string
	Kind Kind
}

// Link is a symbolic link to a folder, or to nothing, that stands beside
// skills. It was not followed.
type Link struct {
	Path   string
	Root   string
	Target string
	// Resolved is the real path of what it leads to; empty when Dangling.
	// Problem is then why it leads nowhere ([ProblemMissing], …).
	Resolved string
	Dangling bool
	Problem  string
	// Loop means that it leads to a folder that it stands in.
	Loop bool
	// Inside is the path of the skill that it stands in, "" beside skills. Unread
	// means that it stands beside skills and leads to one, or could, that is not
	// among those that were found: see [WithLinked].
	Inside string
	Unread bool
}

// Found is everything below the paths, each list sorted by path.
type Found struct {
	Skills  []Skill
	Configs []Config
	Links   []Link
	// Projects are there with [WithProjects] alone.
	Projects []Project

	leads   leads // where the links led, those to files too
	entries int   // that were looked at, or more
}

// Same says that the same was found.
func (f Found) Same(other Found) bool {
	return slices.Equal(f.Skills, other.Skills) && slices.Equal(f.Configs, other.Configs) && slices.Equal(f.Links, other.Links) && slices.Equal(f.Projects, other.Projects)
}

// Option changes what [Discover] does.
type Option func(*walker)

// WithIgnore leaves out every path for which ignore is true; it is given the
// slash path as the user wrote it.
func WithIgnore(ignore func(path string) bool) Option {
	return func(w *walker) { w.ignore = ignore }
}

// NothingKnownError says that a file was named that is neither a manifest nor
// a configuration of a known kind.
type NothingKnownError struct{ Path string }

// Error names the file and what would have been understood.
func (e *NothingKnownError) Error() string {
	switch strings.ToLower(filepath.Ext(e.Path)) {
	case ".zip", ".skill", ".tar", ".tgz", ".gz":
		return fmt.Sprintf("%s is an archive, and only folders and files are read here: unpack it, or let `skillctl gate` judge what is in it", e.Path)
	}
	return fmt.Sprintf("%s is neither a skill's manifest (SKILL.md, SKILL.toml) nor a configuration file that skillctl knows (openclaw.json, config.toml of ZeroClaw, a skills.codeExec YAML, skillctl.cue, a file that agents obey such as .claude/settings.json)", e.Path)
}

// WithDir takes relative paths from a folder, instead of from the working directory of
// the process.
func WithDir(dir string) Option { return func(w *walker) { w.dir = dir } }

type walker struct {
	dir     string // where relative paths begin; "" for the working directory
	ignore  func(string) bool
	found   Found
	seen    map[string]bool // real folders of skills already listed
	configs map[string]bool
	entries int
	wide    int // entries that a folder may have
	most    int // entries that all folders may have
	reals   links
	last    *before // nil for none
	// linked has links looked behind; roots are the real folders that are walked.
	linked bool
	roots  []string
	// projects are the real folders of those that were found; nil when none are wanted.
	projects map[string]bool
	// listings, where there are any, are told of all folders that are listed.
	listings Listings
	// trouble, where there is one, is told of folders that cannot be listed, and
	// the walk goes on without them.
	trouble func(path string, err error)
}

// withTreeEntries bounds the entries of all folders together.
func withTreeEntries(most int) Option { return func(w *walker) { w.most = most } }

// Listings are the entries of folders by their real paths, as a walk has just found them.
type Listings map[string][]folders.Entry

// WithListings notes the entries of all folders that are listed. They are of no use for
// longer than the run that the walk is for.
func WithListings(listings Listings) Option { return func(w *walker) { w.listings = listings } }

// withLinks has what links lead to remembered.
func withLinks(reals links) Option { return func(w *walker) { w.reals = reals } }

// withTrouble goes on after a folder that cannot be listed.
func withTrouble(trouble func(path string, err error)) Option {
	return func(w *walker) { w.trouble = trouble }
}

// Discover walks the paths. A path may be a folder, a manifest or a
// configuration file. Links below a path are listed, never followed; the path
// itself may be a link. An error is a path that is not there, cannot be read,
// or is larger than the limits.
func Discover(ctx context.Context, paths []string, opts ...Option) (Found, error) {
	w := &walker{ignore: func(string) bool { return false }, seen: map[string]bool{}, configs: map[string]bool{}, wide: MaxFolderEntries, most: MaxTreeEntries, reals: links{}}
	for _, opt := range opts {
		opt(w)
	}
	for _, name := range paths {
		err := w.start(ctx, name)
		var large largeError
		if w.trouble != nil && errors.As(err, &large) {
			w.trouble(name, err)
			break
		}
		if err != nil {
			return Found{}, err
		}
	}
	if w.found.entries = w.entries; w.last != nil {
		if w.found.entries += w.last.found.entries; w.found.entries > w.most {
			return Discover(ctx, paths, append(opts, func(w *walker) { w.last = nil })...)
		}
	}
	w.lookBehind()
	w.found.leads = w.reals.leads()
	w.last.keep(w.found.leads)
	sort.Slice(w.found.Skills, func(i, j int) bool { return w.found.Skills[i].Path < w.found.Skills[j].Path })
	sort.Slice(w.found.Configs, func(i, j int) bool { return w.found.Configs[i].Path < w.found.Configs[j].Path })
	sort.Slice(w.found.Projects, func(i, j int) bool { return w.found.Projects[i].Path < w.found.Projects[j].Path })
	sort.Slice(w.found.Links, func(i, j int) bool { return w.found.Links[i].Path < w.found.Links[j].Path })
	return w.found, nil
}

func (w *walker) start(ctx context.Context, name string) error {
	at := folders.From(w.dir, name)
	info, err := os.Stat(at)
	if err != nil {
		return fmt.Errorf("look at %q: %w", name, folders.Cause(err))
	}
	real, err := filepath.EvalSymlinks(at)
	if err != nil {
		return fmt.Errorf("resolve %q: %w", name, folders.Cause(err))
	}
	if real, err = filepath.Abs(real); err != nil {
		return fmt.Errorf("resolve %q: %w", name, err)
	}
	shown := path.Clean(filepath.ToSlash(name))
	if info.IsDir() {
		w.roots = append(w.roots, real)
		return w.folder(ctx, place{shown: shown, real: real, root: shown, rel: "."})
	}
	if isManifest(path.Base(shown)) || isLookalike(path.Base(shown)) {
		dir := path.Dir(shown)
		w.skill(place{shown: dir, real: filepath.Dir(real), root: dir, rel: "."}, path.Base(shown))
		return nil
	}
	if w.projectOf(shown, real) {
		return nil
	}
	kind, err := SniffKind(at)
	if err != nil {
		return fmt.Errorf("read %q: %w", name, folders.Cause(err))
	}
	if kind == "" {
		return &NothingKnownError{Path: name}
	}
	w.config(shown, kind)
	return nil
}

// place is a folder on the walk.
type place struct {
	shown, real, root, rel string
	inside, unseen         string
	closed                 bool // it cannot be listed
	depth                  int
	outer                  int  // depth of the outermost skill around, where there is one
	was                    bool // it was in a skill, or one, in the last walk
}

func (p place) child(name string) place {
	p.shown = path.Join(p.shown, name)
	p.real = filepath.Join(p.real, name)
	p.rel = path.Join(p.rel, name)
	p.depth++
	switch hidden := strings.HasPrefix(name, ".") || name == "node_modules"; {
	case name == "skills": // a root of its own, even below .claude or .github
		p.unseen = ""
	case hidden && p.unseen == "":
		p.unseen = name
	}
	return p
}

func (w *walker) folder(ctx context.Context, at place) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if at.inside != "" && at.depth-at.outer > MaxTreeDepth {
		return nil // no such depth is read: a gap in the coverage of the skill
	}
	if at.inside == "" && at.depth > MaxTreeDepth {
		return w.report(at, fmt.Errorf("walk %q: %w", at.shown, deepError(MaxTreeDepth)))
	}
	entries, err := w.list(at)
	if err != nil {
		return w.report(at, w.unlisted(at, err))
	}
	at.was = at.was || w.last.skill(at)
	manifest, lookalike := "", ""
	for _, entry := range entries {
		name := entry.Name
		if isManifest(name) && (manifest == "" || name == "SKILL.md") {
			manifest = name
		} else if isLookalike(name) {
			lookalike = name
		}
	}
	if manifest != "" || lookalike != "" {
		w.skill(at, manifest)
		if at.inside == "" {
			at.outer = at.depth
		}
		at.inside = at.shown
	}
	for _, entry := range entries {
		if err := w.entry(ctx, at, entry); err != nil {
			return err
		}
	}
	return nil
}

// report makes a folder that cannot be listed an error of the whole walk, or not.
func (w *walker) report(at place, err error) error {
	var large largeError
	if err == nil || w.trouble == nil || errors.As(err, &large) {
		return err
	}
	w.trouble(at.shown, err)
	return nil
}

// deepError says that folders are nested deeper than its value.
type deepError int

func (e deepError) Error() string {
	return fmt.Sprintf("folders are nested more than %d deep; name a folder further down", int(e))
}

// largeError says that there are more files and folders than its value.
type largeError int

func (e largeError) Error() string {
	return fmt.Sprintf("there are more than %d files and folders below it; name the folders of the skills instead", int(e))
}

// wideError says that a folder has more entries than its value.
type wideError int

func (e wideError) Error() string {
	return fmt.Sprintf("it has more than %d entries; name the folders of the skills instead", int(e))
}

// unlisted decides what a folder that cannot be listed means. What is part of a
// skill is a gap in the coverage of that skill, which is then not passed, and
// must not keep the others from being judged; anything else is an error.
func (w *walker) unlisted(at place, err error) error {
	var limit wideError
	wide := errors.As(err, &limit)
	if at.inside != "" && (wide || errors.Is(err, fs.ErrPermission)) {
		return nil
	}
	closed := errors.Is(err, fs.ErrPermission) && at.rel != "."
	for _, manifest := range Manifests() {
		if _, missing := os.Lstat(filepath.Join(at.real, manifest)); (wide || closed) && missing == nil {
			w.skill(at, manifest)
			return nil
		}
	}
	if closed && amongSkills(at.real) {
		at.closed = true
		w.skill(at, "")
		return nil
	}
	return err
}

// amongSkills reports whether a folder stands where skills do: in a folder
// called "skills", or beside another skill.
func amongSkills(folder string) bool {
	parent := filepath.Dir(folder)
	if filepath.Base(parent) == "skills" {
		return true
	}
	siblings, _ := filepath.Glob(filepath.Join(escapeGlob(parent), "*", "SKILL.*"))
	return slices.ContainsFunc(siblings, func(name string) bool { return isManifest(filepath.Base(name)) })
}

// escapeGlob makes a path a pattern that matches itself alone.
func escapeGlob(name string) string {
	if filepath.Separator == '\\' {
		return name // there a backslash escapes nothing
	}
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`).Replace(name)
}

func (w *walker) entry(ctx context.Context, at place, entry folders.Entry) error {
	name := entry.Name
	next := at.child(name)
	if w.ignore(next.shown) {
		return nil
	}
	switch {
	case entry.Type&fs.ModeSymlink != 0:
		w.link(next)
		info, err := os.Stat(next.real)
		w.project(next, err == nil && info.IsDir())
	case entry.Type.IsDir():
		if skipped(at, name) {
			return nil
		}
		if w.takeOver(next) {
			return nil
		}
		return w.folder(ctx, next)
	case entry.Type.IsRegular() && at.inside == "":
		w.project(next, false)
		if kind := KindOf(next.shown, next.real); kind != "" {
			w.config(next.shown, kind)
		}
	}
	return nil
}

// skipped folders hold no skills of their own: the stores of version control,
// and dependencies unless they stand beside skills.
func skipped(at place, name string) bool {
	switch name {
	case ".git", ".hg", ".svn", ".jj":
		return true
	case "node_modules":
		return at.inside != "" || !strings.Contains(at.shown+"/", "skills/")
	}
	return false
}

func (w *walker) list(at place) ([]folders.Entry, error) {
	entries, err := folders.Entries(at.real, w.wide)
	w.entries += len(entries)
	if len(entries) > w.wide {
		return nil, fmt.Errorf("list folder %q: %w", at.shown, wideError(w.wide))
	}
	if err != nil && len(entries) == 0 {
		return nil, fmt.Errorf("list folder %q: %w", at.shown, folders.Cause(err))
	}
	if w.entries > w.most {
		return nil, fmt.Errorf("walk %q: %w", at.root, largeError(w.most))
	}
	if w.listings != nil && err == nil {
		w.listings[at.real] = entries
	}
	return entries, nil
}

func (w *walker) skill(at place, manifest string) {
	if w.seen[at.real] {
		return
	}
	w.seen[at.real] = true
	if !isManifest(manifest) {
		manifest = ""
	}
	w.found.Skills = append(w.found.Skills, Skill{
		Path: at.shown, Real: at.real, Root: at.root, Rel: at.rel,
		Manifest: manifest, Inside: at.inside, Unseen: at.unseen, Closed: at.closed,
	})
}

func (w *walker) config(shown string, kind Kind) {
	if w.configs[shown] {
		return
	}
	w.configs[shown] = true
	w.found.Configs = append(w.found.Configs, Config{Path: shown, Kind: kind})
}

// link notes a link that leads to a folder or nowhere; a link to a file is a
// matter of the package it stands in.
func (w *walker) link(at place) {
	target, err := os.Readlink(at.real)
	if err != nil {
		return
	}
	found := Link{Path: at.shown, Root: at.root, Target: filepath.ToSlash(target), Inside: at.inside}
	info, err := os.Stat(at.real)
	resolved := w.reals.real(at.real)
	if err != nil {
		found.Dangling, found.Problem = true, problemOf(err)
		w.found.Links = append(w.found.Links, found)
		return
	}
	if !info.IsDir() || resolved == "" {
		return
	}
	found.Resolved = filepath.ToSlash(resolved)
	found.Loop = folders.Within(at.real, resolved)
	w.found.Links = append(w.found.Links, found)
}

func isManifest(name string) bool {
	for _, manifest := range Manifests() {
		if name == manifest {
			return true
		}
	}
	return false
}

// Plain says that a file of this name makes no folder a skill.
func Plain(name string) bool { return !isManifest(name) && !isLookalike(name) }

// isLookalike is true for names that a person would take for a manifest and a
// host does not.
func isLookalike(name string) bool {
	lower := strings.ToLower(name)
	return (lower == "skill.md" || lower == "skill.toml" || lower == "skills.md") && !isManifest(name)
}
