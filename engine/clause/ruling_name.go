package clause

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/skillctl/skillctl/internal/lazydfa"
)

var (
	// capitalRun finds words in capitals one behind the other; codeSpan what stands between quotes.
	capitalRun = lazydfa.New(`\p{Lu}[\p{L}\d_&®-]*[\p{Ll}®][\p{L}\d_®-]*(?: \p{Lu}[\p{L}\d_&®-]+)*`)
	codeSpan   = lazydfa.New("[`\"“][^`\"”\\n]{2,40}[`\"”]")
	// handleCode is how accounts, packages, paths, prefixes, networks and tokens are called.
	handleCode = lazydfa.New(`^@?[a-z][a-z0-9]*(?:[.@-][a-z0-9]+)*(?:/[a-z0-9.@*-]*)*[-_]?\*?$|^[a-z]{2,8}_$|^@[a-z][\w-]+$|^\d{1,3}(?:\.\d{1,3}){3}(?:/\d+)?$|^[0-9a-f]{4,}(?:-[0-9a-z]+)+$`)
	bareHandle = lazydfa.New(`@[a-z][\w-]{3,}|\b\d{1,3}(?:\.\d{1,3}){3}(?:/\d+)?`)
	// distinct are names that no word of a program looks like; whose leads to a name.
	distinct = lazydfa.New(`^@|[-_/]\*$|^[a-z]{2,8}_$|^\d|^[0-9a-f]{4,}-`)
	whose    = lazydfa.New(`(?i)\b(?:by|from|of|for|users?|authors?|accounts?|logins?|teams?|vendors?|suppliers?|customers?|handles?|owners?|namespaces?|scopes?|tenants?|org|registry|named)(?: the)? ["“(]*$`)
	// fileEnd is the end of the name of a file or a host.
	fileEnd = lazydfa.New(`\.[a-z]{1,4}[0-9]?$|\.(?:yaml|toml|html|json|lock)$`)
	// exemplary leads to an example.
	exemplary = lazydfa.New(`(?i)\b(?:e\.?g\.?|for example|for instance|such as|like|including|example|i\.e|say|named|called|namely)[\s:,("“]*$`)
	// derived are nouns that English makes of other words.
	derived = lazydfa.New(`(?:tion|sion|ment|ness|ings?|ity|ance|ence|able|ible|ship|ism|ology|ical|ably|ously|ures?|acts?)s?$`)
	ordinal = lazydfa.New(`(?:^| )\d+[.)]$`)
)

// maxNamed is how many names of a text are told.
const maxNamed = 12

// namesIn are what a text calls by a name; Part is where one stands, in bytes.
func (t *rulingTable) namesIn(text string) []Named {
	found := []Named{}
	add := func(form, name string, at int) {
		words := t.rareWords(name)
		if len(found) < maxNamed && len(words) > 0 && !exemplary.MatchString(text[max(0, at-20):at]) {
			found = append(found, Named{Name: name, Form: form, Part: at, Words: words})
		}
	}
	bare := []byte(text)
	for _, at := range codeSpan.FindAllStringIndex(text, 60) {
		begin, end := at[0]+1, at[1]-1
		if !utf8.RuneStart(text[begin]) || text[at[0]] >= utf8.RuneSelf {
			begin, end = at[0]+len("“"), at[1]-len("”")
		}
		if begin < end {
			switch said := text[begin:end]; {
			case t.handles(said, text[:at[0]]):
				add("code", said, at[0])
			case capitalRun.FindString(said) == said && strings.Contains(said, " "):
				add("name", said, at[0])
			}
		}
		for i := at[0]; i < at[1]; i++ {
			bare[i] = ' '
		}
	}
	rest := string(bare)
	for _, at := range capitalRun.FindAllStringIndex(rest, 60) {
		if begin := t.nameBegins(rest, at[0], at[1]); begin < at[1] {
			add("name", rest[begin:at[1]], begin)
		}
	}
	for _, at := range bareHandle.FindAllStringIndex(rest, maxNamed) {
		if at[0] == 0 || strings.IndexByte("/.@-_", rest[at[0]-1]) < 0 && !wordRune(rune(rest[at[0]-1])) {
			add("code", rest[at[0]:at[1]], at[0])
		}
	}
	slices.SortStableFunc(found, func(a, b Named) int { return a.Part - b.Part })
	return found
}

// handles reports whether a span of code may be what somebody or something is called by. Words of
// programs, folders and options look like names of accounts: what leads to one has to say that it is.
func (t *rulingTable) handles(said, lead string) bool {
	bare := strings.Trim(said, "/*@")
	if len(said) < 4 || !handleCode.MatchString(said) || fileEnd.MatchString(said) || t.plain[bare] || t.ordinary(bare) {
		return false
	}
	return distinct.MatchString(said) || whose.MatchString(lead)
}

// nameBegins is where the name begins in a run of words in capitals, its end where there is none. The
// first word of a sentence has a capital whatever it is.
func (t *rulingTable) nameBegins(text string, begin, end int) int {
	if begin > 0 {
		if r, _ := utf8.DecodeLastRuneInString(text[:begin]); wordRune(r) || strings.ContainsRune("/.@'’-", r) {
			return end
		}
	}
	if end < len(text) && wordRune(rune(text[end])) {
		return end
	}
	first, rest, more := strings.Cut(text[begin:end], " ")
	if beginsAt(text[:begin]) && !humped(first) {
		switch lower := strings.ToLower(first); {
		case !more:
			return end
		case t.ordinary(lower) || t.ordinary(strings.TrimSuffix(lower, "s")):
			begin, first = end-len(rest), rest
		}
	}
	if !strings.Contains(text[begin:end], " ") && derived.MatchString(text[begin:end]) {
		return end
	}
	// "Spray-and-pray" and "SQL-like" are words.
	if i := strings.IndexByte(first, '-'); i >= 0 && i+1 < len(first) && unicode.IsLower(rune(first[i+1])) {
		return end
	}
	return begin
}

// beginsAt reports whether a word behind a text begins a sentence, a cell, an item or what is set off.
func beginsAt(lead string) bool {
	lead = strings.TrimRight(lead, " ")
	r, _ := utf8.DecodeLastRuneInString(lead)
	return lead == "" || !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune(",)]'’%;", r) || ordinal.MatchString(lead)
}

// humped reports whether a capital stands within a word, behind a small letter.
func humped(word string) bool {
	small := false
	for _, r := range word {
		if small && unicode.IsUpper(r) {
			return true
		}
		small = unicode.IsLower(r)
	}
	return false
}

// ordinary reports whether a word in lower case is one of the language, as far as the tables know it.
func (t *rulingTable) ordinary(word string) bool {
	v, w := verbs(), words()
	return v.harmless[word] || v.closed[word] || v.finite[word] || v.names[word] || v.bases[word] || v.occasions[word] || w.acts[word] != "" || w.negations[word] || w.possible[word]
}

// rareWords are the words of a name that not many others have; none: it is one that everybody has.
func (t *rulingTable) rareWords(name string) []string {
	if strings.Trim(name, "0123456789./") == "" {
		return []string{name}
	}
	var rare, all []string
	common := true
	for _, word := range strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' }) {
		if utf8.RuneCountInString(word) < 3 || t.plain[word] {
			continue
		}
		all = append(all, word)
		common = common && (t.common[word] || t.house[word] || t.ordinary(word))
		if !t.house[word] {
			rare = append(rare, word)
		}
	}
	switch {
	case len(all) == 0 || common || abbreviations(name):
		return nil
	}
	return rare
}

// abbreviations reports whether a name is nothing but short forms in the plural: "URLs".
func abbreviations(name string) bool {
	for word := range strings.FieldsSeq(name) {
		if stem, cut := strings.CutSuffix(word, "s"); !cut || strings.ToUpper(stem) != stem {
			return false
		}
	}
	return true
}
