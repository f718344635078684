package approval

import (
	"fmt"
	"strings"
	"sync"

	"github.com/skillctl/skillctl/policies"
)

// environment is policies/tables/environment.json: which variables change what
// code runs. The policies read the same file.
type environment struct {
	Code     map[string]bool `json:"code"`
	Harmless map[string]bool `json:"harmless"`
	Lookup   map[string]bool `json:"lookup"`
	Prefixes []string        `json:"prefixes"`
	Git      []string        `json:"git"`
	Suffixes []string        `json:"exportedSuffixes"`
}

var loadEnvironment = sync.OnceValues(func() (*environment, error) {
	table := &environment{}
	if err := policies.Read("tables/environment.json", table); err != nil {
		return nil, fmt.Errorf("read the table of variables: %w", err)
	}
	return table, nil
})

// matters reports whether a variable changes which code runs.
func (e *environment) matters(name string) bool {
	key := strings.ToUpper(name)
	if e.Lookup[key] {
		return true
	}
	if e.Harmless[key] {
		return false
	}
	if e.Code[key] {
		return true
	}
	for _, known := range e.Git {
		if key == known {
			return false
		}
	}
	for _, prefix := range e.Prefixes {
		if strings.HasPrefix(key, prefix) {
			return true
		}
	}
	for _, suffix := range e.Suffixes {
		if strings.HasSuffix(key, suffix) {
			return true
		}
	}
	return strings.HasPrefix(key, "GIT_")
}

// ownOfShell are variables that a shell or the runner sets by itself.
func ownOfShell(name string) bool { return name == "_" || name == "SHLVL" || name == "PWD" }

// inherited picks the variables that a command inherits and that can change
// what it does: those that change which code runs, and those whose name stands
// anywhere in its words. A shell may look at the latter in ways that no list
// has, so that every word that could be a name counts.
func (s *Subject) inherited(table *environment) map[string]string {
	named := map[string]bool{}
	words := s.Argv
	if words == nil {
		words = []string{s.Command}
	}
	for _, word := range words {
		for name := range strings.FieldsFuncSeq(word, func(r rune) bool { return !identifier(r) }) {
			named[name] = true
		}
	}
	out := map[string]string{}
	for name, value := range s.Inherited {
		if _, own := s.Env[name]; own || ownOfShell(name) {
			continue
		}
		if named[name] || table.matters(name) {
			out[name] = value
		}
	}
	return out
}

func identifier(r rune) bool {
	return r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
}
