package place

import (
	"github.com/skillctl/skillctl/engine/command"
	"github.com/skillctl/skillctl/engine/command/mark"
	"github.com/skillctl/skillctl/engine/command/value"

	"path"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/argv"
)

// maxLinks is how many links of a text are followed; more make what they lead
// to unknown.
const maxLinks = 64

// findLinks collects the links that a text makes, and the names that it gives to
// what had another name before: whoever writes there writes to the other place.
// In which order that happens does not matter.
func (p *places) findLinks() {
	for i := range p.facts.Commands {
		c := &p.facts.Commands[i]
		if c.Context.Elsewhere || len(c.Args) < 2 {
			continue
		}
		switch {
		case c.Base == "ln" || c.Base == "gln" || c.Base == "link", c.Base == "cp" && copiesLinks(c.Args):
			p.link(c, true)
		case c.Base == "mv" || c.Base == "gmv":
			p.link(c, false)
		}
	}
	made := slices.Clone(p.links)
	for i := range p.facts.Commands {
		if c := &p.facts.Commands[i]; !c.Context.Elsewhere && len(c.Args) > 1 && (c.Base == "rsync" || c.Base == "cp" && keepsLinks(c.Args)) {
			p.copied(c, made)
		}
	}
}

// copied adds the copies of links that the text makes.
func (p *places) copied(c *command.Command, made []link) {
	before := len(p.links)
	p.link(c, false)
	p.links = append(p.links[:before], slices.DeleteFunc(slices.Clone(p.links[before:]), func(l link) bool {
		return !slices.ContainsFunc(made, func(m link) bool { return m.from == l.to || strings.HasPrefix(m.from, l.to+"/") })
	})...)
}

// copiesLinks reports whether cp makes links instead of copies.
func copiesLinks(args []argv.Word) bool {
	for _, w := range args[1:] {
		v := w.Prefix
		if strings.HasPrefix(v, "--sym") || strings.HasPrefix(v, "--link") || len(v) > 1 && v[0] == '-' && v[1] != '-' && strings.ContainsAny(v, "sl") {
			return true
		}
	}
	return false
}

// keepsLinks reports whether cp copies links as links.
func keepsLinks(args []argv.Word) bool {
	for _, w := range args[1:] {
		v := w.Prefix
		if strings.HasPrefix(v, "--a") || strings.HasPrefix(v, "--no-d") || strings.HasPrefix(v, "--r") || strings.HasPrefix(v, "--pre") || len(v) > 1 && v[0] == '-' && v[1] != '-' && strings.ContainsAny(v, "adPRr") {
			return true
		}
	}
	return false
}

// link adds the links of one command. A symbolic link is taken from the folder
// that it is in.
func (p *places) link(c *command.Command, symbolic bool) {
	var operands []argv.Word
	target := ""
	for i := 1; i < len(c.Args); i++ {
		w := c.Args[i]
		v := w.Prefix
		switch {
		case v == "--" && w.Value != nil:
		case strings.HasPrefix(v, "--target-directory="):
			target = v[len("--target-directory="):]
		case len(v) > 1 && v[0] == '-' && v[1] != '-' && strings.HasSuffix(v, "t") && i+1 < len(c.Args):
			i++
			target = c.Args[i].Shape()
		case strings.HasPrefix(v, "-") && v != "-":
		default:
			operands = append(operands, w)
		}
	}
	if len(operands) == 0 {
		return
	}
	last := []string{target}
	sources := operands
	if target == "" {
		last = []string{"."}
		if len(operands) > 1 {
			last = p.vars.Of(operands[len(operands)-1])
			sources = operands[:len(operands)-1]
		}
	}
	for _, w := range sources {
		for _, to := range p.vars.Of(w) {
			for _, at := range last {
				p.addLink(c, at, to, symbolic)
				p.addLink(c, at+"/"+path.Base("/"+to), to, symbolic)
			}
		}
	}
}

func (p *places) addLink(c *command.Command, at, to string, symbolic bool) {
	for _, base := range p.bases(at, c.Dir) {
		from := tidy(base)
		targets := p.bases(to, c.Dir)
		if symbolic && to != "" && to[0] != '/' && to[0] != '~' && to[0] != mark.Anything {
			targets = append(targets, value.FolderOf(from)+"/"+to)
		}
		for _, full := range targets {
			if full = tidy(full); full == from || len(p.links) >= maxLinks {
				continue
			}
			p.links = append(p.links, link{from: from, to: full, command: c.ID})
		}
	}
}
