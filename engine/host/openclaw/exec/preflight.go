package openclawexec

import (
	"regexp"
	"slices"
	"strings"
	"sync"
)

// pythonName are the names by which the preflight knows Python.
var pythonName = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?i)^python(?:3(?:\.\d+)?)?$`) })

// preflightOpenClaw reports whether OpenClaw's script preflight refuses a
// command: an interpreter runs a script in a way that is not "python FILE" or
// "node FILE" alone. It looks at text, not at a syntax tree, as the original.
func preflightOpenClaw(src string) string {
	raw := trimJS(src)
	if kind, _ := scriptTarget(raw); kind != "" {
		return ""
	}
	argv := withoutAssignments(stripPreflight(splitShellArgs(raw)))
	name := strings.ToLower(trimJS(first(argv)))
	direct := isScriptInterpreter(name)
	top := readBare(bareText(raw))
	payload, wrapped := preflightPayload(argv)
	var nested bareFacts
	if wrapped {
		nested = readBare(bareText(payload))
	}
	hinted := anySegment(raw, true, hintsAtScript) || wrapped && anySegment(payload, true, hintsAtScript)
	piped := pipelineHint(raw) || wrapped && pipelineHint(payload)
	inner := nested.interpreter && (anySegment(payload, true, hintsAtScript) || nested.hint || nested.complex)
	invoked := direct || inner || anySegment(raw, true, func(s string) bool { return isScriptInterpreter(leadingProgram(s)) })
	if invoked && (top.complex || inner) && (hinted || piped || (top.substitution || nested.substitution) && direct) {
		return "complex-interpreter"
	}
	return ""
}

// isScriptInterpreter says whether a name, in lower case, is that of Python or
// Node.
func isScriptInterpreter(name string) bool { return pythonName().MatchString(name) || name == "node" }

// scriptTarget says which script a command runs: "python" or "node" with the
// files as written, or "" when the command is no such call. A call behind env is
// seen as well.
func scriptTarget(raw string) (kind string, files []string) {
	argv := splitShellArgs(raw)
	for _, argv := range [][]string{argv, stripPreflight(argv)} {
		if kind, files = scriptCall(argv); kind != "" {
			return kind, files
		}
	}
	return "", nil
}

func scriptCall(argv []string) (kind string, files []string) {
	argv = withoutAssignments(argv)
	if len(argv) == 0 {
		return "", nil
	}
	switch name := strings.ToLower(trimJS(argv[0])); {
	case pythonName().MatchString(name):
		if file := pythonScript(argv[1:]); file != "" {
			return "python", []string{file}
		}
	case name == "node":
		if files := nodeScripts(argv[1:]); len(files) > 0 {
			return "node", files
		}
	}
	return "", nil
}

func withoutAssignments(argv []string) []string {
	for len(argv) > 0 && isEnvToken(argv[0]) {
		argv = argv[1:]
	}
	return argv
}

func hasSuffixFold(s, suffix string) bool {
	return strings.HasSuffix(strings.ToLower(trimJS(s)), suffix)
}

// pythonScript is the script among Python's arguments, "" for none.
func pythonScript(args []string) string {
	for i := 0; i < len(args); i++ {
		switch a := args[i]; {
		case a == "--":
			if i+1 < len(args) && hasSuffixFold(args[i+1], ".py") {
				return args[i+1]
			}
			return ""
		case a == "-", strings.HasPrefix(a, "-c"), strings.HasPrefix(a, "-m"):
			return ""
		case slices.Contains([]string{"-W", "-X", "-Q", "--check-hash-based-pycs"}, a):
			i++
		case strings.HasPrefix(a, "-"):
		case hasSuffixFold(a, ".py"):
			return a
		default:
			return ""
		}
	}
	return ""
}

// nodeScripts are the scripts that Node loads first, and its own.
func nodeScripts(args []string) []string {
	var files []string
	add := func(file string) {
		if hasSuffixFold(file, ".js") {
			files = append(files, file)
		}
	}
	code := false
	for i := 0; i < len(args); i++ {
		a := args[i]
		_, value, _ := strings.Cut(a, "=")
		switch {
		case a == "--":
			if !code && i+1 < len(args) {
				add(args[i+1])
			}
			return files
		case slices.Contains([]string{"-e", "-p", "--eval", "--print"}, a):
			code = true
			i++
		case isNodeCode(a):
			code = true
		case slices.Contains([]string{"-r", "--require", "--import"}, a):
			if i++; i < len(args) {
				add(args[i])
			}
		case strings.HasPrefix(a, "-r"):
			add(a[2:])
		case strings.HasPrefix(a, "--require="), strings.HasPrefix(a, "--import="):
			add(value)
		case strings.HasPrefix(a, "-"):
		default:
			if !code {
				add(a)
			}
			return files
		}
	}
	return files
}

// isNodeCode says whether an argument gives Node code.
func isNodeCode(a string) bool {
	return strings.HasPrefix(a, "-e") || strings.HasPrefix(a, "-p") || strings.HasPrefix(a, "--eval=") || strings.HasPrefix(a, "--print=") || a == "--eval" || a == "--print"
}

// preflightSegment is the argv of a segment without a reserved word, a plain env
// and assignments before it.
func preflightSegment(s string) []string {
	argv := splitShellArgs(trimJS(s))
	if len(argv) > 0 && slices.Contains([]string{"if", "then", "do", "elif", "else", "while", "until", "time"}, strings.ToLower(argv[0])) {
		argv = argv[1:]
	}
	return withoutAssignments(stripPreflight(argv))
}

// leadingProgram is the program of a segment, in lower case, by what stands
// outside quotes.
func leadingProgram(s string) string {
	return strings.ToLower(trimJS(first(preflightSegment(bareText(s)))))
}

// stripPreflight drops env with its options and assignments; without env nothing
// is dropped.
func stripPreflight(argv []string) []string {
	rest := withoutAssignments(argv)
	if len(rest) == 0 || preflightName(rest[0]) != "env" {
		return argv
	}
	i := 1
	for i < len(rest) {
		word := rest[i]
		if word == "--" {
			i++
			break
		}
		if isEnvToken(word) {
			i++
			continue
		}
		if !strings.HasPrefix(word, "-") || word == "-" {
			break
		}
		i++
		if slices.Contains([]string{"-C", "-S", "-u", "--argv0", "--block-signal", "--chdir", "--default-signal", "--ignore-signal", "--split-string", "--unset"}, word) {
			i++
		}
	}
	return rest[min(i, len(rest)):]
}

// preflightName is the base name of a program in lower case, without .exe.
func preflightName(s string) string {
	s = s[strings.LastIndexAny(s, `/\`)+1:]
	return strings.TrimSuffix(strings.ToLower(trimJS(s)), ".exe")
}

// preflightPayload is the text that a shell is given with -c.
func preflightPayload(argv []string) (string, bool) {
	if !slices.Contains([]string{"bash", "dash", "fish", "ksh", "sh", "zsh"}, preflightName(first(argv))) {
		return "", false
	}
	for i := 1; i < len(argv); i++ {
		a := argv[i]
		long := strings.HasPrefix(a, "--") && len(a) > 2 && a[2] != '-'
		switch {
		case strings.HasPrefix(a, "-") && onlyLetters().MatchString(a[1:]) && strings.Contains(a, "c"):
			if i+1 < len(argv) && argv[i+1] != "" {
				return argv[i+1], true
			}
			return "", false
		case a == "-o" || a == "-O":
			i++
		case strings.HasPrefix(a, "-") && onlyLetters().MatchString(a[1:]):
		case long && strings.Contains(a, "="):
		case long:
			if i+1 < len(argv) && argv[i+1] != "" && !strings.HasPrefix(argv[i+1], "-") {
				i++
			}
		default:
			return "", false
		}
	}
	return "", false
}

// runsScript reports whether a segment is an interpreter that runs a script,
// whatever it is.
func runsScript(s string) bool {
	argv := preflightSegment(s)
	if len(argv) == 0 {
		return false
	}
	switch name := strings.ToLower(trimJS(argv[0])); {
	case pythonName().MatchString(name):
		return !slices.ContainsFunc(argv[1:], func(a string) bool {
			return slices.Contains([]string{"-V", "--version", "-h", "--help", "--check-hash-based-pycs"}, a) || strings.HasPrefix(a, "-c") || strings.HasPrefix(a, "-m")
		})
	case name == "node":
		return !slices.ContainsFunc(argv[1:], func(a string) bool {
			return slices.Contains([]string{"-v", "--version", "-h", "--help", "-c", "--check"}, a) || isNodeCode(a)
		})
	}
	return false
}

// hintsAtScript reports whether a segment runs a script, and a word in it looks
// like one.
func hintsAtScript(s string) bool { return runsScript(s) && hinted(s) }

func hinted(s string) bool {
	argv := splitShellArgs(trimJS(s))
	if len(argv) > 0 && slices.Contains([]string{"if", "then", "do", "elif", "else", "while", "until", "time"}, strings.ToLower(argv[0])) {
		argv = argv[1:]
	}
	kind, _ := scriptCall(stripPreflight(argv))
	return kind != "" || scriptHint(s)
}

// pipelineHint reports whether a pipeline feeds an interpreter and names a
// script somewhere.
func pipelineHint(s string) bool {
	return anySegment(s, false, func(seg string) bool {
		parts := preflightSegments(seg, true)
		return slices.ContainsFunc(parts[min(1, len(parts)):], runsScript) && hinted(seg)
	})
}
