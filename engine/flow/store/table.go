package store

import (
	"strings"
	"sync"

	"github.com/skillctl/skillctl/internal/lazydfa"
	"github.com/skillctl/skillctl/policies"
)

// table is what policies/tables/calls.json says of stores, with the places of
// credentials.json and the names of secrets.json.
type table struct {
	Marks  []string `json:"marks"`
	Stores []struct {
		Kind  string   `json:"kind"`
		Calls []string `json:"calls"`
		Into  string   `json:"into"`
	} `json:"stores"`
	Commands []Command `json:"commands"`
	// Header is a pattern of the names of headers in which a service looks for who asks.
	Header string `json:"shown"`

	// places are where credentials are kept, names the variables that are secret, plain
	// those that only look so; answers are addresses that answer with credentials.
	places, answers        []Place
	anyPlace, names, shown *lazydfa.Regexp
	plain, kinds           map[string]bool
	stores, into           map[string]string
}

// The tables are embedded and read once, at the first use. One that cannot be read is a
// fault of the build: it panics, and a test reads them.
var tables = sync.OnceValue(func() *table {
	t := &table{stores: map[string]string{}, into: map[string]string{}, kinds: map[string]bool{"environment": true}, plain: map[string]bool{}}
	policies.Table("calls", t)
	for _, s := range t.Stores {
		t.kinds[s.Kind] = true
		for _, call := range s.Calls {
			t.stores[call], t.into[call] = s.Kind, s.Into
		}
	}
	for i := range t.Commands {
		t.Commands[i].match = lazydfa.New(t.Commands[i].Pattern)
	}
	t.shown = lazydfa.New(t.Header)
	t.credentials()
	var secrets struct {
		Names string   `json:"names"`
		Plain []string `json:"plain"`
	}
	policies.Table("secrets", &secrets)
	t.names = lazydfa.New(secrets.Names)
	for _, name := range secrets.Plain {
		t.plain[name] = true
	}
	return t
})

// credentials reads policies/tables/credentials.json.
func (t *table) credentials() {
	var credentials struct {
		Stores []struct {
			Kind  string   `json:"kind"`
			Paths []string `json:"paths"`
		} `json:"stores"`
		Answers []struct {
			Kind      string   `json:"kind"`
			Addresses []string `json:"addresses"`
		} `json:"answers"`
	}
	policies.Table("credentials", &credentials)
	var anywhere []string
	for _, s := range credentials.Stores {
		t.kinds[s.Kind] = true
		t.places = append(t.places, placeOf(s.Kind, s.Paths))
		for _, p := range s.Paths {
			anywhere = append(anywhere, "(?:"+p+")")
		}
	}
	for _, a := range credentials.Answers {
		t.answers = append(t.answers, placeOf(a.Kind, a.Addresses))
	}
	t.anyPlace = lazydfa.New(strings.Join(anywhere, "|"))
}

func placeOf(kind string, patterns []string) Place {
	one := Place{Kind: kind}
	for _, p := range patterns {
		one.Paths = append(one.Paths, lazydfa.New(p))
	}
	return one
}
