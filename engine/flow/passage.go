package flow

import (
	"bytes"
	"sort"
	"strings"

	"github.com/skillctl/skillctl/engine/command/deceptive"
	"github.com/skillctl/skillctl/engine/flow/prose"
	"github.com/skillctl/skillctl/internal/document"
)

// Passage is a part of a document whose words rules look at: some lines around a
// word that policies/tables/phrases.json or hosts.json has.
type Passage struct {
	// About is "password" (with something to unpack), "paste" (with a terminal and
	// an address), "host" (an address of hosts.json, or a bare number), "override" (with
	// what is to be ignored), "conceal" (with something to send), or "secret"
	// (likewise, with an address), or "coded" (an order to decode something and to do
	// what it says): the word that was met.
	About string `json:"about"`
	// Text is without marks of formatting; what they set off is in double quotes.
	// Line is the line with the word; of what is an order in words (about override,
	// conceal and secret), its paragraph, where line breaks are blanks.
	Text string `json:"text"`
	Line string `json:"line"`
	// Shown is the line as it is written, where that is something else: see [prose.Shown].
	Shown string `json:"shown,omitempty"`
	// URLs are the addresses in the text, in their order.
	URLs []string      `json:"urls"`
	File string        `json:"file"`
	Span document.Span `json:"span"` // of the line, or of that paragraph
	// Fenced says that it stands in code, or between quotes.
	Fenced bool `json:"fenced"`
	// Decoded is what the text says that is to be decoded, "" where it could not be read,
	// and Way how it is written; Acts says that something in it is done.
	Decoded string `json:"decoded,omitempty"`
	Way     string `json:"way,omitempty"`
	Acts    bool   `json:"acts,omitempty"`
	// Lead is what is said before it, as before a flow; Cited and Quoted are those of a flow.
	Lead   string `json:"lead,omitempty"`
	Cited  bool   `json:"cited,omitempty"`
	Quoted bool   `json:"quoted,omitempty"`
}

// The bounds of passages: those of a package, the lines around a word that count
// where there are several, the longest text in bytes.
const (
	maxPassages = 300
	aroundWord  = 5
	maxPassage  = 1500
)

// anchor is a word that makes a passage: the groups that must be in it too, and how
// many lines with text belong to it on each side.
type anchor struct {
	about  string
	group  uint32
	with   uint32
	around int
	url    bool
	order  bool // the words are one by themselves, wherever a line breaks
}

func anchors() []anchor {
	return []anchor{
		{"password", signPassword, signUnpack, aroundWord, false, false},
		{"paste", signPaste, signTerminal, 2, true, false},
		{"host", signHost, 0, 2, true, false},
		{"override", signOverride, signOrder, 0, false, true},
		{"conceal", signConceal, signSend | signSecret | signRun, 1, false, true},
		{"secret", signSecret, signSend, 0, true, true},
	}
}

// addPassages looks for passages in a Markdown text.
func (w *Finder) addPassages(p snippet, fences []document.Span) {
	for _, a := range anchors() {
		upTo, last := -1, document.Position{Line: 1, Column: 1}
		if !a.order && p.fenced() {
			continue
		}
		for _, m := range p.marks {
			if m.groups&a.group == 0 || m.off < upTo || a.group == signHost && !endsHost(p.text, m.off) {
				continue
			}
			if len(w.Passages) >= maxPassages {
				w.Beyond(p.file, "the package has more than %d passages with words that rules look at", maxPassages)
				return
			}
			upTo = w.passage(p, a, m.off, fences, &last)
		}
	}
}

// passage notes the lines around a word, if they have what belongs to it, and says
// where the next one may begin.
func (w *Finder) passage(p snippet, a anchor, off int, fences []document.Span, from *document.Position) int {
	fenced := inParts(fences, off)
	first, last := prose.LineAt(p.text, off)
	next := last
	if a.order && !fenced {
		first, last = prose.ParagraphAt(p.text, first, last)
		if last-off < maxPassage {
			next = last
		}
	}
	begin, end := first, last
	if a.order && a.group != signOverride {
		w.quoted(p, a, first, last, off, *from)
	}
	for range a.around {
		begin, end = grow(p.text, begin, end)
	}
	if first-begin > maxPassage || end-last > maxPassage || last-first > maxPassage {
		begin, end = max(begin, off-maxPassage), min(end, off+maxPassage)
		first, last = max(first, begin), min(last, end)
	}
	if a.with != 0 && !p.marks.within(begin, end, a.with) {
		return next
	}
	urls := prose.Addresses(deceptive.Readable(p.text[begin:end]))
	if a.url && len(urls) == 0 {
		return next
	}
	start := from.Past(p.text[min(from.Offset, first):first])
	*from = start
	one := Passage{
		About: a.about, Text: prose.Unmarked(p.text[begin:end]), Line: prose.Line(p.text[first:last]), URLs: urls, File: p.file,
		Span: document.Span{Start: start, End: start.Past(p.text[first:last])},
	}
	shown := prose.Shown(p.text[first:last], one.Line)
	one.Shown = shown.Part(0, len(one.Line))
	one.Fenced = fenced
	if !fenced {
		one.Lead, one.Cited, one.Quoted = p.lead(off), prose.Cited(p.text, off), prose.InQuotation(p.text, off)
		if over := prose.SectionOf(p.text, off); over != "" {
			heading, rest, _ := strings.Cut(one.Lead, "\n")
			one.Lead = prose.Bounded(heading + " (" + over + ")\n" + rest)
		}
	}
	w.keepPassage(one)
	return next
}

// inParts reports whether an offset is in one of some parts of a text, which stand one behind the
// other.
func inParts(parts []document.Span, off int) bool {
	i := sort.Search(len(parts), func(i int) bool { return parts[i].Start.Offset > off }) - 1
	return i >= 0 && off < parts[i].End.Offset
}

// minQuoted is the shortest text between quotes that is looked at by itself, in bytes.
const minQuoted = 24

// quoted notes the words between quotes, or of a span of code, around a place of a
// paragraph. Rules take what is quoted in a sentence as spoken about; an agent reads it.
// The few words that override others are left: texts about attacks are full of them.
func (w *Finder) quoted(p snippet, a anchor, first, last, off int, from document.Position) {
	for _, pair := range [][2]string{{"`", "`"}, {`"`, `"`}, {"'", "'"}, {"“", "”"}, {"‘", "’"}, {"«", "»"}} {
		begin, end := openQuote(p.text[first:off], pair[0]), closeQuote(p.text[off:last], pair[1])
		if begin < 0 || end < 0 {
			continue
		}
		begin += first + len(pair[0])
		end += off
		if end-begin < minQuoted || end-begin > maxPassage || a.with != 0 && !p.marks.within(begin, end, a.with) {
			continue
		}
		urls := prose.Addresses(p.text[begin:end])
		if a.url && len(urls) == 0 {
			continue
		}
		start := from.Past(p.text[min(from.Offset, begin):begin])
		shown := prose.Line(p.text[begin:end])
		as := prose.Shown(p.text[begin:end], shown)
		w.keepPassage(Passage{
			About: a.about, Text: shown, Line: shown, Shown: as.Part(0, len(shown)), URLs: urls, File: p.file, Fenced: true, Lead: p.lead(off), Cited: prose.Cited(p.text, off),
			Span: document.Span{Start: start, End: start.Past(p.text[begin:end])},
		})
	}
}

// openQuote is where the last quote opens in a text, closeQuote where the first one closes;
// -1 where there is none. An apostrophe within a word is neither: "don't", "the user's".
func openQuote(text []byte, quote string) int {
	for end := len(text); ; {
		i := bytes.LastIndex(text[:end], []byte(quote))
		if i <= 0 || !isApostrophe(quote) || !prose.IsLetter(text[i-1]) {
			return i
		}
		end = i
	}
}

func closeQuote(text []byte, quote string) int {
	for from := 0; ; {
		i := bytes.Index(text[from:], []byte(quote))
		if i < 0 {
			return i
		}
		i += from
		behind := i + len(quote)
		if !isApostrophe(quote) || behind >= len(text) || !prose.IsLetter(text[behind]) {
			return i
		}
		from = behind
	}
}

func isApostrophe(quote string) bool { return quote == "'" || quote == "’" }

// endsHost reports whether a name of the web may end at a byte, or a number
// without a name begin there: "t.co", not "microsoft.com".
func endsHost(text []byte, last int) bool {
	if '0' <= text[last] && text[last] <= '9' {
		return true
	}
	if last+1 < len(text) && (prose.IsLetter(text[last+1]) || text[last+1] == '-' || '0' <= text[last+1] && text[last+1] <= '9') {
		return false
	}
	return last+1 < len(text) && text[last+1] == '/' || bytes.Contains(text[max(0, last-120):last], []byte("://"))
}

// grow adds the next line that is not blank on each side.
func grow(text []byte, begin, end int) (int, int) {
	for begin > 0 {
		at, _ := prose.LineAt(text, begin-1)
		blank := len(bytes.TrimSpace(text[at:begin])) == 0
		if begin = at; !blank {
			break
		}
	}
	for end < len(text) {
		_, to := prose.LineAt(text, min(end+1, len(text)))
		blank := len(bytes.TrimSpace(text[end:to])) == 0
		if end = to; !blank {
			break
		}
	}
	return begin, end
}
