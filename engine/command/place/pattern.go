package place

import (
	"path"
	"strings"

	"github.com/skillctl/skillctl/engine/command"
	"github.com/skillctl/skillctl/engine/command/mark"
	"github.com/skillctl/skillctl/engine/system"
)

// The bounds of looking at the names that a pattern matches: how many of them there are, and
// how many names of folders are compared.
const (
	maxMatched  = 128
	maxCompared = 4_096
)

// overPattern adds the places that a pattern means which is changed: those that programs obey
// where the pattern tells of them, and those that there are on the disk.
func (p *places) overPattern(at command.Place, found string) {
	if strings.ContainsAny(found, string([]rune{mark.Anything, mark.Listed, mark.Open})) {
		p.overListed(at, found)
		return // more than a pattern
	}
	switch at.Use {
	case "write", "append", "redirect", "link":
		if tells(found) {
			for _, at.Path = range mayBeObeyed(found) {
				p.emit(at)
			}
		}
	case "delete", "delete-tree", "mode", "mode-tree":
	default:
		return
	}
	list, all := p.matching(found)
	for _, one := range list {
		p.put(at, one)
	}
	if !all {
		at.Path, at.Known = "", false // one of those that were not looked at
		p.emit(at)
	}
}

// overListed adds the places that programs obey by the name of their file, where what is
// changed is somewhere below a folder and its name is said.
func (p *places) overListed(at command.Place, found string) {
	name := path.Base(found)
	if strings.ContainsRune(name, mark.Listed) {
		p.overAny(at, found)
		return
	}
	if strings.ContainsAny(found, string([]rune{mark.Anything, mark.Open})) || mark.In(name) || at.Use != "link" && (!changes(at.Use) || strings.HasPrefix(at.Use, "delete") || strings.HasPrefix(at.Use, "mode")) {
		return
	}
	for _, at.Path = range mayBeObeyed(found) {
		if !isObeyed(path.Join(path.Dir(at.Path), "of-any-name")) {
			if at.Path = shownPath(at.Path); strings.HasPrefix(found, string(mark.Listed)) {
				at.Path = strings.TrimLeft(at.Path, "/") // it is below the folder
			}
			p.emit(at)
		}
	}
}

// matching are the names on the disk that a pattern matches, and whether these are all.
func (p *places) matching(found string) (list []string, all bool) {
	if p.disk == nil {
		return nil, true
	}
	folder := p.disk.Dir
	switch {
	case strings.HasPrefix(found, "/"):
		folder = ""
	case strings.HasPrefix(found, "~/") && p.disk.Home != "":
		folder, found = p.disk.Home, found[2:]
		list, all = p.below(folder, strings.Split(found, "/"))
		for i := range list {
			list[i] = "~/" + list[i]
		}
		return list, all
	case strings.HasPrefix(found, "~"):
		return nil, true
	}
	return p.below(folder, strings.Split(found, "/"))
}

// below are the paths of a pattern, part by part, from a folder, and whether these are all.
func (p *places) below(folder string, parts []string) (list []string, all bool) {
	compared := 0
	list = []string{""}
	for i, part := range parts {
		var next []string
		for _, have := range list {
			if i > 0 {
				have += "/"
			}
			if !mark.In(part) {
				next = append(next, have+part)
				continue
			}
			entries, err := system.Or(p.disk.System).ReadDir(folder + "/" + have)
			if err != nil {
				continue // there is nothing that matches
			}
			for _, e := range entries {
				if compared++; compared > maxCompared || len(next) >= maxMatched {
					return nil, false
				}
				if mark.Meet(part, e.Name) && !mark.Is(rune(e.Name[0])) {
					next = append(next, have+e.Name)
				}
			}
		}
		list = next
	}
	return list, true
}
