package argv

import (
	"cmp"
	"slices"
	"strings"
)

// readWrapper follows a program that runs the command behind its options.
func readWrapper(a *arguments, spec *wrapperSpec) {
	args := a.call.Args
	at := a.call.Span
	switch {
	case spec.Opaque:
		a.carries(cmp.Or(spec.Edge, "wrapper"))
		a.opaque(OpaqueWrapper, a.call.Base+" runs a command in a way that is not understood", at)
		return
	case len(spec.OpaqueIf) > 0:
		for _, w := range args[1:] {
			if w.Value == nil || slices.Contains(spec.OpaqueIf, *w.Value) {
				a.carries(cmp.Or(spec.Edge, "wrapper"))
				a.opaque(OpaqueWrapper, a.call.Base+" runs a command in a way that is not understood", w.Span)
				return
			}
		}
		return
	case spec.DashDash:
		readBehindDashes(a, args, spec)
		return
	case len(spec.Sub) > 0 || spec.NoneElse:
		readSubcommand(a, args, spec)
		return
	}
	unwrap(a, args, 1, spec)
}

// readBehindDashes follows kubectl exec POD -- COMMAND.
func readBehindDashes(a *arguments, args []Word, spec *wrapperSpec) {
	for i, w := range args {
		if i > 1 && w.Value != nil && *w.Value == "--" && i+1 < len(args) {
			a.carries(spec.Edge)
			a.child(args[i+1:], spec.Edge, "--")
			return
		}
	}
}

// unwrap reads a wrapper's arguments from args[from:] and follows the command.
func unwrap(a *arguments, args []Word, from int, spec *wrapperSpec) {
	a.carries(spec.Edge)
	if spec.OptionsStartDash == "lenient" {
		readLenient(a, args, from, spec)
		return
	}
	scan := spec.scanOptions(args, from)
	readOptions(a, spec, scan)
	for _, e := range scan.events {
		if e.kind == optInfo {
			a.carries("")
			return
		}
	}
	if scan.bad != nil {
		if spec.OptionsStartDash == true && !scan.dynamic {
			scan = skipDashes(args, scan.next)
		} else {
			misfit(a, spec, scan)
			return
		}
	}
	if readTexts(a, args, spec, scan) {
		return
	}
	i := scan.next
	for spec.Assignments && i < len(args) && readEnvWord(a, args[i]) {
		i++
	}
	operands := spec.Operands
	if operands < 0 {
		startShell(a, spec)
		return
	}
	for n := 0; n < operands; n++ {
		if i >= len(args) {
			return
		}
		if bad := unsureOperand(a, args[i], spec); bad {
			return
		}
		for _, at := range spec.WritesOperand {
			if at == n && !IsNumber(args[i].Prefix) {
				a.write(Write{Kind: "write", Target: args[i], Span: args[i].Span})
			}
		}
		i++
		if spec.PermuteFirst && i < len(args) && strings.HasPrefix(args[i].Prefix, "-") {
			more := spec.scanOptions(args, i)
			if more.bad == nil {
				i = more.next
			}
		}
	}
	readBehind(a, args, i, spec, scan)
}

// readLenient follows a launcher with too many options for a table: a short option
// is taken to use the next word unless that begins with a dash too. What is
// found must be named, so a wrong guess denies.
func readLenient(a *arguments, args []Word, from int, spec *wrapperSpec) {
	i := from
	for i < len(args) && strings.HasPrefix(args[i].Prefix, "-") {
		if args[i].Value != nil && *args[i].Value == "--" {
			i++
			break
		}
		if len(args[i].Prefix) == 2 && i+1 < len(args) && !strings.HasPrefix(args[i+1].Prefix, "-") {
			i++
		}
		i++
	}
	if i < len(args) {
		a.child(args[i:], spec.Edge, "")
	}
}

// skipDashes takes every word with a dash for an option.
func skipDashes(args []Word, from int) optionScan {
	out := optionScan{next: from}
	for out.next < len(args) && strings.HasPrefix(args[out.next].Prefix, "-") {
		out.next++
	}
	return out
}

// misfit records that a wrapper's arguments were not understood. What runs
// elsewhere is none of this machine's programs.
func misfit(a *arguments, spec *wrapperSpec, scan optionScan) {
	if Elsewhere(spec.Edge) {
		return
	}
	reason := OpaqueWrapper
	if scan.dynamic {
		reason = OpaqueArguments
	}
	a.opaque(reason, scan.why, scan.bad.Span)
}

// unsureOperand checks a fixed operand before the command, and reports whether the
// rest cannot be relied on.
func unsureOperand(a *arguments, w Word, spec *wrapperSpec) bool {
	if Elsewhere(spec.Edge) {
		return false
	}
	if w.Value == nil && (w.Splits || mayBeOption(a, w)) || w.Glob {
		a.opaque(OpaqueArguments, "it is not known which word is the command", w.Span)
		return true
	}
	return false
}

// mayBeOption reports whether a quoted variable was given a value by this text
// that begins with a dash or is not known.
func mayBeOption(a *arguments, w Word) bool {
	if w.Prefix != "" {
		return strings.HasPrefix(w.Prefix, "-")
	}
	for _, v := range a.assignments() {
		if v.Name == nil || !slices.Contains(w.Params, *v.Name) {
			continue
		}
		if v.Value == nil || v.Value.Value == nil || strings.HasPrefix(*v.Value.Value, "-") {
			return true
		}
	}
	return false
}

// readEnvWord records a NAME=value word before the command of env or sudo.
func readEnvWord(a *arguments, w Word) bool {
	name, rest, found := strings.Cut(w.Prefix, "=")
	if !found || strings.HasPrefix(w.Prefix, "=") {
		return false
	}
	value := w
	value.Prefix = rest
	if w.Value != nil {
		value.Value, value.Suffix = &rest, rest
	}
	a.assign(Assignment{How: "env", Name: &name, Op: "=", Value: &value, Span: w.Span})
	return true
}

// readOptions records what options say besides the command.
func readOptions(a *arguments, spec *wrapperSpec, scan optionScan) {
	for _, e := range scan.events {
		switch e.kind {
		case optChdir:
			if e.value != nil {
				a.enter(*e.value)
			}
		case optUnset:
			if e.value != nil {
				a.assign(Assignment{How: "unset", Name: e.value.Value, Op: "unset", Span: e.at.Span})
			}
		case optEnv:
			if e.value != nil && !readEnvWord(a, *e.value) {
				a.assign(Assignment{How: "unset", Name: e.value.Value, Op: "unset", Span: e.at.Span})
			}
		case optWrite:
			if e.value != nil {
				a.write(Write{Kind: "write", Option: e.name, Target: *e.value, Span: e.at.Span})
			}
		case optPackage:
			h := Hit{Kind: "package", Option: e.name, Span: e.at.Span}
			if e.value != nil {
				h.Value = e.value.Value
			}
			if strings.Contains(e.name, "env-file") {
				h.Kind = "config"
			}
			a.hit(h)
		case optPath:
			a.hit(Hit{Kind: "file", Option: e.name, Span: e.at.Span})
		case optHit:
			a.hit(Hit{Kind: spec.Hits[e.name], Option: e.name, Span: e.at.Span})
		}
	}
}

// readBehind follows the command at args[i:].
func readBehind(a *arguments, args []Word, i int, spec *wrapperSpec, scan optionScan) {
	if i >= len(args) {
		remoteInput := spec.Edge == EdgeRemote && a.call.Stdin.Kind != "inherit"
		if spec.Login || hasEvent(scan, optShellFlag) || remoteInput {
			startShell(a, &wrapperSpec{Login: true})
		}
		return
	}
	if args[i].Value != nil && slices.Contains(spec.AfterOperand, *args[i].Value) {
		if i+1 < len(args) {
			readText(a, &args[i+1], spec.Edge, *args[i].Value)
		}
		return
	}
	joins := spec.Join != "" && (len(spec.JoinWith) == 0 || named(scan, spec.JoinWith)) && !named(scan, spec.JoinUnless) ||
		hasEvent(scan, optShellMode) || hasEvent(scan, optShellFlag)
	if joins {
		readJoined(a, args[i:], spec)
		return
	}
	if spec.Local {
		readLocalPackage(a, args[i])
		return
	}
	if hasEvent(scan, optFileFlag) || len(spec.Scripts) > 0 && isScript(a, args[i], spec) {
		readScript(a, args[i])
		return
	}
	rest := args[i:]
	if spec.Tool {
		rest = readTool(a, rest, named(scan, spec.Package))
	}
	a.child(rest, spec.Edge, "")
}

func hasEvent(scan optionScan, k optionKind) bool {
	for _, e := range scan.events {
		if e.kind == k {
			return true
		}
	}
	return false
}

func named(scan optionScan, names []string) bool {
	for _, e := range scan.events {
		if slices.Contains(names, e.name) {
			return true
		}
	}
	return false
}

// readMultiplexer follows busybox APPLET.
func readMultiplexer(a *arguments) {
	args := a.call.Args
	if len(args) < 2 || strings.HasPrefix(args[1].Prefix, "--") && args[1].Value != nil && *args[1].Value != "--" {
		return
	}
	rest := args[1:]
	if rest[0].Value != nil && *rest[0].Value == "--" {
		rest = rest[1:]
	}
	a.carries("multiplexer")
	a.child(rest, EdgeMultiplexer, "")
}
