package schema

import (
	"fmt"
	"strings"

	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/errors"
	"cuelang.org/go/cue/scanner"
	"cuelang.org/go/cue/token"

	"github.com/skillctl/skillctl/internal/document"
)

// bounded refuses a text whose brackets are nested, or whose labels and
// operators follow one another, more than a recursive parser should bear.
func (r *reader) bounded() *document.Error {
	var s scanner.Scanner
	file := token.NewFile(r.file, -1, len(r.text))
	s.Init(file, r.text, func(token.Pos, string, []interface{}) {}, 0)
	depth, run := 0, 0
	for {
		pos, tok, _ := s.Scan()
		switch tok {
		case token.EOF:
			return nil
		case token.INTERPOLATION:
			return r.computes(r.position(pos))
		case token.LBRACE, token.LBRACK, token.LPAREN:
			depth++
			run = 0
		case token.RBRACE, token.RBRACK, token.RPAREN:
			depth = max(depth-1, 0)
		case token.COMMA:
			run = 0
		default:
			if tok.IsOperator() {
				run++
			}
		}
		if depth > maxDepth || run > 2*maxChoices {
			return r.fail(r.position(pos), fmt.Sprintf("values are nested more than %d deep", maxDepth))
		}
	}
}

// limits compiles the text as constraints on settings: open structs in which
// nothing is required.
func (r *reader) limits(body *ast.StructLit) (*spec, error) {
	c := &compiler{defs: definitions{}, done: map[string]*spec{}, limits: true}
	kept := &ast.StructLit{}
	for _, d := range body.Elts {
		f, ok := d.(*ast.Field)
		if !ok {
			continue
		}
		if id, ok := f.Label.(*ast.Ident); ok && (strings.HasPrefix(id.Name, "#") || strings.HasPrefix(id.Name, "_")) {
			c.defs[id.Name] = f
			continue
		}
		kept.Elts = append(kept.Elts, d)
	}
	s, err := c.expr(kept)
	if err == nil {
		return s, nil
	}
	fail := r.fail(document.Position{}, "a limit is not understood: "+err.Error())
	if at := (*placeError)(nil); errors.As(err, &at) {
		fail = r.fail(r.position(at.pos), "this limit is not understood: "+at.text)
	}
	if at := (*placeError)(nil); errors.As(err, &at) && at.name != "" {
		fail.Message = fmt.Sprintf("%s is no value: without quotes it is the name of something, and nothing here has that name", at.name)
		fail.Hint = "write text in quotes: " + quote(at.name)
		return nil, fail
	}
	fail.Hint = "use values, choices, types such as string and int, and limits such as >=1 and =~\"…\""
	return nil, fail
}
