package agent

import (
	"path"
	"strings"
	"unicode/utf8"

	"github.com/skillctl/skillctl/internal/document"
)

const (
	// maxImports bounds the files that one text takes in, maxWord the longest name of one,
	// in bytes.
	maxImports = 500
	maxWord    = 4096
)

// Import is a file that a text takes in, as the text names it: from the folder of the
// text, from that of the project, from the home folder ("~/…") or from the root.
type Import struct {
	Name string
	Span document.Span
}

// Foreign reports whether the name is one of no folder that is known here: it begins at
// the root or in the home folder of whoever reads it.
func (i Import) Foreign() bool { return path.IsAbs(i.Name) || strings.HasPrefix(i.Name, "~") }

// Imports are the files that instructions take in: words that begin with "@", links of
// Cursor ("mdc:…"), and "@{…}" of commands. problem is why some are not told, "" when all
// are.
func Imports(text []byte) (list []Import, problem string) {
	seen := map[string]bool{}
	at := document.Position{Line: 1, Column: 1}
	for s := string(text); at.Offset < len(s); {
		length := strings.IndexAny(s[at.Offset:], " \t\r\n")
		if length < 0 {
			length = len(s) - at.Offset
		}
		word := s[at.Offset : at.Offset+length]
		end := position(at, word)
		for _, name := range importsIn(word) {
			switch {
			case seen[name]:
				continue
			case len(name) > maxWord:
				problem = "it takes in a file whose name is longer than what is read"
				continue
			case len(list) >= maxImports:
				return list, "it takes in more files than are read of one text"
			}
			seen[name] = true
			list = append(list, Import{Name: name, Span: document.Span{Start: at, End: end}})
		}
		at = end
		if at.Offset < len(s) {
			at = position(at, s[at.Offset:at.Offset+1])
		}
	}
	return list, problem
}

// position is the place behind a text.
func position(at document.Position, text string) document.Position {
	at.Offset += len(text)
	if i := strings.LastIndexByte(text, '\n'); i >= 0 {
		at.Line += strings.Count(text, "\n")
		at.Column, text = 1, text[i+1:]
	}
	at.Column += utf8.RuneCountInString(text)
	return at
}

// importsIn are the files that a word takes in.
func importsIn(word string) []string {
	var list []string
	if rest, ok := strings.CutPrefix(strings.TrimLeft(word, "(*_-[<\"'`"), "@"); ok {
		rest = strings.TrimPrefix(rest, "{")
		list = append(list, strings.TrimRight(rest, ".,;:)*_`}]>\"'"))
	}
	if _, rest, ok := strings.Cut(word, "mdc:"); ok {
		list = append(list, strings.TrimRight(rest, ".,;:)*_`]>\"'"))
	}
	var names []string
	for _, name := range list {
		if name == "" || !strings.ContainsAny(name, "./~") || strings.Contains(name, "://") {
			continue // somebody is spoken to
		}
		if name = path.Clean(name); name != "." && name != ".." {
			names = append(names, name)
		}
	}
	return names
}

// Command is one that stands in a text for a model.
type Command struct {
	Text string
	Span document.Span
}

// Commands are those in a text for a model that an agent runs before it hands the text on:
// "!{…}" of Gemini CLI and Qwen Code, and "!`…`" of Claude Code and opencode.
func Commands(text string) []Command {
	var list []Command
	at := document.Position{Line: 1, Column: 1}
	for rest := text; ; {
		i := strings.Index(rest, "!")
		if i < 0 || i+1 >= len(rest) {
			return list
		}
		at, rest = position(at, rest[:i+1]), rest[i+1:]
		length := 0
		switch rest[0] {
		case '{':
			length = braced(rest)
		case '`':
			length = strings.IndexByte(rest[1:], '`') + 1
		}
		if length < 1 {
			continue
		}
		end := position(at, rest[:length])
		if command := strings.TrimSpace(rest[1:length]); command != "" {
			list = append(list, Command{Text: command, Span: document.Span{Start: at, End: end}})
		}
		at, rest = end, rest[length:]
	}
}

// braced is where the brace is that closes the one a text begins with; one that nothing
// closes goes to the end.
func braced(text string) int {
	depth := 0
	for i, c := range []byte(text) {
		switch c {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return len(text)
}
