package value

import (
	"slices"
	"strconv"
	"strings"

	"github.com/skillctl/skillctl/engine/argv"
	"github.com/skillctl/skillctl/engine/argv/lookup"
	"github.com/skillctl/skillctl/engine/command"
	"github.com/skillctl/skillctl/engine/command/arithmetic"
	"github.com/skillctl/skillctl/engine/command/mark"
)

// The bounds of following variables: how many one through the other, and how
// many in all. Beyond them a value is not known.
const (
	maxFollowed = 12
	maxSteps    = 50_000
	// maxSpent is how many steps all commands of a text may take: beyond them no value is known.
	maxSpent = 400_000
)

// Values are what a text says of the values of variables. The order in which
// it sets them does not matter: a value may be any of those that it gives.
type Values struct {
	set map[string][]argv.Assignment
	// commands are those of the text; given the words that functions, shells and set are
	// given.
	commands []command.Command
	given    []given
	// givenTo are the places of those by the function that they are given to, unseen says that
	// a command of the text may call a function of it without its name.
	givenTo map[string][]int
	unseen  bool
	// handing are the arguments whose values are being found out. body is the part of the
	// text whose arguments are asked for, bare says that the text itself is given none.
	handing []handed
	body    *string
	bare    bool
	// zeros are the words that shells of the text get for $0; shifts says that it moves
	// arguments along.
	zeros  []argv.Word
	shifts bool
	// moved is how many arguments the commands that move them along take away, each once.
	moved int
	// taken says of which variables the text may take the value away again, or give none: it
	// unsets them, or nobody may set them. takes says so of all.
	taken map[string]bool
	takes bool
	// redirects are those of the text.
	redirects []command.Redirect
	// functions are the names that a text defines itself.
	functions map[string]bool
	// anything is true when the text sets a variable whose name is not known.
	anything bool
	// numbers and literals are the variables that were looked at for one
	// question. No more than one of them has to fail for the answer to be no, so
	// each is looked at once.
	numbers, literals map[string]bool
	// steps are those for the command in hand, spent those for the commands before it.
	steps, spent int
	// busy are the assignments whose values are being found out, rounds those of them that
	// a text makes again and again. shopt says that the text sets options of the shell, with
	// which patterns match something else.
	busy   []*argv.Assignment
	rounds map[*argv.Assignment]*round
	shopt  bool
	// dotted: patterns match names with a leading dot.
	dotted bool
	// spells: words are spelled out as far as the text gives them, with what it does not
	// give kept as it stands: see [Values.spelled]. keeps are these expansions, fixed
	// are variables of which one value is looked at. over says that not all was looked at
	// that the text gives.
	spells bool
	keeps  []keptExpansion
	fixed  map[string]string
	over   bool
	// folders are those that the shell is started with; moves says that the text changes the
	// one it is in. at is where the command is in hand, made where a variable got the value
	// that is looked at.
	folders  Folders
	moves    bool
	at, made *lookup.Dir
}

// New are the variables of a text that was read, in a shell that is started so.
func New(f *command.Facts, start Start) *Values {
	v := &Values{set: map[string][]argv.Assignment{}, functions: map[string]bool{}}
	v.commands, v.redirects, v.folders, v.moves = f.Commands, f.Redirects, start.Folders, movesText(f.Commands)
	v.bare = start.Bare && !setsFirst(f) && !sources(f)
	v.shopt = slices.ContainsFunc(f.Commands, func(c command.Command) bool { return c.Base == "shopt" || slices.Contains(c.Argv, "-O") })
	for _, fn := range f.Functions {
		v.functions[fn.Name] = true
	}
	v.dotted = matchesHidden(f)
	v.taken = map[string]bool{}
	for i := range f.Commands {
		v.gives(&f.Commands[i])
		v.takesAway(&f.Commands[i])
	}
	v.givenTo, v.unseen = map[string][]int{}, v.callsUnseen()
	for i, one := range v.given {
		v.givenTo[one.to] = append(v.givenTo[one.to], i)
	}
	for _, one := range f.Assignments {
		switch {
		case one.How == "option" || one.Op == "unset" || one.Op == "export":
		case one.Name == nil:
			v.anything = true
		default:
			v.set[*one.Name] = append(v.set[*one.Name], one)
		}
	}
	return v
}

// Sets reports whether the text gives a variable a value.
func (v *Values) Sets(name string) bool { return len(v.set[name]) > 0 }

// SetsOptions reports whether the text sets options of the shell with which patterns match
// something else.
func (v *Values) SetsOptions() bool { return v.shopt }

// takesAway notes the variables that a command takes the value from, or makes so that they get
// none.
func (v *Values) takesAway(c *command.Command) {
	if c.Role != "builtin" {
		return
	}
	reads := false // whether the names are those of variables that get no value
	switch c.Base {
	case "unset", "readonly":
		reads = true
	case "declare", "typeset", "local":
	default:
		return
	}
	for _, w := range c.Args[min(1, len(c.Args)):] {
		name, _, indexed := strings.Cut(w.Prefix, "[")
		switch {
		case w.Value != nil && strings.HasPrefix(*w.Value, "-"):
			reads = reads || strings.Contains(*w.Value, "r")
		case w.Value != nil && argv.IsIdentifier(*w.Value), indexed && argv.IsIdentifier(name):
			if reads {
				v.taken[name] = true
			}
		case c.Base == "unset":
			v.takes = true
		}
	}
}

// gives notes the arguments that a command gives to what it starts.
func (v *Values) gives(c *command.Command) {
	switch {
	case c.Role == "function" || c.Name != nil && v.functions[*c.Name]:
		v.given = append(v.given, given{to: *c.Name, by: c.ID, words: c.Args[1:]})
	case c.Role == "builtin" && (c.Base == "shift" || c.Base == "getopts"):
		v.shifts = true
		if n, err := strconv.Atoi(strings.Join(c.Argv[min(1, len(c.Argv)):], "")); err == nil && c.Base == "shift" {
			v.moved += max(0, n)
		} else if c.Base == "shift" {
			v.moved++
		}
	case c.Role == "builtin" && c.Base == "set" && len(c.Args) > 1:
		if words := setWords(c.Args[1:]); len(words) > 0 || slices.ContainsFunc(c.Args[1:], func(w argv.Word) bool { return w.Value != nil && *w.Value == "--" }) {
			v.given = append(v.given, given{by: c.ID, words: words})
		}
	case c.Carries == "shell":
		for i, w := range c.Args {
			if p := w.Prefix; len(p) < 2 || p[0] != '-' || p[1] == '-' || !strings.Contains(p, "c") || i+1 >= len(c.Args) {
				continue
			}
			if i+2 < len(c.Args) {
				v.zeros = append(v.zeros, c.Args[i+2])
			}
			v.given = append(v.given, given{by: c.ID, words: c.Args[min(i+3, len(c.Args)):], more: i+2 >= len(c.Args) && addsWords(c.Edge)})
			break
		}
	}
}

// setWords are the arguments that set gives, behind its options.
func setWords(words []argv.Word) []argv.Word {
	for len(words) > 0 && words[0].Value != nil {
		switch one := *words[0].Value; {
		case one == "--":
			return words[1:]
		case len(one) < 2 || one[0] != '-' && one[0] != '+':
			return words
		case strings.HasSuffix(one, "o") && len(words) > 1:
			words = words[1:]
		}
		words = words[1:]
	}
	return words
}

// Evaluates reports whether all that a construct evaluates is known.
func (v *Values) Evaluates(h command.Hidden) bool {
	v.numbers, v.literals = map[string]bool{}, map[string]bool{}
	for _, w := range h.Words {
		if h.Names && !v.name(w, 0) || !h.Names && !v.number(w, 0) {
			return false
		}
	}
	return true
}

// number reports whether evaluating a word as arithmetic runs nothing: it is a
// number, or made of variables that are.
func (v *Values) number(w argv.Word, depth int) bool {
	if w.Glob || !v.calm(w, depth) {
		return false // the name of a file is anybody's text
	}
	for _, e := range w.Expansions {
		if !v.numberOf(e, depth) {
			return false
		}
	}
	return true
}

// calm reports whether the literal part of a word evaluates to a number.
func (v *Values) calm(w argv.Word, depth int) bool {
	shape := []byte(w.Shape())
	if w.Value == nil {
		for _, e := range w.Expansions {
			if e.At < len(shape) {
				shape[e.At] = '0'
			}
		}
	}
	if w.Value == nil && len(w.Expansions) == 0 || strings.ContainsAny(string(shape), "$`\\") {
		return false
	}
	names, set := arithmetic.Names(string(shape))
	if depth > 0 && len(set) > 0 {
		return false // a value that sets a variable
	}
	for _, name := range names {
		if !v.numeric(name, depth+1) {
			return false
		}
	}
	return true
}

func (v *Values) numberOf(e argv.Expansion, depth int) bool {
	switch e.Kind {
	case "number":
		return true
	case "parameter", "part":
		return v.numeric(e.Name, depth+1)
	case "default":
		return v.numeric(e.Name, depth+1) && v.number(*e.Else, depth+1)
	case "output":
		return len(e.Through) == 0 && v.printsNumber(e.Output)
	}
	return false
}

// numeric reports whether evaluating a variable runs nothing. Of one that the
// text does not set nothing is known but that it comes from the environment.
func (v *Values) numeric(name string, depth int) bool {
	if v.numbers[name] {
		return true
	}
	v.numbers[name] = true
	return v.follows(name, depth) && v.all(name, func(w argv.Word) bool { return v.number(w, depth) })
}

// follows reports whether the values of a variable may be looked at.
func (v *Values) follows(name string, depth int) bool {
	v.steps++
	return depth <= maxFollowed && v.steps <= maxSteps && !ofData(name)
}

// all reports whether a test holds for all values that a text gives a variable.
func (v *Values) all(name string, test func(argv.Word) bool) bool {
	for _, one := range v.set[name] {
		v.steps++
		switch {
		case one.How == "arithmetic" || one.How == "redirect" || one.How == "wait":
		case one.How == "read" || one.How == "mapfile":
			for _, value := range v.input(one.Command, 0) {
				if mark.In(value) || !test(argv.Word{Value: &value}) {
					return false
				}
			}
		case one.How == "for" && len(one.Each) > 0, one.Op == "array" && one.How != "mapfile" && one.How != "coproc":
			for _, w := range one.Each {
				if !test(w) {
					return false
				}
			}
		case one.Value == nil || !test(*one.Value):
			return false
		}
	}
	return true
}

// name reports whether a word that is taken for the name of a variable has no
// index, which would be evaluated.
func (v *Values) name(w argv.Word, depth int) bool {
	if strings.ContainsAny(w.Shape(), "[$`\\") || w.Value == nil && len(w.Expansions) == 0 {
		return false
	}
	for _, e := range w.Expansions {
		switch e.Kind {
		case "number":
		case "parameter", "part":
			if !v.plainName(e.Name, depth+1) {
				return false
			}
		case "default":
			if !v.plainName(e.Name, depth+1) || !v.name(*e.Else, depth+1) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

func (v *Values) plainName(name string, depth int) bool {
	if v.literals[name] {
		return true
	}
	v.literals[name] = true
	return v.follows(name, depth) && v.all(name, func(w argv.Word) bool { return v.name(w, depth) })
}

// ofData reports whether the shell itself gives a variable a value that others
// decide: arguments, input, what a pattern matched.
func ofData(name string) bool {
	return name == "" || name[0] >= '0' && name[0] <= '9' || argv.VariableOfShell(name).Others
}

// printsNumber reports whether a command prints nothing but a number.
func (v *Values) printsNumber(words []argv.Word) bool {
	var args []string
	for _, w := range words {
		if !w.Static() {
			args = append(args, "\x00")
			continue
		}
		args = append(args, *w.Value)
	}
	if len(args) == 0 || v.functions[args[0]] {
		return false
	}
	name, args := args[0], args[1:]
	line := strings.Join(args, " ")
	switch name {
	case "nproc":
		return len(args) == 0 || line == "--all"
	case "wc":
		return line == "-l" || line == "-c" || line == "-w" || line == "-m" || line == "--lines" || line == "--bytes"
	case "date":
		return len(args) == 1 && numberFormat(args[0]) || len(args) == 2 && args[0] == "-u" && numberFormat(args[1])
	case "id":
		return line == "-u" || line == "-g"
	case "stat":
		return len(args) == 3 && (args[0] == "-c" && (args[1] == "%s" || args[1] == "%Y") || args[0] == "-f" && (args[1] == "%z" || args[1] == "%m"))
	case "grep", "rg":
		return len(args) == 2 && (args[0] == "-c" || args[0] == "-ci" || args[0] == "-cE") && !strings.HasPrefix(args[1], "-")
	case "git":
		return len(args) > 2 && args[0] == "rev-list" && args[1] == "--count"
	case "tput":
		return line == "cols" || line == "lines"
	case "seq":
		return len(args) > 0 && !strings.HasPrefix(args[0], "-")
	case "jq":
		return line == "length" || line == "-r length"
	}
	return false
}

// numberFormat reports whether a format of date gives digits alone.
func numberFormat(s string) bool {
	if len(s) < 3 || s[0] != '+' {
		return false
	}
	for i := 1; i < len(s); i += 2 {
		if s[i] != '%' || i+1 >= len(s) || strings.IndexByte("sNYymdHMSju", s[i+1]) < 0 {
			return false
		}
	}
	return true
}
