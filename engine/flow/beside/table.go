package beside

import (
	"regexp"
	"strings"
	"sync"

	"github.com/skillctl/skillctl/policies"
)

// kindOf is a pattern of what is read, and its kind.
type kindOf struct {
	Kind    string `json:"kind"`
	Pattern string `json:"pattern"`
	match   *regexp.Regexp
}

// wayOf is a pattern of what sends, and the part of a request that it fills.
type wayOf struct {
	Way     string `json:"way"`
	Shell   bool   `json:"shell"`
	Pattern string `json:"pattern"`
	match   *regexp.Regexp
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
	Shows  string `json:"shows"`
	Unseen string `json:"unseen"`

	places                             []kindOf
	hooks, shows, unseen, sends, marks *regexp.Regexp
	handed                             *regexp.Regexp
}

// The tables are embedded and read once, at the first use.
var tables = sync.OnceValue(func() *table {
	t := &table{}
	policies.Table("beside", t)
	var credentials struct {
		Stores []struct {
			Kind  string   `json:"kind"`
			Paths []string `json:"paths"`
		} `json:"stores"`
	}
	policies.Table("credentials", &credentials)
	for _, p := range t.Places {
		t.places = append(t.places, kindOf{Kind: p.Kind, match: regexp.MustCompile(p.Pattern)})
	}
	for _, s := range credentials.Stores {
		for _, p := range s.Paths {
			t.places = append(t.places, kindOf{Kind: s.Kind, match: regexp.MustCompile(p)})
		}
	}
	for _, list := range [][]kindOf{t.Names, t.Calls, t.Commands} {
		for i := range list {
			list[i].match = regexp.MustCompile(list[i].Pattern)
		}
	}
	all := make([]string, 0, len(t.Sends))
	for i := range t.Sends {
		t.Sends[i].match = regexp.MustCompile(t.Sends[i].Pattern)
		all = append(all, t.Sends[i].Pattern)
	}
	t.sends = regexp.MustCompile(strings.Join(all, "|"))
	t.hooks = regexp.MustCompile(strings.Join(t.Hooks, "|"))
	t.shows, t.unseen = regexp.MustCompile(t.Shows), regexp.MustCompile(t.Unseen)
	handle := `(?i:` + strings.Join(t.Handles, "|") + `)`
	t.handed = regexp.MustCompile(`[({,]\s*` + handle + `\s*[=:]\s*[{(]*\s*(?:\.\.\.|\*\*|dict\(|Object\.assign\()?[\s{},]*(?:os\.environb?|process\.env|import\.meta\.env|Bun\.env|os\.Environ\(|ENV)\b|^\s*[\w.]+\.` + handle + `\s*=|\.(?:env|envs|environment)\(`)
	t.marks = regexp.MustCompile(`[./~](?:ssh|aws|gnupg|kube|netrc|npmrc|pypirc|docker|azure|gem|cargo|config|claude|codex|cursor|openclaw|clawdbot|zeroclaw|gemini|mozilla|ethereum|bitcoin|electrum|pgpass|git-credentials|vault-token|boto|s3cfg|m2|terraform\w*|password-store|local|env|\w*_history|composer|anthropic)\b|id_(?:rsa|dsa|ecdsa|ed25519)|wallet|Login Data|Cookies|Chrome|Brave|Exodus|Electrum|eychain|keyring|environ|process\.env|ENV\b|env::vars|getenv|(?i:env:)|printenv|Environment|storage_?[sS]tate|cookie|clipboard|Clipboard|pbpaste|xclip|xsel|wl-paste|creen|secret|token|[sS]eed|credential|/etc/|MEMORY|serviceaccount|logins\.json|key4\.db|Keychains|User Data`)
	return t
})
