package format

import (
	"strings"

	"github.com/skillctl/skillctl/engine/argv/text/reading"
)

// ReadTmux reads a format of tmux: #{name} and #S show something, #(COMMAND) runs a
// command, and modifiers such as #{E:name} read what a variable holds as a format.
func ReadTmux(text string) reading.Reading {
	var r reading.Reading
	if !r.Bounds(text) {
		return r
	}
	for i := 0; i < len(text); i++ {
		if text[i] != '#' {
			continue
		}
		if i++; i == len(text) {
			break
		}
		switch text[i] {
		case '(':
			// What is in the brackets is expanded before it runs.
			r.Run(reading.Run{What: "#("})
			r.Refuse(i, "the command of #(")
			return r
		case '{':
			name, _, closed := strings.Cut(text[i+1:], "}")
			if !closed || !variable(name) {
				r.Refuse(i, "the format #{"+name+"}")
				return r
			}
			i += len(name) + 1
		}
	}
	return r
}

// variable reports whether a text is the name of a variable of tmux.
func variable(name string) bool {
	return name != "" && strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789_") == ""
}
