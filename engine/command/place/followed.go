package place

import (
	"path"
	"strings"

	"github.com/skillctl/skillctl/engine/argv/lookup"
	"github.com/skillctl/skillctl/engine/command"
	"github.com/skillctl/skillctl/engine/command/mark"
)

// lookAt has places be followed through the links that are there.
func (p *places) lookAt(s *lookup.Scope) {
	if s == nil || s.Dir == "" {
		return
	}
	p.disk, p.asked = s, map[string]string{}
	if real, _, _, err := lookup.Follow(s.System, s.Dir); err == nil {
		p.rootReal = real
	}
	if s.Home != "" {
		if real, _, _, err := lookup.Follow(s.System, s.Home); err == nil && real != "/" {
			p.homeReal = real
		}
	}
}

// behindLinks adds the place that a link on the disk leads to. What deletes, or makes
// a link, does not follow the last part.
func (p *places) behindLinks(at command.Place, found string) {
	if p.disk == nil || strings.HasPrefix(found, "/dev/") || strings.HasPrefix(found, "/proc/") {
		return
	}
	rest := ""
	if at.Use == "delete" || at.Use == "delete-tree" || at.Use == "link" {
		i := strings.LastIndexByte(found, '/')
		if i <= 0 {
			return
		}
		found, rest = found[:i], found[i:]
	}
	to, done := p.asked[found]
	if !done {
		to = p.leads(found)
		p.asked[found] = to
	}
	if to == "" {
		return
	}
	at.Path, at.Via = tidy(to+rest), "link"
	p.emit(at)
}

// leads is where a path leads through links, in the form of [Place.Path]; "" when it
// leads where it says.
func (p *places) leads(found string) string {
	full := found
	if rest, ok := strings.CutPrefix(found, "~"); ok {
		if p.disk.Home == "" || rest != "" && rest[0] != '/' {
			return ""
		}
		full = p.disk.Home + rest
	}
	if !strings.HasPrefix(full, "/") {
		full = p.disk.Dir + "/" + full
	}
	real, _, link, err := lookup.Follow(p.disk.System, full)
	if err != nil || !link {
		return ""
	}
	// Where the folder itself is reached through a link, nothing leads elsewhere.
	switch {
	case real == p.rootReal:
		real = "."
	case p.rootReal != "/" && strings.HasPrefix(real, p.rootReal+"/"):
		real = real[len(p.rootReal)+1:]
	case p.homeReal != "" && (real == p.homeReal || strings.HasPrefix(real, p.homeReal+"/")):
		real = "~" + real[len(p.homeReal):]
	}
	if real == found || real == path.Clean(found) {
		return ""
	}
	return real
}

// climbs is where a path leads that goes back behind a link: the parent of where the
// link leads, not of where it stands. "" where nothing on the disk says so; behind a
// link that the text makes nobody knows.
func (p *places) climbs(base string) string {
	if !strings.Contains(base, "/..") {
		return ""
	}
	parts := strings.Split(base, "/")
	for i, part := range parts {
		if part != ".." || i == 0 {
			continue
		}
		before := tidy(strings.Join(parts[:i], "/"))
		for _, l := range p.links {
			if _, ok := behind(before, l.from); ok {
				return mark.Unknown
			}
		}
	}
	if p.disk == nil || mark.In(base) {
		return ""
	}
	return p.leads(base)
}

// throughBrought reports whether a path goes through a folder that this text unpacks
// or fetches, or is in one: it may be a link to anywhere. What deletes, or makes a
// link, does not follow the last part.
func (p *places) throughBrought(at command.Place, found string) bool {
	least := 1
	switch at.Use {
	case "delete-tree", "delete", "link":
		least = 2
	case "write", "append", "redirect", "mode", "mode-tree", "read", "input":
	default:
		return false
	}
	if at.Command >= 0 && empties(p.facts.Commands[at.Command].Base) && at.Use == "write" {
		return false // an empty file, wherever it is
	}
	for _, b := range p.brought {
		if at.Command >= 0 && at.Command <= b.command {
			continue
		}
		rest, ok := behind(tidy(found), strings.TrimSuffix(b.from, "/"))
		if b.from == "" || b.from == mark.Unknown {
			rest, ok = "/"+found, found != "" && !strings.ContainsRune("/~"+string(mark.Open), rune(found[0])) && !strings.HasPrefix(found, "..")
		}
		if ok && len(strings.FieldsFunc(rest, func(r rune) bool { return r == '/' })) >= least {
			return true
		}
	}
	return false
}
