package openclawexec

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/skillctl/skillctl/engine/argv"
)

// openClawDepth is how many wrappers OpenClaw takes off.
const openClawDepth = 4

// PlanOf takes the wrappers off an argv as OpenClaw 2026.9.6 does.
func PlanOf(args []string) Plan {
	t := loadOpenClaw()
	p := &planner{t: t, Plan: Plan{Argv: args, PolicyArgv: args, Wrappers: []string{}}}
	for len(p.Wrappers) < openClawDepth && p.next() {
		continue
	}
	if p.Blocked {
		return p.Plan
	}
	if len(p.Wrappers) >= openClawDepth {
		if name := t.stillWrapped(p.Argv); name != "" {
			p.block(name)
			return p.Plan
		}
	}
	p.ShellWrapper = t.isShell(first(p.Argv))
	if p.ShellWrapper {
		p.InlineCommand = t.bindable(p.Argv)
	}
	return p.Plan
}

// planner takes wrappers off one after the other.
type planner struct {
	Plan
	t           *openClawTables
	multiplexed bool
}

func (p *planner) block(name string) { p.Blocked, p.BlockedWrapper = true, &name }

func (p *planner) take(rest []string, names ...string) {
	p.Wrappers = append(p.Wrappers, names...)
	p.Argv = rest
	if !p.multiplexed {
		p.PolicyArgv = rest
	}
}

// next takes something off, and reports whether there was anything.
func (p *planner) next() bool {
	rest, taken, blocked := p.t.dispatch(p.Argv, openClawDepth-len(p.Wrappers))
	if blocked != "" {
		p.Argv, p.PolicyArgv = rest, rest
		p.block(blocked)
		return false
	}
	if len(taken) > 0 {
		p.take(rest, taken...)
		return true
	}
	if inner, name := p.t.builtinCarrier(p.Argv); name != "" {
		if len(inner) == 0 {
			p.block(name)
			return false
		}
		p.take(inner, name)
		return true
	}
	name, applet, is := p.t.multiplexer(p.Argv)
	switch {
	case !is:
		return false
	case applet == nil:
		p.block(name)
		return false
	}
	p.Wrappers = append(p.Wrappers, name)
	if !p.multiplexed {
		p.PolicyArgv, p.multiplexed = p.Argv, true
	}
	p.Argv = applet
	return true
}

// stillWrapped names what could still be taken off.
func (t *openClawTables) stillWrapped(args []string) string {
	if _, name, _ := t.unwrapOne(args); name != "" {
		return name
	}
	if _, name := t.builtinCarrier(args); name != "" {
		return name
	}
	name, _, _ := t.multiplexer(args)
	return name
}

// dispatch takes off up to limit programs that start another. blocked names one
// that cannot be taken off, or that changes what runs; rest then begins with it.
func (t *openClawTables) dispatch(args []string, limit int) (rest, taken []string, blocked string) {
	for len(taken) < limit {
		inner, name, ok := t.unwrapOne(args)
		switch {
		case name != "" && (!ok || t.changes(name, args)):
			return args, nil, name
		case !ok || len(inner) == 0:
			return args, taken, ""
		}
		taken, args = append(taken, name), inner
	}
	if _, name, _ := t.unwrapOne(args); name != "" {
		return args, nil, name
	}
	return args, taken, ""
}

// unwrapOne takes one program off that starts another, whatever it changes. name
// is set when argv begins with one; ok is false when it cannot be taken off.
func (t *openClawTables) unwrapOne(args []string) (inner []string, name string, ok bool) {
	if trimJS(first(args)) == "" {
		return nil, "", false
	}
	name = normalToken(args[0])
	if name == "env" {
		if call := t.env(args, 0); call != nil {
			return call.command, name, true
		}
		return nil, name, false
	}
	if w := t.wrapper(name); w != nil {
		inner = w.unwrap(args)
		return inner, name, inner != nil
	}
	if slices.Contains(t.BlockedWrappers, name) {
		return nil, name, false
	}
	return nil, "", false
}

// changes reports whether a wrapper does more than to start the command: env that
// changes its variables or its folder, time that writes a file.
func (t *openClawTables) changes(name string, args []string) bool {
	if name == "env" {
		call := t.env(args, 0)
		return call == nil || call.changes
	}
	w := t.wrapper(name)
	return w != nil && w.writesFile(args)
}

// builtinCarrier takes off command, builtin and exec, which are a shell's own
// only under exactly this name. inner is empty when it cannot be taken off.
func (t *openClawTables) builtinCarrier(args []string) (inner []string, name string) {
	name = trimJS(first(args))
	switch name {
	case "builtin", "exec":
	case "command":
		if searchesDefaultPath(args[1:]) {
			return nil, name
		}
	default:
		return nil, ""
	}
	return t.carrier(args), name
}

var defaultPathOption = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^-[^-]*p`) })

func searchesDefaultPath(args []string) bool {
	for _, a := range args {
		a = trimJS(a)
		if a == "--" || !strings.HasPrefix(a, "-") {
			return false
		}
		if defaultPathOption().MatchString(a) {
			return true
		}
	}
	return false
}

// unwrap gives the command behind the options, nil when they do not fit. Words
// without text are passed over, and are no values.
func (w *openClawWrapper) unwrap(args []string) []string {
	i, value := 1, false
	for ; i < len(args); i++ {
		word := trimJS(args[i])
		if word == "" {
			continue
		}
		if value {
			value = false
			continue
		}
		if word == "--" {
			i++
			break
		}
		if !strings.HasPrefix(word, "-") || word == "-" {
			break
		}
		var ok bool
		if value, ok = w.option(word); !ok {
			return nil
		}
	}
	i += w.Operands
	if value || i >= len(args) {
		return nil
	}
	if command := trimJS(args[i]); w.PlainCommand && (command == "" || strings.HasPrefix(command, "-") && command != "-") {
		return nil
	}
	return args[i:]
}

// option reports whether an option is known, and whether the next word is its
// value.
func (w *openClawWrapper) option(word string) (value, ok bool) {
	lower := strings.ToLower(word)
	flag, _, has := strings.Cut(lower, "=")
	switch {
	case w.Exact:
		return false, slices.Contains(w.Flags, lower)
	case w.Numeric && len(lower) > 1 && strings.Trim(lower[1:], "0123456789") == "":
		return false, true
	case slices.Contains(w.Flags, flag):
		return false, true
	case slices.Contains(w.Values, flag):
		return !has, true
	}
	for _, a := range w.Attached {
		if strings.HasPrefix(lower, a) && len(lower) > len(a) {
			return false, true
		}
	}
	if w.Letters == "" {
		return false, false
	}
	name, _, has := strings.Cut(word, "=")
	switch {
	case strings.Trim(word[1:], w.Letters) == "", len(name) == 2 && strings.Contains(w.Letters, name[1:]):
		return false, true
	case slices.Contains(w.LetterValues, name):
		return !has, true
	}
	return false, false
}

// writesFile reports whether an option among the wrapper's own has it write.
func (w *openClawWrapper) writesFile(args []string) bool {
	value := false
	for _, a := range args[1:] {
		word := strings.ToLower(trimJS(a))
		switch {
		case word == "":
			continue
		case value:
			value = false
			continue
		case word == "--", !strings.HasPrefix(word, "-"), word == "-":
			return false
		}
		flag, _, has := strings.Cut(word, "=")
		if slices.Contains(w.Writes, flag) {
			return true
		}
		value = !has && slices.Contains(w.Values, flag)
	}
	return false
}

// isEnvToken reports whether a word is NAME=value on one line.
func isEnvToken(s string) bool {
	name, value, ok := strings.Cut(s, "=")
	return ok && argv.IsIdentifier(name) && !strings.ContainsAny(value, "\n\r\u2028\u2029")
}

// multiplexer takes busybox or toybox off a shell; applet is nil when it is no
// shell.
func (t *openClawTables) multiplexer(args []string) (name string, applet []string, is bool) {
	if trimJS(first(args)) == "" {
		return "", nil, false
	}
	name = normalToken(args[0])
	if !slices.Contains(t.Multiplexers, name) {
		return "", nil, false
	}
	i := 1
	if i < len(args) && trimJS(args[i]) == "--" {
		i++
	}
	if i >= len(args) || !t.isShell(trimJS(args[i])) {
		return name, nil, true
	}
	return name, args[i:], true
}

// runeSize is the length of the first character of a text that is not empty.
func runeSize(s string) int {
	_, size := utf8.DecodeRuneInString(s)
	return size
}
