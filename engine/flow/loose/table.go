package loose

import (
	"slices"
	"strings"
	"sync"

	"github.com/skillctl/skillctl/internal/jsontable"
	"github.com/skillctl/skillctl/internal/lazydfa"
	"github.com/skillctl/skillctl/policies"
)

// table is policies/tables/loose.json: what the calls of languages without a reader
// look like, by what they do. Its entries are regular expressions but for the names.
type table struct {
	// Languages are those that are followed by their statements; in those of Backticks a
	// text between backticks is a command.
	Languages []string `json:"languages"`
	Backticks []string `json:"backticks"`
	// Whole and Variable read the environment, Home names the home folder, Stores read
	// what somebody keeps.
	Whole    []string     `json:"whole"`
	Variable []string     `json:"variable"`
	Home     []string     `json:"home"`
	Stores   []storeCalls `json:"stores"`
	// Sends hand something to another machine, Header says that it is a part of a request
	// in which a service looks for who asks; Fetches ask for something.
	Sends   []string `json:"sends"`
	Header  []string `json:"header"`
	Fetches []string `json:"fetches"`
	// Resolves ask for the address of a name.
	Resolves []string `json:"resolves"`
	// Decodes take a code back, Requests are what a visitor of a page says.
	Decodes  []string `json:"decodes"`
	Requests []string `json:"requests"`
	// Writes put something into a file, Opens give a file a name.
	Writes []string `json:"writes"`
	Opens  []string `json:"opens"`
	// Reads give what stands in a file: not its name.
	Reads []string `json:"reads"`
	// Given are the words that a program is run with, Hands calls that send the file whose
	// name they are given.
	Given []string `json:"given"`
	Hands []string `json:"hands"`
	// Runs start a command, Feeds those that are given something to read; Evaluates run
	// code of their own language, and Dispatches call what a text names.
	Runs       []string `json:"runs"`
	Feeds      []string `json:"feeds"`
	Evaluates  []string `json:"evaluates"`
	Dispatches []string `json:"dispatches"`
	// Connects open a connection, Addresses make the address of one, Joins lead what is
	// there already to one; Wraps make something that writes to what they are given, and
	// Pours write to it.
	Connects  []string `json:"connects"`
	Addresses []string `json:"addresses"`
	Joins     []string `json:"joins"`
	Wraps     []string `json:"wraps"`
	Pours     []string `json:"pours"`
	// Senders and Interpreters are programs, Wrappers words before the name of one.
	Senders      []string `json:"senders"`
	Interpreters []string `json:"interpreters"`
	// Listeners are interpreters that run what they are fed where they are given no code.
	Listeners []string `json:"listeners"`
	Wrappers  []string `json:"wrappers"`
	// Signs tell in which language a text is that nobody says anything of.
	Signs []sign `json:"signs"`
}

type sign struct {
	Language string   `json:"language"`
	Patterns []string `json:"patterns"`
}

type storeCalls struct {
	Kind     string   `json:"kind"`
	Patterns []string `json:"patterns"`
}

// words are what the table says, compiled where a program is held against it.
type words struct {
	languages, backticks, senders, interpreters, listeners, wrappers map[string]bool

	whole, home, sends, fetches, decodes, requests, writes, opens, runs, feeds, evaluates, dispatches, connects, addresses, joins, wraps, pours, reads, given, hands, resolves *lazydfa.Regexp

	variable, header *lazydfa.Regexp

	stores, signs []pattern
}

type pattern struct {
	kind  string
	match *lazydfa.Regexp
}

var tables = sync.OnceValue(func() *words {
	t := table{}
	policies.Table("loose", &t)
	any := func(list []string) *lazydfa.Regexp { return lazydfa.New("(?m)" + strings.Join(list, "|")) }
	w := &words{
		languages: jsontable.Set(t.Languages), backticks: jsontable.Set(t.Backticks), senders: jsontable.Set(t.Senders), interpreters: jsontable.Set(t.Interpreters), listeners: jsontable.Set(t.Listeners), wrappers: jsontable.Set(t.Wrappers),
		whole: any(t.Whole), home: any(t.Home), sends: any(t.Sends), header: lazydfa.New("(?i)" + strings.Join(t.Header, "|")), fetches: any(t.Fetches),
		decodes: any(t.Decodes), requests: any(t.Requests), writes: any(t.Writes), opens: any(t.Opens), runs: any(t.Runs), feeds: any(t.Feeds), evaluates: any(t.Evaluates),
		dispatches: any(t.Dispatches), connects: any(t.Connects), addresses: any(t.Addresses), joins: any(t.Joins), wraps: any(t.Wraps), pours: any(t.Pours), reads: any(t.Reads), given: any(t.Given), hands: any(t.Hands), resolves: any(t.Resolves),
		variable: lazydfa.New("(?:" + strings.Join(t.Variable, "|") + `)([A-Za-z_]\w*)`),
	}
	for _, s := range t.Stores {
		w.stores = append(w.stores, pattern{s.Kind, any(s.Patterns)})
	}
	for _, s := range t.Signs {
		w.signs = append(w.signs, pattern{s.Language, any(s.Patterns)})
	}
	return w
})

// Language is the language of a text that nobody says anything of, by lines that only
// a program of it has; "" for none.
func Language(text []byte) string {
	for _, s := range tables().signs {
		if len(s.match.FindAllStringIndex(string(text), 2)) == 2 {
			return s.kind
		}
	}
	return ""
}

// Follows reports whether programs of a language are followed by their statements.
func Follows(language string) bool { return tables().languages[strings.ToLower(language)] }

// keywords are words before a name that is assigned, and names that hold nothing.
func keyword(name string) bool {
	return slices.Contains([]string{"export", "using", "public", "private", "protected", "static", "final", "const", "let", "var", "my", "our", "local", "mut", "val", "auto", "string", "String", "byte", "err", "_", "ok"}, name)
}
