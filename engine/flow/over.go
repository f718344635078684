package flow

import (
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/skillctl/skillctl/engine/argv"
	"github.com/skillctl/skillctl/engine/flow/prose"
	"github.com/skillctl/skillctl/internal/lazydfa"
	"github.com/skillctl/skillctl/policies"
)

// documentTable is what policies/tables/documents.json says of commands.
type documentTable struct {
	Places []string `json:"places"`
	Home   string   `json:"home"`
	// Lock has the programs that encrypt, each with words of which an argument has one.
	Lock struct {
		Programs map[string][]string `json:"programs"`
	} `json:"lock"`
	// Remove are programs that take files away.
	Remove       []string `json:"remove"`
	places, home *lazydfa.Regexp
}

// Like [watched], read once.
var documents = sync.OnceValue(func() *documentTable {
	t := &documentTable{}
	policies.Table("documents", t)
	t.places, t.home = anyOf(t.Places), lazydfa.New(t.Home)
	return t
})

// locks reports whether a command encrypts.
func (d *documentTable) locks(s Step) bool {
	words, ok := d.Lock.Programs[s.Program]
	return ok && s.has(words)
}

// concerns reports whether a command does something to files that is told of those of
// the user.
func (d *documentTable) concerns(s Step) bool {
	return d.locks(s) || slices.Contains(d.Remove, s.Program) || finds(s.Program) && slices.Contains(s.Args, "-delete")
}

// user reports whether a place is the home folder, or one in which people keep things.
func (d *documentTable) user(place string) bool {
	bare, _, _ := strings.Cut(strings.TrimSuffix(place, "/*"), "*")
	return d.home.MatchString(bare) || d.places.MatchString(place)
}

// ofUser reports whether a command names a place in which people keep things.
func (s Step) ofUser() bool {
	return slices.ContainsFunc(s.Args, func(arg string) bool { return !strings.Contains(arg, "://") && documents().places.MatchString(arg) })
}

func finds(program string) bool {
	return slices.Contains([]string{"find", "gfind", "fd", "fdfind"}, program)
}

// maxOver is how many places are kept of those that a command goes over.
const maxOver = 16

// over are the places of the user whose files a command is given one by one, or that it
// is fed: the folders that a find looks through, the words of a loop.
func (t *taint) over(id int) (found []string, picks string) {
	note := func(text string) {
		if place := strings.TrimSuffix(placeName(text, ""), "/*"); place != "" && documents().user(place) && !slices.Contains(found, place) && len(found) < maxOver {
			found = append(found, place)
		}
	}
	var tests []string
	for _, other := range t.lists(id) {
		c := &t.facts.Commands[other]
		rooted := len(found)
		for i, w := range c.Args[min(1, len(c.Args)):min(len(c.Args), maxArgs)] {
			text := t.word(w)
			if finds(t.programs[other]) && (strings.HasPrefix(text, "-") && !slices.Contains([]string{"-H", "-L", "-P"}, text) || text == "(" || text == "!") {
				if rooted < len(found) {
					tests = append(tests, t.step(other).Args[i:]...)
				}
				break
			}
			if finds(t.programs[other]) || i > 0 || !strings.HasPrefix(text, "-") {
				note(text)
			}
		}
	}
	for _, w := range t.facts.Commands[id].Args[min(1, len(t.facts.Commands[id].Args)):] {
		for _, name := range w.Params {
			for _, text := range t.loops(name) {
				note(text)
			}
		}
	}
	return found, prose.Bounded(strings.Join(tests, " "))
}

// lists are the commands that list the files that another one is given.
func (t *taint) lists(id int) []int {
	var ids []int
	add := func(more ...int) {
		for _, one := range more {
			if p := t.programs[one]; (finds(p) || p == "ls" || p == "tar" || p == "zip" || p == "cat" || p == "locate") && !slices.Contains(ids, one) {
				ids = append(ids, one)
			}
		}
	}
	add(id)
	for at, depth := id, 0; at >= 0 && depth < maxTrace; at, depth = t.facts.Commands[at].Parent, depth+1 {
		add(at)
		add(t.back(t.inputs(at), at)...)
	}
	for _, w := range t.facts.Commands[id].Args {
		for _, name := range w.Params {
			add(t.holders[name]...)
			for _, holder := range t.holders[name] {
				add(t.back(t.inputs(holder), holder)...)
			}
		}
	}
	return ids
}

// loops are the words that a loop gives to a variable.
func (t *taint) loops(name string) []string {
	var words []string
	for i := range t.facts.Assignments {
		a := &t.facts.Assignments[i]
		if a.How != "for" || a.Name == nil || *a.Name != name {
			continue
		}
		for _, w := range slices.Concat(a.Each, one(a.Value)) {
			words = append(words, t.word(w))
		}
	}
	return words
}

func one(w *argv.Word) []argv.Word {
	if w == nil {
		return nil
	}
	return []argv.Word{*w}
}

// userFiles are the places of the user that a command does something to that is told.
func (t *taint) userFiles(id int, s Step) (found []string, picks string) {
	if !documents().concerns(s) || t.facts.Commands[id].Context.Elsewhere {
		return nil, ""
	}
	found, picks = t.over(id)
	for _, arg := range s.Args {
		if place := placeName(strings.TrimLeft(arg, "<"), ""); place != "" && documents().locks(s) && documents().user(place) && path.Base(place) != "~" {
			found = append(found, place)
		}
	}
	slices.Sort(found)
	return slices.Compact(found), picks
}
