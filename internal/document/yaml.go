package document

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	yaml "go.yaml.in/yaml/v4"
	"go.yaml.in/yaml/v4/plugin/loaderlimits"
)

// yamlReader turns the nodes of the YAML library, which know where they begin,
// into ours, which also know where they end.
type yamlReader struct {
	*source
	opts   *options
	budget *budget
	facts  *YAMLFacts
	// text of source is what the library reads: as the file has it, save for
	// the characters of foreign.
	foreign foreignBreaks
	// anchored are the converted values that have an anchor, open those whose
	// conversion is under way: an alias to one of these never ends.
	anchored map[*yaml.Node]anchoredValue
	open     map[*yaml.Node]bool
	aliased  extent
}

type anchoredValue struct {
	node   *Node
	extent extent
}

// extent measures a converted value as it stands when every alias in it is
// written out.
type extent struct {
	nodes, bytes, height int
}

func (e *extent) add(child extent) {
	e.nodes += child.nodes
	e.bytes += child.bytes
	e.height = max(e.height, child.height+1)
}

func parseYAML(ctx context.Context, src *source, o *options) (*Node, *YAMLFacts, error) {
	r := &yamlReader{
		source: src, opts: o, budget: newBudget(ctx, o), facts: &YAMLFacts{},
		anchored: map[*yaml.Node]anchoredValue{}, open: map[*yaml.Node]bool{},
	}
	// The library builds the whole tree before we can count it. Every value
	// but the first of its collection has a comma or a line of its own.
	if strings.Count(src.text, "\n")+strings.Count(src.text, ",") > o.maxNodes {
		return nil, nil, &Error{
			Kind: Limit, File: src.file,
			Message: fmt.Sprintf("the text has more than %s lines and commas: it may hold more values than that limit", grouped(o.maxNodes)),
		}
	}
	r.foreign = findForeignBreaks(src.text)
	r.text = r.foreign.hide(src.text)
	top, err := r.load()
	if err != nil {
		return nil, nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, nil, err
	}
	if top == nil {
		return &Node{Kind: Null, File: r.file, Span: r.lines.span(0, 0)}, r.facts, nil
	}
	root, _, err := r.convert(top, 1)
	if err != nil {
		return nil, nil, err
	}
	return root, r.facts, nil
}

// load composes the only document of the text, nil when there is none.
func (r *yamlReader) load() (*yaml.Node, error) {
	top, err := r.compose(r.text)
	if err != nil && strings.Contains(r.text, `\u`) {
		// Writers of JSON escape what is beyond 16 bits as two halves.
		if whole := joinSurrogates(r.text); whole != r.text {
			return r.compose(whole)
		}
	}
	return top, err
}

// compose reads a text that stands for that of the file, line by line.
func (r *yamlReader) compose(text string) (top *yaml.Node, err error) {
	// The library reports its own failures as errors; should it ever panic on
	// hostile text, that is one more text that it cannot read.
	defer func() {
		if p := recover(); p != nil {
			top, err = nil, &Error{Kind: Syntax, File: r.file, Message: fmt.Sprintf("the text cannot be read as YAML: %v", p)}
		}
	}()
	bound := &yamlBounds{depth: r.opts.maxDepth, collections: r.opts.maxNodes}
	loader, err := yaml.NewLoader(strings.NewReader(yamlDirective(text)),
		yaml.WithPlugin(loaderlimits.New(loaderlimits.DepthFunc(bound.check), loaderlimits.AliasNone())))
	if err != nil {
		return nil, fmt.Errorf("start the YAML reader: %w", err)
	}
	var doc, next yaml.Node
	if err := loader.Load(&doc); errors.Is(err, io.EOF) {
		return nil, nil
	} else if err != nil {
		return nil, r.explain(err)
	}
	if err := loader.Load(&next); err == nil {
		at := r.lines.offset(next.Line, next.Column)
		err := r.failAt(at, "a second YAML document begins here: expected one document")
		err.Hint = `remove what follows, or the "---" before it`
		return nil, err
	} else if !errors.Is(err, io.EOF) {
		return nil, r.explain(err)
	}
	if len(doc.Content) == 0 {
		return nil, nil
	}
	return doc.Content[0], nil
}

// yamlBounds stops the library while it is still reading: at the first value
// that is too deep, or when there are too many collections.
type yamlBounds struct {
	depth, collections int
}

var (
	errYAMLDepth = errors.New("values are nested too deep")
	errYAMLCount = errors.New("there are too many values")
)

func (b *yamlBounds) check(depth int, _ *loaderlimits.DepthContext) error {
	if b.collections--; b.collections < 0 {
		return errYAMLCount
	}
	if depth > b.depth {
		return errYAMLDepth
	}
	return nil
}

// yamlDirective turns "%YAML 1.x" lines before the document into comments: the
// library knows no other version than 1.1, and reads all of them alike.
func yamlDirective(text string) string {
	var b strings.Builder
	rest := text
	for rest != "" {
		line, after, _ := strings.Cut(rest, "\n")
		trimmed := strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(line, "%YAML 1."):
			b.WriteString("#" + line[1:])
		case trimmed == "" || strings.HasPrefix(trimmed, "#") || strings.HasPrefix(line, "%"):
			b.WriteString(line)
		default:
			b.WriteString(rest)
			return b.String()
		}
		if len(line) < len(rest) {
			b.WriteByte('\n')
		}
		rest = after
	}
	return b.String()
}

// convert returns n as one of our nodes, and how large it is.
func (r *yamlReader) convert(n *yaml.Node, depth int) (*Node, extent, error) {
	at := r.lines.offset(n.Line, n.Column)
	if depth > r.opts.maxDepth {
		return nil, extent{}, r.tooDeep(at, r.opts.maxDepth)
	}
	if n.Kind == yaml.AliasNode {
		return r.alias(n, at, depth)
	}
	if ok, err := r.budget.spend(1); err != nil {
		return nil, extent{}, err
	} else if !ok {
		return nil, extent{}, r.tooMany(at, r.budget.max)
	}
	if n.Anchor != "" {
		r.facts.Anchors++
		r.open[n] = true
		defer delete(r.open, n)
	}
	node := &Node{File: r.file}
	size := extent{nodes: 1, height: 1}
	var err error
	begin := r.content(at, n)
	tag := explicitTag(n)
	if tag != "" {
		r.facts.Tags = append(r.facts.Tags, YAMLTag{Tag: tag})
	}
	tagged := len(r.facts.Tags) - 1
	switch n.Kind {
	case yaml.ScalarNode:
		size.bytes = len(n.Value)
		err = r.scalar(node, n, begin)
	case yaml.SequenceNode:
		node.Kind = Array
		err = r.sequence(node, n, begin, depth, &size)
	case yaml.MappingNode:
		node.Kind = Object
		err = r.mapping(node, n, begin, depth, &size)
	default:
		err = r.failAt(at, "expected a value")
	}
	if err != nil {
		return nil, extent{}, err
	}
	if tag != "" {
		r.facts.Tags[tagged].Span = node.Span
	}
	if n.Anchor != "" {
		r.anchored[n] = anchoredValue{node, size}
	}
	return node, size, nil
}

// explicitTag returns the tag that the text itself puts on a value.
func explicitTag(n *yaml.Node) string {
	if n.Style&yaml.TaggedStyle != 0 || n.Tag == "!" {
		return n.Tag
	}
	return ""
}

// alias stands for the anchored value: a copy of its node at the place of the
// alias, over the same children.
func (r *yamlReader) alias(n *yaml.Node, at, depth int) (*Node, extent, error) {
	end := at + 1 + len(n.Value)
	if r.open[n.Alias] {
		return nil, extent{}, r.fail(Syntax, at, end, "the alias *%s stands inside the value that it repeats: this would never end", n.Value)
	}
	target, ok := r.anchored[n.Alias]
	if !ok {
		return nil, extent{}, r.fail(Syntax, at, end, "no value has the anchor &%s", n.Value)
	}
	r.facts.Aliases++
	r.aliased.nodes += target.extent.nodes
	r.aliased.bytes += target.extent.bytes
	switch {
	case r.aliased.nodes > r.opts.maxAliased:
		return nil, extent{}, r.fail(Limit, at, end, "aliases repeat more than %s values", grouped(r.opts.maxAliased))
	case r.aliased.bytes > r.opts.maxSize:
		return nil, extent{}, r.fail(Limit, at, end, "aliases repeat more than %s bytes of text", grouped(r.opts.maxSize))
	case depth+target.extent.height-1 > r.opts.maxDepth:
		return nil, extent{}, r.tooDeep(at, r.opts.maxDepth)
	}
	if ok, err := r.budget.spend(target.extent.nodes); err != nil {
		return nil, extent{}, err
	} else if !ok {
		return nil, extent{}, r.tooMany(at, r.budget.max)
	}
	node := *target.node
	node.Span = r.lines.span(at, end)
	node.Alias = n.Value
	return &node, target.extent, nil
}

func (r *yamlReader) sequence(node *Node, n *yaml.Node, begin, depth int, size *extent) error {
	end := begin
	for _, c := range n.Content {
		item, itemSize, err := r.convert(c, depth+1)
		if err != nil {
			return err
		}
		node.Items = append(node.Items, item)
		size.add(itemSize)
		end = r.endOf(item)
	}
	r.close(node, begin, end, '[', ']')
	return nil
}

// endOf returns the offset in the text at which a node ends.
func (r *yamlReader) endOf(n *Node) int { return n.Span.End.Offset - r.lines.base.Offset }
