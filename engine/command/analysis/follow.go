package analysis

import (
	"slices"

	"github.com/skillctl/skillctl/engine/argv"
	"github.com/skillctl/skillctl/engine/argv/grammar"
	"github.com/skillctl/skillctl/engine/command"
	"github.com/skillctl/skillctl/engine/command/dir"
)

// follow looks at a program: what it carries, what code it interprets, what
// its options run and where it writes.
func (a *analyser) follow(id int, sc scope) {
	sc.parent = id
	if a.describe(id).Own() {
		a.facts.Commands[id].Own = true
		return
	}
	if base := a.facts.Commands[id].Base; base == "find" || base == "gfind" || base == "bfs" {
		a.facts.Commands[id].Narrow = narrow(effective(a.facts.Commands[id].Args, a.facts.Assignments))
	}
	// One after the other: what one finds may set a variable that the next needs.
	a.take(id, sc, a.describe(id).Carried())
	a.take(id, sc, a.describe(id).Interpreted())
	a.take(id, sc, a.describe(id).Options())
	a.arguments(id, sc)
	switch base := a.facts.Commands[id].Base; {
	case a.opt.grammar:
	case base == "sqlite3" || base == "sqlite" || base == "psql" || base == "mysql" || base == "mariadb":
		// What shells of databases are told to do counts whoever asks.
		call := a.describe(id)
		a.take(id, sc, grammar.Read(call).Texts(call))
	}
}

// describe is what the reading of arguments needs to know of a command.
func (a *analyser) describe(id int) argv.Call {
	c := &a.facts.Commands[id]
	return argv.Call{
		Name: *c.Name, Base: c.Base, Args: effective(c.Args, a.facts.Assignments), Span: c.Span, Carries: c.Carries,
		Stdin: c.Stdin, Dir: c.Dir, Assignments: a.facts.Assignments,
	}
}

// take turns what arguments say into facts about a command.
func (a *analyser) take(id int, sc scope, steps []argv.Step) {
	for _, s := range steps {
		switch s := s.(type) {
		case argv.Carries:
			a.carries(id, string(s))
		case argv.Unread:
			a.opaque(s.Reason, id, s.Detail, s.Span)
		case argv.Hit:
			a.hit(id, s)
		case argv.Fed:
			if a.pipeHolds(a.facts.Commands[id].Stdin.From, s.Texts) {
				a.hit(id, s.Hit)
			}
		case argv.Write:
			a.write(id, s)
		case argv.Read:
			a.facts.Commands[id].Reads = append(a.facts.Commands[id].Reads, s)
		case argv.Takes:
			a.use(command.Use{Command: id, Name: &s.Name, How: "text", Text: s.Name, Span: s.Span})
		case argv.Input:
			a.take(id, sc, s.Read(a.inputText(id)))
		case argv.Bind:
			a.facts.Commands[id].Binds = append(a.facts.Commands[id].Binds, s)
		case argv.Interpreter:
			a.facts.Commands[id].Interpreter = &s
		case argv.Assignment:
			s.Command = id
			a.assign(s)
			if s.How == "env" && s.Value != nil {
				a.promptVariable(s)
			}
		case argv.Run:
			a.child(id, s, sc)
		case argv.Line:
			a.line(s, sc)
		case argv.Payload:
			a.shellText(id, s, sc)
		case argv.Split:
			a.split(id, s, sc)
		}
	}
}

// write records where a command writes, once when two of its words say so.
func (a *analyser) write(id int, w argv.Write) {
	told := func(o argv.Write) bool {
		return o.Kind == w.Kind && o.Target.Span == w.Target.Span && o.Target.Text == w.Target.Text && (w.Computed == nil || o.Computed != nil && *o.Computed == *w.Computed)
	}
	if c := &a.facts.Commands[id]; !slices.ContainsFunc(c.Writes, told) {
		c.Writes = append(c.Writes, w)
	}
}

// enter is a place after a program has changed to some folders.
func (sc scope) enter(dirs []argv.Word) scope {
	for _, w := range dirs {
		sc.dir = dir.Change(sc.dir, command.Command{Base: "cd", Args: []argv.Word{{}, w}}).OK
	}
	return sc
}

// child adds the command that another one runs.
func (a *analyser) child(id int, r argv.Run, sc scope) {
	sc = sc.enter(r.Dirs)
	sc.parent, sc.edge, sc.via = id, r.Edge, r.Via
	sc.stdin = a.facts.Commands[id].Stdin
	sc.ctx = a.facts.Commands[id].Context
	sc.ctx.Elsewhere = sc.ctx.Elsewhere || argv.Elsewhere(r.Edge)
	words := a.feedWords(id, r)
	a.run(words, sc, words[0].Span, nil)
}

// line reads a text that a program gives to a shell.
func (a *analyser) line(l argv.Line, sc scope) {
	sc = sc.enter(l.Dirs)
	sc.ctx.Elsewhere = sc.ctx.Elsewhere || argv.Elsewhere(l.Edge)
	if l.Fed {
		sc.stdin = argv.Stdin{Kind: "dynamic", From: []int{}}
	}
	a.payload(l.Text, l.At, command.POSIX, l.Edge, l.Via, sc)
}

// split adds the command line that env -S makes.
func (a *analyser) split(id int, s argv.Split, sc scope) {
	sc = sc.enter(s.Dirs)
	sc.edge, sc.via = command.EdgeEval, s.Via
	child := a.add(sc, s.Words, 0, 0)
	c := &a.facts.Commands[child]
	c.Span, c.Inner, c.Role, c.Carries = s.Span, nil, "program", s.Edge
	c.Name, c.Base = a.facts.Commands[id].Name, a.facts.Commands[id].Base
	if c.Depth > maxDepth {
		a.limit("too_deep")
		a.opaque(command.OpaqueLimit, id, "commands are nested more than 24 deep", s.Span)
		return
	}
	sc.parent = child
	call := a.describe(child)
	call.Args = s.Words
	a.take(child, sc, call.Split(s))
}

// shellText reads what a shell started by this text will run: functions and
// directories of this shell are not those of the new one.
func (a *analyser) shellText(id int, p argv.Payload, sc scope) {
	visible, errexit := a.visible, a.errexit
	a.visible, a.errexit = map[string]bool{}, false
	sc.parent = id
	sc.dir = dir.Set{Unknown: true}
	if at := a.facts.Commands[id].Dir; at.Known {
		sc.dir = dir.Set{List: append([]string{at.Path}, at.Or...)}
	}
	sc.stdin = a.facts.Commands[id].Stdin
	if p.Via == "stdin" {
		sc.stdin = argv.Stdin{Kind: "dynamic", From: []int{}}
	}
	ctx := a.facts.Commands[id].Context
	sc.ctx = command.Context{Pipes: 1, Conditional: ctx.Conditional, Loop: ctx.Loop, Background: ctx.Background, Elsewhere: ctx.Elsewhere, Function: ctx.Function}
	if p.Dialect == "none" {
		a.opaque(command.OpaqueDialect, id, "there is no grammar for this shell", p.At.Span)
	} else {
		a.payload(p.Text, p.At, command.Dialect(p.Dialect), command.EdgePayload, p.Via, sc)
	}
	a.visible, a.errexit = visible, errexit
}
