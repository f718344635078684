package clause

import (
	"slices"
	"strings"
)

// An address in a sentence that also speaks of what is the user's has to be accounted for:
// by an act that is known, by a verb that does no harm to what stands there, or because it
// only names where something is. One that is not is told of as [Other] without a verb:
// "No draft leaves without records@example.net among its recipients."

// stated are the addresses of a sentence that nothing accounts for, as one clause. In a
// sentence that speaks of nothing that is the user's these are all that it names.
func (t *table) stated(s sentence, things []thing, found []Clause) []Clause {
	places := t.address.FindAllStringIndex(s.text, 20)
	if len(places) == 0 {
		return nil
	}
	objects := []string{}
	for _, one := range things {
		inAddress := slices.ContainsFunc(places, func(at []int) bool { return at[0] <= one.begin+1 && one.begin < at[1] })
		if !inAddress && verbs().owned[one.kind] && !slices.Contains(objects, one.kind) {
			objects = append(objects, one.kind)
		}
	}
	var named []string
	lead := 0
	for _, at := range places {
		address := strings.TrimRight(s.text[at[0]:at[1]], ".,;:!*")
		known := slices.ContainsFunc(found, func(c Clause) bool {
			return slices.Contains([]string{"send", "install", "obey", "run", Other}, c.Act) && slices.Contains(c.Addresses, address)
		})
		// What is quoted along with other words is a command.
		whole := s.bare[at[0]] != 0 || at[0] > 0 && strings.IndexByte("\"'“‘«", s.text[at[0]-1]) >= 0
		if len(addresses(s.text[at[0]:at[1]])) == 0 || known || !whole || t.aside(s.text[:at[0]]) {
			continue
		}
		if len(objects) == 0 || !t.accounted(s.text[:at[0]], mailed(address)) {
			if named = append(named, address); lead == 0 {
				lead = at[0]
			}
		}
	}
	if len(named) == 0 {
		return nil
	}
	// "No … without" has it be so.
	said := strings.TrimSuffix(strings.TrimSpace(s.text[:lead]), " without")
	return []Clause{{Act: Other, Polarity: Order, Objects: objects, Addresses: named, Sinks: t.sinksIn(s.text), Accounts: []string{}, Lead: said, Start: s.start, End: s.start + len(s.text)}}
}

// aside reports whether an address stands in a command that is quoted, or where something
// may or must not be done.
func (t *table) aside(lead string) bool {
	if said, ok := within(lead); ok && strings.TrimSpace(said) != "" {
		return true
	}
	words := tokens(quoted(lead))
	for i, word := range words {
		if t.negations[word] && word != "no" && (word != "without" || !slices.Contains(words[:i], "no")) || t.possible[word] && word != "will" && word != "do" || word == "?" && i+1 < len(words) {
			return true
		}
	}
	return false
}

// accounted reports whether the words before an address say what it is for: it is a link,
// stands by itself behind a mark or in parentheses, or is what a verb without harm is done
// to.
func (t *table) accounted(lead string, mail bool) bool {
	bare := strings.TrimRight(lead, " \"'<*“‘")
	if bare == "" || strings.IndexByte("(:=|[#-", bare[len(bare)-1]) >= 0 || strings.HasSuffix(bare, "—") || strings.HasSuffix(bare, "–") || strings.HasSuffix(bare, "→") {
		return true
	}
	if strings.Count(bare, "(") > strings.Count(bare, ")") { // said in passing
		return true
	}
	if mail {
		return false
	}
	v, words := verbs(), tokens(quoted(lead))
	if len(words) > 0 && words[len(words)-1] == "from" {
		return true // nothing goes there
	}
	into := len(words) > 0 && v.into[words[len(words)-1]]
	for i := len(words) - 1; i >= 0; i-- {
		word := words[i]
		if v.relative[word] {
			return false
		}
		if base, done := stem(word); v.harmless[base] && !t.harms(base) && (!into || v.moves[base]) && (done || t.opensAt(words[:i])) {
			return true
		}
	}
	return false
}

// harms reports whether a verb is one of an act that hands something on or destroys it.
func (t *table) harms(verb string) bool {
	return slices.Contains([]string{"send", "delete", "lock"}, t.acts[verb])
}

// opensAt reports whether an order may begin behind some words.
func (t *table) opensAt(words []string) bool {
	return len(words) == 0 || t.opens(strings.Join(words, " "), true)
}

// stem is the base form of a regular participle, or the word itself; done says which.
func stem(word string) (base string, done bool) {
	if base := irregular(word); base != "" {
		return base, true
	}
	base, cut := strings.CutSuffix(word, "ed")
	if !cut || len(base) < 2 {
		return word, false
	}
	v := verbs()
	for _, one := range []string{base, base + "e", base[:len(base)-1], strings.TrimSuffix(base, "i") + "y"} {
		if v.harmless[one] {
			return one, true
		}
	}
	return base, true
}

// irregular is the verb of an irregular participle, of a frequent verb without harm; ""
// for another word.
func irregular(word string) string {
	switch word {
	case "found", "available":
		return "find"
	case "got", "gotten":
		return "get"
	case "seen":
		return "see"
	case "read", "set":
		return word
	case "built":
		return "build"
	case "made":
		return "make"
	case "written":
		return "write"
	case "taken":
		return "take"
	case "bought":
		return "buy"
	case "shown":
		return "show"
	case "chosen":
		return "choose"
	case "known":
		return "know"
	case "located":
		return "locate"
	}
	return ""
}
