package command

import (
	"strings"

	"github.com/skillctl/skillctl/engine/argv/lookup"
)

// resolvePrograms looks every distinct program name up, once. Commands that
// run elsewhere and names that are not static are left out.
func resolvePrograms(facts *Facts, s lookup.Search) {
	for _, c := range facts.Commands {
		if c.Name == nil || c.Context.Elsewhere || c.Role == "builtin" || c.Role == "function" {
			continue
		}
		if _, done := facts.Programs[*c.Name]; !done {
			facts.Programs[*c.Name] = s.Resolve(*c.Name)
		}
	}
}

// maxPaths is how many path arguments are resolved.
const maxPaths = 1_000

// resolvePaths resolves the words that look like paths: arguments, targets of
// redirects, and targets of writes that are computed.
func resolvePaths(facts *Facts, s lookup.Scope) {
	add := func(raw string, tilde bool, dir lookup.Dir, command, arg int) {
		if len(facts.Paths) < maxPaths {
			f := s.Resolve(raw, tilde, dir)
			f.Command, f.Arg = command, arg
			facts.Paths = append(facts.Paths, f)
		}
	}
	for _, c := range facts.Commands {
		if c.Context.Elsewhere {
			continue
		}
		for i, w := range c.Args {
			if i == 0 || w.Value == nil || w.Glob {
				continue
			}
			v := *w.Value
			if name, value, eq := strings.Cut(v, "="); eq && strings.HasPrefix(name, "-") {
				v = value
			}
			if looksLikePath(v) {
				add(v, w.Tilde, c.Dir, c.ID, i)
			}
		}
		for _, w := range c.Writes {
			if w.Computed != nil {
				add(*w.Computed, false, c.Dir, c.ID, -1)
			}
		}
	}
	for _, r := range facts.Redirects {
		if r.Class == "file" && r.Target.Value != nil {
			add(*r.Target.Value, r.Target.Tilde, r.Dir, r.Command, -1)
		}
	}
}

func looksLikePath(s string) bool {
	return s == "." || s == ".." || strings.Contains(s, "/") || strings.HasPrefix(s, "~")
}
