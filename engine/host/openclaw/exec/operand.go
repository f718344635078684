package openclawexec

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// firstOperandRunner names programs that run the script that is their first
// operand.
var firstOperandRunner = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:node|nodejs|perl|php|python(?:\d+(?:\.\d+)*)?|ruby)$`)
})

// operandIndex finds the operand that is a script; found is false for none.
func (b *ocBuilder) operandIndex(argv []string, name string, opaque bool) (index int, found bool) {
	t := loadOpenClaw()
	switch {
	case name == "" || opaque || slices.Contains(t.Multiplexers, name):
		return 0, false
	case slices.Contains(t.Shells, name):
		if !slices.Contains(t.ParseableShells, name) {
			return 0, false
		}
		return shellOperand(argv, name)
	}
	if firstOperandRunner().MatchString(name) && len(argv) > 1 {
		if operand := trimJS(argv[1]); operand != "" && !strings.HasPrefix(operand, "-") {
			return 1, true
		}
	}
	if name == "bun" || name == "deno" {
		if i, ok := b.runtimeOperand(argv, name); ok {
			return i, true
		}
	}
	if unsafeRuntimeFlag(argv, name) && (name == "ruby" || name == "perl") {
		return 0, false
	}
	if !mutableRunner(name) {
		return 0, b.mutableExecutable(first(argv))
	}
	return b.onlyFileOperand(argv, name)
}

// shellOperand is the script operand of a shell.
func shellOperand(argv []string, name string) (int, bool) {
	if text, at := inlineText(argv, name); text != nil || at >= 0 {
		return 0, false
	}
	dashes := false
	for i := 1; i < len(argv); i++ {
		tok := trimJS(argv[i])
		switch {
		case tok == "":
			continue
		case tok == "-" || !dashes && tok == "-s":
			return 0, false
		case !dashes && tok == "--":
			dashes = true
			continue
		case !dashes && (strings.HasPrefix(tok, "-") || strings.HasPrefix(tok, "+")):
			i += shellOptionValues(tok)
			continue
		}
		return i, true
	}
	return 0, false
}

// runtimeOperand is the script of bun and of deno run.
func (b *ocBuilder) runtimeOperand(argv []string, name string) (int, bool) {
	i := 1
	for i < len(argv) && strings.HasPrefix(trimJS(argv[i]), "-") {
		i++
	}
	if i >= len(argv) {
		return 0, false
	}
	if trimJS(argv[i]) == "run" {
		for j := i + 1; j < len(argv); j++ {
			if tok := trimJS(argv[j]); tok != "" && !strings.HasPrefix(tok, "-") {
				return j, b.isFile(tok)
			}
		}
		return 0, false
	}
	tok := trimJS(argv[i])
	return i, name == "bun" && (strings.ContainsAny(tok, `/\`) || strings.HasPrefix(tok, ".") || filepath.Ext(tok) != "")
}

// onlyFileOperand is the one operand that is an existing file.
func (b *ocBuilder) onlyFileOperand(argv []string, name string) (int, bool) {
	var hits []int
	dashes := false
	for i := 1; i < len(argv); i++ {
		tok := trimJS(argv[i])
		switch {
		case tok == "":
			continue
		case !dashes && tok == "--":
			dashes = true
			continue
		case !dashes && tok == "-":
			return 0, false
		case !dashes && strings.HasPrefix(tok, "-"):
			if name == "node" || name == "nodejs" {
				flag, value, eq := strings.Cut(tok, "=")
				if slices.Contains(nodeFileOptions(), strings.ToLower(flag)) && (eq && b.isFile(value) || !eq && i+1 < len(argv) && b.isFile(trimJS(argv[i+1]))) {
					return 0, false
				}
			}
			continue
		}
		if b.isFile(tok) {
			hits = append(hits, i)
		}
	}
	if len(hits) != 1 {
		return 0, false
	}
	return hits[0], true
}

func nodeFileOptions() []string {
	return []string{"-r", "--experimental-loader", "--import", "--loader", "--require"}
}

// mutableRunner reports whether a program runs scripts that can change.
func mutableRunner(name string) bool {
	return slices.Contains([]string{"esno", "jiti", "ts-node", "ts-node-esm", "tsx", "vite-node", "busybox", "toybox"}, name) || safeBinInterpreter(name)
}

// mutableExecutable reports whether a program is given by a path to a file that
// this user could change.
func (b *ocBuilder) mutableExecutable(program string) bool {
	program = trimJS(program)
	if !isExplicitPath(program) || !b.isFile(program) || slices.Contains([]string{"corepack", "npm", "npx", "pnpm", "yarn"}, normalToken(program)) {
		return false
	}
	return true
}

// needsOperand reports whether an approval has to be held to a script file.
func (b *ocBuilder) needsOperand(full, argv []string, name string, opaque bool) bool {
	t := loadOpenClaw()
	if opaque {
		return true
	}
	if text := t.bindable(full); text != nil {
		return b.payloadNeedsOperand(*text)
	}
	program := trimJS(first(argv))
	if isExplicitPath(program) && !b.isFile(program) {
		return true
	}
	return name != "" && !slices.Contains(t.Shells, name) && mutableRunner(name)
}

// payloadNeedsOperand is the same for the text of a shell.
func (b *ocBuilder) payloadNeedsOperand(text string) bool {
	if strings.ContainsAny(text, ";&|<>") {
		return true
	}
	argv := preflightSplit(text)
	if len(argv) == 0 {
		return false
	}
	t := loadOpenClaw()
	bare, opaque := t.bareCommand(argv)
	name := normalToken(first(bare))
	if _, found := b.operandIndex(bare, name, opaque); found {
		return true
	}
	program := trimJS(argv[0])
	if opaque || isExplicitPath(trimJS(first(bare))) && !b.isFile(trimJS(first(bare))) || name != "" && !slices.Contains(t.Shells, name) && mutableRunner(name) {
		return true
	}
	return program == "." || program == "source" || b.isFile(program)
}

// boundByText reports whether all that an interpreter runs stands in the text.
func (b *ocBuilder) boundByText(argv []string, name string) bool {
	t := loadOpenClaw()
	if slices.Contains(t.Shells, name) || unsafeRuntimeFlag(argv, name) {
		return false
	}
	if t.inlineEval(argv, map[string]bool{}) != "" {
		return true
	}
	return len(argv) == 2 && slices.Contains([]string{"--help", "--version", "-h", "-v"}, strings.ToLower(trimJS(argv[1])))
}

// unsafeRuntimeFlag reports whether an option makes a runtime load other code.
func unsafeRuntimeFlag(argv []string, name string) bool {
	if len(argv) == 0 {
		return false
	}
	var prefixes []string
	switch name {
	case "node", "nodejs":
		return slices.ContainsFunc(argv[1:], func(a string) bool {
			a = strings.ToLower(trimJS(a))
			flag, _, _ := strings.Cut(a, "=")
			return strings.HasPrefix(a, "-r") || slices.Contains(nodeFileOptions(), flag)
		})
	case "ruby":
		prefixes = []string{"-C", "-I", "-r", "-S", "--chdir", "--require"}
	case "perl":
		prefixes = []string{"-I", "-M", "-m", "-S", "-x"}
	}
	for _, a := range argv[1:] {
		a = trimJS(a)
		if a == "--" {
			return false
		}
		for _, p := range prefixes {
			if strings.HasPrefix(a, p) {
				return true
			}
		}
	}
	return false
}

func isExplicitPath(s string) bool {
	return strings.HasPrefix(s, ".") || strings.ContainsAny(s, `/\`)
}

// isFile reports whether a name, taken from the working directory, is a file.
func (b *ocBuilder) isFile(name string) bool {
	if name == "" || b.scope == nil {
		return false
	}
	if !filepath.IsAbs(name) {
		name = filepath.Join(b.scope.Search.Dir, name)
	}
	info, err := os.Stat(name)
	return err == nil && info.Mode().IsRegular()
}
