package argv

import (
	"fmt"

	"github.com/skillctl/skillctl/engine/argv/text"
	"github.com/skillctl/skillctl/engine/argv/text/reading"
)

// Judge reads a text of a small language that an option or operand of the call
// gives: what it does, as steps, none when the language has no reader.
func (c Call) Judge(language, option string, w Word) []Step {
	if _, ok := text.Reader(language); !ok {
		return nil
	}
	a := c.read()
	a.code(language, option, w)
	return a.steps
}

// JudgeText reads a text of a small language that stands in w and, for all that is
// known, reads as source.
func (c Call) JudgeText(language, option, source string, w Word) []Step {
	a := c.read()
	a.source(language, option, source, w)
	return a.steps
}

// JudgeInput reads standard input as a text of a small language.
func (c Call) JudgeInput(language string) []Step {
	if _, ok := text.Reader(language); !ok {
		return nil
	}
	a := c.read()
	readTextInput(a, language)
	return a.steps
}

// Content is what a word holds, with [reading.Unknown] for what is not known.
func Content(w Word) string {
	if w.Value == nil {
		return w.Prefix + reading.Unknown + w.Suffix
	}
	if w.Glob || w.Brace || w.Tilde {
		// The shell may put the names of files in its place.
		return *w.Value + reading.Unknown
	}
	return *w.Value
}

// code reads a word that is a text of a small language.
func (a *arguments) code(language, option string, w Word) {
	a.source(language, option, Content(w), w)
}

// source reads a text of a small language that stands in w.
func (a *arguments) source(language, option, source string, w Word) {
	read, ok := text.Reader(language)
	if !ok {
		a.hit(Hit{Kind: "code", Option: option, Value: w.Value, Span: w.Span})
		return
	}
	a.does(read(source), "code", option, w)
}

// does records what the text in w does; kind is that of a hit for what is not
// understood.
func (a *arguments) does(r reading.Reading, kind, option string, w Word) {
	for _, run := range r.Runs {
		h := Hit{Kind: "shell", Option: run.What, Span: w.Span}
		if run.Known {
			h.Value = &run.Text
		}
		a.hit(h)
	}
	for _, p := range r.Writes {
		how := "write"
		if p.Append {
			how = "append"
		}
		target := placed(p, w)
		a.write(Write{Kind: how, Option: p.What, Target: target, Computed: target.Value, Said: true, Span: w.Span})
	}
	for _, p := range r.Reads {
		a.reads(Read{Option: p.What, Target: placed(p, w), Span: w.Span})
	}
	for _, name := range r.Variables {
		a.add(Takes{Name: name, Option: option, Span: w.Span})
	}
	if r.Opaque != nil {
		a.hit(Hit{Kind: kind, Option: option, Detail: unread(r.Opaque), Span: w.Span})
	}
}

// unread says what of a text was not understood.
func unread(o *reading.Opaque) string {
	if o.Offset == 0 {
		return o.Why
	}
	return fmt.Sprintf("%s (at byte %d)", o.Why, o.Offset+1)
}

// placed is a file that a text in w names.
func placed(p reading.Place, w Word) Word {
	out := Word{Text: w.Text, Quote: w.Quote, Params: []string{}, Span: w.Span}
	if p.Known {
		out = Literal(p.Name, p.Name, w.Span)
	}
	return out
}

// readTextInput reads the text on standard input.
func readTextInput(a *arguments, language string) {
	head := a.call.Args[0]
	switch in := a.call.Stdin; in.Kind {
	case "heredoc", "herestring", "pipe", "file":
		a.add(Input{Read: func(text *string) []Step {
			b := a.call.read()
			if text == nil && in.Kind == "file" {
				b.hit(Hit{Kind: "file", Option: "stdin", Value: targetValue(in.Target), Span: head.Span})
				return b.steps
			}
			if text == nil {
				b.hit(Hit{Kind: "code", Option: "stdin", Detail: "a text that is known only when it runs", Span: head.Span})
				return b.steps
			}
			w := head
			w.Value = text
			b.source(language, "stdin", *text, w)
			return b.steps
		}})
	case "inherit", "dev-null", "closed":
	default:
		a.hit(Hit{Kind: "code", Option: "stdin", Detail: "a text that is known only when it runs", Span: head.Span})
	}
}
