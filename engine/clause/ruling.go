package clause

import (
	"slices"
	"strings"
	"sync"

	"github.com/skillctl/skillctl/internal/jsontable"
	"github.com/skillctl/skillctl/internal/lazydfa"
	"github.com/skillctl/skillctl/policies"
)

// Ruling is a text that names somebody or something, and lays down what comes out for it: what is
// found there is not told, it counts as good, comes first, or is let in. Whether the rest of the
// package speaks of what it names is for others to find out.
type Ruling struct {
	// Names are what it calls by a name.
	Names []Named `json:"names"`
	// Parts are the kinds of its sentences, those of policies/tables/rulings.json. What comes out:
	// it is "spared" what others are counted for, "unsaid" or not looked for, "cleared" (it counts as something),
	// "first", "scored" (a figure is laid down), "scaled" (figures of it are changed), or "admitted".
	// How: "untold", or "deaf" to all else; "asked" is a user, and a "sample" shows what is meant.
	Parts [][]string `json:"parts"`
}

// Named is somebody or something by a name, and the sentence that it stands in.
type Named struct {
	Name string `json:"name"`
	// Form is "name" for words in capitals, "code" for what a program, a path or an account is
	// called by.
	Form string `json:"form"`
	Part int    `json:"part"`
	// Words are those of the name that others do not have, in lower case.
	Words []string `json:"-"`
}

// rulingTable is policies/tables/rulings.json.
type rulingTable struct {
	kinds    []rulingKind
	outcomes map[string]bool
	// house are words that many names have, common are names that everybody has, plain are words
	// in code that name nobody.
	house, common, plain map[string]bool
	negated              *lazydfa.Regexp
}

type rulingKind struct {
	name string
	// deed says that a word before it can forbid it.
	deed bool
	*pattern
}

var rulings = sync.OnceValue(func() *rulingTable {
	var w struct {
		Parts                                   map[string]string
		Said                                    map[string][]string
		Outcomes, Negated, House, Common, Plain []string
	}
	policies.Table("rulings", &w)
	t := &rulingTable{outcomes: jsontable.Set(w.Outcomes), house: jsontable.Set(w.House), common: jsontable.Set(w.Common), plain: jsontable.Set(w.Plain)}
	for kind, list := range w.Said {
		t.kinds = append(t.kinds, rulingKind{kind, slices.Contains(w.Negated, kind), whole(partsIn(strings.Join(list, "|"), w.Parts))})
	}
	slices.SortFunc(t.kinds, func(a, b rulingKind) int { return strings.Compare(a.name, b.name) })
	t.negated = lazydfa.New(`(?i)(?:\b(?:not|never|no|without|nor|cannot|avoid|neither)|n['’]t)(?: [\w'’-]+){0,3} $`)
	return t
})

// partsIn puts the parts of a table in the places that name them.
func partsIn(text string, parts map[string]string) string {
	return partIn().ReplaceAllStringFunc(text, func(name string) string {
		if part, ok := parts[name[1:len(name)-1]]; ok {
			return "(?:" + partsIn(part, parts) + ")"
		}
		return name
	})
}

// Rulings reads a text; nil: it names nobody, or lays nothing down.
func Rulings(text string) *Ruling { return ruled().of(text, rulingIn) }

var ruled = sync.OnceValue(func() *memory[*Ruling] { return &memory[*Ruling]{} })

func rulingIn(text string) *Ruling {
	t := rulings()
	names := t.namesIn(text)
	if len(names) == 0 {
		return nil
	}
	found := &Ruling{Names: names}
	list := sentences(text)
	for _, s := range list {
		found.Parts = append(found.Parts, t.kindsOf(s.text))
	}
	for i := range found.Names {
		at := found.Names[i].Part
		found.Names[i].Part = max(0, slices.IndexFunc(list, func(s sentence) bool { return s.start <= at && at < s.start+len(s.text) }))
	}
	lays := slices.ContainsFunc(found.Names, func(n Named) bool {
		return slices.ContainsFunc(found.Parts[n.Part:min(n.Part+2, len(found.Parts))], func(kinds []string) bool {
			return slices.ContainsFunc(kinds, func(kind string) bool { return t.outcomes[kind] })
		})
	})
	if !lays {
		return nil
	}
	return found
}

// maxSaid is how often a kind is looked for in a sentence whose words before it forbid it.
const maxSaid = 8

// kindsOf are the kinds of a sentence.
func (t *rulingTable) kindsOf(text string) []string {
	kinds, lower := []string{}, folded(text)
	for _, k := range t.kinds {
		if !k.may(lower) {
			continue
		}
		for _, at := range k.re.FindAllStringIndex(text, maxSaid) {
			if !k.deed || !t.negated.MatchString(text[max(0, at[0]-maxNegated):at[0]]) {
				kinds = append(kinds, k.name)
				break
			}
		}
	}
	return kinds
}

// maxNegated is how far before a word one that forbids it is looked for, in bytes.
const maxNegated = 60
