package place

import (
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/argv/lookup"
	"github.com/skillctl/skillctl/engine/command"
	"github.com/skillctl/skillctl/engine/command/dir"
	"github.com/skillctl/skillctl/engine/command/mark"
)

// entered are the folders that the words of a command may be taken from: its own,
// and those that an option changes to, as -C of tar and make does.
func (p *places) entered(c *command.Command) lookup.Dir {
	at := c.Dir
	if c.Arguments == nil || !at.Known {
		return at
	}
	for _, place := range c.Arguments.Places {
		if place.Role != "folder" || place.Option == "" {
			continue
		}
		for _, to := range p.vars.Of(place.Target) {
			if !mark.In(to) && to != "" && len(at.Or) < dir.Max {
				at.Or = append(slices.Clip(at.Or), dir.Join(c.Dir.Path, to))
			}
		}
	}
	return at
}

// shellFolders notes what changes where the shell takes ~+, ~-, "cd -" and pushd to
// be: it sets these variables itself.
func (p *places) shellFolders() {
	for _, v := range p.facts.Assignments {
		if v.Name == nil || v.Op == "unset" || v.Op == "export" {
			continue
		}
		switch *v.Name {
		case "PWD", "OLDPWD", "DIRSTACK":
			p.facts.Note(command.Opaque{Reason: command.OpaqueConstruct, Command: -1, Detail: *v.Name + " is set, which the shell keeps for the folders that it was in", Span: v.Span})
		}
	}
}

// here adds the folder that a command is in, when that is where it puts what it
// makes: its words name no other place.
func (p *places) here(c *command.Command) {
	if !c.Dir.Known || c.Dir.Path == "" && len(c.Dir.Or) == 0 || len(c.Writes) > 0 {
		return
	}
	if len(broughtBy(c)) == 0 && (c.Arguments == nil || !slices.Contains(c.Arguments.Effects, "writes")) {
		return
	}
	p.add(command.Place{Command: c.ID, Use: "write"}, c.Args[0], []string{"."}, c.Dir)
}

// process follows the names under which the kernel shows the working directory
// and the root of a process.
func (p *places) process(value string, dir lookup.Dir) []string {
	if rest, ok := strings.CutPrefix(value, "/dev/fd/.."); ok && (rest == "" || rest[0] == '/') {
		value = "/proc/self" + rest // what it is a link to
	}
	parts := strings.SplitN(strings.TrimPrefix(tidy(value), "/"), "/", 4)
	if len(parts) < 3 || parts[0] != "proc" {
		return []string{value}
	}
	rest := ""
	if len(parts) == 4 {
		rest = parts[3]
	}
	switch {
	case parts[2] == "cwd" && parts[1] != "1":
		return p.bases("./"+rest, dir)
	case parts[2] == "root":
		return []string{"/" + rest}
	case parts[2] == "task" || parts[2] == "fd":
		return []string{value, mark.Unknown}
	}
	return []string{value}
}
