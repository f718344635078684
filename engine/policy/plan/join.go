package plan

import (
	"slices"

	"github.com/open-policy-agent/opa/v1/ast"
)

// Joined is a rule of other policies, which the policies of an image see as if its value
// were data.
type Joined struct {
	// Path are the names below data that lead to it.
	Path []string
	// Image is what those policies were compiled to, Entry what is asked of it.
	Image *Image
	Entry string
}

// joined is one such rule.
type joined struct {
	path    []string
	program *Program
}

// Join gives the program with what other policies say in data. They are asked under the
// same input, when a policy looks there, and once for each input. It reports false where
// that cannot be: the policies of this image look at all of data, so that nobody is told
// where they look, or another image cannot answer.
//
// What such a rule does counts for no budget: what the policies of this image may take is
// the same, whoever adds some.
func (p *Program) Join(find Builtins, rules []Joined) (*Program, bool) {
	if len(p.image.head.Tables) == 0 || p.data == nil {
		return nil, false
	}
	joint := *p
	joint.kept = &kept{}
	for _, rule := range rules {
		program, ok := rule.Image.Program(rule.Entry, nil, find, p.data)
		if !ok || len(rule.Path) == 0 {
			return nil, false
		}
		joint.joined = append(joint.joined, &joined{rule.Path, program})
	}
	return &joint, true
}

// said is what a joined rule says under the documents as they are, nil where that is
// undefined.
func (m *machine) said(rule *joined) *ast.Term {
	s := m.scope
	if known := s.said[rule]; known != nil {
		return defined(known)
	}
	p := rule.program
	data, err := p.document()
	if err != nil {
		m.fail(err)
		return nil
	}
	room := p.kept.enter(p.image)
	beside := &machine{program: p, image: p.image, cancel: m.cancel, context: m.context, meter: newMeter(Budget{})}
	beside.give = beside.takeGiven
	beside.keeps, beside.room, beside.stack = p.kept.again(p.image), room, &room.stack
	beside.scope = &scope{input: s.input, data: data, values: room.values}
	beside.first = beside.scope
	value := beside.answer(p.entry)
	p.kept.leave(room)
	if beside.err != nil {
		m.fail(beside.err)
		return nil
	}
	if s.said == nil {
		s.said = map[*joined]*ast.Term{}
	}
	if s.said[rule] = value; value == nil {
		s.said[rule] = undefined
	}
	return value
}

// answer is the value of an entry point, nil where it is undefined.
func (m *machine) answer(entry uint32) *ast.Term {
	f := m.image.function(entry)
	before := m.stack.mark()
	locals := m.stack.take(f.locals)
	locals[localInput], locals[localData] = m.scope.input, m.scope.data
	m.results = nil
	m.run(f.code, locals)
	m.stack.back(before)
	if m.err != nil || len(m.results) != 1 {
		return nil
	}
	return m.results[0].Get(ast.StringTerm("result"))
}

// wholeDocument is what stands in data where rules of another image say something.
func (m *machine) wholeDocument(d *document) *ast.Term {
	if d.tables {
		panic("data is looked at beside its tables")
	}
	object := ast.NewObject()
	for _, name := range d.names() {
		key := ast.StringTerm(name)
		value := m.whole(m.dotDocument(d, key))
		if m.err != nil {
			return nil
		}
		if value != nil {
			object.Insert(key, value)
		}
	}
	return ast.NewTerm(object)
}

// names are those that come next, sorted.
func (d *document) names() []string {
	var all []string
	for _, rule := range d.joined {
		all = append(all, rule.path[d.depth])
	}
	slices.Sort(all)
	return slices.Compact(all)
}
