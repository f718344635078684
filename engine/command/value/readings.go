package value

import (
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/argv"
	"github.com/skillctl/skillctl/engine/command"
)

// Readings makes readings of commands: what they are with the values of words in place
// that the text gives.
type Readings struct {
	// vars are the variables of the first reading, plain the same without spelling out.
	vars, plain *Values
	left        int
}

// NewReadings is one for a text that was read before; nil where no word has a value that
// is not written where it stands.
func NewReadings(f *command.Facts, start Start) *Readings {
	s := &Readings{vars: New(f, start), plain: New(f, start), left: maxReadings}
	s.vars.spells = true
	for i := range f.Commands {
		if c := &f.Commands[i]; !ReadAnew(c) {
			continue
		} else if lines, all, _ := s.Lines(c.Args, f.Commands, i); len(lines) > 0 || !all {
			return s
		}
	}
	for _, r := range f.Redirects {
		if words, all, _ := s.Targets(r, f.Commands); len(words) > 0 || !all {
			return s
		}
	}
	return nil
}

// First are the commands of the first reading.
func (s *Readings) First() []command.Command { return s.vars.commands }

// Values are the variables that the text sets anywhere, for words of any of its parts.
func (s *Readings) Values() *Values {
	s.plain.spend()
	s.plain.Leave()
	return s.plain
}

// Another reports whether one more reading may be made, and counts it.
func (s *Readings) Another() bool {
	s.left--
	return s.left >= 0
}

// ReadAnew reports whether the words of a command are judged: not those of builtins that
// do nothing with them.
func ReadAnew(c *command.Command) bool {
	if c.Kind != "simple" || c.Context.Elsewhere || !slices.ContainsFunc(c.Args, func(w argv.Word) bool { return w.Value == nil && len(w.Expansions) > 0 }) {
		return false
	}
	switch c.Role {
	case "program":
		return true
	case "builtin":
		switch c.Base {
		case "command", "builtin", "exec", "source", ".":
			return true
		}
	}
	return false
}

// Lines are the readings of some words of one of the commands, without the one that they are,
// whether these are all, and whether the words may be what they are as well.
func (s *Readings) Lines(args []argv.Word, of []command.Command, id int) (out [][]argv.Word, all, asIs bool) {
	v := s.vars
	v.spend()
	v.over, v.keeps, v.body = false, nil, v.bodyOf(of, id)
	defer func() { v.fixed, v.body = nil, nil }()
	own := make([]string, len(args))
	for i, w := range args {
		own[i] = v.asItStands(w)
	}
	stands := strings.Join(own, "\n")
	seen := map[string]bool{stands: true}
	for _, v.fixed = range v.worlds(args) {
		for _, line := range v.readings(args, own) {
			key := strings.Join(line, "\n")
			if asIs = asIs || key == stands; !seen[key] {
				seen[key] = true
				out = append(out, v.words(args, own, line))
			}
		}
		if len(out) > maxSpelled {
			return out[:maxSpelled], false, asIs
		}
	}
	return out, !v.over, asIs
}

// Targets are what the word of a redirect comes to, when that is one word.
func (s *Readings) Targets(r command.Redirect, of []command.Command) (out []argv.Word, all, own bool) {
	w := r.Target
	if w.Value != nil || len(w.Expansions) == 0 {
		return nil, true, true
	}
	lines, all, own := s.Lines([]argv.Word{w}, of, r.Command)
	for _, line := range lines {
		if len(line) == 1 {
			out = append(out, line[0])
			continue
		}
		own = true
	}
	return out, all, own
}

// worlds are the values that variables have which several words name: all of them have the
// same one.
func (v *Values) worlds(args []argv.Word) []map[string]string {
	count := map[string]int{}
	var names []string
	for _, w := range args {
		for _, e := range w.Expansions {
			if w.Value == nil && e.Name != "" && !e.All && !e.Indirect && e.Kind != "fed" && !v.several(e) {
				if count[e.Name]++; count[e.Name] == 2 {
					names = append(names, e.Name)
				}
			}
		}
	}
	out := []map[string]string{nil}
	for _, name := range names {
		values := v.Variable(name, 0)
		if len(values)*len(out) > maxSpelled {
			v.over = true
			return out
		}
		var next []map[string]string
		for _, have := range out {
			for _, one := range values {
				world := map[string]string{name: one}
				for k, value := range have {
					world[k] = value
				}
				next = append(next, world)
			}
		}
		out = next
	}
	return out
}

// readings are the values of several words together.
func (v *Values) readings(args []argv.Word, own []string) [][]string {
	out := [][]string{nil}
	for i, w := range args {
		values := []string{own[i]}
		if w.Value == nil && len(w.Expansions) > 0 && i < len(args) {
			values = v.limit(v.wordValues(w, 0))
		}
		if len(values) == 1 && rawUnknown(values[0]) {
			values = []string{own[i]}
		}
		if len(values)*len(out) > maxSpelled {
			v.over = true
			values = values[:1]
		}
		next := make([][]string, 0, len(values)*len(out))
		for _, have := range out {
			for _, one := range values {
				next = append(next, append(slices.Clip(have), one))
			}
		}
		out = next
	}
	return out
}
