package doctor

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	shell "github.com/skillctl/skillctl/engine/command"
	"github.com/skillctl/skillctl/engine/command/analysis"
	"github.com/skillctl/skillctl/engine/secret"
	"github.com/skillctl/skillctl/internal/document"
)

// StartFact is how a start file of the user's shell has an agent start, or a variable that
// it exports for whatever is started.
type StartFact struct {
	// Agent is the name by which setup knows it, "" for a variable by itself.
	Agent string `json:"agent"`
	// Words are the arguments, joined by blanks, with one around them.
	Words string `json:"words"`
	// Variables are those that are set for it; of a variable by itself, that one.
	Variables []string `json:"variables"`
}

// maxStartFile bounds a start file, in bytes.
const maxStartFile = 1 << 20

// startFiles are those that shells read for the user, by the home folder and variables.
func (m *Machine) startFiles() []string {
	zsh, config := m.Home, filepath.Join(m.Home, ".config")
	if dir := m.Getenv("ZDOTDIR"); filepath.IsAbs(dir) {
		zsh = dir
	}
	if dir := m.Getenv("XDG_CONFIG_HOME"); filepath.IsAbs(dir) {
		config = dir
	}
	var all []string
	for _, name := range []string{".profile", ".bashrc", ".bash_profile", ".bash_login", ".bash_aliases", ".aliases", ".kshrc", ".mkshrc"} {
		all = append(all, filepath.Join(m.Home, name))
	}
	for _, name := range []string{".zshenv", ".zprofile", ".zshrc", ".zlogin"} {
		all = append(all, filepath.Join(zsh, name))
	}
	all = append(all, filepath.Join(config, "fish", "config.fish"))
	for _, folder := range []string{"conf.d", "functions"} {
		found, _ := filepath.Glob(filepath.Join(config, "fish", folder, "*.fish")) // the pattern is right
		all = append(all, found...)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// startedAgents reports how start files have agents start.
func startedAgents(ctx context.Context, m *Machine, report func(Result)) error {
	if m.Home == "" {
		return nil
	}
	programs := map[string]string{}
	for _, a := range m.Agents {
		for _, program := range a.Agent.Programs {
			programs[program] = a.Agent.Name
		}
	}
	for _, file := range m.startFiles() {
		if err := ctx.Err(); err != nil {
			return err
		}
		text, err := startFile(file)
		switch {
		case errors.Is(err, fs.ErrNotExist):
		case err != nil:
			report(Result{Found: Unseen, File: file, Message: "this start file cannot be read: " + err.Error(), Hint: "see that it starts no agent without its hooks"})
		default:
			(&starts{file: file, programs: programs, report: report}).read(text)
		}
	}
	return nil
}

// startFile reads what may be a pipe, or without end.
func startFile(file string) (string, error) {
	info, err := os.Stat(file)
	switch {
	case err != nil:
		return "", err
	case !info.Mode().IsRegular():
		return "", errors.New("it is no regular file")
	case info.Size() > maxStartFile:
		return "", errors.New("it is larger than 1 MiB")
	}
	text, err := os.ReadFile(file)
	return string(text), err
}

// starts reads a start file.
type starts struct {
	file     string
	programs map[string]string
	report   func(Result)
}

// read reads the whole, or what is not of the grammar of bash line by line.
func (s *starts) read(text string) {
	if facts := analysis.Text(text); facts.Parse.OK {
		s.facts(facts, 0, "")
		return
	}
	for i, line := range strings.Split(text, "\n") {
		if facts := analysis.Text(line); facts.Parse.OK {
			s.facts(facts, i, "")
		}
	}
}

// facts reports what commands start. first is how many lines stand before; within is the
// alias that they are the text of, "" for none.
func (s *starts) facts(facts *shell.Facts, first int, within string) {
	set := map[int][]string{}
	for _, a := range facts.Assignments {
		if a.Name == nil || a.How == "unset" {
			continue
		}
		set[a.Command] = append(set[a.Command], *a.Name)
		if a.How == "export" && within == "" {
			s.exports(*a.Name, a.Span, first)
		}
	}
	for i := range facts.Commands {
		c := &facts.Commands[i]
		if name, body, is := aliased(c); is && within == "" {
			s.facts(analysis.Text(body), first+c.Span.Start.Line-1, name)
			continue
		}
		if name := fishExport(c); name != "" {
			s.exports(name, c.Span, first)
		}
		agent := s.programs[c.Base]
		if agent == "" {
			continue
		}
		var variables []string
		for up := c; ; up = &facts.Commands[up.Parent] {
			variables = append(variables, set[up.ID]...)
			if up.Parent < 0 {
				break
			}
		}
		slices.Sort(variables)
		span := c.Span
		if within != "" { // it is the text of the alias that has a column
			span.Start.Column = 1
		}
		s.report(Result{
			File: s.file, Span: below(span, first), Message: agent + ": " + where(within, c) + " as " + quoted(c.Argv), Hint: "leave out what takes its hooks or its questions away",
			Start: &StartFact{Agent: agent, Words: " " + strings.Join(c.Argv[1:], " ") + " ", Variables: slices.Compact(variables)},
		})
	}
}

// where is what starts an agent.
func where(alias string, c *shell.Command) string {
	switch {
	case alias != "":
		return "alias " + alias + " starts it"
	case c.Context.Function != "":
		return "function " + c.Context.Function + " starts it"
	}
	return "this start file starts it"
}

func quoted(argv []string) string {
	return "\"" + secret.Known().Hide(strings.Join(secret.Known().HideCall(argv), " ")) + "\""
}

// aliased is the text that an alias or an abbreviation stands for: NAME=TEXT, or as fish
// has it, NAME TEXT.
func aliased(c *shell.Command) (name, text string, is bool) {
	if c.Base != "alias" && c.Base != "abbr" || len(c.Argv) < 2 {
		return "", "", false
	}
	words := slices.DeleteFunc(slices.Clone(c.Argv[1:]), func(word string) bool { return strings.HasPrefix(word, "-") })
	if len(words) == 0 {
		return "", "", false
	}
	if name, text, is = strings.Cut(words[0], "="); is {
		return name, text, true
	}
	return words[0], strings.Join(words[1:], " "), len(words) > 1
}

// fishExport is the variable that "set -gx NAME VALUE" of fish exports, "" for none.
func fishExport(c *shell.Command) string {
	if c.Base != "set" {
		return ""
	}
	exports, name := false, ""
	for _, word := range c.Argv[1:] {
		switch {
		case word == "--export", strings.HasPrefix(word, "-") && !strings.HasPrefix(word, "--") && strings.Contains(word, "x"):
			exports = true
		case name == "" && !strings.HasPrefix(word, "-"):
			name = word
		}
	}
	if !exports {
		return ""
	}
	return name
}

// exports reports a variable that is set for whatever is started.
func (s *starts) exports(name string, span document.Span, first int) {
	s.report(Result{
		File: s.file, Span: below(span, first), Start: &StartFact{Variables: []string{name}},
		Message: "this start file sets " + name + " for every agent that is started from the shell", Hint: "see that agents find the configuration that has their hooks",
	})
}

// below is a span of a text that begins so many lines further down.
func below(span document.Span, lines int) document.Span {
	span.Start.Line += lines
	span.End.Line += lines
	return span
}
