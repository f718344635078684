package document

import (
	"fmt"
	"strings"
)

// What JSON5 has and JSON has not. Each answer is nil unless JSON is read.

// notOfJSON is about the value that the parser stands on.
func (p *json5) notOfJSON() error {
	if !p.strict {
		return nil
	}
	switch p.peek() {
	case '\'':
		return p.hinted(p.pos, "write double quotes", "expected a value, found a text in single quotes")
	case '+', '.':
		return p.hinted(p.pos, "begin a number with a digit or a minus", "expected a value, found %s", p.found())
	}
	return nil
}

// badKey is about the key that the parser stands on, which has no double quotes.
func (p *json5) badKey() error {
	return p.hinted(p.pos, "put the key in double quotes", "expected a key in double quotes, found %s", p.found())
}

// comment is about what the parser stands on, which is no white space.
func (p *json5) comment(rest string) error {
	if strings.HasPrefix(rest, "//") || strings.HasPrefix(rest, "/*") {
		return p.hinted(p.pos, "remove it: JSON has no comments", "found a comment")
	}
	return nil
}

// trailing is about the comma before the bracket that the parser stands on, if there
// is one. The collection opens at open.
func (p *json5) trailing(open int) error {
	before := strings.TrimRight(p.text[open+1:p.pos], " \t\n\r")
	if !p.strict || !strings.HasSuffix(before, ",") {
		return nil
	}
	return p.hinted(open+len(before), "remove it", `nothing follows this ","`)
}

// control is about the characters of a part of a string, which the parser stands on.
func (p *json5) control(chunk string) error {
	if !p.strict {
		return nil
	}
	at := strings.IndexFunc(chunk, func(r rune) bool { return r < ' ' })
	if at < 0 {
		return nil
	}
	return p.hinted(p.pos+at, fmt.Sprintf(`write it as \u%04x`, chunk[at]), "a string holds the control character %U", chunk[at])
}

func (p *json5) hinted(at int, hint, format string, args ...any) error {
	err := p.failAt(at, format, args...)
	err.Hint = hint
	return err
}
