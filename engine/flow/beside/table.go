package beside

import (
	"strings"
	"sync"

	"github.com/skillctl/skillctl/engine/flow/store"
	"github.com/skillctl/skillctl/internal/lazydfa"
	"github.com/skillctl/skillctl/policies"
)

// kindOf is a pattern of what is read, and its kind.
type kindOf struct {
	Kind    string `json:"kind"`
	Pattern string `json:"pattern"`
	match   *lazydfa.Regexp
}

// wayOf is a pattern of what sends, and the part of a request that it fills.
type wayOf struct {
	Way     string `json:"way"`
	Shell   bool   `json:"shell"`
	Pattern string `json:"pattern"`
	match   *lazydfa.Regexp
}

// table is policies/tables/beside.json, with the places of credentials.json.
type table struct {
	// Places are where stores are kept besides those of credentials.json: "conversation" is
	// what was said to an agent.
	Places []kindOf `json:"places"`
	// Names are files by their bare names, Calls and Commands what reads without one.
	Names    []kindOf `json:"names"`
	Calls    []kindOf `json:"calls"`
	Commands []kindOf `json:"commands"`
	// Handles are names of arguments by which a program that is started is given its
	// environment.
	Handles []string `json:"handles"`
	Sends   []wayOf  `json:"sends"`
	// Hooks are addresses that hold the account of whoever reads what is sent there.
	Hooks []string `json:"hooks"`
	// Shows is what only tells something to whoever looks on, Unseen what runs that which
	// cannot be seen in the program.
	Shows string `json:"shows"`
	// Keeps is a command of a shell that uses a key or looks at its file, and hands on nothing
	// of what is in it.
	Keeps  string `json:"keeps"`
	Unseen string `json:"unseen"`
	// Marks are what stands in every program that reads a store: without one, it is not
	// looked at.
	Marks []string `json:"marks"`

	places                       []kindOf
	hooks, shows, unseen, handed *lazydfa.Regexp
	keeps                        *lazydfa.Regexp
	sends, marks                 *lazydfa.Regexp
}

// The tables are embedded and read once, at the first use.
var tables = sync.OnceValue(func() *table {
	t := &table{}
	policies.Table("beside", t)
	for _, p := range t.Places {
		t.places = append(t.places, kindOf{Kind: p.Kind, match: lazydfa.New(p.Pattern)})
	}
	for _, s := range store.Places() {
		for _, match := range s.Paths {
			t.places = append(t.places, kindOf{Kind: s.Kind, match: match})
		}
	}
	for _, list := range [][]kindOf{t.Names, t.Calls, t.Commands} {
		for i := range list {
			list[i].match = lazydfa.New(list[i].Pattern)
		}
	}
	all := make([]string, 0, len(t.Sends))
	for i := range t.Sends {
		t.Sends[i].match = lazydfa.New(t.Sends[i].Pattern)
		all = append(all, t.Sends[i].Pattern)
	}
	t.sends = lazydfa.New(strings.Join(all, "|"))
	t.hooks = lazydfa.New(strings.Join(t.Hooks, "|"))
	t.keeps = lazydfa.New(t.Keeps)
	t.shows, t.unseen = lazydfa.New(t.Shows), lazydfa.New(t.Unseen)
	handle := `(?i:` + strings.Join(t.Handles, "|") + `)`
	t.handed = lazydfa.New(`[({,]\s*` + handle + `\s*[=:]\s*[{(]*\s*(?:\.\.\.|\*\*|dict\(|Object\.assign\()?[\s{},]*(?:os\.environb?|process\.env|import\.meta\.env|Bun\.env|os\.Environ\(|ENV)\b|^\s*[\w.]+\.` + handle + `\s*=|\.(?:env|envs|environment)\(`)
	t.marks = lazydfa.New(strings.Join(t.Marks, "|"))
	return t
})
