package lint

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/agent"
	"github.com/skillctl/skillctl/engine/catalog"
	"github.com/skillctl/skillctl/engine/fact"
	"github.com/skillctl/skillctl/engine/skill"
	folders "github.com/skillctl/skillctl/internal/folder"
)

// projectResult is what is kept of a folder that agents work in.
type projectResult struct {
	engine.SkillReport
	files int
}

// projects judges the folders that agents work in. Those of an earlier run are taken over
// where nothing changed.
func (r *run) projects(ctx context.Context, last *run, changed catalog.Changed) error {
	known := map[string]int{}
	if last != nil {
		for i, project := range last.found.Projects {
			known[project.Path] = i
		}
	}
	for i := range r.found.Projects {
		found := &r.found.Projects[i]
		if old, ok := known[found.Path]; ok && last.found.Projects[old] == *found && !changed.Touches(found.Real) {
			r.worked = append(r.worked, last.worked[old])
			continue
		}
		result, err := r.project(ctx, found)
		if err != nil {
			return fmt.Errorf("lint %q: %w", found.Path, err)
		}
		r.worked = append(r.worked, result)
	}
	return nil
}

// project judges the files of a folder that agents obey, and those that these name, by the
// rules that look at files alone.
func (r *run) project(ctx context.Context, found *catalog.Project) (projectResult, error) {
	read, err := readProject(ctx, found)
	if errors.Is(err, fs.ErrPermission) {
		read, err = skill.Unopened(found.Path, filepath.Base(found.Real), err), nil
	}
	if err != nil {
		return projectResult{}, err
	}
	read.Parse()
	answers, err := r.ask(ctx, &lintInput{Kind: unitPackage, Skill: fact.OfSkill(read)}, r.linter.asked())
	if err != nil {
		return projectResult{}, err
	}
	return projectResult{engine.SkillReport{
		Path: found.Path, Name: read.Dir, Digest: read.Digest, Complete: read.Coverage.Complete,
		Findings: r.linter.findings(answers, &skillUnit{skill: read}),
	}, read.Counts.Files}, nil
}

// readProject takes in what agents obey of a folder: first the files that are known by
// their names, then with those that they run or take in.
func readProject(ctx context.Context, found *catalog.Project) (*skill.Skill, error) {
	root, err := folders.Open(found.Real)
	if err != nil {
		return nil, fmt.Errorf("open folder: %w", err)
	}
	defer func() { _ = root.Close() }()
	named := selection{root: root, files: map[string]bool{}, dirs: map[string]bool{}}
	for {
		read, err := skill.Inventory(ctx, root, found.Path, skill.WithDir(filepath.Base(found.Real)), skill.WithoutHistory(), skill.WithSelected(named.selected))
		if err != nil || len(named.files) > 0 || !named.follow(read) {
			return read, err
		}
	}
}

// selection says which files of a folder are read.
type selection struct {
	root *os.Root
	// files are those that others name, dirs the folders on the way to them.
	files, dirs map[string]bool
}

// selected reports whether an entry is one that agents obey, or may hold some.
func (s *selection) selected(name string, folder bool) bool {
	if s.files[name] {
		return true
	}
	if folder {
		return s.dirs[name] || agent.Leads(name) && !s.skill(name)
	}
	if slices.ContainsFunc(agent.All(name), func(f agent.File) bool { return f.Base == "." && (f.Needs == "" || s.there(f.Needs)) }) {
		return true
	}
	// A link to a folder stands for what is in it.
	if info, err := s.root.Lstat(filepath.FromSlash(name)); err == nil && info.Mode()&fs.ModeSymlink != 0 {
		return agent.Leads(name)
	}
	return false
}

func (s *selection) there(name string) bool {
	_, err := s.root.Lstat(filepath.FromSlash(name))
	return err == nil
}

// skill reports whether a folder is a skill: it is judged by itself.
func (s *selection) skill(name string) bool {
	return slices.ContainsFunc(catalog.Manifests(), func(manifest string) bool { return s.there(path.Join(name, manifest)) })
}

// maxNamed bounds the files that others name.
const maxNamed = 500

// follow adds the files that commands and instructions name, and reports whether there
// are some that were not read.
func (s *selection) follow(read *skill.Skill) bool {
	for i := range read.Files {
		if link := read.Files[i].Link; link != nil && link.Inside {
			s.add(read, link.Resolved)
		}
	}
	for _, part := range read.AgentParts() {
		names := part.Named()
		if part.Kind == agent.KindInstructions || part.Kind == agent.KindPrompt {
			names = append(names, agent.Imports(read.Document(part.File))...)
		}
		for _, name := range names {
			s.add(read, name)
			if dir := path.Dir(part.File); dir != "." {
				s.add(read, path.Join(dir, name)) // some take it from the folder of the file
			}
		}
	}
	return len(s.files) > 0
}

func (s *selection) add(read *skill.Skill, name string) {
	if len(s.files) >= maxNamed || read.File(name) != nil || !filepath.IsLocal(filepath.FromSlash(name)) || strings.HasPrefix(name, ".git/") {
		return
	}
	info, err := s.root.Stat(filepath.FromSlash(name))
	if err != nil || !info.Mode().IsRegular() {
		return
	}
	s.files[name] = true
	for dir := path.Dir(name); dir != "."; dir = path.Dir(dir) {
		s.dirs[dir] = true
	}
}
