package place

import (
	"slices"
	"strings"
	"sync"

	"github.com/skillctl/skillctl/engine/argv"
	"github.com/skillctl/skillctl/engine/command/mark"
)

// namedPlaces are the places with a meaning that a pattern may match, part by part. They are
// only read.
var namedPlaces = sync.OnceValue(func() [][]string {
	list := argv.NamedPlaces()
	out := make([][]string, len(list))
	for i, one := range list {
		out[i] = strings.Split(one, "/")
	}
	return out
})

// mayBe are the named places that a path may be, or lead to or into, of which a
// part is not known.
func (p *places) mayBe(found string) []string {
	return p.mayHold(found, false)
}

// mayHold are those, and with folders the ones that a search may find which have a named place in them.
func (p *places) mayHold(found string, folders bool) []string {
	parts := strings.Split(found, "/")
	if strings.HasPrefix(found, mark.Unknown) {
		return p.endsLike(parts)
	}
	below := parts[0] == string(mark.Listed) && len(parts) > 1
	if !below && parts[0] != "" && strings.TrimFunc(parts[0], mark.Is) == "" {
		return nil // nothing of it is known
	}
	var out []string
	for _, named := range p.named {
		if below && (named[0] == "" || named[0] == "~") {
			continue // it is below the working directory
		}
		if one, ok := meet(parts, named); ok {
			out = append(out, shownPath(one))
		} else if one, ok := folderOf(parts, named); (folders || parts[0] == "..") && !below && ok {
			out = append(out, shownPath(one))
		}
	}
	if folders {
		out = append(out, homes(parts)...)
	}
	return limitShown(out)
}

// folderOf is the folder with a named place in it that a search may find, whose name is known: "/*/etc". Of a
// search that begins above the working directory, it may be anywhere.
func folderOf(parts, named []string) (string, bool) {
	at := slices.Index(parts, string(mark.Listed))
	if at < 0 || at+1 >= len(parts) || named[0] != "" && named[0] != "~" {
		return "", false
	}
	behind, from := parts[at+1:], at
	switch {
	case parts[0] == "..":
		from = 1
	case len(named) < at:
		return "", false
	default:
		for i := range at {
			if !partsAlike(parts[i], named[i]) {
				return "", false
			}
		}
	}
	for ; from+len(behind) <= len(named); from++ {
		if alike(behind, named[from:from+len(behind)]) {
			return strings.Join(named[:from+len(behind)], "/"), true
		}
	}
	return "", false
}

// homes are the home folders that a search may find by their name, which is that of a user: it has no dot.
func homes(parts []string) []string {
	at := slices.Index(parts, string(mark.Listed))
	if at < 1 || at+2 != len(parts) || parts[0] != "" || strings.Contains(parts[at+1], ".") {
		return nil
	}
	var out []string
	for _, folder := range []string{"home", "Users"} {
		if at == 1 || at == 2 && mark.Meet(parts[1], folder) {
			out = append(out, shownPath("/"+folder+"/"+parts[at+1]))
		}
	}
	return out
}

// alike reports whether parts of paths may be others, one by one.
func alike(parts, named []string) bool {
	for i := range parts {
		if !partsAlike(parts[i], named[i]) {
			return false
		}
	}
	return true
}

// partsAlike reports whether two parts may be the same, in large or small letters.
func partsAlike(part, named string) bool {
	return !strings.ContainsAny(part, string([]rune{mark.Anything, mark.Listed, mark.Open})) && mark.Meet(strings.ToLower(part), strings.ToLower(named))
}

// endsLike are the named places that a path may be of which the begin may be anything:
// the root, the home folder or the working directory, and what is spelled out behind
// it. A path of which the end is not known either may be any file, and is none here.
func (p *places) endsLike(parts []string) []string {
	head := strings.TrimLeft(parts[0], mark.Unknown)
	if mark.In(head) || head == "" && len(parts) < 2 {
		return nil
	}
	rest := parts[1:]
	if head != "" {
		rest = parts
		rest[0] = head // "/" stands before it, or a part of a name
	}
	var out []string
	for _, named := range p.named {
		from, root := named, ""
		if named[0] == "" || named[0] == "~" {
			from, root = named[1:], named[0]+"/"
		}
		if len(rest) < len(from) {
			continue
		}
		if one, ok := meet(rest, from); ok {
			out = append(out, shownPath(root+one))
		}
	}
	return limitShown(out)
}

func limitShown(list []string) []string {
	seen := map[string]bool{}
	out := list[:0]
	for _, one := range list {
		if !seen[one] {
			seen[one] = true
			out = append(out, one)
		}
	}
	return out
}

// meet is the place at which a path with unknown parts and a named place meet: the
// named one and what follows, or the folder on the way to it that the path names.
func meet(parts, named []string) (string, bool) {
	i := 0
	for ; i < len(parts) && i < len(named); i++ {
		part := parts[i]
		if strings.ContainsRune(part, mark.Anything) {
			// It may hold slashes: all that is named from here on may be in it.
			before, _, _ := strings.Cut(part, mark.Unknown)
			if strings.HasPrefix(named[i], before) {
				return strings.Join(named, "/"), i > 0 || before != ""
			}
			return "", false
		}
		if part == string(mark.Listed) && i+1 < len(parts) {
			// Any folders, with a file behind them of which the name is known.
			for j := i; j < len(named); j++ {
				if one, ok := meet(parts[i+1:], named[j:]); ok && len(parts)-i-1 >= len(named)-j {
					return strings.Join(append(slices.Clone(named[:j]), one), "/"), true
				}
			}
			if i > 0 && named[0] != "" && named[0] != "~" {
				// The search begins within a folder that has named ones in it, such as .git.
				return strings.Join(named, "/") + "/" + strings.Join(parts[i+1:], "/"), true
			}
			return "", false
		}
		// What finds names may take small letters for large ones, as file systems do.
		if strings.ContainsRune(part, mark.Listed) || !mark.Meet(strings.ToLower(part), strings.ToLower(named[i])) {
			return "", false
		}
	}
	if i < len(named) {
		return strings.Join(named[:i], "/"), i > 1 || i == 1 && named[0] != "" && named[0] != "~"
	}
	return strings.Join(append(append([]string{}, named...), parts[i:]...), "/"), true
}
