package grammar

import (
	"slices"
	"strings"
)

// flag reports whether the option takes no value.
func (o *option) flag() bool { return o.parts[0].role.Name == roleFlag }

// has reports whether the option has an effect under some condition.
func (o *option) has(effect string) bool {
	return slices.ContainsFunc(o.parts, func(p part) bool { return slices.Contains(p.effects, effect) })
}

// stemOf is the spelling that word begins with, without its star.
func (o *option) stemOf(word string) string {
	best := ""
	for _, name := range o.names {
		stem, star := strings.CutSuffix(name, "*")
		if star && len(stem) > len(best) && strings.HasPrefix(word, stem) {
			best = stem
		}
	}
	return best
}

// spelled is the option that is written so, here or above.
func (e *Entry) spelled(name string) *option {
	if strings.HasSuffix(name, "NUM") || strings.HasSuffix(name, "*") && len(name) > 2 {
		return nil
	}
	return e.find(name)
}

// stem is the option with the longest spelling that word begins with.
func (e *Entry) stem(word string) *option {
	var found *option
	best := 0
	for up := e; up != nil; up = up.parent {
		if up != e && !up.Global {
			continue
		}
		for _, o := range up.stems {
			if n := len(o.stemOf(word)); n > best {
				found, best = o, n
			}
		}
	}
	return found
}

// abbreviated is the only option that begins with name. Other options of the real
// program may begin so too, so that who asks says that it is not sure.
func (e *Entry) abbreviated(name string) *option {
	if len(name) < 3 {
		return nil
	}
	var found *option
	for up := e; up != nil; up = up.parent {
		if up != e && !up.Global {
			continue
		}
		for spelling, o := range up.known {
			if !strings.HasPrefix(spelling, name) || len(spelling) < 3 || o == found {
				continue
			}
			if found != nil {
				return nil
			}
			found = o
		}
	}
	return found
}

// part is the meaning that counts with what was given, nil for none.
func pick(parts []part, given map[*option]bool) *part {
	for i, p := range parts {
		some := len(p.when) == 0 || slices.ContainsFunc(p.when, func(o *option) bool { return given[o] })
		if some && !slices.ContainsFunc(p.unless, func(o *option) bool { return given[o] }) {
			return &parts[i]
		}
	}
	return nil
}
