package openclawexec

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// match is what an allow-list entry is compared with.
func (b *ocBuilder) match(plan Plan) *Match {
	t := loadOpenClaw()
	args, policy := plan.Argv, plan.PolicyArgv
	target, kind := t.packageTarget(args)
	switch kind {
	case packageBlocked:
		return nil
	case packageTool:
		inner := PlanOf(target)
		if inner.Blocked || inner.ShellWrapper && inner.InlineCommand != nil {
			return nil
		}
		// What is compared is unwrapped once more.
		again := PlanOf(inner.Argv)
		args, policy = inner.Argv, again.PolicyArgv
	}
	m := &Match{Argv: args, Policy: b.resolve(first(policy)), InlineCommand: t.bindable(args)}
	m.SameTarget = trimJS(first(policy)) == trimJS(first(args))
	m.Shell = t.isShell(first(args))
	m.Positional = m.InlineCommand != nil && isPositionalCarrier(*m.InlineCommand)
	if m.Positional {
		b.carried(m)
	}
	switch file := b.powershellFile(args); {
	case file != nil:
		b.script(m, file)
	case m.InlineCommand == nil && m.Shell:
		b.script(m, b.scriptArgv(args))
	}
	m.Digest, m.CarriedDigest, m.ScriptDigest = b.digest(m.Argv), b.digest(m.CarriedArgv), b.digest(m.ScriptArgv)
	return m
}

// digest is what OpenClaw writes down of a command that is always allowed in a
// folder: the folder and each argument with its length in bytes.
func (b *ocBuilder) digest(argv []string) string {
	if len(argv) == 0 || b.scope == nil {
		return ""
	}
	var text strings.Builder
	part := func(s string) { fmt.Fprintf(&text, "%d\x00%s\x00", len(s), s) }
	part(strings.ReplaceAll(path.Clean(b.scope.Search.Dir), `\`, "/"))
	fmt.Fprintf(&text, "%d\x00", len(argv)-1)
	for _, a := range argv[1:] {
		part(a)
	}
	sum := sha256.Sum256([]byte(text.String()))
	return "sha256:cwd-argv:v1:" + hex.EncodeToString(sum[:])
}

// carried fills in what a positional carrier runs.
func (b *ocBuilder) carried(m *Match) {
	t := loadOpenClaw()
	if len(m.Argv) < 4 || !slices.Contains(t.PositionalShells, normalToken(m.Argv[0])) {
		return
	}
	text, at := t.posixInline(m.Argv)
	if text == nil || !isPositionalCarrier(*text) {
		return
	}
	at++
	for at < len(m.Argv) && trimJS(m.Argv[at]) == "" {
		at++
	}
	if at >= len(m.Argv) {
		return
	}
	program, tail := trimJS(m.Argv[at]), m.Argv[at+1:]
	if _, wrapper, _ := t.unwrapOne([]string{program}); wrapper != "" || t.isShell(program) {
		return
	}
	r := b.resolve(program)
	if r.Candidate == "" {
		return
	}
	// It is compared as a path, so that a bare name never matches it.
	r.Raw, r.Path = r.Candidate, r.Candidate
	r.Real = b.scope.realPath(r.Candidate)
	real := r.Real
	if real == "" {
		real = r.Candidate
	}
	m.Carried, m.CarriedArgv, m.CarriesAll = &r, append([]string{real}, tail...), carriesAll(*text, tail)
}

// script fills in the script that a shell runs, with its arguments.
func (b *ocBuilder) script(m *Match, argv []string) {
	if len(argv) == 0 {
		return
	}
	file := argv[0]
	r := Resolution{Raw: file, Name: filepath.Base(file), Candidate: file}
	if b.scope != nil {
		r.Path, r.Real = file, b.scope.realPath(file)
	}
	m.Script, m.ScriptArgv = &r, argv
}

// powershellFile is the script behind -File with its arguments.
func (b *ocBuilder) powershellFile(args []string) []string {
	t := loadOpenClaw()
	name := normalToken(first(args))
	if len(args) < 3 || name != "powershell" && name != "pwsh" {
		return nil
	}
	text, at := t.powershellInline(args)
	if text == nil || !isSwitch(t.PowerShell.File, strings.ToLower(trimJS(args[at-1]))) {
		return nil
	}
	return append([]string{b.operandPath(trimJS(args[at]))}, args[at+1:]...)
}

// scriptArgv is the script operand of a shell, as a path, with what stands behind
// it; nil when there is none that could be named.
func (b *ocBuilder) scriptArgv(args []string) []string {
	operand := loadOpenClaw().scriptOperand(args)
	if operand == "" {
		return nil
	}
	file := b.operandPath(operand)
	at := slices.IndexFunc(args, func(a string) bool { return b.besideDir(a) == file })
	if at < 0 {
		base := strings.ToLower(filepath.Base(file))
		at = slices.IndexFunc(args, func(a string) bool { return strings.ToLower(filepath.Base(a)) == base })
	}
	if at < 0 {
		return []string{file}
	}
	return append([]string{file}, args[at+1:]...)
}

// scriptOperand is the word that names the script of a shell.
func (t *openClawTables) scriptOperand(args []string) string {
	shell := normalToken(first(args))
	if len(args) < 2 || slices.Contains(t.OpaqueShells, shell) {
		return ""
	}
	power, plus := shell == "powershell" || shell == "pwsh", slices.Contains(t.PlusShells, shell)
	i := 1
	for i < len(args) {
		word := trimJS(args[i])
		lower := strings.ToLower(word)
		if word == "--" {
			i++
			break
		}
		switch {
		case word == "":
			i++
		case !power && (slices.Contains(t.InlineFlags, word) || isCluster(lower)), word == "-s" || !power && isLetterCluster(lower, "s"), isStartupOption(word):
			return ""
		case slices.Contains([]string{"-c", "--command", "-o", "-O", "+O", "+o"}, word), power && slices.Contains(t.ScriptValues, lower):
			i += 2
		case !power && (strings.HasPrefix(word, "-") || plus && strings.HasPrefix(word, "+")):
			i += shellOptionWords(word)
		case strings.HasPrefix(word, "-") || strings.HasPrefix(word, "+"):
			i++
		default:
			return word
		}
	}
	if i >= len(args) {
		return ""
	}
	return trimJS(args[i])
}

func isStartupOption(word string) bool {
	for _, o := range []string{"--rcfile", "--init-file", "--startup-file"} {
		if word == o || strings.HasPrefix(word, o+"=") {
			return true
		}
	}
	return false
}

// operandPath is an operand as a path; one that is absolute stays as it is.
func (b *ocBuilder) operandPath(name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return b.absolute(name)
}

// besideDir is a word as a path from the working directory.
func (b *ocBuilder) besideDir(name string) string {
	if filepath.IsAbs(name) || b.scope == nil {
		return name
	}
	return filepath.Join(b.scope.Search.Dir, name)
}
