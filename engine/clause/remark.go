package clause

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/skillctl/skillctl/policies"
)

// Remark is a sentence that says how something is done, or what is at stake, where some
// sentence near it says that it is kept from somebody, that nobody is asked, or that it
// goes before what the user says.
type Remark struct {
	// Kinds are those of remarks.json that it is of: "kept" from somebody, an "answer" to
	// give when somebody asks, "traces" that are removed, "freely" without a question,
	// "coded" so that it is not read, "over" the user, "does" what something else says;
	// and "leaves" (something goes somewhere), "secret", "private", "agent", "writes",
	// "pays", "ruins": what is done with what; "denied" is that anything leaves.
	Kinds []string `json:"kinds"`
	// Addresses are those that it names, names that are looked up among them; Sinks and
	// Accounts are those of a [Clause].
	Addresses []string `json:"addresses"`
	Sinks     []string `json:"sinks"`
	Accounts  []string `json:"accounts"`
	// Forbids says that it is a ban on what it says, Looked that it speaks of attacks.
	Forbids bool `json:"forbids"`
	Looked  bool `json:"looked"`
	// Start and End are where the sentence is in the text, in bytes.
	Start int `json:"-"`
	End   int `json:"-"`
}

// graveKinds are what makes the sentences around it worth a look.
func graveKinds() []string {
	return []string{"kept", "answer", "traces", "freely", "coded", "over", "does", "denied"}
}

// remarkTable is policies/tables/remarks.json.
type remarkTable struct {
	kinds           map[string]*pattern
	names           []string
	forbids, looked *pattern
	// shown are places where others read something, by a word that has somebody open one;
	// handle is somebody by a name of a service, asked what names are looked up by, name
	// such a name.
	shown, handle, asked, name *regexp.Regexp
}

var remarks = sync.OnceValue(func() *remarkTable {
	var w struct {
		Said            map[string][]string `json:"said"`
		Forbids, Looked string
	}
	policies.Table("remarks", &w)
	t := &remarkTable{kinds: map[string]*pattern{}, forbids: whole(w.Forbids), looked: whole(w.Looked)}
	for kind, list := range w.Said {
		t.kinds[kind] = newPattern(`(?i)(?:^|[^\w-])(?:` + strings.Join(list, "|") + `)`)
		t.names = append(t.names, kind)
	}
	slices.Sort(t.names)
	t.shown = regexp.MustCompile(`(?i)\b(open|create|file|raise|push|add|leave) (an? |the |one )?(new |public |draft )*(issue|pull request|pr|discussion|gist|paste|comment)\b|\b(every|each|the|a) commits?( messages?)? ([\w ]{0,20})?(carr(y|ies)|gets?|has|ends?|contains?)\b|\b(into|in|to) (a |the )?public (repositor(y|ies)|repos?|gists?|buckets?|channels?|folders?)\b`)
	t.handle = regexp.MustCompile(`(?:^|[\s"(])@[A-Za-z]\w{3,}(?:$|[\s"'.,;)])`)
	t.asked = regexp.MustCompile(`(?i)\b(look(s|ed|ing)? (it |them |each |this )?(of them )?up|resolves?|quer(y|ies)|nslookup|dig|dns)\b`)
	t.name = regexp.MustCompile(`(?i)(?:[a-z0-9<>{}$_-]+\.){2,}[a-z]{2,12}\b`)
	return t
})

// Grave reports whether a text has a sentence for which those around it are looked at.
func Grave(text string) bool {
	t, lower := remarks(), folded(text)
	return slices.ContainsFunc(graveKinds(), func(kind string) bool { return t.kinds[kind].in(text, lower) })
}

// Remarks are the sentences of a text that are of some kind.
func Remarks(text string) []Remark {
	t, w := remarks(), words()
	var found []Remark
	for _, s := range sentences(text) {
		if len(s.text) > maxSentence {
			continue
		}
		lower := folded(s.text)
		one := Remark{Kinds: []string{}, Accounts: w.accountsIn(s.text), Start: s.start, End: s.start + len(s.text)}
		for _, kind := range t.names {
			if t.kinds[kind].in(s.text, lower) {
				one.Kinds = append(one.Kinds, kind)
			}
		}
		one.Addresses, one.Sinks = w.meant(s.text), w.sinksIn(s.text)
		if slices.ContainsFunc(one.Addresses, func(a string) bool { return strings.ContainsAny(a, "{<$[") }) && !slices.Contains(one.Kinds, "leaves") {
			one.Kinds = append(one.Kinds, "leaves") // something is filled in
		}
		if t.asked.MatchString(s.text) {
			for _, name := range t.name.FindAllString(s.text, 5) {
				if at := strings.LastIndexAny(name, "<>{}$"); at >= 0 {
					name = strings.TrimLeft(name[at+1:], ".")
				}
				if strings.Contains(name, ".") && !fileLike().MatchString(name) {
					one.Addresses = merged(one.Addresses, []string{name})
				}
			}
		}
		if t.shown.MatchString(s.text) {
			one.Sinks = merged(one.Sinks, []string{"published"})
		}
		if t.handle.MatchString(s.text) {
			one.Sinks = merged(one.Sinks, []string{"somebody"})
		}
		if len(one.Kinds) == 0 && len(one.Addresses) == 0 {
			continue
		}
		one.Forbids, one.Looked = t.forbids.in(s.text, lower), t.looked.in(s.text, lower)
		found = append(found, one)
	}
	return found
}

// meant are the addresses of a sentence, but for those that its links lead to: these are
// for who reads it, where nothing is to be filled in.
func (t *table) meant(text string) []string {
	found := []string{}
	for _, at := range t.address().FindAllStringIndex(text, 20) {
		one := addresses(text[at[0]:at[1]])
		if len(one) == 0 || strings.HasSuffix(text[:at[0]], "](") && !strings.ContainsAny(one[0], "{<$[") {
			continue
		}
		if end := text[at[1]:]; strings.HasPrefix(end, "<") && strings.ContainsAny(one[0], "/?=") {
			one[0] += "<" // something is filled in behind it
		}
		found = merged(found, one)
	}
	return found
}

// fileLike are names of files, which look like those of hosts.
var fileLike = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)\.(py|js|ts|md|json|sh|ya?ml|txt|toml|csv|html?|env|cfg|conf|ini|go|rb|rs|zip|gz|pdf|lock|log)$`)
})
