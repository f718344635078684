package shell

import "strings"

// interpreterOf finds the entry for a program, whatever version its name ends
// with: python3.11, lua5.4, pypy3.
func (a *analyser) interpreterOf(base string) *interpreterSpec {
	if s := a.tables.interpreters[base]; s != nil {
		return s
	}
	name := strings.TrimRight(base, "0123456789.-")
	if name == base || name == "" {
		return nil
	}
	if s := a.tables.interpreters[name]; s != nil {
		return s
	}
	return nil
}

// interpret says where an interpreter finds its code.
func (a *analyser) interpret(id int, spec *interpreterSpec, sc scope) {
	args := a.effective(id)
	sc.parent = id
	sc.stdin = a.facts.Commands[id].Stdin
	switch {
	case spec.Family == "shell":
		a.interpretShell(id, args, spec, sc)
	case spec.PowerShell:
		a.setInterpreter(id, powershellMode(args, spec))
	case spec.Java:
		a.setInterpreter(id, javaMode(args, spec))
	case spec.Always != nil:
		a.setInterpreter(id, Interpreter{Family: spec.Family, Mode: "stdin", Span: args[0].Span})
	default:
		m := interpreterScan{spec: spec, args: args}
		m.run()
		if spec.Subcommands && a.facts.Commands[id].Carries != "" && m.out.Mode != "inline" && m.out.Mode != "unknown" && !m.out.Startup {
			return
		}
		a.setInterpreter(id, m.out)
		if m.out.Mode == "unknown" {
			a.opaque(OpaqueArguments, id, m.why, m.out.Span)
		}
		if m.out.Mode == "module" {
			a.module(id, spec, m, sc)
		}
	}
}

// setInterpreter records the result and what standard input adds to it.
func (a *analyser) setInterpreter(id int, i Interpreter) {
	if i.Mode == "file" && i.Operand != nil && (a.isDevStd(id, i.Operand) || isProcess(*i.Operand) || i.Option != "--" && i.Operand.Value != nil && *i.Operand.Value == "-") {
		i.Mode = "stdin"
	}
	if i.Mode == "stdin" {
		i.Code = a.facts.Commands[id].Stdin.Text
	}
	if i.Mode == "file" && i.Operand != nil && strings.Contains(i.Operand.Prefix, "://") {
		a.hit(id, Hit{Kind: "package", Option: "script", Value: i.Operand.Value, Span: i.Operand.Span})
	}
	a.facts.Commands[id].Interpreter = &i
}

// isDevStd reports whether a script is a descriptor of the process itself,
// seen from the folder that the command runs in.
func (a *analyser) isDevStd(id int, w *Word) bool {
	if w.Value == nil {
		return false
	}
	if strings.HasPrefix(*w.Value, "/") {
		return devStd(*w.Value)
	}
	dir := a.facts.Commands[id].Dir
	for _, base := range append([]string{dir.Path}, dir.Or...) {
		if strings.HasPrefix(base, "/") && devStd(base+"/"+*w.Value) {
			return true
		}
	}
	return false
}

// interpretShell follows sh and its relatives, whose text is read in turn.
func (a *analyser) interpretShell(id int, args []Word, spec *interpreterSpec, sc scope) {
	d := Dialect("none")
	if s, ok := spec.Dialect.(string); ok {
		d = Dialect(s)
	}
	m := shellScan{spec: spec, args: args}
	m.run()
	a.carries(id, "shell")
	a.setInterpreter(id, m.out)
	i := a.facts.Commands[id].Interpreter
	switch i.Mode {
	case "unknown":
		a.opaque(OpaqueArguments, id, m.why, i.Span)
	case "info":
		a.carries(id, "")
	case "inline":
		if i.Code == nil {
			a.opaque(OpaquePayload, id, "the text of "+i.Option+" is not known before it runs", i.Span)
			return
		}
		a.shellText(id, *i.Code, *m.code, d, i.Option, sc)
	case "stdin":
		if i.Code != nil && (i.Operand == nil || i.Operand.Value != nil && *i.Operand.Value == "/dev/stdin") {
			w := args[0]
			a.shellText(id, *i.Code, w, d, "stdin", sc)
		}
	}
}

// shellText reads what a shell started by this text will run: functions and
// directories of this shell are not those of the new one.
func (a *analyser) shellText(id int, src string, w Word, d Dialect, via string, sc scope) {
	visible, errexit := a.visible, a.errexit
	a.visible, a.errexit = map[string]bool{}, false
	sc.parent = id
	sc.dir = dirs{unknown: true}
	if dir := a.facts.Commands[id].Dir; dir.Known {
		sc.dir = dirs{list: append([]string{dir.Path}, dir.Or...)}
	}
	sc.stdin = a.facts.Commands[id].Stdin
	if via == "stdin" {
		sc.stdin = Stdin{Kind: "dynamic", From: []int{}}
	}
	ctx := a.facts.Commands[id].Context
	sc.ctx = Context{Pipes: 1, Conditional: ctx.Conditional, Loop: ctx.Loop, Background: ctx.Background, Elsewhere: ctx.Elsewhere, Function: ctx.Function}
	if d == "none" {
		a.opaque(OpaqueDialect, id, "there is no grammar for this shell", w.Span)
	} else {
		a.payload(src, w, d, EdgePayload, via, sc)
	}
	a.visible, a.errexit = visible, errexit
}

// shellScan reads the options of a POSIX-like shell.
type shellScan struct {
	spec *interpreterSpec
	args []Word
	out  Interpreter
	code *Word
	why  string
}

func (m *shellScan) unknown(w Word, why string) {
	m.out.Mode, m.out.Span, m.why = "unknown", w.Span, why
}

func (m *shellScan) run() {
	m.out = Interpreter{Family: "shell", Mode: "stdin", Span: m.args[0].Span}
	inline, stdin := false, false
	i := 1
	for ; i < len(m.args); i++ {
		w := m.args[i]
		if w.Value == nil || w.Glob {
			if strings.HasPrefix(w.Prefix, "-") || strings.HasPrefix(w.Prefix, "+") || w.Splits {
				m.unknown(w, "it is not known whether this word is an option")
				return
			}
			break
		}
		v := *w.Value
		if v == "--" || v == "-" {
			i++
			break
		}
		if len(v) < 2 || v[0] != '-' && v[0] != '+' {
			break
		}
		if strings.HasPrefix(v, "--") || len(v) > 2 && in(m.spec.Startup, "-"+v) {
			used, done := m.long(w, v, i)
			if done {
				return
			}
			i += used
			continue
		}
		used, c, s, ok := m.cluster(w, v, i)
		if !ok {
			return
		}
		inline, stdin = inline || c, stdin || s
		i += used
	}
	m.rest(i, inline, stdin)
}

// long handles a long option and reports whether reading is over.
func (m *shellScan) long(w Word, v string, i int) (used int, done bool) {
	name, _, _ := strings.Cut(v, "=")
	switch {
	case in(m.spec.Info, name):
		m.out.Mode, m.out.Option = "info", name
		return 0, true
	case in(m.spec.Startup, name):
		m.out.Startup = true
		m.out.Option = name
		if i+1 >= len(m.args) {
			m.unknown(w, "the option has no value")
			return 0, true
		}
		return 1, false
	case in(m.spec.LongFlags, name):
		return 0, false
	}
	m.unknown(w, "the option "+name+" is not known")
	return 0, true
}

// cluster handles short options: -ec, -o errexit, +O extglob.
func (m *shellScan) cluster(w Word, v string, i int) (used int, inline, stdin, ok bool) {
	for j := 1; j < len(v); j++ {
		switch c := v[j]; {
		case c == 'c' && v[0] == '-':
			inline = true
			m.out.Option = v
		case c == 's' && v[0] == '-':
			stdin = true
		case c == 'o' || c == 'O':
			if i+used+1 < len(m.args) {
				if m.args[i+used+1].Value == nil {
					m.unknown(w, "it is not known which option is set")
					return 0, false, false, false
				}
				used++
			}
		case strings.IndexByte(m.spec.Flags, c) >= 0:
		default:
			m.unknown(w, "the option "+v+" is not known")
			return 0, false, false, false
		}
	}
	return used, inline, stdin, true
}

func (m *shellScan) rest(i int, inline, stdin bool) {
	switch {
	case inline:
		m.out.Mode = "inline"
		if i >= len(m.args) {
			m.unknown(m.args[0], "there is no text behind "+m.out.Option)
			return
		}
		w := m.args[i]
		if w.Splits || w.Glob {
			m.unknown(w, "it is not known which word is the text")
			return
		}
		m.code = &m.args[i]
		m.out.Code, m.out.Span = w.Value, w.Span
		if w.Tilde {
			m.out.Code = nil
		}
	case stdin || i >= len(m.args):
		m.out.Mode = "stdin"
	default:
		m.out.Mode = "file"
		m.out.Operand, m.out.Span = &m.args[i], m.args[i].Span
	}
}
