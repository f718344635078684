package beside

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/flow/way"
	"github.com/skillctl/skillctl/engine/work"
)

// unit is a file, or the blocks of one language of a document, which go on from each other.
type unit struct {
	file, family, stem string
	texts              []*way.Text
	// reads and sends say that words of it do.
	reads, sends bool
	fenced       bool
	programs     []*program
	unread       bool // not all were read, for want of work
	// mentions are what its texts name, found out when they are first asked for.
	mentions *mentions
}

// unite puts texts together to units.
func unite(texts []Text, budget *work.Budget, cut func(file, why string)) []*unit {
	t := tables()
	var list []*unit
	known := map[string]*unit{}
	size := 0
	var left []leftOut
	for i := range texts {
		one := &texts[i]
		source := string(one.Source)
		if !budget.Take(work.Besides, len(source)/4) {
			left = append(left, leftOut{one.File, true, true, takesMore})
			continue
		}
		reads, sends := t.marks.MatchString(source), t.sends.MatchString(source) || calls(source)
		if size += len(one.Source); len(one.Source) > maxText || size > maxTexts {
			size -= len(one.Source)
			left = append(left, leftOut{one.File, reads, sends, "is too large"})
			continue
		}
		key := one.Family + ":" + one.File
		u := known[key]
		if u == nil {
			if len(list) >= maxUnits {
				left = append(left, leftOut{one.File, reads, sends, fmt.Sprintf("stands behind %d other programs", maxUnits)})
				continue
			}
			base := path.Base(one.File)
			u = &unit{file: one.File, family: one.Family, stem: strings.TrimSuffix(base, path.Ext(base))}
			if u.stem == "__init__" || u.stem == "index" || u.stem == "mod" {
				u.stem = path.Base(path.Dir(one.File))
			}
			known[key] = u
			list = append(list, u)
		}
		u.texts = append(u.texts, &one.Text)
		u.reads, u.sends, u.fenced = u.reads || reads, u.sends || sends, u.fenced || one.Fenced
	}
	tellLeft(list, left, cut)
	return list
}

// takesMore is why a text is not followed when there is no work left.
const takesMore = "takes more work than is left"

// leftOut is a text that is not followed, and why.
type leftOut struct {
	file         string
	reads, sends bool
	why          string
}

// tellLeft makes gaps of texts that are not followed, where what one does may be half of what
// a package does.
func tellLeft(list []*unit, left []leftOut, cut func(file, why string)) {
	reads, sends := false, false
	for _, u := range list {
		reads, sends = reads || u.reads, sends || u.sends
	}
	for _, l := range left {
		reads, sends = reads || l.reads, sends || l.sends
	}
	for _, l := range left {
		if l.sends || l.reads && sends {
			cut(l.file, unread(l.why, reads))
		}
	}
}

// unread says that a program is not looked into; stores says that the package reads one.
func unread(why string, stores bool) string {
	if !stores {
		return "the package sends something, and this program " + why + " to see where to"
	}
	return "the package reads what is somebody's and sends something, and this program " + why + " to see whether the one is sent"
}

// read reads the programs of a unit, once, and reports whether there was work left for it.
func (u *unit) read(left *work.Budget) ([]*program, bool) {
	if u.programs == nil && !u.unread {
		for _, t := range u.texts {
			if !left.Take(work.Besides, readUnits*len(t.Source)) {
				u.unread = true
				break
			}
			one, units := read(t, u.family), 0
			for _, s := range one.statements {
				units += statementUnits + statementByte*len(s.code)
			}
			if !left.Take(work.Besides, units) {
				u.unread = true
				break
			}
			u.programs = append(u.programs, one)
		}
	}
	return u.programs, !u.unread
}

// join is a unit with those that it takes in, and whether there are more than are followed;
// taken keeps those of each.
func join(entry *unit, list []*unit, taken map[*unit][]*unit) (joined []*unit, more bool) {
	joined = []*unit{entry}
	for i := 0; i < len(joined) && len(joined) < maxJoined; i++ {
		one := joined[i]
		others, known := taken[one]
		if !known {
			for _, u := range list {
				if one.takes(u) {
					others = append(others, u)
				}
			}
			taken[one] = others
		}
		for _, u := range others {
			if !slices.Contains(joined, u) {
				joined = append(joined, u)
			}
		}
	}
	more = len(joined) >= maxJoined
	slices.SortStableFunc(joined, func(a, b *unit) int { return strings.Compare(a.file, b.file) })
	return joined, more
}
