package flow

import (
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/argv"
	"github.com/skillctl/skillctl/engine/command"
)

// runWord is a word of a command that names what it runs.
type runWord struct{ text, language string }

// runWords are the words of a command that name files which it runs.
func (t *taint) runWords(c *command.Command) []runWord {
	var words []runWord
	add := func(language string, given ...argv.Word) {
		for _, w := range given {
			words = append(words, runWord{t.word(w), language})
		}
	}
	args := c.Args[min(1, len(c.Args)):]
	switch i := c.Interpreter; {
	case i == nil:
	case i.Startup || i.Mode == "unknown":
		for _, w := range args {
			add(i.Family, w)
			if i.Operand != nil && w.Span == i.Operand.Span {
				break
			}
		}
	case i.Mode == "file" && i.Operand != nil:
		add(i.Family, *i.Operand)
	case i.Mode == "module" && i.Operand != nil:
		module := strings.ReplaceAll(t.word(*i.Operand), ".", "/")
		words = append(words, runWord{module + ".py", i.Family}, runWord{module + "/__main__.py", i.Family})
	}
	if i := c.Interpreter; i != nil && i.Mode == "stdin" && c.Stdin.Target != nil {
		add(i.Family, *c.Stdin.Target)
	}
	if c.Interpreter == nil && len(c.Args) > 0 && c.Role != "builtin" && (c.Edge == argv.EdgeRunner || strings.ContainsAny(t.word(c.Args[0]), `/\`)) {
		add("", c.Args[0])
	}
	for _, h := range c.Hits {
		switch {
		case h.Value == nil:
		case h.Kind == "file" || h.Kind == "program" || h.Kind == "library" || (h.Kind == "code" || h.Kind == "config") && isWord(*h.Value) && languageOf(t.programs[c.ID]) != "":
			words = append(words, runWord{*h.Value, languageOf(t.programs[c.ID])})
		case strings.Contains(*h.Value, " "): // a command that a setting holds
			for _, word := range strings.Fields(*h.Value) {
				words = append(words, runWord{word, ""})
			}
		}
	}
	add("shell", t.fed(c)...)
	if c.Edge == argv.EdgeXargs && c.Parent >= 0 && c.Interpreter != nil {
		add(c.Interpreter.Family, t.facts.Commands[c.Parent].Args...)
	}
	if c.Interpreter == nil && c.Name == nil && t.startsNamed(c) {
		for _, w := range args {
			if !strings.HasPrefix(w.Text, "-") {
				add("", w)
				break
			}
		}
	}
	return append(words, t.runnerWords(c, args)...)
}

// startsNamed reports whether a variable that stands for a program holds an
// interpreter, or has the name of one: "$SHELL", "$PYTHON".
func (t *taint) startsNamed(c *command.Command) bool {
	if len(c.Args) == 0 || len(c.Args[0].Params) != 1 {
		return false
	}
	name := strings.ToLower(c.Args[0].Params[0])
	return name == "shell" || runners().starts[name] || runners().starts[t.programs[c.ID]]
}

// fed are the files whose content a command takes as commands: what a loop reads line
// by line, or what another number of an open file stands for.
func (t *taint) fed(c *command.Command) []argv.Word {
	var params []string
	switch {
	case c.Carries == "eval" || c.Interpreter != nil && c.Interpreter.Mode == "inline":
		for _, w := range c.Args[1:] {
			params = append(params, w.Params...)
		}
	case len(c.Args) > 0 && c.Name == nil:
		params = c.Args[0].Params
	}
	var files []argv.Word
	for i := range t.facts.Assignments {
		a := &t.facts.Assignments[i]
		if a.Name == nil || a.Value != nil || a.Command < 0 || !slices.Contains(params, *a.Name) {
			continue
		}
		if target := t.facts.Commands[a.Command].Stdin.Target; target != nil {
			files = append(files, *target)
		}
		files = append(files, t.targetsRead(func(r *command.Redirect) bool { return r.Command < 0 })...)
	}
	merged := slices.ContainsFunc(t.facts.Redirects, func(r command.Redirect) bool { return r.Command == c.ID && r.Read && r.Class == "fd-merge" })
	if merged && c.Interpreter != nil && c.Interpreter.Mode == "stdin" {
		files = append(files, t.targetsRead(func(r *command.Redirect) bool { return r.FD != "" })...)
	}
	return files
}

// targetsRead are the files that some redirections of the text read.
func (t *taint) targetsRead(which func(*command.Redirect) bool) []argv.Word {
	var files []argv.Word
	for i := range t.facts.Redirects {
		if r := &t.facts.Redirects[i]; r.Read && r.Class == "file" && which(r) {
			files = append(files, r.Target)
		}
	}
	return files
}

// runnerWords are those of the programs that runners.json lists.
func (t *taint) runnerWords(c *command.Command, args []argv.Word) []runWord {
	var words []runWord
	for _, r := range runners().byName[t.programs[c.ID]] {
		if len(r.After) > 0 && !slices.ContainsFunc(args, func(w argv.Word) bool { return slices.Contains(r.After, w.Text) }) {
			continue
		}
		given := false
		for i, w := range args {
			text := t.word(w)
			name, value, joined := strings.Cut(text, "=")
			switch {
			case joined && slices.Contains(r.Options, name):
				words, given = append(words, runWord{value, r.Language}), true
			case i > 0 && slices.Contains(r.Options, args[i-1].Text):
				words, given = append(words, runWord{text, r.Language}), true
			case len(r.Words) > 0:
				words = append(words, wordsIn(text, r)...)
			case r.Operand && !strings.HasPrefix(text, "-") && (i == 0 || !slices.Contains(r.Values, args[i-1].Text)):
				words = append(words, runWord{text, r.Language})
			}
		}
		for _, name := range r.Files {
			if !given {
				words = append(words, runWord{name, r.Language})
			}
		}
	}
	return words
}

// wordsIn are those of an argument that holds commands of the program itself: ".load FILE".
func wordsIn(text string, r runner) []runWord {
	var words []runWord
	fields := strings.Fields(text)
	for i := range fields[min(1, len(fields)):] {
		if slices.Contains(r.Words, strings.TrimLeft(fields[i], ":")) {
			words = append(words, runWord{strings.Trim(fields[i+1], `"';`), r.Language})
		}
	}
	return words
}
