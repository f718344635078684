package clause

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/skillctl/skillctl/internal/jsontable"
	"github.com/skillctl/skillctl/internal/lazydfa"
	"github.com/skillctl/skillctl/policies"
)

// Remark is a sentence of a section that hands on what is a user's, or keeps something from
// them. What one sentence says is often done with what another one names, so rules put the
// remarks of a section together.
type Remark struct {
	// Kinds are those of remarks.json that it is of. How something is done: "kept" from
	// somebody, an "answer" to give to who asks, "traces" that are removed, "freely" without
	// a question, "coded" so that it is not read, "unseen", "over" what the user says, under a
	// "pretext", "always". With what: "secret", "token", "private", "files", "agent" (what
	// agents go by), "pays". What is done: "conveys" (something goes somewhere), "asks" (an
	// address is asked for), "fills" (a part of it is filled in), "does" what something else
	// says, "writes", "grants" (questions are taken away), "rule" (what is to hold), "alters"
	// results, "favours" somebody, "passes" what nobody looked at, "destroys", "access" for
	// somebody, "weakens" and "off" of a protection, "toagents". To what: "starts" is what
	// shells and systems run by themselves, "keys" what opens machines and accounts, "codes"
	// what lets somebody into an account. What takes a guard away: "widens" what an agent may
	// do, "listed" among what it is not asked about, "opens" a service to all, "replaces" what
	// agents or shells go by, "spreads" a note to all places, "repays" an account that is
	// named, "phishes" people, "unbacks" what was kept for safety and "unguards" the keeping,
	// "heedless" of checks, "waves" changes through, "sql" gives rights in a database or removes
	// what it holds. Around it: "auth" (a key is shown to log in), "asked" (the user is), "bound" (it is done to
	// what was named before).
	Kinds []string `json:"kinds"`
	// Of veils.json: "veiled", "hush" and "unasked" keep something from somebody, "poses",
	// "claims", "fixed" and "invents" say what is not so; "changes", "removes", "approves",
	// "lets", "launches" and "prefers" are what is done beside it.
	// Of slants.json: "belied" says itself that something else is so, "deaf" that it is so
	// whatever is found; "skews" puts figures or an order elsewhere, "spares" leaves out what
	// speaks against something, "leaves" what is to be looked at; "denies", "vouches" (in the
	// name of who knows), "attests" (that it was looked at) and "urges" are what somebody is
	// told, "coins" and "passedoff" what is made up and given out as found, "fooled" what they
	// are to believe; "lowers" takes away what watches over something or sets up what goes on
	// by itself, "spoils" puts a fault into work.
	// Of reins.json: "brings" has a program fetched from an address; "unstopped" goes on when
	// somebody says stop, "undenied" gets round a denial, "arms" and "armed" take rights,
	// "roams" widens the work, "goals" makes up new ends, "persists" never ends, "lasts" comes
	// back, "unreviewed" lets nobody look, "noleave" never asks; "unbinds" takes the agent's own
	// rules away, "unsafes" checks, "authorises" all that is asked, "yields" refuses nothing;
	// "peers" has somebody read what is the user's; "forges" and "makesup" make up what is to
	// be found, "truths" gives it out as true, "onesided" and "posed" have one side for all;
	// "clears" removes originals, "unchecked" says that nothing is looked at.
	// Those of harms.json and breaches.json, and what each says, are in policies/lib/harms.rego and
	// breaches.rego.
	// Addresses are those that it names, names that are looked up among them. Sinks are
	// "published" (something is made that others read) and "somebody" (a name of a service);
	// Accounts are those of a [Clause].
	Addresses []string `json:"addresses"`
	Sinks     []string `json:"sinks"`
	Accounts  []string `json:"accounts"`
	// Forbids says that nothing is handed on by it but what it bans, Looked that it speaks
	// of attacks.
	Forbids bool `json:"forbids"`
	Looked  bool `json:"looked"`
	// Start and End are where the sentence is in the text, in bytes.
	Start int `json:"-"`
	End   int `json:"-"`
}

// remarkTable is policies/tables/remarks.json.
type remarkTable struct {
	kinds         map[string]*saying
	names         []string
	looked        *pattern
	conveys, asks forms
	// reins are the kinds of reins.json, harms.json and breaches.json: each is grave, and a deed, also in code.
	// Those of asides are deeds, but alone nothing to look at.
	reins, asides     []string
	grave, near, dear sayings  // see graveKinds, closeKinds, dearKinds
	known             []string // hosts, in lower case
	ends              map[string]bool
	// Found when a text is first looked at for them.
	place, shown, handle *lazydfa.Regexp
	negated, bound       *lazydfa.Regexp
	// reported is behind what somebody is not to know, commands before a place that orders come
	// from, hailed where a text speaks to an agent.
	reported, commands, hailed *lazydfa.Regexp
	// negation is a word that forbids, or an end of a word that reads like one.
	negation *lazydfa.Regexp
}

// partIn is a part of a pattern that is named in it: <speak>.
var partIn = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`<[a-z]+>`) })

var remarks = sync.OnceValue(func() *remarkTable {
	var w struct {
		Parts                   map[string]string   `json:"parts"`
		Said                    map[string][]string `json:"said"`
		Conveys, Conveyed, Asks []string
		Schemes, Ends           []string
		Looked, Negations       string
		// Expressions of their own.
		Reported, Commands, Hailed string
	}
	policies.Table("remarks", &w)
	var reins, asides []string
	for _, name := range []string{"veils", "slants", "reins", "harms", "breaches"} {
		var more struct {
			Parts       map[string]string `json:"parts"`
			Said, Aside map[string][]string
		}
		policies.Table(name, &more)
		maps.Copy(w.Parts, more.Parts)
		maps.Copy(w.Said, more.Said)
		maps.Copy(w.Said, more.Aside)
		if name == "reins" || name == "harms" || name == "breaches" {
			reins = append(reins, slices.Sorted(maps.Keys(more.Said))...)
		}
		asides = append(asides, slices.Sorted(maps.Keys(more.Aside))...)
	}
	t := &remarkTable{reins: reins, asides: asides, kinds: map[string]*saying{}, looked: whole(w.Looked), ends: jsontable.Set(w.Ends)}
	hosts, known := map[string][]string{}, []string{}
	policies.Table("hosts", &hosts)
	for _, kind := range slices.Sorted(maps.Keys(hosts)) {
		for _, host := range hosts[kind] {
			if strings.Contains(host, ".") {
				known, t.known = append(known, regexp.QuoteMeta(host)), append(t.known, strings.ToLower(host))
			}
		}
	}
	var expand func(text string) string
	expand = func(text string) string {
		return partIn().ReplaceAllStringFunc(text, func(name string) string {
			if part, ok := w.Parts[name[1:len(name)-1]]; ok {
				return "(?:" + expand(part) + ")"
			}
			return name
		})
	}
	for kind, list := range w.Said {
		t.kinds[kind] = newSaying(`(?i)(?:^|[^\w-])(?:`, expand(strings.Join(list, "|")), `)`)
		t.names = append(t.names, kind)
	}
	slices.Sort(t.names)
	t.number()
	conveys := slices.Clone(w.Conveyed)
	for _, verb := range w.Conveys {
		conveys = append(conveys, regular(verb)...)
	}
	asks := []string{}
	for _, verb := range w.Asks {
		asks = append(asks, regular(verb)...)
	}
	t.conveys, t.asks = newForms(conveys), newForms(asks)
	t.place = lazydfa.New(`(?i)\b(?:` + strings.Join(w.Schemes, "|") + `)://[^\s<>"'` + "`" + `)\]}|]{2,300}|(?:[a-z0-9<>{}$_-]+\.)+(?:` + strings.Join(w.Ends, "|") + `)\b(?::\d+)?(?:/[^\s<>"'` + "`" + `)\]}|]{0,300})?|\b(?:` + strings.Join(known, "|") + `)\b`)
	t.shown = lazydfa.New(`(?i)\b(open|create|file|raise|push|add|leave) (an? |the |one )?(new |public |draft )*(issue|pull request|pr|discussion|gist|paste|comment)\b|\b(every|each|the|a) commits?( messages?)? ([\w ]{0,20})?(carr(y|ies)|gets?|has|ends?|contains?)\b|\b(into|in|to) (a |the )?public (repositor(y|ies)|repos?|gists?|buckets?|channels?|folders?)\b|\b(name|call|title|label|tag) (the|each|every|a) ([\w-]+ )?(branch|commit|tag|issue|release|pull request|pr)\b`)
	t.handle = lazydfa.New(`(?:^|[\s"(])@[A-Za-z]\w{3,}(?:[\s",;:)]|$|\.(?:\s|$))`)
	t.negated = lazydfa.New(`(?i)\b` + w.Negations + `\b[^;:—–]{0,140}$`)
	t.negation = lazydfa.New(`(?i)` + w.Negations + `\b`)
	t.reported, t.commands, t.hailed = lazydfa.New(`(?i)`+w.Reported), lazydfa.New(`(?i)`+w.Commands), lazydfa.New(`(?i)`+w.Hailed)
	t.bound = lazydfa.New(`(?i)\b(it|its|them|their|these|those|this|both|the ([\w-]+ )?(reports?|lists?|summar(?:y|ies)|bundle|files?|dump|words|same|lines?|cop(y|ies)|contents?|bundle|data|values?|result|whole|ensemble|details|material))\b`)
	return t
})

// number gives the sayings their places in one index, and puts together those that are asked for together.
func (t *remarkTable) number() {
	all := make([]*saying, len(t.names))
	made := sync.OnceValue(func() *index { return newIndex(all) })
	for i, kind := range t.names {
		all[i] = t.kinds[kind]
		all[i].number, all[i].index = i, made
	}
	of := func(kinds []string) sayings {
		some := make([]*saying, len(all))
		for _, kind := range kinds {
			some[t.kinds[kind].number] = t.kinds[kind]
		}
		return sayings{index: made, some: some}
	}
	t.grave, t.near, t.dear = of(slices.Concat(graveKinds(), t.reins)), of(closeKinds()), of(dearKinds())
}

// regular are the forms of a verb that is conjugated by rule.
func regular(verb string) []string {
	stem := strings.TrimSuffix(verb, "e")
	found := []string{verb, verb + "s", stem + "ed", stem + "ing"}
	switch last := verb[len(verb)-1]; {
	case last == 'y' && strings.IndexByte("aeiou", verb[len(verb)-2]) < 0:
		found = append(found, verb[:len(verb)-1]+"ies", verb[:len(verb)-1]+"ied")
	case strings.HasSuffix(verb, "sh") || last == 's' || last == 'x' || strings.HasSuffix(verb, "ch"):
		found = append(found, verb+"es")
	case strings.IndexByte("tpgln", last) >= 0 && len(verb) > 2 && strings.IndexByte("aeiou", verb[len(verb)-2]) >= 0:
		found = append(found, verb+string(last)+"ed", verb+string(last)+"ing")
	}
	return found
}

// Gravity says why a text is worth a look together with those around it.
type Gravity struct {
	// Grave: it keeps something from somebody, or puts orders above theirs.
	Grave bool
	// Near: it hides something, or has something stated; what is done beside it matters.
	Near bool
	// Reaches: it names an address.
	Reaches bool
}

// graveKinds are what makes the sentences around it worth a look.
func graveKinds() []string {
	return []string{"kept", "answer", "traces", "freely", "coded", "over", "does", "grants", "passes", "unseen", "denied",
		"widens", "listed", "opens", "replaces", "spreads", "repays", "phishes", "unbacks", "unguards", "waves", "access", "sql",
		"bares", "evades", "unskills", "decrees", "waives", "buys", "skims", "misstates"}
}

// closeKinds are what makes the sentences of its paragraph worth a look, and those next to it.
func closeKinds() []string {
	return []string{"veiled", "hush", "poses", "claims", "invents", "belied", "deaf", "spares", "vouches", "fooled", "passedoff", "attests", "spoils"}
}

// dearKinds are what is somebody's.
func dearKinds() []string { return []string{"secret", "token", "private", "files", "codes"} }

// Weigh says how worth a look a text is.
func Weigh(text string) Gravity { return weighed().of(text, weigh) }

var weighed = sync.OnceValue(func() *memory[Gravity] { return &memory[Gravity]{} })

func weigh(text string) Gravity {
	t, lower := remarks(), folded(text)
	reaches := strings.Contains(text, "://") || strings.Contains(text, "@") || t.mayReach(text, lower) && (t.place.MatchString(text) || words().address.MatchString(text))
	reaches = reaches || t.kinds["always"].in(text, lower) && t.shown.MatchString(text)
	return Gravity{Grave: t.grave.in(text, lower), Near: t.near.in(text, lower), Reaches: reaches}
}

// Dear reports whether a text speaks of what is somebody's.
func Dear(text string) bool {
	return remarks().dear.in(text, folded(text))
}

// mayReach reports whether a text without "://" and "@" can have an address or a place: a
// host that is known, or behind a dot in a word a last part of names of hosts, some letters
// and a slash, or a number. Most dots are those of files.
func (t *remarkTable) mayReach(text string, l *lowered) bool {
	if !dotted(text) || l == nil {
		return dotted(text)
	}
	lower := l.text
	for at := 0; at < len(lower); at++ {
		if lower[at] != '.' {
			continue
		}
		end := wordEnd(lower, at+1)
		switch part := lower[at+1 : end]; {
		case part == "":
		case t.ends[part], '0' <= part[0] && part[0] <= '9':
			return true
		case end < len(lower) && lower[end] == '/' && !strings.ContainsAny(part, "_0123456789"):
			return true
		}
	}
	return slices.ContainsFunc(t.known, l.has)
}

// dotted reports whether a dot stands within a word, as it does in each name of a host.
func dotted(text string) bool {
	for i := 1; i+1 < len(text); i++ {
		if text[i] == '.' && text[i+1] > ' ' && text[i-1] > ' ' {
			return true
		}
	}
	return false
}

// Remarks are the sentences of a text that are of some kind. What it gives must not be
// changed.
func Remarks(text string) []Remark { return remarked().of(text, remarksIn) }

var remarked = sync.OnceValue(func() *memory[[]Remark] { return &memory[[]Remark]{} })

func remarksIn(text string) []Remark {
	t, w := remarks(), words()
	var found []Remark
	bare := quoted(text)
	for _, s := range sentences(text) {
		s.bare = bare[s.start : s.start+len(s.text)]
		lower := folded(s.text)
		one := Remark{Kinds: []string{}, Accounts: w.accountsIn(s.text), Start: s.start, End: s.start + len(s.text)}
		said := sync.OnceValue(func() *lowered { return folded(s.bare) })
		forbids := sync.OnceValue(func() bool { return t.negation.MatchString(s.text) || t.negation.MatchString(s.bare) })
		for _, kind := range t.names {
			if t.says(kind, s, lower, said, forbids) {
				one.Kinds = append(one.Kinds, kind)
			}
		}
		shown := t.shown.MatchString(s.text)
		conveys, banned := t.handsOn(s.bare)
		conveys = conveys || shown && !banned
		if conveys {
			one.Kinds = append(one.Kinds, "conveys")
		}
		if len(t.asks.find(s.bare, 1)) > 0 {
			one.Kinds = append(one.Kinds, "asks")
		}
		if t.bound.MatchString(s.text) {
			one.Kinds = append(one.Kinds, "bound")
		}
		one.Addresses, one.Sinks = t.targets(s), []string{}
		if shown {
			one.Sinks = merged(one.Sinks, []string{"published"})
		}
		if t.handle.MatchString(s.text) {
			one.Sinks = merged(one.Sinks, []string{"somebody"})
		}
		if len(one.Kinds) == 0 && len(one.Addresses) == 0 {
			continue
		}
		one.Forbids, one.Looked = banned && !conveys, t.looked.in(s.text, lower)
		found = append(found, one)
	}
	return found
}

// deeds are kinds of what is done: what a sentence quotes or bans is not.
func deeds() []string {
	return []string{"alters", "favours", "passes", "destroys", "off", "answer", "freely", "unseen", "writes", "grants",
		"widens", "listed", "opens", "replaces", "spreads", "repays", "phishes", "unbacks", "unguards", "waves",
		"veiled", "hush", "poses", "claims", "invents", "changes", "removes", "approves", "prefers", "sql",
		"skews", "spares", "denies", "vouches", "urges", "coins", "passedoff", "attests", "leaves", "lowers", "spoils",
		"bares", "evades", "unskills", "decrees", "waives", "buys", "skims", "misstates"}
}

// inCode are the deeds that also stand in code within a sentence.
func inCode() []string {
	return []string{"grants", "claims", "widens", "listed", "opens", "replaces", "spreads", "repays", "phishes", "unbacks", "unguards", "waves", "sql"}
}

// whole reports whether a kind is looked for in quotes and code as well.
func (t *remarkTable) whole(kind string) bool {
	return slices.Contains(t.reins, kind) || slices.Contains(t.asides, kind)
}

// says reports whether a sentence is of a kind. lower and bare are its text and it without
// quotes, as folded gives them; forbids reports whether it has a word that forbids.
func (t *remarkTable) says(kind string, s sentence, lower *lowered, bare func() *lowered, forbids func() bool) bool {
	if !t.kinds[kind].in(s.text, lower) {
		return false
	}
	switch {
	case kind == "kept":
		if !t.kinds[kind].in(s.bare, bare()) || asking(s.text) {
			return false
		}
		return !forbids() || slices.ContainsFunc(t.kinds[kind].find(s.bare, bare(), 5), func(at []int) bool { return !undone().MatchString(s.bare[:at[0]+1]) })
	case slices.Contains(deeds(), kind) || t.whole(kind):
		said, folds := s.bare, bare
		if slices.Contains(inCode(), kind) || t.whole(kind) { // settings, and what is to be entered, stand in code
			said, folds = s.text, func() *lowered { return lower }
		}
		if kind == "removes" || kind == "veiled" { // "a drop in the log rate" drops nothing
			return slices.ContainsFunc(t.kinds[kind].find(said, folds(), 5), func(at []int) bool {
				return !named().MatchString(said[:at[0]+1]) && !(forbids() && t.banned(said[:at[0]]))
			})
		}
		if kind == "freely" || kind == "waives" || !forbids() {
			return t.kinds[kind].in(said, folds())
		}
		if kind == "answer" { // "do not mention it and say only that all is well" forbids one of both
			return slices.ContainsFunc(t.kinds[kind].find(said, folds(), 5), func(at []int) bool { return !following().MatchString(said[:at[0]+1]) })
		}
		for _, at := range t.kinds[kind].find(said, folds(), 5) {
			if !t.banned(said[:at[0]]) {
				return true
			}
		}
		return false
	}
	return true
}

// asking reports whether a sentence is a question, which keeps nothing from anybody: "is there
// a line that the user does not know?"
func asking(text string) bool {
	return strings.HasSuffix(strings.TrimRight(text, " \"'”’)*_"), "?")
}

// undone is a word that forbids right before what would keep something from somebody: "never
// delete silently".
var undone = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)(?:\b(?:do not|never|must not|should not|may not|not to|avoid)|n['’]t)\s+(?:(?:ever|just|simply)\s+)?(?:[\w-]+(?:\s+(?:it|them|this|anything|files?|changes?))?[^\w,;.]*)?$`)
})

// named is the article right before a word that is a verb elsewhere.
var named = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)(?:^|[^\w'’-])(?:an?|another)[^\w,;.]+$`)
})

// following is an order that is forbidden together with the one before: "do not run it again
// until it is green and then report only that".
var following = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)(?:\b(?:do not|never|must not|should not|may not)|n['’]t)\b[^.;:,–—]{0,120}\band then[^\w,;.]*$`)
})

// handsOn reports whether a sentence has something handed on, and whether it bans that.
func (t *remarkTable) handsOn(bare string) (conveys, banned bool) {
	for _, at := range t.conveys.find(bare, 20) {
		if at[0] > 0 && strings.IndexByte("-_/.$@", bare[at[0]-1]) >= 0 {
			continue // a part of a name
		}
		if t.banned(bare[:at[0]]) {
			banned = true
		} else {
			conveys = true
		}
	}
	return conveys, banned
}

// banned reports whether the words before a verb forbid it: behind a comma only what
// begins there is another order.
func (t *remarkTable) banned(lead string) bool {
	lead = strings.ReplaceAll(lead[max(0, len(lead)-160):], "://", "///") // no colon behind which another clause begins
	at := t.negated.FindStringIndex(lead)
	if at == nil {
		return false
	}
	between := lead[at[0]:]
	if t.reported.MatchString(between) {
		return false // that it is done is kept from somebody
	}
	comma := strings.LastIndexByte(between, ',')
	return comma < 0 || !fresh().MatchString(between[comma+1:])
}

// fresh is what stands before the verb of an order behind a comma.
var fresh = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)^\s*(?:(?:just|but|then|instead|simply|and|and then|rather|always|only)\s+)*$`)
})

// Hails reports whether a text speaks to an agent.
func Hails(text string) bool { return remarks().hailed.MatchString(text) }

// targets are the addresses and names of hosts in a sentence, but for those that something
// comes from.
func (t *remarkTable) targets(s sentence) []string {
	text, found := s.text, []string{}
	keep := func(at []int) {
		lead := strings.TrimRight(text[:at[0]], " \"'“‘(<[")
		if begin := strings.LastIndexByte(lead, ' '); strings.EqualFold(lead[begin+1:], "from") && !t.commands.MatchString(lead) || strings.EqualFold(lead[begin+1:], "see") {
			return
		}
		one := strings.TrimRight(text[at[0]:at[1]], ".,;:!*")
		if i := strings.Index(one, "://"); i >= 0 && !strings.HasPrefix(strings.ToLower(one), "http") {
			one = one[i+len("://"):]
			one = one[strings.LastIndexByte(one, '@')+1:]
		}
		if i := strings.LastIndexAny(one[:strings.IndexByte(one+"/", '/')], "<>{}$"); i >= 0 && !strings.Contains(one, "://") {
			one = strings.TrimLeft(one[i+1:], ".")
		}
		if strings.Contains(one, ".") || strings.Contains(one, "-") {
			found = merged(found, []string{one})
		}
	}
	places := t.place.FindAllStringIndex(text, 20)
	known := slices.DeleteFunc(words().address.FindAllStringIndex(text, 20), func(k []int) bool {
		return slices.ContainsFunc(places, func(at []int) bool { return at[0] < k[0] && k[0] < at[1] }) // "postgres://name@host"
	})
	for _, at := range known {
		keep(at)
	}
	for _, at := range places {
		inside := slices.ContainsFunc(known, func(k []int) bool { return k[0] <= at[0] && at[0] < k[1] })
		// In code a name is one of a host only where more is said of it.
		one := text[at[0]:at[1]]
		bare := s.bare[at[0]] != 0 || strings.ContainsAny(one, "/<>{}:") || t.commands.MatchString(strings.TrimRight(text[:at[0]], " \"'“‘(<["))
		if !inside && bare && (at[0] == 0 || strings.IndexByte("/@.:\\$_-", text[at[0]-1]) < 0) {
			keep(at)
		}
	}
	return found
}
