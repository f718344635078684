package shell

import "strings"

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
	SubFlags    []string       `json:"subFlags"`
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
	// not, or must, be one of them; Keys: it must be KEY=… with such a key.
	Values       []string `json:"values"`
	ExceptValues []string `json:"exceptValues"`
	OnlyValues   []string `json:"onlyValues"`
	Keys         []string `json:"keys"`
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
	// Runs "shell": the value is a text that a shell reads.
	Runs string `json:"runs"`
	// Operands "pip", "npm": operands that are fetched from elsewhere.
	// OperandsAfter: any operand, where these letters take a value.
	Operands      string `json:"operands"`
	OperandsAfter string `json:"operandsAfter"`
	Packages      string `json:"packages"`
	// Binds: what a container is handed of the host.
	Binds  *bindSpec `json:"binds"`
	Assign bool      `json:"assign"`

	// reject leaves out values that a table cannot describe.
	reject func(option string, value *Word) bool
}

// programOptions looks for options of an ordinary program that run something.
func (a *analyser) programOptions(id int, sc scope) {
	base := a.facts.Commands[id].Base
	args := a.effective(id)
	switch base {
	case "git":
		a.git(id, args, sc)
		return
	case "awk", "gawk", "mawk", "nawk", "original-awk", "busybox-awk", "goawk":
		a.awk(id, args)
		return
	case "sed", "gsed", "ssed":
		a.sed(id, args)
		return
	}
	a.programWords(id, base, args, sc)
}

// programWords applies the rules of the named program to args.
func (a *analyser) programWords(id int, base string, args []Word, sc scope) {
	spec := a.tables.programs[base]
	if spec == nil {
		if name := strings.TrimRight(base, "0123456789.-"); name != base && name != "" {
			spec = a.tables.programs[name]
		}
		if spec == nil {
			return
		}
	}
	a.rules(id, spec, args, sc)
	if len(spec.Subs) == 0 && len(spec.Known) == 0 {
		return
	}
	i := subIndex(spec, args)
	if spec.Abbreviates {
		a.abbreviated(id, spec, args, i, sc)
		return
	}
	if i >= len(args) || args[i].Value == nil {
		return
	}
	name := *args[i].Value
	for _, sub := range spec.Subs {
		if in(sub.Names, name) {
			a.rules(id, sub, args[i:], sc)
			return
		}
	}
	if len(spec.Known) > 0 && !in(spec.Known, name) {
		a.hit(id, Hit{Kind: "program", Option: name, Value: &name, Span: args[i].Span})
	}
}

// abbreviated applies the rules of every sub-command whose name begins with what
// stands at args[i], and of those behind a ";".
func (a *analyser) abbreviated(id int, spec *programSpec, args []Word, i int, sc scope) {
	for i < len(args) {
		end := i
		for end < len(args) && !strings.HasSuffix(args[end].Prefix, ";") {
			end++
		}
		name := strings.TrimSuffix(args[i].Prefix, ";")
		for _, sub := range spec.Subs {
			if beginsAny(sub.Names, name) {
				a.rules(id, sub, args[i:min(end+1, len(args))], sc)
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
		case in(spec.SubValues, v):
			i++
		case strings.HasPrefix(v, "-"):
		default:
			return i
		}
	}
	return i
}

// rules applies every rule of spec.
func (a *analyser) rules(id int, spec *programSpec, args []Word, sc scope) {
	for _, r := range spec.Rules {
		switch {
		case r.Always:
			if !anyIn(args, r.UnlessOnly) {
				a.hit(id, Hit{Kind: r.Kind, Option: a.facts.Commands[id].Base, Span: args[0].Span})
			}
		case r.Feed:
			a.feedRule(id, r, args)
		case r.Any:
			a.anyRule(id, r, args)
		case r.Operands != "":
			a.packages(id, r.Operands, args)
		case r.OperandsAfter != "":
			if w := firstOperand(args, r.OperandsAfter); w != nil {
				a.hit(id, Hit{Kind: r.Kind, Option: args[0].Prefix, Value: w.Value, Span: w.Span})
			}
		case len(r.RunsOperand) > 0:
			a.runsOperand(id, spec, r, args, sc)
		case r.Binds != nil:
			a.binds(id, r.Binds, args)
		case r.Assign:
			a.assignOperands(id, args)
		default:
			a.optionRule(id, spec, r, args, sc)
		}
	}
}

func anyIn(args []Word, list []string) bool {
	for _, w := range args[1:] {
		if w.Value != nil && in(list, *w.Value) {
			return true
		}
	}
	return false
}

func containsAny(s string, list []string) bool {
	for _, e := range list {
		if strings.Contains(s, e) {
			return true
		}
	}
	return false
}

// containsWord reports whether one of the texts stands in s where no letter
// comes before it.
func containsWord(s string, list []string) bool {
	for _, e := range list {
		for at := 0; ; {
			i := strings.Index(s[at:], e)
			if i < 0 {
				break
			}
			if at += i; at == 0 || !isName(s[at-1]) || !isName(e[0]) {
				return true
			}
			at++
		}
	}
	return false
}

func (a *analyser) anyRule(id int, r *programRule, args []Word) {
	for _, w := range args[1:] {
		text := w.skel()
		if !r.Fold && containsAny(text, r.Contains) || r.Fold && containsWord(strings.ToLower(text), r.Contains) {
			a.hit(id, Hit{Kind: r.Kind, Option: "operand", Value: w.Value, Span: w.Span})
		}
	}
}

// feedRule looks at what standard input tells the program to do.
func (a *analyser) feedRule(id int, r *programRule, args []Word) {
	in := a.facts.Commands[id].Stdin
	if len(r.Single) > 0 {
		found := false
		for _, w := range args[1:] {
			found = found || w.Value != nil && matchesWhole(r.Single, *w.Value)
		}
		if !found {
			return
		}
	}
	value := in.Text
	switch in.Kind {
	case "heredoc", "herestring":
		if in.Text != nil && len(r.Contains) > 0 && !containsAny(*in.Text, r.Contains) {
			return
		}
	case "pipe":
		if len(r.Contains) > 0 && !a.pipeHolds(in.From, r.Contains) {
			return
		}
	case "file", "process", "fd":
		if len(r.Contains) > 0 && in.Kind == "file" {
			a.hit(id, Hit{Kind: "file", Option: "stdin", Value: targetValue(in.Target), Span: args[0].Span})
			return
		}
	default:
		return
	}
	a.hit(id, Hit{Kind: r.Kind, Option: "stdin", Value: value, Span: args[0].Span})
}

func targetValue(w *Word) *string {
	if w == nil {
		return nil
	}
	return w.Value
}

func matchesWhole(list []string, v string) bool { return in(list, v) }

// pipeHolds reports whether the commands that feed a pipe have words with one
// of the texts.
func (a *analyser) pipeHolds(from []int, list []string) bool {
	for _, id := range from {
		c := a.facts.Commands[id]
		for _, w := range c.Args {
			if containsAny(w.skel(), list) {
				return true
			}
		}
		if c.Stdin.Text != nil && containsAny(*c.Stdin.Text, list) {
			return true
		}
	}
	return false
}

// firstOperand is the first word that is no option nor the value of one.
func firstOperand(args []Word, valueLetters string) *Word {
	for i := 1; i < len(args); i++ {
		v := args[i].Prefix
		if len(v) < 2 || v[0] != '-' {
			return &args[i]
		}
		if v[1] != '-' && strings.IndexByte(valueLetters, v[len(v)-1]) >= 0 {
			i++
		}
	}
	return nil
}

// runsOperand follows the program that a debugger is told to start.
func (a *analyser) runsOperand(id int, spec *programSpec, r *programRule, args []Word, sc scope) {
	if !anyIn(args, r.RunsOperand) {
		return
	}
	for i := 1; i < len(args); i++ {
		v := args[i].Prefix
		if !strings.HasPrefix(v, "-") {
			a.carries(id, "option")
			a.child(id, args[i:i+1], EdgeOption, "", sc)
			return
		}
		for _, other := range spec.Rules {
			if !other.Flag && !other.Rest && in(other.Single, wholeSingle(other.Single, v)) {
				i++
				break
			}
		}
	}
}

// assignOperands records make's NAME=value operands.
func (a *analyser) assignOperands(id int, args []Word) {
	for _, w := range args[1:] {
		name, _, found := strings.Cut(w.Prefix, "=")
		if !found || strings.HasPrefix(name, "-") {
			continue
		}
		name = strings.TrimRight(name, "+?:!")
		value := after(w, strings.IndexByte(w.Prefix, '=')+1)
		a.assign(Assignment{Command: id, How: "option", Name: &name, Op: "=", Value: &value, Span: w.Span})
	}
}

// packages looks at operands of install commands that do not name a package of
// the registry.
func (a *analyser) packages(id int, how string, args []Word) {
	for _, w := range args[1:] {
		v := w.skel()
		if strings.HasPrefix(v, "-") {
			continue
		}
		if fetched(how, v) {
			a.hit(id, Hit{Kind: "package", Option: "operand", Value: w.Value, Span: w.Span})
		}
	}
}

func fetched(how, v string) bool {
	if strings.Contains(v, "://") || strings.HasPrefix(v, "git+") || strings.Contains(v, "git@") || strings.Contains(v, "@ git") {
		return true
	}
	if how == "pip" {
		return strings.Contains(v, " @ ") || strings.Contains(v, "@git") || strings.HasPrefix(v, "hg+") || strings.HasPrefix(v, "svn+") || strings.HasPrefix(v, "bzr+")
	}
	for _, p := range []string{"github:", "gitlab:", "bitbucket:", "gist:", "git:", "file:", "http:", "https:"} {
		if strings.HasPrefix(v, p) {
			return true
		}
	}
	// user/repository is a shorthand for a code host.
	slash := strings.IndexByte(v, '/')
	return slash > 0 && !strings.HasPrefix(v, "@") && !strings.HasPrefix(v, ".") && !strings.HasPrefix(v, "~") && strings.Count(v, "/") == 1 && !strings.HasSuffix(v, "/")
}

// optionRule applies a rule about options.
func (a *analyser) optionRule(id int, spec *programSpec, r *programRule, args []Word, sc scope) {
	for i := 1; i < len(args); i++ {
		w := args[i]
		option, value, rest, ok := r.match(spec, args, i)
		if !ok {
			continue
		}
		if r.Rest {
			if rest < len(args) {
				a.carries(id, "option")
				a.child(id, args[rest:], EdgeOption, option, sc)
			}
			return
		}
		if !r.accepts(option, value) || r.reject != nil && r.reject(option, value) {
			continue
		}
		h := Hit{Kind: r.Kind, Option: option, Span: w.Span}
		if value != nil {
			h.Value, h.Span = value.Value, value.Span
			if r.Runs == "shell" && value.Value != nil {
				text := *value.Value
				if in(r.Values, "exec=") {
					text = strings.TrimPrefix(text, "exec=")
				}
				h.Resolved = true
				a.hit(id, h)
				a.carries(id, "option")
				child := sc
				child.parent = id
				child.ctx = a.facts.Commands[id].Context
				child.stdin = Stdin{Kind: "dynamic", From: []int{}}
				a.payload(text, *value, POSIX, EdgeOption, option, child)
				continue
			}
		}
		a.hit(id, h)
	}
}

// accepts reports whether the value is one that the rule is about. A value
// that is not known is.
func (r *programRule) accepts(option string, value *Word) bool {
	if len(r.NeedValue) > 0 {
		name, _, _ := strings.Cut(option, "=")
		need, known := r.NeedValue[name]
		if len(r.Only) > 0 && !in(r.Only, name) {
			return false
		}
		return !known || value == nil || strings.Contains(value.skel(), need)
	}
	if value == nil {
		return len(r.OnlyValues) == 0 && len(r.Values) == 0
	}
	v := value.skel()
	switch {
	case len(r.ExceptValues) > 0 && value.Value != nil && in(r.ExceptValues, v):
		return false
	case len(r.OnlyValues) > 0:
		return value.Value == nil || in(r.OnlyValues, v) || r.Stdin && devStd(v)
	case len(r.Values) > 0:
		return containsAny(v, r.Values)
	case len(r.Contains) > 0:
		return containsAny(v, r.Contains)
	case len(r.Keys) > 0:
		key := strings.ToLower(v)
		if i := strings.IndexAny(key, "= \t"); i >= 0 {
			key = key[:i]
		}
		return value.Value == nil && key == "" || in(r.Keys, key)
	case r.Pattern == "not-empty":
		return v != ""
	case r.Pattern == "not-number":
		return !isNumber(v) && v != "" && v != "$"
	}
	return true
}
