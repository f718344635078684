package analysis

import (
	"strings"

	"github.com/skillctl/skillctl/engine/argv"
	"github.com/skillctl/skillctl/engine/command"
	"github.com/skillctl/skillctl/engine/command/dir"
	"github.com/skillctl/skillctl/engine/command/mark"
)

// enterDirs is where cd leads when its folder is a variable of the text: to any of
// its values.
func (a *analyser) enterDirs(d dir.Set, c command.Command) dir.After {
	at := -1
	for i, w := range c.Args[1:] {
		if w.Value != nil {
			continue
		}
		if at >= 0 {
			return dir.Change(d, c)
		}
		at = i + 1
	}
	if at < 0 {
		return dir.Change(d, c)
	}
	vars := a.told()
	if vars == nil {
		return dir.Change(d, c)
	}
	out := dir.After{Bad: d}
	vars.In(d.Fact(), a.facts.Commands, c.ID)
	for _, value := range vars.Of(c.Args[at]) {
		if mark.In(value) || value == "" {
			return dir.Change(d, c)
		}
		one := c
		one.Args = append([]argv.Word{}, c.Args...)
		one.Args[at] = argv.Literal(value, c.Args[at].Text, c.Args[at].Span)
		one.Args[at].Tilde = strings.HasPrefix(value, "~")
		out.OK = out.OK.Union(dir.Change(d, one).OK)
	}
	return out
}

// maxCalls is how many calls of functions in one another are followed to the folder of the first.
const maxCalls = 12

// calledIn are the folders that a function of the text is called in. They are known when it
// was read before, and nothing calls the function but commands whose folder is.
func (a *analyser) calledIn(name string, depth int) dir.Set {
	if a.spelling == nil || depth > maxCalls {
		return dir.Set{Unknown: true}
	}
	out := dir.Set{}
	for _, c := range a.spelling.First() {
		switch {
		case c.Role == "builtin" && (c.Base == "trap" || c.Base == "source" || c.Base == "." || c.Context.Function != "" && dir.Moves(c.Base)):
			return dir.Set{Unknown: true}
		case c.Name == nil || *c.Name != name:
			continue
		case c.Role != "function":
			return dir.Set{Unknown: true}
		case c.Dir.Known:
			out = out.Union(dir.Set{List: append([]string{c.Dir.Path}, c.Dir.Or...)})
		case c.Context.Function != "" && c.Context.Function != name && c.Edge == command.EdgeText:
			out = out.Union(a.calledIn(c.Context.Function, depth+1))
		default:
			return dir.Set{Unknown: true}
		}
	}
	if len(out.List) == 0 {
		return dir.Set{Unknown: true}
	}
	return out
}
