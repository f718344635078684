package beside

import (
	"bytes"
	"path"
	"strings"

	"github.com/skillctl/skillctl/internal/lazydfa"
)

// mentions are what the texts of a unit name. They are collected once, so that holding a
// thousand programs against each other does not read each text a thousand times.
type mentions struct {
	// words are all words, files what may be names of files, and brought the words behind
	// one that takes something in.
	words, files, brought map[string]bool
	// behind is what stands behind these, for names that are no words.
	behind []byte
}

// bringing is a word that takes something in, and the rest of its line.
var bringing = lazydfa.New(`(?m)(?:\b(?:import|from|require|require_relative|require_once|use|mod|include|include_once|source|load|import_module|importlib)\b|^\s*\.\s)[^\n]*`)

// mentioned gives what the texts name.
func (u *unit) mentioned() *mentions {
	if u.mentions == nil {
		n := &mentions{words: map[string]bool{}, files: map[string]bool{}, brought: map[string]bool{}}
		for _, t := range u.texts {
			split(t.Source, isWord, n.words)
			split(t.Source, isName, n.files)
			for _, line := range bringing.FindAllIndex(t.Source, -1) {
				split(t.Source[line[0]:line[1]], isWord, n.brought)
				n.behind = append(append(n.behind, t.Source[line[0]:line[1]]...), '\n')
			}
		}
		u.mentions = n
	}
	return u.mentions
}

// split adds what a text has of runs of some bytes.
func split(text []byte, in func(byte) bool, to map[string]bool) {
	for i := 0; i < len(text); i++ {
		if !in(text[i]) {
			continue
		}
		begin := i
		for i < len(text) && in(text[i]) {
			i++
		}
		if word := bytes.Trim(text[begin:i], ".-"); !to[string(word)] {
			to[string(word)] = true
		}
	}
}

// isName reports whether a byte may be part of the name of a file.
func isName(ch byte) bool { return isWord(ch) || ch == '.' || ch == '-' }

// made reports whether a text consists of such bytes, and neither begins nor ends as what
// [split] takes off.
func made(text string, in func(byte) bool) bool {
	for i := range len(text) {
		if !in(text[i]) {
			return false
		}
	}
	return text != "" && strings.Trim(text, ".-") == text
}

// takes reports whether a unit takes another one in.
func (u *unit) takes(other *unit) bool {
	if u.file == other.file || other.fenced || len(other.stem) < 2 {
		return false
	}
	if u.family == "go" && other.family == "go" {
		dir := path.Dir(other.file)
		return dir == path.Dir(u.file) || dir != "." && u.has(path.Base(dir)+`"`)
	}
	word := made(other.stem, isWord)
	if word && !u.mentioned().words[other.stem] || !word && !u.has(other.stem) {
		return false
	}
	base := path.Base(other.file)
	if name := made(base, isName); name && u.mentioned().files[base] || !name && u.has(base) {
		return true
	}
	if u.family != other.family {
		return false
	}
	switch u.family {
	case "java", "kotlin", "csharp", "scala", "swift":
		return word || u.hasWord(other.stem)
	}
	return word && u.mentioned().brought[other.stem] || !word && wordIn(u.mentioned().behind, other.stem)
}

// has reports whether a text of the unit contains another text.
func (u *unit) has(text string) bool {
	for _, t := range u.texts {
		if bytes.Contains(t.Source, []byte(text)) {
			return true
		}
	}
	return false
}

// hasWord reports whether one contains another text that is no part of a word.
func (u *unit) hasWord(text string) bool {
	for _, t := range u.texts {
		if wordIn(t.Source, text) {
			return true
		}
	}
	return false
}

// wordIn reports whether a text contains another one with the end of a word, or the
// begin of one, on both sides.
func wordIn(text []byte, word string) bool {
	for from := 0; ; {
		at := bytes.Index(text[from:], []byte(word))
		if at < 0 {
			return false
		}
		at += from
		end := at + len(word)
		before := at > 0 && isWord(text[at-1])
		after := end < len(text) && isWord(text[end])
		if before != isWord(word[0]) && after != isWord(word[len(word)-1]) {
			return true
		}
		from = at + 1
	}
}
