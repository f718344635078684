package deed

import (
	"sync"

	"github.com/skillctl/skillctl/internal/lazydfa"
	"github.com/skillctl/skillctl/policies"
)

// table is policies/tables/deeds.json, with the calls of documents.json that change files.
type table struct {
	Ambient     map[string][]string `json:"ambient"`
	Variables   map[string][]string `json:"variables"`
	Environment []string            `json:"environment"`
	Plain       []string            `json:"plain"`
	Run         []string            `json:"run"`
	Send        []string            `json:"send"`
	Reads       string              `json:"reads"`
	Same        []string            `json:"same"`
	Methods     []string            `json:"methods"`
	Joins       []string            `json:"joins"`
	Asks        []string            `json:"asks"`
	Flags       string              `json:"flags"`
	Own         string              `json:"own"`
	SQL         string              `json:"sql"`
	SQLOwn      string              `json:"sql_own"`
	SQLCalls    string              `json:"sql_calls"`

	// ambient and variables are the kinds of values, by calls and names; effects are acts by
	// calls, and on those of the value that they are called on.
	ambient, variables, effects, on map[string]string

	environment, plain, same, methods, joins, asks map[string]bool

	reads, flags, own, sql, sqlOwn, sqlCalls *lazydfa.Regexp
}

// The tables are embedded and read once, at the first use.
var tables = sync.OnceValue(func() *table {
	t := &table{effects: map[string]string{}, on: map[string]string{}}
	policies.Table("deeds", t)
	var documents struct {
		Change []struct {
			Act   string   `json:"act"`
			Calls []string `json:"calls"`
			Path  string   `json:"path"`
		} `json:"change"`
	}
	policies.Table("documents", &documents)
	for _, c := range documents.Change {
		for _, call := range c.Calls {
			if c.Path == "self" {
				t.on[call[len("*."):]] = c.Act
			} else {
				t.effects[call] = c.Act
			}
		}
	}
	for _, call := range t.Run {
		t.effects[call] = Run
	}
	for _, call := range t.Send {
		t.effects[call] = Send
	}
	t.ambient, t.variables = byName(t.Ambient), byName(t.Variables)
	t.environment, t.plain, t.same, t.methods = set(t.Environment), set(t.Plain), set(t.Same), set(t.Methods)
	t.joins, t.asks = set(t.Joins), set(t.Asks)
	t.reads, t.flags, t.own = lazydfa.New(t.Reads), lazydfa.New(t.Flags), lazydfa.New(t.Own)
	t.sql, t.sqlOwn, t.sqlCalls = lazydfa.New(t.SQL), lazydfa.New(t.SQLOwn), lazydfa.New(t.SQLCalls)
	return t
})

func byName(kinds map[string][]string) map[string]string {
	out := map[string]string{}
	for kind, list := range kinds {
		for _, name := range list {
			out[name] = kind
		}
	}
	return out
}

func set(list []string) map[string]bool {
	out := make(map[string]bool, len(list))
	for _, one := range list {
		out[one] = true
	}
	return out
}
