package openclawexec

import (
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// maxScript is how much of a script OpenClaw's preflight reads; a longer one it
// does not look at.
const maxScript = 512 << 10

// Bleed is a variable of the shell in code of Python: what somebody wrote who
// took a script for a command.
type Bleed struct {
	File     string `json:"file"`
	Line     int    `json:"line"`
	Variable string `json:"variable"`
}

// bleed reads the script that a command has Python run, when it stands in the
// working directory, as OpenClaw does; nil when there is nothing in it. Scripts
// of Node are not read.
func (s *Scope) bleed(src string) *Bleed {
	kind, files := scriptTarget(trimJS(src))
	if kind != "python" {
		return nil
	}
	for _, name := range files {
		file := name
		if !filepath.IsAbs(file) {
			file = filepath.Join(s.Search.Dir, file)
		}
		text, ok := s.readWithin(file)
		if !ok {
			continue
		}
		if at, variable := shellVariable(text); variable != "" {
			before := strings.ReplaceAll(text[:at], "\r\n", "\n")
			return &Bleed{File: filepath.Base(file), Line: 1 + strings.Count(before, "\n") + strings.Count(before, "\r"), Variable: variable}
		}
	}
	return nil
}

// readWithin reads a file below the working directory, through links that stay in it; ok
// is false for what is not there, elsewhere, no file, or too long. A pipe is not waited
// for.
func (s *Scope) readWithin(file string) (text string, ok bool) {
	name, err := filepath.Rel(s.Search.Dir, filepath.Clean(file))
	if err != nil || !filepath.IsLocal(name) || name == "." {
		return "", false
	}
	text, err = s.asked().ReadWithin(s.Search.Dir, name, maxScript)
	return text, err == nil
}

// pythonContext is where in Python's text a reader stands: in code, in a string,
// or in the format of a replacement field.
type pythonContext struct {
	kind byte // 'c', 's' or 'f'
	// closers are the brackets that are open in a replacement field; nil for code
	// outside of any.
	closers []byte
	lambda  bool
	// Of a string: its delimiter, and whether it has replacement fields.
	delimiter string
	formatted bool
}

var shellName = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^\$[A-Z_][A-Z0-9_]*`) })

// shellVariable finds the first $NAME in code of Python, outside strings and
// comments; variable is "" for none. Expressions within f-strings are code.
func shellVariable(text string) (at int, variable string) {
	p := pythonReader{text: text, contexts: []pythonContext{{kind: 'c'}}}
	for p.at < len(text) {
		context := &p.contexts[len(p.contexts)-1]
		switch context.kind {
		case 's':
			p.inString(context)
		case 'f':
			p.inFormat()
		default:
			if found := p.inCode(context); found != "" {
				return p.at, found
			}
		}
	}
	return 0, ""
}

type pythonReader struct {
	text     string
	at       int
	contexts []pythonContext
}

func (p *pythonReader) push(c pythonContext) { p.contexts = append(p.contexts, c) }

func (p *pythonReader) pop() { p.contexts = p.contexts[:len(p.contexts)-1] }

func (p *pythonReader) field() { p.push(pythonContext{kind: 'c', closers: []byte{'}'}}) }

func (p *pythonReader) inString(c *pythonContext) {
	rest := p.text[p.at:]
	switch {
	case strings.HasPrefix(rest, c.delimiter):
		p.at += len(c.delimiter)
		p.pop()
	case c.formatted && strings.HasPrefix(rest, `\{`):
		p.at++
	case strings.HasPrefix(rest, "\\\r\n"):
		p.at += 3
	case rest[0] == '\\':
		p.at++
		if p.at < len(p.text) {
			p.at += runeSize(p.text[p.at:])
		}
	case len(c.delimiter) == 1 && (rest[0] == '\n' || rest[0] == '\r'):
		p.at++
		p.pop()
	case c.formatted && (strings.HasPrefix(rest, "{{") || strings.HasPrefix(rest, "}}")):
		p.at += 2
	case c.formatted && rest[0] == '{':
		p.at++
		p.field()
	default:
		p.at++
	}
}

func (p *pythonReader) inFormat() {
	ch := p.text[p.at]
	p.at++
	switch ch {
	case '{':
		p.field()
	case '}':
		p.pop()
	}
}

// formattedString is the prefix of a string that has replacement fields.
var formattedString = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?i)(?:^|[^A-Z0-9_])(?:F|FR|RF)$`) })

func (p *pythonReader) inCode(c *pythonContext) (variable string) {
	rest := p.text[p.at:]
	switch ch := rest[0]; ch {
	case '#':
		if end := strings.IndexAny(rest, "\r\n"); end >= 0 {
			p.at += end + 1
		} else {
			p.at = len(p.text)
		}
		return ""
	case '\'', '"':
		delimiter := rest[:1]
		if strings.HasPrefix(rest, strings.Repeat(delimiter, 3)) {
			delimiter = rest[:3]
		}
		formatted := formattedString().MatchString(lastRunes(p.text[:p.at], 3))
		p.at += len(delimiter)
		p.push(pythonContext{kind: 's', delimiter: delimiter, formatted: formatted})
		return ""
	case '$':
		if variable = shellName().FindString(rest); variable != "" {
			return variable
		}
	}
	if c.closers != nil {
		p.inField(c, rest[0])
	}
	p.at++
	return ""
}

// inField follows the brackets of an expression in a replacement field, up to its
// end or its format.
func (p *pythonReader) inField(c *pythonContext, ch byte) {
	const word = "lambda"
	if len(c.closers) == 1 && strings.HasPrefix(p.text[p.at:], word) && !continues(lastRunes(p.text[:p.at], 1)) && !continues(p.text[p.at+len(word):]) {
		c.lambda = true
	}
	closers := map[byte]byte{'(': ')', '[': ']', '{': '}'}
	switch closer := closers[ch]; {
	case closer != 0:
		c.closers = append(c.closers, closer)
	case c.closers[len(c.closers)-1] == ch:
		if c.closers = c.closers[:len(c.closers)-1]; len(c.closers) == 0 {
			p.pop()
		}
	case ch == ':' && len(c.closers) == 1 && c.lambda:
		c.lambda = false
	case ch == ':' && len(c.closers) == 1:
		*c = pythonContext{kind: 'f'}
	}
}

// continues reports whether a text begins with a character that an identifier may
// go on with.
func continues(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return s != "" && (r == '_' || unicode.In(r, unicode.Letter, unicode.Nl, unicode.Mn, unicode.Mc, unicode.Nd, unicode.Pc, unicode.Other_ID_Start, unicode.Other_ID_Continue))
}

// lastRunes is the end of a text, at most n characters.
func lastRunes(s string, n int) string {
	at := len(s)
	for ; n > 0 && at > 0; n-- {
		_, size := utf8.DecodeLastRuneInString(s[:at])
		at -= size
	}
	return s[at:]
}
