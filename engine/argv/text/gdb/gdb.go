// Package gdb reads commands of gdb. Few of them are let pass: those that show
// something, and expressions that call nothing and change nothing.
package gdb

import (
	"fmt"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/argv/text/reading"
)

// Read reads one command, or lines of them.
func Read(source string) reading.Reading {
	var r reading.Reading
	if !r.Bounds(source) {
		return r
	}
	at := 0
	for line := range strings.SplitSeq(source, "\n") {
		command(line, at, &r)
		at += len(line) + 1
	}
	return r
}

// whole are commands that are harmless as they stand. With "run" and its like the
// program runs that gdb was given, which is looked at by itself.
func whole() []string {
	return []string{
		"", "bt", "backtrace", "bt full", "backtrace full", "where", "thread apply all bt", "thread apply all bt full", "thread apply all backtrace", "t a a bt",
		"info registers", "info threads", "info locals", "info args", "info breakpoints", "info sharedlibrary", "info proc mappings", "info frame", "info files", "info functions", "info signals",
		"info source", "info line", "info target", "info variables", "info types", "disassemble", "disas", "list", "l", "quit", "q", "kill",
		"set pagination off", "set pagination on", "set confirm off", "set confirm on", "set width 0", "set height 0", "set print pretty on", "set print elements 0", "set verbose off",
		"run", "r", "c", "cont", "continue", "start", "starti", "next", "n", "step", "s", "stepi", "nexti", "finish", "up", "down",
	}
}

// shows are commands with an expression, which may have a format behind a slash.
func shows() []string { return []string{"p", "print", "x", "ptype", "whatis", "output", "display"} }

// places are commands with the name of a function, a file and line or a number.
func places() []string {
	return []string{"b", "break", "tbreak", "tb", "frame", "f", "thread", "list", "l", "disassemble", "disas", "info line", "info symbol", "info address", "info scope", "up", "down", "delete", "until", "advance", "bt", "backtrace"}
}

// selects are those of places that take one word: more are a sub-command.
func selects() []string { return []string{"frame", "f", "thread"} }

// command judges one line.
func command(line string, at int, r *reading.Reading) {
	line = strings.TrimSpace(line)
	if slices.Contains(whole(), line) || strings.HasPrefix(line, "#") {
		return
	}
	name, rest, _ := strings.Cut(line, " ")
	rest = strings.TrimSpace(rest)
	base, format, slash := strings.Cut(name, "/")
	if name == "info" {
		second, third, _ := strings.Cut(rest, " ")
		name, rest = "info "+second, third
	}
	switch {
	case slices.Contains(shows(), base) && letters(format, "abcdfioqrstuxzwghm-0123456789") && (!slash || format != "") && expression(rest):
	case slices.Contains(selects(), name) && strings.Contains(rest, " "):
		// "thread apply all …" and "frame apply all …" run what follows.
		r.Refuse(at, fmt.Sprintf("the command %q of gdb", line))
	case slices.Contains(places(), name) && letters(rest, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.:/ +,") && !strings.HasPrefix(rest, "-") && !strings.Contains(" "+rest+" ", " if "):
	default:
		r.Refuse(at, fmt.Sprintf("the command %q of gdb", line))
	}
}

func letters(text, set string) bool { return strings.Trim(text, set) == "" }

// expression reports whether an expression calls nothing and changes nothing: no
// bracket behind a name, another bracket or an index, and no assignment.
func expression(text string) bool {
	before := byte(0)
	for i := range len(text) {
		switch c := text[i]; {
		case c == ' ':
			continue
		case c == '(' && before != 0 && strings.IndexByte("(+-*/%&|<>=!,~@[", before) < 0:
			return false
		case c == '=' && (i+1 >= len(text) || text[i+1] != '=') && before != '=' && before != '!':
			return false
		case c == '=' && before == '=' && i >= 2 && strings.IndexByte("+-*/%&|^<>", text[i-2]) >= 0:
			return false
		case (c == '+' || c == '-') && before == c:
			return false
		case strings.IndexByte("()[]+-*/%&|<>=!,.:~@$_ ", c) < 0 && (c < '0' || c > '9') && (c|0x20 < 'a' || c|0x20 > 'z'):
			return false
		}
		before = text[i]
	}
	return true
}
