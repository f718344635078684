// Package mk reads what make is handed for its variables and goals. A value is
// put into makefiles and from there into command lines, so only a value that is a
// word, options, or settings of options is harmless.
package mk

import (
	"fmt"
	"strings"

	"github.com/skillctl/skillctl/engine/argv/text/reading"
)

// Read reads one operand of make: NAME=value in any form, or a goal.
func Read(operand string) reading.Reading {
	var r reading.Reading
	if !r.Bounds(operand) {
		return r
	}
	at := strings.IndexByte(operand, '=')
	if at < 0 {
		plain(&r, operand, 0)
		return r
	}
	name := operand[:at]
	switch trimmed := strings.TrimRight(name, ":?+ \t"); {
	case strings.HasSuffix(strings.TrimRight(name, " \t"), "!"):
		r.Run(reading.Run{What: "!=", Text: operand[at+1:], Known: true})
		return r
	case !variable(trimmed):
		r.Refuse(0, fmt.Sprintf("the variable %q", trimmed))
		return r
	}
	value := operand[at+1:]
	plain(&r, value, at+1)
	words := strings.Fields(value)
	if len(words) < 2 {
		return r
	}
	for _, w := range words {
		if !strings.HasPrefix(w, "-") && !strings.Contains(w, "=") {
			r.Refuse(at+1, "a value of several words, which may be a command")
			return r
		}
	}
	return r
}

// variable reports whether a name is one that make gives no meaning to.
func variable(name string) bool {
	for i, c := range name {
		letter := c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
		if !letter && (i == 0 || c != '-' && c != '.' && (c < '0' || c > '9')) {
			return false
		}
	}
	return name != ""
}

// plain refuses what make, or the shell that reads a recipe, would expand.
func plain(r *reading.Reading, text string, offset int) {
	for i := range len(text) {
		switch c := text[i]; {
		case c == '$':
			r.Refuse(offset+i, "a reference or function of make")
		case strings.IndexByte("`;|&<>()#\\'\"\n{}*?[]!", c) >= 0:
			r.Refuse(offset+i, fmt.Sprintf("the letter %q, which a recipe's shell reads", string(c)))
		}
	}
}
