package openclawexec

import (
	"cmp"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/command/script"
)

// analyse fills in what OpenClaw says of a step's argv, and walks the text of a
// shell.
func (w *ocWalker) analyse(s *ocStep) {
	t := loadOpenClaw()
	name := normalToken(s.argv[0])
	s.inline = InlineEval(s.argv)
	// What a shell's text holds counts for the shell as well.
	add := func(kind string) {
		for p := s; p != nil; p = w.out.parentOf(p) {
			if !slices.Contains(p.prompt, kind) {
				p.prompt = append(p.prompt, kind)
			}
		}
	}
	for p := w.out.parentOf(s); p != nil && s.inline != ""; p = w.out.parentOf(p) {
		p.inline = cmp.Or(p.inline, s.inline)
	}
	payload := t.payload(s.argv)
	switch {
	case payload != nil && t.isShell(s.argv[0]):
		s.shell = true
	case payload != nil, t.shellCarried(s.argv):
		add("shell-wrapper-through-carrier")
	}
	if name == "xargs" || name == "find" && hasFindExec(s.argv) || t.blockedCarrier(s.argv) {
		add("command-carrier")
	}
	switch name {
	case "eval", "alias":
		add(name)
	case "source", ".":
		add("source")
	}
	if carried := t.builtinCarried(s.argv); carried != "" {
		add(carried)
	}
	w.payload(s, payload)
}

func (e *ocExplanation) parentOf(s *ocStep) *ocStep {
	if s.parent < 0 {
		return nil
	}
	return e.steps[s.parent]
}

func hasFindExec(argv []string) bool {
	for _, a := range argv {
		switch a {
		case "-exec", "-execdir", "-ok", "-okdir":
			return true
		}
	}
	return false
}

// blockedCarrier reports whether argv begins with a wrapper whose words are not
// understood, or with env -S.
func (t *openClawTables) blockedCarrier(argv []string) bool {
	_, name, ok := t.unwrapOne(argv)
	if name == "env" && ok {
		return t.env(argv, 0).split
	}
	return name != "" && !ok
}

// carriers are the commands behind command, exec, sudo and the like, each behind
// the one before it.
func (t *openClawTables) carriers(argv []string) [][]string {
	var out [][]string
	for range maxCarriers {
		if argv = t.carrier(argv); len(argv) == 0 {
			break
		}
		out = append(out, argv)
	}
	return out
}

// maxCarriers bounds the work on a row of carriers: a word of the command each.
const maxCarriers = 64

// shellCarried reports whether a shell with a text stands behind a carrier.
func (t *openClawTables) shellCarried(argv []string) bool {
	return slices.ContainsFunc(t.carriers(argv), func(argv []string) bool {
		return t.isShell(argv[0]) && inlineFlag(argv) != ""
	})
}

// builtinCarried names what a carrier starts that reads commands: "eval" or
// "source". Only the innermost counts.
func (t *openClawTables) builtinCarried(argv []string) string {
	carried := t.carriers(argv)
	slices.Reverse(carried)
	for _, argv := range carried {
		switch normalToken(argv[0]) {
		case "eval":
			return "eval"
		case "source", ".":
			return "source"
		}
	}
	return ""
}

// inlineFlag is the option that gives a shell its text, "" for none, read as
// roughly as OpenClaw does here.
func inlineFlag(argv []string) string {
	flags := []string{"-c", "--command"}
	shell := normalToken(argv[0])
	switch shell {
	case "cmd":
		flags = []string{"/c", "/k"}
	case "powershell", "pwsh":
		flags = []string{"-c", "-command", "--command", "-encodedcommand", "-enc", "-e", "-f", "-file"}
	}
	for _, a := range argv[1:] {
		word := trimJS(a)
		lower := strings.ToLower(word)
		cluster := strings.HasPrefix(word, "-") && !strings.HasPrefix(word, "--") && strings.Contains(lower[1:], "c")
		switch {
		case word == "--":
			return ""
		case slices.Contains(flags, lower), cluster && len(flags) == 2 && shell != "cmd":
			return word
		}
	}
	return ""
}

// payload walks the text of a shell whose grammar is close enough to bash.
func (w *ocWalker) payload(s *ocStep, text *string) {
	t := loadOpenClaw()
	if text == nil || w.depth >= 3 {
		return
	}
	argv := t.shellCandidate(s.argv)
	if len(argv) == 0 || !slices.Contains(t.ParseableShells, normalToken(argv[0])) {
		return
	}
	flag := strings.ToLower(cmp.Or(inlineFlag(argv), inlineFlag(s.argv)))
	if flag != "-c" && flag != "--command" && !isCluster(flag) {
		return
	}
	// A dynamic argument is not the text that will run; the text of $0 "$@" is.
	for _, word := range s.words {
		if word.Value == nil && textOf(word) == *text {
			return
		}
	}
	index := len(w.out.steps) - 1
	for i, step := range w.out.steps {
		if step == s {
			index = i
		}
	}
	nested := ocWalker{out: w.out, deadline: w.deadline, depth: w.depth + 1, parent: index, holder: w.holder, nested: w.nested}
	if nested.holder < 0 {
		nested.holder = index
	}
	nested.read(script.New(*text))
}
