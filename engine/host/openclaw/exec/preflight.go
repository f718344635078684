package openclawexec

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/skillctl/skillctl/engine/command"
)

var pythonName = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?i)^python(?:3(?:\.\d+)?)?$`) })

// preflightOpenClaw reports whether OpenClaw's script preflight refuses a
// command: an interpreter runs a script in a way that is not "python FILE" or
// "node FILE" alone. It looks at text, not at a syntax tree, as the original.
func preflightOpenClaw(src string) string {
	raw := strings.TrimSpace(src)
	if directScript(preflightArgv(raw)) {
		return ""
	}
	argv := preflightArgv(raw)
	direct := len(argv) > 0 && isScriptInterpreter(argv[0])
	payload, wrapped := preflightPayload(argv)
	top := complexSyntax(bareText(raw))
	invoked := direct || anySegment(raw, true, func(s string) bool { return isScriptInterpreter(first(preflightSegment(s))) })
	hint := segmentHint(raw)
	piped := pipelineHint(raw)
	complex := top
	if wrapped {
		inner := bareText(payload)
		has := anySegment(inner, true, func(s string) bool { return isScriptInterpreter(first(preflightSegment(s))) })
		if has && (segmentHint(payload) || scriptHint(inner) || complexSyntax(inner)) {
			invoked, complex = true, true
		}
		hint = hint || segmentHint(payload)
		piped = piped || pipelineHint(payload)
	}
	substitution := strings.Contains(bareText(raw), "<(") || strings.Contains(bareText(raw), ">(")
	if invoked && complex && (hint || piped || substitution && direct) {
		return "complex-interpreter"
	}
	return ""
}

func isScriptInterpreter(name string) bool {
	name = strings.ToLower(name)
	return pythonName().MatchString(name) || name == "node"
}

// preflightSplit splits at white space outside quotes; nil when a quote is
// open.
func preflightSplit(s string) []string {
	var out []string
	var cur strings.Builder
	quote, started, escaped := rune(0), false, false
	for _, r := range s {
		switch {
		case escaped:
			cur.WriteRune(r)
			escaped = false
		case r == '\\' && quote != '\'':
			escaped, started = true, true
		case quote != 0 && r == quote:
			quote = 0
		case quote == 0 && (r == '\'' || r == '"'):
			quote, started = r, true
		case quote == 0 && (r == ' ' || r == '\t' || r == '\n' || r == '\r'):
			if started {
				out = append(out, cur.String())
			}
			cur.Reset()
			started = false
		default:
			cur.WriteRune(r)
			started = true
		}
	}
	if quote != 0 || escaped {
		return nil
	}
	if started {
		out = append(out, cur.String())
	}
	return out
}

// preflightArgv is the argv without assignments and a plain env before it.
func preflightArgv(s string) []string { return stripPreflight(preflightSplit(s)) }

// preflightSegment also drops a reserved word.
func preflightSegment(s string) []string {
	argv := preflightSplit(strings.TrimSpace(s))
	if len(argv) > 0 {
		switch strings.ToLower(argv[0]) {
		case "if", "then", "do", "elif", "else", "while", "until", "time":
			argv = argv[1:]
		}
	}
	return stripPreflight(argv)
}

func stripPreflight(argv []string) []string {
	for len(argv) > 0 && isEnvToken(argv[0]) {
		argv = argv[1:]
	}
	if len(argv) == 0 || controlName(argv[0]) != "env" {
		return argv
	}
	i := 1
	for i < len(argv) {
		tok := argv[i]
		if tok == "--" {
			i++
			break
		}
		if isEnvToken(tok) {
			i++
			continue
		}
		if !strings.HasPrefix(tok, "-") || tok == "-" {
			break
		}
		i++
		switch tok {
		case "-u", "--unset", "-C", "--chdir", "-S", "--split-string", "--argv0", "-a", "--block-signal", "--default-signal", "--ignore-signal":
			i++
		}
	}
	return argv[min(i, len(argv)):]
}

// directScript reports whether an argv is an interpreter with a script file,
// which the preflight reads instead of refusing.
func directScript(argv []string) bool {
	if len(argv) == 0 {
		return false
	}
	name := strings.ToLower(argv[0])
	switch {
	case pythonName().MatchString(name):
		return scriptArgument(argv[1:], ".py", []string{"-W", "-X", "-Q", "--check-hash-based-pycs"}, []string{"-c", "-m"})
	case name == "node":
		return scriptArgument(argv[1:], ".js", []string{"-r", "--require", "--import"}, []string{"-e", "-p", "--eval", "--print"}) || preloads(argv[1:])
	}
	return false
}

func scriptArgument(args []string, ext string, values, code []string) bool {
	for i := 0; i < len(args); i++ {
		a := args[i]
		switch {
		case a == "--":
			return i+1 < len(args) && strings.HasSuffix(strings.ToLower(args[i+1]), ext)
		case a == "-":
			return false
		case slices.Contains(values, a):
			i++
		case longerThan(code, a) || slices.Contains(code, a):
			return false
		case strings.HasPrefix(a, "-"):
		default:
			return strings.HasSuffix(strings.ToLower(a), ext)
		}
	}
	return false
}

// preloads reports whether node loads a script before its own.
func preloads(args []string) bool {
	for i, a := range args {
		if (a == "-r" || a == "--require" || a == "--import") && i+1 < len(args) && strings.HasSuffix(strings.ToLower(args[i+1]), ".js") {
			return true
		}
		if !strings.HasPrefix(a, "-") && i > 0 && !strings.HasPrefix(args[i-1], "-") {
			return false
		}
	}
	return false
}

// preflightPayload is the text that a shell is given with -c.
func preflightPayload(argv []string) (string, bool) {
	if len(argv) == 0 {
		return "", false
	}
	switch controlName(argv[0]) {
	case "bash", "dash", "fish", "ksh", "sh", "zsh":
	default:
		return "", false
	}
	for i := 1; i < len(argv); i++ {
		a := argv[i]
		switch {
		case a == "--":
			return "", false
		case isLetterCluster(a, "c"):
			if i+1 < len(argv) {
				return argv[i+1], true
			}
			return "", false
		case a == "-o" || a == "-O":
			i++
		case strings.HasPrefix(a, "--"):
			if !strings.Contains(a, "=") && i+1 < len(argv) && !strings.HasPrefix(argv[i+1], "-") {
				i++
			}
		case strings.HasPrefix(a, "-"):
		default:
			return "", false
		}
	}
	return "", false
}

// bareText is what stands outside quotes, escapes kept.
func bareText(s string) string {
	var out strings.Builder
	quote, escaped := rune(0), false
	for _, r := range s {
		switch {
		case escaped:
			if quote == 0 {
				out.WriteByte('\\')
				out.WriteRune(r)
			}
			escaped = false
		case r == '\\' && quote != '\'':
			escaped = true
		case quote != 0:
			if r == quote {
				quote = 0
			}
		case r == '\'' || r == '"':
			quote = r
		default:
			out.WriteRune(r)
		}
	}
	if quote != 0 || escaped {
		return s
	}
	return out.String()
}

// complexSyntax reports whether bare text joins commands or substitutes one.
func complexSyntax(s string) bool {
	if strings.ContainsAny(s, "\n\r") {
		return true
	}
	for _, seq := range []string{"|", "&&", ";", "$(", "`", "<(", ">("} {
		if unescaped(s, seq) {
			return true
		}
	}
	return false
}

func unescaped(s, seq string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' {
			i++
			continue
		}
		if strings.HasPrefix(s[i:], seq) {
			return true
		}
	}
	return false
}

// segments splits outside quotes at ; && || and line breaks, and at | if asked.
func preflightSegments(s string, pipes bool) []string {
	var out []string
	var q command.QuoteState
	from := 0
	push := func(to, next int) {
		if strings.TrimSpace(s[from:to]) != "" {
			out = append(out, s[from:to])
		}
		from = next
	}
	for i := 0; i < len(s); i++ {
		if !q.Plain(rune(s[i])) {
			continue
		}
		two := strings.HasPrefix(s[i:], "&&") || strings.HasPrefix(s[i:], "||")
		switch {
		case two:
			push(i, i+2)
			i++
		case s[i] == '\n' || s[i] == '\r' || s[i] == ';' || pipes && s[i] == '|':
			push(i, i+1)
		}
	}
	push(len(s), len(s))
	return out
}

func anySegment(s string, pipes bool, test func(string) bool) bool {
	for _, seg := range preflightSegments(s, pipes) {
		if test(seg) {
			return true
		}
	}
	return false
}

// runsScript reports whether a segment is an interpreter that runs a script,
// whatever it is.
func runsScript(s string) bool {
	argv := preflightSegment(s)
	if len(argv) == 0 || !isScriptInterpreter(argv[0]) {
		return false
	}
	info, code := []string{"-V", "--version", "-h", "--help"}, []string{"-c", "-m"}
	if strings.EqualFold(argv[0], "node") {
		info, code = []string{"-v", "--version", "-h", "--help", "-c", "--check"}, []string{"-e", "-p", "--eval", "--print"}
	}
	for _, a := range argv[1:] {
		if slices.Contains(info, a) || slices.Contains(code, a) || a == "--check-hash-based-pycs" || longerThan(code[:2], a) || strings.HasPrefix(a, "--eval=") || strings.HasPrefix(a, "--print=") {
			return false
		}
	}
	return true
}

// scriptHint reports whether some bare word ends in .py or .js.
func scriptHint(s string) bool {
	word := ""
	var q command.QuoteState
	ends := func() bool {
		w := strings.ToLower(word)
		word = ""
		return strings.HasSuffix(w, ".py") || strings.HasSuffix(w, ".js")
	}
	for _, r := range s {
		before := q
		if !q.Plain(r) {
			if before.Escaped && before.Quote == 0 {
				word += string(r)
			} else if before.Quote == 0 && (r == '\'' || r == '"') && ends() {
				return true
			}
			continue
		}
		if strings.ContainsRune(" \t\n\r|&;()<>", r) {
			if ends() {
				return true
			}
			continue
		}
		word += string(r)
	}
	return ends()
}

func hinted(s string) bool {
	return directScript(preflightSegment(s)) || scriptHint(s)
}

func segmentHint(s string) bool {
	return anySegment(s, true, func(seg string) bool { return runsScript(seg) && hinted(seg) })
}

// pipelineHint reports whether a pipeline feeds an interpreter and names a
// script somewhere.
func pipelineHint(s string) bool {
	return anySegment(s, false, func(seg string) bool {
		parts := preflightSegments(seg, true)
		for _, p := range parts[min(1, len(parts)):] {
			if runsScript(p) {
				return hinted(seg)
			}
		}
		return false
	})
}
