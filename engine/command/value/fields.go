package value

import (
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/argv"
	"github.com/skillctl/skillctl/engine/command"
	"github.com/skillctl/skillctl/engine/command/dir"
	"github.com/skillctl/skillctl/engine/command/mark"
)

// whiteSpace is where the shell splits words unless a text says otherwise.
const whiteSpace = " \t\n"

// splitWords are the words that the shell makes of values without quotes: each by itself,
// or all of one value in a row where words are spelled out.
func (v *Values) splitWords(values []string) []string {
	var out []string
	for _, one := range values {
		for _, at := range v.separators() {
			if !strings.ContainsAny(one, at+"*?[") {
				out = append(out, one)
				continue
			}
			fields := strings.FieldsFunc(one, func(r rune) bool { return strings.ContainsRune(at, r) })
			for i := range fields {
				fields[i] = mark.Pattern(fields[i])
			}
			if v.spells {
				fields = []string{strings.Join(fields, string(mark.FieldEnd))}
			}
			out = append(out, fields...)
		}
	}
	return v.limit(out)
}

// separators are the characters at which words may end: white space, and what the text
// sets IFS to.
func (v *Values) separators() []string {
	out := []string{whiteSpace}
	for _, one := range v.set["IFS"] {
		switch {
		case one.Value == nil || one.Value.Value == nil:
			v.over = true
		case strings.Trim(*one.Value.Value, whiteSpace) != "":
			out = append(out, whiteSpace+*one.Value.Value)
		}
	}
	return out
}

// readValues are the values that read and mapfile may give variables, of the texts that they
// get: fields, lines, and what is left of a line behind some fields.
func (v *Values) readValues(c *command.Command, texts []string) []string {
	splits := v.separators()
	if w := argv.OptionValue(c.Args[1:], "d", "dinNptuOsucC"); w != nil {
		if w.Value == nil {
			return v.unread()
		}
		splits = append(splits, whiteSpace+*w.Value, *w.Value)
	}
	raw := c.Base != "read" || argv.HasLetter(c.Args[1:], 'r')
	for _, letter := range []string{"n", "N", "u", "i"} {
		if argv.OptionValue(c.Args[1:], letter, "dinNptuOsucC") != nil {
			return v.unread()
		}
	}
	var out []string
	for _, text := range texts {
		if mark.In(text) && rawUnknown(text) || !raw && strings.Contains(text, "\\") {
			return v.unread()
		}
		for _, at := range splits {
			if at == "" {
				continue
			}
			ends := func(r rune) bool { return strings.ContainsRune(at, r) }
			for _, field := range strings.FieldsFunc(text, ends) {
				out = append(out, field, strings.TrimSpace(field))
			}
			if v.spells {
				out = append(out, rests(text, ends)...)
				out = append(out, strings.Split(strings.TrimRight(text, "\n"), "\n")...)
			}
		}
	}
	slices.Sort(out)
	return v.limit(slices.Compact(out))
}

// rests are the ends of the lines of a text, from each field on.
func rests(text string, ends func(rune) bool) []string {
	var out []string
	for _, line := range strings.Split(text, "\n") {
		for rest := strings.TrimSpace(line); rest != "" && len(out) <= maxSpelled; {
			out = append(out, rest)
			i := strings.IndexFunc(rest, ends)
			if i < 0 {
				break
			}
			rest = strings.TrimLeftFunc(rest[i:], ends)
		}
	}
	return out
}

// unread is the value of something that the text gives and that is not looked through.
func (v *Values) unread() []string {
	v.over = true
	return []string{mark.Unknown}
}

// texts are what a command gets on its standard input, where the text says it; nil where it
// does not.
func (v *Values) texts(id, depth int) []string {
	if v.steps++; id < 0 || id >= len(v.commands) || v.tired(depth) {
		return nil
	}
	in := v.commands[id].Stdin
	switch {
	case in.Text != nil:
		return []string{*in.Text}
	case in.Kind == "herestring":
		if r := v.redirect(id, "herestring"); r != nil {
			return v.wordValues(r.Target, depth+1)
		}
	case in.Kind == "pipe":
		return v.writes(in.From, depth+1)
	case in.Kind == "process":
		if r := v.redirect(id, "process"); r != nil {
			return v.writes(v.within(r), depth+1)
		}
	}
	return nil
}

// redirect is the one of a class that feeds a command, or the loop that it is in.
func (v *Values) redirect(id int, class string) *command.Redirect {
	var found *command.Redirect
	for i := range v.redirects {
		if r := &v.redirects[i]; r.Class == class && r.Read && (r.Command == id || r.Command < 0 && found == nil) {
			found = r
		}
	}
	return found
}

// within are the commands of a process substitution.
func (v *Values) within(r *command.Redirect) []int {
	var out []int
	for i := range v.commands {
		c := &v.commands[i]
		if c.Edge == command.EdgeProcess && c.Span.Start.Offset >= r.Span.Start.Offset && c.Span.End.Offset <= r.Span.End.Offset {
			out = append(out, i)
		}
	}
	return out
}

// writes are the texts that commands write, when the last of them says them or hands on
// what the ones before it say.
func (v *Values) writes(from []int, depth int) []string {
	for i := len(from) - 1; i >= 0; i-- {
		id := from[i]
		if id < 0 || id >= len(v.commands) || v.commands[id].Parent >= from[0] {
			continue // what stands in for one of the words
		}
		c := &v.commands[id]
		switch {
		case c.Kind != "simple":
			return nil
		case c.Base == "echo" || c.Base == "printf":
			return v.said(c.Base, c.Args[1:], depth)
		case v.filters(c.Args):
			return v.texts(id, depth)
		}
		return nil
	}
	return nil
}

// ofShell are the values of variables that the shell itself sets, of what the text gives.
func (v *Values) ofShell(name string, depth int) []string {
	switch name {
	case "PWD":
		if !v.spells && !v.anything {
			return v.workingFolder()
		}
	case "REPLY", "MAPFILE":
		var out []string
		for i := range v.commands {
			if c := &v.commands[i]; c.Role == "builtin" && (c.Base == "read" && name == "REPLY" || c.Base != "read" && name == "MAPFILE" && (c.Base == "mapfile" || c.Base == "readarray")) {
				out = append(out, v.input(i, depth+1)...)
			}
		}
		if len(out) > 0 {
			return v.limit(out)
		}
	case "OPTARG":
		var out []string
		for _, one := range v.arguments("@", depth) {
			if out = append(out, one); len(one) > 2 && one[0] == '-' {
				out = append(out, one[2:])
			}
		}
		return v.limit(out)
	case "OLDPWD", "DIRSTACK":
		if v.spells {
			v.over = v.over || slices.ContainsFunc(v.commands, func(c command.Command) bool { return c.Role == "builtin" && dir.Moves(c.Base) })
			break
		}
		if name == "OLDPWD" {
			return v.FormerFolder()
		}
		if !v.moves && !v.anything {
			return append(v.workingFolder(), "") // there is one folder in it
		}
	case "BASH":
		if !v.spells && !v.anything {
			return []string{"/bin/bash", "/usr/bin/bash"}
		}
	case "BASH_REMATCH":
		v.over = v.over || slices.ContainsFunc(v.commands, v.matchesText)
	case "_":
		return v.lastWords(depth)
	case "BASH_ARGV", "BASH_COMMAND", "BASH_EXECUTION_STRING", "FUNCNAME":
		v.over = true
	}
	return []string{mark.Unknown}
}

// matchesText reports whether a command matches a text that stands in the request.
func (v *Values) matchesText(c command.Command) bool {
	left, _, ok := strings.Cut(c.Text, "=~")
	if c.Kind != "test" || !ok {
		return false
	}
	words := strings.Fields(left)
	if len(words) == 0 {
		return true
	}
	name := strings.Trim(words[len(words)-1], `"${}`)
	return !strings.Contains(words[len(words)-1], "$") || !argv.IsIdentifier(name) || slices.ContainsFunc(v.Variable(name, maxFollowed/2), func(one string) bool { return !mark.In(one) })
}
