package command

import (
	"strings"

	"github.com/skillctl/skillctl/engine/argv"
)

// cdpath notes a cd that a CDPATH in this text would lead elsewhere.
func (a *record) cdpath(id int) {
	for _, v := range a.facts.Assignments {
		if v.Name != nil && *v.Name == "CDPATH" {
			a.opaque(OpaqueConstruct, id, "the text sets CDPATH, so cd may lead elsewhere", a.facts.Commands[id].Span)
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
				a.hide(Hidden{Kind: "nameref", Command: id, Text: w.Text, Level: a.level(), Span: w.Span})
			}
			if strings.Contains(head, "i") && c.Base != "export" {
				a.hide(Hidden{Kind: "integer-attribute", Command: id, Text: w.Text, Level: a.level(), Span: w.Span})
			}
		case strings.Contains(head, "["):
			a.nameOperand(w, id)
		case !assigned && w.Value != nil && argv.IsIdentifier(head):
			name := head
			a.assign(argv.Assignment{Command: id, How: howDeclared(c.Base), Name: &name, Op: "export", Span: w.Span})
		}
	}
}

func (a *record) shopt(id int, args []argv.Word) {
	for _, w := range args {
		if w.Value == nil {
			a.opaque(OpaqueConstruct, id, "this option is not known before it runs", w.Span)
			continue
		}
		switch *w.Value {
		case "expand_aliases":
			a.opaque(OpaqueAlias, id, "aliases may stand for other commands", w.Span)
		case "assoc_expand_once", "array_expand_once", "patsub_replacement", "lastpipe", "compat31", "compat32", "compat40", "compat41", "compat42", "compat43", "compat44":
		case "extdebug", "cdable_vars", "sourcepath", "progcomp_alias", "varredir_close", "autocd", "execfail":
			a.opaque(OpaqueConstruct, id, "this option changes how commands are read", w.Span)
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
