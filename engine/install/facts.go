package install

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"

	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/catalog"
	"github.com/skillctl/skillctl/engine/fact"
	"github.com/skillctl/skillctl/engine/host/openclaw"
	"github.com/skillctl/skillctl/engine/skill"
	"github.com/skillctl/skillctl/engine/skill/stamp"
	folders "github.com/skillctl/skillctl/internal/folder"
)

// installFacts is #InstallFacts of schema/install.cue.
type installFacts struct {
	Found     string                `json:"found"`
	Problem   string                `json:"problem"`
	Empty     bool                  `json:"empty"`
	Digest    string                `json:"digest"`
	Counts    installCounts         `json:"counts"`
	Files     []installFile         `json:"files"`
	Gaps      []installGap          `json:"gaps"`
	Git       []fact.GitPart        `json:"git"`
	Skills    []installSkill        `json:"skills"`
	Code      *installCode          `json:"code,omitempty"`
	Servers   []packageServer       `json:"servers"`
	Trust     installTrust          `json:"trust"`
	Names     []takenName           `json:"names"`
	Installer *openclaw.InstallSpec `json:"installer,omitempty"`
	Package   *packageFacts         `json:"package,omitempty"`
	Packages  []*packageFacts       `json:"packages"`
	Lock      *Locked               `json:"lock,omitempty"`
	Rulers    []string              `json:"rulers"`
	// Listed is what is known to be bad of it that lint does not see.
	Listed []installListed `json:"listed,omitempty"`

	// reports are the skills as lint reports them, for those who want to see.
	reports []engine.SkillReport
	// remembered: what is in the folder was not looked at again.
	remembered bool
}

// What there is at a path.
const (
	foundDirectory  = "directory"
	foundFile       = "file"
	foundMissing    = "missing"
	foundOther      = "other"
	foundUnreadable = "unreadable"
)

type installCounts struct {
	Files int   `json:"files"`
	Bytes int64 `json:"bytes"`
}

type installFile struct {
	Path   string       `json:"path"`
	Type   string       `json:"type"`
	Mode   string       `json:"mode"`
	Size   int64        `json:"size"`
	Hidden bool         `json:"hidden"`
	Exec   bool         `json:"exec"`
	Nlink  int          `json:"nlink"`
	Digest string       `json:"digest"`
	Class  string       `json:"class"`
	What   string       `json:"what"`
	Link   *installLink `json:"link,omitempty"`
	Read   string       `json:"read"`
}

type installLink struct {
	Target string `json:"target"`
	Inside bool   `json:"inside"`
	Exists bool   `json:"exists"`
}

type installGap struct {
	File   string `json:"file"`
	Reason string `json:"reason"`
	Detail string `json:"detail"`
}

// The bounds of a package of a plugin, which brings all that it depends on:
// entries, bytes, bytes of a file, and bytes of code. What lies beyond is a gap.
const (
	maxPluginFiles = 50_000
	maxPluginBytes = 1 << 30
	maxPluginFile  = 64 << 20
	maxPluginCode  = 512 << 20
)

// maxMetadata bounds a file with metadata, in bytes.
const maxMetadata = 8 << 20

// gather finds out what is so about what a request wants installed.
func (g *Gate) gather(ctx context.Context, req *Request, settings installSettings) (*installFacts, error) {
	facts := &installFacts{
		Found: foundMissing, Files: []installFile{}, Gaps: []installGap{}, Git: []fact.GitPart{}, Skills: []installSkill{},
		Servers: []packageServer{},
		Trust:   unknownTrust(), Names: []takenName{}, Packages: []*packageFacts{}, Lock: req.Lock, Rulers: []string{},
	}
	if req.InstallSpec != nil {
		spec, err := openclaw.ReadInstallSpec(ctx, req.InstallSpec)
		if err != nil {
			spec = openclaw.InstallSpec{Status: openclaw.InstallDropped, Reason: err.Error(), Path: []any{}, Bins: []string{}, OS: []string{}}
		}
		facts.Installer = &spec
	}
	if req.Path == "" {
		facts.Listed = g.seek(req, facts)
		return facts, nil
	}
	real, err := filepath.EvalSymlinks(req.Path)
	if err == nil {
		facts.Rulers = containedIn(real, req.Rulers)
		var info os.FileInfo
		if info, err = os.Stat(real); err == nil {
			switch {
			case info.IsDir():
				facts.Found = foundDirectory
				err = g.steady(ctx, req, real, settings, facts)
			case info.Mode().IsRegular():
				facts.Found = foundFile
				err = g.file(ctx, req, real, facts)
			default:
				facts.Found = foundOther
			}
		}
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	switch {
	case err == nil:
	case facts.Found == foundMissing && errors.Is(err, fs.ErrNotExist):
	default:
		// Which file it was is part of no answer: folders of hosts have names that
		// change from call to call.
		facts.Found, facts.Problem = foundUnreadable, plainProblem(err)
	}
	facts.Listed = g.seek(req, facts)
	return facts, nil
}

// errModified says that the folder is not the same as when it was first looked at.
var errModified = errors.New("it changed while it was judged; try again when nobody writes to it")

// steady looks into a folder, and makes sure that it is still the same folder with
// the same files when all is known about it. Where the system does not tell, or
// there are very many files, what is read twice may differ.
func (g *Gate) steady(ctx context.Context, req *Request, real string, settings installSettings, facts *installFacts) error {
	before, _, known := stamp.Of(real, nil, g.now())
	if err := g.folder(ctx, req, real, settings, facts); err != nil {
		return err
	}
	after, _, ok := stamp.Of(real, nil, g.now())
	if ok != known || after != before || !ok && stampable(facts) {
		return errModified
	}
	if now, err := filepath.EvalSymlinks(req.Path); err != nil || now != real {
		return errModified
	}
	return nil
}

// stampable reports whether a folder whose stamp could not be taken should have had
// one: something was removed just then.
func stampable(facts *installFacts) bool {
	const fewEntries = 1_000
	return len(facts.Gaps) == 0 && len(facts.Files) < fewEntries && (runtime.GOOS == "linux" || runtime.GOOS == "darwin")
}

// containedIn are the paths that lie in a folder, or are it. Where nobody can tell, they
// do.
func containedIn(real string, paths []string) []string {
	inside := []string{}
	if abs, err := filepath.Abs(real); err == nil {
		real = abs
	}
	for _, name := range paths {
		resolved, err := filepath.EvalSymlinks(name)
		if err != nil {
			resolved = name
		}
		if rel, err := filepath.Rel(real, resolved); err != nil || filepath.IsLocal(rel) {
			inside = append(inside, filepath.ToSlash(name))
		}
	}
	slices.Sort(inside)
	return inside
}

// plainProblem is what an error says without the paths of the machine.
func plainProblem(err error) string {
	var problem *fs.PathError
	if errors.As(err, &problem) {
		return problem.Err.Error()
	}
	var link *os.LinkError
	if errors.As(err, &link) {
		return link.Err.Error()
	}
	return err.Error()
}

// folder looks into a folder.
func (g *Gate) folder(ctx context.Context, req *Request, real string, settings installSettings, facts *installFacts) error {
	root, err := folders.Open(real)
	if err != nil {
		return err
	}
	defer func() { _ = root.Close() }()
	dir := req.Dir
	if dir == "" {
		dir = filepath.Base(real)
	}
	linter, err := g.linter(req.Host)
	if err != nil {
		return err
	}
	shown := cmp.Or(req.Shown, ".")
	found, err := g.contents(ctx, req, root, real, shown, dir, linter)
	if err != nil {
		return err
	}
	facts.take(found)
	facts.remembered = found.remembered
	if facts.Trust, err = g.trustOf(ctx, root, &settings.Signature); err != nil {
		return err
	}
	if facts.Names, err = takenNames(ctx, append(slices.Clone(settings.Names.Dirs), req.Taken...), real); err != nil {
		return err
	}
	return facts.weigh(ctx, linter, found, shown)
}

// readWithin reads a skill below what is installed.
func (g *Gate) readWithin(ctx context.Context, one *catalog.Skill, collected *gatherer) (*skill.Skill, error) {
	root, err := folders.Open(one.Real)
	if err != nil {
		return nil, err
	}
	defer func() { _ = root.Close() }()
	return skill.Inventory(ctx, root, one.Path, skill.WithDir(filepath.Base(one.Real)), skill.WithVisitor(collected.visit), skill.WithIntel(g.intel))
}
