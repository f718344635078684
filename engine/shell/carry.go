package shell

import "strings"

// wrapper follows a program that runs the command behind its options.
func (a *analyser) wrapper(id int, spec *wrapperSpec, sc scope) {
	args := a.effective(id)
	at := a.facts.Commands[id].Span
	switch {
	case spec.Opaque:
		a.carries(id, orWrapper(spec.Edge))
		a.opaque(OpaqueWrapper, id, a.facts.Commands[id].Base+" runs a command in a way that is not understood", at)
		return
	case len(spec.OpaqueIf) > 0:
		for _, w := range args[1:] {
			if w.Value == nil || in(spec.OpaqueIf, *w.Value) {
				a.carries(id, orWrapper(spec.Edge))
				a.opaque(OpaqueWrapper, id, a.facts.Commands[id].Base+" runs a command in a way that is not understood", w.Span)
				return
			}
		}
		return
	case spec.DashDash:
		a.dashdash(id, args, spec, sc)
		return
	case len(spec.Sub) > 0 || spec.NoneElse:
		a.subcommand(id, args, spec, sc)
		return
	}
	a.unwrap(id, args, 1, spec, sc)
}

func orWrapper(edge string) string {
	if edge == "" {
		return "wrapper"
	}
	return edge
}

// elsewhere reports whether what is run does not run here.
func elsewhere(edge string) bool { return edge == EdgeRemote || edge == EdgeContainer }

// dashdash follows kubectl exec POD -- COMMAND.
func (a *analyser) dashdash(id int, args []Word, spec *wrapperSpec, sc scope) {
	for i, w := range args {
		if i > 1 && w.Value != nil && *w.Value == "--" && i+1 < len(args) {
			a.carries(id, spec.Edge)
			a.child(id, args[i+1:], spec.Edge, "--", sc)
			return
		}
	}
}

// unwrap reads a wrapper's arguments from args[from:] and follows the command.
func (a *analyser) unwrap(id int, args []Word, from int, spec *wrapperSpec, sc scope) {
	a.carries(id, spec.Edge)
	if spec.OptionsStartDash == "lenient" {
		a.lenient(id, args, from, spec, sc)
		return
	}
	scan := spec.scanOptions(args, from)
	a.optionFacts(id, spec, scan, &sc)
	for _, e := range scan.events {
		if e.kind == optInfo {
			a.carries(id, "")
			return
		}
	}
	if scan.bad != nil {
		if spec.OptionsStartDash == true && !scan.dynamic {
			scan = skipDashes(args, scan.next)
		} else {
			a.misfit(id, spec, scan)
			return
		}
	}
	if a.texts(id, spec, scan, sc) {
		return
	}
	i := scan.next
	for spec.Assignments && i < len(args) && a.envWord(id, args[i]) {
		i++
	}
	operands := spec.Operands
	if operands < 0 {
		a.shellStart(id, spec, sc)
		return
	}
	for n := 0; n < operands; n++ {
		if i >= len(args) {
			return
		}
		if bad := a.operand(id, args[i], spec); bad {
			return
		}
		for _, at := range spec.WritesOperand {
			if at == n && !isNumber(args[i].Prefix) {
				a.write(id, Write{Kind: "write", Target: args[i], Span: args[i].Span})
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
	a.behind(id, args, i, spec, scan, sc)
}

// lenient follows a launcher with too many options for a table: a short option
// is taken to use the next word unless that begins with a dash too. What is
// found must be named, so a wrong guess denies.
func (a *analyser) lenient(id int, args []Word, from int, spec *wrapperSpec, sc scope) {
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
		a.child(id, args[i:], spec.Edge, "", sc)
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
func (a *analyser) misfit(id int, spec *wrapperSpec, scan optionScan) {
	if elsewhere(spec.Edge) {
		return
	}
	reason := OpaqueWrapper
	if scan.dynamic {
		reason = OpaqueArguments
	}
	a.opaque(reason, id, scan.why, scan.bad.Span)
}

// operand checks a fixed operand before the command, and reports whether the
// rest cannot be relied on.
func (a *analyser) operand(id int, w Word, spec *wrapperSpec) bool {
	if elsewhere(spec.Edge) {
		return false
	}
	if w.Value == nil && (w.Splits || a.mayBeOption(w)) || w.Glob {
		a.opaque(OpaqueArguments, id, "it is not known which word is the command", w.Span)
		return true
	}
	return false
}

// mayBeOption reports whether a quoted variable was given a value by this text
// that begins with a dash or is not known.
func (a *analyser) mayBeOption(w Word) bool {
	if w.Prefix != "" {
		return strings.HasPrefix(w.Prefix, "-")
	}
	for _, v := range a.facts.Assignments {
		if v.Name == nil || !in(w.Params, *v.Name) {
			continue
		}
		if v.Value == nil || v.Value.Value == nil || strings.HasPrefix(*v.Value.Value, "-") {
			return true
		}
	}
	return false
}

// envWord records a NAME=value word before the command of env or sudo.
func (a *analyser) envWord(id int, w Word) bool {
	name, rest, found := strings.Cut(w.Prefix, "=")
	if !found || strings.HasPrefix(w.Prefix, "=") {
		return false
	}
	value := w
	value.Prefix = rest
	if w.Value != nil {
		value.Value, value.Suffix = &rest, rest
	}
	v := Assignment{Command: id, How: "env", Name: &name, Op: "=", Value: &value, Span: w.Span}
	a.assign(v)
	a.promptVariable(v)
	return true
}

// optionFacts records what options say besides the command.
func (a *analyser) optionFacts(id int, spec *wrapperSpec, scan optionScan, sc *scope) {
	for _, e := range scan.events {
		switch e.kind {
		case optChdir:
			if e.value != nil {
				out := changeDir(sc.dir, Command{Base: "cd", Args: []Word{{}, *e.value}})
				sc.dir = out.ok
			}
		case optUnset:
			if e.value != nil {
				a.assign(Assignment{Command: id, How: "unset", Name: e.value.Value, Op: "unset", Span: e.at.Span})
			}
		case optEnv:
			if e.value != nil && !a.envWord(id, *e.value) {
				a.assign(Assignment{Command: id, How: "unset", Name: e.value.Value, Op: "unset", Span: e.at.Span})
			}
		case optWrite:
			if e.value != nil {
				a.write(id, Write{Kind: "write", Option: e.name, Target: *e.value, Span: e.at.Span})
			}
		case optPackage:
			h := Hit{Kind: "package", Option: e.name, Span: e.at.Span}
			if e.value != nil {
				h.Value = e.value.Value
			}
			if strings.Contains(e.name, "env-file") {
				h.Kind = "config"
			}
			a.hit(id, h)
		case optPath:
			a.hit(id, Hit{Kind: "file", Option: e.name, Span: e.at.Span})
		case optHit:
			a.hit(id, Hit{Kind: spec.Hits[e.name], Option: e.name, Span: e.at.Span})
		}
	}
}

// behind follows the command at args[i:].
func (a *analyser) behind(id int, args []Word, i int, spec *wrapperSpec, scan optionScan, sc scope) {
	if i >= len(args) {
		remoteInput := spec.Edge == EdgeRemote && a.facts.Commands[id].Stdin.Kind != "inherit"
		if spec.Login || hasEvent(scan, optShellFlag) || remoteInput {
			a.shellStart(id, &wrapperSpec{Login: true}, sc)
		}
		return
	}
	if args[i].Value != nil && in(spec.AfterOperand, *args[i].Value) {
		if i+1 < len(args) {
			a.text(id, &args[i+1], POSIX, spec.Edge, *args[i].Value, sc)
		}
		return
	}
	joins := spec.Join != "" && (len(spec.JoinWith) == 0 || named(scan, spec.JoinWith)) && !named(scan, spec.JoinUnless) ||
		hasEvent(scan, optShellMode) || hasEvent(scan, optShellFlag)
	if joins {
		a.joined(id, args[i:], spec, sc)
		return
	}
	if spec.Local {
		a.localPackage(id, args[i])
		return
	}
	if hasEvent(scan, optFileFlag) || len(spec.Scripts) > 0 && a.isScript(args[i], spec) {
		a.scriptOperand(id, args[i])
		return
	}
	rest := args[i:]
	if spec.Tool {
		rest = a.tool(id, rest, named(scan, spec.Package))
	}
	a.child(id, rest, spec.Edge, "", sc)
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
		if in(names, e.name) {
			return true
		}
	}
	return false
}

// child adds the command that another one runs.
func (a *analyser) child(id int, words []Word, edge, via string, sc scope) {
	if len(words) == 0 {
		return
	}
	sc.parent, sc.edge, sc.via = id, edge, via
	sc.stdin = a.facts.Commands[id].Stdin
	sc.ctx = a.facts.Commands[id].Context
	sc.ctx.Elsewhere = sc.ctx.Elsewhere || elsewhere(edge)
	a.run(words, sc, words[0].Span, nil)
}

// multiplexer follows busybox APPLET.
func (a *analyser) multiplexer(id int, sc scope) {
	args := a.effective(id)
	if len(args) < 2 || strings.HasPrefix(args[1].Prefix, "--") && args[1].Value != nil && *args[1].Value != "--" {
		return
	}
	rest := args[1:]
	if rest[0].Value != nil && *rest[0].Value == "--" {
		rest = rest[1:]
	}
	a.carries(id, "multiplexer")
	a.child(id, rest, EdgeMultiplexer, "", sc)
}

func valueAt(args []Word, i int) *string {
	if i < len(args) {
		return args[i].Value
	}
	return nil
}

// hit records a hit once, however many rules find it.
func (a *analyser) hit(id int, h Hit) {
	for _, have := range a.facts.Commands[id].Hits {
		if have.Kind == h.Kind && have.Option == h.Option && have.Span == h.Span {
			return
		}
	}
	a.facts.Commands[id].Hits = append(a.facts.Commands[id].Hits, h)
}

func (a *analyser) write(id int, w Write) {
	a.facts.Commands[id].Writes = append(a.facts.Commands[id].Writes, w)
}
