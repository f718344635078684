package skill

import (
	"path"
	"regexp"
	"strings"
	"sync"

	"github.com/skillctl/skillctl/engine/scan"
	"github.com/skillctl/skillctl/internal/gitconfig"
)

// Kinds of parts of a package that Git obeys.
const (
	// GitStore is what is called ".git" and is no pointer.
	GitStore = "store"
	// GitAlike is what some system takes for ".git".
	GitAlike = "alike"
	// GitPointer is a file ".git" that says where the repository is.
	GitPointer = "pointer"
	// GitRepository is a folder that is a repository under another name.
	GitRepository = "repository"
	// GitHook is a file that Git runs by itself.
	GitHook = "hook"
	// GitConfig is a configuration file of a repository, GitModules the list of the
	// submodules of a checkout.
	GitConfig  = "config"
	GitModules = "modules"
	// GitCommon is a file that says in which other folder settings and hooks are.
	GitCommon = "common"
	// GitTodo is a list of what Git is to do next, with commands in it.
	GitTodo = "todo"
)

// GitPart is a file or folder of the package that Git obeys.
type GitPart struct {
	// File is its slash path.
	File string
	Kind string
	// Own: it is the repository that the package is the checkout of, or in it: the
	// folder or file ".git" at the top.
	Own bool
	// Target is what a pointer names; Inside says that this is in the package.
	Target string
	Inside bool
	// Settings are those of a configuration, Problem what keeps it from being read.
	Settings []gitconfig.Setting
	Problem  string
}

// The bounds of texts that are kept until it is known whether Git obeys them, in
// bytes, and of what is read of one.
const (
	maxGitText  = 256 << 10
	maxGitTexts = 4 << 20
	// maxGitSettings is how many settings of one file are read.
	maxGitSettings = 2_000
)

// gitText keeps a file whose name Git knows.
func (r *reader) gitText(f *File, text []byte) {
	switch scan.PlainName(path.Base(f.Path)) {
	case "commondir", "config", "config.worktree", ".gitmodules", "git-rebase-todo", "todo", ".git":
	default:
		return
	}
	if len(text) > maxGitText || r.gitBytes+len(text) > maxGitTexts || f.Read != ReadFull {
		return
	}
	if r.gitTexts == nil {
		r.gitTexts = map[string]string{}
	}
	r.gitBytes += len(text)
	r.gitTexts[f.Path] = string(text)
}

// git finds what Git obeys. It wants the whole inventory.
func (r *reader) git() {
	s := r.skill
	parts := map[string]scan.RepositoryPart{}
	for i := range s.Files {
		p := s.Files[i].Path
		parts[path.Dir(p)] |= scan.RepositoryPartOf(path.Base(p))
	}
	stores := map[string]bool{}
	for i := range s.Files {
		f := &s.Files[i]
		is, alike := scan.GitName(path.Base(f.Path))
		own := ownGit(f.Path)
		switch {
		case alike:
			s.Git = append(s.Git, GitPart{File: f.Path, Kind: GitAlike})
			stores[f.Path] = true
		case is && f.Type == TypeRegular:
			s.Git = append(s.Git, r.gitPointer(f, own))
		case is:
			s.Git = append(s.Git, GitPart{File: f.Path, Kind: GitStore, Own: own})
			stores[f.Path] = true
		case f.Type == TypeDir && parts[f.Path].IsRepository():
			if !own {
				s.Git = append(s.Git, GitPart{File: f.Path, Kind: GitRepository})
			}
			stores[f.Path] = true
		}
	}
	if parts["."].IsRepository() {
		s.Git = append(s.Git, GitPart{File: ".", Kind: GitRepository})
		stores["."] = true
	}
	for i := range s.Files {
		r.gitFile(&s.Files[i], stores)
	}
}

// ownGit says whether a path is the ".git" at the top, or below it.
func ownGit(p string) bool { return p == ".git" || strings.HasPrefix(p, ".git/") }

func (r *reader) gitPointer(f *File, own bool) GitPart {
	part := GitPart{File: f.Path, Kind: GitPointer, Own: own}
	target, ok := strings.CutPrefix(r.gitTexts[f.Path], "gitdir:")
	if !ok {
		part.Problem = "it is a file, but does not say where a repository is"
		return part
	}
	part.Target = strings.ToValidUTF8(strings.TrimSpace(target), "\uFFFD")
	part.Inside = !isAbsolute(part.Target) && r.skill.resolve(path.Dir(f.Path), part.Target).inside
	return part
}

// gitFile takes down a file that Git obeys because of where it lies.
func (r *reader) gitFile(f *File, stores map[string]bool) {
	if f.Type != TypeRegular && f.Type != TypeSymlink {
		return
	}
	name, dir := scan.PlainName(path.Base(f.Path)), path.Dir(f.Path)
	part := GitPart{File: f.Path, Own: ownGit(f.Path)}
	text, known := r.gitTexts[f.Path]
	switch {
	case name == ".gitmodules":
		part.Kind = GitModules
	case stores[dir] && (name == "config" || name == "config.worktree"):
		part.Kind = GitConfig
	case stores[dir] && name == "commondir":
		// What a worktree has in its own part of the repository.
		if ownWorktree().MatchString(f.Path) && strings.TrimSpace(text) == "../.." {
			return
		}
		part.Kind, part.Target = GitCommon, strings.ToValidUTF8(strings.TrimSpace(text), "\uFFFD")
		r.skill.Git = append(r.skill.Git, part)
		return
	case scan.PlainName(path.Base(dir)) == "hooks" && stores[path.Dir(dir)] && !scan.GitSampleHook(name),
		stores[dir] && name == "hooks" && f.Type == TypeSymlink:
		part.Kind = GitHook
		r.skill.Git = append(r.skill.Git, part)
		return
	case (name == "git-rebase-todo" || name == "todo") && stores[path.Dir(dir)]:
		if known && !todoRuns().MatchString(text) {
			return
		}
		part.Kind = GitTodo
		r.skill.Git = append(r.skill.Git, part)
		return
	default:
		return
	}
	if known {
		part.Settings, part.Problem = gitconfig.Read(text, maxGitSettings)
	} else {
		part.Problem = "it is too large, a link, or could not be read"
	}
	r.skill.Git = append(r.skill.Git, part)
}

// ownWorktree is the file of a worktree in the own repository that names the rest
// of it.
var ownWorktree = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^\.git/worktrees/[^/]+/commondir$`) })

// todoRuns finds a step of a list that is a command.
var todoRuns = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?m)^[ \t]*(?:exec|x)[ \t]`) })

// history are the files of the repository that the package is the checkout of
// which hold nothing but objects, named by what they hold: Git obeys none of them.
var history = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^\.git/(?:modules/.+/)?(?:objects/(?:[0-9a-f]{2}/(?:[0-9a-f]{38}|[0-9a-f]{62})|pack/(?:multi-)?pack-[0-9a-f-]+\.[a-z]+|pack/multi-pack-index|info/commit-graph(?:s/.*)?|info/packs)|lfs/objects/[0-9a-f]{2}/[0-9a-f]{2}/[0-9a-f]{64})$`)
})

// passOver says whether a file is left out because only the history of the own
// repository is in it, and nobody asked for that.
func (r *reader) passOver(p string) bool {
	return r.cfg.noHistory && strings.HasPrefix(p, ".git/") && history().MatchString(p)
}
