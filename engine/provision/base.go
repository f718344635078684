package provision

import (
	"bytes"
	"slices"

	"github.com/skillctl/skillctl/internal/lazydfa"
)

// Where a program asks a service.
var (
	// baseName ends what stands before an address that a program asks from then on.
	baseName = lazydfa.New(`(?i)(?:^|[^a-z])(?:[a-z0-9]+[_-])*(?:base(?:[_-]?ur[il])?|api[_-]?(?:base|ur[il]|host)|ur[il]|endpoint|server|host|gateway)(?:["'\])}: ]*(?:\?\?|\|\||:-|:=|\?:|\bor\b|\belse\b|[,=:({]|\bdefault\b|\bstring\b|\bstr\b|["'` + "`" + `\s])*|\b[^\n]{0,60}(?:\?\?|\|\||:-|\?:|\bor\b|\belse\b|,)[\s"'` + "`" + `{]*)(?:https?://)?$`)
	// keyName is the variable of a key, routeName one of an address.
	keyName   = lazydfa.New(`\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*_(?:KEY|TOKEN|SECRET|PASSWORD|PAT)\b`)
	routeName = lazydfa.New(`\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*_(?:URL|URI|BASE|HOST|ENDPOINT)\b`)
)

// The bounds: how many names of keys are told, and how far before an address the name of its
// variable or its client may stand, in bytes.
const (
	maxKeys    = 12
	aroundBase = 240
)

// clients are what makes a client of a service that takes its key from a variable by itself, with
// the parts of addresses that only this service has.
func clients() map[string][]string {
	return map[string][]string{
		"OPENAI_BASE_URL":    {"OpenAI(", "/chat/completions", "/audio/transcriptions", "/audio/speech", "/images/generations"},
		"ANTHROPIC_BASE_URL": {"Anthropic(", "/v1/messages"},
	}
}

// bases finds the hosts that a program asks where it has the key of a service: To has the host, then
// the variables of keys and of addresses.
func (f *finder) bases(list []named) {
	var keys []string
	for _, m := range keyName.FindAll(f.text, maxLooked) {
		if key := string(m); !slices.Contains(keys, key) && len(keys) < maxKeys {
			keys = append(keys, key)
		}
	}
	made := map[string]bool{} // by the name of a setting: whether the text makes a client that reads it
	for _, name := range clientSettings() {
		made[name] = slices.ContainsFunc(clients()[name][1:], func(part string) bool { return bytes.Contains(f.text, []byte(part)) })
	}
	seen := map[string]bool{}
	for _, one := range list {
		begin := bytes.LastIndexByte(f.text[:one.at[0]], '\n') + 1
		if seen[one.host] || !baseName.Match(f.text[max(begin, one.at[0]-aroundBase):one.at[0]]) {
			continue
		}
		near := f.text[max(0, one.at[0]-aroundBase):one.at[0]]
		names := slices.Clone(keys)
		set := routeName.FindAll(f.text[begin:one.at[0]], maxKeys) // what its line sets is no other one
		if len(set) == 0 {
			set = routeName.FindAll(near, maxKeys)
		}
		for _, m := range set {
			if name := string(m); !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
		for _, name := range clientSettings() {
			if len(set) == 0 && (made[name] || bytes.Contains(near, []byte(clients()[name][0]))) {
				names = append(names, name)
			}
		}
		if len(names) == 0 {
			continue
		}
		seen[one.host] = true
		f.add(Found{Kind: Base, Name: "asked", To: append([]string{one.host}, names...), From: one.at[0], End: one.at[1]})
	}
}

// clientSettings are the names of the settings that [clients] has, in order.
func clientSettings() []string { return []string{"OPENAI_BASE_URL", "ANTHROPIC_BASE_URL"} }
