package value

import (
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/command"
	"github.com/skillctl/skillctl/engine/command/mark"
)

// matchesHidden reports whether a text has patterns of its shell match names with a leading
// dot: by an option, or by the variable that sets it as well.
func matchesHidden(f *command.Facts) bool {
	for i := range f.Commands {
		c := &f.Commands[i]
		switch {
		case c.Base == "shopt" || c.Base == "setopt" || slices.Contains(c.Argv, "-O"):
		default:
			continue
		}
		for _, w := range c.Args[min(1, len(c.Args)):] {
			name := strings.ToLower(strings.ReplaceAll(w.Shape(), "_", ""))
			if w.Value == nil || name == "dotglob" || name == "globdots" {
				return true
			}
		}
	}
	for _, one := range f.Assignments {
		if one.Name != nil && (*one.Name == "GLOBIGNORE" || *one.Name == "BASHOPTS") {
			return true
		}
	}
	return false
}

// matching are the wildcards of a value as they match where the text is read: any name, or
// with ** any path, where those with a leading dot are matched as well.
func (v *Values) matching(value string) string {
	if !v.dotted || !strings.ContainsRune(value, mark.Many) {
		return value
	}
	value = strings.ReplaceAll(value, string([]rune{mark.Many, mark.Many}), string(mark.Listed))
	parts := strings.Split(value, "/")
	for len(parts) > 1 && parts[0] != "" && parts[1] != "" && strings.Trim(parts[0]+parts[1], string([]rune{mark.Many, mark.Listed})) == "" {
		parts = append([]string{string(mark.Listed)}, parts[2:]...) // */*: a path of which nothing is said
	}
	value = strings.Join(parts, "/")
	return strings.ReplaceAll(value, string(mark.Many), string(mark.Part))
}
