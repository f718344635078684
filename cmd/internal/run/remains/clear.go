package remains

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/internal/folder"
	"github.com/skillctl/skillctl/internal/owner"
)

// removed ends the name of what was taken away.
const removed = ".skillctl-removed"

// aside reports whether a name is one that something was moved to.
func aside(name string) bool { return strings.Contains(name, removed) }

// clearing is the work at the end of a run.
type clearing struct {
	state  *State
	table  *harmless
	report Report
	// repositories are the paths that were looked at.
	repositories map[string]bool
	// judged are the paths of parts that were judged.
	judged map[string]bool
}

// Clear looks at what the run left, and takes away what would act later.
func (s *State) Clear(ctx context.Context) Report {
	c := &clearing{state: s, repositories: map[string]bool{}, judged: map[string]bool{}}
	var err error
	if c.table, err = gitTable(); err != nil {
		c.report.Gaps = append(c.report.Gaps, err.Error())
		return c.report
	}
	w := &walk{ctx: ctx, query: s.Query, most: MaxEntries + s.Query.Entries, unlock: func(f found) bool { return s.new(kindGap, f) }}
	w.all()
	defer w.close()
	c.gaps(w)
	for _, r := range w.repositories {
		c.repositories[r.path()] = true
	}
	slices.SortFunc(w.repositories, func(a, b repository) int { return strings.Compare(a.path(), b.path()) })
	for _, r := range w.repositories {
		c.repository(r)
	}
	slices.SortFunc(w.found, func(a, b found) int { return strings.Compare(a.path(), b.path()) })
	var locks []found
	for _, f := range w.found {
		if !s.new(f.kind, f) {
			continue
		}
		switch f.kind {
		case kindPointer:
			c.pointer(f)
		case kindSettings:
			c.settings(f)
		case kindRaised:
			c.raised(f)
		case kindSocket:
			c.socket(f)
		case kindLock:
			locks = append(locks, f)
		}
	}
	c.locks(ctx, locks)
	return c.report
}

// gaps says what was not looked at, where that was otherwise before the run.
func (c *clearing) gaps(w *walk) {
	for i, f := range w.gaps {
		if c.state.new(kindGap, f) {
			c.report.Unseen = true
			c.report.Gaps = append(c.report.Gaps, fmt.Sprintf("%s cannot be looked into (%v): what the run left there for git or as settings is not known; delete it, or do not work in it", f.path(), w.why[i]))
		}
	}
	if w.cut {
		c.report.Unseen = c.report.Unseen || !c.state.Cut
		c.report.Gaps = append(c.report.Gaps, fmt.Sprintf("%s: there are more than %d files and folders; what the run left in the others for git or as settings is not known", strings.Join(w.query.Folders, ", "), w.most))
	}
}

// say notes what was done with something.
func (c *clearing) say(f found, format string, args ...any) {
	c.report.Done = append(c.report.Done, f.path()+": "+fmt.Sprintf(format, args...))
}

// failed notes what could not be done.
func (c *clearing) failed(f found, what string, err error) {
	c.report.Unseen = true
	c.report.Gaps = append(c.report.Gaps, fmt.Sprintf("%s: %s, and it cannot be taken away (%v); delete it", f.path(), what, folder.Bare(err)))
}

// putAside moves something to a name that no program obeys, and says why.
func (c *clearing) putAside(f found, why string) {
	to, err := moveAside(f)
	if err != nil {
		c.failed(f, why, err)
		return
	}
	c.say(f, "%s; it is %s now", why, filepath.Base(to))
}

// moveAside gives something another name, and no right to be run.
func moveAside(f found) (string, error) {
	base := filepath.Base(f.rel)
	for i := range 1000 {
		to := f.beside(base + removed)
		if i > 0 {
			to = f.beside(fmt.Sprintf("%s%s.%d", base, removed, i+1))
		}
		if _, err := f.top.Lstat(to); !errors.Is(err, fs.ErrNotExist) {
			continue
		}
		// The file may have another name, where its mode counts.
		if f.info.Mode().IsRegular() && owner.Names(f.info) == 1 {
			if err := f.top.Chmod(f.rel, 0o600); err != nil && !errors.Is(err, fs.ErrPermission) {
				return "", err
			}
		}
		return to, f.top.Rename(f.rel, to)
	}
	return "", errors.New("there are a thousand files of this name already")
}

// repository judges the parts of a repository that are not as they were.
func (c *clearing) repository(r repository) {
	known := c.state.Known[key(kindRepository, r.path())] == folder.Identity(r.info)
	parts := r.parts()
	if known {
		parts = append(parts, r.led()...)
	}
	for _, p := range parts {
		if c.judged[p.path()] {
			continue // another repository goes by it too
		}
		if known && !c.state.new(kindPart, p.found) {
			continue
		}
		if !known && c.state.Cut && folder.ChangedAt(p.info).Before(c.state.Started) {
			continue
		}
		c.judged[p.path()] = true
		c.part(r, p)
	}
}

func (c *clearing) part(r repository, p part) {
	switch {
	case p.settings():
		c.config(r, p)
	case p.role == "commondir":
		text, _ := p.text()
		// Git makes one in a further work tree only: to the repository that it is of.
		above := filepath.Dir(r.path())
		to := filepath.Clean(filepath.Join(r.path(), strings.TrimSpace(text)))
		if filepath.Base(above) != "worktrees" || to != filepath.Dir(above) || !c.repositories[to] {
			c.putAside(p.found, "it makes git take settings and hooks from another folder, and was made by the run")
		}
	case strings.HasPrefix(p.role, "hooks/"):
		c.putAside(p.found, "git would run this hook, which was made or changed by the run")
	case p.role == "hooks" && p.info.IsDir():
		c.putAside(p.found, fmt.Sprintf("git would run hooks in it, the run made or changed some, and there are more than %d files in it or it cannot be read", maxHooks))
	case p.role == "hooks":
		c.putAside(p.found, "git would run the hooks that it leads to, and was made or changed by the run")
	case words()[p.role] != "":
		c.words(p)
	default:
		c.steps(p)
	}
}

// config takes out of a configuration what is not known to be harmless.
func (c *clearing) config(r repository, p part) {
	text, ok := p.config()
	if !ok {
		c.putAside(p.found, "git would use it, and what the run made of it is not a plain configuration file")
		return
	}
	left, out := c.table.filter(text, r.within(), c.state.Lines[key(kindPart, p.path())])
	if len(out) == 0 {
		return
	}
	var names []string
	for _, t := range out {
		if !slices.Contains(names, t.name) {
			names = append(names, t.name)
		}
	}
	const most = 8
	if more := len(names) - most; more > 0 {
		names = append(names[:most], fmt.Sprintf("and %d more", more))
	}
	to, err := moveAside(p.found)
	if err == nil {
		err = create(p.top, p.rel, left)
	}
	if err != nil {
		c.failed(p.found, "git would use the settings that the run made", err)
		return
	}
	c.say(p.found, "git would later do what these settings of the run say, so they were taken out: %s; the file as it was is %s", strings.Join(names, ", "), filepath.Base(to))
}

// create writes a new file.
func create(top *os.Root, rel, text string) error {
	file, err := top.OpenFile(rel, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	_, err = file.WriteString(text)
	return errors.Join(err, file.Close())
}

// words judges how git would go on: a way to merge that is not its own is a program,
// and may be one by its path.
func (c *clearing) words(p part) {
	text, ok := p.text()
	if text = strings.TrimRight(text, "\r\n"); ok && c.table.kinds[words()[p.role]].MatchString(text) {
		return
	}
	c.putAside(p.found, fmt.Sprintf("git would go on with %.60q, which may run a program or write to any file; `git rebase --abort` or `git am --abort` stops it", text))
}

// steps judges what git would go on with.
func (c *clearing) steps(p part) {
	text, ok := p.text()
	if ok {
		bad := ""
		for line := range strings.Lines(text) {
			if !c.table.step(line) {
				bad = strings.TrimSpace(line)
				break
			}
		}
		if bad == "" {
			return
		}
		c.putAside(p.found, fmt.Sprintf("git would run %.60q when it continues; `git rebase --abort` stops it", bad))
		return
	}
	c.putAside(p.found, "git would go on with these steps, and what the run made of them is not a plain file")
}

// pointer judges a .git that is no folder: what it leads to has to be a
// repository that was looked at.
func (c *clearing) pointer(f found) {
	to := ""
	if f.info.Mode()&fs.ModeSymlink != 0 {
		to, _ = f.top.Readlink(f.rel) // one that cannot be read leads nowhere
	} else if text, ok := f.text(); ok {
		if rest, ok := strings.CutPrefix(text, "gitdir:"); ok {
			to = strings.TrimRight(strings.TrimPrefix(rest, " "), "\r\n") // as git reads it
		}
	}
	if to != "" && !filepath.IsAbs(to) {
		to = filepath.Join(filepath.Dir(f.path()), filepath.FromSlash(to))
	}
	real, err := filepath.EvalSymlinks(to)
	switch {
	case to == "", err == nil && c.repositories[real]:
		return // git goes nowhere by it, or to what was looked at
	case folder.Missing(err) && slices.ContainsFunc(c.state.Query.Elsewhere, func(dir string) bool { return folder.Within(filepath.Clean(to), dir) }):
		return // runs see it there, and nobody else does
	}
	c.putAside(f, fmt.Sprintf("it was made by the run and sends git to %s, which is no repository in the folders that were looked at", to))
}

// settings judges settings of skillctl that the run made.
func (c *clearing) settings(f found) {
	dir, was := filepath.Dir(f.path()), c.state.Known[key(kindSettings, f.path())] != ""
	if _, err := f.top.Stat(f.rel); err != nil && f.info.Mode()&fs.ModeSymlink != 0 && !was {
		c.putAside(f, "it is a link to nothing in the place of settings, made by the run, and would stop every later command")
		return
	}
	for _, name := range settingsNames() {
		other := filepath.Join(dir, name)
		if other == f.path() || c.state.Known[key(kindSettings, other)] == "" {
			continue
		}
		if _, err := os.Lstat(other); err == nil && !was {
			c.putAside(f, fmt.Sprintf("the run made it beside %s, and two settings files in one folder would stop every later command", name))
			return
		}
	}
	c.say(f, "the run made or changed these settings; they are not used until somebody has read and saved them again, and commands for which they would count stop: delete them, or read and save them")
}

// raised takes the right to run as its owner from a file.
func (c *clearing) raised(f found) {
	if err := f.top.Chmod(f.rel, f.info.Mode().Perm()); err != nil {
		c.failed(f, "the run made it a program that runs as its owner or group", err)
		return
	}
	c.say(f, "the run made it a program that runs as its owner or group; it has an ordinary mode now")
}
