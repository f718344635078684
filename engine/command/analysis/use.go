package analysis

import (
	"slices"
	"strconv"
	"strings"

	"github.com/skillctl/skillctl/engine/argv"
	"github.com/skillctl/skillctl/engine/command"
	"github.com/skillctl/skillctl/engine/command/arithmetic"
	"github.com/skillctl/skillctl/engine/command/script"
	"github.com/skillctl/skillctl/engine/command/word"
	"mvdan.cc/sh/v3/syntax"
)

// values are what is known of variables at a place of the walk.
type values struct {
	// set are the variables that the text has surely set.
	set []string
	// tested are the expansions of which only is asked whether they are empty.
	tested map[*syntax.ParamExp]bool
	// function: the walk is in the body of one.
	function bool
}

func (a *record) use(u command.Use) {
	if len(a.facts.Uses) >= command.MaxCommands {
		a.limit("too_many_nodes")
		return
	}
	if u.Name != nil {
		u.Set = slices.Contains(a.values.set, *u.Name)
	}
	a.facts.Uses = append(a.facts.Uses, u)
}

// takes records an expansion that takes the value of a variable.
func (a *record) takes(p *syntax.ParamExp, t *script.Text, id int) {
	if p.Length || p.Names != 0 || p.Excl && word.IsAll(p.Index) {
		return
	}
	if e := p.Exp; e != nil && (e.Op == syntax.AlternateUnset || e.Op == syntax.AlternateUnsetOrNull) {
		return
	}
	from, to := int(p.Pos().Offset()), min(int(p.End().Offset()), len(t.Src))
	u := command.Use{Command: id, How: "expansion", Text: t.Src[min(from, to):to], Tested: a.values.tested[p], Span: t.Span(from, to)}
	if p.Param != nil && !p.Excl {
		u.Name = &p.Param.Value
	}
	a.use(u)
}

// evaluated records the names in words that are evaluated as arithmetic. What is expanded
// in them is told where it is expanded.
func (a *record) evaluated(h command.Hidden) {
	for _, w := range h.Words {
		shape := []byte(w.Shape())
		for _, e := range w.Expansions {
			if w.Value == nil && e.At < len(shape) {
				shape[e.At] = '0'
			}
		}
		names, _ := arithmetic.Names(string(shape))
		for _, name := range names {
			a.use(command.Use{Command: h.Command, Name: &name, How: "arithmetic", Text: name, Span: h.Span})
		}
	}
}

// sets notes what a statement surely sets for those behind it.
func (a *analyser) sets(s *syntax.Stmt) {
	a.values.set = append(slices.Clip(a.values.set), a.surely(s)...)
}

// knowing notes what the statements of a condition surely set; what it gives takes that
// back.
func (a *analyser) knowing(list []*syntax.Stmt) (forget func()) {
	known := a.values.set
	for _, s := range list {
		a.sets(s)
	}
	return func() { a.values.set = known }
}

// surely are the variables that a statement sets in this shell whatever comes of it.
func (a *analyser) surely(s *syntax.Stmt) []string {
	if s.Background || !opensNothing(s.Redirs) {
		return nil
	}
	var names []string
	switch c := s.Cmd.(type) {
	case *syntax.CallExpr:
		if len(c.Args) > 0 {
			return append(a.readNames(c.Args), givenNames(c.Args)...)
		}
		return assigned(c.Assigns)
	case *syntax.DeclClause:
		if c.Variant.Value == "local" && !a.values.function {
			return nil // it is refused outside of a function
		}
		return assigned(c.Args)
	case *syntax.BinaryCmd:
		if c.Op == syntax.AndStmt || c.Op == syntax.OrStmt {
			return a.surely(c.X)
		}
	case *syntax.Block:
		for _, one := range c.Stmts {
			names = append(names, a.surely(one)...)
		}
	case *syntax.IfClause:
		for _, one := range c.Cond {
			names = append(names, a.surely(one)...)
		}
	}
	return names
}

// givenNames are the arguments, by their numbers and all together, that a call of set surely
// gives.
func givenNames(args []*syntax.Word) []string {
	if args[0].Lit() != "set" {
		return nil
	}
	args = args[1:]
	for len(args) > 0 { // options as setWords reads them
		lit := args[0].Lit()
		if lit == "--" || len(lit) < 2 || lit[0] != '-' && lit[0] != '+' {
			break
		}
		if strings.HasSuffix(lit, "o") && len(args) > 1 {
			args = args[1:] // the name of an option
		}
		args = args[1:]
	}
	if len(args) > 0 && args[0].Lit() == "--" {
		args = args[1:]
	}
	var names []string
	for i, w := range args {
		if !oneWord(w) {
			break
		}
		names = append(names, strconv.Itoa(i+1))
	}
	if len(names) > 0 {
		names = append(names, "@", "*")
	}
	return names
}

// oneWord reports whether a word stays one word whatever is expanded in it.
func oneWord(w *syntax.Word) bool {
	for _, part := range w.Parts {
		switch part := part.(type) {
		case *syntax.Lit:
			if strings.ContainsAny(part.Value, "*?[{") {
				return false
			}
		case *syntax.SglQuoted:
		case *syntax.DblQuoted:
			if slices.ContainsFunc(part.Parts, func(inner syntax.WordPart) bool {
				p, ok := inner.(*syntax.ParamExp)
				return ok && (p.Param == nil || p.Param.Value == "@" || p.Index != nil || p.Excl)
			}) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// opensNothing reports whether no redirect can fail, which would end the command.
func opensNothing(list []*syntax.Redirect) bool {
	return !slices.ContainsFunc(list, func(r *syntax.Redirect) bool {
		return r.Op != syntax.Hdoc && r.Op != syntax.DashHdoc && r.Op != syntax.WordHdoc
	})
}

// assigned are the variables that get a new value, whole.
func assigned(list []*syntax.Assign) []string {
	var names []string
	for _, as := range list {
		if as.Name != nil && as.Index == nil && !as.Append && !as.Naked {
			names = append(names, as.Name.Value)
		}
	}
	return names
}

// readNames are the variables that a plain read sets, at the end of its input too.
func (a *analyser) readNames(words []*syntax.Word) []string {
	if words[0].Lit() != "read" || a.defines("read") {
		return nil
	}
	words = words[1:]
	for len(words) > 0 && strings.Trim(words[0].Lit(), "rse") == "-" {
		words = words[1:]
	}
	var names []string
	for _, w := range words {
		if !argv.IsIdentifier(w.Lit()) {
			return nil
		}
		names = append(names, w.Lit())
	}
	return names
}

// defines reports whether the text has defined a function or an alias of a name.
func (a *analyser) defines(name string) bool {
	return slices.ContainsFunc(a.facts.Functions, func(f command.Function) bool { return f.Name == name })
}

// looks marks the expansions of a command that does nothing with them: the builtin
// that does nothing at all, and the test of one word in quotes, which cannot become
// several.
func (a *analyser) looks(words []*syntax.Word) {
	if len(words) == 0 || a.defines(words[0].Lit()) {
		return
	}
	switch name, rest := words[0].Lit(), words[1:]; name {
	case ":":
		for _, w := range rest {
			a.tested(w.Parts)
		}
	case "[", "test":
		if name == "[" && len(rest) > 0 && rest[len(rest)-1].Lit() == "]" {
			rest = rest[:len(rest)-1]
		}
		if len(rest) > 1 && rest[0].Lit() == "!" {
			rest = rest[1:]
		}
		if len(rest) == 2 && (rest[0].Lit() == "-n" || rest[0].Lit() == "-z") {
			rest = rest[1:]
		}
		if len(rest) == 1 && len(rest[0].Parts) == 1 {
			if quoted, ok := rest[0].Parts[0].(*syntax.DblQuoted); ok {
				a.tested(quoted.Parts)
			}
		}
	}
}

// looksAt marks the operands of [[ -n … ]] and [[ -z … ]].
func (a *analyser) looksAt(x syntax.TestExpr) {
	syntax.Walk(x, func(n syntax.Node) bool {
		if one, ok := n.(*syntax.UnaryTest); ok && (one.Op == syntax.TsNempStr || one.Op == syntax.TsEmpStr) {
			if w, ok := one.X.(*syntax.Word); ok {
				a.tested(w.Parts)
			}
		}
		return true
	})
}

// tested marks the expansions among the parts of a word; those inside of them are others.
func (a *analyser) tested(parts []syntax.WordPart) {
	for _, part := range parts {
		switch part := part.(type) {
		case *syntax.ParamExp:
			if a.values.tested == nil {
				a.values.tested = map[*syntax.ParamExp]bool{}
			}
			a.values.tested[part] = true
		case *syntax.DblQuoted:
			a.tested(part.Parts)
		}
	}
}
