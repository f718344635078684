package analysis

import (
	"cmp"
	"strings"

	"github.com/skillctl/skillctl/engine/argv"
	"github.com/skillctl/skillctl/engine/command"
	"github.com/skillctl/skillctl/engine/command/arithmetic"
	"github.com/skillctl/skillctl/engine/command/script"
	"github.com/skillctl/skillctl/internal/document"
)

// record collects the facts about one text.
type record struct {
	facts *command.Facts
	// suspicious is set when some literal of the text holds code-like text, so
	// that evaluating a variable may run it.
	suspicious bool
	values     values
}

// fail records that reading stopped.
func (a *record) fail(limit, message string, at document.Span) {
	a.facts.Parse.OK = false
	reason := command.OpaqueSyntax
	if limit != "" {
		reason = command.OpaqueLimit
		a.facts.Parse.Limit = cmp.Or(a.facts.Parse.Limit, limit)
	}
	if a.facts.Parse.Error == nil {
		a.facts.Parse.Error = &command.ParseError{Message: message, Span: at}
	}
	a.opaque(reason, -1, message, at)
}

func (a *record) opaque(reason string, id int, detail string, at document.Span) {
	a.facts.Note(command.Opaque{Reason: reason, Command: id, Detail: detail, Span: at})
}

func (a *record) limit(name string) {
	a.facts.Parse.OK = false
	a.facts.Parse.Limit = cmp.Or(a.facts.Parse.Limit, name)
}

func (a *record) construct(kind string, t *script.Text, from, to int) {
	if len(a.facts.Constructs) < command.MaxCommands {
		a.facts.Constructs = append(a.facts.Constructs, command.Construct{Kind: kind, Span: t.Span(from, to)})
	}
}

func (a *record) difference(kind string, t *script.Text, from, to int) {
	if len(a.facts.Differences) < command.MaxCommands {
		a.facts.Differences = append(a.facts.Differences, command.Construct{Kind: kind, Span: t.Span(from, to)})
	}
}

func (a *record) hide(h command.Hidden) {
	if h.Params == nil {
		h.Params = []string{}
	}
	if !h.Names {
		a.evaluated(h)
	}
	if len(a.facts.Hidden) < command.MaxCommands {
		a.facts.Hidden = append(a.facts.Hidden, h)
	}
}

// level is how likely it is that evaluating a variable runs something: certain
// when a literal of the text holds code-like text.
func (a *record) level() string {
	if a.suspicious {
		return "suspect"
	}
	return "possible"
}

// nameOperand looks at a word that a builtin takes for the name of a variable:
// bash evaluates a subscript in it.
func (a *record) nameOperand(w argv.Word, id int) {
	value := w.Prefix
	if w.Value != nil {
		value = *w.Value
	}
	switch {
	case w.Value == nil:
		a.hide(command.Hidden{Kind: "subscript", Command: id, Text: w.Text, Level: a.level(), Params: w.Params, Span: w.Span, Words: []argv.Word{w}, Names: true})
	case strings.Contains(value, "["):
		a.textAssigns(value, w, id)
		level := "possible"
		if arithmetic.Code(value) {
			level = "certain"
		} else if a.suspicious {
			level = "suspect"
		}
		a.hide(command.Hidden{Kind: "subscript", Command: id, Text: w.Text, Level: level, Span: w.Span, Words: []argv.Word{w}})
	}
}

// arithmeticOperand looks at a word that is evaluated as arithmetic.
func (a *record) arithmeticOperand(w argv.Word, id int) {
	if w.Value != nil && argv.IsNumber(*w.Value) {
		return
	}
	a.textAssigns(w.Shape(), w, id)
	level := a.level()
	if arithmetic.Code(w.Prefix) || arithmetic.Code(w.Suffix) {
		level = "certain"
	}
	a.hide(command.Hidden{Kind: "arithmetic", Command: id, Text: w.Text, Level: level, Params: w.Params, Span: w.Span, Words: []argv.Word{w}})
}

func (a *record) assign(v argv.Assignment) { a.facts.Assignments = append(a.facts.Assignments, v) }

// promptVariable notes variables whose value the shell itself evaluates.
func (a *record) promptVariable(v argv.Assignment) {
	if v.Name == nil || v.Op == "unset" {
		return
	}
	kind := ""
	switch n := *v.Name; n {
	case "PS0", "PS1", "PS2", "PS3", "PS4", "PROMPT_COMMAND", "PROMPT_DIRTRIM", "MAIL", "MAILPATH", "MAILCHECK":
		kind = "prompt-variable"
	case "BASH_CMDS", "hash", "commands":
		kind = "command-table"
	case "BASH_ALIASES", "aliases", "galiases", "saliases", "functions":
		kind = "alias-table"
	default:
		if strings.HasPrefix(n, "BASH_FUNC_") {
			kind = "function-import"
		}
	}
	if kind == "" {
		return
	}
	text := ""
	if v.Value != nil {
		text = v.Value.Text
	}
	level := "possible"
	if kind != "prompt-variable" || v.Value == nil || v.Value.Value == nil || strings.ContainsAny(*v.Value.Value, "$`") {
		level = "certain"
	}
	a.facts.Hidden = append(a.facts.Hidden, command.Hidden{Kind: kind, Command: v.Command, Text: text, Level: level, Params: []string{*v.Name}, Span: v.Span})
}

func (a *record) carries(id int, what string) { a.facts.Commands[id].Carries = what }

// hit records a hit once, however many rules find it.
func (a *record) hit(id int, h argv.Hit) {
	for _, have := range a.facts.Commands[id].Hits {
		if have.Kind == h.Kind && have.Option == h.Option && have.Span == h.Span {
			return
		}
	}
	a.facts.Commands[id].Hits = append(a.facts.Commands[id].Hits, h)
}

// pipeHolds reports whether the commands that feed a pipe have words with one
// of the texts.
func (a *record) pipeHolds(from []int, list []string) bool {
	for _, id := range from {
		c := a.facts.Commands[id]
		for _, w := range c.Args {
			if argv.ContainsAny(w.Shape(), list) {
				return true
			}
		}
		if c.Stdin.Text != nil && argv.ContainsAny(*c.Stdin.Text, list) {
			return true
		}
	}
	return false
}

// fedText is the text that a command reads from its standard input, nil when it
// is not known. Of programs that feed a pipe, echo and printf are known.
func (a *record) fedText(in argv.Stdin) *string {
	if in.Kind != "pipe" || len(in.From) != 1 {
		return in.Text
	}
	c := a.facts.Commands[in.From[0]]
	if c.Name == nil || c.Role != "builtin" && c.Role != "program" || len(c.Args) < 2 || !c.Exact {
		return nil
	}
	words := make([]string, len(c.Args)-1)
	for i, w := range c.Args[1:] {
		if !w.Static() {
			return nil
		}
		words[i] = *w.Value
	}
	text := strings.Join(words, " ") + "\n"
	switch {
	case *c.Name == "echo" && !strings.HasPrefix(text, "-") && !strings.Contains(text, "\\"):
		return &text
	case *c.Name == "printf" && len(words) == 1 && !strings.ContainsAny(text, "\\%") && !strings.HasPrefix(text, "-"):
		return &words[0]
	}
	return nil
}
