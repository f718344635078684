package openclawexec

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/skillctl/skillctl/engine/argv"
)

// openClawDepth is how many wrappers OpenClaw takes off.
const openClawDepth = 4

// PlanOf takes the wrappers off an argv as OpenClaw 2026.9.6 does.
func PlanOf(args []string) Plan {
	t := loadOpenClaw()
	p := Plan{Argv: args, PolicyArgv: args, Wrappers: []string{}}
	multiplexed := false
	for len(p.Wrappers) < openClawDepth {
		rest, taken, blocked := t.dispatch(p.Argv, openClawDepth-len(p.Wrappers))
		if blocked != "" {
			return Plan{Argv: rest, PolicyArgv: rest, Wrappers: []string{}, Blocked: true, BlockedWrapper: &blocked}
		}
		if len(taken) > 0 {
			p.Wrappers = append(p.Wrappers, taken...)
			p.Argv = rest
			if !multiplexed {
				p.PolicyArgv = rest
			}
			continue
		}
		name, applet, is := t.multiplexer(p.Argv)
		if !is {
			break
		}
		if applet == nil {
			return Plan{Argv: p.Argv, PolicyArgv: p.PolicyArgv, Wrappers: p.Wrappers, Blocked: true, BlockedWrapper: &name}
		}
		p.Wrappers = append(p.Wrappers, name)
		if !multiplexed {
			p.PolicyArgv = p.Argv
		}
		multiplexed = true
		p.Argv = applet
	}
	if len(p.Wrappers) >= openClawDepth {
		if name := t.stillWrapped(p.Argv); name != "" {
			return Plan{Argv: p.Argv, PolicyArgv: p.PolicyArgv, Wrappers: p.Wrappers, Blocked: true, BlockedWrapper: &name}
		}
	}
	p.ShellWrapper = len(p.Argv) > 0 && t.isShell(p.Argv[0])
	if p.ShellWrapper {
		p.InlineCommand = t.bindable(p.Argv)
	}
	return p
}

func (t *openClawTables) stillWrapped(args []string) string {
	if len(args) == 0 {
		return ""
	}
	if _, name, ok := t.unwrapOne(args, true); ok || name != "" {
		return name
	}
	if name, _, is := t.multiplexer(args); is {
		return name
	}
	return ""
}

// dispatch takes off up to limit wrappers. blocked names one that cannot be
// taken off; rest is then the argv that begins with it.
func (t *openClawTables) dispatch(args []string, limit int) (rest, taken []string, blocked string) {
	for len(taken) < limit {
		inner, name, ok := t.unwrapOne(args, true)
		switch {
		case ok:
			taken = append(taken, name)
			args = inner
			continue
		case name != "":
			return args, nil, name
		}
		return args, taken, ""
	}
	if name := t.stillWrapped(args); name != "" && !slices.Contains(t.Multiplexers, name) {
		return args, nil, name
	}
	return args, taken, ""
}

// unwrapOne takes one wrapper off. name is set when argv begins with a wrapper;
// ok is false when it blocks. Wrappers that are builtins count only when typed
// without a path.
func (t *openClawTables) unwrapOne(args []string, builtins bool) (inner []string, name string, ok bool) {
	if len(args) == 0 || trimJS(args[0]) == "" {
		return nil, "", false
	}
	name = normalToken(args[0])
	if w := t.wrapper(t.Wrappers, name); w != nil {
		inner = w.unwrap(args)
		return inner, name, inner != nil
	}
	if w := t.wrapper(t.BuiltinWrappers, name); w != nil && builtins && !strings.ContainsAny(args[0], `/\`) {
		inner = w.unwrap(args)
		return inner, name, inner != nil
	}
	if slices.Contains(t.BlockedWrappers, name) {
		return nil, name, false
	}
	return nil, "", false
}

// unwrap gives the command behind the options, nil when they do not fit.
func (w *openClawWrapper) unwrap(args []string) []string {
	separators := w.Separators
	if separators == nil {
		separators = []string{"--"}
	}
	i, value := 1, false
	for ; i < len(args); i++ {
		tok := trimJS(args[i])
		if tok == "" {
			continue
		}
		if value {
			value = false
			continue
		}
		if slices.Contains(separators, tok) {
			i++
			break
		}
		if w.Assignments && isEnvToken(tok) {
			return nil
		}
		if !strings.HasPrefix(tok, "-") || tok == "-" {
			break
		}
		var ok bool
		if value, ok = w.option(tok); !ok {
			return nil
		}
	}
	i += w.Operands
	if value || i >= len(args) || w.PlainCommand && strings.HasPrefix(args[i], "-") {
		return nil
	}
	return args[i:]
}

func (w *openClawWrapper) option(tok string) (value, ok bool) {
	lower := strings.ToLower(tok)
	exec := slices.Contains(w.Names, "exec") || slices.Contains(w.Names, "time") || slices.Contains(w.Names, "flock")
	if exec {
		lower = tok
	}
	flag, _, eq := strings.Cut(lower, "=")
	switch {
	case w.Numeric && argv.IsNumber(lower[1:]):
		return false, true
	case slices.Contains(w.Flags, flag):
		return false, true
	case slices.Contains(w.Values, flag):
		return !eq, true
	}
	for _, a := range w.Attached {
		if strings.HasPrefix(lower, a) && len(lower) > len(a) {
			return false, true
		}
	}
	if w.Cluster && len(lower) > 2 && lower[1] != '-' {
		for _, c := range lower[1:] {
			if !slices.Contains(w.Flags, "-"+string(c)) {
				return false, false
			}
		}
		return false, true
	}
	return false, false
}

// changes reports whether argv fits the wrapper's grammar once the options
// that change what runs are allowed for.
func (w *openClawWrapper) changes(args []string) bool {
	loose := *w
	loose.Flags = append(slices.Clone(w.Flags), w.ChangingFlags...)
	loose.Values = append(slices.Clone(w.Values), w.ChangingValues...)
	loose.Assignments = false
	rest := slices.Clone(args)
	if w.Assignments {
		rest = slices.DeleteFunc(rest, isEnvToken)
	}
	for _, v := range w.ChangingValues {
		rest = slices.DeleteFunc(rest, func(s string) bool { return strings.HasSuffix(v, "=") && strings.HasPrefix(s, v) })
	}
	if w.Names[0] == "env" {
		// Its options are compared in upper case too.
		for i, a := range rest {
			if a == "-C" || a == "-P" {
				rest[i] = "-u"
			}
		}
	}
	return loose.unwrap(rest) != nil
}

// isEnvToken reports whether a token is NAME=value.
func isEnvToken(s string) bool {
	name, _, ok := strings.Cut(s, "=")
	return ok && argv.IsIdentifier(name)
}

// multiplexer takes busybox or toybox off a shell; applet is nil when it is no
// shell.
func (t *openClawTables) multiplexer(args []string) (name string, applet []string, is bool) {
	if len(args) == 0 {
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

// candidate takes wrappers and multiplexers off until a shell could stand
// first; nil when something blocks.
func (t *openClawTables) shellCandidate(args []string) []string {
	for depth := 0; depth <= openClawDepth; depth++ {
		inner, name, ok := t.unwrapOne(args, false)
		if ok {
			args = inner
			continue
		}
		if name != "" {
			return nil
		}
		_, applet, is := t.multiplexer(args)
		if !is {
			return args
		}
		if applet == nil {
			return nil
		}
		args = applet
	}
	return nil
}

// payload is the text of -c as written, nil for none.
func (t *openClawTables) payload(args []string) *string {
	args = t.shellCandidate(args)
	if len(args) == 0 {
		return nil
	}
	base := normalToken(args[0])
	switch {
	case base == "cmd":
		return cmdPayload(args)
	case slices.Contains(t.OtherShells, base):
		return powerShellPayload(args)
	case !slices.Contains(t.Shells, base) || slices.Contains(t.OpaqueShells, base):
		return nil
	}
	text, _ := inlineText(args, base)
	return text
}

// bindable is the text of -c when it can stand for the whole argv: no login,
// interactive or otherwise odd start-up before it.
func (t *openClawTables) bindable(args []string) *string {
	args = t.shellCandidate(args)
	if len(args) == 0 {
		return nil
	}
	base := normalToken(args[0])
	text := t.payload(args)
	if text == nil || !slices.Contains(t.Shells, base) {
		return text
	}
	if base == "fish" && fishAttached(args) || startsUp(args, base) {
		return nil
	}
	return text
}

// inlineText finds -c, --command or a cluster with c; index is where the text
// stands.
func inlineText(args []string, base string) (text *string, index int) {
	for i := 1; i < len(args); i++ {
		tok := trimJS(args[i])
		if tok == "" {
			continue
		}
		if tok == "--" {
			return nil, -1
		}
		lower := strings.ToLower(tok)
		if name, value, eq := strings.Cut(tok, "="); eq && (name == "--command" || base == "nu" && name == "--commands") && value != "" {
			return &value, i
		}
		if tok == "-c" || lower == "--command" || base == "nu" && lower == "--commands" || isCluster(tok) {
			if i+1 < len(args) && trimJS(args[i+1]) != "" {
				s := trimJS(args[i+1])
				return &s, i + 1
			}
			if base == "fish" && len(tok) > 2 && !strings.HasPrefix(tok, "--") {
				s := tok[2:]
				return &s, i
			}
			return nil, -1
		}
	}
	return nil, -1
}

// isCluster reports whether a token is a cluster of short options with c.
func isCluster(tok string) bool {
	return len(tok) > 1 && tok[0] == '-' && !strings.Contains(tok[1:], "-") && strings.Contains(tok[1:], "c")
}

func fishAttached(args []string) bool {
	for _, a := range args[1:] {
		if strings.HasPrefix(a, "--command=") || strings.HasPrefix(a, "-c") && len(a) > 2 || strings.HasPrefix(a, "-C") || strings.HasPrefix(a, "--init-command") {
			return true
		}
	}
	return false
}

// startsUp reports whether login or interactive start-up files are read before
// the text of -c.
func startsUp(args []string, base string) bool {
	for i := 1; i < len(args); i++ {
		tok := trimJS(args[i])
		lower := strings.ToLower(tok)
		switch {
		case lower == "--login" || lower == "--interactive":
			return true
		case base == "nu" && (strings.HasPrefix(lower, "--config") || strings.HasPrefix(lower, "--env-config") || strings.HasPrefix(lower, "--plugin")):
			return true
		case tok == "-o" || tok == "-O" || tok == "+O" || tok == "+o" || lower == "--rcfile" || lower == "--init-file":
			i++
			continue
		case len(tok) > 1 && tok[0] == '-' && tok[1] != '-' && strings.ContainsAny(tok[1:], "li"):
			return true
		}
		if tok == "-c" || lower == "--command" || isCluster(tok) || tok == "--" || !strings.HasPrefix(tok, "-") && !strings.HasPrefix(tok, "+") {
			return false
		}
	}
	return false
}

func cmdPayload(args []string) *string {
	for i, a := range args {
		switch strings.ToLower(trimJS(a)) {
		case "/c", "/k", "-c", "-k":
			if s := trimJS(strings.Join(args[i+1:], " ")); i > 0 && s != "" {
				return &s
			}
			return nil
		}
	}
	return nil
}

func powerShellPayload(args []string) *string {
	for i := 1; i < len(args); i++ {
		tok := strings.ToLower(trimJS(args[i]))
		switch tok {
		case "-c", "/c", "-command", "--command", "-encodedcommand", "-enc", "-ec", "-e", "-f", "-file", "-en":
			if i+1 < len(args) && trimJS(args[i+1]) != "" {
				s := trimJS(args[i+1])
				return &s
			}
			return nil
		}
	}
	return nil
}

// positionalCarrier is $0 "$@" and its like: the text runs its own operands.
var positionalCarrier = sync.OnceValue(func() *regexp.Regexp {
	const space = `[^\S\r\n]+`
	const zero = `(?:\$(?:0|\{0\})|"\$(?:0|\{0\})")`
	const arg = `(?:\$(?:[@*]|[1-9]|\{[@*1-9]\})|"\$(?:[@*]|[1-9]|\{[@*1-9]\})")`
	return regexp.MustCompile(`^(?:exec` + space + `(?:--` + space + `)?)?` + zero + `(?:` + space + arg + `)*$`)
})

func isPositionalCarrier(text string) bool {
	return positionalCarrier().MatchString(trimJS(text))
}

// carried is the argv that a positional carrier runs, nil for none.
func (t *openClawTables) carried(args []string) []string {
	if len(args) == 0 || !slices.Contains(t.PositionalShells, normalToken(args[0])) {
		return nil
	}
	text, at := inlineText(args, normalToken(args[0]))
	if text == nil || !isPositionalCarrier(*text) {
		return nil
	}
	out := slices.Clone(args[at+1:])
	return slices.DeleteFunc(out, func(s string) bool { return trimJS(s) == "" })
}
