package lint

import (
	"context"
	"errors"
	"fmt"
	"io"
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
	"github.com/skillctl/skillctl/engine/intel"
	"github.com/skillctl/skillctl/engine/scan"
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
	read, err := readProject(ctx, found, r.linter.intel)
	if errors.Is(err, fs.ErrPermission) {
		read, err = skill.Unopened(found.Path, filepath.Base(found.Real), err), nil
	}
	if err != nil {
		return projectResult{}, err
	}
	if err := read.Parse(ctx); err != nil {
		return projectResult{}, err
	}
	answers, err := r.askAbout(ctx, unitPackage, read, fact.OfSkill(read), r.linter.asked())
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
func readProject(ctx context.Context, found *catalog.Project, list *intel.Bundle) (*skill.Skill, error) {
	root, err := folders.Open(found.Real)
	if err != nil {
		return nil, fmt.Errorf("open folder: %w", err)
	}
	defer func() { _ = root.Close() }()
	named := selection{root: root, files: map[string]bool{}, dirs: map[string]bool{}, run: map[string]bool{}}
	for range maxRounds {
		read, err := skill.Inventory(ctx, root, found.Path, skill.WithDir(filepath.Base(found.Real)), skill.WithoutHistory(), skill.WithSelected(named.selected), skill.WithIntel(list))
		if err != nil {
			return nil, err
		}
		known := len(named.files)
		if named.follow(read); len(named.files) == known {
			named.tell(read)
			return read, nil
		}
	}
	read, err := skill.Inventory(ctx, root, found.Path, skill.WithDir(filepath.Base(found.Real)), skill.WithoutHistory(), skill.WithSelected(named.selected), skill.WithIntel(list))
	if err != nil {
		return nil, err
	}
	known := len(named.files)
	if named.follow(read); len(named.files) > known {
		named.beyond = fmt.Sprintf("files name files that name others, more than %d times", maxRounds)
	}
	named.tell(read)
	return read, nil
}

// maxRounds bounds how often the files are read that others name.
const maxRounds = 8

// selection says which files of a folder are read.
type selection struct {
	root *os.Root
	// files are those that others name, dirs the folders on the way to them.
	files, dirs map[string]bool
	// run are the programs that scripts name.
	run map[string]bool
	// beyond is why some files are not read that others name, "" when all are.
	beyond string
}

// tell has it told what is run, and that not all was read.
func (s *selection) tell(read *skill.Skill) {
	read.Runs = s.run
	if s.beyond != "" {
		read.Coverage.Complete = false
		read.Coverage.Gaps = append(read.Coverage.Gaps, skill.Gap{File: ".", Reason: skill.GapFileCount, Detail: s.beyond})
	}
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

// follow adds the files that commands, scripts and instructions name, whose own are read
// with the next round.
func (s *selection) follow(read *skill.Skill) {
	for i := range read.Files {
		if link := read.Files[i].Link; link != nil && link.Inside {
			s.add(read, link.Resolved)
		}
	}
	scripts := map[string]bool{}
	for _, part := range read.AgentParts() {
		for _, name := range read.Taken(&part) {
			s.add(read, name)
			scripts[name] = true
		}
		if part.Kind == agent.KindCode {
			scripts[part.File] = true
		}
	}
	for i := range read.Files {
		if f := &read.Files[i]; f.Type == skill.TypeRegular && (scripts[f.Path] || s.files[f.Path]) {
			s.called(read, f.Path)
		}
	}
}

// maxScript bounds how much of a script is looked through for the files that it names, in
// bytes.
const maxScript = 1 << 20

// called adds the programs that a script names: files that it only reads are data.
func (s *selection) called(read *skill.Skill, script string) {
	if !s.program(script) {
		return
	}
	file, err := folders.File(s.root, filepath.FromSlash(script))
	if err != nil {
		return // the inventory says that it cannot be read
	}
	defer func() { _ = file.Close() }()
	text, err := io.ReadAll(io.LimitReader(file, maxScript+1))
	if err != nil {
		return
	}
	if len(text) > maxScript {
		s.beyond = fmt.Sprintf("%s is longer than what is looked through for the files that it runs", script)
		text = text[:maxScript]
	}
	// What a command puts before a name is most often the folder of the script.
	names := strings.NewReplacer(`)"/`, ") ", ")/", ") ", "`/", "` ").Replace(string(text))
	for _, name := range agent.PathsIn(names) {
		for _, dir := range []string{".", path.Dir(script)} {
			if at := path.Join(dir, name); filepath.IsLocal(filepath.FromSlash(at)) && s.program(at) {
				s.add(read, at)
				s.run[at] = true
			}
		}
	}
}

// program reports whether a file is one that runs: its mode or its name says so.
func (s *selection) program(name string) bool {
	info, err := s.root.Stat(filepath.FromSlash(name))
	return err == nil && info.Mode().IsRegular() && (info.Mode().Perm()&0o111 != 0 || scan.LanguageOf(name) != "")
}

func (s *selection) add(read *skill.Skill, name string) {
	if s.files[name] || read.File(name) != nil || !filepath.IsLocal(filepath.FromSlash(name)) || strings.HasPrefix(name, ".git/") {
		return
	}
	info, err := s.root.Stat(filepath.FromSlash(name))
	if err != nil || !info.Mode().IsRegular() {
		return
	}
	if len(s.files) >= maxNamed {
		s.beyond = fmt.Sprintf("more than %d files are named by others", maxNamed)
		return
	}
	s.files[name] = true
	for dir := path.Dir(name); dir != "."; dir = path.Dir(dir) {
		s.dirs[dir] = true
	}
}
