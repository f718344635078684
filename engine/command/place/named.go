package place

import (
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/argv"
	"github.com/skillctl/skillctl/engine/argv/grammar"
	"github.com/skillctl/skillctl/engine/argv/lookup"
	"github.com/skillctl/skillctl/engine/command"
	"github.com/skillctl/skillctl/engine/command/mark"
	"github.com/skillctl/skillctl/engine/command/value"
	"github.com/skillctl/skillctl/engine/system"
)

// maxNames is how many names are looked at for one text. A tree that has more is
// not known.
const maxNames = 50_000

// FindNamed finds out whether words that stand for names of files may come to
// options: a pattern, what ls and find list. It depends on which names there are
// (those that s finds; nil looks at none) and on those that the text makes.
func FindNamed(f *command.Facts, vars *value.Values, s *lookup.Scope) {
	n := &namedWords{facts: f, vars: vars, scope: s, seen: map[string]string{}}
	for i := range f.Commands {
		c := &f.Commands[i]
		if c.Arguments == nil || c.Context.Elsewhere {
			continue
		}
		for _, w := range c.Arguments.Named {
			if why := n.option(c, w); why != "" {
				c.Arguments.Unclassed = append(c.Arguments.Unclassed, grammar.Unclassed{
					Word: w.Text, Kind: "words", Span: w.Span, Why: "gets the word " + w.Text + ", which may come to " + why + ", and that is read as an option",
				})
			}
		}
	}
}

// namedWords looks each folder up once.
type namedWords struct {
	facts *command.Facts
	vars  *value.Values
	scope *lookup.Scope
	seen  map[string]string
	count int
}

// option says which name of a file, of those that a word may come to, is read as an
// option; "" for none.
func (n *namedWords) option(c *command.Command, w argv.Word) string {
	deep := false
	for _, value := range n.vars.Of(w) {
		deep = deep || strings.ContainsAny(value, string([]rune{mark.Listed, mark.Anything}))
	}
	// A part of a path that a pattern finds is a name in the folder of the pattern.
	var folders []string
	if len(w.Expansions) > 0 {
		folders = n.patternFolders(c)
	}
	for _, m := range n.facts.Made {
		if m.Command >= c.ID && !c.Context.Loop && c.Context.Function == "" || strings.HasPrefix(m.Path, "/") {
			continue
		}
		// A name that begins with that of another file was looked at as that one, and
		// what is in a folder has that in front, unless the word is a part of a path.
		tree := m.Tree && (deep || len(folders) > 0 || path.Clean(m.Path) == ".")
		if tree || m.Path == "" || slices.ContainsFunc(strings.Split(m.Path, "/"), optionName) || strings.Contains(m.Path, "/…") {
			return "a file that this command makes (" + m.Text + ")"
		}
	}
	if n.scope == nil {
		return ""
	}
	for _, dir := range append([]string{c.Dir.Path}, c.Dir.Or...) {
		if found := n.look(".", lookup.Dir{Known: c.Dir.Known, Path: dir}, deep); found != "" {
			return found
		}
	}
	for _, dir := range folders {
		if found := n.look(dir, c.Dir, deep); found != "" {
			return found
		}
	}
	return ""
}

// patternFolders are the folders whose names the patterns of a text give a loop or a
// variable.
func (n *namedWords) patternFolders(*command.Command) []string {
	var out []string
	for _, v := range n.facts.Assignments {
		words := v.Each
		if v.Value != nil {
			words = append(words[:len(words):len(words)], *v.Value)
		}
		for _, w := range words {
			if !w.Glob || w.Value == nil {
				continue
			}
			at := strings.IndexAny(*w.Value, "*?[")
			if i := strings.LastIndexByte((*w.Value)[:max(at, 0)], '/'); i >= 0 {
				out = append(out, (*w.Value)[:i+1])
			}
		}
	}
	return out
}

// look says which name in a folder, and with deep below it, is read as an option.
func (n *namedWords) look(folder string, dir lookup.Dir, deep bool) string {
	at := n.scope.Resolve(folder, strings.HasPrefix(folder, "~"), dir)
	if at.Error != "" || !at.Exists {
		return ""
	}
	key := at.Real
	if deep {
		key += "/**"
	}
	if found, done := n.seen[key]; done {
		return found
	}
	found := ""
	if deep {
		found, _ = n.walk(at.Real)
	} else if list, err := system.Or(n.scope.System).ReadDir(at.Real); err == nil {
		for _, e := range list {
			if n.count++; optionName(e.Name) {
				found = "the file name " + argv.Quote(e.Name)
				break
			}
		}
	}
	n.seen[key] = found
	return found
}

// walk looks at the names below a folder, through no link. It is done when it has found
// one, or looked at too many.
func (n *namedWords) walk(folder string) (found string, done bool) {
	// What cannot be read there cannot be listed by a command either.
	list, _ := system.Or(n.scope.System).ReadDir(folder)
	if n.count++; n.count > maxNames {
		return "more names of files than are looked at", true
	}
	for _, e := range list {
		if optionName(e.Name) {
			return "the file name " + argv.Quote(e.Name), true
		}
		if e.Folder {
			if found, done = n.walk(filepath.Join(folder, e.Name)); done {
				return found, true
			}
		} else if n.count++; n.count > maxNames {
			return "more names of files than are looked at", true
		}
	}
	return "", false
}

// optionName reports whether a name begins like an option, or has a word in it that
// does.
func optionName(name string) bool {
	for i := 0; i < len(name); i++ {
		if name[i] == '-' && (i == 0 || strings.IndexByte(" \t\n", name[i-1]) >= 0) {
			return true
		}
	}
	return false
}
