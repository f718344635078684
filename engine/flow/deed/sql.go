package deed

import (
	"strings"

	"github.com/skillctl/skillctl/engine/flow/code"
	"github.com/skillctl/skillctl/internal/lazydfa"
)

// hole stands in a text on both sides of a part that is not written out.
const hole = "\x00"

var holes = lazydfa.New("\x00[^\x00]*\x00")

// statement is a statement of SQL by which rows that the program did not make are lost.
func (p *program) statement(call *code.Node) string {
	t := tables()
	if len(call.List) == 0 || call.X == nil || call.X.Kind != code.Attr || !t.sqlCalls.MatchString(call.X.Name) {
		return ""
	}
	said := p.texts(call.List[0], 0)
	shown := holes.Compiled().ReplaceAllString(said, "…")
	if !t.sql.MatchString(said) || t.sqlOwn.MatchString(shown) || t.sqlSome.MatchString(shown) && !t.sqlAll.MatchString(shown) {
		return ""
	}
	if m := t.sqlName.Compiled().FindStringSubmatch(said); m != nil && p.made[bare(m[1])] {
		return ""
	}
	if len(shown) > maxShown {
		shown = strings.ToValidUTF8(shown[:maxShown], "")
	}
	return shown
}

// makes notes which tables a text of SQL makes.
func (p *program) makes(said string) {
	if len(said) < len("create table a") {
		return
	}
	for _, m := range tables().sqlMakes.Compiled().FindAllStringSubmatch(said, -1) {
		p.made[bare(m[1])] = true
	}
}

// bare is a name as it is compared: without quotes, in lower case.
func bare(name string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune("\"`[]'", r) {
			return -1
		}
		return r
	}, strings.ToLower(name))
}

// texts is what is written out of a value that is put together.
func (p *program) texts(n *code.Node, depth int) string {
	switch {
	case n == nil || depth > maxDepth || p.tired():
	case n.Kind == code.Text:
		return strings.ReplaceAll(n.Name, hole, "")
	case n.Kind == code.Call && len(n.List) > 0 && n.X != nil && (n.X.Kind == code.Attr && n.X.Name == "format" || n.X.Name == "text"):
		if n.X.Kind == code.Attr {
			return p.texts(n.X.X, depth+1)
		}
		return p.texts(n.List[0], depth+1)
	case n.Kind == code.Join:
		var b strings.Builder
		for _, one := range n.List {
			if one == nil {
				continue
			}
			if b.WriteString(p.texts(one, depth+1)); one.Kind != code.Text && one.Kind != code.Join {
				b.WriteString(hole + strings.ReplaceAll(strings.Join(strings.Fields(p.source(one)), ""), hole, "") + hole)
			}
		}
		return b.String()
	}
	return ""
}
