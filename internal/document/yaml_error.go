package document

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	yaml "go.yaml.in/yaml/v4"
)

// lineColumn writes a position for messages: "3:7".
func lineColumn(p Position) string { return fmt.Sprintf("%d:%d", p.Line, p.Column) }

// explain says a failure of the YAML library in our words: what is there, what
// is wanted, what to do.
func (r *yamlReader) explain(err error) error {
	var load *yaml.LoadError
	if !errors.As(err, &load) {
		return &Error{Kind: Syntax, File: r.file, Message: "the text cannot be read as YAML: " + err.Error(), Err: err}
	}
	at := r.markOffset(load)
	switch load.Message {
	case errYAMLDepth.Error():
		return r.tooDeep(at, r.opts.maxDepth)
	case errYAMLCount.Error():
		return r.tooMany(at, r.opts.maxNodes)
	}
	e := r.failAt(at, "%s", load.Message)
	e.Err = err
	r.reword(e, load, at)
	return e
}

// markOffset returns the place of an error. The library has none for control
// characters: the first one is meant.
func (r *yamlReader) markOffset(load *yaml.LoadError) int {
	if load.Mark.Line > 0 {
		return r.lines.offset(load.Mark.Line, load.Mark.Column)
	}
	if i := strings.IndexFunc(r.text, isYAMLControl); i >= 0 {
		return i
	}
	return 0
}

// isYAMLControl reports whether c may not stand in YAML text, not even in
// quotes, as the library sees it.
func isYAMLControl(c rune) bool {
	return c < ' ' && c != '\t' && c != '\n' && c != '\r' || c == '\ufffe' || c == '\uffff'
}

func (r *yamlReader) reword(e *Error, load *yaml.LoadError, at int) {
	const quote = "put the whole value in quotes"
	m := load.Message
	switch {
	case strings.HasPrefix(m, "control characters"):
		c, _ := utf8.DecodeRuneInString(r.text[at:])
		e.Message, e.Hint = fmt.Sprintf("the control character %U stands here: YAML does not allow it", c), "remove it"
	case strings.Contains(m, "tab character"), strings.HasPrefix(r.text[at:], "\t") && m == "found character that cannot start any token":
		e.Message, e.Hint = "a tab stands in the indentation: YAML wants spaces", "put spaces in its place"
	case m == "found character that cannot start any token":
		e.Message, e.Hint = fmt.Sprintf("a plain value cannot begin with %s", r.foundAt(at)), quote
	case m == "mapping values are not allowed in this context":
		e.Message, e.Hint = `": " stands inside a value without quotes, where no key can be`, quote
	case strings.HasPrefix(m, "unknown anchor"):
		name := r.text[at:r.propertyEnd(at)]
		e.Span = r.lines.span(at, at+len(name))
		e.Message, e.Hint = fmt.Sprintf("no value before here has the anchor that %s names", quoted(name)), quote+` if "*" is meant as text`
	case m == "found unexpected end of stream" && load.ContextMsg == "while scanning a quoted scalar":
		open := r.lines.offset(load.ContextMark.Line, load.ContextMark.Column)
		e.Span = r.lines.runeSpan(open)
		e.Message, e.Hint = fmt.Sprintf("this string is not closed: expected %c, found the end of the text", r.text[open]), ""
	case m == "could not find expected ':'":
		e.Message, e.Hint = fmt.Sprintf(`expected ":" after the key at %s`, r.context(load)), `write "key: value"`
	case strings.HasPrefix(m, "did not find expected "):
		wanted := strings.TrimPrefix(m, "did not find expected ")
		e.Message = fmt.Sprintf("expected %s%s, found %s", article(wanted), r.while(load, at), r.foundAt(at))
		if wanted == "key" {
			e.Hint = "indent it like the other keys, or quote the value before it as a whole"
		}
	case load.ContextMsg != "":
		e.Message = m + " " + load.ContextMsg
	}
}

// article makes a phrase of what the library wanted.
func article(wanted string) string {
	switch wanted {
	case "key":
		return "a key"
	case "node content":
		return "a value"
	case "'-' indicator":
		return `"-" and the next item`
	}
	return strings.ReplaceAll(wanted, "'", `"`)
}

// while names the collection that an error is in.
func (r *yamlReader) while(load *yaml.LoadError, at int) string {
	what, ok := strings.CutPrefix(load.ContextMsg, "while parsing a ")
	if !ok || r.lines.offset(load.ContextMark.Line, load.ContextMark.Column) == at {
		return ""
	}
	what = strings.NewReplacer("block ", "", "flow ", "", "sequence", "list", "collection", "list").Replace(what)
	return fmt.Sprintf(" in the %s that begins at %s", what, r.context(load))
}

func (r *yamlReader) context(load *yaml.LoadError) string {
	return lineColumn(r.lines.at(r.lines.offset(load.ContextMark.Line, load.ContextMark.Column)))
}

// foundAt names what stands at an offset.
func (r *yamlReader) foundAt(at int) string {
	if at >= len(r.text) {
		return "the end of the text"
	}
	rest := r.text[at:]
	if i := strings.IndexAny(rest, " \t\r\n,:[]{}\"'"); i > 0 {
		rest = rest[:i]
	} else if i == 0 {
		rest = rest[:1]
	}
	if strings.Trim(rest, "\r\n") == "" {
		return "the end of the line"
	}
	return quoted(r.foreign.show(rest))
}
