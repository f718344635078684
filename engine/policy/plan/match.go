package plan

import (
	"github.com/open-policy-agent/opa/v1/ast"

	"github.com/skillctl/skillctl/internal/lazydfa"
)

// expressions are the regular expressions that policies have asked about, compiled. OPA
// keeps a hundred and throws one away at random for each more; rules of lint alone ask
// about more than these, so that each skill had some compiled anew. It is safe for
// concurrent use.
type expressions struct {
	kept lazydfa.Cache
}

// maxExpressions bounds them: the policies that ship with skillctl have fewer. Some put one
// together from names of a request.
const maxExpressions = 1024

// direct is how a function about expressions is worked out here, nil for another one.
func (e *expressions) direct(name string) direct {
	switch name {
	case ast.RegexMatch.Name:
		return func(a, b, _ *ast.Term) *ast.Term {
			if re, text := e.of(a, b); re != nil {
				return truth(re.MatchString(text))
			}
			return nil
		}
	case ast.RegexFind.Name:
		return func(a, b, c *ast.Term) *ast.Term {
			re, text := e.of(a, b)
			n, ok := integer(c)
			if re == nil || !ok {
				return nil
			}
			return texts(re.FindAllString(text, n))
		}
	case ast.RegexFindAllStringSubmatch.Name:
		return func(a, b, c *ast.Term) *ast.Term {
			re, text := e.of(a, b)
			n, ok := integer(c)
			if re == nil || !ok {
				return nil
			}
			found := re.FindAllStringSubmatch(text, n)
			all := make([]*ast.Term, len(found))
			for i, parts := range found {
				all[i] = texts(parts)
			}
			return ast.ArrayTerm(all...)
		}
	case ast.RegexSplit.Name:
		return func(a, b, _ *ast.Term) *ast.Term {
			if re, text := e.of(a, b); re != nil {
				return texts(re.Compiled().Split(text, -1))
			}
			return nil
		}
	case ast.RegexReplace.Name:
		return func(a, b, c *ast.Term) *ast.Term {
			re, text := e.of(b, a)
			by, ok := c.Value.(ast.String)
			if re == nil || !ok || len(text) > maxReplaced {
				return nil
			}
			return replaced(re, a, text, string(by))
		}
	}
	return nil
}

// maxReplaced is the longest text in bytes that something is replaced in here: of a longer
// one OPA also looks whether the evaluation was cancelled.
const maxReplaced = 64 << 10

func replaced(re *lazydfa.Regexp, term *ast.Term, text, by string) *ast.Term {
	found := re.FindAllStringSubmatchIndex(text, -1)
	if len(found) == 0 {
		return term
	}
	out, end := make([]byte, 0, len(text)), 0
	for _, at := range found {
		out = append(out, text[end:at[0]]...)
		if out = re.Compiled().ExpandString(out, by, text, at); len(out) > 2*maxReplaced {
			return nil
		}
		end = at[1]
	}
	if out = append(out, text[end:]...); string(out) == text {
		return term
	}
	return ast.StringTerm(string(out))
}

// of is an expression and the text that it is asked of, nil where one of them is none.
func (e *expressions) of(expression, text *ast.Term) (*lazydfa.Regexp, string) {
	pattern, ok := expression.Value.(ast.String)
	read, ok2 := text.Value.(ast.String)
	if !ok || !ok2 {
		return nil, ""
	}
	re, err := e.kept.Get(string(pattern))
	if err != nil {
		return nil, "" // OPA says what is wrong
	}
	return re, string(read)
}

func integer(term *ast.Term) (int, bool) {
	number, ok := term.Value.(ast.Number)
	if !ok {
		return 0, false
	}
	return number.Int()
}

func texts(list []string) *ast.Term {
	all := make([]*ast.Term, len(list))
	for i, text := range list {
		all[i] = ast.StringTerm(text)
	}
	return ast.ArrayTerm(all...)
}
