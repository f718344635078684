package analysis

import (
	"strings"

	"github.com/skillctl/skillctl/engine/argv"
	"github.com/skillctl/skillctl/engine/command"
)

// cdpath notes a cd that a CDPATH in this text would lead elsewhere.
func (a *record) cdpath(id int) {
	for _, v := range a.facts.Assignments {
		if v.Name != nil && *v.Name == "CDPATH" {
			a.opaque(command.OpaqueConstruct, id, "the text sets CDPATH, so cd may lead elsewhere", a.facts.Commands[id].Span)
			return
		}
	}
}

// source records the file that source or "." reads.
func (a *record) source(id int, args []argv.Word) {
	if len(args) > 0 && args[0].Value != nil && *args[0].Value == "--" {
		args = args[1:]
	}
	if len(args) == 0 {
		return
	}
	a.carries(id, "eval")
	i := argv.Interpreter{Family: "shell", Mode: "file", Span: args[0].Span, Operand: &args[0]}
	if args[0].Value != nil && argv.IsOwnDescriptor(*args[0].Value) || args[0].Substitutes && argv.IsProcess(args[0]) {
		i.Mode = "stdin"
	}
	a.facts.Commands[id].Interpreter = &i
}

// declareWords records the NAME=value words of a declaration that the grammar
// read as plain words (command export A=1).
func (a *record) declareWords(id int, args []argv.Word, sc scope) {
	for _, w := range args {
		name, value, append, ok := splitAssign(w)
		if !ok {
			continue
		}
		op := "="
		if append {
			op = "+="
		}
		v := argv.Assignment{Command: id, How: howDeclared(a.facts.Commands[id].Base), Name: &name, Op: op, Value: &value, Span: w.Span}
		a.assign(v)
		a.promptVariable(v)
	}
}

// splitAssign takes NAME=value apart.
func splitAssign(w argv.Word) (name string, value argv.Word, appends, ok bool) {
	head := w.Prefix
	name, rest, found := strings.Cut(head, "=")
	if !found {
		return "", argv.Word{}, false, false
	}
	if n, plus := strings.CutSuffix(name, "+"); plus {
		name, appends = n, true
	}
	if !argv.IsIdentifier(name) {
		return "", argv.Word{}, false, false
	}
	value = w
	value.Prefix = rest
	if w.Value != nil {
		v := rest
		value.Value, value.Suffix = &v, v
	}
	return name, value, appends, true
}

// declared looks at the options and bare names of a declaration.
func (a *record) declared(id int, sc scope) {
	c := &a.facts.Commands[id]
	for _, w := range c.Args[1:] {
		if w.Value == nil && !strings.Contains(w.Prefix, "=") || w.Splits {
			if strings.Contains(w.Prefix, "=") {
				continue
			}
			// The name itself is not known.
			a.assign(argv.Assignment{Command: id, How: howDeclared(c.Base), Op: "=", Span: w.Span})
			a.nameOperand(w, id)
			continue
		}
		head, _, assigned := strings.Cut(w.Prefix, "=")
		switch {
		case strings.HasPrefix(head, "-") || strings.HasPrefix(head, "+"):
			if strings.Contains(head, "n") && c.Base != "export" && c.Base != "readonly" {
				a.hide(command.Hidden{Kind: "nameref", Command: id, Text: w.Text, Level: a.level(), Span: w.Span})
			}
			if strings.Contains(head, "i") && c.Base != "export" {
				names := declaredNames(c.Args[1:])
				a.hide(command.Hidden{Kind: "integer-attribute", Command: id, Text: w.Text, Level: a.level(), Params: names, Span: w.Span, Words: variableWords(names)})
			}
		case strings.Contains(head, "["):
			a.nameOperand(w, id)
		case !assigned && w.Value != nil && argv.IsIdentifier(head):
			name := head
			a.assign(argv.Assignment{Command: id, How: howDeclared(c.Base), Name: &name, Op: "export", Span: w.Span})
		}
	}
}

func howDeclared(variant string) string {
	switch variant {
	case "typeset", "nameref":
		return "declare"
	}
	return variant
}

// declaredNames are the names that a declaration spells.
func declaredNames(args []argv.Word) []string {
	names := []string{}
	for _, w := range args {
		head, _, _ := strings.Cut(w.Prefix, "=")
		if head, _, _ = strings.Cut(strings.TrimSuffix(head, "+"), "["); argv.IsIdentifier(head) {
			names = append(names, head)
		}
	}
	return names
}

// variableWords are words that are nothing but a variable each.
func variableWords(names []string) []argv.Word {
	out := make([]argv.Word, len(names))
	for i, name := range names {
		out[i] = argv.Word{Skeleton: "X", Expansions: []argv.Expansion{{Kind: "parameter", Name: name}}}
	}
	return out
}
