package flow

import (
	"bytes"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/flow/prose"
)

// pack knows the files of a package by the names that texts call them, in lower case:
// on some systems case does not matter.
type pack struct {
	paths map[string][]string
	bases map[string][]string // base name -> paths
	// odd are base names with bytes that do not stand in the names that a text is
	// searched for; maxOdd of them are searched for one by one, and with more every
	// text may name one.
	odd [][]byte
	// natives says that one is a library by its name.
	natives bool
}

const maxOdd = 64

// Package tells the paths of the files that texts may have run, and by which other
// paths links lead to them.
func (w *Finder) Package(paths []string, links map[string]string) {
	w.pack = pack{paths: make(map[string][]string, len(paths)), bases: make(map[string][]string, len(paths))}
	for _, p := range paths {
		w.pack.add(p, p)
	}
	for _, link := range slices.Sorted(maps.Keys(links)) {
		w.pack.add(link, links[link])
	}
}

// add notes a path that leads to a file.
func (k *pack) add(name, file string) {
	name = strings.ToLower(name)
	base := path.Base(name)
	k.natives = k.natives || slices.Contains([]string{".so", ".pyd", ".pyc"}, path.Ext(base))
	k.paths[name] = append(k.paths[name], file)
	if len(k.bases[base]) == 0 && strings.ContainsFunc(base, func(r rune) bool { return r < 0x80 && !inName(byte(r)) }) {
		k.odd = append(k.odd, []byte(base))
	}
	k.bases[base] = append(k.bases[base], file)
}

func (k *pack) empty() bool { return len(k.paths) == 0 }

// inName reports whether a byte stands in usual names of files.
func inName(c byte) bool {
	return prose.IsLetter(c) || '0' <= c && c <= '9' || c == '.' || c == '_' || c == '-' || c == '+' || c == '@' || c >= 0x80
}

// named reports whether a text may name a file of the package as something to run. A
// single word is only taken for that when it begins like a path.
func (k *pack) named(text []byte) bool {
	if k.empty() {
		return false
	}
	if text := bytes.TrimSpace(text); !bytes.ContainsAny(text, " \t\n<|") && !startsProgram(text) && bytes.IndexByte(lastPart(text), '.') >= 0 {
		return false
	}
	return k.mentioned(text)
}

// mentioned reports whether a text may have the name of a file of the package in it.
func (k *pack) mentioned(text []byte) bool {
	switch {
	case k.empty():
		return false
	case len(k.odd) > maxOdd:
		return true
	}
	for i := 0; i < len(text); {
		if !inName(text[i]) {
			i++
			continue
		}
		from := i
		for i < len(text) && inName(text[i]) {
			i++
		}
		if k.has(text[from:i], text[:from]) {
			return true
		}
	}
	return slices.ContainsFunc(k.odd, func(base []byte) bool { return bytes.Contains(bytes.ToLower(text), base) })
}

// veiled reports whether a line of a text, or a piece of code in it, begins with what
// runs files and has a pattern or quotes within a word, which may be the name of one.
func (k *pack) veiled(text []byte) bool {
	if k.empty() || !bytes.ContainsAny(text, "*?[\"'\\") {
		return false
	}
	for line := range bytes.FieldsFuncSeq(text, func(r rune) bool { return r == '\n' || r == '`' }) {
		line = bytes.TrimLeft(line, " \t$%")
		if !startsProgram(line[:wordLength(line)]) {
			continue
		}
		for i := 1; i < len(line); i++ {
			switch c := line[i]; {
			case c == '*' || c == '?' || c == '[':
				return true
			case i+1 < len(line) && (c == '"' || c == '\'' || c == '\\') && inName(line[i-1]) && inName(line[i+1]):
				return true
			}
		}
	}
	return false
}

// lastPart is the last part of a path.
func lastPart(text []byte) []byte { return text[bytes.LastIndexByte(text, '/')+1:] }

// has reports whether a word is the name of a file, or the end of a pattern ("*.sh").
func (k *pack) has(word, before []byte) bool {
	var buffer [64]byte
	word = appendLower(buffer[:0], word)
	if len(k.bases[string(word)]) > 0 || bytes.HasSuffix(before, []byte("*")) && word[0] == '.' {
		return true
	}
	short := bytes.TrimRight(word, ".")
	return len(short) < len(word) && len(k.bases[string(short)]) > 0
}

// appendLower adds a word with its ASCII letters in lower case, or as Unicode has it.
func appendLower(to, word []byte) []byte {
	for _, c := range word {
		if c >= 0x80 {
			return append(to[:0], bytes.ToLower(word)...)
		}
		if 'A' <= c && c <= 'Z' {
			c += 'a' - 'A'
		}
		to = append(to, c)
	}
	return to
}

// files are those that a word of a command in a file names. What stands for a folder
// that only the machine knows is left out: "$DIR/run.sh", "{baseDir}/run.sh".
func (k *pack) files(word, in string) []string {
	if strings.Contains(word, "://") || len(word) > 1000 || strings.HasPrefix(word, "-") {
		return nil
	}
	parts := strings.Split(strings.ReplaceAll(strings.Trim(word, "\"'`"), `\`, "/"), "/")
	known := 0
	for i, part := range parts {
		if strings.ContainsAny(part, "${}<>~%()\"'&|;`") {
			known = i + 1
		}
	}
	name := strings.ToLower(strings.TrimPrefix(path.Clean(strings.Join(parts[known:], "/")), "/"))
	if name == "." || name == "" {
		return nil
	}
	if strings.ContainsAny(name, "*?[") {
		return k.matching(strings.TrimPrefix(name, "../"))
	}
	for _, p := range []string{path.Join(path.Dir(strings.ToLower(in)), name), name} {
		if found := k.paths[p]; len(found) > 0 {
			return found
		}
	}
	if !strings.Contains(name, "/") {
		found := k.bases[name]
		return found[:min(len(found), maxMatches)]
	}
	for i := strings.IndexByte(name, '/'); i >= 0; i = strings.IndexByte(name, '/') {
		if name = name[i+1:]; len(k.paths[name]) > 0 {
			return k.paths[name]
		}
	}
	return nil
}

// matching are the files that a pattern means, in whatever folder it begins; one
// without a word in its last part means nothing in particular.
func (k *pack) matching(pattern string) []string {
	if len(strings.Trim(path.Base(pattern), "*?[]!./")) < 2 {
		return nil
	}
	var found []string
	depth := strings.Count(pattern, "/")
	for p, real := range k.paths {
		parts := strings.Split(p, "/")
		if len(parts) <= depth {
			continue
		}
		if ok, err := path.Match(pattern, strings.Join(parts[len(parts)-depth-1:], "/")); ok && err == nil {
			found = append(found, real...)
		}
	}
	slices.Sort(found)
	return found[:min(len(found), maxMatches)]
}
