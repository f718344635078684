package lint

import (
	"context"
	"os"
	"path/filepath"
	"reflect"
	"slices"

	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/catalog"
	"github.com/skillctl/skillctl/internal/folder"
)

// Session lints the same paths again and again, and judges anew only what
// changed. It is not safe for concurrent use.
type Session struct {
	linter *Linter
	paths  []string
	// bases are the paths by their absolute and by their real names.
	bases []base
	last  *run
	// walked are the paths that the last walk went through.
	walked []string
	// owed are changes that a call which failed did not get to.
	owed   []string
	judged int
	// known are the roots that the host is known to have; nil: they are guessed.
	known []setRoot
}

type base struct{ abs, real string }

// Session starts to lint the paths.
func (e *Linter) Session(paths []string) *Session { return &Session{linter: e, paths: paths} }

// Rooted says from which folders OpenClaw loads skills, the weakest first, their
// paths as those of the session are written, and which file the settings that
// name some of them are in. Without it that is guessed from the paths and the
// configurations below them. Roots of other hosts say nothing.
func (s *Session) Rooted(config string, roots []catalog.Root) {
	s.known = nil
	for _, root := range roots {
		kind := root.Tier
		if kind == "project" {
			kind = "agents"
		}
		if rootRank(kind) < 0 {
			continue
		}
		known := setRoot{Path: root.Path, Kind: kind}
		if root.Setting != nil {
			known.Config = &rootSource{File: config, Path: root.Setting}
		}
		s.known = append(s.known, known)
	}
}

// Judged is how many skills the last call of [Session.Lint] judged, or
// remembered from the cache; the others were not looked at.
func (s *Session) Judged() int { return s.judged }

// Lint is [Linter.Lint], told which absolute paths changed since the last call,
// each with all that is below it; the first call judges everything. Paths of
// the session that are gone have nothing in them. After an error the next call
// judges what this one did not.
func (s *Session) Lint(ctx context.Context, changed []string) (engine.Report, error) {
	changed = append(s.owed, changed...)
	s.owed = changed
	next := &run{linter: s.linter, known: s.known, paths: s.paths}
	s.locate()
	dirty := s.real(changed)
	found, there := s.last == nil || s.astray(dirty), s.there()
	if found {
		opts := []catalog.Option{catalog.WithIgnore(s.linter.ignores), catalog.WithLinked(), catalog.WithProjects()}
		if s.last != nil && slices.Equal(there, s.walked) {
			opts = append(opts, catalog.WithBefore(s.last.found, catalog.NewChanged(dirty)))
		}
		var err error
		if next.found, err = catalog.Discover(ctx, there, opts...); err != nil {
			return engine.Report{}, err
		}
	} else {
		next.found = s.last.found
	}
	same, err := s.skills(ctx, next, dirty)
	if err != nil {
		return engine.Report{}, err
	}
	if found {
		if err := next.projects(ctx, s.last, catalog.NewChanged(dirty)); err != nil {
			return engine.Report{}, err
		}
		if err := next.configs(ctx); err != nil {
			return engine.Report{}, err
		}
		same = same && s.last != nil && sameConfigs(next.settings, s.last.settings)
	} else {
		next.settings, next.worked = s.last.settings, s.last.worked
	}
	next.disk = next.places()
	if same && next.found.Same(s.last.found) && slices.Equal(next.disk, s.last.disk) {
		next.others = s.last.others
	} else if err := next.set(ctx); err != nil {
		return engine.Report{}, err
	}
	report, err := next.report(ctx)
	if err == nil {
		s.last, s.owed = next, nil
		if found {
			s.walked = there
		}
	}
	return report, err
}

// Ignores says that the settings leave out an absolute path.
func (s *Session) Ignores(name string) bool {
	for i, given := range s.paths {
		abs, err := filepath.Abs(given)
		if err != nil {
			continue
		}
		rel, err := filepath.Rel(abs, name)
		if err == nil && filepath.IsLocal(rel) && s.linter.ignores(filepath.ToSlash(filepath.Join(s.paths[i], rel))) {
			return true
		}
	}
	return false
}

// locate finds out where the paths lead now.
func (s *Session) locate() {
	s.bases = s.bases[:0]
	for _, given := range s.paths {
		abs, err := filepath.Abs(given)
		if err != nil {
			continue
		}
		at := base{abs: abs, real: abs}
		if real, err := filepath.EvalSymlinks(abs); err == nil {
			at.real = real
		}
		s.bases = append(s.bases, at)
	}
}

// there are the paths of the session that exist, and are what can be linted: in
// the place of a folder there may be something else for a while.
func (s *Session) there() []string {
	return slices.DeleteFunc(slices.Clone(s.paths), func(name string) bool {
		info, err := os.Stat(name)
		return os.IsNotExist(err) || err == nil && !info.IsDir() && !info.Mode().IsRegular() || err == nil && s.last != nil && !catalog.Known(name)
	})
}

// real gives paths their real names: below a path of the session no link is
// followed, so that only its own name may differ.
func (s *Session) real(changed []string) []string {
	var out []string
	for _, name := range changed {
		out = append(out, name)
		for _, b := range s.bases {
			if rel, err := filepath.Rel(b.abs, name); err == nil && filepath.IsLocal(rel) && b.real != b.abs {
				out = append(out, filepath.Join(b.real, rel))
			}
		}
	}
	return out
}

// astray says that a change may be one of which skills and configurations there
// are, and not only of what is in a skill.
func (s *Session) astray(dirty []string) bool {
	return slices.ContainsFunc(dirty, func(name string) bool {
		info, err := os.Lstat(name)
		if err != nil || !info.Mode().IsRegular() {
			return true
		}
		plain := catalog.Plain(filepath.Base(name))
		return !slices.ContainsFunc(s.last.found.Skills, func(skill catalog.Skill) bool {
			return filepath.Join(skill.Real, skill.Manifest) == name || plain && folder.Within(name, skill.Real)
		})
	})
}

// skills judges the skills that are new or in which something changed, and says
// whether what the rules about the whole run are told of them is as it was.
func (s *Session) skills(ctx context.Context, next *run, dirty []string) (same bool, err error) {
	known, changed := map[string]int{}, catalog.NewChanged(dirty)
	if s.last != nil {
		for i, skill := range s.last.found.Skills {
			known[skill.Path] = i
		}
	}
	next.results = make([]skillResult, len(next.found.Skills))
	part := &run{linter: s.linter}
	var places []int
	for i, skill := range next.found.Skills {
		old, ok := known[skill.Path]
		if ok && s.last.found.Skills[old] == skill && !changed.Touches(skill.Real) {
			next.results[i] = s.last.results[old]
			continue
		}
		places = append(places, i)
		part.found.Skills = append(part.found.Skills, skill)
	}
	s.judged = len(places)
	if err := part.skills(ctx); err != nil {
		return false, err
	}
	same = s.last != nil
	for j, i := range places {
		next.results[i] = part.results[j]
		old, ok := known[next.found.Skills[i].Path]
		same = same && ok && reflect.DeepEqual(s.last.results[old].Member, part.results[j].Member)
	}
	return same, nil
}

func sameConfigs(a, b []configResult) bool {
	return slices.EqualFunc(a, b, func(a, b configResult) bool {
		return a.Path == b.Path && a.Kind == b.Kind && reflect.DeepEqual(a.value, b.value)
	})
}
