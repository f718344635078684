package clause

import (
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/skillctl/skillctl/internal/jsontable"
	"github.com/skillctl/skillctl/policies"
)

// leanTable is policies/tables/leans.json, by the words that its phrases begin with.
type leanTable struct {
	// exact are the phrases that begin with a whole word, stems those that begin with one of
	// which only the first letters are said, by the first of these.
	exact, stems map[string][]phrase
	// joined are those of scripts that put no blanks between words.
	joined []phrase
	kinds  []leanKind
	// negators forbid what follows, behind what stands before; breaks end what they reach.
	negators, behind, breaks map[string]bool
	// refusals are negators of scripts without blanks.
	refusals []string
}

// leanKind is what a phrase says: a deed that is forbidden is none, or another kind.
type leanKind struct {
	name   string
	deed   bool
	banned string
}

// phrase are words that stand one behind the other: one that ends in "*" begins others, and
// "_" stands for some.
type phrase struct {
	kind  int
	words []string
}

// stemLetters is how much of a word says where to look for stems.
const stemLetters = 3

var leanWords = sync.OnceValue(func() *leanTable {
	var written struct {
		Negators []string `json:"negators"`
		Behind   []string `json:"behind"`
		Breaks   []string `json:"breaks"`
		Refusals []string `json:"cjkNegators"`
		Kinds    map[string]struct {
			Group  string   `json:"group"`
			Words  []string `json:"words"`
			Banned string   `json:"banned"`
		} `json:"kinds"`
	}
	policies.Table("leans", &written)
	t := &leanTable{exact: map[string][]phrase{}, stems: map[string][]phrase{}, negators: jsontable.Set(written.Negators), behind: jsontable.Set(written.Behind), breaks: jsontable.Set(written.Breaks), refusals: written.Refusals}
	names := make([]string, 0, len(written.Kinds))
	for name := range written.Kinds {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		one := written.Kinds[name]
		t.kinds = append(t.kinds, leanKind{name: name, deed: one.Group == "deed", banned: one.Banned})
		for _, text := range one.Words {
			t.add(phrase{kind: len(t.kinds) - 1, words: strings.Fields(text)})
		}
	}
	return t
})

func (t *leanTable) add(p phrase) {
	first := p.words[0]
	switch r, _ := utf8.DecodeRuneInString(first); {
	case unspaced(r):
		t.joined = append(t.joined, p)
	case strings.HasSuffix(first, "*"):
		key := first[:stemLetters]
		t.stems[key] = append(t.stems[key], p)
	default:
		t.exact[first] = append(t.exact[first], p)
	}
}

// unspaced reports whether a letter is of a script that puts no blanks between words.
func unspaced(r rune) bool { return r >= 0x2e80 && r < 0xfb00 }

// alike reports whether a word is one of a phrase.
func alike(word, of string) bool {
	if stem, cut := strings.CutSuffix(of, "*"); cut {
		return strings.HasPrefix(word, stem)
	}
	return word == of
}
