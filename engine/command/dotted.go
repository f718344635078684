package command

import (
	"slices"
	"strings"
)

// matchesHidden reports whether a text has patterns of its shell match names with a leading
// dot: by an option, or by the variable that sets it as well.
func matchesHidden(f *Facts) bool {
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
func (v *variables) matching(value string) string {
	if !v.dotted || !strings.ContainsRune(value, wildcard) {
		return value
	}
	value = strings.ReplaceAll(value, string([]rune{wildcard, wildcard}), string(listed))
	parts := strings.Split(value, "/")
	for len(parts) > 1 && parts[0] != "" && parts[1] != "" && strings.Trim(parts[0]+parts[1], string([]rune{wildcard, listed})) == "" {
		parts = append([]string{string(listed)}, parts[2:]...) // */*: a path of which nothing is said
	}
	value = strings.Join(parts, "/")
	return strings.ReplaceAll(value, string(wildcard), string(somePart))
}
