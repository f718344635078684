package tenant

import (
	"strings"
	"sync"

	"github.com/skillctl/skillctl/internal/lazydfa"
	"github.com/skillctl/skillctl/policies"
)

// service is one that many share, and the forms of its addresses: the first group is the account.
type service struct {
	Service string   `json:"service"`
	At      []string `json:"at"`
	// Read says that what stands at its addresses is mostly for everybody to read.
	Read bool `json:"read"`
	// Words are those by which a text speaks of the service.
	Words []string `json:"words"`
	at    []*lazydfa.Regexp
	any   *lazydfa.Regexp // whether a text has one of these forms
}

// tool is how the commands of programs say where something goes to.
type tool struct {
	Programs []string `json:"programs"`
	// Verbs are the words behind the program, of which all of one have to stand in this order;
	// none: every command.
	Verbs []string `json:"verbs"`
	// To are options whose value says where, "$last" the last operand, "$operand" each, "$any" each
	// word that is an address, "$web" the words of a client of the web.
	To []string `json:"to"`
	// Copy says that it copies to the last operand: only from here to there is sent.
	Copy bool `json:"copy"`
	// Host, Mail, Repository and Image say what an operand is beside an address with an account: a
	// host, an address of mail, "owner/name", "owner/image:tag".
	Host       bool `json:"host"`
	Mail       bool `json:"mail"`
	Repository bool `json:"repository"`
	Image      bool `json:"image"`
	// Fed says that it sends only what it is given through a pipe or a redirection.
	Fed bool `json:"fed"`
	// Service is what a bare name is an account of.
	Service string `json:"service"`
	// DSN says that a word is the address of a database.
	DSN bool `json:"dsn"`
}

// field is a name of an argument, or a call, by which a client is told where.
type field struct {
	Service string   `json:"service"`
	Names   []string `json:"names"`
	Call    string   `json:"call"`
	// Address says that only an address counts: a bare name is one of the user's own account.
	Address bool `json:"address"`
	match   *lazydfa.Regexp
}

// table is policies/tables/tenants.json.
type table struct {
	Holes    string    `json:"holes"`
	Services []service `json:"services"`
	Tools    []tool    `json:"tools"`
	Fields   []field   `json:"fields"`
	Calls    []field   `json:"calls"`
	// Words are as those of a service, of what is known by a field alone.
	Words map[string][]string `json:"words"`
	// Bare are options of copying programs that no value follows.
	Bare []string `json:"bare"`
	// Signs are words of which a text has one if it may hold a command of the tools.
	Signs []string `json:"signs"`
	// Clients are calls of clients that send, Weak those that may be of anything else: of these only
	// what they are called on counts.
	Clients string `json:"clients"`
	Weak    string `json:"weak"`

	holes, any, fields, callsAny, clients, weak *lazydfa.Regexp
	tools                                       map[string][]*tool
}

// The table is embedded and read once, at the first use.
var tables = sync.OnceValue(func() *table {
	t := &table{tools: map[string][]*tool{}}
	policies.Table("tenants", t)
	t.holes = lazydfa.New(t.Holes)
	var all []string
	for i := range t.Services {
		for _, at := range t.Services[i].At {
			t.Services[i].at = append(t.Services[i].at, lazydfa.New("(?i)"+at))
		}
		all = append(all, t.Services[i].At...)
		t.Services[i].any = lazydfa.New("(?i)" + strings.Join(t.Services[i].At, "|"))
	}
	t.any = lazydfa.New("(?i)" + strings.Join(all, "|"))
	var names, calls []string
	for i := range t.Fields {
		f := &t.Fields[i]
		form := func(names []string) string {
			return `(?i)\b(?:` + strings.Join(names, "|") + `)\b["']?\]?\s*(?:=>|[:=])\s*[fbr]?["'` + "`" + `]([^"'` + "`" + `\n]{3,})["'` + "`" + `]`
		}
		f.match = lazydfa.New(form(f.Names))
		names = append(names, f.Names...)
	}
	t.fields = lazydfa.New(`(?i)\b(?:` + strings.Join(names, "|") + `)\b["']?\]?\s*(?:=>|[:=])`)
	for i := range t.Calls {
		t.Calls[i].match = lazydfa.New(t.Calls[i].Call)
		calls = append(calls, t.Calls[i].Call)
	}
	t.callsAny = lazydfa.New(strings.Join(calls, "|"))
	t.clients, t.weak = lazydfa.New(t.Clients), lazydfa.New(t.Weak)
	for i := range t.Tools {
		for _, program := range t.Tools[i].Programs {
			t.tools[program] = append(t.tools[program], &t.Tools[i])
		}
	}
	return t
})

// Words are those, in lower case, by which a text speaks of a service.
func Words(name string) []string {
	t := tables()
	for i := range t.Services {
		if t.Services[i].Service == name {
			return t.Services[i].Words
		}
	}
	return t.Words[name]
}

// Signs are words, lower case, of which a text has one if it may hold a command of a tool.
func Signs() []string { return tables().Signs }

// Call finds a call of a client that sends in a statement: where it begins and ends, and whether
// only what it is called on says where. begin is below zero where there is none.
func Call(code string) (begin, end int, weak bool) {
	t := tables()
	if at := t.clients.FindStringIndex(code); at != nil {
		return at[0], at[1], false
	}
	if at := t.weak.FindStringIndex(code); at != nil {
		return at[0], at[1], true
	}
	return -1, -1, false
}
