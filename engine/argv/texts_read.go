package argv

import (
	"slices"
	"strings"
)

// readTextProgram reads the texts that a program takes in its arguments, and
// reports whether it is one that the table knows.
func readTextProgram(a *arguments, base string, args []Word) bool {
	spec := a.tables.texts[base]
	if spec == nil {
		return false
	}
	i := Interpreter{Family: spec.Family, Mode: "none", Span: args[0].Span}
	script := []string{}
	var at Word
	events := spec.scan(args)
	inPlace := slices.ContainsFunc(events, func(e textEvent) bool { return e.role == "in-place" })
	for _, e := range events {
		language, isCode := strings.CutPrefix(e.role, "code:")
		switch {
		case isCode && language == "sed":
			// The texts of several options are lines of one script.
			script, at = append(script, content(e.value)), e.value
			i.Mode, i.Code, i.Span = "program", e.value.Value, e.value.Span
		case isCode:
			a.code(language, textOption(e), e.value)
			i.Mode, i.Code, i.Span = "program", e.value.Value, e.value.Span
		case e.role == "run":
			operand := e.value
			i.Mode, i.Operand, i.Span = "file", &operand, e.value.Span
		default:
			readTextOption(a, e, inPlace)
		}
	}
	if len(script) > 0 {
		a.source("sed", "script", strings.Join(script, "\n"), at)
	}
	i.fromStdin()
	a.interpreter(i)
	return true
}

// textOption is how an option or operand with a text is named.
func textOption(e textEvent) string {
	if e.option == "" {
		return "program"
	}
	return e.option
}

// readTextOption records what an option or an operand does that is no text.
func readTextOption(a *arguments, e textEvent, inPlace bool) {
	value := e.value
	switch e.role {
	case "in-place":
		// With a slash in it, the suffix is where a copy is kept.
		if !e.bare && (value.Value == nil || strings.Contains(*value.Value, "/")) {
			a.write(Write{Kind: "write", Option: "suffix of " + e.option, Target: value, Said: true, Span: value.Span})
		}
	case "flag", "text", "read":
	case "files":
		if inPlace {
			a.write(Write{Kind: "write", Option: "-i", Target: value, Span: value.Span})
		}
	case "write":
		if e.bare {
			return
		}
		a.write(Write{Kind: "write", Option: e.option, Target: value, Span: value.Span})
	case "library":
		a.hit(Hit{Kind: e.role, Option: e.option, Value: value.Value, Span: value.Span})
	case "flag:code":
		a.hit(Hit{Kind: "code", Option: e.option, Span: value.Span})
	default:
		a.hit(Hit{Kind: "code", Option: value.Text, Detail: "an argument that skillctl does not know", Span: value.Span})
	}
}

// readTextInput reads the text on standard input.
func readTextInput(a *arguments, language string) {
	head := a.call.Args[0]
	switch in := a.call.Stdin; in.Kind {
	case "heredoc", "herestring", "pipe":
		a.add(Input{Read: func(text *string) []Step {
			b := a.call.read()
			if text == nil {
				b.hit(Hit{Kind: "code", Option: "stdin", Detail: "a text that is known only when it runs", Span: head.Span})
				return b.steps
			}
			w := head
			w.Value = text
			b.source(language, "stdin", *text, w)
			return b.steps
		}})
	case "file":
		a.hit(Hit{Kind: "file", Option: "stdin", Value: targetValue(in.Target), Span: head.Span})
	case "inherit", "dev-null", "closed":
	default:
		a.hit(Hit{Kind: "code", Option: "stdin", Detail: "a text that is known only when it runs", Span: head.Span})
	}
}

// fromStdin corrects the mode of a script file that is standard input.
func (i *Interpreter) fromStdin() {
	if i.Mode == "file" && i.Operand != nil && i.Operand.Value != nil && (*i.Operand.Value == "-" || IsOwnDescriptor(*i.Operand.Value)) {
		i.Mode = "stdin"
	}
}
