// Package unknown draws commands with words that are known only when they run: a policy
// that asks for the text of one gets null.
package unknown

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/policies"
)

// Program is a name, and the spellings of options and sub-commands that the tables have
// for it.
type Program struct {
	Name    string
	Options []string
	Sub     []string
	// Reads: the program is in tables/readers.json.
	Reads bool
}

type reader struct {
	Like, Short, ShortValues string
	Flags, Values, Optional  []string
}

type entry struct {
	Options map[string]string
	Groups  map[string]map[string]string
	Sub     map[string]entry
}

// Programs are those of tables/readers.json and of policies/programs, by name.
func Programs() ([]Program, error) {
	var table struct{ Programs map[string]reader }
	policies.Table("readers", &table)
	found := map[string]*Program{}
	for name, one := range table.Programs {
		if like, ok := table.Programs[one.Like]; ok {
			one = like
		}
		p := &Program{Name: name, Reads: true, Options: slices.Concat(one.Flags, one.Values, one.Optional)}
		for _, letter := range one.Short + one.ShortValues {
			p.Options = append(p.Options, "-"+string(letter))
		}
		found[name] = p
	}
	var index struct{ Names map[string]string }
	text, err := fs.ReadFile(policies.FS(), "programs/index.json")
	if err != nil {
		return nil, fmt.Errorf("read programs: %w", err)
	}
	if err := json.Unmarshal(text, &index); err != nil {
		return nil, fmt.Errorf("read programs: %w", err)
	}
	for name, file := range index.Names {
		text, err := fs.ReadFile(policies.FS(), "programs/"+file+".json")
		if err != nil {
			return nil, fmt.Errorf("read programs: %w", err)
		}
		var e entry
		if err := json.Unmarshal(text, &e); err != nil {
			return nil, fmt.Errorf("read program %q: %w", file, err)
		}
		p := found[name]
		if p == nil {
			p = &Program{Name: name}
			found[name] = p
		}
		p.take(e)
		for sub, one := range e.Sub {
			p.Sub = append(p.Sub, strings.TrimSuffix(sub, "*"))
			p.take(one)
		}
	}
	out := make([]Program, 0, len(found))
	for _, name := range slices.Sorted(maps.Keys(found)) {
		p := *found[name]
		slices.Sort(p.Options)
		slices.Sort(p.Sub)
		out = append(out, p)
	}
	return out, nil
}

// take adds the options of an entry: "-o --output" are two spellings.
func (p *Program) take(e entry) {
	for spellings := range e.Options {
		p.Options = append(p.Options, strings.Fields(spellings)...)
	}
	for _, group := range e.Groups {
		for spellings := range group {
			p.Options = append(p.Options, strings.Fields(spellings)...)
		}
	}
}

// Command draws a command of the program, with a word that is not known in one place at
// least.
func (p Program) Command(r *rand.Rand) string {
	one := func(of ...string) string { return of[r.IntN(len(of))] }
	var words []string
	if len(p.Sub) > 0 && r.IntN(3) > 0 {
		words = append(words, one(p.Sub...))
	}
	for range r.IntN(4) {
		switch {
		case len(p.Options) > 0 && r.IntN(3) > 0:
			words = append(words, one(p.Options...))
		default:
			words = append(words, one("a.txt", ".", "-", "--", "x=1", "-n5", "+5", "../x", "s/a/b/"))
		}
	}
	for range 1 + r.IntN(2) {
		words = slices.Insert(words, r.IntN(len(words)+1), hole(one, p.Options))
	}
	text := strings.Join(append([]string{p.Name}, words...), " ")
	switch r.IntN(10) {
	case 0:
		return text + one(" > ", " >> ", " < ", " <<< ", " 2> ") + hole(one, nil)
	case 1:
		return one("A", "PATH", "GIT_DIR") + "=" + hole(one, nil) + " " + text
	case 2:
		return one("ls", "echo "+hole(one, nil)) + one(" | ", " && ", "; ") + text
	case 3:
		return text + one(" | ", " || ") + one("cat", "wc -l", "head -n "+hole(one, nil))
	case 4:
		return one("cd ", "xargs ", "env ", "for i in ") + hole(one, nil) + "; do " + text + "; done"
	case 5:
		return one("xargs ", "env ", "timeout 5 ", "find . -exec ", "sh -c ", "sudo ") + text
	}
	return text
}

// hole is a word that is known only when it runs, or a pattern.
func hole(one func(...string) string, options []string) string {
	expansion := one("$X", `"$X"`, "${X:-y}", "$(pwd)", "`pwd`", "$((1 + 1))", "*", "{a,b}", "~", "~u", "$1", `"$@"`)
	if len(options) > 0 && one("", "", "o") != "" {
		return one(options...) + one("", "=") + expansion
	}
	return one("", "", "", "-", "--x=", "a/", "+", "@") + expansion + one("", "", "", "/b", ".md")
}
