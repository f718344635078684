package openclawexec

import (
	"slices"
	"strings"
)

// Why OpenClaw 2026.9.6 cannot tie an approval to a command: what would run
// could change between the approval and the start.
const (
	BindingUnanalyzable = "unanalyzable" // the text was not taken apart
	BindingUnresolved   = "unresolved"   // a program is not on the PATH
	BindingSource       = "source"       // source and "."
	BindingCwd          = "cwd"          // cd before another command, env -C
	BindingStartup      = "startup"      // a shell that reads start-up files or its input
	BindingInterpreter  = "interpreter"  // no single existing script file
)

// binding says why an approval cannot be tied to the command, "" when it can.
func (b *ocBuilder) binding() string {
	v := b.view
	if !v.OK || len(v.Segments) == 0 {
		return BindingUnanalyzable
	}
	for i, s := range v.Segments {
		if why := b.bindSegment(s, i == len(v.Segments)-1); why != "" {
			return why
		}
	}
	for _, s := range v.Segments {
		if why := b.bindOperand(s.Argv); why != "" {
			return why
		}
		if !b.wrappersFound(s.Argv) {
			return BindingUnresolved
		}
	}
	return ""
}

// wrappersFound reports whether every wrapper that is taken off is a program
// that is there. command, builtin and exec are the shell's own, unless another
// wrapper starts them.
func (b *ocBuilder) wrappersFound(argv []string) bool {
	t := loadOpenClaw()
	shell := true
	for range openClawDepth {
		inner, name, ok := t.unwrapOne(argv, true)
		if !ok {
			var is bool
			if name, inner, is = t.multiplexer(argv); !is || inner == nil {
				return true
			}
		}
		builtin := t.wrapper(t.BuiltinWrappers, name) != nil
		if !shell || !builtin {
			if b.resolve(argv[0]).Path == "" {
				return false
			}
		}
		shell = shell && builtin && name != "exec"
		argv = inner
	}
	return true
}

func (b *ocBuilder) bindSegment(s Segment, last bool) string {
	t := loadOpenClaw()
	argv, _ := t.bareCommand(s.Argv)
	at := 0
	if len(argv) > 1 && slices.Contains([]string{"builtin", "command"}, trimJS(argv[0])) {
		at = 1
	}
	program := trimJS(argv[at])
	switch {
	case slices.Contains(t.Shells, program) && b.startupVariables(s.Argv):
		return BindingStartup
	case program == "." || program == "source":
		return BindingSource
	case !last && slices.Contains([]string{"cd", "chdir", "popd", "pushd"}, program):
		return BindingCwd
	case program != "" && !isExplicitPath(program) && s.Execution.Path == "":
		return BindingUnresolved
	}
	return ""
}

// startupVariables reports whether a shell would read a file that a variable
// names.
func (b *ocBuilder) startupVariables(argv []string) bool {
	for _, name := range []string{"BASH_ENV", "ENV"} {
		if b.scope != nil && trimJS(b.scope.Env[name]) != "" {
			return true
		}
	}
	return slices.ContainsFunc(argv, func(a string) bool {
		a = trimJS(a)
		return strings.HasPrefix(a, "BASH_ENV=") || strings.HasPrefix(a, "ENV=")
	})
}

// bareCommand takes off wrappers, multiplexers and package runners; opaque says
// that a multiplexer was among them.
func (t *openClawTables) bareCommand(argv []string) (bare []string, opaque bool) {
	for range 64 {
		if inner, _, ok := t.unwrapOne(argv, false); ok {
			argv = inner
			continue
		}
		if _, applet, is := t.multiplexer(argv); is && applet != nil {
			argv, opaque = applet, true
			continue
		}
		if inner, kind := t.runner(argv); kind == packageTool {
			argv = inner
			continue
		}
		break
	}
	return argv, opaque
}

// bindOperand looks for the one file that an interpreter would run.
func (b *ocBuilder) bindOperand(full []string) string {
	t := loadOpenClaw()
	if dispatchChangesDir(full) {
		return BindingCwd
	}
	argv, opaque := t.bareCommand(full)
	name := normalToken(first(argv))
	if slices.Contains(t.Shells, name) && (loadsCode(argv) || b.startupVariables(full)) {
		return BindingStartup
	}
	index, found := b.operandIndex(argv, name, opaque)
	if found {
		if index < len(argv) && trimJS(argv[index]) != "" && b.isFile(trimJS(argv[index])) {
			return ""
		}
		return BindingInterpreter
	}
	if b.needsOperand(full, argv, name, opaque) && !b.boundByText(argv, name) {
		return BindingInterpreter
	}
	return ""
}

// dispatchChangesDir reports whether env changes the working directory.
func dispatchChangesDir(argv []string) bool {
	if normalToken(first(argv)) != "env" {
		return false
	}
	for _, a := range argv[1:] {
		a = strings.ToLower(trimJS(a))
		if a == "-c" || a == "--chdir" || strings.HasPrefix(a, "-c=") || strings.HasPrefix(a, "--chdir=") {
			return true
		}
		if !strings.HasPrefix(a, "-") && !strings.Contains(a, "=") {
			return false
		}
	}
	return false
}

// loadsCode reports whether a shell reads a start-up file, is interactive, or
// reads its standard input. Options are looked for behind the operand, too.
func loadsCode(argv []string) bool {
	for _, a := range argv[1:] {
		tok := trimJS(a)
		if tok == "--" {
			return false
		}
		flag, _, eq := strings.Cut(strings.ToLower(tok), "=")
		switch {
		case slices.Contains([]string{"--init-file", "--rcfile", "--startup-script"}, flag):
			return true
		case slices.Contains([]string{"-s", "--stdin", "-i", "--interactive"}, tok):
			return true
		case !eq && strings.HasPrefix(tok, "-") && strings.Contains(leadingLetters(tok), "i"):
			return true
		}
	}
	return false
}

// leadingLetters is what stands behind the dash of a cluster, up to another.
func leadingLetters(tok string) string {
	head, _, _ := strings.Cut(tok[1:], "-")
	return head
}

// shellOptionValues is how many words a shell's option takes.
func shellOptionValues(tok string) int {
	if len(tok) > 1 && (tok[0] == '-' || tok[0] == '+') && !strings.Contains(tok[1:], "-") {
		if n := strings.Count(tok[1:], "o") + strings.Count(tok[1:], "O"); n > 0 {
			return n
		}
	}
	if slices.Contains([]string{"--init-file", "--rcfile", "-O", "-o", "+O", "+o"}, tok) {
		return 1
	}
	return 0
}
