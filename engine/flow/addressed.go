package flow

import (
	"bytes"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/clause"
	"github.com/skillctl/skillctl/internal/document"
	"github.com/skillctl/skillctl/internal/lazydfa"
)

// The bounds of sentences in code and data that speak to an agent: the bytes of a file that
// are looked through, how many lines are read, and of each how many bytes and how many lines
// of comment behind it.
const (
	maxAddressed = 512 << 10
	maxSpoken    = 50
	maxSpokenRow = 3000
	maxFollowing = 6
)

// spoken finds words by which somebody speaks to an agent, or takes back what it was told.
var spoken = lazydfa.New(`(?:[Aa]ssistants?|[Aa]gents?|Claude|Copilot|(?:AI|LLM|language) models?|LLMs?|AIs?)(?: that [\w ]{3,40}| which [\w ]{3,40})?(?:[:,] | must | should | are to | is to )|(?:[Ii]gnore|[Dd]isregard|[Ff]orget) (?:all |any |the |your )*(?:earlier|previous|prior|other) (?:guidance|instructions?|rules|prompts?)`)

// addressed notes the sentences of a file of code or data that speak to an agent: a cell, a
// string, a comment or a description. Nobody else is told by them, so they count as hidden.
func (w *Finder) addressed(p snippet) {
	if w.inner || len(p.text) > maxAddressed {
		return
	}
	at := p.start
	hits := spoken.FindAllIndex(p.text, maxSpoken+1)
	if len(hits) > maxSpoken {
		w.beyond(p.file, "more than %d sentences speak to an agent in a file that is no text; those behind are not read", maxSpoken)
		hits = hits[:maxSpoken]
	}
	for _, hit := range hits {
		begin, end := lineAt(p.text, hit[0])
		if begin < at.Offset {
			continue // of a line that was read
		}
		for n := 0; n < maxFollowing && end < len(p.text); n++ {
			_, to := lineAt(p.text, end+1)
			if !remarked(p.text[min(end+1, len(p.text)):to]) {
				break
			}
			end = to
		}
		if end-begin > maxSpokenRow {
			begin, end = max(begin, hit[0]-maxSpokenRow/2), min(end, hit[0]+maxSpokenRow/2)
		}
		at = advance(at, p.text[at.Offset:begin])
		span := document.Span{Start: at, End: advance(at, p.text[begin:end])}
		said := strings.ToValidUTF8(unquoted.ReplaceAllString(string(p.text[begin:end]), " "), "")
		inner := w.obeyed(p.file, cellOf(said), span)
		inner.Remarks = nil // those of the whole line, by themselves: other lines say nothing about it
		for i, r := range clause.Remarks(said) {
			inner.Remarks = append(inner.Remarks, Remark{Remark: r, Text: said[r.Start:r.End], Section: -span.Start.Line, Index: i, File: p.file})
		}
		w.unseen(p.file, inner, span)
		at = advance(at, p.text[begin:end])
	}
}

// obeyed reads what somebody says to an agent in a file of code or data, or lays down where an
// agent looks for what to do, as the document that the agent takes it for.
func (w *Finder) obeyed(file, said string, span document.Span) *Finder {
	inner := w.value(file, []byte(said), span)
	w.words += inner.words
	return inner
}

// What is said where more is found than is kept.
const (
	manyOrders  = "the package has more than %d sentences that rules look at; those behind are not read"
	manyRemarks = "the package has more than %d sentences that say how something is done; those behind are not read"
	manyLeans   = "the package has more than %d paragraphs that speak of how outcomes are to be; those behind are not judged"
	manyRulings = "the package has more than %d paragraphs that lay down what comes out for somebody; those behind are not judged"
	manyForeign = "the package has more than %d paragraphs that name addresses in languages whose orders are not read"
)

// unseen takes over what sentences say that nobody sees where they stand.
func (w *Finder) unseen(file string, inner *Finder, at document.Span) {
	hidden(w, file, &w.Orders, inner.Orders, maxOrders, manyOrders, func(one *Order) { one.Span, one.Hidden = at, true })
	hidden(w, file, &w.Leans, inner.Leans, maxLeans, manyLeans, func(one *Lean) { one.Span, one.Hidden = at, true })
	hidden(w, file, &w.Rulings, inner.Rulings, maxRulings, manyRulings, func(one *Ruling) { one.Span, one.Hidden = at, true })
	hidden(w, file, &w.Remarks, inner.Remarks, maxRemarks, manyRemarks, func(one *Remark) { one.Span, one.Hidden = at, true })
	hidden(w, file, &w.Contacts, inner.Contacts, maxContacts, manyContacts, func(one *Contact) { one.Span, one.Hidden = at, true })
	hidden(w, file, &w.Parties, inner.Parties, maxParties, manyParties, func(one *Party) { one.Span, one.Contact.Hidden = at, true })
	hidden(w, file, &w.Foreign, inner.Foreign, maxForeign, manyForeign, func(one *Foreign) { one.Span, one.Hidden = at, true })
}

// hidden adds to what is kept, up to a bound that is told where it is met.
func hidden[T any](w *Finder, file string, kept *[]T, found []T, most int, beyond string, hide func(*T)) {
	for _, one := range found {
		if len(*kept) >= most {
			w.beyond(file, beyond, most)
			return
		}
		hide(&one)
		*kept = append(*kept, one)
	}
}

// laid reads what a command or a program writes into the instructions of agents.
func (w *Finder) laid(c *Command) {
	if w.inner || c.Put == "" || !slices.ContainsFunc(c.Writes, func(one Write) bool { return one.Kind == "agent" && instructs.MatchString(one.Place) }) {
		return
	}
	w.unseen(c.File, w.obeyed(c.File, c.Put, c.Span), c.Span)
}

// instructs finds the files that agents take for instructions.
var instructs = lazydfa.New(`(?i)\.(?:md|mdc|mdx)$|\.(?:cursorrules|windsurfrules|clinerules)$|/(?:rules|commands|agents|skills|prompts)/`)

// cellOf is what a line says without the name of a setting, the begin of a comment or the
// cells before the one with the words that speak to an agent.
func cellOf(said string) string {
	hit := spoken.FindStringIndex(said)
	if hit == nil {
		return said
	}
	begin := 0
	if i := strings.LastIndexAny(said[:hit[0]], ",;|=<>"); i >= 0 && strings.Count(said[i:hit[0]], " ") < 6 {
		begin = i + 1
	}
	if m := settingName.FindStringIndex(said[begin:hit[0]]); m != nil {
		begin += m[1]
	}
	return strings.TrimLeft(said[begin:], " \t")
}

// settingName finds the name of a setting or a field in front of its value.
var settingName = lazydfa.New(`^\s*[\w.-]{1,40}\s*[:=]\s*`)

// remarked reports whether a line is one of a comment.
func remarked(line []byte) bool {
	line = bytes.TrimSpace(line)
	return len(line) > 2 && (line[0] == '#' || line[0] == '*' || bytes.HasPrefix(line, []byte("//")))
}

// unquoted finds quotes, marks of comments and ends of lines, which no sentence is made of.
var unquoted = lazydfa.New("[\"`\\n\\r\\t{}]+|(?m:^\\s*(?:#+|//+|\\*+|--+))")
