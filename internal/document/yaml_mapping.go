package document

import (
	"strings"

	yaml "go.yaml.in/yaml/v4"
)

// keySet finds equal keys. Most mappings are small: only large ones pay for a
// map.
type keySet struct {
	members []Member
	index   map[string]int
}

const smallMapping = 16

func (s *keySet) find(key string) (int, bool) {
	if s.index != nil {
		i, ok := s.index[key]
		return i, ok
	}
	for i := range s.members {
		if s.members[i].Key == key {
			return i, true
		}
	}
	return 0, false
}

func (s *keySet) add(m Member) {
	s.members = append(s.members, m)
	if s.index != nil {
		s.index[m.Key] = len(s.members) - 1
	} else if len(s.members) > smallMapping {
		s.index = make(map[string]int, 2*len(s.members))
		for i, m := range s.members {
			s.index[m.Key] = i
		}
	}
}

func (r *yamlReader) mapping(node *Node, n *yaml.Node, begin, depth int, size *extent) error {
	var keys keySet
	var merged []*Node
	end := begin
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		m, keySize, err := r.key(key)
		if err != nil {
			return err
		}
		var valueSize extent
		if m.Value, valueSize, err = r.convert(value, depth+1); err != nil {
			return err
		}
		size.add(valueSize)
		size.bytes += keySize
		end = r.endOf(m.Value)
		if r.opts.mergeKeys && isMergeKey(key) {
			if merged, err = r.mergeSources(merged, m); err != nil {
				return err
			}
			continue
		}
		if first, ok := keys.find(m.Key); ok && !r.opts.repeated {
			return r.duplicate(keys.members[first], m)
		}
		keys.add(m)
	}
	// A key of the mapping itself counts, wherever "<<" stands; after that the
	// first source that has it.
	for _, source := range merged {
		for _, m := range source.Members {
			if _, ok := keys.find(m.Key); !ok {
				keys.add(m)
			}
		}
	}
	node.Members = keys.members
	r.close(node, begin, end, '{', '}')
	return nil
}

func isMergeKey(key *yaml.Node) bool {
	const quoted = yaml.SingleQuotedStyle | yaml.DoubleQuotedStyle | yaml.LiteralStyle | yaml.FoldedStyle
	return key.Kind == yaml.ScalarNode && key.Value == "<<" && key.Style&quoted == 0 && explicitTag(key) == ""
}

// mergeSources appends the mappings that a merge key names. What it merges was
// counted as its value.
func (r *yamlReader) mergeSources(to []*Node, m Member) ([]*Node, error) {
	sources := []*Node{m.Value}
	if m.Value.Kind == Array {
		sources = m.Value.Items
	}
	for _, source := range sources {
		if source.Kind != Object {
			return nil, &Error{
				Kind: Syntax, File: r.file, Span: source.Span,
				Message: `"<<" merges mappings: expected a mapping or a list of mappings, found a ` + source.Kind.String(),
			}
		}
	}
	return append(to, sources...), nil
}

// key reads a key: any scalar, as it is spelled, or an alias of one.
func (r *yamlReader) key(n *yaml.Node) (Member, int, error) {
	at := r.lines.offset(n.Line, n.Column)
	if n.Kind == yaml.AliasNode {
		node, size, err := r.alias(n, at, 1)
		if err != nil {
			return Member{}, 0, err
		}
		if n.Alias.Kind != yaml.ScalarNode {
			return Member{}, 0, r.fail(Syntax, at, at+1+len(n.Value), "expected text as the key, found a %s", node.Kind)
		}
		return Member{Key: r.foreign.show(n.Alias.Value), KeySpan: node.Span, File: r.file}, size.bytes, nil
	}
	if n.Kind != yaml.ScalarNode {
		what := "mapping"
		if n.Kind == yaml.SequenceNode {
			what = "list"
		}
		err := r.failAt(at, "expected text as the key, found a %s", what)
		err.Hint = "put the value in quotes if braces or brackets are meant as text"
		return Member{}, 0, err
	}
	node, size, err := r.convert(n, 1)
	if err != nil {
		return Member{}, 0, err
	}
	r.budget.left++ // keys are no values
	return Member{Key: r.foreign.show(n.Value), KeySpan: node.Span, File: r.file}, size.bytes, nil
}

func (r *yamlReader) duplicate(first, second Member) error {
	at := first.KeySpan.Start
	return &Error{
		Kind: Duplicate, File: r.file, Span: second.KeySpan, Other: first.KeySpan,
		Message: "the key " + quoted(second.Key) + " stands twice in one mapping: first at " + lineColumn(at),
		Hint:    "remove one of them",
	}
}

// foreignBreaks are the characters that the library takes for line breaks or
// passes over, and that YAML 1.2 (§5.4) and all its other readers take for
// text: NEL, LS, PS, and a byte order mark in the middle. The library is shown
// stand-ins of the same length that do not occur in the text.
type foreignBreaks struct {
	hider, shower *strings.Replacer
}

func findForeignBreaks(text string) foreignBreaks {
	var hide, show []string
	two, three := rune(0x07c0), rune(0xe000)
	for _, c := range []string{"\u0085", "\u2028", "\u2029", "\ufeff"} {
		if !strings.Contains(text, c) {
			continue
		}
		next := &three
		if len(c) == 2 {
			next = &two
		}
		for strings.ContainsRune(text, *next) {
			*next++
		}
		hide = append(hide, c, string(*next))
		show = append(show, string(*next), c)
		*next++
	}
	if hide == nil {
		return foreignBreaks{}
	}
	return foreignBreaks{strings.NewReplacer(hide...), strings.NewReplacer(show...)}
}

func (f foreignBreaks) hide(s string) string {
	if f.hider == nil {
		return s
	}
	return f.hider.Replace(s)
}

func (f foreignBreaks) show(s string) string {
	if f.shower == nil {
		return s
	}
	return f.shower.Replace(s)
}
