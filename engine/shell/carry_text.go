package shell

import (
	"strings"

	"github.com/skillctl/skillctl/engine/document"
)

// texts follows options whose value is a command, and reports whether they are
// all that runs.
func (a *analyser) texts(id int, spec *wrapperSpec, scan optionScan, sc scope) bool {
	for _, e := range scan.events {
		switch e.kind {
		case optShell:
			a.text(id, e.value, POSIX, spec.Edge, e.name, sc)
			return true
		case optSplit:
			a.split(id, e, scan, spec, sc)
			return true
		case optModule:
			i := Interpreter{Family: "python", Mode: "module", Option: e.name, Operand: e.value, Span: e.at.Span}
			a.facts.Commands[id].Interpreter = &i
			if e.value == nil || e.value.Value == nil {
				a.opaque(OpaqueArguments, id, "the module is not known before it runs", e.at.Span)
				return true
			}
			a.evalModule(id, a.tables.interpreters["python"], *e.value, valueAt(a.effective(id), scan.next))
			if words := a.effective(id)[scan.next:]; a.tables.programs[*e.value.Value] != nil {
				a.programWords(id, *e.value.Value, append([]Word{*e.value}, words...), sc)
			}
			return true
		}
	}
	return false
}

// text follows one word that a shell reads.
func (a *analyser) text(id int, w *Word, d Dialect, edge, via string, sc scope) {
	if w == nil {
		return
	}
	sc.ctx.Elsewhere = sc.ctx.Elsewhere || elsewhere(edge)
	if w.Value == nil || w.Tilde {
		a.hit(id, Hit{Kind: "shell", Option: via, Span: w.Span})
		if !elsewhere(edge) {
			a.opaque(OpaquePayload, id, "the text that a shell reads is not known before it runs", w.Span)
		}
		return
	}
	a.hit(id, Hit{Kind: "shell", Option: via, Value: w.Value, Resolved: true, Span: w.Span})
	a.payload(*w.Value, *w, d, edge, via, sc)
}

// split follows env -S: its value is split into words without a shell.
func (a *analyser) split(id int, e optionEvent, scan optionScan, spec *wrapperSpec, sc scope) {
	if e.value == nil || e.value.Value == nil {
		a.opaque(OpaquePayload, id, "the words of -S are not known before it runs", e.at.Span)
		return
	}
	words, ok := splitWords(*e.value.Value, e.value.Span)
	if !ok {
		a.opaque(OpaquePayload, id, "the words of -S expand a variable", e.value.Span)
		return
	}
	rest := a.effective(id)[scan.next:]
	all := append([]Word{literal("env", "env", e.at.Span)}, append(words, rest...)...)
	sc.edge, sc.via = EdgeEval, e.name
	again := *spec
	// What -S gives is read as if it stood on the command line of env.
	child := a.add(sc, all, 0, 0)
	c := &a.facts.Commands[child]
	c.Span, c.Inner, c.Role, c.Carries = e.value.Span, nil, "program", spec.Edge
	c.Name, c.Base = a.facts.Commands[id].Name, a.facts.Commands[id].Base
	if c.Depth > maxDepth {
		a.limit("too_deep")
		a.opaque(OpaqueLimit, id, "commands are nested more than 24 deep", e.value.Span)
		return
	}
	sc.parent = child
	a.unwrap(child, all, 1, &again, sc)
}

// splitWords splits as env -S does; false when it would expand a variable.
func splitWords(s string, at document.Span) ([]Word, bool) {
	var out []Word
	var cur []byte
	quote, started := byte(0), false
	flush := func() {
		if started {
			out = append(out, literal(string(cur), string(cur), at))
		}
		cur, started = nil, false
	}
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case c == '\\' && i+1 < len(s) && quote != '\'':
			i++
			started = true
			switch s[i] {
			case '_':
				if quote == 0 {
					flush()
				} else {
					cur = append(cur, ' ')
				}
			case 'n', 't', 'r', 'v', 'f':
				b, _ := ansiSimple(s[i])
				cur = append(cur, b)
			case 'c':
				flush()
				return out, true
			default:
				cur = append(cur, s[i])
			}
		case c == '$' && quote != '\'':
			return nil, false
		case quote == 0 && (c == '\'' || c == '"'):
			quote, started = c, true
		case c == quote:
			quote = 0
		case quote == 0 && strings.IndexByte(" \t\n\v\f\r", c) >= 0:
			flush()
		case quote == 0 && c == '#' && !started:
			return out, true
		default:
			started = true
			cur = append(cur, c)
		}
	}
	flush()
	return out, true
}

// shellStart records a wrapper that starts a shell which reads standard input.
func (a *analyser) shellStart(id int, spec *wrapperSpec, sc scope) {
	if !spec.Login {
		return
	}
	a.facts.Commands[id].Interpreter = &Interpreter{Family: "shell", Mode: "stdin", Code: a.facts.Commands[id].Stdin.Text, Span: a.facts.Commands[id].Span}
}

// joined follows words that are joined and read by a shell.
func (a *analyser) joined(id int, words []Word, spec *wrapperSpec, sc scope) {
	text, ok := joined(words)
	whole := words[0]
	whole.Span.End = words[len(words)-1].Span.End
	if !ok && elsewhere(spec.Edge) {
		// The program may still be known although its arguments are not.
		a.child(id, words, spec.Edge, "", sc)
		return
	}
	whole.Value = nil
	if ok {
		whole.Value = &text
	}
	a.text(id, &whole, POSIX, spec.Edge, "", sc)
}
