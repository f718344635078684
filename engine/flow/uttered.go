package flow

import (
	"bytes"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/flow/prose"
	"github.com/skillctl/skillctl/engine/markdown"
	"github.com/skillctl/skillctl/engine/work"
	"github.com/skillctl/skillctl/internal/document"
	"github.com/skillctl/skillctl/internal/lazydfa"
)

// The bounds of sentences that a program has in its strings: how many of a file are read, how
// many lines before and behind one belong to it, and how many words the shortest has.
const (
	maxUttered  = 60
	maxTogether = 8
	minUttered  = 5
)

var (
	// speaksToAgents finds a program that deals with what agents obey: a file that they read,
	// or what a model is told before all else.
	speaksToAgents = lazydfa.New(`(?:\b(?:SKILL|AGENTS?|CLAUDE|GEMINI|MEMORY|SOUL|HEARTBEAT|TOOLS|BOOTSTRAP|copilot-instructions)\.md\b|\.cursorrules|\.windsurfrules|\.clinerules|\.mdc\b|\.(?:claude|cursor|codex|gemini|openclaw|windsurf)[/"']|\b(?i:system_?(?:prompt|message|instructions?)?)["']?\s*[=:(]|["']?role["']?\s*[:=]\s*["']system["'])`)
	// hasOne finds what somebody has to prove who they are.
	hasOne = lazydfa.New(`(?i)\b(?:keys?|tokens?|passwords?|passphrases?|credentials?|(?:seed|recovery) phrases?|sign(?:ed)? in|log(?:ged)? in|log-?in|one-time codes?)\b`)
	// stringIn is a string that ends in its line, onlyString a line that has nothing else.
	stringIn   = lazydfa.New("\"(?:[^\"\\\\\\n]|\\\\.)*\"|'(?:[^'\\\\\\n]|\\\\.)*'|`[^`\\n]*`")
	onlyString = lazydfa.New(`^\s*(?:[\w.]+\s*(?::?=|\+=|:|\()\s*)?[([]*\s*[fbruFBRU]{0,2}("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|` + "`[^`]*`" + `)\s*[\\,+.;)\]]*\s*$`)
	// assignment is the begin of a line that gives a name a value: another text than that before it.
	assignment = lazydfa.New(`^\s*(?:(?:const|let|var|export|my|our)\s+)?[\w.$]+(?:\s*:\s*\w+)?\s*(?::=|=|:\s)`)
	hereMark   = lazydfa.New(`<<[<~-]?\s*["']?([A-Za-z_]\w*)["']?`)
)

// spelledOut is a string as who is told it reads it.
func spelledOut(text string) string {
	return strings.ToValidUTF8(strings.NewReplacer(`\n`, "\n", `\t`, " ", `\"`, `"`, `\'`, "'", "\\`", "`").Replace(text), "")
}

// uttered reads the sentences with an address that a program has in its strings. Where the
// program deals with what agents obey they are read as that; elsewhere what they say of their
// addresses is: whoever runs the program is told it, and that is the agent as a rule.
func (w *Finder) uttered(p snippet, language string) {
	if w.inner || w.json || slices.Contains(silent(), language) || !utters(p.text) {
		return
	}
	agents := speaksToAgents.Match(p.text)
	at, read, last := p.start, 0, -1
	for _, one := range sayings(p.text) {
		begin, end, said := one.begin, one.end, one.text
		if begin <= last || strings.Count(said, " ") < minUttered-1 {
			continue
		}
		last = begin
		if read++; read > maxUttered {
			w.Beyond(p.file, "more than %d strings of a program are sentences with an address; those behind are not read", maxUttered)
			return
		}
		at = at.Past(p.text[at.Offset:begin])
		span := document.Span{Start: at, End: at.Past(p.text[begin:end])}
		inner := w.heard(p.file, said, span, agents || hasOne.MatchString(said))
		if agents {
			inner.Remarks, inner.Leans, inner.Rulings, inner.Foreign = nil, nil, nil, nil // what is put together of sentences is for documents
			w.Unseen(p.file, &inner.Kept, span)
			continue
		}
		w.Said(p.file, &inner.Kept, span)
	}
}

// heard reads what a program says. Of what is neither for agents nor about what somebody signs in with
// nothing is kept but what is said of addresses: a string of a program is no script.
func (w *Finder) heard(file, said string, span document.Span, obeyed bool) *Finder {
	if obeyed {
		return w.obeyed(file, said, span)
	}
	inner := w.another()
	inner.Markdown(file, []byte(said), markdown.Parse([]byte(said), document.Position{Line: 1, Column: 1}))
	w.spent(inner)
	w.Spent(&inner.Kept)
	return inner
}

// utterance is a string of a program, and where its lines begin and end.
type utterance struct {
	begin, end int
	text       string
}

// sayings are the strings of a program that have an address, with those that are put together with
// them, in the order of their places.
func sayings(text []byte) []utterance {
	found, long := givenAddresses(text).said(text), longStringsOf(text)
	for off := 0; ; {
		i := bytes.Index(text[off:], []byte("://"))
		if i < 0 {
			break
		}
		begin, end, said := stringAt(text, long, off+i)
		if off += i + len("://"); said != "" {
			found = append(found, utterance{begin, end, said})
			off = max(off, end)
		}
	}
	slices.SortStableFunc(found, func(a, b utterance) int { return a.begin - b.begin })
	return found
}

// Uttered reads these sentences of a program in which nothing else is looked for.
func (w *Finder) Uttered(file string, text []byte, language string) {
	if w.May(work.Texts, file, len(text)/perCode) {
		w.uttered(snippet{file, text, document.Position{Line: 1, Column: 1}, len(text), inCode, marks{}}, language)
	}
}

// utters reports whether a program has an address that it may speak to somebody of.
func utters(text []byte) bool {
	return len(text) <= maxAddressed && bytes.Contains(text, []byte("://"))
}

// silent are languages in which a string is no sentence that a program says.
func silent() []string { return []string{"json", "html", "css", "xml", "csv", "svg", "sql", "toml"} }

// stringAt is the string that a place of a program stands in, with those that are put together
// with it; "" where it stands in none.
func stringAt(text []byte, long *longStrings, at int) (begin, end int, said string) {
	begin, end = prose.LineAt(text, at)
	line := text[begin:end]
	if remarked(line) || long.explains(text, at) {
		return begin, end, ""
	}
	for _, m := range stringIn.FindAllIndex(line, -1) {
		if begin+m[0] < at && at < begin+m[1] {
			return together(text, begin, end, string(line[m[0]+1:m[1]-1]))
		}
	}
	if !long.inside(at) {
		return begin, end, ""
	}
	begin, end = prose.ParagraphAt(text, begin, end)
	return begin, end, spelledOut(string(text[begin:end]))
}

// together adds to a string those of the lines around it that have nothing but a string.
func together(text []byte, begin, end int, said string) (from, to int, all string) {
	join := func(a, b string) string {
		if a == "" || b == "" || strings.HasSuffix(a, `\n`) || strings.HasSuffix(a, " ") || strings.HasPrefix(b, " ") {
			return a + b
		}
		return a + " " + b
	}
	from, to, all = begin, end, said
	if !onlyString.Match(text[begin:end]) {
		return from, to, spelledOut(all)
	}
	for n := 0; n < maxTogether && from > 0 && !assigned(text, from); n++ {
		b, e := prose.LineAt(text, from-1)
		m := onlyString.FindSubmatch(text[b:e])
		if m == nil {
			break
		}
		from, all = b, join(string(m[1][1:len(m[1])-1]), all)
	}
	for n := 0; n < maxTogether && to+1 < len(text) && !ended(text, from); n++ {
		b, e := prose.LineAt(text, to+1)
		m := onlyString.FindSubmatch(text[b:e])
		if m == nil || assigned(text, b) {
			break
		}
		to, all = e, join(all, string(m[1][1:len(m[1])-1]))
	}
	return from, to, spelledOut(all)
}

// assigned reports whether the line of a place gives a name a value.
func assigned(text []byte, at int) bool {
	begin, end := prose.LineAt(text, at)
	return assignment.Match(text[begin:end])
}

// ended reports whether a line gives a name a value that ends with the line.
func ended(text []byte, at int) bool {
	_, end := prose.LineAt(text, at)
	line := bytes.TrimRight(text[:end], " \t\r")
	return assigned(text, at) && len(line) > 0 && strings.IndexByte("\\+,(.", line[len(line)-1]) < 0
}
