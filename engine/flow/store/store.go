package store

import (
	"bytes"
	"strings"

	"github.com/skillctl/skillctl/internal/lazydfa"
)

// Machine is the kind of what says whose machine a program is on.
const Machine = "machine"

// The longest names of files and addresses that are looked at, in bytes.
const longest = 1000

// Place is where some credentials are kept.
type Place struct {
	Kind  string
	Paths []*lazydfa.Regexp
}

// Places are the places of credentials, in the order in which they are looked at.
func Places() []Place { return tables().places }

// Named reports whether a text names one of the [Places].
func Named(text string) bool { return tables().anyPlace.MatchString(text) }

// Of is the kind of credentials that a file holds, "" for none.
func Of(file string) string {
	file, ok := File(file)
	if !ok {
		return ""
	}
	return kindOf(tables().places, file)
}

// File is the name of a file with "/" between its folders, and whether it may be one of
// somebody's own: it is not if it is an address, too long or only a sample.
func File(name string) (string, bool) {
	if len(name) > longest || strings.Contains(name, "://") || IsSample(name) {
		return "", false
	}
	return strings.ReplaceAll(name, `\`, "/"), true
}

// Answered is the kind of credentials that an address answers with, "" for none.
func Answered(address string) string {
	if len(address) > longest || !strings.Contains(address, "://") {
		return ""
	}
	return kindOf(tables().answers, address)
}

func kindOf(places []Place, name string) string {
	for _, p := range places {
		for _, match := range p.Paths {
			if match.MatchString(name) {
				return p.Kind
			}
		}
	}
	return ""
}

// IsSample reports whether a file only shows how another one is written, or is the half
// of a pair of keys that everybody may have.
func IsSample(file string) bool {
	for _, s := range []string{".example", ".sample", ".template", ".dist", ".pub", "known_hosts"} {
		if strings.HasSuffix(file, s) {
			return true
		}
	}
	return false
}

// IsKind reports whether a kind of source is one of a store.
func IsKind(kind string) bool { return tables().kinds[kind] }

// Marks are parts of the names of files that hold credentials: a program that reads one has
// one of them.
func Marks() []string { return tables().Marks }

// Marked reports whether a text has one of the [Marks].
func Marked(text []byte) bool {
	for _, mark := range tables().Marks {
		if bytes.Contains(text, []byte(mark)) {
			return true
		}
	}
	return false
}

// Calls are the calls that read a store, with its kind.
func Calls() map[string]string { return tables().stores }

// Into is the way to the argument of a call of [Calls] that names the file which what is read
// is kept in, "" for none.
func Into(call string) string { return tables().into[call] }

// Command is what a command prints that reads a store.
type Command struct {
	Kind    string `json:"kind"`
	Pattern string `json:"pattern"`
	match   *lazydfa.Regexp
}

// Match reports whether a text is such a command.
func (c *Command) Match(text string) bool { return c.match.MatchString(text) }

// Commands are the commands that print what is in a store.
func Commands() []Command { return tables().Commands }

// Secret reports whether the name of a variable of the environment says that it is secret.
func Secret(name string) bool {
	t := tables()
	return !t.plain[strings.ToUpper(name)] && t.names.MatchString(name)
}

// Shown reports whether a service looks for who asks in a header of this name.
func Shown(header string) bool { return tables().shown.MatchString(header) }
