package argv

import (
	"slices"
	"strings"
)

// interpreterOf finds the entry for a program, whatever version its name ends
// with: python3.11, lua5.4, pypy3.
func interpreterOf(a *arguments, base string) *interpreterSpec {
	if s := a.tables.interpreters.of(base); s != nil {
		return s
	}
	name := strings.TrimRight(base, "0123456789.-")
	if name == base || name == "" {
		return nil
	}
	if s := a.tables.interpreters.of(name); s != nil {
		return s
	}
	return nil
}

// readInterpreter says where an interpreter finds its code.
func readInterpreter(a *arguments, spec *interpreterSpec) {
	args := a.call.Args
	switch {
	case spec.Family == "shell":
		readShell(a, args, spec)
	case spec.PowerShell:
		setInterpreter(a, powershellMode(args, spec))
	case spec.Java:
		setInterpreter(a, javaMode(args, spec))
	case spec.Always != nil:
		setInterpreter(a, Interpreter{Family: spec.Family, Mode: "stdin", Span: args[0].Span})
	default:
		m := interpreterScan{spec: spec, args: args}
		m.run()
		if spec.Subcommands && a.call.Carries != "" && m.out.Mode != "inline" && m.out.Mode != "unknown" && !m.out.Startup {
			return
		}
		setInterpreter(a, m.out)
		if m.out.Mode == "unknown" {
			a.opaque(OpaqueArguments, m.why, m.out.Span)
		}
		if m.out.Mode == "module" {
			readModule(a, spec, m)
		}
	}
}

// setInterpreter records the result and what standard input adds to it.
func setInterpreter(a *arguments, i Interpreter) Interpreter {
	if i.Mode == "file" && i.Operand != nil && (isDevStd(a, i.Operand) || IsProcess(*i.Operand) || i.Option != "--" && i.Operand.Value != nil && *i.Operand.Value == "-") {
		i.Mode = "stdin"
	}
	if i.Mode == "stdin" {
		i.Code = a.call.Stdin.Text
	}
	if i.Mode == "file" && i.Operand != nil && strings.Contains(i.Operand.Prefix, "://") {
		a.hit(Hit{Kind: "package", Option: "script", Value: i.Operand.Value, Span: i.Operand.Span})
	}
	a.interpreter(i)
	return i
}

// isDevStd reports whether a script is a descriptor of the process itself,
// seen from the folder that the command runs in.
func isDevStd(a *arguments, w *Word) bool {
	if w.Value == nil {
		return false
	}
	if strings.HasPrefix(*w.Value, "/") {
		return IsOwnDescriptor(*w.Value)
	}
	dir := a.call.Dir
	for _, base := range append([]string{dir.Path}, dir.Or...) {
		if strings.HasPrefix(base, "/") && IsOwnDescriptor(base+"/"+*w.Value) {
			return true
		}
	}
	return false
}

// readShell follows sh and its relatives, whose text is read in turn.
func readShell(a *arguments, args []Word, spec *interpreterSpec) {
	d := "none"
	if s, ok := spec.Dialect.(string); ok {
		d = s
	}
	m := shellScan{spec: spec, args: args}
	m.run()
	a.carries("shell")
	i := setInterpreter(a, m.out)
	switch i.Mode {
	case "unknown":
		a.opaque(OpaqueArguments, m.why, i.Span)
	case "info":
		a.carries("")
	case "inline":
		if i.Code == nil {
			a.opaque(OpaquePayload, "the text of "+i.Option+" is not known before it runs", i.Span)
			return
		}
		a.payload(Payload{Text: *i.Code, At: *m.code, Dialect: d, Via: i.Option})
	case "stdin":
		if i.Code != nil && (i.Operand == nil || i.Operand.Value != nil && *i.Operand.Value == "/dev/stdin") {
			a.payload(Payload{Text: *i.Code, At: args[0], Dialect: d, Via: "stdin"})
		}
	}
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
		if strings.HasPrefix(v, "--") || len(v) > 2 && slices.Contains(m.spec.Startup, "-"+v) {
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
	case slices.Contains(m.spec.Info, name):
		m.out.Mode, m.out.Option = "info", name
		return 0, true
	case slices.Contains(m.spec.Startup, name):
		m.out.Startup = true
		m.out.Option = name
		if i+1 >= len(m.args) {
			m.unknown(w, "the option has no value")
			return 0, true
		}
		return 1, false
	case slices.Contains(m.spec.LongFlags, name):
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
				if name := m.args[i+used+1].Value; name == nil || !keepsReading(*name) {
					m.unknown(w, "it is not known what the option does that is set")
					return 0, false, false, false
				}
				used++
			}
		case v[0] == '-' && strings.IndexByte("akH", c) >= 0:
			m.unknown(w, "the option -"+string(c)+" changes how commands are read, or what their programs find in the environment")
			return 0, false, false, false
		case strings.IndexByte(m.spec.Flags, c) >= 0:
		default:
			m.unknown(w, "the option "+v+" is not known")
			return 0, false, false, false
		}
	}
	return used, inline, stdin, true
}

// keepsReading reports whether an option that -o or -O names leaves alone how the
// text is read and what it runs. With keyword an argument may be a variable of the
// program, with expand_aliases or histexpand a word another one.
func keepsReading(name string) bool {
	switch name {
	case "braceexpand", "emacs", "errexit", "errtrace", "functrace", "hashall", "ignoreeof", "monitor", "noclobber", "noexec", "noglob", "nolog",
		"notify", "nounset", "onecmd", "physical", "pipefail", "privileged", "verbose", "vi", "xtrace",
		"dotglob", "extglob", "failglob", "globstar", "inherit_errexit", "nocaseglob", "nocasematch", "nullglob":
		return true
	}
	return false
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

// PlainOption reports whether an option of an interpreter takes no value, so that the
// word behind it is none.
func PlainOption(base, option string) bool {
	s := loadTables().interpreters.of(base)
	if s == nil {
		return false
	}
	if strings.HasPrefix(option, "--") {
		return slices.Contains(s.LongFlags, option)
	}
	letters := strings.TrimPrefix(option, "-")
	return letters != "" && strings.Trim(letters, s.Flags) == ""
}
