package analysis

import (
	"strings"

	"github.com/skillctl/skillctl/engine/argv"
	"github.com/skillctl/skillctl/engine/command"
	"github.com/skillctl/skillctl/engine/command/arithmetic"
)

// variableBuiltin follows the builtins that set variables or evaluate text.
func (a *record) variableBuiltin(id int, base string, args []argv.Word) {
	switch base {
	case "unset":
		a.operands(id, args, "", "unset", "unset")
	case "read":
		a.operands(id, args, "dinNptu", "read", "=")
		a.valueOf(id, args, "a", "dinNptu", "read")
	case "mapfile", "readarray":
		a.operands(id, args, "dnOsucC", "mapfile", "array")
		if w := argv.OptionValue(args, "C", "dnOsucC"); w != nil {
			a.hide(command.Hidden{Kind: "mapfile-callback", Command: id, Text: w.Text, Level: "certain", Span: w.Span})
		}
	case "getopts":
		if len(args) > 1 {
			a.operands(id, args[1:2], "", "getopts", "=")
		}
	case "printf":
		a.valueOf(id, args, "v", "v", "printf")
	case "wait":
		a.valueOf(id, args, "p", "p", "wait")
	case "let":
		for _, w := range args {
			a.arithmeticOperand(w, id)
			if name, _, _, ok := splitAssign(w); ok {
				a.assign(argv.Assignment{Command: id, How: "arithmetic", Name: &name, Op: "=", Span: w.Span})
			}
		}
	case "test", "[":
		a.testWords(id, args)
	case "hash":
		if argv.OptionValue(args, "p", "p") != nil || argv.HasLetter(args, 'p') {
			a.hide(command.Hidden{Kind: "command-table", Command: id, Text: a.facts.Commands[id].Text, Level: "certain", Span: a.facts.Commands[id].Span})
		}
	case "compgen", "complete", "compopt":
		a.completion(id, base, args)
	case "alias":
		a.aliases(id, args)
	case "enable":
		if argv.HasLetter(args, 'f') || argv.HasLetter(args, 'n') {
			a.hide(command.Hidden{Kind: "loadable", Command: id, Text: a.facts.Commands[id].Text, Level: "certain", Span: a.facts.Commands[id].Span})
		}
	case "bind":
		a.hide(command.Hidden{Kind: "bind", Command: id, Text: a.facts.Commands[id].Text, Level: "certain", Span: a.facts.Commands[id].Span})
	case "fc", "history":
		if len(args) > 0 {
			a.hide(command.Hidden{Kind: "history", Command: id, Text: a.facts.Commands[id].Text, Level: "certain", Span: a.facts.Commands[id].Span})
		}
	}
}

func (a *record) completion(id int, base string, args []argv.Word) {
	if base == "compopt" {
		return
	}
	if argv.HasLetter(args, 'C') || argv.HasLetter(args, 'F') || argv.HasLetter(args, 'W') {
		a.hide(command.Hidden{Kind: "completion", Command: id, Text: a.facts.Commands[id].Text, Level: "certain", Span: a.facts.Commands[id].Span})
	}
}

func (a *record) aliases(id int, args []argv.Word) {
	for _, w := range args {
		name, _, defines := strings.Cut(w.Prefix, "=")
		if !defines && w.Value != nil {
			continue
		}
		a.facts.Functions = append(a.facts.Functions, command.Function{Name: name, Kind: "alias", Span: w.Span})
		a.opaque(command.OpaqueAlias, id, "an alias stands for another command", w.Span)
	}
}

// operands records the operands of a builtin as variables that it sets. Letters
// in values are options that take a value.
func (a *record) operands(id int, args []argv.Word, values, how, op string) {
	for i := 0; i < len(args); i++ {
		w := args[i]
		if w.Value != nil && *w.Value == "--" {
			values = ""
			continue
		}
		if w.Value != nil && strings.HasPrefix(*w.Value, "-") && len(*w.Value) > 1 {
			if at := strings.IndexAny((*w.Value)[1:], values); values != "" && at >= 0 && at == len(*w.Value)-2 {
				i++
			}
			continue
		}
		a.nameOperand(w, id)
		v := argv.Assignment{Command: id, How: how, Op: op, Span: w.Span}
		if w.Value != nil {
			name, _, _ := strings.Cut(*w.Value, "[")
			v.Name = &name
		}
		a.assign(v)
		if how != "unset" {
			a.promptVariable(v)
		}
	}
}

// valueOf records the variable that the value of one option names.
func (a *record) valueOf(id int, args []argv.Word, letter, values, how string) {
	w := argv.OptionValue(args, letter, values)
	if w == nil {
		return
	}
	a.nameOperand(*w, id)
	v := argv.Assignment{Command: id, How: how, Op: "=", Span: w.Span}
	if w.Value != nil {
		name, _, _ := strings.Cut(*w.Value, "[")
		v.Name = &name
	}
	a.assign(v)
	a.promptVariable(v)
}

// testWords looks at test and [: -v names a variable, and a word that is not
// static may be an operator itself.
func (a *record) testWords(id int, args []argv.Word) {
	dynamic := false
	for i, w := range args {
		dynamic = dynamic || w.Value == nil
		// An operator may be one of the words that a value splits into, and with
		// two operands the first is one.
		if w.Splits || w.Value == nil && i+1 < len(args) && args[i+1].Value == nil {
			a.hide(command.Hidden{Kind: "subscript", Command: id, Text: w.Text, Level: "possible", Params: w.Params, Span: w.Span, Words: []argv.Word{w}, Names: true})
		}
	}
	for _, w := range args {
		if dynamic && w.Value != nil && strings.Contains(*w.Value, "[") && arithmetic.Code(*w.Value) {
			a.nameOperand(w, id)
		}
	}
	for i, w := range args {
		if w.Value == nil {
			continue
		}
		switch *w.Value {
		case "-v", "-R":
			if i+1 < len(args) {
				a.nameOperand(args[i+1], id)
			}
		}
	}
}
