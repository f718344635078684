package catalog

import (
	"path/filepath"
	"slices"
	"sort"
	"strings"

	"github.com/skillctl/skillctl/engine/agent"
	folders "github.com/skillctl/skillctl/internal/folder"
)

// before is what an earlier walk of the same paths found.
type before struct {
	found   Found
	changed Changed
	skills  map[string]bool // by path
}

// WithBefore takes over what an earlier walk of the same paths with the same
// options found in folders in which nothing changed, by their real paths.
func WithBefore(found Found, changed Changed) Option {
	return func(w *walker) {
		if found.leads.elsewhere() {
			return
		}
		w.last = &before{found: found, changed: changed, skills: make(map[string]bool, len(found.Skills))}
		for i := range found.Skills {
			w.last.skills[found.Skills[i].Path] = true
		}
	}
}

// skill says that a folder was a skill.
func (b *before) skill(at place) bool { return b != nil && b.skills[at.shown] }

// keep adds where links of folders that were taken over lead.
func (b *before) keep(leads leads) {
	if b == nil {
		return
	}
	for place, lead := range b.found.leads {
		if _, known := leads[place]; !known && !b.changed.Touches(place) {
			leads[place] = lead
		}
	}
}

// takeOver adds what was in a folder, when a walk would find the same: nothing
// changed in it, and it neither is nor was part of a skill.
func (w *walker) takeOver(at place) bool {
	if w.last == nil || at.inside != "" || at.was || w.last.changed.Touches(at.real) {
		return false
	}
	if w.projects != nil && strings.Contains("/"+at.rel, "/.") {
		return false // a file in it makes the folder around it a project
	}
	found := &w.last.found
	skills := below(found.Skills, at.shown, func(s Skill) string { return s.Path })
	if slices.ContainsFunc(skills, func(s Skill) bool { return s.Closed }) {
		return false // it depends on what is beside it
	}
	for _, skill := range skills {
		if skill.Root == at.root && !w.seen[skill.Real] {
			w.seen[skill.Real] = true
			w.found.Skills = append(w.found.Skills, skill)
		}
	}
	for _, config := range below(found.Configs, at.shown, func(c Config) string { return c.Path }) {
		w.config(config.Path, config.Kind)
	}
	for _, project := range below(found.Projects, at.shown, func(p Project) string { return p.Path }) {
		if project.Root == at.root {
			w.addProject(project)
		}
	}
	for _, link := range below(found.Links, at.shown, func(l Link) string { return l.Path }) {
		if link.Root == at.root {
			w.found.Links = append(w.found.Links, link)
		}
	}
	return true
}

// below returns what of a list that is sorted by path is a folder or in it.
func below[T any](list []T, folder string, pathOf func(T) string) []T {
	from := func(path string) int {
		return sort.Search(len(list), func(i int) bool { return pathOf(list[i]) >= path })
	}
	var in []T
	for i := from(folder); i < len(list) && pathOf(list[i]) == folder; i++ {
		in = append(in, list[i])
	}
	prefix := strings.TrimSuffix(folder, "/") + "/"
	for i := from(prefix); i < len(list) && strings.HasPrefix(pathOf(list[i]), prefix); i++ {
		in = append(in, list[i])
	}
	return in
}

// Known says that a path is one that [Discover] takes: a folder, a manifest or a
// configuration of a known kind.
func Known(name string) bool {
	if _, obeyed := agent.Of(filepath.ToSlash(name)); obeyed || folders.Is(name) || !Plain(filepath.Base(name)) {
		return true
	}
	kind, err := SniffKind(name)
	return err != nil || kind != ""
}
