package lint

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/cmd/internal/cli/layout"
	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/report/baseline"
	"github.com/skillctl/skillctl/engine/report/source"
	"github.com/skillctl/skillctl/internal/folder"
)

// writeBaseline writes what was found, and keeps what the file knows of skills and rules
// that this run did not look at.
func (j *lintJob) writeBaseline(r engine.Report) error {
	name := j.settings.Baseline
	if err := outside(j.factory.IO, name, r); err != nil {
		return err
	}
	old, _, err := j.readBaseline(r)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		// What cannot be read is not known. To write the file anew is what the user asked for.
		j.say("note: what %s held is not kept: %v", name, err)
	}
	kept := old.Unseen(r.Dir, j.scope(r))
	b := baseline.New(r, baseline.Home(r, append([]string{filepath.Dir(name)}, j.projects()...)...), kept)
	if err := j.factory.IO.WriteFile(name, b.Write); err != nil {
		return err
	}
	found := layout.Count(len(b.Entries)-len(kept.Entries), "finding")
	if n := len(kept.Entries); n > 0 {
		j.say("wrote %s to %s; %d of what was not linted now stay in it", found, name, n)
		return nil
	}
	j.say("wrote %s to %s", found, name)
	return nil
}

func (j *lintJob) applyBaseline(r *engine.Report) error {
	name := j.settings.Baseline
	if name == "" {
		return nil
	}
	if err := outside(j.factory.IO, name, *r); err != nil {
		return err
	}
	b, found, err := j.readBaseline(*r)
	if err != nil {
		return &kit.ExitError{Code: kit.ExitUsage, Err: err}
	}
	b = b.Without(j.settings.NotBaselined)
	gone, unseen := b.Apply(r, j.scope(*r))
	if n := len(gone); n > 0 {
		j.say("%d of %s in %s no longer occur; --write-baseline removes them", n, layout.Count(len(b.Entries), "finding"), name)
	}
	if len(unseen) > 0 && !found {
		j.say("note: no file of %s is there: its paths begin in the folder of the baseline, of the project or in the working directory, and the first is %q; if the skills were moved in the project, delete it and write it again with --write-baseline", name, unseen[0].File)
	}
	return nil
}

// readBaseline reads the baseline, with its files where they are. found is false where
// none of them is there.
func (j *lintJob) readBaseline(r engine.Report) (_ baseline.Baseline, found bool, _ error) {
	name := j.settings.Baseline
	text, err := j.factory.IO.ReadFile(name)
	if err != nil {
		return baseline.Baseline{}, false, err
	}
	b, err := baseline.Parse(name, text)
	if err != nil {
		return baseline.Baseline{}, false, err
	}
	b, found = b.From(r.Dir, j.projects()...)
	return b, found, nil
}

// projects are the folders that paths of a baseline which stands elsewhere may begin in:
// the repository that is linted, and the working directory.
func (j *lintJob) projects() []string {
	here, err := j.factory.IO.Abs(".")
	if err != nil {
		return nil
	}
	first := here
	if j.stdinName == "" {
		if first, err = j.factory.IO.Abs(j.paths[0]); err != nil {
			return []string{here}
		}
	}
	repository := kit.Workspace(first)
	if !folder.Is(filepath.Join(repository, ".git")) {
		return []string{here, repository}
	}
	return []string{repository, here}
}

// scope is what this run looked at.
func (j *lintJob) scope(r engine.Report) baseline.Scope {
	streams := j.factory.IO
	abs := func(name string) string {
		full, err := filepath.Abs(folder.From(r.Dir, filepath.FromSlash(name)))
		if err != nil {
			return name
		}
		return full
	}
	var looked, alone []string
	for _, p := range j.paths {
		looked = append(looked, abs(p))
	}
	judged := map[string]*engine.Dialects{}
	for _, s := range r.Skills {
		dir := abs(s.Path)
		judged[dir] = s.Dialects
		if slices.Contains(looked, dir) {
			alone = append(alone, dir) // no other skill that it could be compared with
		}
		looked = append(looked, dir)
	}
	within := func(dirs []string, file string) bool {
		return slices.ContainsFunc(dirs, func(dir string) bool { return folder.Within(file, dir) })
	}
	here := abs(streams.At("."))
	return baseline.Scope{
		Seen: func(file string) bool {
			if j.stdinName != "" {
				return file == abs(streams.At(j.stdinName))
			}
			rel, err := filepath.Rel(here, file)
			return within(looked, file) && !(err == nil && j.linter.Ignores(filepath.ToSlash(rel)))
		},
		Asked: func(id, file string) bool {
			rule, asked := j.linter.Asks(id)
			switch {
			case rule.ID == "":
				return true // there is no such rule any more
			case !asked || j.minConfidence != "":
				return false
			case rule.Unit == "set" && within(alone, file):
				return false
			}
			for dir := filepath.Dir(file); dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
				if d, ok := judged[dir]; ok {
					return judgedFor(rule, d)
				}
			}
			return true
		},
	}
}

// judgedFor reports whether a rule counts for the agents that a skill was judged for.
func judgedFor(rule engine.Rule, d *engine.Dialects) bool {
	if len(rule.Hosts) == 0 || d == nil {
		return true
	}
	hosts := slices.Concat(d.Judged, d.Likely)
	if len(d.Judged) == 0 {
		hosts = append(hosts, "agentskills")
	}
	return slices.ContainsFunc(rule.Hosts, func(host string) bool { return slices.Contains(hosts, host) })
}

// outside refuses a baseline that is part of a skill: a skill must not be able
// to silence what is said about it.
func outside(streams *kit.IOStreams, name string, r engine.Report) error {
	file, err := resolvePath(streams.At(name))
	if err != nil {
		return fmt.Errorf("resolve %q: %w", name, source.Bare(err))
	}
	for _, s := range r.Skills {
		dir, err := resolvePath(streams.At(filepath.FromSlash(s.Path)))
		if err != nil {
			return fmt.Errorf("resolve %q: %w", s.Path, source.Bare(err))
		}
		if rel, err := filepath.Rel(dir, file); err == nil && filepath.IsLocal(rel) {
			return kit.Usagef("the baseline %q is inside the skill %q, which could then silence findings about itself; keep it elsewhere", name, s.Path)
		}
	}
	return nil
}

// resolve is the absolute path of a file with the links of its folder resolved.
func resolvePath(name string) (string, error) {
	abs, err := filepath.Abs(name)
	if err != nil {
		return "", err
	}
	if full, err := filepath.EvalSymlinks(abs); err == nil {
		return full, nil
	}
	dir, err := filepath.EvalSymlinks(filepath.Dir(abs))
	if err != nil {
		return "", err
	}
	return filepath.Join(dir, filepath.Base(abs)), nil
}
