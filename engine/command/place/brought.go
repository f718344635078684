package place

import (
	"cmp"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/argv"
	"github.com/skillctl/skillctl/engine/argv/grammar"
	"github.com/skillctl/skillctl/engine/command"
	"github.com/skillctl/skillctl/engine/command/mark"
)

// broughtBy are the files that a command makes and that it alone knows the names of.
func broughtBy(c *command.Command) []grammar.Brought {
	if c.Arguments == nil || c.Context.Elsewhere {
		return nil
	}
	return c.Arguments.Brings
}

// bring notes what a command brings, and the folders below which there may be links
// of it.
func (p *places) bring(c *command.Command) {
	for _, b := range broughtBy(c) {
		at := command.Made{Command: c.ID, Text: c.Text, Span: c.Args[0].Span, Tree: b.Names == "", Without: b.Without}
		for _, one := range p.folders(c) {
			if b.Names != "" {
				one.path = tidy(cmp.Or(one.path, ".") + "/" + mark.Pattern(b.Names))
			}
			if !b.Packages {
				// Who may install a package may run it.
				at.Path = shownPath(one.path)
				p.keep(at)
			}
			if (at.Tree || b.Packages) && len(p.brought) < maxLinks {
				p.brought = append(p.brought, link{from: one.path, command: c.ID})
			}
		}
	}
}

// shares notes the folders that a command hands to a container to write in: who runs
// there puts into them what it likes.
func (p *places) shares(c *command.Command) {
	for _, b := range c.Binds {
		if b.Kind != "bind" || slices.ContainsFunc(c.Args, func(w argv.Word) bool { return w.Span == b.Span && onlyRead(w.Suffix) }) {
			continue
		}
		at := command.Made{Command: c.ID, Text: c.Text, Span: b.Span, Tree: true}
		if b.Source != nil {
			for _, one := range p.resolve(*b.Source, c.Dir, -1) {
				at.Path = shownPath(one.path)
				p.keep(at)
			}
			continue
		}
		at.Path = "."
		p.keep(at) // a variable or $(pwd): most likely the working directory
	}
}

// onlyRead reports whether a mount says that nothing may be written there.
func onlyRead(mount string) bool {
	_, options, _ := strings.Cut(mount[strings.LastIndexByte(mount, '/')+1:], ":")
	return options == "ro" || strings.HasPrefix(options, "ro,") || strings.HasSuffix(mount, ",readonly") || strings.HasSuffix(mount, ",ro")
}

// folders are those that a command puts what it brings into: those that it writes
// to, and the one that it is in unless an operand, or an option that changes to
// another, says where.
func (p *places) folders(c *command.Command) []resolved {
	said := slices.ContainsFunc(c.Arguments.Places, func(place grammar.Place) bool {
		return place.Role == "folder" || place.Option == "" && (place.Role == "into" || place.Role == "repository")
	})
	var values []string
	if !said {
		values = []string{"."}
	}
	for _, w := range c.Writes {
		if w.Kind != "write" && w.Kind != "write-into" {
			continue
		}
		if w.Computed != nil {
			values = append(values, mark.Literal(*w.Computed, w.Target))
			continue
		}
		if w.Target.Value == nil && slices.ContainsFunc(c.Arguments.Places, func(place grammar.Place) bool {
			return place.Role == "repository" && place.Target.Span == w.Target.Span
		}) {
			values = append(values, mark.Unknown) // the end of an address
			continue
		}
		values = append(values, p.vars.Of(w.Target)...)
	}
	var out []resolved
	for _, value := range values {
		for _, one := range p.resolve(value, c.Dir, -1) {
			if !slices.ContainsFunc(out, func(r resolved) bool { return r.path == one.path }) {
				out = append(out, one)
			}
		}
	}
	return out
}

// readThrough notes the files below a folder that the text brings, of those that a
// command is fed or that a text of it reads: each may be a link to anywhere.
func (p *places) readThrough(c *command.Command) {
	if len(p.brought) == 0 || c.Arguments == nil || c.Context.Elsewhere {
		return
	}
	for _, r := range c.Reads {
		p.readsThrough(command.Place{Command: c.ID, Use: "read", Via: "link", Text: r.Target.Text, Span: r.Span}, r.Target, c)
	}
}

// tracks reports whether the operands of a command are paths of a work tree, which git
// takes none of through a link.
func tracks(c *command.Command) bool {
	if c.Base != "git" || len(c.Arguments.Sub) == 0 {
		return false
	}
	switch c.Arguments.Sub[0] {
	case "add", "blame", "annotate", "ls-files", "log", "whatchanged", "show":
		return true
	case "diff", "grep":
		// The option has them read as any files are; it may be cut short.
		return !slices.ContainsFunc(c.Args[1:], func(w argv.Word) bool { return w.Value == nil || strings.HasPrefix(*w.Value, "--no-i") })
	}
	return false
}

func (p *places) readsThrough(at command.Place, w argv.Word, c *command.Command) {
	for _, value := range p.vars.Of(w) {
		for _, one := range p.resolve(value, c.Dir, c.ID) {
			if p.throughBrought(at, one.path) {
				p.emit(at)
			}
		}
	}
}
