package openclawexec

import (
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
		return t.shellOperand(argv, name)
	}
	if firstOperandRunner().MatchString(name) && len(argv) > 1 {
		if operand := trimJS(argv[1]); operand != "" && !strings.HasPrefix(operand, "-") {
			return 1, true
		}
	}
	if i, ok := b.runtimeOperand(argv, name); ok {
		return i, true
	}
	if unsafeRuntimeFlag(argv, name) {
		return 0, false
	}
	if !mutableRunner(name) {
		return 0, b.mutableExecutable(first(argv))
	}
	return b.onlyFileOperand(argv, name)
}

// shellOperand is the script operand of a shell.
func (t *openClawTables) shellOperand(argv []string, name string) (int, bool) {
	plus := slices.Contains(t.PlusShells, name)
	option := func(s string) bool { return strings.HasPrefix(s, "-") || plus && strings.HasPrefix(s, "+") }
	if _, at := (inlineOptions{flags: t.InlineFlags, posix: true, option: option, stop: true}).find(argv); at >= 0 {
		return 0, false
	}
	dashes := false
	for i := 1; i < len(argv); i++ {
		word := trimJS(argv[i])
		switch {
		case word == "":
			continue
		case word == "-" || !dashes && word == "-s":
			return 0, false
		case !dashes && word == "--":
			dashes = true
			continue
		case !dashes && option(word):
			flag, _, has := strings.Cut(word, "=")
			if slices.Contains([]string{"--init-file", "--rcfile", "--startup-script"}, strings.ToLower(flag)) {
				if !has {
					i++
				}
			} else {
				i += shellOptionWords(word) - 1
			}
			continue
		}
		return i, true
	}
	return 0, false
}

// runtimeOperand is the script of Bun, and of deno run.
func (b *ocBuilder) runtimeOperand(argv []string, name string) (int, bool) {
	t := loadOpenClaw()
	switch name {
	case "bun":
		i := operandBehind(argv, 1, t.Bun.Values)
		switch {
		case i < 0:
			return 0, false
		case trimJS(argv[i]) == "run":
			i = operandBehind(argv, i+1, t.Bun.Values)
			return i, i >= 0 && b.isFile(trimJS(argv[i]))
		}
		word := trimJS(argv[i])
		return i, !slices.Contains(t.Bun.Subcommands, word) && (isExplicitPath(word) || extension(word))
	case "deno":
		if len(argv) < 2 || trimJS(argv[1]) != "run" {
			return 0, false
		}
		i := operandBehind(argv, 2, t.Deno.Values)
		return i, i >= 0 && b.isFile(trimJS(argv[i]))
	}
	return 0, false
}

// extension reports whether a name has an extension: a dot alone at its beginning
// is none.
func extension(name string) bool {
	return strings.LastIndexByte(filepath.Base(name), '.') > 0
}

// operandBehind is where the first word stands that is no option and no value of
// one, -1 for nowhere.
func operandBehind(argv []string, from int, values []string) int {
	dashes := false
	for i := from; i < len(argv); i++ {
		word := trimJS(argv[i])
		switch {
		case word == "":
		case dashes:
			return i
		case word == "--":
			dashes = true
		case word == "-":
			return -1
		case !strings.HasPrefix(word, "-"):
			return i
		case slices.Contains(values, word):
			i++
		}
	}
	return -1
}

// onlyFileOperand is the one operand that is an existing file.
func (b *ocBuilder) onlyFileOperand(argv []string, name string) (int, bool) {
	var hits []int
	dashes := false
	node := name == "node" || name == "nodejs"
	for i := 1; i < len(argv); i++ {
		word := trimJS(argv[i])
		switch {
		case word == "":
			continue
		case !dashes && word == "--":
			dashes = true
			continue
		case !dashes && word == "-":
			return 0, false
		case !dashes && strings.HasPrefix(word, "-"):
			if node && b.loadsFile(word, argv[i+1:]) {
				return 0, false
			}
			continue
		}
		if b.isFile(word) {
			hits = append(hits, i)
		}
	}
	if len(hits) != 1 {
		return 0, false
	}
	return hits[0], true
}

// loadsFile reports whether an option of Node names a file that is there.
func (b *ocBuilder) loadsFile(word string, rest []string) bool {
	flag, value, _ := strings.Cut(word, "=")
	if !slices.Contains(loadOpenClaw().NodeFiles, strings.ToLower(flag)) {
		return false
	}
	if value != "" {
		return b.isFile(value)
	}
	return b.isFile(trimJS(first(rest)))
}

// mutableRunner reports whether a program runs scripts that can change.
func mutableRunner(name string) bool {
	t := loadOpenClaw()
	return slices.Contains(t.ScriptRunners, name) || slices.Contains(t.Multiplexers, name) || safeBinInterpreter(name)
}

// mutableExecutable reports whether a program is given by a path to a file that
// this user could change. That it could not is left out: an approval is then
// refused that OpenClaw would ask for.
func (b *ocBuilder) mutableExecutable(program string) bool {
	program = trimJS(program)
	if !isExplicitPath(program) || !b.isFile(program) || slices.Contains([]string{"corepack", "npm", "npx", "pnpm", "yarn"}, normalToken(program)) {
		return false
	}
	return true
}

// needsOperand reports whether an approval has to be held to a script file; text
// is what a shell is given, nil for none.
func (b *ocBuilder) needsOperand(full []string, text *string) bool {
	t := loadOpenClaw()
	argv, opaque := t.bareCommand(full)
	switch {
	case opaque:
		return true
	case text != nil:
		return b.payloadNeedsOperand(*text)
	case b.dlxNeedsOperand(full):
		return true
	}
	program := trimJS(first(argv))
	if isExplicitPath(program) && !b.isFile(program) {
		return true
	}
	name := normalToken(program)
	return name != "" && !slices.Contains(t.Shells, name) && mutableRunner(name)
}

// dlxNeedsOperand reports whether pnpm dlx has options that are not known, or
// runs a script.
func (b *ocBuilder) dlxNeedsOperand(argv []string) bool {
	t := loadOpenClaw()
	name, p := t.packageManager(argv)
	if name != "pnpm" {
		return false
	}
	for i := 1; i < len(argv); {
		word := trimJS(argv[i])
		switch {
		case word == "" || word == "--":
			i++
		case strings.HasPrefix(word, "-"):
			n := p.All.words(word)
			if n == 0 {
				return true
			}
			i += n
		default:
			return word == "dlx" && b.dlxTail(p, argv[i+1:])
		}
	}
	return false
}

func (b *ocBuilder) dlxTail(p *openClawPackage, argv []string) bool {
	runs := func(argv []string) bool {
		bare, opaque := loadOpenClaw().bareCommand(argv)
		_, found := b.operandIndex(bare, normalToken(first(bare)), opaque)
		return found
	}
	for i := 0; i < len(argv); {
		word := trimJS(argv[i])
		flag, _, _ := strings.Cut(strings.ToLower(word), "=")
		switch {
		case word == "":
			i++
		case word == "--":
			return runs(argv[i+1:])
		case !strings.HasPrefix(word, "-"):
			return runs(argv[i:])
		case flag == "-c", flag == "--shell-mode":
			return false
		default:
			n := p.All.words(word)
			if n == 0 {
				return true
			}
			i += n
		}
	}
	return true
}

// payloadNeedsOperand is the same for the text of a shell.
func (b *ocBuilder) payloadNeedsOperand(text string) bool {
	if strings.ContainsAny(text, ";&|<>") {
		return true
	}
	argv := splitShellArgs(text)
	if len(argv) == 0 {
		return false
	}
	bare, opaque := loadOpenClaw().bareCommand(argv)
	if _, found := b.operandIndex(bare, normalToken(first(bare)), opaque); found || b.needsOperand(argv, nil) {
		return true
	}
	program := trimJS(argv[0])
	return program == "." || program == "source" || b.isFile(program)
}

// boundByText reports whether all that an interpreter runs stands in the text.
func (b *ocBuilder) boundByText(argv []string, name string) bool {
	t := loadOpenClaw()
	if slices.Contains(t.Shells, name) || unsafeRuntimeFlag(argv, name) || nodeLoads(argv, name) {
		return false
	}
	if t.inlineEval(argv, map[string]bool{}) != "" {
		return true
	}
	return len(argv) == 2 && slices.Contains([]string{"--help", "--version", "-h", "-v"}, strings.ToLower(trimJS(argv[1])))
}

// nodeLoads reports whether an option has Node load a file first.
func nodeLoads(argv []string, name string) bool {
	if name != "node" && name != "nodejs" {
		return false
	}
	return slices.ContainsFunc(argv[1:], func(a string) bool {
		a = strings.ToLower(trimJS(a))
		flag, _, _ := strings.Cut(a, "=")
		return strings.HasPrefix(a, "-r") || slices.Contains(loadOpenClaw().NodeFiles, flag)
	})
}

// unsafeRuntimeFlag reports whether an option has Ruby or Perl load other code.
func unsafeRuntimeFlag(argv []string, name string) bool {
	var prefixes, exact []string
	switch name {
	case "ruby":
		prefixes, exact = []string{"-C", "-I", "-r", "--chdir=", "--require="}, []string{"-S", "--chdir", "--require"}
	case "perl":
		prefixes, exact = []string{"-I", "-M", "-m"}, []string{"-S"}
	default:
		return false
	}
	for _, a := range argv[1:] {
		a = trimJS(a)
		if a == "--" {
			return false
		}
		if slices.Contains(exact, a) || slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(a, p) }) || name == "ruby" && strings.ToLower(a) == "--require" {
			return true
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
	info, err := b.scope.asked().Stat(b.besideDir(name))
	return err == nil && info.Mode.IsRegular()
}
