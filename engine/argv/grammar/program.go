package grammar

import (
	"strings"

	"github.com/skillctl/skillctl/engine/argv"
)

// Program is what a program is told to do by a text in its language: awk and sed.
// The text is read for what it does, and where it comes from is a fact of its own.
// An option that is not understood may be a text as well.
func (r *Reading) Program(call argv.Call) []argv.Step {
	if r.family == "" {
		return nil
	}
	i := argv.Interpreter{Family: r.family, Mode: "none", Span: call.Args[0].Span}
	var out []argv.Step
	var script []string
	var at argv.Word
	for _, p := range r.Places {
		target := p.Target
		switch p.Role {
		case "code":
			if p.Of == "sed" {
				// The texts of several options are lines of one script.
				script, at = append(script, argv.Content(target)), target
			} else {
				out = append(out, call.Judge(p.Of, optionOf(p, "program"), target)...)
			}
			i.Mode, i.Code, i.Span = "program", target.Value, target.Span
		case "run":
			if i.Operand != nil && i.Operand.Value == nil && p.less {
				continue // what is not known may be anything, this too
			}
			i.Mode, i.Operand, i.Span = "file", &target, target.Span
		case "library":
			out = append(out, argv.Hit{Kind: p.Role, Option: p.Option, Value: target.Value, Span: target.Span})
		}
	}
	if len(script) > 0 {
		out = append(out, call.JudgeText("sed", "script", strings.Join(script, "\n"), at)...)
	}
	for _, u := range r.Unclassed {
		if u.Kind == "option" {
			out = append(out, argv.Hit{Kind: "code", Option: u.Word, Detail: "an argument that skillctl does not know", Span: u.Span})
		}
	}
	if i.Mode == "file" && i.Operand.Value != nil && (*i.Operand.Value == "-" || argv.IsOwnDescriptor(*i.Operand.Value)) {
		i.Mode = "stdin"
	}
	return append(out, i)
}

// optionOf is the option of a place, or what an operand is called instead.
func optionOf(p Place, operand string) string {
	if p.Option == "" {
		return operand
	}
	return p.Option
}
