package flow

import (
	"path"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/flow/prose"
	"github.com/skillctl/skillctl/internal/document"
)

// A text is read in several ways, and what one of them finds another one finds as
// well: with less of it, or with something behind it that does not belong to it.

// keep adds a flow that is not known yet. Of two that are found in one place, one of
// which has all steps of the other, it keeps that one.
func (w *Finder) keep(flow Flow) {
	for i, known := range w.Flows {
		switch {
		case known.same(flow) || known.covers(flow):
			return
		case flow.covers(known):
			w.Flows[i] = flow
			return
		}
	}
	if len(w.Flows) > maxFlows {
		w.Beyond(flow.File, "the package has more than %d commands that run what others print", maxFlows)
		return
	}
	w.Flows = append(w.Flows, flow)
}

// same reports whether another flow is found twice, in a text and in a part of it.
func (f Flow) same(other Flow) bool {
	return f.File == other.File && f.Span == other.Span && slices.Equal(f.From, other.From)
}

// covers reports whether a flow is another one in the same place with no less before it.
func (f Flow) covers(other Flow) bool {
	if f.File != other.File || f.How != other.How || f.To != other.To || f.How == HowCall || f.How == HowFile && f.Span.End != other.Span.End || !meet(f.Span, other.Span) || len(f.Steps) < len(other.Steps) {
		return false
	}
	last := len(other.Steps) - 1
	for i, step := range other.Steps {
		if !f.Steps[i].covers(step) && (i < last || len(f.Steps) != len(other.Steps) || !f.Steps[i].ends(step) && !step.leads(f.Steps[i])) {
			return false
		}
	}
	return true
}

// ends reports whether a command ends in the words of another one of which nothing
// says that it is one.
func (s Step) ends(other Step) bool { return s.tail(other) >= 0 && !other.signed() }

// leads reports whether what a command begins with are words before another one: it is
// no program that rules look at, and is given no address.
func (s Step) leads(other Step) bool {
	n := s.tail(other)
	return n >= 0 && !s.signed() && other.signed() && !slices.ContainsFunc(s.Args[:n], func(arg string) bool { return strings.Contains(arg, "/") })
}

// tail is where in the arguments of a command the words of another one stand, which are
// the last; -1 for nowhere.
func (s Step) tail(other Step) int {
	from := len(s.Args) - len(other.Args) - 1
	if from < 0 || !slices.Equal(s.Args[from+1:], other.Args) {
		return -1
	}
	name := strings.ToLower(trimmed(path.Base(s.Args[from])))
	if !strings.HasPrefix(name, trimmed(other.Program)) && !strings.HasPrefix(other.Program, name) && !strings.HasSuffix(name, other.Program) {
		return -1
	}
	return from
}

// signed reports whether the name of a program says that rules may look at it.
func (s Step) signed() bool {
	return watched().has(s) || watched().words.in([]byte(s.Program+" "), signCode|signInvoke)
}

// covers reports whether a command says all that another one of the same program says.
func (s Step) covers(other Step) bool {
	if !sameProgram(s.Program, other.Program) || (s.Stdin == nil) != (other.Stdin == nil) || s.Stdin != nil && *s.Stdin != *other.Stdin {
		return false
	}
	for _, arg := range other.Args {
		arg = trimmed(arg)
		if arg != "" && !slices.ContainsFunc(s.Args, func(have string) bool { return trimmed(have) == arg || blanked(have, arg) }) {
			return false
		}
	}
	return true
}

// blanked reports whether an argument of several words is another one in which blanks
// stand for what was taken for marks of a text, such as the "*/" of a schedule.
func blanked(have, arg string) bool {
	if !strings.Contains(strings.TrimSpace(arg), " ") {
		return false
	}
	have = strings.TrimRight(have, " ")
	if len(have) < len(arg) {
		return false
	}
	for i := range len(arg) {
		if have[i] != arg[i] && arg[i] != ' ' {
			return false
		}
	}
	return trimmed(have[len(arg):]) == ""
}

// covers reports whether a command is another one in the same place with no less in it.
func (c Command) covers(other Command) bool {
	if c.File != other.File || !meet(c.Span, other.Span) || len(c.Input) < len(other.Input) || !c.Step.covers(other.Step) {
		return false
	}
	for i, step := range other.Input {
		if !c.Input[i].covers(step) && !c.Input[i].ends(step) {
			return false
		}
	}
	return true
}

// keepCommand adds a command that is not known yet, as keep does.
func (w *Finder) keepCommand(c Command) {
	for i, known := range w.Commands {
		switch {
		case known.covers(c), w.guess && c.File == known.File && meet(c.Span, known.Span) && len(known.Input) > 0 && known.Step.covers(c.Step):
			return
		case c.covers(known):
			w.Commands[i] = c
			return
		}
	}
	w.Commands = append(w.Commands, c)
}

// trimmed is an argument without the marks behind it that may be none of a command.
func trimmed(arg string) string { return strings.TrimRight(arg, "()[]{}<>\"'`*_~.,;:!?|-”’»") }

// meet reports whether two spans have a part in common.
func meet(a, b document.Span) bool {
	return a.Start.Offset < b.End.Offset && b.Start.Offset < a.End.Offset || a == b
}

// sameProgram reports whether a name is another one, which may have marks before it.
func sameProgram(name, other string) bool {
	before, ok := strings.CutSuffix(other, name)
	return ok && (before == "" || name != "" && !isName(before[len(before)-1]))
}

// interprets reports whether a command names the program that runs a file.
func (t *taint) interprets(id int) bool {
	return t.facts.Commands[id].Interpreter != nil && t.programs[id] != "" && prose.IsLetter(t.programs[id][0])
}
