package clause

import (
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// Lean is a text that may have an outcome turned: what it does to results, for whom, and what
// it says of why and of who is told. It is read by single words of some languages, in any
// order, so that it says less than a [Clause] of one, and what several say together counts.
type Lean struct {
	// Parts are the kinds of its sentences, those of policies/tables/leans.json. What is done
	// to an outcome: it "lowers", "raises" or "dismisses" something, "overwrites" or "invents"
	// figures, "credits" somebody with a cause, "recommends"; "nothing" is found by what it
	// "writes" (together "asnone"); "approves", "pays", "sends" and "obeys" are deeds beside
	// it. To whom: a "trait" of a "person", a "party", what is "judged", a "finding",
	// "figures", "money", "outputs", "matter" and "mail". How: "standing" for all cases,
	// "deaf" to something ("contra": to what was found), with a "pretext" or "asown" of
	// somebody, in the name of an "authority" that has "approved" it; "hush". A deed that is
	// forbidden is none; some are kinds of their own then: "untold", "unlooked", "unasked",
	// "undropped". "unless" says that there is a condition.
	Parts [][]string `json:"parts"`
	// Kinds are those of all parts.
	Kinds []string `json:"kinds"`
	// Names are what it calls by a name; Addresses and Accounts are those of a [Remark].
	Names     []string `json:"names"`
	Addresses []string `json:"addresses"`
	Accounts  []string `json:"accounts"`
}

// leanWord is a word of a sentence.
type leanWord struct {
	text       string
	begin, end int
	// breaks says that a mark stands before it that ends what was said, quoted that it
	// stands between quotes along with others.
	breaks, quoted bool
}

// leanHit is a phrase that was met: its kind and its first and last word.
type leanHit struct{ kind, first, last int }

// Leans reads a text; nil: nothing in it has an outcome turned.
func Leans(text string) *Lean { return leaned().of(text, leansIn) }

var leaned = sync.OnceValue(func() *memory[*Lean] { return &memory[*Lean]{} })

func leansIn(text string) *Lean {
	t, found := leanWords(), &Lean{Names: []string{}, Kinds: []string{}}
	for _, s := range sentences(text) {
		kinds := t.kindsOf(s.text)
		found.Parts = append(found.Parts, kinds)
		found.Kinds = merged(found.Kinds, kinds)
	}
	if !found.worth(strings.Contains(text, "@") || strings.Contains(text, "://")) {
		return nil
	}
	found.Names = properNames(text)
	found.Addresses, found.Accounts = addresses(text), words().accountsIn(text)
	return found
}

// LeanKinds are the kinds of a text, whatever they say together.
func LeanKinds(text string) []string {
	kinds := []string{}
	for _, s := range sentences(text) {
		kinds = merged(kinds, leanWords().kindsOf(s.text))
	}
	return kinds
}

// turns are kinds of what is done to an outcome, or beside it.
func turns() []string {
	return []string{"lowers", "raises", "dismisses", "asnone", "overwrites", "invents", "credits", "recommends", "rejects", "undropped", "keeps", "approves", "obeys", "pays", "untold", "unlooked", "unread"}
}

// presses are kinds of what is told of along with it.
func presses() []string {
	return []string{"deaf", "contra", "hush", "untold", "unlooked", "unread", "unasked", "asown", "trait", "approved", "promo", "precedes", "invents", "undropped", "fits", "group"}
}

// worth reports whether rules look at it.
func (l *Lean) worth(reaches bool) bool {
	has := func(kind string) bool { return slices.Contains(l.Kinds, kind) }
	if reaches && (has("copy") || has("obeys") || has("sends") && has("matter") && (has("before") || has("standing"))) {
		return true
	}
	turn, press := 0, 0
	for _, kind := range turns() {
		if has(kind) {
			turn++
		}
	}
	for _, kind := range presses() {
		if has(kind) {
			press++
		}
	}
	if has("approved") && has("authority") && (has("unasked") || has("unlooked") || has("unread")) {
		return true
	}
	return turn > 0 && press > 0 && (turn > 1 || press > 1 || has("standing") || has("pretext") || has("finding")) || has("recommends") && has("standing") && reaches
}

// kindsOf are the kinds of a sentence.
func (t *leanTable) kindsOf(text string) []string {
	list := leanTokens(text)
	hits := t.hits(list)
	kinds := []string{}
	add := func(kind string) {
		if !slices.Contains(kinds, kind) {
			kinds = append(kinds, kind)
		}
	}
	for _, h := range hits {
		kind := t.kinds[h.kind]
		switch {
		case kind.name == "unless" && slices.ContainsFunc(hits, func(other leanHit) bool {
			return other != h && t.kinds[other.kind].name == "deaf" && other.first <= h.first && h.last <= other.last
		}):
		case kind.deed && list[h.first].quoted && h.last == h.first && kind.name != "dismisses" && kind.name != "approves":
		case kind.deed && t.forbidden(list, hits, h):
			if kind.banned != "" {
				add(kind.banned)
			}
		default:
			add(kind.name)
		}
	}
	if hasUnspaced(text) {
		t.joinedIn(text, add)
	}
	if t.close(list, hits, "writes", "nothing", 10) || slices.Contains(kinds, "writes") && (slices.Contains(kinds, "nothing") || strings.ContainsAny(text, "0123456789")) && hasUnspaced(text) {
		add("asnone")
	}
	if t.close(list, hits, "deaf", "evidence", 8) || slices.Contains(kinds, "deaf") && slices.Contains(kinds, "evidence") && hasUnspaced(text) {
		add("contra")
	}
	return kinds
}

// close reports whether words of two kinds stand close to each other.
func (t *leanTable) close(list []leanWord, hits []leanHit, one, other string, most int) bool {
	for _, a := range hits {
		if t.kinds[a.kind].name != one {
			continue
		}
		for _, b := range hits {
			if t.kinds[b.kind].name == other && max(b.first-a.last, a.first-b.last) <= most && (t.kinds[a.kind].name == "writes" || b.first > a.first) {
				return true
			}
		}
		for i := a.first; other == "nothing" && i < len(list) && i <= a.last+most; i++ {
			if c := list[i].text[0]; '0' <= c && c <= '9' && i <= a.last+2 {
				return true
			}
		}
	}
	return false
}

// hits are the phrases of a sentence.
func (t *leanTable) hits(list []leanWord) []leanHit {
	var found []leanHit
	for i := range list {
		word := list[i].text
		for _, p := range t.exact[word] {
			if last, ok := p.met(list, i); ok {
				found = append(found, leanHit{p.kind, i, last})
			}
		}
		if len(word) < stemLetters {
			continue
		}
		for _, p := range t.stems[word[:stemLetters]] {
			if last, ok := p.met(list, i); ok {
				found = append(found, leanHit{p.kind, i, last})
			}
		}
	}
	return found
}

// mostBetween is how many words "_" stands for.
const mostBetween = 5

// met reports whether a phrase begins with a word, and where it ends.
func (p phrase) met(list []leanWord, at int) (last int, ok bool) {
	if !alike(list[at].text, p.words[0]) {
		return 0, false
	}
	gap := 0
	for _, word := range p.words[1:] {
		if word == "_" {
			gap = mostBetween
			continue
		}
		next := at + 1
		for next < len(list) && next <= at+1+gap && !alike(list[next].text, word) {
			next++
		}
		if next >= len(list) || next > at+1+gap {
			return 0, false
		}
		at, gap = next, 0
	}
	return at, true
}

// maxLead is how many words before and behind a deed can forbid it.
const maxLead = 5

// forbidden reports whether the words around a deed forbid it. A word that is part of another
// phrase forbids nothing by itself: "no matter".
func (t *leanTable) forbidden(list []leanWord, hits []leanHit, h leanHit) bool {
	free := func(i int) bool {
		return !slices.ContainsFunc(hits, func(other leanHit) bool {
			return other.first < other.last && other.first <= i && i <= other.last && other != h
		})
	}
	wide, most := t.wide(list, h.first), maxLead
	if wide {
		most = maxSpread
	}
	for i := h.first - 1; i >= 0 && i >= h.first-most; i-- {
		if list[i+1].breaks && !wide || t.breaks[list[i].text] {
			break
		}
		if (t.negators[list[i].text] || strings.HasSuffix(list[i].text, "n't")) && free(i) {
			return true
		}
	}
	for i := h.last + 1; i < len(list) && i <= h.last+maxLead && !list[i].breaks; i++ {
		if t.behind[list[i].text] && free(i) {
			return true
		}
	}
	return false
}

// maxSpread is how many words a list may have that a sentence forbids from its begin.
const maxSpread = 16

// wide reports whether what a sentence forbids where it begins is a list, over whose commas
// that reaches: "Never let age, leave or accent lower a score".
func (t *leanTable) wide(list []leanWord, at int) bool {
	if !slices.ContainsFunc(list[:min(3, at)], func(w leanWord) bool { return t.negators[w.text] || strings.HasSuffix(w.text, "n't") }) {
		return false
	}
	or := func(w leanWord) bool { return slices.Contains([]string{"or", "nor", "oder", "ou", "o"}, w.text) }
	return !list[at].breaks && slices.ContainsFunc(list[:at], or) || list[at].breaks && slices.ContainsFunc(list[at:min(len(list), at+5)], or)
}

// joinedIn tells the kinds of a text in a script without blanks.
func (t *leanTable) joinedIn(text string, add func(string)) {
	for _, p := range t.joined {
		at := strings.Index(text, p.words[0])
		if at < 0 {
			continue
		}
		kind := t.kinds[p.kind]
		lead := text[max(0, at-reachedBytes):at]
		if i := strings.LastIndexAny(lead, "，。；：、,;"); i >= 0 {
			_, size := utf8.DecodeRuneInString(lead[i:])
			lead = lead[i+size:]
		}
		switch {
		case !kind.deed || !slices.ContainsFunc(t.refusals, func(no string) bool { return strings.Contains(lead, no) }):
			add(kind.name)
		case kind.banned != "":
			add(kind.banned)
		}
	}
}

// reachedBytes is how far before a word one is looked for that forbids it.
const reachedBytes = 30

func hasUnspaced(text string) bool { return strings.ContainsFunc(text, unspaced) }

// leanTokens are the words of a sentence, in lower case.
func leanTokens(text string) []leanWord {
	lower := strings.ToLower(strings.ReplaceAll(text, "’", "'"))
	if strings.Contains(text, "’") {
		text = strings.ReplaceAll(text, "’", "'")
	}
	if len(lower) != len(text) {
		lower = text // a letter that has another length in lower case
	}
	list := make([]leanWord, 0, len(text)/6+1)
	breaks, open := true, false
	opened := 0
	flush := func(end int) {
		for i := opened; open && i < end && end-opened > quotedWords; i++ {
			list[i].quoted = true
		}
	}
	for i := 0; i < len(lower); {
		r, size := utf8.DecodeRuneInString(lower[i:])
		if !wordRune(r) {
			switch r {
			case '"', '“', '”', '«', '»', '„', '‘':
				if flush(len(list)); open {
					open = false
				} else {
					open, opened = true, len(list)
				}
			case ',', ';', ':', '(', ')', '|', '—', '–', '→', '.', '!', '?':
				breaks = true
			}
			i += size
			continue
		}
		begin := i
		for i < len(lower) {
			if r, size = utf8.DecodeRuneInString(lower[i:]); !wordRune(r) && (r != '.' || i+1 >= len(lower) || lower[i+1] < '0' || lower[i+1] > '9') {
				break
			}
			i += size
		}
		list = append(list, leanWord{text: strings.Trim(lower[begin:i], "'-"), begin: begin, end: i, breaks: breaks})
		if list[len(list)-1].text == "" {
			list = list[:len(list)-1]
			continue
		}
		breaks = false
	}
	return list
}

// quotedWords is how many words between quotes are a name or a value, and no speech.
const quotedWords = 3

func wordRune(r rune) bool {
	if r < utf8.RuneSelf {
		return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || r == '\'' || r == '-' || r == '_' || r == '/'
	}
	return unicode.IsLetter(r)
}

// maxNames is how many names of a text are told.
const maxNames = 12

// properNames are what a text calls by a name: words in capitals within a sentence, two of them
// one behind the other, and what stands between quotes by itself.
func properNames(text string) []string {
	found := []string{}
	begin, run, fresh := 0, 0, true
	end := func(at int) {
		name := strings.TrimSpace(text[begin:at])
		if run > 0 && (!fresh || run > 1) && len(found) < maxNames && len(name) > 2 {
			found = merged(found, []string{name})
		}
		run = 0
	}
	was := true // a sentence begins
	for at := 0; at < len(text); {
		next := at
		for next < len(text) && text[next] != ' ' {
			next++
		}
		word := strings.TrimRight(text[at:next], ".,;:!?)*'’")
		r, _ := utf8.DecodeRuneInString(word)
		capital := unicode.IsUpper(r) && len(word) > 2 && strings.ToUpper(word) != word && !strings.ContainsAny(word, "@/\"")
		if capital {
			if run == 0 {
				begin, fresh = at, was
			}
			run++
			if len(word) != next-at { // a mark ends it
				end(at + len(word))
			}
		} else {
			end(at)
		}
		if next > at {
			was = strings.ContainsAny(text[next-1:next], ".:!?|*>-\"(")
		}
		at = next + 1
	}
	end(len(text))
	for _, m := range quotes.FindAllString(text, maxNames) {
		name := strings.Trim(m, " '\"“”«»‘’`")
		if n := utf8.RuneCountInString(name); n > 2 && n < 40 && strings.Count(name, " ") < 3 && !strings.Contains(name, "@") {
			found = merged(found, []string{name})
		}
	}
	return found
}
