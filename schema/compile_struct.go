package schema

import (
	"cmp"
	"fmt"
	"strings"

	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/literal"
	"cuelang.org/go/cue/token"
)

// structure compiles a struct literal: fields, patterns, embedded definitions,
// `...` and attributes.
func (c *compiler) structure(e *ast.StructLit) (*spec, error) {
	o := &object{index: map[string]*field{}, retired: map[string]legacy{}, open: c.limits}
	for _, d := range e.Elts {
		switch d := d.(type) {
		case *ast.Field:
			if err := c.field(o, d); err != nil {
				return nil, err
			}
		case *ast.Ellipsis:
			o.open = true
		case *ast.Attribute:
			if err := c.structAttribute(o, d); err != nil {
				return nil, err
			}
		case *ast.EmbedDecl:
			s, err := c.expr(d.Expr)
			if err != nil {
				return nil, err
			}
			if err := include(o, s); err != nil {
				return nil, failAt(d.Pos(), "%v", err)
			}
		case *ast.CommentGroup:
		default:
			return nil, failAt(d.Pos(), "%T in a struct is not supported", d)
		}
	}
	return &spec{alts: []*alt{{kinds: kindObject, object: o}}}, nil
}

// include adds the fields of an embedded struct to o.
func include(o *object, s *spec) error {
	if len(s.alts) != 1 || s.alts[0].object == nil {
		return fmt.Errorf("only one struct can be embedded")
	}
	in := s.alts[0].object
	for _, f := range in.fields {
		o.add(f)
	}
	o.patterns = append(o.patterns, in.patterns...)
	o.conflicts = append(o.conflicts, in.conflicts...)
	o.rules = append(o.rules, in.rules...)
	for k, v := range in.retired {
		o.retired[k] = v
	}
	o.open = o.open || in.open
	o.near, o.beside = o.near || in.near, o.beside || in.beside
	return nil
}

func (c *compiler) field(o *object, d *ast.Field) error {
	if l, ok := d.Label.(*ast.ListLit); ok {
		return c.patternField(o, l, d)
	}
	name, err := labelName(d.Label)
	if err != nil {
		return err
	}
	s, err := c.expr(d.Value)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	f := &field{name: name, doc: docOf(d), spec: s}
	switch d.Constraint {
	case token.NOT:
		f.required = true
	case token.OPTION:
		f.optional = true
	default:
		f.required = !c.limits && !completes(s)
	}
	if err := f.annotate(d.Attrs); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	o.add(f)
	return nil
}

// annotate applies the attributes of a field.
func (f *field) annotate(list []*ast.Attribute) error {
	attrs, err := attributes(list)
	if err != nil {
		return err
	}
	for name, a := range attrs {
		switch name {
		case "says":
			f.says = a.first()
		case "hint":
			f.hint = a.first()
		case "path":
			f.path, f.word = true, a.opts["except"]
		case "merge":
			f.merge = a.first()
		case "example":
			f.example = a.first()
		case "legacy":
			f.legacy = &legacy{replacedBy: a.opts["replacedBy"], since: a.opts["since"], says: a.opts["says"]}
			if w, ok := a.opts["when"]; ok {
				f.legacy.when = w == "true"
			}
		default:
			return fmt.Errorf("attribute @%s is not known", name)
		}
	}
	if f.says != "" || f.hint != "" {
		f.spec = f.spec.said(f.says, f.hint)
	}
	return nil
}

// said returns a copy of s whose checks explain themselves with a sentence.
func (s *spec) said(says, hint string) *spec {
	out := *s
	out.alts = make([]*alt, len(s.alts))
	for i, a := range s.alts {
		b := *a
		b.checks = append([]check(nil), a.checks...)
		for j := range b.checks {
			ch := &b.checks[j]
			if ch.says == "" && (ch.op == opMatch || ch.op == opNotMatch || ch.op == opNot) {
				ch.says = says
			}
			ch.hint = cmp.Or(ch.hint, hint)
		}
		if b.list != nil && b.list.rest != nil {
			l := *b.list
			l.rest = b.list.rest.said(says, hint)
			b.list = &l
		}
		out.alts[i] = &b
	}
	return &out
}

func (c *compiler) patternField(o *object, l *ast.ListLit, d *ast.Field) error {
	if len(l.Elts) != 1 {
		return failAt(d.Pos(), "a key pattern has one expression")
	}
	keys, err := c.expr(l.Elts[0])
	if err != nil {
		return err
	}
	s, err := c.expr(d.Value)
	if err != nil {
		return err
	}
	attrs, err := attributes(d.Attrs)
	if err != nil {
		return err
	}
	p := &pattern{spec: s, says: attrs["says"].first()}
	switch a := keys.alts[0]; {
	case len(keys.alts) > 1 || a.consts != nil:
		// [#Enum]: T is a closed set of optional keys.
		for _, a := range keys.alts {
			for _, v := range a.consts {
				o.add(&field{name: v.(string), doc: docOf(d), spec: s})
			}
		}
		return nil
	case len(a.checks) == 1 && a.checks[0].op == opMatch:
		p.text, p.re = a.checks[0].text, a.checks[0].re
	case len(a.checks) > 0:
		return failAt(d.Pos(), "a key pattern is a string or =~")
	}
	o.patterns = append(o.patterns, p)
	return nil
}

func labelName(l ast.Label) (string, error) {
	switch l := l.(type) {
	case *ast.Ident:
		return l.Name, nil
	case *ast.BasicLit:
		return literal.Unquote(l.Value)
	}
	return "", failAt(l.Pos(), "label is not supported")
}

func (c *compiler) structAttribute(o *object, d *ast.Attribute) error {
	a, err := parseAttribute(d)
	if err != nil {
		return err
	}
	switch a.name {
	case "near":
		o.near, o.beside = true, a.first() == "beside"
	case "retired":
		o.retired[a.first()] = legacy{replacedBy: a.opts["replacedBy"], since: a.opts["since"], says: a.opts["says"]}
	case "rules":
		o.rules = append(o.rules, ruleRef{def: a.first(), when: a.args[1:]})
	case "conflicts":
		list, err := c.conflicts(a.first())
		if err != nil {
			return err
		}
		o.conflicts = append(o.conflicts, list...)
	default:
		return failAt(d.Pos(), "attribute @%s is not known", a.name)
	}
	return nil
}

// conflicts reads a definition that lists shapes an object must not have.
func (c *compiler) conflicts(name string) ([]conflict, error) {
	f := c.defs[name]
	if f == nil {
		return nil, fmt.Errorf("definition %s does not exist", name)
	}
	l, ok := f.Value.(*ast.ListLit)
	if !ok {
		return nil, fmt.Errorf("definition %s is not a list", name)
	}
	var out []conflict
	for _, el := range l.Elts {
		st, ok := el.(*ast.StructLit)
		if !ok {
			return nil, fmt.Errorf("definition %s: %T is not a struct", name, el)
		}
		one, err := c.conflict(st)
		if err != nil {
			return nil, fmt.Errorf("definition %s: %w", name, err)
		}
		out = append(out, one)
	}
	return out, nil
}

func (c *compiler) conflict(st *ast.StructLit) (conflict, error) {
	out := conflict{on: OnValue, at: []any{}}
	for _, d := range st.Elts {
		f, ok := d.(*ast.Field)
		if !ok {
			return out, failAt(d.Pos(), "%T is not supported", d)
		}
		name, err := labelName(f.Label)
		if err != nil {
			return out, err
		}
		if name == "when" {
			if out.when, err = c.expr(f.Value); err != nil {
				return out, err
			}
			continue
		}
		if l, ok := f.Value.(*ast.ListLit); ok {
			out.at, _ = constList(l)
			continue
		}
		lit, ok := f.Value.(*ast.BasicLit)
		if !ok {
			return out, failAt(f.Pos(), "%s is not a string", name)
		}
		text, err := literal.Unquote(lit.Value)
		if err != nil {
			return out, err
		}
		switch name {
		case "on":
			out.on = text
		case "says":
			out.says = text
		case "hint":
			out.hint = text
		}
	}
	return out, nil
}

// completes reports whether a missing value can be filled in: it has a default,
// is an open list, or a struct whose every field completes.
func completes(s *spec) bool {
	if s.hasDef {
		return true
	}
	if len(s.alts) != 1 {
		return false
	}
	a := s.alts[0]
	switch {
	case a.list != nil:
		return len(a.list.fixed) == 0 && a.list.rest != nil && len(a.checks) == 0
	case a.object != nil:
		for _, f := range a.object.fields {
			if f.required {
				return false
			}
		}
		return true
	}
	return false
}

// docOf returns the comment above a field, or else the one behind it, as one
// paragraph per blank line.
func docOf(f *ast.Field) string {
	var doc, line string
	for _, g := range ast.Comments(f) {
		text := strings.TrimSpace(g.Text())
		if g.Doc {
			doc = text
		} else if line == "" {
			line = text
		}
	}
	if doc == "" {
		// A comment behind a field hangs on its value.
		for _, g := range ast.Comments(f.Value) {
			if line == "" {
				line = strings.TrimSpace(g.Text())
			}
		}
		doc = line
	}
	paras := strings.Split(doc, "\n\n")
	for i, p := range paras {
		paras[i] = strings.Join(strings.Fields(p), " ")
	}
	return strings.Join(paras, "\n\n")
}
