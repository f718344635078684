package argv

import (
	"slices"
	"strings"
)

// interpreterScan reads the options of an interpreter that is not a shell.
type interpreterScan struct {
	spec *interpreterSpec
	args []Word
	out  Interpreter
	why  string
	rest int // index of the word behind a module or script
}

func (m *interpreterScan) unknown(w Word, why string) bool {
	m.out.Mode, m.out.Span, m.why = "unknown", w.Span, why
	return true
}

func (m *interpreterScan) inline(option string, code *Word, at Word) bool {
	m.out.Mode, m.out.Option, m.out.Span = "inline", option, at.Span
	if code != nil {
		m.out.Code = code.Value
		m.out.Span = code.Span
	}
	return true
}

func (m *interpreterScan) run() {
	m.out = Interpreter{Family: m.spec.Family, Mode: "stdin", Span: m.args[0].Span}
	for i := 1; i < len(m.args); i++ {
		w := m.args[i]
		v := w.Prefix
		switch {
		case w.Value == nil && !strings.HasPrefix(v, "-"):
			if w.Splits && v == "" {
				m.unknown(w, "it is not known whether this word is an option")
				return
			}
			m.operand(i)
			return
		case v == "--" && w.Value != nil:
			if i+1 < len(m.args) {
				m.operand(i + 1)
			}
			return
		case v == "-" && w.Value != nil:
			m.out.Option = "-"
			return
		case slices.Contains(m.spec.Info, v) && w.Value != nil:
			m.out.Mode, m.out.Option = "info", v
			return
		case strings.HasPrefix(v, "--") || m.spec.spelledOut(cutEq(v)):
			used, done := m.long(w, i)
			if done {
				return
			}
			i += used
		case strings.HasPrefix(v, "-") && len(v) > 1 || strings.HasPrefix(v, "+") && m.spec.Lenient && len(v) > 1:
			used, done := m.cluster(w, i)
			if done {
				return
			}
			i += used
		default:
			m.operand(i)
			return
		}
	}
}

func cutEq(v string) string {
	name, _, _ := strings.Cut(v, "=")
	return name
}

// next is the word behind args[i], nil when there is none.
func (m *interpreterScan) next(i int) *Word {
	if i+1 < len(m.args) {
		return &m.args[i+1]
	}
	return nil
}

// long handles options that are spelled out.
func (m *interpreterScan) long(w Word, i int) (used int, done bool) {
	name, _, eq := strings.Cut(w.Prefix, "=")
	name = m.spec.full(name)
	switch {
	case slices.Contains(m.spec.InlineOpts, name):
		if eq {
			code := after(w, strings.IndexByte(w.Prefix, '=')+1)
			return 0, m.inline(w.Prefix, &code, w)
		}
		return 0, m.inline(name, m.next(i), w)
	case slices.Contains(m.spec.FileOpts, name):
		if eq {
			f := after(w, strings.IndexByte(w.Prefix, '=')+1)
			m.out.Mode, m.out.Operand, m.out.Option, m.out.Span = "file", &f, name, w.Span
			return 0, true
		}
		if i+1 < len(m.args) {
			m.operand(i + 1)
			return 0, true
		}
		return 0, m.unknown(w, "the option "+name+" has no value")
	case slices.Contains(m.spec.Startup, name):
		value := m.next(i)
		if eq {
			v := after(w, strings.IndexByte(w.Prefix, '=')+1)
			value = &v
		}
		if value == nil || value.Value == nil || !slices.Contains(m.spec.StartupBuiltin, *value.Value) {
			m.out.Startup = true
			m.out.Option = name
		}
		if !eq {
			return 1, false
		}
		return 0, false
	case slices.Contains(m.spec.LongValues, name):
		if !eq {
			return 1, false
		}
		return 0, false
	case m.spec.Extra[name] == "file":
		// What it runs are files, as operands or by their names: the entry of the
		// program has them.
		m.out.Mode, m.out.Option = "none", name
		return 0, true
	case m.spec.Extra[name] != "":
		return 0, m.unknown(w, "the option "+name+" runs something that is not known")
	case slices.Contains(m.spec.LongFlags, "*") || slices.Contains(m.spec.LongFlags, name) || m.spec.Lenient:
		return 0, false
	}
	return 0, m.unknown(w, "the option "+name+" is not known")
}

// full is the option that name is an abbreviation of, as getopt_long allows, as
// far as it gives code or names a file; else name itself.
func (s *interpreterSpec) full(name string) string {
	if len(name) < 4 || !strings.HasPrefix(name, "-") || !s.Abbreviates && !strings.HasPrefix(name, "--") {
		return name
	}
	if _, exact := s.Extra[name]; exact {
		return name
	}
	lists := [][]string{s.InlineOpts, s.Startup, s.FileOpts}
	for _, list := range append([][]string{s.Info, s.LongValues, s.LongFlags}, lists...) {
		if slices.Contains(list, name) {
			return name
		}
	}
	for _, list := range lists {
		for _, o := range list {
			if strings.HasPrefix(o, name) {
				return o
			}
		}
	}
	return name
}

// spelledOut reports whether name is, or abbreviates, an option that gives code or
// names a file.
func (s *interpreterSpec) spelledOut(name string) bool {
	name = s.full(name)
	return slices.Contains(s.InlineOpts, name) || slices.Contains(s.Startup, name) || slices.Contains(s.FileOpts, name)
}

// setting looks at the value of an option that sets KEY=VALUE: unless the key
// is one that can name no file and no code, it counts as one that does.
func (m *interpreterScan) setting(option string, value *Word) {
	key := ""
	if value != nil {
		key, _, _ = strings.Cut(strings.TrimSpace(value.Prefix), "=")
	}
	for _, safe := range m.spec.SafeSettings {
		head, star := strings.CutSuffix(safe, "*")
		if key == safe || star && strings.HasPrefix(key, head) && key != "" {
			return
		}
	}
	m.out.Startup, m.out.Option = true, option
}

// cluster handles short options in one word.
func (m *interpreterScan) cluster(w Word, i int) (used int, done bool) {
	v := w.Prefix
	for j := 1; j < len(v); j++ {
		c := v[j]
		has := func(set string) bool { return strings.IndexByte(set, c) >= 0 }
		attached := j+1 < len(v) || w.Value == nil
		switch {
		case has(m.spec.Inline):
			if attached {
				code := after(w, j+1)
				return 0, m.inline(v, &code, w)
			}
			return 0, m.inline(v, m.next(i), w)
		case has(m.spec.Module) && m.spec.Module != "":
			return 0, m.module(w, i, j, attached)
		case has(m.spec.FileShort):
			if attached {
				f := after(w, j+1)
				m.out.Mode, m.out.Operand, m.out.Span = "file", &f, w.Span
			} else if i+1 < len(m.args) {
				m.operand(i + 1)
			}
			return 0, true
		case has(m.spec.OptionalShort) && (c == '0' || c == 'l'):
			for j+1 < len(v) && strings.IndexByte("0123456789xXabcdefABCDEF", v[j+1]) >= 0 && (c == '0' || v[j+1] <= '9') {
				j++
			}
		case has(m.spec.PatternShort) && attached && strings.ContainsAny(after(w, j+1).Shape(), ";(){}@`"):
			code := after(w, j+1)
			return 0, m.inline(v, &code, w)
		case has(m.spec.OptionalShort):
			return 0, false
		case has(m.spec.ValueShort):
			if has(m.spec.StartupShort) {
				m.out.Startup = true
				m.out.Option = v
			}
			if has(m.spec.SettingShort) {
				value := m.next(i)
				if attached {
					rest := after(w, j+1)
					value = &rest
				}
				m.setting(v, value)
			}
			if attached {
				return 0, false
			}
			return 1, false
		case has(m.spec.Flags):
		case m.spec.Lenient:
			return 0, false
		default:
			return 0, m.unknown(w, "the option "+v+" is not known")
		}
	}
	if w.Value == nil {
		return 0, m.unknown(w, "the option is not known before it runs")
	}
	return 0, false
}

func (m *interpreterScan) module(w Word, i, j int, attached bool) bool {
	m.out.Mode, m.out.Option, m.out.Span = "module", w.Prefix, w.Span
	if attached {
		name := after(w, j+1)
		m.out.Operand, m.rest = &name, i+1
		return true
	}
	n := m.next(i)
	if n == nil || n.Splits {
		return m.unknown(w, "the module is not known")
	}
	m.out.Operand, m.rest = n, i+2
	return true
}

// operand takes args[i] for the script, or for the sub-command of deno and bun.
func (m *interpreterScan) operand(i int) {
	w := m.args[i]
	if !m.spec.Subcommands && w.Value != nil && slices.Contains(m.spec.SubInline, *w.Value) {
		m.inline(*w.Value, m.next(i), w)
		m.out.Code = nil
		return
	}
	if m.spec.Subcommands && w.Value != nil {
		v := *w.Value
		switch {
		case slices.Contains(m.spec.SubInline, v):
			m.inline(v, m.next(i), w)
			return
		case slices.Contains(m.spec.SubExec, v):
			m.inline(v, m.next(i), w)
			return
		case slices.Contains(m.spec.SubInfo, v) || slices.Contains(m.spec.SubKnown, v):
			m.out.Mode, m.out.Option = "info", v
			return
		case slices.Contains(m.spec.SubFile, v):
			m.subFile(i)
			return
		}
	}
	m.out.Mode, m.out.Operand, m.out.Span, m.rest = "file", &m.args[i], w.Span, i+1
}

// subFile finds the script behind run: the first word that is no option.
func (m *interpreterScan) subFile(i int) {
	m.out.Option = *m.args[i].Value
	for j := i + 1; j < len(m.args); j++ {
		v := m.args[j].Prefix
		if v == "-" && m.args[j].Value != nil {
			return
		}
		if slices.Contains(m.spec.Startup, cutEq(v)) {
			m.out.Startup = true
		}
		if slices.Contains(m.spec.InlineOpts, cutEq(v)) {
			m.inline(cutEq(v), m.next(j), m.args[j])
			return
		}
		if !strings.HasPrefix(v, "-") {
			m.out.Mode, m.out.Operand, m.out.Span = "file", &m.args[j], m.args[j].Span
			return
		}
	}
	m.out.Mode = "info"
}

// readModule looks at modules that run code or programs given as arguments.
func readModule(a *arguments, spec *interpreterSpec, m interpreterScan) {
	op := m.out.Operand
	if op == nil || op.Value == nil {
		a.opaque(OpaqueArguments, "the module is not known before it runs", m.out.Span)
		return
	}
	readEvalModule(a, spec, *op, valueAt(m.args, m.rest))
	// A module that is also a program (pip) has that program's options.
	if a.tables.programs.of(*op.Value) != nil && m.rest <= len(m.args) {
		words := append([]Word{*op}, m.args[m.rest:]...)
		readProgramWords(a, *op.Value, words)
	}
}

// readEvalModule records that a module runs what its arguments say.
func readEvalModule(a *arguments, spec *interpreterSpec, op Word, value *string) {
	if op.Value == nil {
		return
	}
	name := strings.TrimSuffix(*op.Value, ".__main__")
	if slices.Contains(spec.EvalModules, name) {
		a.hit(Hit{Kind: "code", Option: "-m " + *op.Value, Value: value, Span: op.Span})
	}
}

// powershellMode reads the options of powershell and pwsh, which may be
// abbreviated to any length.
func powershellMode(args []Word, spec *interpreterSpec) Interpreter {
	out := Interpreter{Family: spec.Family, Mode: "stdin", Span: args[0].Span}
	for i := 1; i < len(args); i++ {
		v := strings.ToLower(strings.TrimLeft(args[i].Prefix, "-/"))
		dashed := strings.HasPrefix(args[i].Prefix, "-") || strings.HasPrefix(args[i].Prefix, "/")
		switch {
		case !dashed:
			out.Mode, out.Option, out.Code, out.Span = "inline", "", args[i].Value, args[i].Span
			return out
		case strings.HasPrefix("file", v) && v != "":
			out.Mode = "file"
			if i+1 < len(args) {
				out.Operand, out.Span = &args[i+1], args[i+1].Span
			}
			return out
		case v == "version" || v == "help" || v == "?" || v == "h":
			out.Mode = "info"
			return out
		case strings.HasPrefix("command", v) && v != "" || strings.HasPrefix("encodedcommand", v) && v != "" || v == "ec" || v == "commandwithargs" || v == "cwa":
			out.Mode, out.Option, out.Code, out.Span = "inline", args[i].Prefix, valueAt(args, i+1), args[i].Span
			return out
		case strings.HasPrefix(v, "config") || strings.HasPrefix(v, "settings") || strings.HasPrefix(v, "ps") || strings.HasPrefix(v, "modules"):
			out.Startup, out.Option = true, args[i].Prefix
			i++
		case strings.HasPrefix(v, "ex") || strings.HasPrefix(v, "wi") || strings.HasPrefix(v, "wo") || strings.HasPrefix(v, "in") || strings.HasPrefix(v, "ou") || strings.HasPrefix(v, "cus"):
			i++
		}
	}
	return out
}

// javaMode finds the jar, class or source file that java runs.
func javaMode(args []Word, spec *interpreterSpec) Interpreter {
	out := Interpreter{Family: spec.Family, Mode: "info", Span: args[0].Span}
	for i := 1; i < len(args); i++ {
		v := args[i].Prefix
		switch {
		case v == "-cp" || v == "-classpath" || v == "--class-path" || v == "-p" || v == "--module-path" || v == "--add-modules":
			i++
		case v == "-jar" || v == "-m" || v == "--module" || v == "--source":
			if i+1 < len(args) {
				out.Mode, out.Operand, out.Option, out.Span = "file", &args[i+1], v, args[i+1].Span
			}
			return out
		case strings.HasPrefix(v, "-javaagent") || strings.HasPrefix(v, "-agent") || strings.HasPrefix(v, "@") || strings.HasPrefix(v, "-XX:OnError") || strings.HasPrefix(v, "-XX:OnOutOfMemoryError") || strings.HasPrefix(v, "-XX:Flags") || strings.HasPrefix(v, "-XX:VMOptionsFile") || strings.HasPrefix(v, "-Xbootclasspath") || strings.HasPrefix(v, "-Xrun"):
			out.Startup, out.Option = true, v
		case !strings.HasPrefix(v, "-"):
			out.Mode, out.Operand, out.Span = "file", &args[i], args[i].Span
			return out
		}
	}
	return out
}
