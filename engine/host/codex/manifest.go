package codex

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/skillctl/skillctl/internal/document"
)

// longestName is how many characters a name may have.
const longestName = 64

// maxFront bounds the front matter that is parsed, in bytes, maxValues how many values
// it may hold. Codex has no such bounds.
const (
	maxFront  = 4 << 20
	maxValues = 20_000
)

// manifest is what Codex reads of one, or why it does not, and the line.
type manifest struct {
	name, description string
	bare              bool
	problem           string
	line              int
}

// readManifest reads a manifest; dir is the name of its folder, which the skill has
// where the manifest names none.
func readManifest(dir string, source []byte) manifest {
	if !utf8.Valid(source) {
		return manifest{problem: "it is not UTF-8", line: 1}
	}
	lines, open := front(string(source))
	switch {
	case !open:
		return manifest{name: dir, bare: true}
	case lines == nil:
		return manifest{problem: `it has no closing "---" line, or nothing before it`, line: 1}
	}
	root, err := parse(lines)
	if err != nil {
		if root, again := parse(repaired(lines)); again == nil {
			return fields(dir, root)
		}
		problem := manifest{problem: err.Error(), line: 1}
		var wrong *document.Error
		if errors.As(err, &wrong) {
			problem.problem, problem.line = wrong.Message, wrong.Span.Start.Line
		}
		return problem
	}
	return fields(dir, root)
}

// Unread says why Codex does not read a manifest, "" where it does; dir is the name of
// its folder. One without a description is read, and offered to nobody.
func Unread(dir string, source []byte) string { return readManifest(dir, source).problem }

// fields takes the values out of front matter that holds what is wanted.
func fields(dir string, root *document.Node) manifest {
	m := manifest{name: text(root.At("name")), description: text(root.At("description"))}
	if m.name == "" {
		m.name = strings.Join(strings.Fields(dir), " ")
	}
	if n := utf8.RuneCountInString(m.name); n > longestName {
		return manifest{problem: fmt.Sprintf("the name has %d characters, more than %d", n, longestName), line: 1}
	}
	return m
}

// text is a scalar as it is written, blanks made one.
func text(n *document.Node) string {
	if n == nil || n.Kind == document.Null {
		return ""
	}
	said := n.Raw
	if n.Kind == document.String {
		said = n.Text()
	}
	return strings.Join(strings.Fields(said), " ")
}

// front are the lines between two lines that hold "---" and blanks; open is false
// where the first line is none, and with a byte order mark it is none. There are no
// lines where the second is missing or follows at once.
func front(source string) (lines []string, open bool) {
	all := strings.Split(source, "\n")
	if strings.TrimSpace(all[0]) != "---" {
		return nil, false
	}
	for i, line := range all[1:] {
		if strings.TrimSpace(line) == "---" {
			if i == 0 {
				return nil, true
			}
			return all[1 : i+1], true
		}
	}
	return nil, true
}

// parse reads the lines as YAML that holds what Codex wants: a mapping in which what it
// knows stands once and is of the right kind. Other keys may be anything.
func parse(lines []string) (*document.Node, error) {
	doc, err := document.ParseYAML(context.Background(), "SKILL.md", []byte(strings.Join(lines, "\n")+"\n"), document.Position{Line: 2, Column: 1},
		document.WithMergeKeys(false), document.WithLooseTags(), document.WithRepeated(), document.WithMaxSize(maxFront), document.WithMaxNodes(maxValues))
	if err != nil {
		return nil, err
	}
	root := doc.Root
	if root.Kind == document.Null {
		return root, nil
	}
	if root.Kind != document.Object {
		return nil, mistake(root, "front matter must be keys and values, found a %s", root.Kind)
	}
	known := map[string]bool{}
	for _, member := range root.Members {
		kind := member.Value.Kind
		switch member.Key {
		case "name", "description":
			if kind == document.Object || kind == document.Array {
				return nil, mistake(member.Value, "%q must be text, found a %s", member.Key, kind)
			}
		case "metadata":
			if err := checkMetadata(member.Value); err != nil {
				return nil, err
			}
		default:
			continue
		}
		if known[member.Key] {
			return nil, &document.Error{Kind: document.Duplicate, Span: member.KeySpan, Message: fmt.Sprintf("%q appears twice", member.Key)}
		}
		known[member.Key] = true
	}
	return root, nil
}

// checkMetadata wants nothing or a mapping, whose short description is text.
func checkMetadata(n *document.Node) error {
	switch n.Kind {
	case document.Null:
		return nil
	case document.Object:
	default:
		return mistake(n, `"metadata" must be keys and values, found a %s`, n.Kind)
	}
	if short := n.At("short-description"); short != nil && (short.Kind == document.Object || short.Kind == document.Array) {
		return mistake(short, `"metadata.short-description" must be text, found a %s`, short.Kind)
	}
	return nil
}

func mistake(n *document.Node, message string, args ...any) error {
	return &document.Error{Kind: document.Syntax, Span: n.Span, Message: fmt.Sprintf(message, args...)}
}
