package template

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/skillctl/skillctl/engine/argv"
	"github.com/skillctl/skillctl/engine/command"
	"github.com/skillctl/skillctl/engine/command/analysis"
	"github.com/skillctl/skillctl/engine/command/script"
)

// Filled is a command template with its arguments put in as data.
type Filled struct {
	// Literal is the command with every argument as a quoted word: what it comes
	// down to.
	Literal string
	// Positional is the same command with "${1}" and so on for the arguments, and
	// Values what they stand for: no value is ever read by a shell.
	Positional string
	Values     []string
}

// Error says why an argument cannot be put into a template as data.
type Error struct {
	// Name is that of the argument, "" where it is about the whole template.
	Name    string
	Message string
}

func (e *Error) Error() string {
	if e.Name == "" {
		return e.Message
	}
	return fmt.Sprintf("argument %q %s", e.Name, e.Message)
}

// hole is a place of the template that an argument goes to.
type hole struct {
	name     string
	from, to int // of the stand-in, in the text that is parsed
	kind     holeKind
}

type holeKind int

// How the text around a hole is quoted.
const (
	holeUnknown holeKind = iota
	holePlain
	holeDouble
	holeSingle
	holeDollar
	holeHeredoc
)

// Fill puts arguments into a template in which "{{name}}" stands for one. The
// template is read with the grammar of the shell that will run it, so that it is
// known how the text around each place is quoted. A place where a shell would read
// the argument as anything but data is a [*Error], and so is one whose
// argument is missing.
func Fill(template string, dialect command.Dialect, values map[string]string) (Filled, error) {
	text, holes, err := standIns(template, values)
	if err != nil {
		return Filled{}, err
	}
	if limit, _ := script.Prescan(text); limit != "" {
		return Filled{}, &Error{Message: "the command is nested too deeply or has too many parts"}
	}
	file, err := script.Parse(text, dialect, script.Deadline())
	switch {
	case errors.Is(err, script.ErrNoGrammar):
		return Filled{}, &Error{Message: err.Error()}
	case err != nil:
		_, message := script.SyntaxError(err)
		return Filled{}, &Error{Message: "the command cannot be read: " + message}
	}
	find(file, text, holes)
	return render(text, holes, values, dialect)
}

// standIns replaces every "{{name}}" by a word that stands nowhere else.
func standIns(template string, values map[string]string) (string, []*hole, error) {
	word := "zqArgument"
	for strings.Contains(template, word) {
		word += "q"
	}
	var out strings.Builder
	var holes []*hole
	for rest := template; ; {
		before, after, ok := strings.Cut(rest, "{{")
		if !ok {
			out.WriteString(rest)
			return out.String(), holes, nil
		}
		name, after, ok := strings.Cut(after, "}}")
		if !ok || name == "" || strings.ContainsAny(name, "\n{") {
			// It is the shell's own.
			out.WriteString(before + "{{")
			rest = rest[len(before)+2:]
			continue
		}
		value, given := values[name]
		switch {
		case !given:
			return "", nil, &Error{Name: name, Message: "is missing"}
		case strings.ContainsRune(value, 0):
			return "", nil, &Error{Name: name, Message: "has a zero byte in it"}
		}
		out.WriteString(before)
		holes = append(holes, &hole{name: name, from: out.Len(), to: out.Len() + len(word)})
		out.WriteString(word)
		rest = after
	}
}

// find says how the text around each hole is quoted. Where that is not understood
// it stays unknown.
func find(file *syntax.File, text string, holes []*hole) {
	var above []syntax.Node
	syntax.Walk(file, func(node syntax.Node) bool {
		if node == nil {
			above = above[:len(above)-1]
			return true
		}
		if kind := quoting(node, above); kind != holeUnknown {
			from, to := int(node.Pos().Offset()), int(node.End().Offset())
			for _, h := range holes {
				if h.from >= from && h.to <= to && !escaped(text, h.from, kind) {
					h.kind = kind
				}
			}
		}
		above = append(above, node)
		return true
	})
}

// quoting is how the text of a node is quoted, unknown for nodes that have none,
// and wherever a shell evaluates the text once more.
func quoting(node syntax.Node, above []syntax.Node) holeKind {
	var kind holeKind
	switch node := node.(type) {
	case *syntax.Lit:
		kind = holePlain
	case *syntax.SglQuoted:
		if kind = holeSingle; node.Dollar {
			kind = holeDollar
		}
	default:
		return holeUnknown
	}
	word := false
	for i, parent := range above {
		switch parent := parent.(type) {
		case *syntax.DblQuoted:
			if i == len(above)-1 && kind == holePlain {
				kind, word = holeDouble, true
			}
		case *syntax.Word:
			word = word || i == len(above)-1
		case *syntax.CmdSubst:
			if parent.Backquotes {
				return holeUnknown
			}
		case *syntax.Redirect:
			switch {
			case parent.Hdoc == nil || i+1 == len(above):
			case above[i+1] != syntax.Node(parent.Hdoc), !expands(parent.Word):
				return holeUnknown // the word that ends the text, or text that is not read
			default:
				kind = holeHeredoc
			}
		case *syntax.Assign:
			if parent.Index != nil {
				return holeUnknown
			}
		case *syntax.ArithmExp, *syntax.ArithmCmd, *syntax.LetClause, *syntax.ParamExp, *syntax.CStyleLoop, *syntax.TestClause, *syntax.ExtGlob, *syntax.FuncDecl, *syntax.ArrayElem:
			return holeUnknown
		}
	}
	if !word {
		return holeUnknown // a name of a variable or a function
	}
	return kind
}

// expands reports whether the word behind << is not quoted: then variables in the
// text are expanded.
func expands(word *syntax.Word) bool {
	if word == nil || len(word.Parts) != 1 {
		return false
	}
	lit, ok := word.Parts[0].(*syntax.Lit)
	return ok && !strings.ContainsRune(lit.Value, '\\')
}

// escaped reports whether what is put at an offset would follow a backslash or a
// dollar sign, and be read with it.
func escaped(text string, at int, kind holeKind) bool {
	if kind == holeSingle || at == 0 {
		return false
	}
	if text[at-1] == '$' {
		return kind == holePlain || kind == holeDouble || kind == holeHeredoc
	}
	n := 0
	for at-1-n >= 0 && text[at-1-n] == '\\' {
		n++
	}
	return n%2 == 1
}

// render writes the command in both ways.
func render(text string, holes []*hole, values map[string]string, dialect command.Dialect) (Filled, error) {
	var out Filled
	var literal, positional strings.Builder
	names, at := []string{}, 0
	for _, h := range holes {
		value := values[h.name]
		if h.kind == holeUnknown || h.kind == holeHeredoc && strings.Contains(value, "\n") {
			return Filled{}, &Error{Name: h.name, Message: "stands where a shell would read it as more than data; give it as a word of its own: \"{{" + h.name + "}}\""}
		}
		i := slices.Index(names, h.name)
		if i < 0 {
			i, names, out.Values = len(names), append(names, h.name), append(out.Values, value)
		}
		parameter := fmt.Sprintf("${%d}", i+1)
		quoted := "'" + strings.ReplaceAll(value, "'", `'\''`) + "'"
		literal.WriteString(text[at:h.from])
		positional.WriteString(text[at:h.from])
		switch h.kind {
		case holePlain:
			literal.WriteString(quoted)
			positional.WriteString(`"` + parameter + `"`)
		case holeDouble:
			literal.WriteString(`"` + quoted + `"`)
			positional.WriteString(parameter)
		case holeSingle:
			literal.WriteString("'" + quoted + "'")
			positional.WriteString(`'"` + parameter + `"'`)
		case holeDollar:
			literal.WriteString("'" + quoted + "$'")
			positional.WriteString(`'"` + parameter + `"$'`)
		case holeHeredoc:
			literal.WriteString(strings.NewReplacer(`\`, `\\`, "$", `\$`, "`", "\\`").Replace(value))
			positional.WriteString(parameter)
		}
		at = h.to
	}
	out.Literal, out.Positional = literal.String()+text[at:], positional.String()+text[at:]
	return out, evaluated(out.Positional, dialect)
}

// evaluated refuses a command that gives one of its arguments to a shell as code.
func evaluated(positional string, dialect command.Dialect) error {
	for _, place := range analysis.Text(positional, analysis.WithDialect(dialect)).Opaque {
		if place.Reason == argv.OpaquePayload {
			return &Error{Message: "the command gives an argument to a shell as code: " + place.Detail}
		}
	}
	return nil
}
