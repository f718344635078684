package loose

import (
	"strings"

	"github.com/skillctl/skillctl/engine/flow/store"
	"github.com/skillctl/skillctl/engine/flow/way"
	"github.com/skillctl/skillctl/internal/lazydfa"
)

// Which part of a request a value is put in: what stands in a header in which a service
// looks for who asks may be meant for it, what stands elsewhere is only handed over.

var (
	// headerPart is what says that the headers of a request stand behind it.
	headerPart = lazydfa.New(`(?i)(?:-|\b|["'])(?:headers?|CURLOPT_HTTPHEADER|set_header|add_header|setRequestProperty|authorization|bearer|auth)\b["']?\s*(?:=>|=|:|,)?\s*`)
	// headerPair is a header with what stands in it.
	headerPair = lazydfa.New(`["']([A-Za-z][\w-]*)["']\s*(?:\]\s*=|=>|=|:|,)\s*([^,;\n}]+)`)
	// headed says that a statement is about headers.
	headed = lazydfa.New(`(?i)header`)
	// askedFor adds a header to a request.
	askedFor = lazydfa.New(`(?i)header\w*(?:\(\))?(?:\.|->)?(?:set|add|append|tryaddwithoutvalidation)?\w*\s*\(\s*["']([\w-]+)["']`)
)

// asksFor reports whether a statement has a request say who asks.
func asksFor(text string) bool {
	m := askedFor.FindStringSubmatch(text)
	return m != nil && store.Shown(m[1])
}

// channels tells in which part of the request of a statement a source stands.
func (l *program) channels(s statement) func(way.Source) string {
	bare := l.grammar.address.ReplaceAllString(s.text, "")
	if !l.words.header.MatchString(bare) {
		return func(way.Source) string { return "body" }
	}
	if l.read {
		return func(way.Source) string { return "header" }
	}
	elsewhere := map[[2]string]bool{}
	if m := l.grammar.assigns.FindStringSubmatch(strings.ReplaceAll(s.text, "\n", " ")); m != nil { // the answer is no part of it
		bare = m[2]
	} else {
		bare = s.text
	}
	for _, one := range append(l.sources(s, withoutHeaders(bare)), l.near[s.within]...) {
		elsewhere[[2]string{one.Kind, one.Name}] = true
	}
	return func(one way.Source) string {
		switch key := [2]string{one.Kind, one.Name}; {
		case elsewhere[key]:
			return "body"
		case l.aside[key[0]+"\x00"+key[1]]:
			return "field"
		}
		return "header"
	}
}

// withoutHeaders is a request without its headers.
func withoutHeaders(text string) string {
	for range 4 {
		at := headerPart.FindStringIndex(text)
		if at == nil {
			break
		}
		text = text[:at[0]] + " " + text[partEnd(text, at[1]):]
	}
	return text
}

// partEnd is where a value ends that begins at an offset: with its brackets or quotation
// mark, else with its word or with the argument.
func partEnd(text string, from int) int {
	depth := 0
	for i := from; i < len(text); i++ {
		switch text[i] {
		case '"', '\'', '`':
			i = min(closing(text, i), len(text)-1)
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			if depth--; depth < 0 {
				return i
			} else if depth == 0 {
				return i + 1
			}
		case ',', ';', '\n':
			if depth == 0 {
				return i
			}
		case ' ':
			if depth == 0 && i > from && text[from] == '$' && i+1 < len(text) && text[i+1] == '-' { // the next parameter
				return i
			}
		}
	}
	return len(text)
}

// asides notes the secrets that stand in headers in which no service looks for who asks.
func (l *program) asides(s statement, text string) {
	if !headed.MatchString(text) {
		return
	}
	for _, m := range headerPair.FindAllStringSubmatch(text, 12) {
		if store.Shown(m[1]) {
			continue
		}
		for _, one := range secretOnes(l.sources(s, m[2])) {
			l.aside[one.Kind+"\x00"+one.Name] = true
		}
	}
}
