package flow

import (
	"path"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/argv"
	"github.com/skillctl/skillctl/engine/command"
)

// schedules reports whether a command has what it reads run later.
func (t *taint) schedules(c *command.Command) bool {
	switch t.programs[c.ID] {
	case "crontab":
		return len(c.Args) == 1 || t.word(c.Args[len(c.Args)-1]) == "-"
	case "at", "batch":
		return !slices.ContainsFunc(c.Args[1:], func(w argv.Word) bool { return slices.Contains([]string{"-f", "-l", "-d", "-c", "-r"}, w.Text) })
	}
	return false
}

// recipe are the commands that print the rules by which make works.
func (t *taint) recipe(c *command.Command) []int {
	if name := t.programs[c.ID]; name != "make" && name != "gmake" {
		return nil
	}
	for i, w := range c.Args[1:] {
		value, joined := strings.CutPrefix(t.word(w), "--file=")
		if !joined {
			value, joined = strings.CutPrefix(t.word(w), "--makefile=")
		}
		if !joined && strings.HasPrefix(w.Text, "-f") && len(w.Text) > 2 {
			value, joined = w.Text[2:], true
		}
		if !joined && i > 0 && slices.Contains([]string{"-f", "--file", "--makefile"}, c.Args[i].Text) {
			value, joined = w.Text, true
		}
		switch {
		case joined && (value == "-" || value == "/dev/stdin"):
			return c.Stdin.From
		case joined && strings.Contains(w.Text, "<("):
			return t.inner[c.ID]
		}
	}
	return nil
}

// takesCode reports whether a command runs code that its arguments give or name.
func takesCode(c *command.Command) bool {
	if i := c.Interpreter; i != nil && (i.Mode == "inline" || i.Mode == "file" || i.Mode == "unknown") {
		return true
	}
	return c.Carries == "eval" || c.Carries == "shell" || c.Base == "source" || c.Base == "."
}

// shellLast reports whether a command of xargs ends where a shell waits for its code.
func (t *taint) shellLast(c *command.Command) bool {
	n := len(c.Args)
	if n < 2 {
		return false
	}
	last := t.word(c.Args[n-1])
	return last == "eval" || strings.HasPrefix(last, "-") && strings.HasSuffix(last, "c") && n > 2 && IsShell(path.Base(t.word(c.Args[n-2])))
}

// IsShell reports whether a program is a shell of the POSIX kind, by its base name.
func IsShell(name string) bool {
	return slices.Contains([]string{"sh", "bash", "dash", "ash", "zsh", "ksh"}, name)
}

// opened are the commands by which the connection was opened that a command reads by
// its number: exec 3<>/dev/tcp/…; cat <&3.
func (t *taint) opened(c *command.Command) []int {
	if len(t.connections) == 0 {
		return nil
	}
	*t.work += len(t.facts.Redirects)
	var ids []int
	for i := range t.facts.Redirects {
		if r := &t.facts.Redirects[i]; r.Command == c.ID && r.Op == "<&" {
			if by, ok := t.connections[t.word(r.Target)]; ok && by < c.ID {
				ids = append(ids, by)
			}
		}
	}
	return ids
}

// connect notes the connections that a text opens for what follows, and the commands that
// run beside it with their input and output open.
func (t *taint) connect() {
	for i := range t.facts.Assignments {
		a := &t.facts.Assignments[i]
		if a.How != "coproc" || a.Name == nil {
			continue
		}
		if t.connections == nil {
			t.connections = map[string]int{}
		}
		for id := range t.facts.Commands {
			if c := &t.facts.Commands[id]; c.Span.Start.Offset >= a.Span.Start.Offset && c.Base != "coproc" {
				t.connections["${"+*a.Name+"[0]}"], t.connections["${"+*a.Name+"}"], t.connections["$"+*a.Name] = id, id, id
				break
			}
		}
	}
	for i := range t.facts.Redirects {
		if r := &t.facts.Redirects[i]; r.Scope == "exec" && r.Class == "network" {
			if t.connections == nil {
				t.connections = map[string]int{}
			}
			t.connections[r.FD] = r.Command
		}
	}
}

// committed are the commands that put something into the repository that a command
// pushes to another machine.
func (t *taint) committed(c *command.Command) []int {
	if t.programs[c.ID] != "git" || !t.says(c, "push") {
		return nil
	}
	*t.work += c.ID
	var ids []int
	for id := range t.facts.Commands[:c.ID] {
		if other := &t.facts.Commands[id]; t.programs[id] == "git" && (t.says(other, "add") || t.says(other, "commit")) {
			ids = append(append(ids, id), t.below(other)...)
		}
	}
	return ids
}

// says reports whether a word is one of the first arguments of a command.
func (t *taint) says(c *command.Command, word string) bool {
	for _, w := range c.Args[min(1, len(c.Args)):min(len(c.Args), 6)] {
		if t.word(w) == word {
			return true
		}
	}
	return false
}

// below are the commands that write files into the folders which a command names.
func (t *taint) below(c *command.Command) []int {
	*t.work += len(t.facts.Redirects)
	var ids []int
	for i := range t.facts.Redirects {
		r := &t.facts.Redirects[i]
		if !r.Write || r.Class != "file" || r.Command < 0 || r.Command >= c.ID {
			continue
		}
		file := t.word(r.Target)
		if slices.ContainsFunc(c.Args[1:], func(w argv.Word) bool {
			folder := strings.TrimSuffix(t.word(w), "/")
			return folder != "" && folder != "." && strings.HasPrefix(file, folder+"/")
		}) {
			ids = append(ids, r.Command)
		}
	}
	return ids
}
