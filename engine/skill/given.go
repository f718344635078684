package skill

import (
	"bytes"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/flow"
)

// The bounds of looking for the values of variables that are open: how many variables of a package
// are looked for, and how many values of one are told.
const (
	maxOpened = 40
	maxGiven  = 8
)

// given notes which values the texts of the package show for the variables that commands leave open. Of
// more variables than are looked for nothing is known, so that they are not told as open.
func (s *Skill) given(commands []flow.Command) {
	found := map[string][]string{}
	for i := range commands {
		one := &commands[i]
		one.Open = slices.DeleteFunc(one.Open, func(o flow.Open) bool {
			key := o.Name
			if argument(o.Name) {
				key = path.Base(one.File) + " " + o.Name
			}
			_, ok := found[key]
			if !ok && len(found) < maxOpened {
				found[key], ok = s.values(o.Name, path.Base(one.File)), true
			}
			return !ok
		})
		for j := range one.Open {
			o := &one.Open[j]
			if o.Given = found[o.Name]; argument(o.Name) {
				o.Given = found[path.Base(one.File)+" "+o.Name]
			}
		}
	}
}

// argument reports whether a variable is what a file is run with.
func argument(name string) bool {
	return name == "@" || name == "*" || len(name) == 1 && '1' <= name[0] && name[0] <= '9'
}

// values are those that texts give a variable by its name, or run a file with.
func (s *Skill) values(name, file string) []string {
	form := regexp.MustCompile(`(?m)(?:^|[^\w$])` + regexp.QuoteMeta(name) + `["'\x60]?[ \t]*[=:][ \t]*["']?([^\s"'\x60,;]+)`)
	if argument(name) {
		form = regexp.MustCompile(regexp.QuoteMeta(file) + `[ \t]+([^\n\x60]+)`)
	}
	literal := []byte(name)
	if argument(name) {
		literal = []byte(file)
	}
	values := []string{}
	for _, one := range s.regular() {
		text := s.textOf(one)
		if !bytes.Contains(text, literal) { // most have it not, and looking is cheap
			continue
		}
		for _, m := range form.FindAllSubmatch(text, maxGiven) {
			for _, value := range strings.Fields(string(m[1])) {
				if value = strings.Trim(value, `"'`); len(values) < maxGiven && !slices.Contains(values, value) {
					values = append(values, value)
				}
			}
		}
	}
	return values
}
