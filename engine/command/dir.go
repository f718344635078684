package command

import (
	"strings"

	"github.com/skillctl/skillctl/engine/argv"
)

// enterDirs is where cd leads when its folder is a variable of the text: to any of
// its values.
func (a *analyser) enterDirs(d dirs, c Command) flow {
	at := -1
	for i, w := range c.Args[1:] {
		if w.Value != nil {
			continue
		}
		if at >= 0 {
			return changeDir(d, c)
		}
		at = i + 1
	}
	if at < 0 {
		return changeDir(d, c)
	}
	vars := a.told()
	if vars == nil {
		return changeDir(d, c)
	}
	out := flow{bad: d}
	vars.in(d.fact(), a.facts.Commands, c.ID)
	for _, value := range vars.values(c.Args[at]) {
		if unknownIn(value) || value == "" {
			return changeDir(d, c)
		}
		one := c
		one.Args = append([]argv.Word{}, c.Args...)
		one.Args[at] = argv.Literal(value, c.Args[at].Text, c.Args[at].Span)
		one.Args[at].Tilde = strings.HasPrefix(value, "~")
		out.ok = out.ok.union(changeDir(d, one).ok)
	}
	return out
}

// maxCalls is how many calls of functions in one another are followed to the folder of the first.
const maxCalls = 12

// calledIn are the folders that a function of the text is called in. They are known when it
// was read before, and nothing calls the function but commands whose folder is.
func (a *analyser) calledIn(name string, depth int) dirs {
	if a.spelling == nil || depth > maxCalls {
		return dirs{unknown: true}
	}
	out := dirs{}
	for _, c := range a.spelling.first() {
		switch {
		case c.Role == "builtin" && (c.Base == "trap" || c.Base == "source" || c.Base == "." || c.Context.Function != "" && movesShell(c.Base)):
			return dirs{unknown: true}
		case c.Name == nil || *c.Name != name:
			continue
		case c.Role != "function":
			return dirs{unknown: true}
		case c.Dir.Known:
			out = out.union(dirs{list: append([]string{c.Dir.Path}, c.Dir.Or...)})
		case c.Context.Function != "" && c.Context.Function != name && c.Edge == EdgeText:
			out = out.union(a.calledIn(c.Context.Function, depth+1))
		default:
			return dirs{unknown: true}
		}
	}
	if len(out.list) == 0 {
		return dirs{unknown: true}
	}
	return out
}
