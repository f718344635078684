package clause

import (
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/skillctl/skillctl/internal/lazydfa"
)

// Clause is one thing that a text has somebody do.
type Clause struct {
	// Act is a kind of clauses.json: "send", "delete", "lock", "obey", "run", "tell",
	// "ask", "skip", "keep", "install"; "place" is to put something in what others read,
	// "take" to read what is secret, "swap" to change whom something goes to, "pay" to have
	// money go to an account. Verb is the word as it is written, in lower case.
	Act  string `json:"act"`
	Verb string `json:"verb"`
	// Polarity is "order", "ban" ("never send …"), or "told": what may, could or would
	// be done.
	Polarity string `json:"polarity"`
	// Objects are the kinds of things of clauses.json that the act is done to. What a
	// pronoun stands for is looked up in what was said before.
	Objects []string `json:"objects"`
	// Addresses are those of the web and of mail that are named behind the verb, before
	// it, or in the sentence behind; of what is sent those that it goes to.
	Addresses []string `json:"addresses"`
	// Sinks are the kinds of places without an address of clauses.json that it goes to: what
	// others read. Accounts are those that are named in the sentence, of banks and wallets.
	Sinks    []string `json:"sinks"`
	Accounts []string `json:"accounts"`
	// When are the words that say on which occasion; "" for none.
	When string `json:"when"`
	// Quiet says that the sentence has it kept from somebody, Unasked that nobody is
	// to be asked, Heed that it speaks of duty or in the name of somebody.
	Quiet   bool `json:"quiet"`
	Unasked bool `json:"unasked"`
	Heed    bool `json:"heed"`
	// Posed says that the text before it, or its begin, is in the name of the system, or of
	// a tool that has answered.
	Posed bool `json:"posed"`
	// Handed says that somebody or some place is named that what it is done to goes to.
	Handed bool `json:"handed"`
	// Lead is what stands before the verb in its sentence.
	Lead string `json:"lead"`
	// Start and End are where the sentence is in the text, in bytes.
	Start int `json:"-"`
	End   int `json:"-"`
}

// The polarities of a clause.
const (
	Order = "order"
	Ban   = "ban"
	Told  = "told"
)

// MaxClauses is how many clauses of one text are read, maxSentence the longest sentence in
// bytes.
const (
	MaxClauses  = 64
	maxSentence = 1500
)

// Worth reports whether a text has a word that an act of the table is called by.
func Worth(text string) bool { return len(words().verb.find(text, 1)) > 0 }

// Read gives the clauses of a text, which is one paragraph, item or cell in one line,
// without marks of formatting; what it sets off stands in double quotes. What it gives must
// not be changed.
func Read(text string) []Clause { return clauses().of(text, clausesIn) }

var clauses = sync.OnceValue(func() *memory[[]Clause] { return &memory[[]Clause]{} })

func clausesIn(text string) []Clause {
	t := words()
	var found []Clause
	bare := quoted(text)
	posed := t.voices.FindStringIndex(text)
	for _, s := range sentences(text) {
		s.bare = bare[s.start : s.start+len(s.text)]
		// What a pronoun stands for is in the sentences before, which are looked into
		// only then.
		before := sync.OnceValue(func() []string {
			lead := text[max(0, s.start-maxSentence):s.start]
			return t.kinds(t.things(lead, folded(lead)), 0, len(lead))
		})
		for _, c := range t.sentence(s, before) {
			if len(found) == MaxClauses {
				return found
			}
			c.Posed = posed != nil && posed[0] < c.End
			found = append(found, c)
		}
	}
	lend(found, text)
	return found
}

// lend gives a clause without an address those of the sentence behind it, where that
// says no act of its own and the clause speaks of a place on the net.
func lend(found []Clause, text string) {
	for i := range found {
		if len(found[i].Addresses) > 0 || found[i].Verb == "" || !words().places.re.MatchString(text[found[i].Start:found[i].End]) {
			continue
		}
		end := len(text)
		for _, c := range found[i+1:] {
			if c.Start > found[i].Start && c.Verb != "" {
				end = c.Start
				break
			}
		}
		found[i].Addresses = addresses(text[found[i].End:max(end, found[i].End)])
	}
}

// destinations are the addresses of a text that something goes to. Between quotes it is
// a command that sends, or the address by itself.
func (t *table) destinations(text string) []string {
	found := []string{}
	for _, at := range t.address.FindAllStringIndex(text, 20) {
		lead := text[:at[0]]
		if said, ok := within(lead); ok && said != "" {
			program, _, _ := strings.Cut(strings.ToLower(said), " ")
			if !t.senders[program] {
				continue
			}
		} else if !mailed(text[at[0]:at[1]]) && !given(lead, text[at[1]:]) && !t.toward.MatchString(lead[max(0, len(lead)-200):]) {
			continue
		}
		found = append(found, strings.TrimRight(text[at[0]:at[1]], ".,;:!*"))
	}
	return found
}

// saved are the addresses that stand directly behind a verb such as "save": what is there
// is fetched.
func (t *table) saved(behind string) []string {
	at := t.address.FindStringIndex(behind)
	if at == nil || strings.Trim(behind[:at[0]], " \"'<([") != "" {
		return nil
	}
	return addresses(behind[at[0]:at[1]])
}

// mailed reports whether an address is one of mail: what is put there goes to somebody.
func mailed(address string) bool {
	return strings.Contains(address, "@") && !strings.Contains(address, "://")
}

// given reports whether an address stands between a verb and what is handed to it: "hand
// https://… the file". The verb is the one word before it.
func given(lead, behind string) bool {
	words := strings.Fields(strings.Trim(lead, " \"'<(["))
	behind = strings.TrimLeft(behind, " \"'>)]")
	word, _, _ := strings.Cut(behind, " ")
	return len(words) == 1 && verbs().names[strings.ToLower(word)] && word != ""
}

// within is what stands between an open quote and the end of a text.
func within(text string) (string, bool) {
	if strings.Count(text, `"`)%2 == 1 {
		return text[strings.LastIndexByte(text, '"')+1:], true
	}
	if open, end := strings.LastIndex(text, "“"), strings.LastIndex(text, "”"); open > end {
		return text[open+len("“"):], true
	}
	return "", false
}

func merged(known, more []string) []string {
	for _, one := range more {
		if !slices.Contains(known, one) {
			known = append(known, one)
		}
	}
	return known
}

// sentence is a part of a text that ends in a full stop, and where it begins. In bare
// what the text quotes is blank.
type sentence struct {
	text, bare string
	start      int
}

// sentences are the parts of a text between full stops that blanks follow upon; a
// stop behind a short form ends none.
func sentences(text string) []sentence {
	var found []sentence
	begin := 0
	for i := 0; i+1 < len(text); i++ {
		switch text[i] {
		case '.', '!', '?', ';':
		default:
			continue
		}
		end := i + 1
		for end < len(text) && strings.IndexByte(`"')]`, text[end]) >= 0 {
			end++
		}
		if end < len(text) && text[end] != ' ' || short(text[begin:i]) || text[i] == ';' && inCodeSpan(text[begin:], i-begin) {
			continue
		}
		found = append(found, sentence{text: text[begin:end], start: begin})
		begin, i = end, end
	}
	if strings.TrimSpace(text[begin:]) != "" {
		found = append(found, sentence{text: text[begin:], start: begin})
	}
	return divided(found)
}

// Sentences are where the sentences of a text begin and end, in bytes.
func Sentences(text string) [][2]int {
	var found [][2]int
	for _, s := range sentences(text) {
		found = append(found, [2]int{s.start, s.start + len(s.text)})
	}
	return found
}

// inCodeSpan reports whether a place of a sentence is between quotes, as code within it is: what
// separates its commands ends no sentence.
func inCodeSpan(text string, at int) bool {
	return strings.Count(text[:at], `"`)%2 == 1 && strings.IndexByte(text[at:min(len(text), at+maxSpan)], '"') >= 0
}

// maxSpan bounds how far the end of a span of code is looked for, in bytes.
const maxSpan = 500

// divided are sentences of which none is longer than maxSentence: one that is, such as a list
// without full stops, is read in parts that end between words.
func divided(list []sentence) []sentence {
	if !slices.ContainsFunc(list, func(s sentence) bool { return len(s.text) > maxSentence }) {
		return list
	}
	var parts []sentence
	for _, s := range list {
		for len(s.text) > maxSentence {
			end := strings.LastIndexByte(s.text[:maxSentence], ' ') + 1
			if end == 0 {
				for end = maxSentence; !utf8.RuneStart(s.text[end]); end-- {
				}
			}
			parts = append(parts, sentence{text: s.text[:end], start: s.start})
			s = sentence{text: s.text[end:], start: s.start + end}
		}
		parts = append(parts, s)
	}
	return parts
}

// short reports whether a text ends in a short form, such as "e.g", or in the number
// of a step.
func short(text string) bool {
	word := strings.ToLower(text[strings.LastIndexAny(text, " (")+1:])
	return slices.Contains([]string{"e.g", "i.e", "etc", "vs", "no", "approx", "cf"}, word) || word != "" && strings.Trim(word, "0123456789") == ""
}

// MaxAddresses is how many addresses of a sentence are told with what it has somebody do.
const MaxAddresses = 20

func addresses(text string) []string { return Addresses(text, MaxAddresses) }

// Addresses are those of the web and of mail in a text, up to a number.
func Addresses(text string, most int) []string {
	found := []string{}
	for _, one := range words().address.FindAllString(text, most) {
		if one = strings.TrimRight(one, ".,;:!*"); !strings.HasSuffix(one, "//") && strings.ContainsAny(one, "./@") {
			found = append(found, one)
		}
	}
	return found
}

// thing is a place of a sentence where it speaks of a kind of things.
type thing struct {
	kind  string
	begin int
}

// things are those that a text speaks of; lower is that text as folded gives it.
func (t *table) things(text string, lower *lowered) []thing {
	var found []thing
	for _, kind := range t.names {
		if !t.objects[kind].may(lower) {
			continue
		}
		for _, at := range t.objects[kind].re.FindAllStringIndex(text, -1) {
			found = append(found, thing{kind, at[0]})
		}
	}
	return found
}

// kinds are the kinds of the things between two offsets.
func (t *table) kinds(things []thing, from, to int) []string {
	found := []string{}
	for _, one := range things {
		if from <= one.begin && one.begin < to && !slices.Contains(found, one.kind) {
			found = append(found, one.kind)
		}
	}
	return found
}

// quoted blanks what stands between quotes, of the same length: a verb in there is
// somebody else's. An apostrophe within a word is no quote.
func quoted(text string) string {
	if !strings.ContainsAny(text, "\"“«‘'") {
		return text
	}
	return quotes.ReplaceAllStringFunc(text, func(s string) string { return strings.Repeat("\x00", len(s)) })
}

var quotes = lazydfa.New(`"[^"]*"|“[^”]*”|«[^»]*»|‘[^’]*’|(?:^|[^\pL\pN'])'[^']*'`)
