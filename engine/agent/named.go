package agent

import (
	"path"
	"slices"
	"strings"
)

// Named are the paths of files, relative to the folder that agents work in, that the
// commands of a file name.
func (p *Part) Named() []string {
	var list []string
	for i := range p.Entries {
		list = append(list, p.Entries[i].Named()...)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// Named are the paths of files that an entry names.
func (e *Entry) Named() []string {
	var list []string
	texts := append(slices.Clone(e.Argv), e.Text)
	if text, ok := e.Value.(string); ok && e.Role == rolePrompt {
		taken, _ := Imports([]byte(text))
		for _, one := range taken {
			list = append(list, one.Name)
		}
	}
	if text, ok := e.Value.(string); ok && (e.Role == RoleFile || e.Role == roleSource || e.Role == roleReach) {
		texts = append(texts, text)
	}
	for _, text := range texts {
		list = append(list, PathsIn(text)...)
	}
	return list
}

// PathsIn are the words of a command or a script that may be relative paths of files.
func PathsIn(text string) []string {
	var list []string
	text = strings.NewReplacer(`"`, "", "'", "").Replace(text)
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" \t\r\n;|&<>()=,`", r) }) {
		if rest, ok := strings.CutPrefix(word, "$"); ok {
			_, after, found := strings.Cut(rest, "/")
			if !found {
				continue
			}
			word = after
		}
		if word = path.Clean(word); strings.ContainsAny(word, "./") && !path.IsAbs(word) && word != "." && word != ".." && !strings.Contains(word, "$") && len(word) < maxWord {
			list = append(list, word)
		}
	}
	return list
}
