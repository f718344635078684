package openclawexec

import (
	"regexp"
	"slices"
	"strings"
	"sync"
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
	}
	for _, s := range v.Segments {
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
		inner, name, ok := t.unwrapOne(argv)
		builtin := false
		if name == "" {
			if inner, name = t.builtinCarrier(argv); name != "" {
				ok, builtin = len(inner) > 0, true
			} else if name, inner, ok = t.multiplexer(argv); name == "" {
				return true
			}
		}
		blocked := !ok || len(inner) == 0
		if blocked && name != "env" {
			return true
		}
		if !shell || !builtin {
			if b.resolve(argv[0]).Path == "" {
				return blocked
			}
		}
		if blocked || name == "env" && t.changes(name, argv) || t.changes(name, argv) {
			return true
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
	if len(argv) > 0 && slices.Contains([]string{"builtin", "command"}, trimJS(argv[0])) {
		at = 1
	}
	program := ""
	if at < len(argv) {
		program = trimJS(argv[at])
	}
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

// bareCommand takes off wrappers, multiplexers and package runners, whatever
// they change; opaque says that a multiplexer was among them.
func (t *openClawTables) bareCommand(argv []string) (bare []string, opaque bool) {
	for range maxCarriers {
		if inner, _, ok := t.unwrapOne(argv); ok {
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
	switch {
	case slices.Contains(t.Shells, name) && (loadsCode(argv) || b.startupVariables(full)):
		return BindingStartup
	case t.unbindableOption(argv, name):
		return BindingInterpreter
	}
	if index, found := b.operandIndex(argv, name, opaque); found {
		if index < len(argv) && trimJS(argv[index]) != "" && b.isFile(trimJS(argv[index])) {
			return ""
		}
		return BindingInterpreter
	}
	if b.needsOperand(full, t.bindable(full)) && !b.boundByText(argv, name) {
		return BindingInterpreter
	}
	return ""
}

// unbindableOption reports whether a runtime is told to load more than its
// script, or to run elsewhere.
func (t *openClawTables) unbindableOption(argv []string, name string) bool {
	listed := func(list []string) bool {
		return slices.ContainsFunc(argv[1:], func(a string) bool {
			flag, _, _ := strings.Cut(a, "=")
			return slices.Contains(list, strings.ToLower(trimJS(flag)))
		})
	}
	switch name {
	case "bun":
		return listed(t.Bun.Unbindable)
	case "deno":
		return listed(t.Deno.Unbindable)
	case "php":
		return slices.ContainsFunc(argv[1:], func(a string) bool {
			a = strings.ToLower(trimJS(a))
			return a == "-c" || strings.HasPrefix(a, "-c=") || a == "--php-ini" || strings.HasPrefix(a, "--php-ini=") || strings.HasPrefix(a, "-d")
		})
	}
	return false
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

var interactiveCluster = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^-[^-]*i`) })

// loadsCode reports whether a shell reads a start-up file, is interactive, or
// reads its standard input. Options are looked for behind the operand, too.
func loadsCode(argv []string) bool {
	for _, a := range argv[1:] {
		if a == "--" {
			return false
		}
		flag, _, has := strings.Cut(a, "=")
		switch {
		case slices.Contains([]string{"--init-file", "--rcfile", "--startup-script"}, strings.ToLower(trimJS(flag))):
			return true
		case a == "-s" || a == "--stdin" || a == "--interactive":
			return true
		case !has && interactiveCluster().MatchString(a):
			return true
		}
	}
	return false
}
