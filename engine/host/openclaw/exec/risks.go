package openclawexec

import (
	"cmp"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/command"
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
	if payload != nil {
		if t.isShell(s.argv[0]) {
			s.shell = true
		} else {
			add("shell-wrapper-through-carrier")
		}
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
	if payload == nil {
		w.carried(s, add)
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

// blockedCarrier reports whether argv begins with a wrapper whose arguments are
// not understood.
func (t *openClawTables) blockedCarrier(argv []string) bool {
	_, name, ok := t.unwrapOne(argv, false)
	if name == "" || ok {
		return false
	}
	if w := t.wrapper(t.Wrappers, name); w != nil {
		return !w.changes(argv)
	}
	return true
}

// carried looks behind command, exec, sudo and the like.
func (w *ocWalker) carried(s *ocStep, add func(string)) {
	t := loadOpenClaw()
	argv := s.argv
	for depth := 0; depth < 8; depth++ {
		if len(argv) == 0 || !slices.Contains(t.Carriers, normalToken(argv[0])) {
			return
		}
		argv = t.carrier(argv)
		if len(argv) == 0 {
			return
		}
		if t.isShell(argv[0]) && t.payload(argv) != nil {
			add("shell-wrapper-through-carrier")
		}
		switch normalToken(argv[0]) {
		case "eval":
			add("eval")
		case "source", ".":
			add("source")
		}
	}
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
	// A dynamic argument is not the text that will run; the text of $0 "$@" is.
	for _, word := range s.words {
		if word.Value == nil && textOf(word) == *text {
			return
		}
	}
	if startsUp(argv, normalToken(argv[0])) && strings.HasPrefix(*text, "-") {
		return
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
	nested.read(command.NewText(*text))
}
