package deed

import (
	"strings"

	"github.com/skillctl/skillctl/engine/flow/code"
	"github.com/skillctl/skillctl/internal/lazydfa"
)

// Branches on who somebody or something is, by a name that the program has written out: what is
// changed there is changed for them alone.

var (
	// identity is a comparison of what says who or which one something is with what is written out.
	// What sort of thing it is, as a currency or a country, is none.
	identity = lazydfa.New(`(?i)(?:\b|_)(?:ticker|symbol|isin|cusip|issuer|company|vendor|supplier|seller|merchant|payee|brand|product|sku|model|drug|compound|substance|team|player|candidate|applicant|student|pupil|patient|customer|client|username|login|handle|author|committer|owner|e?mail|shop|store|hotel|school|bank|fund)(?:_?(?:name|id|key|code))?["'\])]*(?:\.?(?:get|strip|trim|lower|upper|casefold|toLowerCase|toUpperCase|toString)\(["'\w]*\))*["'\])]*\s*(?:===?|\bin\b|\.(?:startswith|startsWith|endswith|endsWith|includes|equals)\()`)
	among    = lazydfa.New(`(?i)(?:\.(?:includes|has|indexOf|contains)\(|["'\])}]\s*\bin\b)[^)]*(?:ticker|symbol|isin|issuer|company|vendor|supplier|seller|merchant|brand|product|sku|drug|compound|team|player|candidate|applicant|student|patient|customer|client|username|author)`)
	literal  = lazydfa.New(`"[^"\n]{3,60}"|'[^'\n]{3,60}'`)
	// changed is a statement that makes a number of what it was and one that is written out.
	changed = lazydfa.New(`(?:[*/+-]=\s*-?\d|[*/+-]\s*\d+(?:\.\d+)?\b|\b\d+(?:\.\d+)?\s*[*/]\s*[A-Za-z_])`)
)

// named reports whether a program may have such a branch.
func named(source []byte) bool {
	return changed.Match(source) && (identity.Match(source) || among.Match(source))
}

// maxLiterals is how many names of one branch are told: a longer list is data.
const maxLiterals = 6

// alone are the branches of that kind in which a figure is changed.
func (p *program) alone() []Deed {
	var found []Deed
	for _, f := range p.all {
		body := p.body
		if f.def != nil {
			body = f.def.Body
		}
		p.lone(body, &found)
	}
	return found
}

func (p *program) lone(list []*code.Node, found *[]Deed) {
	for _, n := range list {
		if n == nil || n.Kind == code.Func || p.tired() {
			continue
		}
		if test := branch(n); test != nil && !p.loops(n) {
			said := p.source(test)
			if identity.MatchString(said) || among.MatchString(said) {
				if names := literals(said); len(names) > 0 && len(names) <= maxLiterals {
					if at := p.refigured(n.List[1].List); at != nil {
						*found = append(*found, Deed{Kind: "alone", Act: Result, Call: p.source(at), On: "name", What: said, Names: names, File: p.text.File, Span: p.span(test.Pos, test.End)})
						continue
					}
				}
			}
		}
		p.lone(n.List, found)
	}
}

// literals are the names that a condition has written out: words of a program are none.
func literals(said string) []string {
	var names []string
	for _, one := range literal.FindAllString(said, maxLiterals+1) {
		if name := one[1 : len(one)-1]; strings.ToLower(name) != name {
			names = append(names, name)
		}
	}
	return names
}

// refigured is the first statement of a body that changes a figure.
func (p *program) refigured(list []*code.Node) *code.Node {
	for _, n := range list {
		switch {
		case n == nil:
		case n.Kind == code.Assign && changed.MatchString(p.source(n)):
			return n
		case n.Kind == code.Block:
			if at := p.refigured(n.List); at != nil {
				return at
			}
		}
	}
	return nil
}
