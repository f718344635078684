package sentence

import (
	"bytes"
	"slices"
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/skillctl/skillctl/engine/clause"
	"github.com/skillctl/skillctl/engine/flow/prose"
	"github.com/skillctl/skillctl/engine/markdown"
	"github.com/skillctl/skillctl/engine/work"
	"github.com/skillctl/skillctl/internal/document"
	"github.com/skillctl/skillctl/internal/lazydfa"
)

// Order is what a sentence of a document has somebody do that rules look at: something
// is sent to an address, what an address hands out is obeyed, all of something is
// deleted or locked, somebody is not to be told or asked.
type Order struct {
	clause.Clause

	// Text is the sentence, without marks of formatting.
	Text string `json:"text"`
	// Shown is the sentence as it is written, where that is something else: see [prose.Shown].
	Shown string `json:"shown,omitempty"`
	// Heading is the one that it stands below, Section its number in the file: 0 is
	// what stands before the first.
	Heading string `json:"heading"`
	Section int    `json:"section"`
	// Above is what leads to the list, the table or the quotation that it is in, behind the
	// heading; Cited says that the whole paragraph, item or cell stands between quotes.
	Above string `json:"above,omitempty"`
	Cited bool   `json:"cited,omitempty"`
	// Behind is, of what is deleted, what the paragraph goes on with.
	Behind string `json:"behind,omitempty"`
	// Quoted says that it is in a quotation of Markdown.
	Quoted bool          `json:"quoted,omitempty"`
	File   string        `json:"file"`
	Span   document.Span `json:"span"` // of the paragraph, the item or the row
	// Fenced says that it stands in a block of code, Hidden that it stands in a comment.
	Fenced bool `json:"fenced"`
	Hidden bool `json:"hidden"`
}

// The bounds of orders: those of a package, the bytes of a paragraph that is read, and
// of all that are read of a package.
const (
	maxOrders = 500
	maxBlock  = 6000
	maxWords  = 128 << 10
	// maxBehindSaid is how much is told of what a paragraph goes on with, in bytes.
	maxBehindSaid = 400
)

// Text is a document in Markdown whose sentences are read.
type Text struct {
	File   string
	Source []byte
	Page   *markdown.Document
	// Worth reports whether a part of the text has a word without which it says nothing that is
	// kept, Hosts whether it names one of policies/tables/hosts.json.
	Worth, Hosts func(begin, end int) bool
	// ReadsOut reports whether a sentence has somebody run what a file lists, or a program
	// prints.
	ReadsOut func(said string) bool
}

// Document reads the sentences of a document.
func (k *Kept) Document(t Text) {
	o, known := reader{Kept: k, all: t, at: document.Position{Line: 1, Column: 1}}, len(k.Foreign)
	contacts := len(k.Contacts)
	fences := t.Page.Fences
	for off := 0; off < len(t.Source); {
		limit := len(t.Source) // the line that the next block of code begins with
		if len(fences) > 0 {
			limit, _ = prose.LineAt(t.Source, fences[0].Span.Start.Offset)
		}
		if limit <= off && len(fences) > 0 {
			o.fence(fences[0])
			_, end := prose.LineAt(t.Source, max(fences[0].Span.End.Offset, off)) // it ends within its last line
			off, fences = end+1, fences[1:]
			continue
		}
		begin, end := prose.LineAt(t.Source, off)
		for end < limit && len(bytes.TrimSpace(t.Source[begin:end])) > 0 && !heads(t.Source[begin:end]) {
			_, to := prose.LineAt(t.Source, end+1)
			next := t.Source[min(end+1, len(t.Source)):to]
			if to > limit || len(bytes.TrimSpace(next)) == 0 || prose.Opens(next) {
				break
			}
			end = to
		}
		var behind *markdown.Fence
		if len(fences) > 0 && len(bytes.TrimSpace(t.Source[end:limit])) == 0 {
			behind = &fences[0]
		}
		o.block(begin, end, behind)
		off = end + 1
	}
	for _, c := range t.Page.Comments {
		o.comment(c.Span)
	}
	o.alone(known)
	o.told(contacts)
	o.remark()
}

// heads reports whether a line is a heading or a row of a table: nothing goes on behind it.
func heads(line []byte) bool {
	line = bytes.TrimLeft(line, " \t>")
	return bytes.HasPrefix(line, []byte("#")) || bytes.HasPrefix(line, []byte("|"))
}

// reader reads one document.
type reader struct {
	*Kept

	all Text
	at  document.Position
	// english and foreign count the paragraphs in English and in other languages.
	english, foreign int
	// after counts the blocks that are read whatever they say: those behind an order to
	// read what is secret may say where it goes.
	after int
	// paragraphs are those that were read for remarks.
	paragraphs []saying
	// lastText is the paragraph before the block of code in hand.
	lastText string
	// lastSaid is the last sentence before the paragraph in hand; open are the contacts that
	// wait for the sentence behind them, and contactAt is where the last one stands.
	lastSaid  string
	open      []int
	contactAt document.Position
	// spokenOf are the lines that have a name, see spokenAt, and lower is the text in small letters.
	spokenOf map[string][]int
	lower    []byte
	// crowded says that it was told that not all contacts are kept as they are.
	crowded bool
}

// maxBehind is how many blocks may say where that goes.
const maxBehind = 4

// block reads a paragraph; the block of code behind it may name the address.
func (o *reader) block(begin, end int, behind *markdown.Fence) {
	if c := o.all.Page.Comments; len(c) > 0 {
		// The last one that begins before the block: they stand one behind the other.
		at := sort.Search(len(c), func(i int) bool { return c[i].Span.Start.Offset > begin }) - 1
		if at >= 0 && end <= c[at].Span.End.Offset {
			return
		}
	}
	for _, part := range o.parts(begin, end) {
		o.paragraph(part[0], part[1], behind)
	}
}

// parts are a text in pieces of at most maxBlock bytes that end with a line, a sentence or a
// word: a long one is read as several.
func (o *reader) parts(begin, end int) [][2]int {
	var all [][2]int
	for end-begin > maxBlock {
		text := o.all.Source[begin : begin+maxBlock]
		at := bytes.LastIndexByte(text, '\n') + 1
		if at == 0 {
			if at = bytes.LastIndex(text, []byte(". ")) + 2; at == 1 {
				at = bytes.LastIndexByte(text, ' ') + 1
			}
		}
		if at == 0 {
			for at = maxBlock; !utf8.RuneStart(o.all.Source[begin+at]); at-- {
			}
		}
		all = append(all, [2]int{begin, begin + at})
		begin += at
	}
	return append(all, [2]int{begin, end})
}

func (o *reader) paragraph(begin, end int, behind *markdown.Fence) {
	if !o.May(work.Texts, o.all.File, sentenceByte*(end-begin)) {
		return
	}
	text := o.all.Source[begin:end]
	said := o.tongue(begin, end, false)
	o.note(begin, end, said, false, false)
	if len(said) >= minRemark {
		o.lastText = said
	}
	var named []string
	if behind != nil && bytes.HasSuffix(bytes.TrimRight(text, " \t\r*_"), []byte(":")) {
		named = prose.Addresses(o.all.Source[behind.Inner.Start.Offset:min(behind.Inner.End.Offset, behind.Inner.Start.Offset+maxBlock)])
	}
	o.after--
	if len(named) == 0 && o.after < 0 && !o.worth(begin, end) {
		return
	}
	o.read(begin, end, named, false, false)
}

// fence reads a block of code that holds sentences.
func (o *reader) fence(f markdown.Fence) {
	begin, end := f.Inner.Start.Offset, f.Inner.End.Offset
	if begin >= end {
		return
	}
	o.copies(begin, end)
	if !slices.Contains([]string{"", "text", "txt", "plaintext", "markdown", "md"}, f.Lang) {
		o.remarked(begin, end)
		if slices.Contains(bareNames().Data, f.Lang) {
			for _, line := range o.lines(begin, end) {
				o.contact(line[0], line[1], string(o.all.Source[line[0]:line[1]]), true, false)
			}
		}
		return
	}
	lines := o.lines(begin, end)
	for _, at := range lines {
		o.note(at[0], at[1], prose.Line(o.all.Source[at[0]:at[1]]), true, false)
	}
	if !o.worth(begin, end) {
		return
	}
	for _, line := range lines {
		o.read(line[0], line[1], nil, true, false)
	}
}

// remarked reads what comments of code say to an agent: those who run the code do not.
func (o *reader) remarked(begin, end int) {
	for _, line := range o.lines(begin, end) {
		text := bytes.TrimLeft(o.all.Source[line[0]:line[1]], " \t")
		said := bytes.TrimLeft(text, "#/*;%-!<>' \t")
		if len(said) == len(text) || bytes.HasPrefix(text, []byte("#!")) || len(said) < minRemark || !clause.Hails(string(said)) {
			continue
		}
		from := line[1] - len(said)
		o.note(from, line[1], prose.Unmarked(said), false, true)
		o.read(from, line[1], nil, false, true)
	}
}

// lines are those of a text that have something in them, long ones in pieces.
func (o *reader) lines(begin, end int) [][2]int {
	var all [][2]int
	for off := begin; off < end; {
		_, to := prose.LineAt(o.all.Source, off)
		if to = min(to, end); to > off {
			all = append(all, o.parts(off, to)...)
		}
		off = to + 1
	}
	return all
}

// comment reads what only the source of a page shows.
func (o *reader) comment(span document.Span) {
	begin, end := span.Start.Offset+len("<!--"), min(span.End.Offset, len(o.all.Source))
	if begin < end && bytes.HasSuffix(o.all.Source[begin:end], []byte("-->")) { // one that ends with the text has none
		end -= len("-->")
	}
	if begin >= end {
		return
	}
	for _, part := range o.parts(begin, end) {
		o.note(part[0], part[1], o.tongue(part[0], part[1], true), false, true)
	}
	if !o.worth(begin, end) {
		return
	}
	o.at = document.Position{Line: 1, Column: 1}
	for _, part := range o.parts(begin, end) {
		o.read(part[0], part[1], nil, false, true)
	}
}

// worth reports whether a text names an address, or has a word without which it says
// nothing that is kept.
func (o *reader) worth(begin, end int) bool {
	text := o.all.Source[begin:end]
	return bytes.Contains(text, []byte("://")) || bytes.IndexByte(text, '@') >= 0 ||
		o.all.Worth(begin, end) ||
		clause.Pays(text) || bytes.Contains(text, []byte(".")) && prose.HasAddress(text)
}

func (o *reader) read(begin, end int, named []string, fenced, hidden bool) {
	raw := o.all.Source[begin:end]
	if hidden {
		raw = bytes.TrimSpace(raw)
	}
	text := prose.Line(raw)
	if o.words += len(text); o.words > maxWords {
		o.Beyond(o.all.File, "of the package more than %d bytes of sentences name addresses, or delete or hide something", maxWords)
		return
	}
	if !o.May(work.Texts, o.all.File, readByte*len(text)) {
		return
	}
	found := clause.Read(text)
	if len(found) == clause.MaxClauses {
		o.Beyond(o.all.File, "a paragraph has %d sentences that have something done, or more; those behind are not read", clause.MaxClauses)
	}
	as := prose.Shown(raw, text)
	for _, c := range found {
		if len(c.Addresses) == 0 && len(named) > 0 && (c.Act != "send" || len(c.Objects) > 0) {
			c.Addresses = named
		}
		if !kept(c) || c.Act == clause.Other && c.Verb == "" && len(c.Objects) == 0 && !o.placed(c.Addresses, begin, end) {
			continue
		}
		if c.Addresses == nil {
			c.Addresses = []string{} // rules count them
		}
		if c.Act == "take" {
			o.after = maxBehind
		}
		if len(o.Orders) >= maxOrders {
			o.Beyond(o.all.File, manyOrders, maxOrders)
			return
		}
		if begin < o.at.Offset {
			o.at = document.Position{Line: 1, Column: 1}
		}
		start := o.at.Past(o.all.Source[o.at.Offset:begin])
		o.at = start
		one := Order{Clause: c, Text: text[c.Start:c.End], Shown: as.Part(c.Start, c.End), File: o.all.File, Fenced: fenced, Hidden: hidden, Span: document.Span{Start: start, End: start.Past(o.all.Source[begin:end])}}
		if c.Act == "delete" {
			one.Behind = strings.ToValidUTF8(text[c.End:min(len(text), c.End+maxBehindSaid)], "")
		}
		one.Heading, one.Section = o.under(begin)
		if !fenced {
			one.Above, one.Cited, one.Quoted = prose.Stands(o.all.Source, begin, end, c.Lead)
		}
		o.Orders = append(o.Orders, one)
	}
}

// under is the heading that a place of the document stands below, and its number: 0 for none.
func (o *reader) under(off int) (heading string, section int) {
	n := sort.Search(len(o.all.Page.Headings), func(i int) bool { return o.all.Page.Headings[i].Span.Start.Offset > off })
	if n == 0 {
		return "", 0
	}
	return o.all.Page.Headings[n-1].Text, n
}

// placed reports whether an address is one of hosts.json, or of a program or an archive for
// people who do not build it.
func (o *reader) placed(named []string, begin, end int) bool {
	return o.all.Hosts(begin, end) || slices.ContainsFunc(named, forPeople.MatchString)
}

var forPeople = lazydfa.New(`(?i)://[^/?#]+/[^?#]*\.(?:exe|msi|scr|dmg|pkg|zip|rar|7z|bat|cmd|ps1|apk)(?:[?#]|$)`)

// placed reports whether a clause has what may be private go where others read it. What a
// pronoun stands for may be said in another paragraph.
func placed(c clause.Clause) bool {
	return len(c.Sinks) > 0 && slices.ContainsFunc(c.Objects, func(kind string) bool {
		return slices.Contains([]string{"store", "secret", "conversation", "memory", "files", "everything", "pronoun"}, kind)
	})
}

// kept reports whether rules look at a clause.
func kept(c clause.Clause) bool {
	about := func(kind string) bool { return slices.Contains(c.Objects, kind) }
	switch c.Act {
	case "send":
		return c.Polarity == clause.Order && (len(c.Addresses) > 0 || about("agent") || about("protection") || placed(c) || len(c.Accounts) > 0)
	case "place":
		return c.Polarity == clause.Order && placed(c)
	case "take", "swap", "pay":
		return c.Polarity == clause.Order
	case "keep":
		return c.Polarity == clause.Order && (placed(c) || about("recipient") || about("agent") || about("approval") || strings.HasPrefix(c.Verb, "remember") || strings.HasPrefix(c.Verb, "memori"))
	case "install":
		return c.Polarity == clause.Order && (len(c.Addresses) > 0 || c.Verb == "installed")
	case "obey":
		return c.Polarity == clause.Order && (len(c.Addresses) > 0 && about("instructions") || about("scope"))
	case "run":
		return c.Polarity == clause.Order && (len(c.Addresses) > 0 && (c.When != "" || c.Quiet || c.Unasked || c.Heed) || about("scope") || about("approval") || len(c.Addresses) > 0 && about("secret") || c.Verb == "use" && placed(c))
	case "delete":
		return c.Polarity == clause.Order && (about("everything") || len(c.Accounts) > 0 || about("agent") || c.When != "" || c.Quiet || c.Unasked)
	case "lock":
		return c.Polarity == clause.Order && about("everything")
	case "tell": // "let somebody have it" is no word to the user
		return c.Polarity == clause.Ban && about("user") || c.Polarity == clause.Order && len(c.Addresses) > 0 && (!clause.Harmless(c.Verb) && !about("user") || placed(c) && !about("files"))
	case clause.Other:
		return len(c.Addresses) > 0 || c.Handed && (about("secret") || about("conversation")) || about("files") || about("everything")
	case "ask":
		return c.Polarity == clause.Ban && about("consent")
	case "skip":
		return c.Polarity == clause.Order && (about("consent") || about("approval") || about("protection"))
	}
	return false
}
