package agent

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/skillctl/skillctl/policies"
)

// Kinds of files.
const (
	KindSettings     = "settings"
	KindServers      = "servers"
	KindHooks        = "hooks"
	KindPrompt       = "prompt"       // Markdown with front matter: an agent, a command, a rule
	KindInstructions = "instructions" // what is in the prompt of every session
	KindCode         = "code"         // what hooks run, or what is loaded as a plugin
	KindVariables    = "variables"    // lines that set variables: a file ".env"
)

// table is policies/tables/agents.json without its keys.
type table struct {
	Files  []place `json:"files"`
	Shapes []shape `json:"shapes"`

	// ends are the last names of paths without a pattern, lower case; begins the first
	// of those with more than one.
	ends, begins map[string]bool
}

// place is one entry of the files.
type place struct {
	Client string   `json:"client"`
	Kind   string   `json:"kind"`
	Keys   string   `json:"keys"`
	Needs  string   `json:"needs"`
	Runs   bool     `json:"runs"`
	Paths  []string `json:"paths"`

	// patterns are the paths; they are compiled when a name is held against them.
	patterns func() []*regexp.Regexp
}

// keySet says what the keys of a kind of file are for.
type keySet struct {
	Plain []string        `json:"plain"`
	Roles map[string]role `json:"roles"`

	rules []keyRule
}

type role struct {
	Role string `json:"role"`
	// Of is the key set that a value of the role "keys" has.
	Of string `json:"of"`
}

type keyRule struct {
	pattern string
	steps   []string
	role
}

// The table is part of the program: one that cannot be used is a fault of the build, and
// tests read it.
var tables = sync.OnceValue(func() *table {
	t := &table{ends: map[string]bool{}, begins: map[string]bool{}}
	policies.Table("agents", t)
	for i := range t.Files {
		p := &t.Files[i]
		p.patterns = sync.OnceValue(func() []*regexp.Regexp {
			list := make([]*regexp.Regexp, len(p.Paths))
			for i, one := range p.Paths {
				list[i] = regexp.MustCompile(patternOf(one))
			}
			return list
		})
		for _, one := range p.Paths {
			first, _, nested := strings.Cut(strings.ToLower(one), "/")
			switch {
			case !nested:
				t.ends[first] = true
			default:
				t.begins[first] = true
			}
		}
	}
	return t
})

// keySets are the keys of the table. Only files with keys need them.
var keySets = sync.OnceValue(func() map[string]*keySet {
	var t struct {
		Keys map[string]*keySet `json:"keys"`
	}
	policies.Table("agents", &t)
	for name, set := range t.Keys {
		for _, pattern := range set.Plain {
			set.rules = append(set.rules, keyRule{pattern, strings.Split(pattern, "."), role{Role: rolePlain}})
		}
		for pattern, r := range set.Roles {
			if r.Of != "" && t.Keys[r.Of] == nil {
				panic(fmt.Sprintf("read embedded table agents.json: %s has no keys %q", name, r.Of))
			}
			set.rules = append(set.rules, keyRule{pattern, strings.Split(pattern, "."), r})
		}
		// What names a key comes before what stands for any.
		slices.SortFunc(set.rules, func(a, b keyRule) int {
			if n := strings.Count(a.pattern, "*") - strings.Count(b.pattern, "*"); n != 0 {
				return n
			}
			return strings.Compare(a.pattern, b.pattern)
		})
	}
	return t.Keys
})

// patternOf is a path of the table as a regular expression, in any case as some systems
// have it: the folder that the file belongs to is its only group.
func patternOf(p string) string {
	quoted := regexp.QuoteMeta(p)
	quoted = strings.ReplaceAll(quoted, `\*\*/`, `(?:.*/)?`)
	quoted = strings.ReplaceAll(quoted, `/\*\*`, `/.+`)
	quoted = strings.ReplaceAll(quoted, `\*`, `[^/]*`)
	return `(?is)^(?:(.*)/)?` + quoted + `$`
}

// File says whose a file is, and as what it is read.
type File struct {
	// Client is the agent, by its title.
	Client string
	Kind   string
	// Keys names its key set, "" for a file without keys.
	Keys string
	// Base is the folder that it belongs to, "." for the one that the path is from.
	Base string
	// Needs is a file that has to be in that folder for this one to count, "" for none.
	Needs string
	// Runs: commands in its text are run before a model is given it.
	Runs bool
}

// Of says what a slash path is to agents. A folder may be obeyed by several; the first of
// the table is named.
func Of(name string) (File, bool) {
	list := all(name, true)
	if len(list) == 0 {
		return File{}, false
	}
	return list[0], true
}

// All is everything that a slash path may be: which of it counts depends on what there is
// beside it.
func All(name string) []File { return all(name, false) }

func all(name string, sure bool) []File {
	t := tables()
	lowered := strings.ToLower(name)
	if !t.ends[path.Base(lowered)] && !slices.ContainsFunc(strings.Split(path.Dir(lowered), "/"), func(step string) bool { return t.begins[step] }) {
		return nil
	}
	var list []File
	for i := range t.Files {
		p := &t.Files[i]
		if sure && p.Needs != "" {
			continue
		}
		for _, pattern := range p.patterns() {
			if found := pattern.FindStringSubmatch(name); found != nil {
				list = append(list, File{Client: p.Client, Kind: p.Kind, Keys: p.Keys, Base: path.Clean(found[1]), Needs: p.Needs, Runs: p.Runs})
				break
			}
		}
	}
	return list
}

// OfFolder says whose a folder is, by what could be in it.
func OfFolder(name string) (File, bool) {
	for _, inside := range []string{"settings.json", "x.md", "hooks.json", "x.json", "config.toml", "plugin.json", "x.mdc", "x"} {
		if file, ok := Of(path.Join(name, inside)); ok {
			return file, true
		}
	}
	return File{}, false
}

// Leads reports whether a folder of this slash path, below the one that files belong to,
// may hold files that agents obey.
func Leads(dir string) bool {
	steps := strings.Split(strings.ToLower(dir), "/")
	t := tables()
	if !t.begins[steps[0]] {
		return false
	}
	for i := range t.Files {
		if slices.ContainsFunc(t.Files[i].Paths, func(p string) bool { return leads(strings.Split(strings.ToLower(p), "/"), steps) }) {
			return true
		}
	}
	return false
}

// leads compares the steps of a pattern with those of a folder.
func leads(pattern, steps []string) bool {
	for i, step := range steps {
		switch {
		case i >= len(pattern)-1 && pattern[len(pattern)-1] != "**":
			return false
		case i >= len(pattern) || pattern[i] == "**":
			return true
		case pattern[i] != step:
			return false
		}
	}
	return true
}

// rule is what the keys of a set say of a path, and whether longer paths may say more.
func (s *keySet) rule(steps []string) (found *keyRule, more bool) {
	for i := range s.rules {
		r := &s.rules[i]
		if len(r.steps) < len(steps) || !slices.EqualFunc(r.steps[:len(steps)], steps, func(a, b string) bool { return a == "*" || a == b }) {
			continue
		}
		if len(r.steps) > len(steps) {
			more = true
		} else if found == nil {
			found = r
		}
	}
	return found, more
}
