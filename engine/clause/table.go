package clause

import (
	"fmt"
	"maps"
	"slices"
	"sync"

	"github.com/skillctl/skillctl/internal/jsontable"
	"github.com/skillctl/skillctl/internal/lazydfa"
	"github.com/skillctl/skillctl/policies"
)

// table is policies/tables/clauses.json. Its expressions are compiled at their first use.
type table struct {
	// acts has the act of each verb, in base form; done that of each participle.
	acts, done map[string]string
	names      []string // of kinds of things
	objects    map[string]*pattern
	// verb finds a verb of the table in either form.
	verb                               forms
	quiet, unasked, when, heed, places *pattern
	// address finds addresses, toward what stands before one that something goes to.
	handed *pattern
	// untold finds what has something kept from somebody without a verb that says so.
	untold *pattern
	// ruined finds what things are after somebody destroyed or encrypted them.
	ruined *pattern
	// handed finds somebody or some place that something goes to and that has no address.
	// accounts finds where money goes to.
	accounts *lazydfa.Regexp
	// voices finds where a text speaks as the system or as a tool that has answered.
	voices *lazydfa.Regexp
	// sinks find what is read by others, by kind.
	sinks                                map[string]*pattern
	sinkNames                            []string
	address, toward                      *lazydfa.Regexp
	adverbs, negations, modals, possible map[string]bool
	leads, actors, joins, subjects       map[string]bool
	senders                              map[string]bool // programs
	// fetchers are acts of sending that fetch where an address is what they are done to.
	fetchers map[string]bool
	// carriers are verbs of placing that send where an address is what it goes to.
	carriers map[string]bool
}

// written is the table as it is written.
type written struct {
	Acts map[string]struct {
		Verbs       []string `json:"verbs"`
		Participles []string `json:"participles"`
	} `json:"acts"`
	Objects map[string]string `json:"objects"`
	Sinks   map[string]string `json:"sinks"`

	Accounts  string   `json:"accounts"`
	Voices    string   `json:"voices"`
	Adverbs   []string `json:"adverbs"`
	Negations []string `json:"negations"`
	Modals    []string `json:"modals"`
	Possible  []string `json:"possible"`
	Leads     []string `json:"leads"`
	Actors    []string `json:"actors"`
	Joins     []string `json:"joins"`
	Subjects  []string `json:"subjects"`
	Senders   []string `json:"senders"`
	Fetchers  []string `json:"fetchers"`
	Carriers  []string `json:"carriers"`

	Quiet        string `json:"quiet"`
	Unasked      string `json:"unasked"`
	Triggers     string `json:"triggers"`
	Heed         string `json:"heed"`
	Places       string `json:"places"`
	Destinations string `json:"destinations"`
	Untold       string `json:"untold"`
	Ruined       string `json:"ruined"`
	Recipients   string `json:"recipients"`
}

// The table is embedded and read once, at the first use. A table that cannot be
// read is a fault of the build: it panics, and a test reads it.
var words = sync.OnceValue(func() *table {
	var w written
	policies.Table("clauses", &w)
	t := &table{
		acts: map[string]string{}, done: map[string]string{}, objects: map[string]*pattern{},
		names: slices.Sorted(maps.Keys(w.Objects)), sinks: map[string]*pattern{}, sinkNames: slices.Sorted(maps.Keys(w.Sinks)),
		accounts: lazydfa.New(`\b(?:` + w.Accounts + `)\b`), voices: lazydfa.New(w.Voices),
		quiet: whole(w.Quiet), unasked: whole(w.Unasked), when: whole(w.Triggers), heed: whole(w.Heed), places: whole(w.Places), senders: jsontable.Set(w.Senders), fetchers: jsontable.Set(w.Fetchers), carriers: jsontable.Set(w.Carriers), untold: whole(w.Untold), ruined: whole(w.Ruined),
		adverbs: jsontable.Set(w.Adverbs), negations: jsontable.Set(w.Negations), modals: jsontable.Set(w.Modals), possible: jsontable.Set(w.Possible),
		leads: jsontable.Set(w.Leads), actors: jsontable.Set(w.Actors), joins: jsontable.Set(w.Joins), subjects: jsontable.Set(w.Subjects),
		toward:  lazydfa.New(`(?i)(?:` + w.Destinations + `)$`),
		handed:  newPattern(`(?i)\b(?:to|into|onto|at|via|through|on|with|in)\s+(?:[\w'’-]+\s+){0,3}(?:` + w.Places + `|` + w.Recipients + `)\b`),
		address: lazydfa.New(`(?i)https?://[^\s<>"'` + "`" + `)\]}|，。；、）」』》】！？]{1,500}|\b[\w.+-]+@(?:[a-z0-9-]+\.)+[a-z]{2,}\b|\b(?:[a-z0-9-]+\.)+[a-z]{2,8}/[^\s<>"'` + "`" + `)\]}|]{0,500}|\b\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?\b`),
	}
	var all []string
	for act, one := range w.Acts {
		keep(t.acts, one.Verbs, act)
		keep(t.done, one.Participles, act)
		all = append(append(all, one.Verbs...), one.Participles...)
	}
	t.verb = newForms(all)
	for kind, expression := range w.Objects {
		t.objects[kind] = newPattern(`(?i)(?:^|[^\w-])(?:` + expression + `)(?:$|[^\w-]|['’]s)`)
	}
	for kind, expression := range w.Sinks {
		t.sinks[kind] = newPattern(`(?i)(?:\b|^)(?:` + expression + `)(?:$|[^\w-])`)
	}
	return t
})

// keep notes the act of some words: a word that two acts have is a fault of the table.
func keep(acts map[string]string, words []string, act string) {
	for _, word := range words {
		if other, ok := acts[word]; ok {
			panic(fmt.Sprintf("read the embedded table %q: %q belongs to %q and %q", "clauses", word, act, other))
		}
		acts[word] = act
	}
}

// Words are the verbs of some acts, in every form of the table.
func Words(acts ...string) []string {
	t := words()
	var found []string
	for _, forms := range []map[string]string{t.acts, t.done} {
		for _, verb := range slices.Sorted(maps.Keys(forms)) {
			if slices.Contains(acts, forms[verb]) {
				found = append(found, verb)
			}
		}
	}
	return found
}
