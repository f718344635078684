package clause

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/skillctl/skillctl/internal/jsontable"
	"github.com/skillctl/skillctl/policies"
)

// Other is the act of an order of which it is not known what it has somebody do: its verb
// is in no table, or it has none that is understood.
const Other = "other"

// verbTable is policies/tables/verbs.json.
type verbTable struct {
	// harmless are verbs that neither hand something on nor destroy it. closed are words of
	// closed classes, by which no order begins; finite those that make a statement of what
	// stands before them; relative those that begin a clause of its own.
	harmless, closed, finite, relative map[string]bool
	// owned are the kinds of things that are the user's.
	owned map[string]bool
	// into are words behind which something goes to a place; moves are verbs that do no harm
	// before one: somebody goes there, or points there.
	into, moves map[string]bool
	// names are words by which a thing is named, occasions those by which an occasion, a
	// purpose or a place begins that stands before an order.
	names, occasions map[string]bool
	// compounds are last parts of compounds that are no verbs: "user-wide", "read-only".
	compounds map[string]bool
	// bases are verbs in base form that end as other forms do: "embed", "process".
	bases map[string]bool
}

var verbs = sync.OnceValue(func() *verbTable {
	var w struct {
		Harmless           map[string][]string `json:"harmless"`
		Closed             []string            `json:"closed"`
		Finite             []string            `json:"finite"`
		Relative           []string            `json:"relative"`
		Owned, Into, Moves []string
		Names              []string `json:"names"`
		Occasions          []string `json:"occasions"`
		Bases              []string `json:"bases"`
		Compounds          []string `json:"compounds"`
	}
	policies.Table("verbs", &w)
	t := &verbTable{harmless: map[string]bool{}, closed: jsontable.Set(w.Closed), finite: jsontable.Set(w.Finite), relative: jsontable.Set(w.Relative), names: jsontable.Set(w.Names), owned: jsontable.Set(w.Owned), into: jsontable.Set(w.Into), moves: jsontable.Set(w.Moves), occasions: jsontable.Set(w.Occasions), bases: jsontable.Set(w.Bases), compounds: jsontable.Set(w.Compounds)}
	for _, list := range w.Harmless {
		for _, verb := range list {
			t.harmless[verb] = true
		}
	}
	return t
})

// Harmless reports whether a verb neither hands something on nor destroys it.
func Harmless(verb string) bool { return verbs().harmless[verb] }

// wordAt finds words with where they are.
var wordAt = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`[A-Za-z][\w'’-]*`) })

// maxUnknown is how many words of a sentence are looked at as verbs that no table has.
const maxUnknown = 40

// unknown are where a sentence has a verb of an order that no table has: behind what an
// order begins with stands a word that is of no closed class, is not formed as a noun or
// an adverb, and that no statement goes on from. The third number is where the next order
// of the sentence begins.
func (t *table) unknown(bare string) [][3]int {
	var found [][3]int
	after := false // an order was met
	next := func(begin int) {
		if n := len(found); n > 0 && found[n-1][2] == len(bare) {
			found[n-1][2] = begin
		}
	}
	for _, at := range wordAt().FindAllStringIndex(bare, maxUnknown) {
		word := strings.ToLower(bare[at[0]:at[1]])
		if !t.opens(bare[:at[0]], after) {
			continue
		}
		if act := t.acts[word]; act != "" && !bounded(act) || verbs().harmless[word] && !t.ruined.re.MatchString(bare[at[1]:]) {
			next(at[0])
			after = true
			continue
		}
		if verbs().harmless[word] || t.orders(bare, at[0], at[1]) {
			next(at[0])
			found, after = append(found, [3]int{at[0], at[1], len(bare)}), true
		}
	}
	return found
}

// beside are the verbs that no table has of a sentence that speaks of what matters: it
// names an address, or something that is the user's.
func (t *table) beside(s sentence, things []thing) [][3]int {
	if !t.address.MatchString(s.text) && !slices.ContainsFunc(things, func(one thing) bool { return verbs().owned[one.kind] || one.kind == "everything" }) {
		return nil
	}
	return t.unknown(s.bare)
}

// opens reports whether an order may begin behind some words.
func (t *table) opens(lead string, after bool) bool {
	words := tokens(lead)
	if len(words) == 0 {
		return true
	}
	switch last := words[len(words)-1]; {
	case t.joins[last]:
		return after
	case last == "," || last == "—" || last == "–":
		return t.occasion(words[:len(words)-1])
	case last == "(" || last == ")" || last == "-" || last == "be" || last == "|" && len(words) > 1:
		return false
	case t.modals[last] && last != "has" && last != "have" && last != "need" && last != "needs", t.adverbs[last], t.actors[last], mark(last), number(last), last == "to":
		return t.active(words, after) == Order
	}
	return false
}

// occasion reports whether words name an occasion, a purpose or a place, behind which an
// order begins: "When the report is out, …".
func (t *table) occasion(words []string) bool {
	for i, word := range words {
		if t.adverbs[word] || number(word) || mark(word) && i == 0 {
			continue
		}
		return verbs().occasions[word]
	}
	return true
}

// orders reports whether a word at the place of a verb can be one.
func (t *table) orders(bare string, begin, end int) bool {
	v, written := verbs(), bare[begin:end]
	word := strings.ToLower(written)
	switch {
	case v.closed[word] || v.finite[word] || t.adverbs[word] || t.possible[word] || t.modals[word] || t.subjects[word] || t.actors[word]:
		return false
	case len(word) < 3 || strings.ContainsAny(word, "_0123456789'’"):
		return false
	case begin > 0 && strings.IndexByte("-_/.$@\\", bare[begin-1]) >= 0 || end < len(bare) && strings.IndexByte("-_/:=(@\x00", bare[end]) >= 0:
		return false
	case strings.HasPrefix(strings.TrimLeft(bare[end:], " "), ":"): // a label
		return false
	case end+1 < len(bare) && bare[end] == '.' && bare[end+1] != ' ':
		return false
	case strings.ToUpper(written) == written, strings.ToLower(written[1:]) != written[1:]: // a short form, a name
		return false
	case strings.TrimSpace(bare[:begin]) != "" && 'A' <= written[0] && written[0] <= 'Z' && !sentenceStart(bare[:begin]):
		return false
	case v.compounds[word[strings.LastIndexByte(word, '-')+1:]] && strings.Contains(word, "-"):
		return false
	case irregular(word) != "" || !v.bases[word] && formed(word):
		return false
	}
	behind := tokens(bare[end:])
	if !t.taken(behind, bare[end:]) {
		return false
	}
	// "Records are kept at …": what a finite verb follows upon is its subject.
	for i, one := range behind {
		if v.relative[one] || mark(one) || i > 5 {
			break
		}
		base := strings.TrimSuffix(one, "s")
		if v.finite[one] || i == 0 && base != one && (v.harmless[base] || t.acts[base] != "") {
			return false
		}
	}
	return true
}

// taken reports whether what stands behind a word can be what a verb is done to: a word by
// which a thing is named ("the", "your", "each", "it"), something that is quoted, an
// address with more behind it, or anything that goes to an address.
func (t *table) taken(behind []string, bare string) bool {
	for len(behind) > 0 && t.adverbs[behind[0]] {
		behind = behind[1:]
	}
	if len(behind) == 0 {
		return false
	}
	if verbs().names[behind[0]] || strings.HasPrefix(strings.TrimLeft(bare, " "), "\x00") {
		return true
	}
	for _, at := range t.address.FindAllStringIndex(bare, 20) {
		lead := bare[:at[0]]
		if strings.TrimSpace(lead) == "" {
			return strings.Contains(strings.TrimSpace(bare[at[1]:]), " ")
		}
		if named := strings.TrimRight(lead, " <([\"'"); strings.HasSuffix(named, ":") {
			continue // what stands before is a label
		}
		if t.toward.MatchString(lead[max(0, len(lead)-200):]) {
			return true
		}
	}
	return false
}

// sentenceStart reports whether what stands before a word is a mark behind which a
// sentence begins in capitals.
func sentenceStart(lead string) bool {
	lead = strings.TrimSpace(lead)
	return lead == "" || strings.IndexByte(":.-*#>|)!", lead[len(lead)-1]) >= 0 || strings.HasSuffix(lead, "—") || strings.HasSuffix(lead, "–")
}

// formed reports whether a word has the ending of a noun, an adjective, an adverb, or of
// another form of a verb.
func formed(word string) bool {
	for _, ending := range []string{"ing", "ed", "ly", "tion", "sion", "ment", "ness", "ity", "ance", "ence", "ism", "ist", "ful", "less", "able", "ible", "ous", "ive", "ic", "al", "age", "ship", "ics"} {
		if len(word) > len(ending)+1 && strings.HasSuffix(word, ending) {
			return true
		}
	}
	return strings.HasSuffix(word, "s") && !strings.HasSuffix(word, "ss")
}
