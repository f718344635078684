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
	if text, ok := e.Value.(string); ok && (e.Role == RoleFile || e.Role == roleSource || e.Role == roleReach) {
		texts = append(texts, text)
	}
	for _, text := range texts {
		list = append(list, pathsIn(text)...)
	}
	return list
}

// pathsIn are the words of a command that may be relative paths of files.
func pathsIn(text string) []string {
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
		if word = path.Clean(word); strings.ContainsAny(word, "./") && !path.IsAbs(word) && word != "." && !strings.HasPrefix(word, "..") && !strings.Contains(word, "$") && len(word) < 512 {
			list = append(list, word)
		}
	}
	return list
}

// Imports are the files that instructions take in: words that begin with "@".
func Imports(text []byte) []string {
	var list []string
	for _, word := range strings.Fields(string(text)) {
		rest, ok := strings.CutPrefix(strings.TrimLeft(word, "(*_-"), "@")
		if rest = path.Clean(strings.TrimPrefix(strings.TrimRight(rest, ".,;:)*_`"), "./")); ok && strings.ContainsAny(rest, "./") && !path.IsAbs(rest) && !strings.HasPrefix(rest, "..") && rest != "." && len(list) < 200 && len(rest) < 512 {
			list = append(list, rest)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}
