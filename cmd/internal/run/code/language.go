package code

import (
	"path"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/argv/lookup"
)

// Language is one that code may be in.
type Language string

// The languages.
const (
	Python     Language = "python"
	JavaScript Language = "javascript"
	TypeScript Language = "typescript"
	Bash       Language = "bash"
)

// Languages are the names of all.
func Languages() []string {
	return []string{string(Python), string(JavaScript), string(TypeScript), string(Bash)}
}

// folder is where what belongs to a language is kept: TypeScript has the packages
// of JavaScript.
func (l Language) folder() string {
	if l == TypeScript {
		return string(JavaScript)
	}
	return string(l)
}

// File is the name that code without a file gets. modules says whether it is an ES
// module; nil leaves that to what runs it.
func (l Language) File(modules *bool) string {
	switch {
	case l == Python:
		return "main.py"
	case l == Bash:
		return "main.sh"
	case l == TypeScript:
		return "main.ts"
	case modules == nil:
		return "main.js"
	case *modules:
		return "main.mjs"
	}
	return "main.cjs"
}

// Interpreter is what runs code: the words before the name of its file.
type Interpreter struct {
	Argv []string
	// Looked are the names that were looked for; there is none of them when Argv is
	// empty.
	Looked []string
}

// Name is that of the program, without its folder.
func (i Interpreter) Name() string { return path.Base(i.Argv[0]) }

// Find looks for what runs a language. wanted names it; "" is for whatever is
// there. Where nobody can look, in a container, search is nil: then it is the one
// that images have.
func Find(l Language, wanted string, search *lookup.Search) Interpreter {
	names := candidates(l, wanted)
	if search == nil {
		return Interpreter{Argv: words(usual(l, names)), Looked: names}
	}
	for _, name := range names {
		if search.Resolve(name).Found {
			return Interpreter{Argv: words(name), Looked: names}
		}
	}
	return Interpreter{Looked: names}
}

func candidates(l Language, wanted string) []string {
	if wanted != "" {
		return []string{wanted}
	}
	switch l {
	case Python:
		return []string{"python3", "python"}
	case TypeScript:
		return []string{"tsx", "ts-node", "deno", "bun", "node"}
	case JavaScript:
		return []string{"node"}
	}
	return []string{"bash"}
}

// usual is the name that images have.
func usual(l Language, names []string) string {
	if l == TypeScript {
		return names[len(names)-1]
	}
	return names[0]
}

// words are a program and the options that it needs to run a file. What it may do
// is for the boundary to say.
func words(name string) []string {
	switch name {
	case "deno":
		return []string{"deno", "run", "--allow-all"}
	case "bun":
		return []string{"bun", "run"}
	}
	return []string{name}
}

// TypeScriptNode is the first node that runs TypeScript, and StripOption what it
// has to be told before 22.18.
const (
	TypeScriptNode = "22.6"
	StripOption    = "--experimental-strip-types"
)

// Runs are the words that run a file.
func (i Interpreter) Runs(l Language, file string) []string {
	argv := slices.Clone(i.Argv)
	if l == TypeScript && i.Name() == "node" {
		argv = append(argv, StripOption)
	}
	if strings.HasPrefix(file, "-") {
		file = "./" + file
	}
	return append(argv, file)
}
