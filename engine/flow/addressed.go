package flow

import (
	"bytes"
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
	for _, hit := range spoken.FindAllIndex(p.text, maxSpoken) {
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
		for i, r := range clause.Remarks(said) {
			if len(w.Remarks) >= maxRemarks {
				w.beyond(p.file, "the package has more than %d sentences that say how something is done; those behind are not read", maxRemarks)
				return
			}
			w.Remarks = append(w.Remarks, Remark{Remark: r, Text: said[r.Start:r.End], Section: -span.Start.Line, Index: i, File: p.file, Span: span, Hidden: true})
		}
		at = advance(at, p.text[begin:end])
	}
}

// remarked reports whether a line is one of a comment.
func remarked(line []byte) bool {
	line = bytes.TrimSpace(line)
	return len(line) > 2 && (line[0] == '#' || line[0] == '*' || bytes.HasPrefix(line, []byte("//")))
}

// unquoted finds quotes, marks of comments and ends of lines, which no sentence is made of.
var unquoted = lazydfa.New("[\"`\\n\\r\\t{}]+|(?m:^\\s*(?:#+|//+|\\*+|--+))")
