package argv

import (
	"slices"
	"strings"
)

// programSpec says which options of an ordinary program make it run something
// that its name does not say.
type programSpec struct {
	Names []string       `json:"names"`
	Rules []*programRule `json:"rules"`
	// ShortValues are the letters of options that take a value, so that what is
	// behind them in a cluster is not an option. Old: the first word may be a
	// cluster without a dash (tar xf). Safe are long options that are no
	// abbreviation of a rule's. Plus: a word with a plus sign precedes the
	// sub-command (cargo +nightly).
	ShortValues string         `json:"shortValues"`
	Old         bool           `json:"old"`
	Safe        []string       `json:"safe"`
	Plus        bool           `json:"plus"`
	SubValues   []string       `json:"subValues"`
	Subs        []*programSpec `json:"subs"`
	// Known sub-commands: any other is a program of its own.
	Known []string `json:"known"`
	// Abbreviates: sub-commands may be abbreviated, and ";" ends one (tmux).
	Abbreviates bool `json:"abbreviates"`
	// AbbreviatesSingle: the Single options of rules may be abbreviated (gdb).
	AbbreviatesSingle bool `json:"abbreviatesSingle"`
}

// programRule is one way in which arguments run something.
type programRule struct {
	Kind string `json:"kind"`
	// Long options may be abbreviated; Single are matched whole, with "=value";
	// Short are letters of a cluster; Prefix is how a word begins; Word a whole
	// operand.
	Long   []string `json:"long"`
	Single []string `json:"single"`
	Short  string   `json:"short"`
	Prefix []string `json:"prefix"`
	Word   []string `json:"word"`
	// Any word that holds one of Contains; Always: whatever the arguments,
	// unless one of UnlessOnly is there; Feed: what standard input says.
	Any        bool     `json:"any"`
	Always     bool     `json:"always"`
	UnlessOnly []string `json:"unlessOnly"`
	Feed       bool     `json:"feed"`
	Contains   []string `json:"contains"`
	// Fold: Contains are compared in lower case.
	Fold      bool     `json:"fold"`
	Contains2 []string `json:"contains2"`
	// Values: the value must hold one of them; ExceptValues, OnlyValues: it must
	// not, or must, be one of them.
	Values       []string `json:"values"`
	ExceptValues []string `json:"exceptValues"`
	OnlyValues   []string `json:"onlyValues"`
	// Stdin: the value may also be standard input, in any spelling.
	Stdin     bool              `json:"stdin"`
	NeedValue map[string]string `json:"needValue"`
	Only      []string          `json:"only"`
	Pattern   string            `json:"pattern"`
	// Flag: the option has no value. Rest: everything behind it is a command.
	Flag bool `json:"flag"`
	Rest bool `json:"rest"`
	// RunsOperand: with one of these words, the first operand is a program that
	// runs; ShortValues and the Single options of the program's rules take a value.
	RunsOperand []string `json:"runsOperand"`
	// Language: the value, or standard input, is a text of a small language.
	Language string `json:"language"`
	// Runs "shell": the value is a text that a shell reads.
	Runs string `json:"runs"`
	// Operands "pip", "npm": operands that are fetched from elsewhere.
	// OperandsAfter: any operand, where these letters take a value.
	Operands      string `json:"operands"`
	OperandsAfter string `json:"operandsAfter"`
	Assign        bool   `json:"assign"`

	// reject leaves out values that a table cannot describe.
	reject func(option string, value *Word) bool
}

// readProgram looks for options of an ordinary program that run something.
func readProgram(a *arguments) {
	base := a.call.Base
	args := a.call.Args
	switch base {
	case "git":
		readGit(a, args)
		return
	}
	readProgramWords(a, base, args)
}

// readProgramWords applies the rules of the named program to args.
func readProgramWords(a *arguments, base string, args []Word) {
	spec := a.tables.programs.of(base)
	if spec == nil {
		if name := strings.TrimRight(base, "0123456789.-"); name != base && name != "" {
			spec = a.tables.programs.of(name)
		}
		if spec == nil {
			return
		}
	}
	readRules(a, spec, args)
	if len(spec.Subs) == 0 && len(spec.Known) == 0 {
		return
	}
	i := subIndex(spec, args)
	if spec.Abbreviates {
		readAbbreviated(a, spec, args, i)
		return
	}
	if i >= len(args) || args[i].Value == nil {
		return
	}
	name := *args[i].Value
	for _, sub := range spec.Subs {
		if slices.Contains(sub.Names, name) {
			readRules(a, sub, args[i:])
			return
		}
	}
	if len(spec.Known) > 0 && !slices.Contains(spec.Known, name) {
		a.hit(Hit{Kind: "program", Option: name, Value: &name, Span: args[i].Span})
	}
}

// readAbbreviated applies the rules of every sub-command whose name begins with what
// stands at args[i], and of those behind a ";".
func readAbbreviated(a *arguments, spec *programSpec, args []Word, i int) {
	for i < len(args) {
		end := i
		for end < len(args) && !strings.HasSuffix(args[end].Prefix, ";") {
			end++
		}
		name := strings.TrimSuffix(args[i].Prefix, ";")
		for _, sub := range spec.Subs {
			if beginsAny(sub.Names, name) {
				readRules(a, sub, args[i:min(end+1, len(args))])
			}
		}
		i = end + 1
	}
}

// beginsAny reports whether one of the names is, or is abbreviated to, name. A
// name in full is no abbreviation of a longer one, but denying that costs little.
func beginsAny(names []string, name string) bool {
	for _, n := range names {
		if n == name || len(name) > 3 && strings.HasPrefix(n, name) {
			return true
		}
	}
	return false
}

// subIndex is the index of the sub-command.
func subIndex(spec *programSpec, args []Word) int {
	i := 1
	for ; i < len(args); i++ {
		v := args[i].Prefix
		switch {
		case spec.Plus && strings.HasPrefix(v, "+"):
		case slices.Contains(spec.SubValues, v):
			i++
		case strings.HasPrefix(v, "-"):
		default:
			return i
		}
	}
	return i
}

// readRules applies every rule of spec.
func readRules(a *arguments, spec *programSpec, args []Word) {
	for _, r := range spec.Rules {
		switch {
		case r.Always:
			if !anyIn(args, r.UnlessOnly) {
				a.hit(Hit{Kind: r.Kind, Option: a.call.Base, Span: args[0].Span})
			}
		case r.Feed:
			readFeedRule(a, r, args)
		case r.Any:
			readAnyRule(a, r, args)
		case r.Operands != "":
			readPackages(a, r.Operands, args)
		case r.OperandsAfter != "":
			if w := firstOperand(args, r.OperandsAfter); w != nil {
				a.hit(Hit{Kind: r.Kind, Option: args[0].Prefix, Value: w.Value, Span: w.Span})
			}
		case len(r.RunsOperand) > 0:
			readRunsOperand(a, spec, r, args)
		case r.Assign:
			readAssignments(a, args)
		default:
			readOptionRule(a, spec, r, args)
		}
	}
}

func anyIn(args []Word, list []string) bool {
	for _, w := range args[1:] {
		if w.Value != nil && slices.Contains(list, *w.Value) {
			return true
		}
	}
	return false
}
