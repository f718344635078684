package deed

import (
	"sync"

	"github.com/skillctl/skillctl/internal/jsontable"
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
	Blind       map[string][]string `json:"blind"`
	// Words are those without which a program of a language does none of this; Around are what
	// conditions of a shell ask for.
	Words  map[string][]string `json:"words"`
	Around []struct {
		Kind    string `json:"kind"`
		Pattern string `json:"pattern"`
	} `json:"around"`
	BlindCalls []string `json:"blind_calls"`
	// Exits are calls that end a program, Superuser is the name of the account that a program may
	// ask for, Result are words of names of what a program is told to write.
	Exits     []string `json:"exits"`
	Superuser string   `json:"superuser"`
	Result    string   `json:"result"`
	SQL       string   `json:"sql"`
	SQLName   string   `json:"sql_name"`
	SQLMakes  string   `json:"sql_makes"`
	SQLSome   string   `json:"sql_some"`
	SQLAll    string   `json:"sql_all"`
	SQLOwn    string   `json:"sql_own"`
	SQLCalls  string   `json:"sql_calls"`

	// ambient and variables are the kinds of values, by calls and names; effects are acts by
	// calls, and on those of the value that they are called on.
	ambient, variables, effects, on map[string]string

	// removers are programs that take files away, around conditions of a shell.
	removers map[string]bool
	around   []condition

	environment, plain, same, methods, joins, asks, exits, blindCalls map[string]bool

	reads, flags, own, result, superuser, sql, sqlName, sqlMakes, sqlSome, sqlAll, sqlOwn, sqlCalls *lazydfa.Regexp
}

// condition is one that has nothing to do with what a script is given.
type condition struct {
	kind  string
	match *lazydfa.Regexp
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
		Remove []string `json:"remove"`
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
	t.environment, t.plain, t.same, t.methods = jsontable.Set(t.Environment), jsontable.Set(t.Plain), jsontable.Set(t.Same), jsontable.Set(t.Methods)
	t.removers = jsontable.Set(append(documents.Remove, "truncate"))
	for _, a := range t.Around {
		t.around = append(t.around, condition{a.Kind, lazydfa.New(a.Pattern)})
	}
	t.blindCalls = jsontable.Set(t.BlindCalls)
	t.joins, t.asks, t.exits = jsontable.Set(t.Joins), jsontable.Set(t.Asks), jsontable.Set(t.Exits)
	t.result, t.superuser = lazydfa.New(t.Result), lazydfa.New(t.Superuser)
	t.sqlName, t.sqlMakes, t.sqlSome, t.sqlAll = lazydfa.New(t.SQLName), lazydfa.New(t.SQLMakes), lazydfa.New(t.SQLSome), lazydfa.New(t.SQLAll)
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
