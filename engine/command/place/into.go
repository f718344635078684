package place

import (
	"path"
	"strings"

	"github.com/skillctl/skillctl/engine/argv"
	"github.com/skillctl/skillctl/engine/command"
)

// into finds the names that files get in a folder that is the target of a copy.
func (p *places) into(c *command.Command) {
	for _, w := range c.Writes {
		if !copies(c.Base) || w.Target.Value != nil || w.Computed != nil || w.Option != "" || !makes(w) {
			continue
		}
		for _, from := range c.Args[1:] {
			if from.Span == w.Target.Span || strings.HasPrefix(from.Prefix, "-") {
				continue
			}
			for _, name := range p.vars.Of(from) {
				var list []string
				for _, one := range p.vars.Of(w.Target) {
					list = append(list, one+"/"+path.Base("/"+name))
				}
				p.add(command.Place{Command: c.ID, Use: useOf(w)}, w.Target, list, c.Dir)
			}
		}
	}
}

// makes reports whether a write puts content under a name.
func makes(w argv.Write) bool {
	return w.Kind == "write" || w.Kind == "write-into" || w.Kind == "link"
}

// copies reports whether a program puts files under their name into a folder that
// is its last operand.
func copies(base string) bool {
	switch base {
	case "cp", "gcp", "mv", "gmv", "ln", "gln", "install", "ginstall", "rsync", "scp":
		return true
	}
	return false
}
