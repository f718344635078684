package document

import (
	"errors"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"
)

// headerStart returns the offset of the brackets before the key at at, which
// may stand after spaces.
func (r *tomlReader) headerStart(at int) int {
	before := len(strings.TrimRight(r.text[:at], " \t["))
	return before + strings.IndexByte(r.text[before:at], '[')
}

// headerEnd returns the offset after the brackets that follow a key.
func (r *tomlReader) headerEnd(at int) int {
	end := at
	for i := at; i < len(r.text) && strings.IndexByte(" \t]", r.text[i]) >= 0; i++ {
		if r.text[i] == ']' {
			end = i + 1
		}
	}
	return end
}

// valueStart returns the offset of the value after the key that ends at at.
func (r *tomlReader) valueStart(at int) int {
	for at < len(r.text) && strings.IndexByte(" \t=", r.text[at]) >= 0 {
		at++
	}
	return at
}

// next returns the offset of the next value or closing bracket: past white
// space, comments and commas.
func (r *tomlReader) next(at int) int {
	for at < len(r.text) {
		switch r.text[at] {
		case ' ', '\t', '\r', '\n', ',':
			at++
		case '#':
			i := strings.IndexByte(r.text[at:], '\n')
			if i < 0 {
				return len(r.text)
			}
			at += i
		default:
			return at
		}
	}
	return at
}

// explain says a failure of the TOML library in our words.
func (r *tomlReader) explain(failure error) error {
	var parse *unstable.ParserError
	if !errors.As(failure, &parse) {
		return r.explainAt(0, failure.Error(), failure)
	}
	return r.explainAt(int(r.parser.Range(parse.Highlight).Offset), parse.Message, failure)
}

func (r *tomlReader) explainAt(at int, message string, cause error) error {
	message = strings.TrimPrefix(message, "toml: ")
	err := r.failAt(at, "%s", message)
	err.Err = cause
	switch {
	case strings.Contains(message, "at start of value"), strings.HasPrefix(message, "expected value"):
		err.Message, err.Hint = "expected a value, found "+r.foundAt(at), "put text in quotes"
	case strings.HasPrefix(message, "invalid character at start of key"):
		err.Message, err.Hint = "expected a key, found "+r.foundAt(at), "put keys with other characters than A-Z, a-z, 0-9, _ and - in quotes"
	case strings.HasPrefix(message, "expected newline"):
		err.Message, err.Hint = "expected the end of the line after the value, found "+r.foundAt(at), "put each key on a line of its own"
	}
	return err
}

func (r *tomlReader) foundAt(at int) string {
	p := json5{source: r.source, pos: at}
	if at < len(r.text) && (r.text[at] == '\n' || r.text[at] == '\r') {
		return "the end of the line"
	}
	return p.found()
}
