package schema

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/errors"
	"cuelang.org/go/cue/parser"
	"cuelang.org/go/cue/token"

	"github.com/skillctl/skillctl/internal/document"
)

// The bounds of a settings text in CUE.
const (
	maxText  = 1 << 20 // bytes
	maxDepth = 100     // nested values; the parser recurses
	maxNodes = 100_000 // values
)

// ParseCUE reads a settings text in CUE into a tree. It takes the part of CUE
// that settings are written in: values, choices with defaults, types and
// limits, and definitions of these. Nothing in it is computed, so that a text
// of unknown origin is read in bounded time, and nothing is imported. Every
// failure is a [*document.Error]. Constraints, which have no value, are left out:
// give it to [document.WithCUE].
func ParseCUE(file string, text []byte) (*document.Node, error) {
	l, err := ReadCUE(file, text)
	if err != nil {
		return nil, err
	}
	return l.Root.Concrete(), nil
}

// ReadCUE is ParseCUE for [Schema.Merge]: it keeps the constraints as well.
func ReadCUE(file string, text []byte) (*Layer, error) {
	r := &reader{file: file, text: text, left: maxNodes}
	if len(text) > maxText {
		return nil, r.fail(document.Position{}, fmt.Sprintf("the file has %d bytes; at most %d are read", len(text), maxText))
	}
	if !utf8.Valid(text) {
		return nil, r.fail(document.Position{}, "the file is not UTF-8")
	}
	if err := r.bounded(); err != nil {
		return nil, err
	}
	f, err := parser.ParseFile(file, text)
	if err != nil {
		return nil, r.syntax(err)
	}
	body := &ast.StructLit{Elts: f.Decls}
	root, err := r.object(body)
	if err != nil {
		return nil, err
	}
	root.Span = document.Span{Start: document.Position{Line: 1, Column: 1}, End: r.at(len(text))}
	limits, err := r.limits(body)
	if err != nil {
		return nil, err
	}
	return &Layer{Root: root, limits: limits}, nil
}

// reader turns the syntax tree of one text into nodes.
type reader struct {
	file  string
	text  []byte
	lines []int // offsets of line starts
	left  int   // nodes that may still be made
}

func (r *reader) fail(pos document.Position, message string) *document.Error {
	return &document.Error{Kind: document.Syntax, File: r.file, Span: document.Span{Start: pos, End: pos}, Message: message}
}

// syntax turns a parser's error into the first place and its words.
func (r *reader) syntax(err error) *document.Error {
	list := errors.Errors(err)
	if len(list) == 0 {
		return r.fail(document.Position{}, "the text cannot be read")
	}
	format, args := list[0].Msg()
	return r.fail(r.position(list[0].Position()), "syntax: "+fmt.Sprintf(format, args...))
}

// position converts a token's position.
func (r *reader) position(p token.Pos) document.Position {
	if !p.IsValid() || p.Offset() > len(r.text) {
		return document.Position{}
	}
	return r.at(p.Offset())
}

// at returns the position of a byte offset.
func (r *reader) at(offset int) document.Position {
	if r.lines == nil {
		r.lines = []int{0}
		for i, c := range r.text {
			if c == '\n' {
				r.lines = append(r.lines, i+1)
			}
		}
	}
	lo, hi := 0, len(r.lines)
	for hi-lo > 1 {
		mid := (lo + hi) / 2
		if r.lines[mid] <= offset {
			lo = mid
		} else {
			hi = mid
		}
	}
	column := utf8.RuneCount(r.text[r.lines[lo]:offset]) + 1
	return document.Position{Line: lo + 1, Column: column, Offset: offset}
}

func (r *reader) node(kind document.Kind, e ast.Node) (*document.Node, error) {
	if r.left--; r.left < 0 {
		return nil, r.fail(r.position(e.Pos()), fmt.Sprintf("the file has more than %d values", maxNodes))
	}
	n := &document.Node{Kind: kind, File: r.file, Span: r.span(e)}
	if kind == document.Object || kind == document.Array {
		n.Style = document.Flow
	}
	return n, nil
}

func (r *reader) span(e ast.Node) document.Span {
	return document.Span{Start: r.position(e.Pos()), End: r.position(e.End())}
}

// scalar is the node of a value.
func (r *reader) scalar(e ast.Node, value any) (*document.Node, error) {
	n, err := r.node(document.Null, e)
	if err == nil {
		n.SetScalar(value)
	}
	return n, err
}

// value reads an expression: data where it is some, else a limit.
func (r *reader) value(e ast.Expr) (*document.Node, error) {
	switch e := e.(type) {
	case *ast.ParenExpr:
		return r.value(e.X)
	case *ast.StructLit:
		return r.object(e)
	case *ast.ListLit:
		return r.list(e)
	case *ast.BasicLit:
		v, err := literalValue(e)
		if err != nil {
			return nil, r.fail(r.position(e.Pos()), "the value "+quote(e.Value)+" cannot be read")
		}
		return r.scalar(e, v)
	case *ast.UnaryExpr:
		return r.unary(e)
	case *ast.BinaryExpr:
		return r.binary(e)
	case *ast.Ident, *ast.BottomLit, *ast.CallExpr:
		if id, ok := e.(*ast.Ident); ok {
			switch id.Name {
			case "true", "false":
				return r.scalar(e, id.Name == "true")
			case "null":
				return r.scalar(e, nil)
			}
		}
		return r.node(document.Constraint, e)
	}
	return nil, r.unsupported(e)
}

func (r *reader) unsupported(e ast.Node) *document.Error { return r.computes(r.position(e.Pos())) }

// computes refuses what has to be worked out.
func (r *reader) computes(pos document.Position) *document.Error {
	err := r.fail(pos, "settings do not compute: this is not a value, a choice or a limit")
	err.Hint = `write the value itself, such as failOn: "high", or a choice with a default: *"medium" | "high"`
	return err
}

func (r *reader) unary(e *ast.UnaryExpr) (*document.Node, error) {
	lit, ok := e.X.(*ast.BasicLit)
	if e.Op != token.SUB && e.Op != token.ADD {
		return r.node(document.Constraint, e)
	}
	if !ok {
		return nil, r.unsupported(e)
	}
	n, err := r.value(lit)
	if err != nil {
		return nil, err
	}
	n.Span.Start = r.position(e.Pos())
	if e.Op == token.SUB {
		switch v := n.Value.(type) {
		case int64:
			n.SetScalar(-v)
		case float64:
			n.SetScalar(-v)
		default:
			return nil, r.unsupported(e)
		}
	}
	return n, nil
}

// binary reads a choice: its default, if it has one, is data that gives way.
func (r *reader) binary(e *ast.BinaryExpr) (*document.Node, error) {
	switch e.Op {
	case token.OR:
		def, err := r.choiceDefault(e)
		if def != nil || err != nil {
			return def, err
		}
		return r.node(document.Constraint, e)
	case token.AND:
		for _, side := range []ast.Expr{e.X, e.Y} {
			n, err := r.value(side)
			if err != nil {
				return nil, err
			}
			if n.Kind != document.Constraint {
				return n, nil
			}
		}
		return r.node(document.Constraint, e)
	}
	return nil, r.unsupported(e)
}

// choiceDefault returns the value that `*` marks in a choice, nil if none is
// marked.
func (r *reader) choiceDefault(e ast.Expr) (*document.Node, error) {
	switch e := e.(type) {
	case *ast.ParenExpr:
		return r.choiceDefault(e.X)
	case *ast.UnaryExpr:
		if e.Op != token.MUL {
			return nil, nil
		}
		n, err := r.value(e.X)
		if err != nil {
			return nil, err
		}
		markDefault(n)
		return n, nil
	case *ast.BinaryExpr:
		if e.Op != token.OR {
			return nil, nil
		}
		if n, err := r.choiceDefault(e.X); n != nil || err != nil {
			return n, err
		}
		return r.choiceDefault(e.Y)
	}
	return nil, nil
}

func markDefault(n *document.Node) {
	n.Default = true
	for _, it := range n.Items {
		markDefault(it)
	}
	for _, m := range n.Members {
		markDefault(m.Value)
	}
}

func (r *reader) list(e *ast.ListLit) (*document.Node, error) {
	n, err := r.node(document.Array, e)
	if err != nil {
		return nil, err
	}
	open := false
	for _, el := range e.Elts {
		switch el := el.(type) {
		case *ast.Ellipsis:
			open = true
		case *ast.Comprehension:
			return nil, r.unsupported(el)
		default:
			it, err := r.value(el)
			if err != nil {
				return nil, err
			}
			n.Items = append(n.Items, it)
		}
	}
	if open {
		// [...T] says what a list may hold; [a, ...] is the start of one.
		n.Kind, n.Style = document.Constraint, document.Plain
	}
	return n, nil
}

// object reads the fields of a struct. Definitions and patterns are limits of
// the whole and make no members.
func (r *reader) object(e *ast.StructLit) (*document.Node, error) {
	n, err := r.node(document.Object, e)
	if err != nil {
		return nil, err
	}
	for _, d := range e.Elts {
		switch d := d.(type) {
		case *ast.Field:
			if err := r.member(n, d); err != nil {
				return nil, err
			}
		case *ast.Package, *ast.Ellipsis, *ast.CommentGroup, *ast.Attribute:
		case *ast.ImportDecl:
			for _, spec := range d.Specs {
				if path := spec.Path.Value; path != `"strings"` && path != `"list"` {
					err := r.fail(r.position(d.Pos()), "settings import nothing but strings and list; this is "+path)
					err.Hint = "remove the import"
					return nil, err
				}
			}
		default:
			return nil, r.unsupported(d)
		}
	}
	return n, nil
}

func (r *reader) member(n *document.Node, d *ast.Field) error {
	if id, ok := d.Label.(*ast.Ident); ok && (strings.HasPrefix(id.Name, "#") || strings.HasPrefix(id.Name, "_")) {
		return nil
	}
	if _, ok := d.Label.(*ast.ListLit); ok {
		return nil // [string]: T
	}
	name, err := labelName(d.Label)
	if err != nil {
		return r.unsupported(d)
	}
	value, verr := r.value(d.Value)
	if verr != nil {
		return verr
	}
	if d.Constraint != token.ILLEGAL && value.Kind != document.Constraint {
		// field?: "x" only holds where somebody sets the field.
		value = &document.Node{Kind: document.Constraint, File: r.file, Span: value.Span}
	}
	if i := memberIndex(n, name); i >= 0 {
		joined, clash := join(n.Members[i].Value, value, nil)
		if clash != nil {
			return r.fail(value.Span.Start, fmt.Sprintf("%s is %s here and %s at %s", name, describe(value), describe(n.Members[i].Value), placeOf(n.Members[i].Value)))
		}
		n.Members[i].Value = joined
		return nil
	}
	n.Members = append(n.Members, document.Member{Key: name, KeySpan: r.span(d.Label), File: r.file, Value: value})
	return nil
}
