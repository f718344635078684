package argv

import (
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/argv/text"
)

func readAnyRule(a *arguments, r *programRule, args []Word) {
	for _, w := range args[1:] {
		shape := w.Shape()
		if !r.Fold && ContainsAny(shape, r.Contains) || r.Fold && containsWord(strings.ToLower(shape), r.Contains) {
			a.hit(Hit{Kind: r.Kind, Option: "operand", Value: w.Value, Span: w.Span})
		}
	}
}

// readFeedRule looks at what standard input tells the program to do.
func readFeedRule(a *arguments, r *programRule, args []Word) {
	in := a.call.Stdin
	if r.Language != "" {
		readTextInput(a, r.Language)
		return
	}
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
		if in.Text != nil && len(r.Contains) > 0 && !ContainsAny(*in.Text, r.Contains) {
			return
		}
	case "pipe":
		if len(r.Contains) > 0 {
			a.fed(Fed{Hit: Hit{Kind: r.Kind, Option: "stdin", Value: value, Span: args[0].Span}, Texts: r.Contains})
			return
		}
	case "file", "process", "fd":
		if len(r.Contains) > 0 && in.Kind == "file" {
			a.hit(Hit{Kind: "file", Option: "stdin", Value: targetValue(in.Target), Span: args[0].Span})
			return
		}
	default:
		return
	}
	a.hit(Hit{Kind: r.Kind, Option: "stdin", Value: value, Span: args[0].Span})
}

func targetValue(w *Word) *string {
	if w == nil {
		return nil
	}
	return w.Value
}

func matchesWhole(list []string, v string) bool { return slices.Contains(list, v) }

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

// readRunsOperand follows the program that a debugger is told to start.
func readRunsOperand(a *arguments, spec *programSpec, r *programRule, args []Word) {
	if !anyIn(args, r.RunsOperand) {
		return
	}
	for i := 1; i < len(args); i++ {
		v := args[i].Prefix
		if !strings.HasPrefix(v, "-") {
			a.carries("option")
			a.child(args[i:i+1], EdgeOption, "")
			return
		}
		for _, other := range spec.Rules {
			if !other.Flag && !other.Rest && slices.Contains(other.Single, wholeSingle(other.Single, v)) {
				i++
				break
			}
		}
	}
}

// readAssignments records make's NAME=value operands.
func readAssignments(a *arguments, args []Word) {
	for _, w := range args[1:] {
		name, _, found := strings.Cut(w.Prefix, "=")
		if strings.HasPrefix(name, "-") {
			continue
		}
		if found || w.Value != nil || w.Substitutes || assignedHere(a, w) {
			a.code("make", "operand", w)
		}
		if !found {
			continue
		}
		name = strings.TrimRight(name, "+?:! \t")
		value := after(w, strings.IndexByte(w.Prefix, '=')+1)
		a.assign(Assignment{How: "option", Name: &name, Op: "=", Value: &value, Span: w.Span})
	}
}

// readPackages looks at operands of install commands that do not name a package of
// the registry.
func readPackages(a *arguments, how string, args []Word) {
	for _, w := range args[1:] {
		v := w.Shape()
		if strings.HasPrefix(v, "-") {
			continue
		}
		if fetched(how, v) {
			a.hit(Hit{Kind: "package", Option: "operand", Value: w.Value, Span: w.Span})
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

// readOptionRule applies a rule about options.
func readOptionRule(a *arguments, spec *programSpec, r *programRule, args []Word) {
	for i := 1; i < len(args); i++ {
		w := args[i]
		option, value, rest, ok := r.match(spec, args, i)
		if !ok {
			continue
		}
		if r.Rest {
			if rest < len(args) {
				a.carries("option")
				a.child(args[rest:], EdgeOption, option)
			}
			return
		}
		if !r.accepts(option, value) || r.reject != nil && r.reject(option, value) {
			continue
		}
		h := Hit{Kind: r.Kind, Option: option, Span: w.Span}
		if read, ok := text.Reader(r.Language); ok && value != nil {
			a.does(read(Content(*value)), r.Kind, option, *value)
			continue
		}
		if value != nil {
			h.Value, h.Span = value.Value, value.Span
			if r.Runs == "shell" && value.Value != nil {
				line := *value.Value
				if slices.Contains(r.Values, "exec=") {
					line = strings.TrimPrefix(line, "exec=")
				}
				h.Resolved = true
				a.hit(h)
				a.carries("option")
				a.line(Line{Text: line, At: *value, Edge: EdgeOption, Via: option, Fed: true})
				continue
			}
		}
		a.hit(h)
	}
}

// accepts reports whether the value is one that the rule is about. A value
// that is not known is.
func (r *programRule) accepts(option string, value *Word) bool {
	if len(r.NeedValue) > 0 {
		name, _, _ := strings.Cut(option, "=")
		need, known := r.NeedValue[name]
		if len(r.Only) > 0 && !slices.Contains(r.Only, name) {
			return false
		}
		return !known || value == nil || strings.Contains(value.Shape(), need)
	}
	if value == nil {
		return len(r.OnlyValues) == 0 && len(r.Values) == 0
	}
	v := value.Shape()
	switch {
	case len(r.ExceptValues) > 0 && value.Value != nil && slices.Contains(r.ExceptValues, v):
		return false
	case len(r.OnlyValues) > 0:
		return value.Value == nil || slices.Contains(r.OnlyValues, v) || r.Stdin && IsOwnDescriptor(v)
	case len(r.Values) > 0:
		return ContainsAny(v, r.Values)
	case len(r.Contains) > 0:
		return ContainsAny(v, r.Contains)
	case r.Pattern == "not-empty":
		return v != ""
	case r.Pattern == "not-number":
		return !IsNumber(v) && v != "" && v != "$"
	}
	return true
}
