package word

import (
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/argv"
	"github.com/skillctl/skillctl/engine/command"
	"mvdan.cc/sh/v3/syntax"
)

// maxInside is how deep the words inside expansions are read.
const maxInside = 4

// parameter says what a ${…} can come to.
func (d *decoder) parameter(p *syntax.ParamExp, quoted bool) argv.Expansion {
	e := argv.Expansion{Kind: "other", Quoted: quoted}
	if p.Param != nil {
		e.Name = p.Param.Value
	}
	e.All = e.Name == "@" || e.Name == "*" || IsAll(p.Index)
	if p.Index != nil && !e.All {
		e.Element = d.t.Src[int(p.Index.Pos().Offset()):min(int(p.Index.End().Offset()), len(d.t.Src))]
	}
	switch {
	case p.Length:
		e.Kind = "number"
	case p.Excl && IsAll(p.Index):
		// The indices themselves: what gave an array an index was evaluated then.
		e.Kind = "number"
	case p.Names != 0 || p.Flags != nil || p.NestedParam != nil || len(p.Modifiers) > 0 || p.Width || p.IsSet:
	case p.Excl:
		failing := p.Exp != nil && (p.Exp.Op == syntax.ErrorUnset || p.Exp.Op == syntax.ErrorUnsetOrNull)
		e.Indirect = p.Repl == nil && (p.Exp == nil || failing) && p.Slice == nil && p.Index == nil
	case p.Repl != nil:
		e.Apply = applies(p)
	case p.Slice != nil:
		switch {
		case !e.All:
			e.Kind, e.Apply = "part", applies(p)
		case p.Index != nil || behindFirst(p.Slice):
			e.Kind = "part"
		}
	case p.Exp == nil:
		e.Kind = "parameter"
	default:
		d.operator(p, &e)
	}
	return e
}

// behindFirst reports whether a part of all arguments does not begin with the name of the shell: from 0 on,
// and where there are fewer than are counted from the end, that comes before the first.
func behindFirst(s *syntax.Slice) bool {
	w, ok := s.Offset.(*syntax.Word)
	return ok && strings.Trim(w.Lit(), "0123456789") == "" && strings.Trim(w.Lit(), "0") != ""
}

// operator reads the operator of a ${x…}.
func (d *decoder) operator(p *syntax.ParamExp, e *argv.Expansion) {
	switch p.Exp.Op {
	case syntax.RemSmallPrefix, syntax.RemLargePrefix, syntax.RemSmallSuffix, syntax.RemLargeSuffix:
		e.Kind, e.Apply = "part", applies(p)
		if p.Exp.Word != nil && d.depth < maxInside {
			word := d.inside(p.Exp.Word)
			e.Cut, e.Else = p.Exp.Op.String(), &word
		}
	case syntax.ErrorUnset, syntax.ErrorUnsetOrNull:
		e.Kind = "parameter"
	case syntax.AlternateUnset, syntax.AlternateUnsetOrNull, syntax.DefaultUnset, syntax.DefaultUnsetOrNull, syntax.AssignUnset, syntax.AssignUnsetOrNull:
		if d.depth >= maxInside {
			return
		}
		empty := ""
		word := argv.Word{Value: &empty}
		if p.Exp.Word != nil {
			word = d.inside(p.Exp.Word)
		}
		e.Kind, e.Else = "default", &word
		e.Filled = p.Exp.Op == syntax.DefaultUnsetOrNull || p.Exp.Op == syntax.AssignUnsetOrNull
		e.Instead = p.Exp.Op == syntax.AlternateUnset || p.Exp.Op == syntax.AlternateUnsetOrNull
	default:
		e.Apply = applies(p)
	}
}

// output says what a substitution runs where that is simple commands: of a pipeline the last one that
// does more than to take lines away.
func (d *decoder) output(c *syntax.CmdSubst, quoted bool) argv.Expansion {
	e := argv.Expansion{Kind: "output", Quoted: quoted}
	if len(c.Stmts) != 1 || d.depth >= maxInside {
		return e
	}
	parts := piped(c.Stmts[0])
	for i := len(parts) - 1; i >= 0; i-- {
		call, ok := parts[i].Cmd.(*syntax.CallExpr)
		if !ok {
			return argv.Expansion{Kind: "output", Quoted: quoted}
		}
		if len(parts) == 1 {
			if e.Else = d.handedOn(call, parts[i].Redirs); e.Else != nil {
				return e
			}
		}
		if e.Output = d.simple(parts[i], call); e.Output == nil {
			return argv.Expansion{Kind: "output", Quoted: quoted}
		}
		if i == 0 || !onlyMessages(parts[i].Redirs) || !argv.Filters(e.Output) {
			break
		}
		e.Through = append(e.Through, *e.Output[0].Value)
	}
	return e
}

// piped are the parts of a pipeline.
func piped(s *syntax.Stmt) []*syntax.Stmt {
	b, ok := s.Cmd.(*syntax.BinaryCmd)
	if !ok || b.Op != syntax.Pipe || s.Negated || s.Background || len(s.Redirs) > 0 {
		return []*syntax.Stmt{s}
	}
	return append(piped(b.X), piped(b.Y)...)
}

// simple are the words of a command of which nothing else changes what it prints; nil for others.
func (d *decoder) simple(s *syntax.Stmt, call *syntax.CallExpr) []argv.Word {
	if s.Negated || s.Background || len(call.Assigns) > 0 || !quietRedirects(s.Redirs) {
		return nil
	}
	var out []argv.Word
	for _, w := range call.Args {
		if d.dialect == command.Bash && HasBrace(w) {
			return nil
		}
		out = append(out, d.inside(w))
	}
	return out
}

// handedOn is the text in a substitution that cat hands on as it is: $(cat <<< x). Of several
// lines it is none: that is a message, and names no place.
func (d *decoder) handedOn(call *syntax.CallExpr, list []*syntax.Redirect) *argv.Word {
	if len(call.Args) != 1 || len(call.Assigns) > 0 || call.Args[0].Lit() != "cat" || len(list) != 1 || list[0].N != nil {
		return nil
	}
	switch r := list[0]; {
	case r.Op == syntax.WordHdoc:
		return oneLine(d.inside(r.Word))
	case r.Op == syntax.Hdoc && r.Hdoc != nil:
		quoted := false
		for _, p := range r.Word.Parts {
			l, ok := p.(*syntax.Lit)
			quoted = quoted || !ok || strings.Contains(l.Value, `\`)
		}
		if !quoted {
			return oneLine(d.insideQuotes(r.Hdoc))
		}
		var b strings.Builder
		for _, p := range r.Hdoc.Parts {
			l, ok := p.(*syntax.Lit)
			if !ok {
				return nil
			}
			b.WriteString(l.Value)
		}
		return oneLine(argv.Literal(b.String(), b.String(), d.word.Span))
	}
	return nil
}

// oneLine is a word that is one line.
func oneLine(w argv.Word) *argv.Word {
	if strings.Contains(strings.TrimRight(w.Shape(), "\n"), "\n") {
		return nil
	}
	return &w
}

// quietRedirects reports whether nothing but input and messages is redirected.
func quietRedirects(list []*syntax.Redirect) bool {
	for _, r := range list {
		if r.Op != syntax.RdrIn && (r.N == nil || r.N.Value != "2") {
			return false
		}
	}
	return true
}

// onlyMessages reports whether nothing but messages is redirected.
func onlyMessages(list []*syntax.Redirect) bool {
	return !slices.ContainsFunc(list, func(r *syntax.Redirect) bool { return r.N == nil || r.N.Value != "2" })
}

// inside decodes a word that stands in an expansion.
func (d *decoder) inside(w *syntax.Word) argv.Word { return d.within(w, false) }

// insideQuotes decodes one in which nothing is split.
func (d *decoder) insideQuotes(w *syntax.Word) argv.Word { return d.within(w, true) }

func (d *decoder) within(w *syntax.Word, quoted bool) argv.Word {
	in := decoder{t: d.t, dialect: d.dialect, first: true, quotes: map[string]bool{}, depth: d.depth + 1}
	in.word.Params = []string{}
	from, to := int(w.Pos().Offset()), min(int(w.End().Offset()), len(d.t.Src))
	in.word.Text = d.t.Src[min(from, to):to]
	in.parts(w.Parts, quoted)
	in.word.Span = d.word.Span
	return in.done()
}
