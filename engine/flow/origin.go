package flow

import (
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/argv"
	"github.com/skillctl/skillctl/engine/command"
)

// origin is what a piece of code was made by.
type origin struct {
	ids []int
	how string
}

// inputs are the commands that a command gets its data from.
func (t *taint) inputs(id int) []int {
	c := &t.facts.Commands[id]
	from := t.piped(c)
	from = append(from, t.inner[id]...)
	for _, w := range c.Args[min(1, len(c.Args)):] {
		from = append(from, t.held(w)...)
		text := t.word(w)
		if key := fileKey(text[strings.LastIndexByte(text, '@')+1:]); key != "" { // curl -F f=@key
			from = append(from, t.files[key]...)
		}
	}
	from = append(from, t.opened(c)...)
	from = append(from, t.committed(c)...)
	if c.Stdin.Target != nil {
		from = append(from, t.held(*c.Stdin.Target)...)
		from = append(from, t.files[fileKey(t.word(*c.Stdin.Target))]...)
	}
	if c.Role == "function" {
		from = append(from, t.bodies[c.Base]...)
	}
	return from
}

// piped are the commands that a command is given the output of: its own, or in the body of a
// function, where nothing else is said, those of the calls of that.
func (t *taint) piped(c *command.Command) []int {
	from := slices.Clone(c.Stdin.From)
	if c.Context.Function == "" || len(from) > 0 || c.Stdin.Text != nil || c.Stdin.Target != nil {
		return from
	}
	for _, call := range t.calls[c.Context.Function] {
		from = append(from, t.facts.Commands[call].Stdin.From...)
	}
	return from
}

// held are the commands whose output the variables of a word hold.
func (t *taint) held(w argv.Word) []int {
	var from []int
	for _, p := range w.Params {
		from = append(from, t.holders[p]...)
	}
	return from
}

// back follows data back from some commands to all that had a hand in it.
func (t *taint) back(from []int, not int) []int {
	var all []int
	seen := map[int]bool{not: true}
	for len(from) > 0 {
		if *t.work++; len(all) == maxTrace || *t.work > maxWork {
			t.cut = true
			break
		}
		id := from[0]
		from = from[1:]
		if id < 0 || id >= len(t.facts.Commands) || seen[id] {
			continue
		}
		seen[id] = true
		if t.programs[id] != "" {
			all = append(all, id)
		}
		from = append(from, t.inputs(id)...)
	}
	return all
}

// code says where the code comes from that a command runs; it has no ids when
// the command runs none, or none that something in the text made.
func (t *taint) code(id int) origin {
	c := &t.facts.Commands[id]
	var direct, held []int
	stdin := c.Interpreter != nil && c.Interpreter.Mode == "stdin" || t.waits(c)
	stdin = stdin || t.schedules(c)
	// "sh $OPTIONS": where nothing names its code, what is fed to it may be that.
	stdin = stdin || c.Interpreter != nil && c.Interpreter.Mode == "unknown" && len(c.Stdin.From) > 0
	takes := takesCode(c)
	direct = append(direct, t.recipe(c)...)
	if stdin {
		direct = append(direct, t.piped(c)...)
		direct = append(direct, t.opened(c)...)
		for i := range t.facts.Redirects {
			if r := &t.facts.Redirects[i]; r.Command == id && r.Read {
				held = append(held, t.held(r.Target)...)
			}
		}
	}
	if c.Edge == argv.EdgeXargs && (takes || stdin) || t.programs[id] == "xargs" && t.shellLast(c) {
		direct = append(direct, c.Stdin.From...)
	}
	if stdin || takes {
		direct = append(direct, t.substituted(c)...)
	}
	if takes {
		for _, w := range c.Args[1:] {
			if own := t.word(w); codeWord(c, w) && (own == "/dev/stdin" || own == "/proc/self/fd/0" || own == "/dev/fd/0") {
				direct = append(direct, c.Stdin.From...)
			}
			if codeWord(c, w) {
				held = append(held, t.held(w)...)
			}
		}
	}
	if ids := t.back(direct, id); len(ids) > 0 {
		return origin{ids, HowPipe}
	}
	if ids := t.back(held, id); len(ids) > 0 {
		return origin{ids, HowVariable}
	}
	if key, ok := t.runs(c); ok {
		return origin{t.back(t.earlier(t.files[key], id), id), HowFile}
	}
	return origin{}
}

// earlier leaves out the commands that come later than one.
func (t *taint) earlier(ids []int, id int) []int {
	return slices.DeleteFunc(slices.Clone(ids), func(other int) bool { return other >= id })
}

// substituted are the commands in those words of another one that give it code.
func (t *taint) substituted(c *command.Command) []int {
	var from []int
	own, ids := len(t.inner[c.ID]), slices.Clone(t.inner[c.ID])
	for _, outer := range t.wrappers(c) {
		ids = append(ids, t.inner[outer]...)
	}
	for i, id := range ids {
		span := t.facts.Commands[id].Span
		outside := i >= own // in a word of what starts it
		for _, w := range c.Args[1:] {
			if w.Span.Start.Offset <= span.Start.Offset && span.End.Offset <= w.Span.End.Offset {
				outside = !codeWord(c, w)
			}
		}
		if !outside {
			from = append(from, id)
		}
	}
	return from
}

// wrappers are the commands that start another one as it is written in their own words:
// nohup, setsid, command, exec. What is substituted there is counted as theirs.
func (t *taint) wrappers(c *command.Command) []int {
	var ids []int
	for c.Parent >= 0 && len(ids) < maxWrappers && slices.Contains([]string{argv.EdgeWrapper, argv.EdgePrivilege, argv.EdgeMultiplexer, command.EdgeCarrier}, c.Edge) {
		c = &t.facts.Commands[c.Parent]
		ids = append(ids, c.ID)
	}
	return ids
}

// maxWrappers is how many commands before another one are taken to start it.
const maxWrappers = 32

// codeWord reports whether a word of a command that takes code can be that code:
// the arguments of a script are not.
func codeWord(c *command.Command, w argv.Word) bool {
	if i := c.Interpreter; i != nil && i.Mode == "file" {
		return i.Operand != nil && i.Operand.Span == w.Span
	}
	return true
}
