package argv

import (
	"strings"

	"github.com/skillctl/skillctl/internal/document"
)

// readTexts follows options whose value is a command, and reports whether they are
// all that runs.
func readTexts(a *arguments, args []Word, spec *wrapperSpec, scan optionScan) bool {
	for _, e := range scan.events {
		switch e.kind {
		case optShell:
			readText(a, e.value, spec.Edge, e.name)
			return true
		case optSplit:
			splitText(a, args, e, scan, spec)
			return true
		case optModule:
			i := Interpreter{Family: "python", Mode: "module", Option: e.name, Operand: e.value, Span: e.at.Span}
			a.interpreter(i)
			if e.value == nil || e.value.Value == nil {
				a.opaque(OpaqueArguments, "the module is not known before it runs", e.at.Span)
				return true
			}
			readEvalModule(a, a.tables.interpreters.of("python"), *e.value, valueAt(args, scan.next))
			if words := args[scan.next:]; a.tables.programs.of(*e.value.Value) != nil {
				readProgramWords(a, *e.value.Value, append([]Word{*e.value}, words...))
			}
			return true
		}
	}
	return false
}

// readText follows one word that a shell reads.
func readText(a *arguments, w *Word, edge, via string) {
	if w == nil {
		return
	}
	if w.Value == nil || w.Tilde {
		a.hit(Hit{Kind: "shell", Option: via, Span: w.Span})
		if !Elsewhere(edge) {
			a.opaque(OpaquePayload, "the text that a shell reads is not known before it runs", w.Span)
		}
		return
	}
	a.hit(Hit{Kind: "shell", Option: via, Value: w.Value, Resolved: true, Span: w.Span})
	a.line(Line{Text: *w.Value, At: *w, Edge: edge, Via: via})
}

// splitText follows env -S: its value is split into words without a shell.
func splitText(a *arguments, args []Word, e optionEvent, scan optionScan, spec *wrapperSpec) {
	if e.value == nil || e.value.Value == nil {
		a.opaque(OpaquePayload, "the words of -S are not known before it runs", e.at.Span)
		return
	}
	words, ok := splitWords(*e.value.Value, e.value.Span)
	if !ok {
		a.opaque(OpaquePayload, "the words of -S expand a variable", e.value.Span)
		return
	}
	rest := args[scan.next:]
	all := append([]Word{Literal("env", "env", e.at.Span)}, append(words, rest...)...)
	// What -S gives is read as if it stood on the command line of env.
	a.split(Split{Words: all, Edge: spec.Edge, Via: e.name, Span: e.value.Span, spec: spec})
}

// splitWords splits as env -S does; false when it would expand a variable.
func splitWords(s string, at document.Span) ([]Word, bool) {
	var out []Word
	var cur []byte
	quote, started := byte(0), false
	flush := func() {
		if started {
			out = append(out, Literal(string(cur), string(cur), at))
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

// startShell records a wrapper that starts a shell which reads standard input.
func startShell(a *arguments, spec *wrapperSpec) {
	if !spec.Login {
		return
	}
	a.interpreter(Interpreter{Family: "shell", Mode: "stdin", Code: a.call.Stdin.Text, Span: a.call.Span})
}

// readJoined follows words that are joined and read by a shell.
func readJoined(a *arguments, words []Word, spec *wrapperSpec) {
	text, ok := Join(words)
	whole := words[0]
	whole.Span.End = words[len(words)-1].Span.End
	if !ok && Elsewhere(spec.Edge) {
		// The program may still be known although its arguments are not.
		a.child(words, spec.Edge, "")
		return
	}
	whole.Value = nil
	if ok {
		whole.Value = &text
	}
	readText(a, &whole, spec.Edge, "")
}
