package analysis

import (
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/argv"
	"github.com/skillctl/skillctl/engine/command"
	"github.com/skillctl/skillctl/engine/command/dir"
)

// runBuiltin follows what a builtin of the shell does: which commands it runs,
// which variables it sets, and which text it evaluates.
func (a *analyser) runBuiltin(id int, sc scope) dir.After {
	c := a.facts.Commands[id]
	sc.parent = id
	args := c.Args[1:]
	switch c.Base {
	case "cd", "chdir", "pushd", "popd":
		a.cdpath(id)
		return a.enterDirs(sc.dir, c)
	case "exit", "return":
		return dir.After{}
	case "command", "builtin", "exec":
		return a.carrier(id, c.Base, sc)
	case "eval":
		a.carries(id, "eval")
		a.evalWords(id, args, "eval", sc)
	case "trap":
		a.trap(id, args, sc)
	case "source", ".":
		a.source(id, args)
	case "export", "declare", "typeset", "local", "readonly":
		a.declareWords(id, args, sc)
		a.declared(id, sc)
	case "set":
		a.set(id, args)
	case "shopt":
		a.shopt(id, args)
	default:
		a.variableBuiltin(id, c.Base, args)
	}
	return dir.Same(sc.dir)
}

// carrier follows command, builtin and exec to the command behind them.
func (a *analyser) carrier(id int, base string, sc scope) dir.After {
	args := a.facts.Commands[id].Args
	a.carries(id, "carrier")
	spec := argv.CarrierOptions(base)
	i := 1
	for ; i < len(args); i++ {
		w := args[i]
		if w.Value == nil || w.Splits || w.Glob {
			a.opaque(argv.OpaqueArguments, id, "it is not known which word is the command", w.Span)
			return dir.Same(sc.dir)
		}
		v := *w.Value
		if v == "--" {
			i++
			break
		}
		if !strings.HasPrefix(v, "-") || v == "-" {
			break
		}
		switch {
		case slices.Contains(spec.Info, v):
			a.carries(id, "")
			return dir.Same(sc.dir)
		case slices.Contains(spec.Flags, v):
		case slices.Contains(spec.Values, v):
			i++
		default:
			a.opaque(argv.OpaqueWrapper, id, base+" does not have the option "+v, w.Span)
			return dir.Same(sc.dir)
		}
	}
	if i >= len(args) {
		a.carries(id, "")
		return dir.Same(sc.dir)
	}
	sc.parent, sc.edge, sc.via = id, command.EdgeCarrier, base
	sc.stdin = a.facts.Commands[id].Stdin
	shell := base != "exec"
	child := a.add(sc, args[i:], 0, 0)
	a.facts.Commands[child].Span.Start, a.facts.Commands[child].Span.End = args[i].Span.Start, args[len(args)-1].Span.End
	a.facts.Commands[child].Inner = nil
	if shell {
		// command and builtin skip functions, not builtins.
		name := args[i].Value
		if name != nil && a.visible[*name] {
			delete(a.visible, *name)
			defer func() { a.visible[*name] = true }()
		}
	}
	if a.tooDeep(id) {
		return dir.Same(sc.dir)
	}
	if base == "builtin" && (args[i].Value == nil || !isBuiltin(*args[i].Value, sc.dialect)) {
		a.facts.Commands[child].Name = args[i].Value
		a.facts.Commands[child].Role = "dynamic"
		a.opaque(command.OpaqueName, child, "builtin runs no program", args[i].Span)
		return dir.Same(sc.dir)
	}
	return a.classify(child, sc, shell)
}

// tooDeep records a command that is nested too deeply to follow.
func (a *analyser) tooDeep(id int) bool {
	if a.facts.Commands[id].Depth <= maxDepth {
		return false
	}
	a.limit("too_deep")
	a.opaque(command.OpaqueLimit, id, "commands are nested more than 24 deep", a.facts.Commands[id].Span)
	return true
}

// evalWords reads words that the shell joins and evaluates.
func (a *analyser) evalWords(id int, args []argv.Word, via string, sc scope) {
	if len(args) == 0 {
		return
	}
	text, ok := argv.Join(args)
	if !ok {
		a.opaque(argv.OpaquePayload, id, "what "+via+" runs is only known at run time", args[0].Span)
		return
	}
	at := args[0]
	at.Span.End = args[len(args)-1].Span.End
	a.payload(text, at, sc.dialect, command.EdgeEval, via, sc)
}

func (a *analyser) trap(id int, args []argv.Word, sc scope) {
	for len(args) > 0 && args[0].Value != nil && (*args[0].Value == "--" || *args[0].Value == "-p" || *args[0].Value == "-l") {
		if *args[0].Value != "--" {
			return
		}
		args = args[1:]
	}
	// With one operand, or "-", a trap is taken away.
	if len(args) < 2 || args[0].Value != nil && (*args[0].Value == "-" || *args[0].Value == "" || argv.IsNumber(*args[0].Value)) {
		return
	}
	a.carries(id, "eval")
	sc.ctx.Conditional, sc.ctx.Loop, sc.ctx.Rounds = true, true, 0 // DEBUG has it run before each command
	a.evalWords(id, args[:1], "trap", sc)
}
