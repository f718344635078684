package flow

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/skillctl/skillctl/policies"
)

// watchTable is policies/tables/commands.json.
type watchTable struct {
	// Watched are the programs whose commands rules look at, each with texts of
	// which its arguments must have one; none: every command.
	Watched map[string][]string `json:"watched"`
	// Signs are words, lower case, of which a text without a pipe has one if it
	// holds a command that rules look at.
	Signs []string `json:"signs"`
	// Evaluate are words of calls that run code, Source of those that fetch or
	// decode it, Invoke those by which PowerShell runs a text.
	Evaluate []string `json:"evaluate"`
	Source   []string `json:"source"`
	Invoke   []string `json:"invoke"`
	words    *automaton
}

// phraseTable is policies/tables/phrases.json: words that passages are about.
type phraseTable struct {
	Password, Unpack, Paste, Terminal, Override, Order, Conceal, Secret, Send []string
}

// The groups of words that a text is searched for.
const (
	signCode = 1 << iota
	signEvaluate
	signSource
	signInvoke
	signPassword
	signUnpack
	signPaste
	signTerminal
	signHost
	signOverride
	signOrder
	signConceal
	signSecret
	signSend
)

// The table is embedded and read once, at the first use. A table that cannot be
// read is a fault of the build: it panics, and a test reads it.
var watched = sync.OnceValue(func() *watchTable {
	t, p, hosts := &watchTable{}, phraseTable{}, map[string][]string{}
	readTable("commands", t)
	readTable("phrases", &p)
	readTable("hosts", &hosts)
	var names []string
	for _, kind := range slices.Sorted(maps.Keys(hosts)) {
		names = append(names, hosts[kind]...)
	}
	for digit := range "123456789" { // an address without a name
		names = append(names, "://"+"123456789"[digit:digit+1])
	}
	t.words = newAutomaton([][]string{t.Signs, t.Evaluate, t.Source, t.Invoke, p.Password, p.Unpack, p.Paste, p.Terminal, names, p.Override, p.Order, p.Conceal, p.Secret, p.Send})
	return t
})

func readTable(name string, into any) {
	text, err := fs.ReadFile(policies.FS(), "tables/"+name+".json")
	if err == nil {
		err = json.Unmarshal(text, into)
	}
	if err != nil {
		panic(fmt.Sprintf("read the embedded table %q: %v", name, err))
	}
}

func (t *watchTable) has(s Step) bool {
	_, ok := t.Watched[s.Program]
	return ok
}

// wants reports whether a command of a watched program says what rules look for.
func (t *watchTable) wants(c Command) bool {
	hints := t.Watched[c.Program]
	if len(hints) == 0 || len(c.Input) > 0 {
		return true
	}
	return slices.ContainsFunc(c.Args, func(arg string) bool {
		arg = strings.ToLower(arg)
		return slices.ContainsFunc(hints, func(hint string) bool { return strings.Contains(arg, hint) })
	})
}

// suspicious reports whether a snippet can hold anything that is looked for: the
// name of a program that rules know or, where names may be put together or hidden,
// that one program is handed what another one prints.
func (p snippet) suspicious() bool {
	text := p.bytes()
	switch {
	case p.marks.within(p.start.Offset, p.end, signCode):
		return true
	case p.kind == inCode || p.kind == inSpan:
		return structural(text) || disguised(text)
	case p.kind == inSentence:
		return structural(text) && disguised(text)
	}
	return false
}

// Worth reports whether a file with code may hold what a Finder looks for.
func Worth(text []byte, shell bool) bool {
	if shell && (structural(text) || disguised(text)) {
		return true
	}
	return watched().words.in(text, signCode|signSource|signInvoke)
}

// structural reports whether a text can hand something on.
func structural(text []byte) bool {
	return bytes.IndexByte(text, '|') >= 0 || bytes.Contains(text, []byte("$(")) || bytes.Contains(text, []byte("<(")) ||
		bytes.Contains(text, []byte(">(")) || bytes.Contains(text, []byte("eval"))
}

// disguised reports whether a text writes names so that they cannot be found:
// c""url, c\url.
func disguised(text []byte) bool {
	for i := 1; i+1 < len(text); i++ {
		switch c := text[i]; {
		case c != '\\' && c != '"' && c != '\'':
		case !isLetter(text[i-1]):
		case c == '\\' && isLetter(text[i+1]), c != '\\' && text[i+1] == c && i+2 < len(text) && isLetter(text[i+2]):
			return true
		}
	}
	return false
}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

// lower is a text with the letters A to Z in lower case, of the same length.
func lower(text []byte) []byte {
	out := make([]byte, len(text))
	for i, c := range text {
		if 'A' <= c && c <= 'Z' {
			c += 'a' - 'A'
		}
		out[i] = c
	}
	return out
}

// shouts reports whether a text writes the name of a program that fetches, or of
// a shell, in capitals.
func shouts(text []byte) bool {
	for _, name := range [][]byte{[]byte("CURL"), []byte("WGET"), []byte("BASH"), []byte("Curl"), []byte("Wget"), []byte("Bash"), []byte("BASE64"), []byte("| SH"), []byte("|SH")} {
		if bytes.Contains(text, name) {
			return true
		}
	}
	return false
}
