package disk

import (
	"strings"

	"github.com/skillctl/skillctl/engine/argv/lookup"
	"github.com/skillctl/skillctl/engine/command"
	"github.com/skillctl/skillctl/engine/system"
)

// Programs looks every distinct program name up, once. Commands that
// run elsewhere and names that are not static are left out.
func Programs(facts *command.Facts, s lookup.Search) {
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

// Paths resolves the words that look like paths: arguments, targets of
// redirects, and targets of writes that are computed.
func Paths(facts *command.Facts, s lookup.Scope) {
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

// Operands resolves the arguments whose value is known, as what a program
// that reads files would read, the folder that each command runs in (argument 0),
// and the files that redirects read from (argument -1). Where a cd before may have
// failed there is one answer for each folder.
func Operands(facts *command.Facts, s lookup.Scope) {
	for _, c := range facts.Commands {
		if c.Context.Elsewhere || c.Role != "program" {
			continue
		}
		for i, w := range c.Args {
			value := "."
			if i > 0 {
				if w.Value == nil || w.Glob || *w.Value == "" {
					continue
				}
				value = *w.Value
			}
			resolveOperand(facts, s, value, w.Tilde && i > 0, c.Dir, c.ID, i)
			if c.Base == "git" && (i == 0 || c.Args[i-1].Value != nil && *c.Args[i-1].Value == "-C") {
				claim(facts, system.Or(s.System), c.ID, i)
			}
		}
	}
	for _, r := range facts.Redirects {
		if r.Class == "file" && !r.Write && r.Target.Value != nil {
			resolveOperand(facts, s, *r.Target.Value, r.Target.Tilde, r.Dir, r.Command, -1)
		}
	}
}

// resolveOperand resolves one word from each folder that the command may be in.
func resolveOperand(facts *command.Facts, s lookup.Scope, value string, tilde bool, dir lookup.Dir, command, arg int) {
	for _, base := range append([]string{dir.Path}, dir.Or...) {
		if len(facts.Paths) == maxPaths {
			return
		}
		f := s.Resolve(value, tilde, lookup.Dir{Known: dir.Known, Path: base})
		f.Command, f.Arg = command, arg
		if f.Exists {
			info, err := system.Or(s.System).Lstat(f.Real)
			f.Folder = err == nil && info.Mode.IsDir()
			f.Special = err == nil && !info.Mode.IsDir() && !info.Mode.IsRegular()
		}
		facts.Paths = append(facts.Paths, f)
	}
}

// claim tells of the folders that an argument of git was resolved to whether they are in a
// repository that git has not made.
func claim(facts *command.Facts, asked system.System, command, arg int) {
	for i := range facts.Paths {
		if f := &facts.Paths[i]; f.Command == command && f.Arg == arg && f.Folder {
			f.Repository = claimed(asked, f.Real)
		}
	}
}

func looksLikePath(s string) bool {
	return s == "." || s == ".." || strings.Contains(s, "/") || strings.HasPrefix(s, "~")
}
