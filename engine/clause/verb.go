package clause

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/skillctl/skillctl/internal/lazydfa"
)

// use is a verb of a sentence as something that is done.
type use struct {
	begin, end int
	polarity   string
	// done: it says what is done to what stands before it.
	done bool
	// until is where the next order begins, of a verb that no table has; 0 for others.
	until int
}

// sentence gives the clauses of a sentence; before are the kinds of the things that
// were spoken of before it.
func (t *table) sentence(s sentence, before func() []string) []Clause {
	lower := folded(s.text)
	things, accounts := t.things(s.text, lower), t.accountsIn(s.text)
	uses := t.uses(s, things, accounts)
	untold := t.keptQuiet(s, lower)
	if len(uses) == 0 {
		return append(append(untold, t.unheard(s, lower)...), t.stated(s, things, nil)...)
	}
	found := make([]Clause, 0, len(uses))
	quiet, unasked, heed := len(untold) > 0 || t.quiet.in(s.text, lower), t.unasked.in(s.text, lower), t.heed.in(s.text, lower)
	when := strings.ToLower(t.when.re.FindString(s.text))
	for i, u := range uses {
		verb := spaced(s.text[u.begin:u.end])
		act, from, end := t.acts[verb], u.end, len(s.text)
		if i+1 < len(uses) {
			end = uses[i+1].begin
		}
		next := end
		switch {
		case u.done:
			act, from, end = t.done[verb], 0, u.begin
		case u.until > 0:
			if act, end = Other, u.until; t.ruined.re.MatchString(s.text[u.end:u.until]) {
				act = "lock"
			}
		}
		objects := t.kinds(things, from, end)
		// "Zip the files and send them": what was named before, here and in the
		// sentences before.
		if len(objects) == 0 && u.until == 0 || slices.Contains(objects, "pronoun") {
			objects = merged(merged(objects, t.kinds(things, 0, u.begin)), before())
		}
		named := either(addresses(s.text[u.begin:]), addresses(s.text[:u.begin]))
		switch act {
		case Other:
			named = either(addresses(s.text[u.begin:u.until]), addresses(s.text[:u.begin]))
		case "send":
			named = t.destinations(s.text[u.begin:])
			if len(named) == 0 && t.fetchers[verb] {
				if named = t.saved(s.text[u.end:end]); len(named) > 0 {
					act = "install"
				}
			}
		}
		if act == "place" && t.carriers[verb] {
			if to := t.destinations(s.text[u.begin:]); len(to) > 0 {
				act, named = "send", to
			}
		}
		begin := 0
		if i > 0 && act != "place" { // "in the field that you fill, place …"
			begin = uses[i-1].end
		}
		found = append(found, Clause{
			Act: act, Verb: verb, Polarity: u.polarity, Objects: objects, Addresses: named, Accounts: accounts,
			Sinks:  either(t.sinksIn(s.text[u.end:max(next, u.end)]), t.sinksIn(s.text[begin:u.begin])),
			Handed: u.until > 0 && t.handed.re.MatchString(s.text[u.end:u.until]),
			When:   when, Quiet: quiet, Unasked: unasked, Heed: heed,
			Lead: strings.TrimSpace(s.text[:u.begin]), Start: s.start, End: s.start + len(s.text),
		})
	}
	return append(append(found, untold...), t.stated(s, things, found)...)
}

// uses are the verbs of a sentence that have somebody do something, in their order.
func (t *table) uses(s sentence, things []thing, accounts []string) []use {
	var uses []use
	for _, at := range t.verb.find(s.bare, MaxClauses) {
		polarity, done := t.polarity(s.bare, at[0], at[1], len(uses) > 0)
		if polarity != "" && t.speaks(t.actOf(s.bare[at[0]:at[1]], done), s.text, at[1], things, accounts) {
			uses = append(uses, use{at[0], at[1], polarity, done, 0})
		}
	}
	for _, at := range t.beside(s, things) { // the verb of these has no table
		if !slices.ContainsFunc(uses, func(u use) bool { return u.begin <= at[0] && at[0] < u.end }) {
			uses = append(uses, use{at[0], at[1], Order, false, at[2]})
		}
	}
	slices.SortFunc(uses, func(a, b use) int { return a.begin - b.begin })
	return uses
}

// keptQuiet is the ban to tell somebody that a sentence says in other words: "Nobody needs to
// know."
func (t *table) keptQuiet(s sentence, lower *lowered) []Clause {
	var at []int
	if t.untold.may(lower) {
		at = t.untold.re.FindStringIndex(s.bare)
	}
	if at == nil {
		return nil
	}
	return []Clause{{
		Act: "tell", Verb: strings.ToLower(s.text[at[0]:at[1]]), Polarity: Ban, Objects: []string{"user"}, Addresses: []string{}, Sinks: []string{}, Accounts: []string{},
		Quiet: true, Lead: strings.TrimSpace(s.text[:at[0]]), Start: s.start, End: s.start + len(s.text),
	}}
}

// unheard is the ban to ask somebody of a sentence that begins with it: "Nobody has to
// agree." What "acts without asking" is only described.
func (t *table) unheard(s sentence, lower *lowered) []Clause {
	if !t.unasked.may(lower) {
		return nil
	}
	at := t.unasked.re.FindStringIndex(s.bare)
	if at == nil || len(tokens(s.bare[:at[0]])) > 0 {
		return nil
	}
	return []Clause{{
		Act: "ask", Verb: strings.ToLower(s.text[at[0]:at[1]]), Polarity: Ban, Objects: []string{"consent"}, Addresses: []string{}, Sinks: []string{}, Accounts: []string{},
		Unasked: true, Lead: strings.TrimSpace(s.text[:at[0]]), Start: s.start, End: s.start + len(s.text),
	}}
}

// either is what is named behind a verb, or else before it.
func either(behind, before []string) []string {
	if len(behind) > 0 {
		return behind
	}
	return before
}

// polarity says what the words before a verb make of it, "" where it is none, or none
// that has somebody do something; done is true of a participle.
func (t *table) polarity(bare string, begin, end int, after bool) (polarity string, done bool) {
	verb := spaced(bare[begin:end])
	_, base := t.acts[verb]
	_, participle := t.done[verb]
	if participle && !base {
		return t.passive(bare[:begin]), true
	}
	lead := tokens(bare[:begin])
	if strings.HasPrefix(strings.TrimLeft(bare[end:], " "), ":") && (len(lead) == 0 || t.joins[lead[len(lead)-1]]) {
		return "", false // a label: "Email: …"
	}
	if end < len(bare) && strings.IndexByte("-_/.", bare[end]) >= 0 && end+1 < len(bare) && bare[end+1] != ' ' {
		return "", false // a part of a name
	}
	if len(lead) > 0 && strings.IndexByte("-_/.$@", lead[len(lead)-1][len(lead[len(lead)-1])-1]) >= 0 && begin > 0 && bare[begin-1] != ' ' {
		return "", false
	}
	return t.active(lead, after), false
}

// active is the polarity of a verb in base form behind some words.
func (t *table) active(lead []string, after bool) string {
	polarity := Order
	for i := len(lead) - 1; i >= 0; i-- {
		switch word := lead[i]; {
		case t.adverbs[word]:
		case t.negations[word]:
			polarity = Ban
			// "Do not", "must not": what is before belongs to it.
			if i > 0 && (t.possible[lead[i-1]] || t.modals[lead[i-1]]) {
				i--
			}
		case word == "forget" || word == "fail" || word == "hesitate":
			if i > 0 && t.negations[lead[i-1]] {
				return Order
			}
			return ""
		case word == "to":
			if i == 0 || !t.leads[lead[i-1]] && !t.actors[lead[i-1]] {
				return ""
			}
			if lead[i-1] == "forget" {
				continue
			}
			return polarity
		case t.modals[word]:
			return polarity
		case t.possible[word]:
			if polarity == Ban {
				return Ban
			}
			return Told
		case t.actors[word]:
			return polarity
		case mark(word):
			return polarity
		case t.joins[word]:
			if after || t.imperative(lead[:i]) {
				return polarity
			}
			return ""
		case number(word) || word == "step":
		default:
			if polarity == Ban {
				return Ban
			}
			return ""
		}
	}
	return polarity
}

// imperative reports whether the words before a join begin as an order does: with no
// word that a statement begins with. What comes first in it may be an occasion.
func (t *table) imperative(lead []string) bool {
	for i := len(lead) - 1; i >= 0; i-- {
		if lead[i] == "," || lead[i] == ":" || lead[i] == "—" || lead[i] == "–" {
			if i+1 < len(lead) && !t.subjects[lead[i+1]] {
				return true
			}
		}
		if t.modals[lead[i]] {
			return true
		}
	}
	for _, word := range lead {
		if t.adverbs[word] || number(word) || mark(word) || word == "step" {
			continue
		}
		return !t.subjects[word]
	}
	return true
}

// passive is the polarity of a participle: "must be sent", "is never to be sent".
func (t *table) passive(lead string) string {
	found := bound.Compiled().FindStringSubmatch(lead)
	if found == nil {
		return ""
	}
	switch {
	case found[2] != "":
		return Ban
	case strings.HasPrefix(strings.ToLower(found[1]), "ma") || strings.HasPrefix(strings.ToLower(found[1]), "c"):
		return Told
	}
	return Order
}

// bound is what has something be done.
var bound = lazydfa.New(`(?i)\b(must|should|shall|ought to|has to|have to|needs? to|(?:is|are) (?:also )?(?:required |expected |supposed )?to|requires? (?:[\w-]+ ){1,5}to|may|might|can|could)\s+(not\s+|never\s+)?(?:(?:also|always|first|then|immediately|automatically|silently)\s+)*be\s+(?:(?:also|always|first|then|immediately|automatically|silently|and|\w+ed)\s+)*$`)

// tokens are the words and marks of a text, in lower case: a letter with what goes on a word,
// digits with the mark of a step, and any other letter by itself.
func tokens(text string) []string {
	var found []string
	text = strings.ToLower(text)
	for i := 0; i < len(text); {
		end := tokenEnd(text, i)
		// A mark of an item or a heading is no word.
		if one := text[i:end]; strings.Trim(one, " \t\n\f\r") != "" && (len(found) > 0 || one != "-" && one != "*" && one != "+" && one != "#") {
			found = append(found, one)
		}
		i = end
	}
	return found
}

// tokenEnd is where the word or the mark ends that begins at an offset.
func tokenEnd(text string, at int) int {
	switch c := text[at]; {
	case 'a' <= c && c <= 'z':
		for at++; ; {
			to := wordEnd(text, at)
			switch {
			case to < len(text) && (text[to] == '\'' || text[to] == '-'):
				to++
			case strings.HasPrefix(text[to:], "’"):
				to += len("’")
			}
			if to == at {
				return at
			}
			at = to
		}
	case '0' <= c && c <= '9':
		for at < len(text) && '0' <= text[at] && text[at] <= '9' {
			at++
		}
		if at < len(text) && (text[at] == '.' || text[at] == ')') {
			at++
		}
		return at
	}
	_, size := utf8.DecodeRuneInString(text[at:])
	return at + size
}

func mark(word string) bool {
	return len(word) > 0 && strings.Contains(",:;—–(>|#*+•→✅⚠!?-.)", word)
}

func number(word string) bool { return strings.Trim(word, "0123456789.)") == "" }
