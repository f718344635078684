package command

import (
	"path"
	"strings"

	"github.com/skillctl/skillctl/engine/argv/grammar"
	"github.com/skillctl/skillctl/engine/argv/lookup"
)

// read adds the places whose content a command reads: of a folder, that of all which
// is in it, unless the entry of the program says that only names are shown.
func (p *places) read(c *Command, dir lookup.Dir) {
	if c.Arguments == nil {
		return
	}
	for _, place := range c.Arguments.Places {
		if place.Role != "read" || place.Extent == grammar.ExtentNames {
			continue
		}
		var list []string
		for _, value := range p.vars.values(place.Target) {
			list = append(list, ofAll(value))
		}
		p.add(Place{Command: c.ID, Use: "read"}, place.Target, limitValues(list), dir)
	}
}

// ofAll is the folder of which a path may be any file: what stands before the parts of
// which nothing is known.
func ofAll(value string) string {
	for rest := value; ; {
		head, part := path.Split(rest)
		if !anyName(part) {
			return rest
		}
		switch rest = strings.TrimRight(head, "/"); {
		case head == "":
			return "."
		case rest == "":
			return "/"
		}
	}
}

// anyName reports whether a part of a path may be any name in a folder.
func anyName(part string) bool {
	return unknownIn(part) && !strings.ContainsAny(part, string([]rune{anything, varOpen})) &&
		strings.TrimFunc(part, func(r rune) bool { return isUnknown(r) || r == '.' }) == ""
}
