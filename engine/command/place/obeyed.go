package place

import (
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/skillctl/skillctl/engine/argv"
	"github.com/skillctl/skillctl/engine/command/mark"
)

// obeyedPlaces are the expressions of the places that programs obey: all in one, and the
// programs of each, which are only read. The table is part of the program: a mistake in it is
// a fault of the build.
var obeyedPlaces = sync.OnceValue(func() (out struct {
	any  *regexp.Regexp
	each []*syntax.Prog
}) {
	list := argv.ObeyedPlaces()
	out.any = regexp.MustCompile("(?i)(?:" + strings.Join(list, ")|(?:") + ")")
	for _, text := range list {
		tree, err := syntax.Parse(text, syntax.Perl|syntax.FoldCase)
		if err != nil {
			panic(err)
		}
		prog, err := syntax.Compile(tree.Simplify())
		if err != nil {
			panic(err)
		}
		out.each = append(out.each, prog)
	}
	return out
})

// isObeyed reports whether a path, all of which is known, is a place that programs obey.
func isObeyed(path string) bool { return obeyedPlaces().any.MatchString(path) }

// maxMeeting is how long a path may be, in bytes, of which something is not known.
const maxMeeting = 256

// mayBeObeyed is a place that programs obey and that a path with unknown parts may be, for each
// kind of them that there is.
func mayBeObeyed(found string) []string {
	if len(found) > maxMeeting {
		return nil
	}
	var out []string
	for _, prog := range obeyedPlaces().each {
		m := meeting{prog: prog, path: []rune(found), seen: map[meetingAt]bool{}}
		if one, ok := m.find(); ok && !slices.Contains(out, one) {
			out = append(out, one)
		}
	}
	return out
}

// meeting looks for a text that a path with unknown parts stands for and that an expression
// matches.
type meeting struct {
	prog *syntax.Prog
	path []rune
	seen map[meetingAt]bool
}

// meetingAt is how far the path and the expression are; pc is -1 before the expression begins
// and -2 when it has matched. first: nothing was read; part: a part of a path begins.
type meetingAt struct {
	at, pc      int
	first, part bool
}

const (
	notBegun = -1
	matched  = -2
)

// meetingStep is a place that was reached, with the text up to there.
type meetingStep struct {
	meetingAt
	text string
}

// find looks at all places that so many letters lead to before those behind one letter more, so
// that the text is a short one.
func (m *meeting) find() (string, bool) {
	here := []meetingStep{{meetingAt: meetingAt{pc: notBegun, first: true, part: true}}}
	for len(here) > 0 {
		var behind []meetingStep
		for len(here) > 0 {
			s := here[len(here)-1]
			here = here[:len(here)-1]
			if m.seen[s.meetingAt] {
				continue
			}
			m.seen[s.meetingAt] = true
			if s.at == len(m.path) && s.pc == matched {
				return s.text, true
			}
			here = m.still(s, here)
			behind = append(behind, m.read(s)...)
		}
		slices.Reverse(behind) // the last one is looked at first
		here = behind
	}
	return "", false
}

// still adds the places that are reached without reading a letter.
func (m *meeting) still(s meetingStep, here []meetingStep) []meetingStep {
	if s.at < len(m.path) && mark.Repeats(m.path[s.at]) {
		next := s
		next.at++
		here = append(here, next)
	}
	to := func(pc int) { s.pc = pc; here = append(here, s) }
	switch {
	case s.pc == matched:
		return here
	case s.pc == notBegun:
		to(m.prog.Start)
		return here
	}
	switch inst := m.prog.Inst[s.pc]; inst.Op {
	case syntax.InstAlt, syntax.InstAltMatch:
		to(int(inst.Out))
		to(int(inst.Arg))
	case syntax.InstNop, syntax.InstCapture:
		to(int(inst.Out))
	case syntax.InstMatch:
		to(matched)
	case syntax.InstEmptyWidth:
		switch op := syntax.EmptyOp(inst.Arg); {
		case op&(syntax.EmptyBeginText|syntax.EmptyBeginLine) != 0 && !s.first:
		case op&(syntax.EmptyEndText|syntax.EmptyEndLine) != 0 && s.at < len(m.path):
		default:
			to(int(inst.Out))
		}
	}
	return here
}

// read are the places behind one letter more.
func (m *meeting) read(s meetingStep) []meetingStep {
	if s.at == len(m.path) {
		return nil
	}
	var out []meetingStep
	r := m.path[s.at]
	for _, letter := range m.letters(s, r) {
		next := meetingStep{meetingAt{at: s.at + 1, pc: s.pc, part: letter == '/'}, s.text + string(letter)}
		if mark.Repeats(r) {
			next.at = s.at
		}
		if s.pc >= 0 {
			next.pc = int(m.prog.Inst[s.pc].Out)
		}
		out = append(out, next)
	}
	return out
}

// letters are some that may stand at a place of the path and that the expression takes there.
func (m *meeting) letters(s meetingStep, r rune) []rune {
	takes := func(rune) bool { return true }
	list := []rune{'x', '/'}
	if s.pc >= 0 {
		list = nil
		inst := &m.prog.Inst[s.pc]
		switch inst.Op {
		case syntax.InstRune, syntax.InstRune1, syntax.InstRuneAny, syntax.InstRuneAnyNotNL:
		default:
			return nil
		}
		takes = inst.MatchRune
		if len(inst.Rune) > 0 {
			list = append(list, unicode.ToLower(inst.Rune[0]), inst.Rune[0])
		}
		list = append(list, 'x', '/')
	}
	if !mark.Is(r) {
		list = []rune{r}
	}
	list = slices.DeleteFunc(list, func(letter rune) bool {
		if !mark.Is(r) {
			return !takes(letter)
		}
		pattern := r == mark.Many || r == mark.One
		return !takes(letter) || letter < ' ' || letter == '/' && (pattern || r == mark.Part) || letter == '.' && pattern && s.part
	})
	if len(list) > 1 && s.pc >= 0 {
		return list[:1]
	}
	return list
}

// tells reports whether the patterns of a path say more of each name than its ending.
func tells(found string) bool {
	for _, name := range strings.Split(found, "/") {
		if !mark.In(name) {
			continue
		}
		if i := strings.LastIndexByte(name, '.'); i > 0 {
			name = name[:i]
		}
		if len(strings.TrimFunc(strings.Trim(name, "."), mark.Is)) < 2 {
			return false
		}
	}
	return true
}
