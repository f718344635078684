package place

import (
	"path"
	"strings"

	"github.com/skillctl/skillctl/engine/command"
	"github.com/skillctl/skillctl/engine/command/mark"
	"github.com/skillctl/skillctl/engine/system"
)

// The bounds of looking at what there is below a folder: how deep, how many names, and how
// many of the places are told that programs obey.
const (
	maxBelow    = 8
	maxWalked   = 4_096
	maxObeyedIn = 4
)

// anyHook stands for all places that programs obey below the folder of the command: a search
// there finds those of git and of agents as well.
const anyHook = ".git/hooks/*"

// overAny adds the places that programs obey where what is changed is any file below a
// folder: what a search finds there, or a name that is made of it.
func (p *places) overAny(at command.Place, found string) {
	switch at.Use {
	case "write", "append", "redirect", "link":
	default:
		return
	}
	folder, name := "", found
	if before, _, deep := strings.Cut(found, "/"+string(mark.Listed)); deep {
		folder, name = before, found[len(before)+1:]
	}
	first, _, _ := strings.Cut(name, "/")
	switch {
	case strings.ContainsAny(found, string([]rune{mark.Anything, mark.Open})):
	case mark.In(folder), first != string(mark.Listed):
		// {}.bak: of any name, with what is spelled out around it.
		name = strings.ReplaceAll(name, string(mark.Listed), string(mark.Part))
		for _, at.Path = range p.mayBe(path.Join(folder, string(mark.Listed), name)) {
			p.emit(at)
		}
	case folder == "" || p.disk != nil && folder == p.disk.Dir:
		at.Path = anyHook
		p.emit(at)
	case strings.HasPrefix(folder, "~"):
		at.Path, at.Known = "", false
		p.emit(at)
	default:
		for _, named := range p.named {
			if one := strings.Join(named, "/"); strings.HasPrefix(one, folder+"/") {
				at.Path = one
				p.emit(at)
				return
			}
		}
		p.obeyedBelow(at, folder)
	}
}

// obeyedBelow adds the places that programs obey which there are below a folder. Where not
// all of it was looked at, it is not known whether there are any.
func (p *places) obeyedBelow(at command.Place, folder string) {
	if p.disk == nil {
		return
	}
	base := ""
	if !strings.HasPrefix(folder, "/") {
		base = p.disk.Dir + "/"
	}
	left := maxWalked
	list, all := p.walk(base, folder, 0, &left)
	for _, at.Path = range list[:min(len(list), maxObeyedIn)] {
		p.emit(at)
	}
	if !all {
		at.Path, at.Known = "", false
		p.emit(at)
	}
}

// walk are the places that programs obey below a folder, and whether all of it was looked at.
// Links are not followed: a search does not.
func (p *places) walk(base, folder string, depth int, left *int) (list []string, all bool) {
	if depth > maxBelow {
		return nil, false
	}
	entries, err := system.Or(p.disk.System).ReadDir(base + folder)
	if err != nil {
		return nil, true // there is nothing
	}
	all = true
	for _, e := range entries {
		if *left--; *left < 0 {
			return list, false
		}
		one := folder + "/" + e.Name
		if isObeyed(one) {
			list = append(list, one)
		}
		if e.Folder {
			below, whole := p.walk(base, one, depth+1, left)
			list, all = append(list, below...), all && whole
		}
	}
	return list, all
}
