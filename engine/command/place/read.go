package place

import (
	"path"
	"slices"
	"strings"
	"unicode"

	"github.com/skillctl/skillctl/engine/argv"
	"github.com/skillctl/skillctl/engine/argv/grammar"
	"github.com/skillctl/skillctl/engine/argv/lookup"
	"github.com/skillctl/skillctl/engine/command"
	"github.com/skillctl/skillctl/engine/command/mark"
)

// read adds the places whose content a command reads: of a folder, that of all which
// is in it. Of those that the entry of the program has for names alone, these.
func (p *places) read(c *command.Command, dir lookup.Dir) {
	if c.Arguments == nil {
		return
	}
	for _, place := range c.Arguments.Places {
		use := "read"
		switch {
		case place.Role == "read" && place.Extent == grammar.ExtentNames:
			use = "names"
		case place.Role == "read", place.Role == "folder" && place.Option == "":
		case place.Role == "stdin" && place.Of == "read":
			p.readNamed(c, place, dir)
			continue
		default:
			continue
		}
		values := p.vars.Of(place.Target)
		list := p.onlyNamed(place.Target, values)
		if len(list) == 0 {
			for _, value := range values {
				if place.Extent == grammar.ExtentTree || !namedBy(place.Target.Names, value) {
					value = ofAll(value)
				}
				list = append(list, value)
			}
		}
		p.tracked = place.Option == "" && tracks(c)
		p.add(command.Place{Command: c.ID, Use: use}, place.Target, mark.Limit(list), dir)
		p.tracked = false
	}
}

// onlyFiles reports whether what a command gets of a find are files, no folders: a test says so that stands
// in no alternative.
func (p *places) onlyFiles(id int) bool {
	if id < 0 || p.facts.Commands[id].Edge != argv.EdgeFind || p.facts.Commands[id].Parent < 0 {
		return false
	}
	files, before := false, ""
	for _, w := range p.facts.Commands[p.facts.Commands[id].Parent].Args {
		switch w.Prefix {
		case "-o", "-or", ",", "!", "-not", "(":
			return false
		case "-exec", "-execdir", "-ok", "-okdir":
			return files
		}
		files = files || before == "-type" && w.Prefix == "f"
		before = w.Prefix
	}
	return false
}

// namedBy reports whether a value is any file that a search finds by one of some patterns of
// names which has letters in it. What fits a pattern with a bracket or a backslash is not told.
func namedBy(names []string, value string) bool {
	return slices.ContainsFunc(names, func(name string) bool {
		return !strings.ContainsAny(name, `[\`) && strings.ContainsFunc(mark.FoundPattern(name), unicode.IsLetter) &&
			strings.HasSuffix(value, "/"+string(mark.Listed)+"/"+mark.FoundPattern(name))
	})
}

// readNamed adds the places whose names standard input says.
func (p *places) readNamed(c *command.Command, place grammar.Place, dir lookup.Dir) {
	list := []string{mark.Unknown}
	switch {
	case c.Stdin.Text != nil:
		list = strings.Fields(*c.Stdin.Text)
	case c.Stdin.Kind == "pipe":
		list = p.vars.Piped(c.Stdin.From, 0)
	}
	for i := range list {
		list[i] = ofAll(list[i])
	}
	p.add(command.Place{Command: c.ID, Use: "read"}, place.Target, mark.Limit(list), dir)
}

// ofAll is the folder of which a path may be any file: what stands before the parts of
// which nothing is known.
func ofAll(value string) string {
	if before, _, ok := strings.Cut(value, string(mark.Listed)); ok && !strings.HasPrefix(value, mark.Unknown) {
		value = before + string(mark.Listed)
	}
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
	return mark.In(part) && !strings.ContainsAny(part, string([]rune{mark.Anything, mark.Open})) &&
		strings.TrimFunc(part, func(r rune) bool { return mark.Is(r) || r == '.' }) == ""
}
